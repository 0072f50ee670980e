"""Deals and positions: what is sent back, what scores at once, what cannot be."""

from __future__ import annotations

import pytest

from koikoi.cards import DECK, Card, Month, codes, fuda
from koikoi.match import dealt
from koikoi.position import Position, PositionError, misdeal
from koikoi.round import Redealt, Round
from koikoi.rules import RuleSet
from koikoi.score import Reason
from koikoi.seat import NORTH, SOUTH
from tests.games import NINTENDO

PLAIN_SOUTH = "1a 2a 3a 4a 5a 6a 7a 8a"
PLAIN_NORTH = "1b 2b 3b 4b 5b 6b 7b 8b"
PLAIN_TABLE = "9a Aa BT Ca 1Z 2Z 3Z 4Z"
FOUR_AND_MORE = "1H 1Z 1a 1b 2a 3a 4a 5a"
TWO_FOURS = "1H 1Z 1a 1b 2T 2Z 2a 2b"
FOUR_PAIRS = "9a 9b Aa Ab BH BT Ca Cb"
FOUR_TWO_TWO = "9a 9b 9T 9Z Aa Ab BH BT"


def deal(south: str = PLAIN_SOUTH, north: str = PLAIN_NORTH, table: str = PLAIN_TABLE) -> Position:
    """Return a deal with these piles; a pile that another one robs is filled from the rest."""
    named = fuda(south) + fuda(north) + fuda(table)
    rest = [card for card in DECK if card not in named]
    return Position.deal(Month.MATSU, SOUTH, named + tuple(rest))


def kept(*piles: str) -> tuple[str, ...]:
    """Return the plain piles, each with cards of these piles swapped out for free ones."""
    taken = {card for pile in piles for card in fuda(pile)}
    free = [card for card in DECK if card not in taken]
    # One of each month before the second of any, so that nothing special is dealt by accident.
    free.sort(key=lambda card: (card % 4, card))
    return tuple(codes(free[start : start + 8]) for start in (0, 8))


def with_south(hand: str) -> Position:
    north, table = kept(hand)
    return deal(hand, north, table)


def with_north(hand: str) -> Position:
    south, table = kept(hand)
    return deal(south, hand, table)


def with_table(table: str) -> Position:
    south, north = kept(table)
    return deal(south, north, table)


@pytest.mark.parametrize(
    ("rules", "table", "sent_back"),
    [
        ("nintendo", FOUR_AND_MORE, "field_four_of_month"),
        ("nintendo", FOUR_PAIRS, "field_four_pairs"),
        ("nintendo", "1H 1Z 1a 2T 3H 4T 5T 6T", ""),
        ("nintendo", FOUR_TWO_TWO, "field_four_of_month"),
        ("nintendo field_four_of_month=ignore", FOUR_TWO_TWO, ""),
        ("nintendo field_four_pairs=ignore", FOUR_PAIRS, ""),
        ("nintendo field_three_of_month=redeal", "1H 1Z 1a 2T 3H 4T 5T 6T", "field_three_of_month"),
    ],
)
def test_a_table_is_dealt_again_where_the_rules_say_so(
    rules: str, table: str, sent_back: str
) -> None:
    assert misdeal(RuleSet.parse(rules), with_table(table)) == sent_back


@pytest.mark.parametrize(
    ("hand", "rules", "sent_back"),
    [
        (FOUR_AND_MORE, "nintendo", ""),
        (FOUR_AND_MORE, "nintendo teshi=redeal", "teshi"),
        (FOUR_PAIRS, "nintendo kuttsuki=redeal", "kuttsuki"),
        (FOUR_PAIRS, "nintendo kuttsuki=off", ""),
    ],
)
def test_a_hand_is_dealt_again_where_the_rules_say_so(
    hand: str, rules: str, sent_back: str
) -> None:
    assert misdeal(RuleSet.parse(rules), with_north(hand)) == sent_back


@pytest.mark.parametrize(
    ("hand", "kind"),
    [(FOUR_AND_MORE, "teshi"), (FOUR_PAIRS, "kuttsuki"), (FOUR_TWO_TWO, "teshi")],
)
def test_a_dealt_yaku_pays_six_at_once_and_is_never_doubled(hand: str, kind: str) -> None:
    for position, points in ((with_south(hand), (6, 0)), (with_north(hand), (0, 6))):
        result = Round.begin(NINTENDO, position).result

        assert result is not None
        assert (result.reason, result.points) == (Reason.HAND_YAKU, points)
        assert [yaku.key for yaku in result.made] == [kind]
        assert result.factors == ()


def test_two_fours_in_one_hand_pay_no_more_than_one() -> None:
    result = Round.begin(NINTENDO, with_south(TWO_FOURS)).result

    assert result is not None
    assert result.points == (6, 0)


@pytest.mark.parametrize(
    ("rules", "winner"),
    [("nintendo", None), ("nintendo hand_yaku_both_players=dealer_wins", SOUTH)],
)
def test_dealt_yaku_on_both_sides_follow_their_rule(rules: str, winner: object) -> None:
    both = deal("1H 1Z 1a 1b 2a 3a 4a 5a", FOUR_PAIRS, "2T 3H 4T 5T 6T 7T 8H 9T")

    result = Round.begin(RuleSet.parse(rules), both).result

    assert result is not None
    assert result.winner is winner


def test_dealt_yaku_on_both_sides_can_be_played_on() -> None:
    both = deal("1H 1Z 1a 1b 2a 3a 4a 5a", FOUR_PAIRS, "2T 3H 4T 5T 6T 7T 8H 9T")

    round_ = Round.begin(RuleSet.parse("nintendo hand_yaku_both_players=ignore_and_play"), both)

    assert round_.result is None


def test_dealt_yaku_that_are_off_are_played_on() -> None:
    assert Round.begin(RuleSet.parse("nintendo teshi=off"), with_south(FOUR_AND_MORE)).legal_moves


def test_a_redeal_is_told_and_deals_other_cards() -> None:
    # One deal in about 165 goes back: among 2000 rounds there are some.
    rounds = [dealt(NINTENDO, b"redeals", number, NORTH) for number in range(1, 2001)]

    sent_back = [round_ for round_ in rounds if round_.history[:1] != ()]

    assert sent_back
    for round_ in sent_back:
        assert all(isinstance(event, Redealt) for event in round_.history if event != round_.result)
        assert misdeal(NINTENDO, round_.start) == ""


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        (Position(Month.UME, SOUTH, SOUTH, (DECK[:8], DECK[8:16]), DECK[16:24], DECK[25:]), "47"),
        (
            Position(Month.UME, SOUTH, SOUTH, (DECK[:8], DECK[7:15]), DECK[16:24], DECK[24:]),
            "two places: 2b",
        ),
        (
            Position(
                Month.UME,
                SOUTH,
                SOUTH,
                ((), ()),
                DECK[:24],
                DECK[24:47],
                drawn=Card.KIRI_KASU_3,
            ),
            "no choice of two",
        ),
    ],
)
def test_impossible_cards_are_refused_with_the_reason(position: Position, complaint: str) -> None:
    with pytest.raises(PositionError, match=complaint):
        Round.begin(NINTENDO, position)
