"""What each option changes, beside the same round without it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koikoi.cards import DECK, Kind, Month, fuda
from koikoi.match import Match, draw_for_oya, month_of
from koikoi.moves import Call, parse_move
from koikoi.position import Position
from koikoi.record import read, read_round, write, write_round
from koikoi.round import Round
from koikoi.rules import PRESETS, RuleSet
from koikoi.score import Reason
from koikoi.seat import NORTH, SOUTH
from koikoi.yaku import Made, Sight, judge, worth
from tests.games import apply, everywhere, new_match, played, rule_sets, seeds, set_up, states

KOIKOI, SHOUBU = Call.KOIKOI, Call.SHOUBU
NINE_CHAFF = "1a 1b 2a 2b 3a 3b 4a 4b 5a"


def rules(text: str) -> RuleSet:
    return RuleSet.parse(text if text.split(maxsplit=1)[0] in PRESETS else f"nintendo {text}")


def made(
    text: str, own: str, *, table: str = "", month: Month = Month.MATSU, calls: int = 0
) -> dict[str, int]:
    return dict(judge(rules(text), Sight(fuda(own), (), fuda(table), month, calls)))


def points(round_: Round) -> tuple[int, int]:
    assert round_.result is not None
    return round_.result.points


# The pile.


@pytest.mark.parametrize(
    ("text", "own", "expected"),
    [
        ("redblue_mode=adds_10", "1Z 2Z 3Z 6Z 9Z AZ", {"akatan": 8, "akatan_aotan": 10}),
        ("redblue_mode=none", "1Z 2Z 3Z 6Z 9Z AZ", {"akatan": 8}),
        (
            "koikoi_japan",
            "1Z 2Z 3Z 6Z 9Z AZ 4Z",
            {"akatan": 5, "aotan": 5, "akatan_aotan": 10, "tan": 3},
        ),
        # The cup as animal or chaff: with five animals it makes six of them, with nine chaff ten.
        ("sake_cup_as_chaff=either", "2T 4T 5T 6T 8T 9T", {"tane": 2}),
        ("sake_cup_as_chaff=either", "1a 1b 2a 2b 3a 3b 4a 4b 5a 9T", {"kasu": 1}),
        # Not both at once: the fifth animal or the tenth chaff, equal, so the animal.
        ("sake_cup_as_chaff=either", "2T 4T 5T 6T 9T 1a 1b 2a 2b 3a 3b 4a 4b 5a", {"tane": 1}),
        (
            "sake_cup_as_chaff=either tane=0",
            "2T 4T 5T 6T 9T 1a 1b 2a 2b 3a 3b 4a 4b 5a",
            {"kasu": 1},
        ),
        ("sake_cup_as_chaff=either", "3H 9T", {"hanami": 5}),
        ("special_chaff_double=yes", "Ba Ca 1a 1b 2a 2b 3a 3b", {"kasu": 1}),
        ("special_chaff_double=yes", "Cb Cc 1a 1b 2a 2b 3a 3b", {}),
        ("viewing_yaku=needs_other_yaku", "3H 9T", {}),
        ("viewing_yaku=needs_other_yaku", "3H 8H 9T", {}),
        ("viewing_yaku=needs_other_yaku", "3H 9T 2T 4T 5T 6T", {"hanami": 5, "tane": 1}),
        ("rain_cancels_viewing=captured_november", "3H 8H 9T Ba", {}),
        ("rain_cancels_viewing=captured_rain_man", "3H 8H 9T Ba", {"hanami": 5, "tsukimi": 5}),
        ("rain_cancels_viewing=captured_rain_man", "3H 8H 9T BH", {}),
    ],
)
def test_a_pile_is_worth_what_the_option_says(
    text: str, own: str, expected: dict[str, int]
) -> None:
    assert made(text, own) == expected


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("Ba", {"tsukimi": 5}),
        ("Ca", {"hanami": 5}),
        ("Ba Ca", {}),
        ("1a", {"hanami": 5, "tsukimi": 5}),
    ],
)
def test_rain_and_fog_on_the_table_spoil_one_viewing_each(
    table: str, expected: dict[str, int]
) -> None:
    fog = "rain_cancels_viewing=field_november_fog"

    assert made(fog, "3H 8H 9T", table=table) == expected


@pytest.mark.parametrize(
    ("month", "expected"),
    [(Month.SAKURA, {"hanami": 5}), (Month.SUSUKI, {"tsukimi": 5}), (Month.KIKU, {})],
)
def test_seasonal_viewings_count_in_their_month(month: Month, expected: dict[str, int]) -> None:
    assert made("viewing_yaku=seasonal", "3H 8H 9T", month=month) == expected


@pytest.mark.parametrize(
    ("text", "month", "own", "expected"),
    [
        ("month_cards=current_month", Month.SAKURA, "3H 3Z 3a 3b", {"tsukifuda": 4}),
        ("month_cards=current_month", Month.FUJI, "3H 3Z 3a 3b", {}),
        ("month_cards=any_month", Month.FUJI, "3H 3Z 3a 3b", {"tsukifuda": 4}),
        ("month_cards=any_month", Month.FUJI, "3H 3Z 3a 3b Ba BZ BT BH", {"tsukifuda": 8}),
        ("month_cards=current_month_12_only", Month.SAKURA, "3H 3Z 3a 3b", {"tsukifuda": 4}),
        ("month_cards=current_month_12_only rounds=6", Month.SAKURA, "3H 3Z 3a 3b", {}),
        ("month_cards=current_month", Month.SAKURA, "3H 3Z 3a", {}),
    ],
)
def test_the_cards_of_the_month(
    text: str, month: Month, own: str, expected: dict[str, int]
) -> None:
    assert made(text, own, month=month) == expected


@pytest.mark.parametrize(("calls", "points"), [(0, 1), (1, 3), (4, 3)])
def test_viewings_grow_with_the_owners_first_call(calls: int, points: int) -> None:
    assert made("koikoi_japan", "3H 9T", calls=calls) == {"hanami": points}


@pytest.mark.parametrize(("calls", "points"), [(0, 1), (1, 3)])
def test_extras_can_wait_for_the_owners_call(calls: int, points: int) -> None:
    waiting = "extra_only_after_koikoi=yes"

    assert made(waiting, "2T 4T 5T 6T 8T 9T BT", calls=calls) == {"tane": points}


@pytest.mark.parametrize(
    ("calls", "points"), [(0, 16), (1, 17), (2, 18), (3, 19), (4, 32), (5, 48)]
)
def test_the_bonus_adds_up_to_three_and_then_multiplies(calls: int, points: int) -> None:
    sixteen = (Made("x", 16),)

    assert worth(rules("koikoi_japan"), sixteen, calls) == points
    assert worth(rules("nintendo"), sixteen, calls) == 16


# Koi-koi.


def hanami(text: str, *, calls: tuple[int, int] = (0, 0), hand: str = "3a 4a 4b") -> Round:
    """Return a round in which South has just made Flower Viewing."""
    round_ = set_up(
        hand, "2a 5b BZ", "3H", draws="5a 6a", took=("9T", ""), rules=rules(text), calls=calls
    )
    return round_.apply(parse_move("3a"))


def test_below_the_least_points_a_yaku_stops_for_you() -> None:
    assert hanami("koikoi_min_points=5").calling
    stopped = hanami("koikoi_min_points=6")

    assert points(stopped) == (5, 0)
    assert stopped.history[-2:-1][0].forced == "koikoi_min_points"  # type: ignore[union-attr]


def test_an_empty_hand_can_be_asked() -> None:
    asked = hanami("koikoi_empty_hand=ask", hand="3a")

    assert asked.calling
    assert asked.apply(KOIKOI).turn is NORTH


@pytest.mark.parametrize(
    ("test", "asks"),
    [("total_increased", True), ("new_or_changed_yaku", True), ("new_yaku_only", False)],
)
def test_what_counts_as_improved(test: str, *, asks: bool) -> None:
    ten = "1a 1b 2a 2b 3a 3b 5a 5b 6a 6b"
    round_ = set_up(
        "7a 4a",
        "2T 4b",
        "7T",
        draws="CH",
        took=(ten, ""),
        rules=rules(f"improve_test={test}"),
        calls=(1, 0),
        held=(Made("kasu", 1),),
    )

    assert round_.apply(parse_move("7a")).calling is asks


def test_growing_by_the_call_alone_is_nothing_to_be_asked_about() -> None:
    called = hanami("koikoi_japan").apply(KOIKOI)

    assert called.held[SOUTH] == (Made("hanami", 3),)
    # Nothing is taken with the wisteria: three and one for the call are what they were.
    assert not apply(called, parse_move("2a"), parse_move("4a")).calling


def test_fog_that_lifted_in_the_other_turn_is_no_improvement_of_ones_own() -> None:
    fog = rules("rain_cancels_viewing=field_november_fog")
    round_ = set_up(
        "1a 4a 8a",
        "Ba 5b 2a",
        "BT 1Z 3a 5a",
        draws="6a 7a 8b",
        took=("3H 9T", ""),
        rules=fog,
        turn=NORTH,
    )

    # The willow covers the blossoms. North takes it away; then South takes a pine.
    after = apply(round_, parse_move("Ba"), parse_move("1a"))

    assert dict(judge(fog, after.sight(SOUTH))) == {"hanami": 5}
    assert not after.calling


def test_fog_that_lifts_by_ones_own_card_is_an_improvement() -> None:
    fog = rules("rain_cancels_viewing=field_november_fog")
    round_ = set_up("Ba 4a", "5b 2a", "BT 1Z", draws="6a 7a", took=("3H 9T", ""), rules=fog)

    assert round_.apply(parse_move("Ba")).calling


# The end.


@pytest.mark.parametrize(
    ("text", "calls", "paid"),
    [
        ("koikoi_bonus=own_call_x2", (1, 0), 10),
        ("koikoi_bonus=own_call_x2", (0, 0), 5),
        ("koikoi_bonus=own_call_x2", (1, 1), 20),
        ("koikoi_bonus=multiplier_all_calls double_opponent_koikoi=no", (1, 2), 20),
        ("koikoi_bonus=kkj", (2, 0), 14),  # 5 + 2 = 7: doubled
        ("koikoi_bonus=kkj double_at=0", (2, 0), 7),
        ("double_at=0", (0, 1), 10),
        ("double_at=5", (0, 0), 10),
        ("double_opponent_koikoi=no", (0, 2), 5),
    ],
)
def test_a_stop_pays_what_the_options_make_of_it(
    text: str, calls: tuple[int, int], paid: int
) -> None:
    assert points(hanami(text, calls=calls).apply(SHOUBU)) == (paid, 0)


def test_who_loses_pays_where_points_only_change_hands() -> None:
    assert points(hanami("zero_sum=yes").apply(SHOUBU)) == (5, -5)


def ran_out(text: str, **facts: object) -> Round:
    """Return a round whose last card is played without effect; North dealt."""
    round_ = set_up(
        "1a",
        "",
        "3a",
        draws="5a",
        rules=rules(text),
        oya=NORTH,
        turn=SOUTH,
        **facts,  # type: ignore[arg-type]
    )
    return round_.apply(parse_move("1a"))


HANAMI = (Made("hanami", 5),)


@pytest.mark.parametrize(
    ("text", "calls", "paid"),
    [
        ("exhaust_no_yaku=child_1", (0, 0), (1, 0)),
        ("exhaust_no_yaku=dealer_6 zero_sum=yes", (0, 0), (-6, 6)),
        # South called on Flower Viewing: it counts as of the call.
        ("exhaust_after_koikoi=last_caller_scores", (1, 0), (5, 0)),
        # The other side had called before: doubled.
        ("exhaust_after_koikoi=highest_scores", (1, 0), (5, 0)),
        ("exhaust_after_koikoi=same_as_no_yaku exhaust_no_yaku=dealer_1", (1, 0), (0, 1)),
    ],
)
def test_hands_that_run_out(text: str, calls: tuple[int, int], paid: tuple[int, int]) -> None:
    held = HANAMI if calls[SOUTH] else ()

    assert points(ran_out(text, calls=calls, held=held, took=("3H 9T", ""))) == paid


def test_the_last_call_counts_and_an_earlier_one_of_the_other_side_doubles_it() -> None:
    round_ = set_up(
        "3a 4a",
        "7a 2a",
        "3H 7T",
        draws="5a 6a 9a Aa",
        took=("9T", "2T 4T 5T 6T"),
        rules=rules("exhaust_after_koikoi=last_caller_scores"),
    )

    # South goes on with Flower Viewing, North with five animals; then nobody takes anything.
    end = apply(
        round_, parse_move("3a"), KOIKOI, parse_move("7a"), KOIKOI, *map(parse_move, ("4a", "2a"))
    )

    assert end.result is not None
    assert (end.result.winner, end.result.reason) == (NORTH, Reason.NAGARE)
    assert points(end) == (0, 1 * 2)


def deal_with(table: str) -> Position:
    """Return a deal with this table and hands in which nothing is dealt."""
    laid = fuda(table)
    rest = [card for card in DECK if card not in laid]
    rest.sort(key=lambda card: (card % 4, card))
    return Position.deal(Month.MATSU, NORTH, (*rest[:16], *laid, *rest[16:]))


FOUR = "1H 1Z 1a 1b 3a 4a 5a 6a"


def test_the_dealer_can_take_four_of_a_month_and_lays_four_more() -> None:
    round_ = Round.begin(rules("field_four_of_month=dealer_takes"), deal_with(FOUR))

    assert round_.torifuda == ((), fuda("1H 1Z 1a 1b"))
    assert len(round_.bafuda) == 8
    assert len(round_.yamafuda) == 20
    assert everywhere(round_) == list(DECK)
    assert read_round(round_.rules, "\n".join(write_round(round_))) == round_


@pytest.mark.parametrize(("value", "paid"), [("dealer_wins_6", (0, 6)), ("void_round", (0, 0))])
def test_four_of_a_month_can_end_the_round(value: str, paid: tuple[int, int]) -> None:
    round_ = Round.begin(rules(f"field_four_of_month={value}"), deal_with(FOUR))

    assert points(round_) == paid
    assert round_.legal_moves == ()


def test_after_a_void_round_the_dealer_changes() -> None:
    void = rules("field_four_of_month=void_round next_dealer_on_draw=keep")
    match = new_match(b"x", str(void))
    match = match._replace(rounds=(Round.begin(void, deal_with(FOUR)),))

    assert match.next_oya is SOUTH


@pytest.mark.parametrize(
    ("text", "table", "paid"),
    [
        ("field_bright_multiplier=n_plus_1", "3H 1H 2T 4T", 5 * 3),
        ("field_bright_multiplier=n_plus_1", "3H 2T 4T 5T", 5 * 2),
        ("field_bright_multiplier=n_min_1", "3H 1H 2T 4T", 5 * 2),
        ("field_bright_multiplier=n_min_1", "3H 2T 4T 5T", 5),
        ("field_bright_multiplier=off", "3H 1H 2T 4T", 5),
    ],
)
def test_brights_on_the_table_at_the_deal_multiply(text: str, table: str, paid: int) -> None:
    brights = sum(card.kind is Kind.HIKARI for card in fuda(table))
    round_ = hanami(text)
    start = deal_with(f"{table} 6a 7a 9a Aa")
    assert start.brights == brights

    result = round_._replace(start=start).apply(SHOUBU).result

    assert result is not None
    assert result.points[SOUTH] == paid


# The match.


def test_twelve_cards_of_twelve_months_cannot_be_equal() -> None:
    for number in range(200):
        draws = draw_for_oya(rules("clubhouse"), bytes([number]))

        assert len(draws) == 1
        assert all(card % 4 == 0 for card in draws[0])


def test_months_in_another_order() -> None:
    backwards = rules("month_order=CBA987654321")
    by_chance = rules("month_order=random")

    assert [month_of(backwards, b"", number) for number in (1, 2, 12, 13)] == [12, 11, 1, 12]
    assert sorted(month_of(by_chance, b"x", number) for number in range(1, 13)) == list(Month)
    assert month_of(by_chance, b"x", 1) is month_of(by_chance, b"x", 13)


def with_points(text: str, paid: tuple[int, int]) -> Match:
    """Return a match whose first round brought these points."""
    match = new_match(b"x", text)
    result = hanami("nintendo").apply(SHOUBU).result
    assert result is not None
    ended = match.round._replace(result=result._replace(points=paid))
    return match._replace(rounds=(ended,))


@pytest.mark.parametrize(
    ("text", "paid", "over"),
    [
        ("koikoi_japan", (29, -29), False),
        ("koikoi_japan", (30, -30), True),
        ("clubhouse", (60, -60), False),
        ("nintendo target_score=20", (20, 0), True),
        ("nintendo target_score=20", (19, 0), False),
        ("nintendo rounds=1", (3, 3), True),
        ("nintendo rounds=1 final_tie=extra_round", (3, 3), False),
        ("nintendo rounds=1 final_tie=extra_round", (3, 4), True),
    ],
)
def test_when_a_match_is_over(text: str, paid: tuple[int, int], *, over: bool) -> None:
    match = with_points(text, paid)

    assert match.over is over
    if not over:
        assert match.next_round().number == 2


def test_the_dealer_can_win_a_tie() -> None:
    match = with_points("nintendo rounds=1 final_tie=dealer_wins", (3, 3))

    assert match.winner is match.round.oya


def test_everyone_starts_with_the_start_points() -> None:
    assert new_match(b"x", "koikoi_japan").scores == (30, 30)
    assert with_points("koikoi_japan", (7, -7)).scores == (37, 23)


# Everything at once.


@given(rule_sets, seeds)
def test_rounds_by_any_rules_keep_their_cards_and_end(rules: RuleSet, seed: int) -> None:
    for state in (*(seen := states(seed, rules)), seen[-1]):
        assert everywhere(state) == list(DECK)
    assert seen[-1].result is not None


@given(rule_sets, seeds, st.integers(0, 30))
def test_rounds_by_any_rules_are_read_back(rules: RuleSet, seed: int, place: int) -> None:
    seen = states(seed, rules)
    round_ = seen[place % len(seen)]

    assert read_round(round_.rules, "\n".join(write_round(round_))) == round_


@pytest.mark.parametrize("preset", list(PRESETS))
def test_matches_by_every_preset_are_read_back(preset: str) -> None:
    for match in played(new_match(preset.encode(), preset))[::7]:
        assert read(write(match)) == match
