"""A month: capture, the draw, koi-koi, and how it ends."""

from __future__ import annotations

from random import Random

import pytest

from koikoi.cards import Card, fuda
from koikoi.moves import Call, IllegalMoveError, Move, Pick, Play, parse_move
from koikoi.round import Called, Laid, Round
from koikoi.rules import RuleSet
from koikoi.score import Factor, Reason
from koikoi.seat import NORTH, SOUTH
from koikoi.yaku import Made
from tests.games import NINTENDO, apply, everywhere, set_up
from tests.koikoi.test_slow_judge import choose, random_round

KOIKOI, SHOUBU = Call.KOIKOI, Call.SHOUBU


def play(text: str) -> Move:
    return parse_move(text)


def points(round_: Round) -> tuple[int, int]:
    """Return what a round that ended brought South and North."""
    assert round_.result is not None
    return round_.result.points


# Capture, from the hand.


def test_a_card_that_matches_nothing_stays_on_the_table() -> None:
    round_ = set_up("1a 4a", "2a 4b", "3a", draws="5a")

    after = round_.apply(play("1a"))

    assert after.bafuda == fuda("3a 1a 5a")
    assert after.torifuda == ((), ())


def test_a_single_match_is_taken() -> None:
    round_ = set_up("1a 4a", "2a 4b", "1H 3a", draws="5a")

    after = round_.apply(play("1a"))

    assert after.torifuda[SOUTH] == fuda("1a 1H")
    assert after.bafuda == fuda("3a 5a")


def test_two_that_match_are_a_choice() -> None:
    round_ = set_up("1a 4a", "2a 4b", "1H 1Z 3a", draws="5a")

    assert round_.legal_moves == (play("1a*1H"), play("1a*1Z"), play("4a"))

    after = round_.apply(play("1a*1Z"))

    assert after.torifuda[SOUTH] == fuda("1a 1Z")
    assert after.bafuda == fuda("1H 3a 5a")


def test_three_matching_cards_are_all_taken() -> None:
    round_ = set_up("1a 4a", "2a 4b", "1H 1Z 1b 3a", draws="5a")

    assert round_.legal_moves == (play("1a"), play("4a"))

    after = round_.apply(play("1a"))

    assert after.torifuda[SOUTH] == fuda("1a 1H 1Z 1b")
    assert after.bafuda == fuda("3a 5a")


# Capture, with the drawn card.


def test_a_drawn_card_that_matches_two_is_asked_about_after_the_hand_card_is_done() -> None:
    round_ = set_up("1a 4a", "2a 4b", "1H 8H 8a", draws="8T")

    after = round_.apply(play("1a"))

    assert after.torifuda[SOUTH] == fuda("1a 1H")
    assert (after.turn, after.drawn) == (SOUTH, fuda("8T")[0])
    assert after.legal_moves == (play("*8H"), play("*8a"))
    assert after.apply(play("*8a")).torifuda[SOUTH] == fuda("1a 1H 8T 8a")


def test_a_drawn_card_takes_three_without_asking() -> None:
    round_ = set_up("1a 4a", "2a 4b", "8H 8a 8b", draws="8T")

    after = round_.apply(play("1a"))

    assert after.turn is NORTH
    assert after.torifuda[SOUTH] == fuda("8T 8H 8a 8b")


def test_a_drawn_card_can_take_the_card_just_laid() -> None:
    round_ = set_up("1a 4a", "2a 4b", "3a", draws="1H")

    assert round_.apply(play("1a")).torifuda[SOUTH] == fuda("1H 1a")


@pytest.mark.parametrize("table", ["3a", "1H 3a", "1H 1Z 3a", "1H 1Z 1b 3a"])
def test_the_pile_shrinks_by_one_whatever_the_hand_card_did(table: str) -> None:
    round_ = set_up("1a 4a", "2a 4b", table, draws="5a")

    after = round_.apply(round_.legal_moves[0])

    assert len(after.yamafuda) == len(round_.yamafuda) - 1


# Illegal moves.


