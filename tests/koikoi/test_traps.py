"""The traps of the rules: what programs of this game get wrong, under the rules that decide it."""

from __future__ import annotations

from random import Random

import pytest

from koikoi import chance
from koikoi.cards import DECK, Kind, Month, fuda
from koikoi.match import Human, Match, dealt, draw_for_oya, first_oya
from koikoi.moves import Call, parse_move
from koikoi.position import Position, dealt_yaku, misdeal
from koikoi.record import read, read_round, write, write_round
from koikoi.round import Called, Redealt, Round
from koikoi.rules import PRESETS, RuleSet
from koikoi.score import Reason, Terms, shoubu
from koikoi.seat import NORTH, SOUTH, Seat
from koikoi.yaku import Made, Sight, judge, reach, worth
from tests.games import NINTENDO, apply, everywhere, set_up, states

KOIKOI, SHOUBU = Call.KOIKOI, Call.SHOUBU
NINE_CHAFF = "1a 1b 2a 2b 4a 4b 5a 5b 6a"
SITTERS = (Human(), Human())


def made(
    rules: str, own: str, *, table: str = "", month: Month = Month.MATSU, calls: int = 0
) -> dict[str, int]:
    """Return what a pile makes."""
    sight = Sight(fuda(own), (), fuda(table), month, calls)
    return dict(judge(RuleSet.parse(rules), sight))


def total(
    rules: str, own: str, *, table: str = "", month: Month = Month.MATSU, calls: int = 0
) -> int:
    """Return what a pile is worth, a bonus for calls included."""
    parsed = RuleSet.parse(rules)
    sight = Sight(fuda(own), (), fuda(table), month, calls)
    return worth(parsed, judge(parsed, sight), calls)


def pays(rules: str, own: str, calls: tuple[int, int] = (0, 0)) -> int:
    """Return what South gets for a pile when it stops."""
    parsed = RuleSet.parse(rules)
    yaku = judge(parsed, Sight(fuda(own), (), (), Month.MATSU, calls[SOUTH]))
    return shoubu(Terms(parsed, SOUTH, calls), yaku, SOUTH).points[SOUTH]


def points(round_: Round) -> tuple[int, int]:
    """Return what a round that ended brought South and North."""
    assert round_.result is not None
    return round_.result.points


def forced_by(round_: Round) -> str:
    """Return the rule that stopped a round."""
    called = round_.history[-2]
    assert isinstance(called, Called)
    return called.forced


def takes(
    card: str,
    own: str,
    rules: str = "nintendo",
    *,
    calls: tuple[int, int] = (0, 0),
    held: tuple[Made, ...] = (),
    month: Month = Month.MATSU,
) -> Round:
    """Return a round after South, both having cards left, has taken this card from the table."""
    (taken,) = fuda(card)
    same_month = [other for other in DECK if other.month is taken.month]
    # The plainest other card of that month.
    plays = next(
        other for other in reversed(same_month) if other is not taken and other not in fuda(own)
    )
    round_ = set_up(
        f"{plays} 7a",
        "7b Aa",
        card,
        draws="Ab",
        took=(own, ""),
        rules=RuleSet.parse(rules),
        calls=calls,
        held=held,
    )
    start = round_.start._replace(month=month)
    return Round.begin(round_.rules, start).apply(parse_move(f"{plays}"))


# 1. Chaff with the cup.


@pytest.mark.parametrize(
    ("rules", "own", "yaku"),
    [
        ("nintendo", f"{NINE_CHAFF} 9T", {"kasu": 1}),
        ("open_hanafuda_ai", f"{NINE_CHAFF} 9T", {"kasu": 1}),
        ("koikoi_japan", f"{NINE_CHAFF} 9T", {"kasu": 1}),
        ("go_koikoi", f"{NINE_CHAFF} 9T", {}),
        ("go_koikoi_program", f"{NINE_CHAFF} 9T", {}),
        ("nintendo sake_cup_as_chaff=2", "1a 1b 2a 2b 4a 4b 5a 5b 9T", {"kasu": 1}),
        ("nintendo", f"{NINE_CHAFF} 9T 2T 4T 5T 8T", {"tane": 1, "kasu": 1}),
        # Either: as a chaff it makes nothing here and as an animal five of them, or the other way.
        ("nintendo sake_cup_as_chaff=either", f"{NINE_CHAFF} 9T", {"kasu": 1}),
        ("nintendo sake_cup_as_chaff=either", "9T 2T 4T 5T 8T", {"tane": 1}),
        ("nintendo sake_cup_as_chaff=either", f"{NINE_CHAFF} 9T 2T 4T 5T 8T", {"tane": 1}),
    ],
)
def test_trap_1_the_cup_is_chaff_where_the_rules_say_so(
    rules: str, own: str, yaku: dict[str, int]
) -> None:
    assert made(rules, own) == yaku


def test_trap_1_the_cup_as_the_tenth_chaff_is_asked_about() -> None:
    assert takes("9T", "1a 1b 2a 2b 4a 4b 5a 5b").calling
    assert not takes("9T", "1a 1b 2a 2b 4a 4b 5a 5b", "go_koikoi").calling


# 2. Rain is no third bright.


@pytest.mark.parametrize("rules", PRESETS)
def test_trap_2_rain_is_no_third_bright(rules: str) -> None:
    assert made(rules, "1H 3H BH") == {}
    assert list(made(rules, "1H 3H 8H BH")) == ["ameshikou"]


# 3. A better yaku of brights stands in place of the lesser one.


@pytest.mark.parametrize(("rules", "before"), [("nintendo", 5), ("namuwiki", 6)])
def test_trap_3_rain_after_three_brights_asks_again_and_replaces(rules: str, before: int) -> None:
    round_ = takes("BH", "1H 3H 8H", rules, calls=(1, 0), held=(Made("sankou", before),))

    assert round_.calling
    assert points(round_.apply(SHOUBU)) == (7 * 2, 0)


def test_trap_3_with_one_koikoi_in_a_round_rain_after_three_brights_stops() -> None:
    held = (Made("sankou", 5),)

    round_ = takes("BH", "1H 3H 8H", "open_hanafuda_ai", calls=(1, 0), held=held)

    assert forced_by(round_) == "koikoi_limit"
    assert points(round_) == (14, 0)


@pytest.mark.parametrize(("rules", "worth"), [("nintendo", 10), ("namuwiki", 15)])
def test_trap_3_five_brights_are_never_added_to_four(rules: str, worth: int) -> None:
    assert made(rules, "1H 3H 8H CH BH") == {"gokou": worth}


# 4, 5, 6. Extras and stacking.


@pytest.mark.parametrize(
    ("rules", "paid"),
    [("nintendo", 16), ("namuwiki", 16), ("en_wiki", 14), ("koikoi_japan", 7), ("clubhouse", 20)],
)
def test_trap_4_blue_ribbons_with_three_plain_ones(rules: str, paid: int) -> None:
    assert pays(rules, "6Z 9Z AZ 4Z 5Z 7Z") == paid


@pytest.mark.parametrize(
    ("rules", "paid"),
    [
        ("nintendo", 22),
        ("go_koikoi", 22),
        ("open_hanafuda_ai", 22),
        ("namuwiki", 22),
        ("en_wiki", 26),
        ("koikoi_japan", 23),
    ],
)
def test_trap_5_red_and_blue_ribbons_with_a_plain_one(rules: str, paid: int) -> None:
    assert pays(rules, "1Z 2Z 3Z 6Z 9Z AZ 4Z") == paid


@pytest.mark.parametrize(
    ("rules", "paid"), [("nintendo", 16), ("en_wiki", 14), ("koikoi_japan", 7)]
)
def test_trap_6_boar_deer_butterflies_among_six_animals(rules: str, paid: int) -> None:
    assert pays(rules, "6T 7T AT 2T 4T 5T") == paid


# 7. The fourth card takes all.


@pytest.mark.parametrize(("south", "draws"), [("1b 4a", "5a"), ("4a 5a", "1b")])
def test_trap_7_the_fourth_card_takes_all_from_hand_and_pile(south: str, draws: str) -> None:
    round_ = set_up(south, "2a 4b", "1H 1Z 1a 3a", draws=draws)

    after = round_.apply(parse_move(south[:2]))

    assert sorted(after.torifuda[SOUTH]) == sorted(fuda("1H 1Z 1a 1b"))
    assert after.turn is NORTH


# 8. Two candidates for the drawn card.


@pytest.mark.parametrize("oya", Seat)
def test_trap_8_a_drawn_card_with_two_matches_is_asked_about_on_both_sides(oya: Seat) -> None:
    hands = ("1a 4a", "2a 4b") if oya is SOUTH else ("2a 4b", "1a 4a")
    round_ = set_up(*hands, "8H 8a 1H", draws="8T", oya=oya)

    after = round_.apply(parse_move("1a"))

    assert after.torifuda[oya] == fuda("1a 1H")
    assert after.legal_moves == (parse_move("*8H"), parse_move("*8a"))


# 9. A misdeal keeps the month.

FOUR_MAPLES = "AT AZ Aa Ab 1H 2T 3H 4T"
FOUR_PAIRS = "9a 9b AT Ab BH BT Ca Cb"


def deal(south: str, north: str, table: str) -> Position:
    """Return a deal of these piles in round 5, the rest below."""
    named = fuda(south) + fuda(north) + fuda(table)
    rest = tuple(card for card in DECK if card not in named)
    return Position.deal(Month.AYAME, SOUTH, named + rest)


def with_table(table: str) -> Position:
    """Return a deal with this table and hands of eight different months."""
    free = [card for card in DECK if card not in fuda(table)]
    free.sort(key=lambda card: (card % 4, card))
    south, north = (" ".join(card.code for card in free[at : at + 8]) for at in (0, 8))
    return deal(south, north, table)


@pytest.mark.parametrize(
    ("rules", "table", "sent_back"),
    [
        ("namuwiki", FOUR_MAPLES, "field_four_of_month"),
        ("en_wiki", FOUR_MAPLES, "field_four_of_month"),
        ("nintendo", FOUR_MAPLES, "field_four_of_month"),
        ("go_koikoi_program", FOUR_MAPLES, ""),
        ("namuwiki", FOUR_PAIRS, "field_four_pairs"),
        ("en_wiki", FOUR_PAIRS, "field_four_pairs"),
        ("koikoi_japan", FOUR_PAIRS, ""),
    ],
)
def test_trap_9_a_table_is_sent_back_where_the_rules_say_so(
    rules: str, table: str, sent_back: str
) -> None:
    assert misdeal(RuleSet.parse(rules), with_table(table)) == sent_back


def test_trap_9_a_misdeal_keeps_the_round_and_the_dealer_and_nobody_scores() -> None:
    rounds = (dealt(NINTENDO, b"%d" % seed, 5, NORTH) for seed in range(5000))
    again = next(each for each in rounds if each.history[:1] == (Redealt("field_four_of_month"),))

    assert (again.month, again.oya, again.turn) == (Month.AYAME, NORTH, NORTH)
    assert misdeal(NINTENDO, again.start) == ""


def test_trap_9_four_of_a_month_that_are_played_lie_dead_to_the_end() -> None:
    rng = Random(9)
    round_ = Round.begin(RuleSet.parse("go_koikoi_program"), with_table(FOUR_MAPLES))
    while round_.legal_moves:
        round_ = round_.apply(rng.choice(round_.legal_moves))

    assert set(fuda("AT AZ Aa Ab")) <= set(round_.bafuda)


# The other ways with four of a month on the table.