@pytest.mark.parametrize(
    "move",
    [
        Play(*fuda("2a")),  # the other hand's
        Play(*fuda("1a")),  # a choice not made
        Play(*fuda("1a 3a")),  # another month
        Play(*fuda("4a 3a")),  # takes without matching
        Pick(*fuda("1H")),
        KOIKOI,
        SHOUBU,
    ],
)
def test_an_illegal_move_names_the_legal_ones_and_changes_nothing(move: Move) -> None:
    round_ = set_up("1a 4a", "2a 4b", "1H 1Z 3a", draws="5a")
    before = tuple(round_)

    with pytest.raises(IllegalMoveError, match=r"legal moves: 1a\*1H, 1a\*1Z, 4a"):
        round_.apply(move)

    assert tuple(round_) == before


def test_a_match_on_the_table_cannot_be_refused() -> None:
    round_ = set_up("1a 4a", "2a 4b", "1H 3a", draws="5a")

    after = round_.apply(play("1a"))

    assert fuda("1a")[0] not in after.bafuda


def test_nothing_is_legal_once_the_round_is_over() -> None:
    over = apply(set_up("1H 4a", "2a 4b", "1a", draws="5a", took=("3H 8H", "")), play("1H"), SHOUBU)

    with pytest.raises(IllegalMoveError, match="the round is over"):
        over.apply(play("4a"))


# Koi-koi.


def hanami_made(rules: RuleSet = NINTENDO, calls: tuple[int, int] = (0, 0)) -> Round:
    """Return a round in which South has just made Flower Viewing; both have cards left."""
    round_ = set_up(
        "3a 4a 4b",
        "2a 5b BZ",
        "3H",
        draws="5a 6a 6b",
        took=("9T", ""),
        rules=rules,
        calls=calls,
    )
    return round_.apply(play("3a"))


def test_the_question_comes_when_the_yaku_are_worth_more() -> None:
    asked = hanami_made()

    assert asked.calling
    assert asked.turn is SOUTH
    assert asked.legal_moves == (KOIKOI, SHOUBU)


def test_stopping_pays_the_yaku() -> None:
    result = hanami_made().apply(SHOUBU).result

    assert result is not None
    assert (result.winner, result.reason, result.points) == (SOUTH, Reason.SHOUBU, (5, 0))


def test_going_on_passes_the_turn() -> None:
    after = hanami_made().apply(KOIKOI)

    assert (after.turn, after.calls, after.result) == (NORTH, (1, 0), None)
    assert after.history[-1] == Called(SOUTH, KOIKOI)


def test_a_turn_without_improvement_asks_nothing_again() -> None:
    after = apply(hanami_made(), KOIKOI, play("2a"), play("4a"))

    assert not after.calling
    assert after.turn is NORTH


TEN_CHAFF = "1a 1b 2a 2b 3a 3b 5a 5b 6a 6b"
KASU = (Made("kasu", 1),)


def test_one_more_chaff_asks_again() -> None:
    round_ = set_up(
        "7a 4a", "2T 4b", "7T", draws="CH", took=(TEN_CHAFF, ""), calls=(1, 0), held=KASU
    )

    after = round_.apply(play("7a"))

    assert after.calling
    assert points(after.apply(SHOUBU)) == (2, 0)


def test_an_animal_beside_ten_chaff_asks_nothing() -> None:
    round_ = set_up(
        "7Z 4a", "2T 4b", "7T", draws="CH", took=(TEN_CHAFF, ""), calls=(1, 0), held=KASU
    )

    after = round_.apply(play("7Z"))

    assert not after.calling
    assert after.turn is NORTH


def test_a_better_yaku_in_place_of_another_asks_again() -> None:
    round_ = set_up(
        "Ba 4a",
        "2T 4b",
        "BH",
        draws="CH",
        took=("1H 3H 8H", ""),
        calls=(1, 0),
        held=(Made("sankou", 5),),
    )

    after = round_.apply(play("Ba"))

    assert after.calling
    # Seven points: doubled. The own call does not double.
    assert points(after.apply(SHOUBU)) == (14, 0)