def test_four_on_the_table_can_be_the_dealers() -> None:
    rules = RuleSet.parse("nintendo field_four_of_month=dealer_takes")
    start = with_table(FOUR_MAPLES)

    round_ = Round.begin(rules, start)

    assert set(round_.torifuda[SOUTH]) == set(fuda("AT AZ Aa Ab"))
    assert set(round_.bafuda) == {*fuda("1H 2T 3H 4T"), *start.yamafuda[:4]}
    assert round_.yamafuda == start.yamafuda[4:]


def test_four_on_the_table_twice_are_the_dealers_both() -> None:
    rules = RuleSet.parse("nintendo field_four_of_month=dealer_takes")

    round_ = Round.begin(rules, with_table("AT AZ Aa Ab 9T 9Z 9a 9b"))

    assert set(round_.torifuda[SOUTH]) == set(fuda("AT AZ Aa Ab 9T 9Z 9a 9b"))
    assert len(round_.bafuda) == 8
    assert len(round_.yamafuda) == 16


@pytest.mark.parametrize(
    ("rules", "paid", "next_oya"),
    [
        ("nintendo field_four_of_month=dealer_wins_6", (6, 0), SOUTH),
        ("koikoi_japan field_four_of_month=dealer_wins_6", (6, -6), SOUTH),
        # The dealer changes, whatever a round without a winner does otherwise.
        ("nintendo field_four_of_month=void_round", (0, 0), NORTH),
        ("en_wiki field_four_of_month=void_round", (0, 0), NORTH),
    ],
)
def test_four_on_the_table_can_end_the_round(
    rules: str, paid: tuple[int, int], next_oya: Seat
) -> None:
    round_ = Round.begin(RuleSet.parse(rules), with_table(FOUR_MAPLES))

    assert points(round_) == paid
    assert match_of(round_).next_oya is next_oya


# 10, 11. Hand yaku.

TESHI = "1H 1Z 1a 1b 2a 3a 4a 5a"
BOTH_TABLE = "2T 3H 4T 5T 6T 7T 8H 9T"


def match_of(*rounds: Round, carried: tuple[int, int] = (0, 0), first: int = 1) -> Match:
    """Return a match of rounds from elsewhere."""
    return Match(rounds[0].rules, b"", SITTERS, (), rounds, first, carried)


def test_trap_10_hand_yaku_on_both_sides_score_nothing_and_the_month_goes_on() -> None:
    rules = RuleSet.parse("namuwiki")
    round_ = Round.begin(rules, deal(TESHI, FOUR_PAIRS, BOTH_TABLE))

    assert round_.result is not None
    assert (round_.result.reason, points(round_)) == (Reason.BOTH_HAND_YAKU, (0, 0))
    match = match_of(round_, first=5)._replace(seed=b"x")
    assert match.next_round().round.month is Month.BOTAN
    assert match.next_oya is SOUTH


@pytest.mark.parametrize(
    ("rules", "paid"),
    [
        ("namuwiki hand_yaku_both_players=dealer_wins", (6, 0)),
        ("namuwiki hand_yaku_both_players=both_score", (6, 6)),
        ("namuwiki hand_yaku_both_players=both_score zero_sum=yes", (0, 0)),
        ("namuwiki hand_yaku_both_players=dealer_wins zero_sum=yes", (6, -6)),
    ],
)
def test_trap_10_hand_yaku_on_both_sides_can_be_paid(rules: str, paid: tuple[int, int]) -> None:
    round_ = Round.begin(RuleSet.parse(rules), deal(TESHI, FOUR_PAIRS, BOTH_TABLE))

    assert points(round_) == paid


def test_trap_10_a_single_teshi_pays_six_without_a_turn_and_deals_next() -> None:
    round_ = Round.begin(NINTENDO, deal(BOTH_TABLE, TESHI, "6a 7a 8a 9a Aa BT Ca 6b"))

    assert round_.moves == ()
    assert points(round_) == (0, 6)
    assert match_of(round_).next_oya is NORTH


def test_trap_11_four_and_two_pairs_are_a_teshi_and_no_kuttsuki() -> None:
    hand = "9a 9b 9T 9Z Aa Ab BH BT"

    assert dealt_yaku(fuda(hand)) == ("teshi",)


@pytest.mark.parametrize(
    ("hand", "stack", "paid"),
    [
        ("9a 9b 9T 9Z Aa Ab BH BT", "six", 6),
        ("9a 9b 9T 9Z Aa Ab BH BT", "twelve", 6),
        ("9a 9b 9T 9Z Aa Ab AT AZ", "six", 6),
        ("9a 9b 9T 9Z Aa Ab AT AZ", "twelve", 12),
    ],
)
def test_trap_11_two_hand_yaku_pay_once_or_twice(hand: str, stack: str, paid: int) -> None:
    rules = RuleSet.parse(f"nintendo hand_yaku_stack={stack}")
    start = deal(hand, "1a 2a 3a 4a 5a 6a 7a 8a", "1b 2b 3b 4b 5b 6b 7b 8b")

    assert points(Round.begin(rules, start)) == (paid, 0)


# 12. The last card.


def test_trap_12_the_dealers_last_card_stops_though_the_other_side_has_one() -> None:
    round_ = set_up("7a", "2T", "7Z 3H", draws="CH", took=(f"{NINE_CHAFF} 8T", ""))

    after = round_.apply(parse_move("7a"))

    assert forced_by(after) == "koikoi_empty_hand"
    assert points(after) == (1, 0)
    assert after.tefuda[NORTH] == fuda("2T")


def test_trap_12_where_the_rules_ask_with_an_empty_hand_one_may_go_on() -> None:
    rules = RuleSet.parse("nintendo koikoi_empty_hand=ask")
    round_ = set_up("7a", "2T", "7Z 3H", draws="CH", took=(f"{NINE_CHAFF} 8T", ""), rules=rules)

    asked = round_.apply(parse_move("7a"))

    assert asked.calling
    assert asked.apply(KOIKOI).turn is NORTH


# 13. Koi-koi, then nothing.


@pytest.mark.parametrize(
    ("rules", "held", "paid", "winner"),
    [
        ("nintendo", 5, (0, 0), None),
        ("go_koikoi_program", 5, (0, 0), None),
        ("open_hanafuda_ai", 5, (0, 0), None),
        ("namuwiki", 5, (5, 0), SOUTH),
        ("go_koikoi", 5, (5, 0), SOUTH),
        ("koikoi_japan", 3, (-1, 1), None),
    ],
)
def test_trap_13_hands_that_run_out_after_a_koikoi(
    rules: str, held: int, paid: tuple[int, int], winner: Seat | None
) -> None:
    round_ = set_up(
        "1a",
        "",
        "2a",
        draws="5a",
        took=("3H 9T", ""),
        rules=RuleSet.parse(rules),
        oya=NORTH,
        turn=SOUTH,
        calls=(1, 0),
        held=(Made("hanami", held),),
    )

    result = round_.apply(parse_move("1a")).result

    assert result is not None
    assert (result.reason, result.points, result.winner) == (Reason.NAGARE, paid, winner)


# 14. Nobody has any yaku.


@pytest.mark.parametrize(
    ("rules", "paid", "next_oya"),
    [
        ("nintendo", (0, 0), SOUTH),
        ("go_koikoi", (0, 0), NORTH),
        ("go_koikoi_program", (0, 0), NORTH),
        ("namuwiki", (0, 1), NORTH),
        ("en_wiki", (0, 1), NORTH),
        ("koikoi_japan", (-1, 1), NORTH),
        ("open_hanafuda_ai", (0, 0), SOUTH),
        ("classic", (0, 6), NORTH),
        ("nintendo exhaust_no_yaku=child_1", (1, 0), SOUTH),
    ],
)
def test_trap_14_hands_that_run_out_without_any_yaku(
    rules: str, paid: tuple[int, int], next_oya: Seat
) -> None:
    round_ = set_up(
        "1a", "", "2a", draws="5a", rules=RuleSet.parse(rules), oya=NORTH, turn=SOUTH
    ).apply(parse_move("1a"))

    assert points(round_) == paid
    assert match_of(round_).next_oya is next_oya


# 15. The threshold before the doubling.

FOUR_POINTS = "2T 4T 5T 6T 7T 8T 9T BT"
SEVEN_POINTS = "1H 3H 8H BH"


@pytest.mark.parametrize(
    ("own", "calls", "paid"),
    [
        (FOUR_POINTS, (0, 1), 8),
        (SEVEN_POINTS, (0, 1), 28),
        (SEVEN_POINTS, (0, 0), 14),
        (FOUR_POINTS, (1, 0), 4),
        (FOUR_POINTS, (0, 3), 8),
    ],
)
def test_trap_15_the_threshold_looks_at_the_base(
    own: str, calls: tuple[int, int], paid: int
) -> None:
    assert pays("nintendo", own, calls) == paid


@pytest.mark.parametrize(
    ("rules", "calls", "paid"),
    [
        ("nintendo koikoi_bonus=own_call_x2", (1, 0), 8),
        ("nintendo koikoi_bonus=own_call_x2", (3, 0), 8),
        ("nintendo koikoi_bonus=own_call_x2", (0, 1), 8),
        ("nintendo koikoi_bonus=own_call_x2", (1, 1), 16),
        ("nintendo koikoi_bonus=multiplier_all_calls", (2, 1), 4 * 4 * 2),
        ("classic koikoi_bonus=multiplier_all_calls", (2, 1), 4 * 4),
    ],
)
def test_a_bonus_for_calls_multiplies_where_the_rules_have_one(
    rules: str, calls: tuple[int, int], paid: int
) -> None:
    assert pays(rules, FOUR_POINTS, calls) == paid


# 16. A koi-koi against a koi-koi.


def both_improve(rules: str) -> Round:
    """Return a round in which South called on Flower Viewing and North then made five animals."""
    round_ = set_up(
        "3a 8a 4b",
        "7a 5b BZ",
        "3H 7T 8H",
        draws="5a 6a CH",
        took=("9T", "2T 4T 5T 6T"),
        rules=RuleSet.parse(rules),
    )
    return apply(round_, parse_move("3a"), KOIKOI, parse_move("7a"))


def test_trap_16_the_other_side_may_call_too_and_doubles_the_first() -> None:
    round_ = apply(both_improve("nintendo"), KOIKOI, parse_move("8a"), SHOUBU)

    assert points(round_) == (10 * 2 * 2, 0)


def test_trap_16_with_one_koikoi_for_each_side_the_third_improvement_stops() -> None:
    round_ = apply(both_improve("clubhouse"), KOIKOI, parse_move("8a"))

    assert forced_by(round_) == "koikoi_limit"
    assert points(round_) == (10 * 2 * 2, -10 * 2 * 2)


def test_trap_16_with_one_koikoi_in_a_round_the_other_side_wins_at_once_and_doubled() -> None:
    round_ = both_improve("open_hanafuda_ai")

    assert forced_by(round_) == "koikoi_limit"
    assert points(round_) == (0, 2)


# 17. One more card asks again.

TEN_CHAFF = f"{NINE_CHAFF} 8a"
KASU = (Made("kasu", 1),)


@pytest.mark.parametrize(
    ("rules", "asked"),
    [
        ("nintendo", True),
        ("nintendo improve_test=new_or_changed_yaku", True),
        ("nintendo improve_test=new_yaku_only", False),
    ],
)
def test_trap_17_one_more_chaff_asks_again_unless_only_new_yaku_do(
    rules: str, *, asked: bool
) -> None:
    assert takes("3Z", TEN_CHAFF, rules, calls=(1, 0), held=KASU).calling is asked