def test_after_a_call_the_other_side_may_call_too_and_its_call_doubles_the_first() -> None:
    round_ = set_up(
        "3a 8a 4b",
        "7a 5b BZ",
        "3H 7T 8H",
        draws="5a 6a CH",
        took=("9T", "2T 4T 5T 6T"),
    )

    # South makes Flower Viewing, North five animals, then South Moon Viewing as well.
    after = apply(round_, play("3a"), KOIKOI, play("7a"), KOIKOI, play("8a"), SHOUBU)

    assert after.calls == (1, 1)
    assert points(after) == (10 * 2 * 2, 0)


@pytest.mark.parametrize(
    ("limit", "calls", "forced"),
    [
        ("unlimited", (3, 3), False),
        ("once_per_player", (0, 1), False),
        ("once_per_player", (1, 0), True),
        ("once_per_round", (0, 0), False),
        ("once_per_round", (0, 1), True),
        ("once_per_round", (1, 0), True),
    ],
)
def test_a_used_up_limit_stops_for_you_and_says_so(
    limit: str, calls: tuple[int, int], *, forced: bool
) -> None:
    after = hanami_made(RuleSet.parse(f"nintendo koikoi_limit={limit}"), calls)

    assert after.calling is not forced
    if forced:
        assert after.history[-2] == Called(SOUTH, SHOUBU, "koikoi_limit")


@pytest.mark.parametrize(
    ("south", "table", "draws"),
    [
        ("3a", "3H", "5a"),  # by the hand card
        ("5a", "3H", "3a"),  # by the drawn card
    ],
)
def test_with_no_card_left_the_round_stops_by_itself_and_says_so(
    south: str, table: str, draws: str
) -> None:
    round_ = set_up(south, "2a 4b", table, draws=draws, took=("9T", ""))

    after = round_.apply(Play(*fuda(south)))

    assert after.history[-2] == Called(SOUTH, SHOUBU, "koikoi_empty_hand")
    assert points(after) == (5, 0)


# What a stop is worth.


@pytest.mark.parametrize(
    ("took", "calls", "paid"),
    [
        # (base 5) nobody called; the winner called; the other side called once or thrice.
        ("9T", (0, 0), 5),
        ("9T", (2, 0), 5),
        ("9T", (0, 1), 10),
        ("9T", (0, 3), 10),
        # (base 10: with Moon Viewing) seven or more doubles, and so does the call: four times.
        ("9T 8H", (0, 0), 20),
        ("9T 8H", (0, 1), 40),
    ],
)
def test_each_doubling_has_its_reason(took: str, calls: tuple[int, int], paid: int) -> None:
    round_ = set_up("3a 4a", "2a 4b", "3H", draws="5a", took=(took, ""), calls=calls)

    after = apply(round_, play("3a"), SHOUBU)

    assert points(after) == (paid, 0)
    assert after.result is not None
    rules = {factor.rule for factor in after.result.factors}
    assert ("double_opponent_koikoi" in rules) == (calls[NORTH] > 0)
    assert ("double_at" in rules) == (after.result.base >= 7)


def test_the_threshold_looks_at_the_points_before_doubling() -> None:
    # Five doubled by the other side's call is ten, but seven was not reached: not four times.
    round_ = set_up("3a 4a", "2a 4b", "3H", draws="5a", took=("9T", ""), calls=(0, 1))

    result = apply(round_, play("3a"), SHOUBU).result

    assert result is not None
    assert result.factors == (Factor("double_opponent_koikoi", 2),)


def test_north_is_paid_like_south() -> None:
    round_ = set_up("2a 4b", "3a 4a", "3H", draws="5a", took=("", "9T"), oya=NORTH, calls=(1, 0))

    assert points(apply(round_, play("3a"), SHOUBU)) == (0, 10)


# The end without a winner.