def test_trap_17_one_more_chaff_stops_where_the_limit_is_used_up() -> None:
    round_ = takes("3Z", TEN_CHAFF, "open_hanafuda_ai", calls=(1, 0), held=KASU)

    assert forced_by(round_) == "koikoi_limit"
    assert points(round_) == (2, 0)


@pytest.mark.parametrize("rules", ["nintendo", "go_koikoi", "nintendo improve_test=new_yaku_only"])
def test_trap_17_an_animal_beside_ten_chaff_asks_nothing(rules: str) -> None:
    round_ = set_up(
        "7Z 4Z",
        "2T BZ",
        "7T",
        draws="CH",
        took=(TEN_CHAFF, ""),
        rules=RuleSet.parse(rules),
        calls=(1, 0),
        held=KASU,
    )

    after = round_.apply(parse_move("7Z"))

    assert (after.calling, after.turn) == (False, NORTH)


# 18. How koikoi_japan grows.


def test_trap_18_a_viewing_yaku_grows_with_the_call_and_the_call_adds_one() -> None:
    assert made("koikoi_japan", "3H 9T") == {"hanami": 1}
    assert made("koikoi_japan", "3H 9T", calls=1) == {"hanami": 3}
    assert total("koikoi_japan", "3H 9T", calls=1) == 4


def test_trap_18_what_the_call_added_is_not_asked_about() -> None:
    round_ = set_up(
        "3a 7Z 4Z", "2T BZ", "3H", draws="CH 6a 5a", took=("9T", ""), rules=PRESETS["koikoi_japan"]
    )

    after = apply(round_, parse_move("3a"), KOIKOI, parse_move("2T"), parse_move("7Z"))

    assert (after.calling, after.turn) == (False, NORTH)


def test_trap_18_a_capture_beside_the_grown_yaku_is_not_asked_about_either() -> None:
    round_ = set_up(
        "3a 7Z 4Z",
        "2T BZ",
        "3H 7a",
        draws="CH 6a 5a",
        took=("9T", ""),
        rules=PRESETS["koikoi_japan"],
    )

    after = apply(round_, parse_move("3a"), KOIKOI, parse_move("2T"), parse_move("7Z"))

    assert set(fuda("7Z 7a")) <= set(after.torifuda[SOUTH])
    assert not after.calling


def test_trap_18_four_calls_double_sixteen_points() -> None:
    own = "6T 7T AT 8H 9T 4T 6Z 9Z AZ 4Z 5Z 1a 1b 2a 2b 3a 3b 5a 5b 6a"

    assert made("koikoi_japan", own, calls=4) == {
        "tsukimi": 3,
        "inoshikachou": 5,
        "tane": 1,
        "aotan": 5,
        "tan": 1,
        "kasu": 1,
    }
    assert total("koikoi_japan", own, calls=4) == 16 * 2
    assert pays("koikoi_japan", own, (4, 0)) == 32


# 19. Rain takes the party away.

HANAMI = (Made("hanami", 5),)


@pytest.mark.parametrize(
    ("weather", "card", "left"),
    [
        ("off", "BH", {"hanami": 5}),
        ("captured_november", "Ba", {}),
        ("captured_november", "BH", {}),
        ("captured_rain_man", "Ba", {"hanami": 5}),
        ("captured_rain_man", "BH", {}),
    ],
)
def test_trap_19_rain_in_the_pile_cancels(weather: str, card: str, left: dict[str, int]) -> None:
    assert made(f"nintendo rain_cancels_viewing={weather}", f"3H 9T {card}") == left


@pytest.mark.parametrize(
    ("table", "left"),
    [
        ("1H", {"hanami": 5, "tsukimi": 5}),
        ("BT", {"tsukimi": 5}),
        ("Ca", {"hanami": 5}),
        ("Ba CH", {}),
    ],
)
def test_trap_19_rain_and_fog_on_the_table_cancel(table: str, left: dict[str, int]) -> None:
    assert made("nintendo rain_cancels_viewing=field_november_fog", "3H 8H 9T", table=table) == left


@pytest.mark.parametrize("weather", ["captured_november", "captured_rain_man"])
def test_trap_19_points_that_fall_are_not_asked_about(weather: str) -> None:
    rules = f"nintendo rain_cancels_viewing={weather}"

    rained_out = takes("BH", "3H 9T", rules, calls=(1, 0), held=HANAMI)

    assert (rained_out.calling, rained_out.turn) == (False, NORTH)


@pytest.mark.parametrize("weather", ["captured_november", "captured_rain_man"])
def test_trap_19_a_new_yaku_that_costs_more_than_it_brings_is_not_asked_about(weather: str) -> None:
    rules = f"nintendo rain_cancels_viewing={weather}"
    held = (Made("sankou", 5), Made("hanami", 5), Made("tsukimi", 5))

    round_ = takes("BH", "1H 3H 8H 9T", rules, calls=(1, 0), held=held)

    assert made(rules, "1H 3H 8H 9T") == dict(held)
    assert made(rules, "1H 3H 8H 9T BH") == {"ameshikou": 7}
    assert not round_.calling


# 20. The cards of the month.


@pytest.mark.parametrize(
    ("rules", "own", "month", "yaku"),
    [
        ("namuwiki", "3H 3Z 3a 3b", Month.SAKURA, {"tsukifuda": 4}),
        ("namuwiki", "3H 3Z 3a 3b", Month.FUJI, {}),
        ("namuwiki rounds=6", "3H 3Z 3a 3b", Month.SAKURA, {}),
        ("namuwiki", "3H 3Z", Month.SAKURA, {}),
        ("namuwiki", "3H 3Z 3a 3b 9T", Month.SAKURA, {"hanami": 5, "tsukifuda": 4}),
        ("nintendo", "3H 3Z 3a 3b", Month.SAKURA, {}),
        (
            "namuwiki month_cards=current_month rounds=6",
            "3H 3Z 3a 3b",
            Month.SAKURA,
            {"tsukifuda": 4},
        ),
        ("namuwiki month_cards=any_month", "3H 3Z 3a 3b", Month.FUJI, {"tsukifuda": 4}),
        ("namuwiki month_cards=any_month", "3H 3Z 3a 3b 2T 2Z 2a 2b", Month.FUJI, {"tsukifuda": 8}),
    ],
)
def test_trap_20_the_cards_of_the_month(
    rules: str, own: str, month: Month, yaku: dict[str, int]
) -> None:
    assert made(rules, own, month=month) == yaku


def test_trap_20_the_fourth_card_of_the_month_is_asked_about() -> None:
    assert takes("3H", "3Z 3a", "namuwiki", month=Month.SAKURA).calling
    assert not takes("3H", "3Z 3a", "namuwiki", month=Month.FUJI).calling


def test_trap_20_the_month_is_the_one_given_to_the_round() -> None:
    rules = RuleSet.parse("namuwiki month_order=312456789ABC")

    assert dealt(rules, b"x", 1, SOUTH).month is Month.SAKURA
    assert dealt(rules, b"x", 13, SOUTH).month is Month.SAKURA


def test_trap_20_months_in_random_order_come_each_once_and_from_the_seed() -> None:
    rules = RuleSet.parse("namuwiki month_order=random")
    orders = {
        tuple(dealt(rules, seed, number, SOUTH).month for number in range(1, 13))
        for seed in (b"a", b"b", b"a")
    }

    assert len(orders) == 2
    assert all(sorted(order) == list(Month) for order in orders)


# Further traps: the draw for dealer.


def seed_with_two_chaff() -> bytes:
    """Return a seed whose first two cards for the dealer are two chaff of one month."""
    for number in range(10_000):
        south, north, *_ = chance.shuffled(b"%d" % number, "oyagime")
        if south.month is north.month and south.kind is north.kind is Kind.KASU:
            return b"%d" % number
    raise LookupError


@pytest.mark.parametrize("rules", ["nintendo", "go_koikoi_program"])
def test_two_chaff_of_one_month_are_drawn_again_with_fresh_cards(rules: str) -> None:
    seed = seed_with_two_chaff()

    first, second, *_ = draw_for_oya(RuleSet.parse(rules), seed)

    assert first[0].month is first[1].month
    assert not set(first) & set(second)


def test_of_twelve_cards_no_two_are_of_a_month() -> None:
    rules = PRESETS["clubhouse"]
    draws = [draw_for_oya(rules, b"%d" % number) for number in range(200)]

    assert all(len(pairs) == 1 for pairs in draws)
    for ((south, north),) in draws:
        assert south.month is not north.month
        oya = first_oya(rules, b"", ((south, north),))
        assert (oya is SOUTH) == (south.month < north.month)


# Further traps: reach.


@pytest.mark.parametrize(
    ("own", "other"),
    [
        ("7T", "AT"),
        ("", "9T"),
        # Two dry brights and the others are gone; three, and the last and the rain man are.
        ("1H 3H", "8H CH 9T"),
        ("1H 3H 8H", "BH CH 9T"),
        # Nine chaff, and none is left.
        (NINE_CHAFF, "3a 3b 6b 7a 7b 8a 8b 9a 9b Aa Ab Ba Ca Cb Cc 9T"),
        # Four animals, and the others are with the other side.
        ("2T 4T 5T 6T", "7T 8T 9T AT BT"),
    ],
)
def test_what_needs_a_card_of_the_other_pile_is_out_of_reach(own: str, other: str) -> None:
    sight = Sight(fuda(own), fuda(other), (), Month.MATSU, 0)

    assert reach(NINTENDO, sight) == ()


# Further traps: saved and resumed.


def called_and_passed() -> Round:
    """Return a round in which South called on Flower Viewing and is to move again."""
    round_ = set_up("3a 7Z 4Z", "2T BZ", "3H 7a", draws="CH 6a 5a", took=("9T", ""))
    return apply(round_, parse_move("3a"), KOIKOI, parse_move("2T"))


def test_what_was_held_at_a_koikoi_survives_saving_and_loading() -> None:
    round_ = called_and_passed()

    resumed = read_round(NINTENDO, "\n".join(write_round(round_)))

    assert resumed == round_
    assert not resumed.apply(parse_move("7Z")).calling


def test_a_position_taken_over_after_a_koikoi_asks_nothing_without_improvement() -> None:
    round_ = set_up(
        "7Z 4Z", "2T BZ", "7a", draws="6a", took=("3H 9T", ""), calls=(1, 0), held=HANAMI
    )

    resumed = read_round(NINTENDO, "\n".join(write_round(round_)))

    assert not resumed.apply(parse_move("7Z")).calling


# Further traps: the end of a match.


def ended(rules: str, paid: tuple[int, int], oya: Seat = SOUTH) -> Round:
    """Return a round that ended with these points."""
    round_ = set_up("1a", "", "2a", draws="5a", rules=RuleSet.parse(rules), oya=oya, turn=SOUTH)
    round_ = round_.apply(parse_move("1a"))
    assert round_.result is not None
    return round_._replace(result=round_.result._replace(points=paid))


@pytest.mark.parametrize(("lost", "over"), [(29, False), (30, True), (31, True)])
def test_bankruptcy_at_exactly_nought_ends_a_match(lost: int, *, over: bool) -> None:
    match = match_of(ended("koikoi_japan", (-lost, lost)))

    assert match.scores == (30 - lost, 30 + lost)
    assert match.over is over
    assert match.winner is (NORTH if over else None)


def test_in_clubhouse_points_go_below_nought_and_the_match_goes_on() -> None:
    match = match_of(ended("clubhouse", (-60, 60)))

    assert match.scores == (-10, 110)
    assert not match.over


@pytest.mark.parametrize("rules", ["nintendo", "go_koikoi", "open_hanafuda_ai", "koikoi_japan"])
def test_a_tie_at_the_end_has_no_winner(rules: str) -> None:
    match = match_of(ended(rules, (0, 0)), first=PRESETS[rules].rounds)

    assert match.over
    assert match.winner is None