def last_turn(calls: tuple[int, int], rules: str = "nintendo") -> Round:
    round_ = set_up(
        "1a", "", "3a", draws="5a", rules=RuleSet.parse(rules), calls=calls, oya=NORTH, turn=SOUTH
    )
    return round_.apply(play("1a"))


@pytest.mark.parametrize(
    ("rules", "calls", "paid"),
    [
        ("nintendo", (0, 0), (0, 0)),
        ("nintendo", (1, 0), (0, 0)),
        ("nintendo exhaust_no_yaku=dealer_1", (0, 0), (0, 1)),
        ("nintendo exhaust_no_yaku=dealer_6", (0, 0), (0, 6)),
        ("nintendo exhaust_no_yaku=dealer_1", (1, 0), (0, 0)),
        (
            "nintendo exhaust_no_yaku=dealer_1 exhaust_after_koikoi=same_as_no_yaku",
            (1, 0),
            (0, 1),
        ),
    ],
)
def test_hands_that_run_out_end_the_round(
    rules: str, calls: tuple[int, int], paid: tuple[int, int]
) -> None:
    result = last_turn(calls, rules).result

    assert result is not None
    assert (result.winner, result.reason, result.points) == (None, Reason.NAGARE, paid)


def test_a_turn_is_not_passed_to_an_empty_hand() -> None:
    round_ = set_up("1a 2a", "", "3a", draws="5a 6a")

    assert round_.apply(play("1a")).turn is SOUTH


def test_events_tell_what_a_turn_did() -> None:
    round_ = set_up("1a 4a", "2a 4b", "1H 3a", draws="5a")

    after = round_.apply(play("1a"))

    assert after.history == (
        Laid(SOUTH, Card.MATSU_KASU_1, fuda("1H"), drawn=False),
        Laid(SOUTH, Card.AYAME_KASU_1, (), drawn=True),
    )


def test_all_48_cards_are_somewhere_after_a_drawn_choice() -> None:
    round_ = set_up("1a 4a", "2a 4b", "1H 8H 8a", draws="8T")

    assert everywhere(round_.apply(play("1a"))) == list(range(48))


def lying(round_: Round) -> tuple[object, ...]:
    """Return where all cards are, whatever their order where that means nothing, and the calls."""
    drawn = () if round_.drawn is None else (round_.drawn,)
    return (
        *(frozenset(hand) for hand in round_.tefuda),
        frozenset(round_.bafuda),
        (*drawn, *round_.yamafuda),
        *round_.torifuda,
        round_.calls,
        round_.history,
    )


@pytest.mark.parametrize("seed", range(30))
def test_a_round_can_be_looked_at_as_it_lay_at_any_moment(seed: int) -> None:
    rng = Random(seed)
    round_ = random_round(NINTENDO, rng)
    moments = [lying(round_)]
    while round_.result is None:
        round_ = round_.apply(choose(round_, rng))
        moments.append(lying(round_))

    ended = round_

    for moment in moments:
        history = moment[-1]
        assert isinstance(history, tuple)
        assert lying(ended.as_it_lay(len(history))) == moment
    # Between the two cards of a turn no move stands, but it can be looked at.
    for number, event in enumerate(ended.history):
        before, after = ended.as_it_lay(number), ended.as_it_lay(number + 1)
        if isinstance(event, Laid):
            gone = {*before.tefuda[event.seat], *before.yamafuda} - {
                *after.tefuda[event.seat],
                *after.yamafuda,
            }
            assert gone == {event.card}
            assert {*after.torifuda[event.seat]} - {*before.torifuda[event.seat]} == (
                {event.card, *event.taken} if event.taken else set()
            )


def test_a_card_that_is_drawn_and_waits_goes_back_to_the_pile_when_one_looks_back() -> None:
    round_ = set_up("1H", "2T", "4Z 4a 5T", "4b 6T")
    waiting = round_.apply(play("1H"))

    before = waiting.as_it_lay(0)

    assert waiting.drawn is not None
    assert before.drawn is None
    assert before.yamafuda == round_.yamafuda
    assert before.tefuda == round_.tefuda