def test_a_tie_can_be_played_on_until_a_round_breaks_it() -> None:
    tied = match_of(ended("nintendo final_tie=extra_round", (0, 0)), first=12)
    still = match_of(ended("nintendo final_tie=extra_round", (0, 0)), first=13)
    broken = match_of(ended("nintendo final_tie=extra_round", (0, 1)), first=13)

    assert not tied.over
    assert not still.over
    assert (broken.over, broken.winner) == (True, NORTH)


@pytest.mark.parametrize("oya", Seat)
def test_a_tie_can_be_the_last_dealers(oya: Seat) -> None:
    match = match_of(ended("nintendo final_tie=dealer_wins", (0, 0), oya), first=12)

    assert (match.over, match.winner) == (True, oya)


@pytest.mark.parametrize(("got", "over"), [(19, False), (20, True), (21, True)])
def test_a_target_score_ends_a_match(got: int, *, over: bool) -> None:
    match = match_of(ended("nintendo target_score=20", (got, 0)))

    assert match.over is over


# Further traps: stakes.


def staked() -> Round:
    """Return a round of stake50 with two brights on the table, which South won by Three Brights."""
    start = deal("3a 8a 1H 6a 6b Ca Aa 2Z", "6Z BT 4a 4b 5Z 9Z 7b 2a", "3H 8H 1a 2T 4T 5T 7Z 9a")
    draws = fuda("Cb Ab 9b 7a 5a")
    rest = tuple(card for card in start.yamafuda if card not in draws)
    round_ = Round.begin(PRESETS["stake50"], start._replace(yamafuda=draws + rest))
    return apply(round_, *(parse_move(text) for text in ("3a", "6Z", "8a", "BT", "1H")), SHOUBU)


def test_two_brights_dealt_to_the_table_treble_what_a_stop_pays_and_the_loser_pays_it() -> None:
    # Three Brights of namuwiki are six; two brights lay there: three times.
    assert points(staked()) == (18, -18)


def test_a_loser_of_stakes_who_falls_below_nought_ends_the_match() -> None:
    round_ = staked()

    match = match_of(round_, first=2, carried=(40, -40))

    assert match.scores == (50 + 40 + 18, 50 - 40 - 18)
    assert (match.over, match.winner) == (True, SOUTH)


def test_brights_on_the_table_do_not_multiply_a_hand_yaku() -> None:
    rules = RuleSet.parse("stake50")
    start = deal("1H 1Z 1a 1b 2a 3b 4a 5a", "2T 3a 4T 5T 6T 7T 8a 9T", "3H 8H CH BH 6a 7a 9a Aa")

    assert points(Round.begin(rules, start)) == (6, -6)


# What players of other programs reported, as far as it is a matter of rules.


ONE_PILE = "1H 3H 8H 9T 6T 7T AT 2T 1Z 2Z 3Z 4Z 5Z"


@pytest.mark.parametrize(
    ("rules", "worth"),
    [
        ("nintendo", 5 + 5 + 5 + 7 + 7),
        ("ja_wiki", 5 + 5 + 5 + 5 + 1 + 5 + 1),
        ("namuwiki", 6 + 5 + 5 + 7 + 7),
        ("en_wiki", 5 + 5 + 5 + 5 + 1 + 5 + 1),
        ("ru_wiki", 5 + 5 + 5 + 5 + 1 + 5 + 1),
        ("go_koikoi", 5 + 5 + 5 + 7 + 7),
        ("go_koikoi_program", 5 + 5 + 5 + 7 + 7),
        ("open_hanafuda_ai", 5 + 5 + 5 + 7 + 7),
        ("koikoi_japan", 5 + 1 + 1 + 5 + 1 + 5 + 1),
        ("clubhouse", 5 + 5 + 5 + 7 + 1 + 7 + 1),
        ("classic", 6 + 6 + 1 + 6 + 1),
        ("stake50", 6 + 5 + 5 + 7 + 7),
    ],
)
def test_one_pile_is_worth_what_each_preset_says(rules: str, worth: int) -> None:
    assert total(rules, ONE_PILE) == worth


@pytest.mark.parametrize(
    ("viewing", "own", "yaku"),
    [
        ("on", "3H 9T", {"hanami": 5}),
        ("off", "3H 9T", {}),
        ("needs_other_yaku", "3H 9T", {}),
        # Neither viewing yaku is company for the other.
        ("needs_other_yaku", "3H 8H 9T", {}),
        ("needs_other_yaku", "3H 9T 2T 4T 5T 6T", {"hanami": 5, "tane": 1}),
        # Month 3 is played: Flower Viewing only.
        ("seasonal", "3H 8H 9T", {"hanami": 5}),
    ],
)
def test_viewing_yaku_can_be_on_off_limited_or_seasonal(
    viewing: str, own: str, yaku: dict[str, int]
) -> None:
    assert made(f"nintendo viewing_yaku={viewing}", own, month=Month.SAKURA) == yaku


@pytest.mark.parametrize(
    ("own", "calls", "yaku"),
    [
        ("1Z 2Z 4Z 5Z 6Z 7Z", 0, {"tan": 1}),
        ("1Z 2Z 4Z 5Z 6Z 7Z", 1, {"tan": 2}),
        ("6T 7T AT 2T", 0, {"inoshikachou": 5}),
        ("6T 7T AT 2T", 1, {"inoshikachou": 6}),
    ],
)
def test_extras_can_wait_for_a_koikoi(own: str, calls: int, yaku: dict[str, int]) -> None:
    assert made("nintendo extra_only_after_koikoi=yes", own, calls=calls) == yaku


@pytest.mark.parametrize(
    ("own", "yaku"),
    [
        ("1a 1b 2a 2b 3a 3b Ba Ca", {"kasu": 1}),
        ("1a 1b 2a 2b 3a 3b Ba Cb", {}),
        ("1a 1b 2a 2b 3a 3b 4a Ba Ca", {"kasu": 2}),
    ],
)
def test_lightning_and_a_paulownia_can_count_twice(own: str, yaku: dict[str, int]) -> None:
    assert made("nintendo special_chaff_double=yes", own) == yaku


def test_a_sixth_ribbon_makes_tan_two_and_asks_again() -> None:
    held = (Made("tan", 1),)

    round_ = takes("BZ", "1Z 2Z 4Z 5Z 6Z", calls=(1, 0), held=held)

    assert round_.calling
    assert points(round_.apply(SHOUBU)) == (2, 0)


@pytest.mark.parametrize(
    ("rules", "yaku"),
    [("nintendo", {"akatan": 7}), ("en_wiki", {"akatan": 5, "tan": 1})],
)
def test_two_plain_ribbons_beside_the_red_ones(rules: str, yaku: dict[str, int]) -> None:
    assert made(rules, "1Z 2Z 3Z 4Z 5Z") == yaku


def out_of_cards(rules: str, seat: Seat) -> tuple[int, int]:
    """Return what this seat and the other get when hands run out.

    The seat called on Flower Viewing; the other has five animals and never called.
    """
    start = set_up("1a", "", "2a", draws="5a", took=("3H 9T", "2T 4T 5T 6T 7T")).start
    held: tuple[tuple[Made, ...], tuple[Made, ...]] = (HANAMI, ())
    start = start._replace(oya=NORTH, calls=(1, 0), held=held)
    if seat is NORTH:
        start = start._replace(
            oya=SOUTH,
            turn=NORTH,
            tefuda=start.tefuda[::-1],
            torifuda=start.torifuda[::-1],
            calls=(0, 1),
            held=held[::-1],
        )
    paid = points(Round.begin(RuleSet.parse(rules), start).apply(parse_move("1a")))
    return paid[seat], paid[seat.other]


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize(
    ("rule", "paid"),
    [
        ("void", (0, 0)),
        ("same_as_no_yaku", (0, 1)),
        ("last_caller_scores", (5, 0)),
        ("highest_scores", (5, 0)),
    ],
)
def test_each_rule_for_hands_that_run_out_after_a_koikoi_is_the_same_for_both_seats(
    seat: Seat, rule: str, paid: tuple[int, int]
) -> None:
    rules = f"nintendo exhaust_no_yaku=dealer_1 exhaust_after_koikoi={rule}"

    assert out_of_cards(rules, seat) == paid


def test_the_better_yaku_at_the_end_score_and_a_call_against_them_doubles() -> None:
    # Where Flower Viewing does not exist, five animals are more.
    rules = "nintendo exhaust_after_koikoi=highest_scores hanami=0"

    assert out_of_cards(rules, SOUTH) == (0, 1 * 2)


def test_too_few_points_stop_by_themselves_where_the_rules_want_more() -> None:
    few = takes("3H", "9T", "nintendo koikoi_min_points=6")
    enough = takes("3H", "9T", "nintendo koikoi_min_points=5")

    assert forced_by(few) == "koikoi_min_points"
    assert enough.calling


@pytest.mark.parametrize("rules", PRESETS)
def test_a_round_played_to_its_end_leaves_eight_cards_in_the_pile(rules: str) -> None:
    rng = Random(16)
    quiet = PRESETS[rules].but(koikoi_limit="unlimited")
    for number in range(400):
        round_ = dealt(quiet, b"16", number + 1, SOUTH)
        while round_.legal_moves:
            before = len(round_.yamafuda)
            calls = round_.legal_moves == (KOIKOI, SHOUBU)
            round_ = round_.apply(KOIKOI if calls else rng.choice(round_.legal_moves))
            assert before - len(round_.yamafuda) in {0, 1}
        if not any(round_.tefuda):
            break

    assert not any(round_.tefuda)
    assert len(round_.yamafuda) == 8


@pytest.mark.parametrize("rules", PRESETS)
def test_no_chain_of_legal_moves_raises_under_any_preset(rules: str) -> None:
    for seed in range(20):
        assert all(len(everywhere(state)) == 48 for state in states(seed, PRESETS[rules]))


@pytest.mark.parametrize("rules", PRESETS)
def test_a_match_of_every_preset_is_read_back_with_its_points(rules: str) -> None:
    rng = Random(22)
    match = Match.new(PRESETS[rules], b"22", SITTERS)
    while not match.over:
        if match.round.result is not None:
            match = match.next_round()
        else:
            match = match.apply(rng.choice(match.round.legal_moves))

    again = read(write(match))

    assert again == match
    assert again.scores == match.scores
    if PRESETS[rules].zero_sum:
        assert sum(match.scores) == 2 * PRESETS[rules].start_points


@pytest.mark.parametrize("which", ["current_month", "any_month"])
def test_cards_of_the_month_that_the_dealer_was_given_are_no_improvement(which: str) -> None:
    rules = RuleSet.parse(f"nintendo field_four_of_month=dealer_takes month_cards={which}")
    round_ = Round.begin(rules, with_table(FOUR_MAPLES)._replace(month=Month.MOMIJI))

    # Four points lie in the dealer's pile from the start; what the drawn cherry takes adds none.
    after = round_.apply(parse_move("5T"))

    assert len(after.torifuda[SOUTH]) > 4
    assert not after.calling


def test_a_yaku_that_a_position_brings_along_is_no_improvement() -> None:
    round_ = set_up("1a 4a", "2a 4b", "1Z 5a", draws="6a", took=("3H 9T", ""))

    assert not round_.apply(parse_move("1a")).calling


def test_in_a_position_whose_mover_has_no_card_the_other_side_plays_on() -> None:
    round_ = set_up("", "2a 3a", "5a", draws="6a", oya=SOUTH, turn=SOUTH)

    assert round_.turn is NORTH
    assert round_.legal_moves
