"""The players of the source, rule by rule (docs/rules.md, the source's levels)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koikoi.moves import Call, parse_move
from koikoi.players import LEVELS
from koikoi.players.searcher import Searcher
from koikoi.round import Round
from koikoi.seat import NORTH, SOUTH
from koikoi.view import View
from tests.games import new_match, played, rounds, set_up


def choice(level: str, round_: Round, seed: int = 0) -> str:
    view = View.of(round_, round_.turn)
    return str(LEVELS[level].with_budget(30).choose(view, Random(seed)))


@given(rounds, st.sampled_from(list(LEVELS)), st.integers(0, 99))
def test_every_level_makes_legal_moves(round_: Round, level: str, seed: int) -> None:
    if round_.result is None:
        assert parse_move(choice(level, round_, seed)) in round_.legal_moves


def test_only_a_level_that_scales_takes_the_budget_of_a_board() -> None:
    assert LEVELS["master"].with_budget(50) == Searcher(50)
    assert LEVELS["master"].with_budget(0) == LEVELS["master"].player
    assert LEVELS["expert"].with_budget(50) == LEVELS["expert"].player
    assert LEVELS["hard"].with_budget(50) is LEVELS["hard"].player


@pytest.mark.parametrize("level", ["normal", "hard"])
@pytest.mark.parametrize(
    ("hand", "table", "best"),
    [
        # The card and all it matches count: an animal takes a ribbon (15) before chaff takes chaff.
        ("1a 2T 5a", "1b 2Z 3H", "2T"),
        # Of two that match both count, and the better one is taken.
        ("1a 2T 5a", "1b 1H 2Z", "1a*1H"),
        # Of two equals the first one.
        ("4a 5a 7T", "4b 5b 8H", "4a"),
        # Nothing matches: the least is thrown away, the first of equals.
        ("2T 4a 5a", "8H 9T AT", "4a"),
        ("3H 2T 4Z", "8H 9T AT", "4Z"),
    ],
)
def test_normal_and_hard_take_what_is_worth_most(
    level: str, hand: str, table: str, best: str
) -> None:
    assert choice(level, set_up(hand, "Ca Cb Cc", table)) == best


@pytest.mark.parametrize(
    ("hand", "table", "normal", "hard"),
    [
        # A ribbon takes a bright (25), an animal takes an animal of the boar set (20 + 8).
        ("3a 7Z 5a", "3H 7T 9a", "3a", "3a"),
        # 11 for the animal; the poem ribbon's 6 makes it 12 for the chaff that takes it.
        ("5a 1a", "5T 1Z Ba", "5a", "1a"),
        # The blue ribbon likewise: 6 and 6 make 12.
        ("5a 6a", "5T 6Z Ba", "5a", "6a"),
        # Deer: 1 + 10 + 8 against 10 + 5.
        ("4T Aa", "4Z AT Ba", "4T", "Aa"),
    ],
)
def test_hard_sees_more_in_cards_of_the_great_yaku(
    hand: str, table: str, normal: str, hard: str
) -> None:
    round_ = set_up(hand, "Ca Cb", table)

    assert choice("normal", round_) == normal
    assert choice("hard", round_) == hard


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_the_drawn_card_takes_the_better_of_two(level: str) -> None:
    round_ = set_up("1a 5a", "2a 4b", "8a 8H 3a", draws="8T").apply(parse_move("1a"))

    assert choice(level, round_) == "*8H"


def asked(took: str, hand: str) -> Round:
    """Return South asked about koi-koi with these cards left in hand."""
    round_ = set_up(f"3a {hand}", "2a 4b", "3H 5T", draws="CH", took=(took, ""))
    return round_.apply(parse_move("3a"))


@pytest.mark.parametrize(
    ("took", "hand", "goes_on"),
    [
        ("9T", "1a 5a 6a", {"normal", "hard"}),  # 5 points, three cards
        ("9T", "1a 5a", {"hard"}),  # two cards
        ("9T", "1a", set()),  # one card
        ("9T 1H", "1b 5a 6a", {"normal", "hard"}),
        ("9T 2T 4T 6T 8T", "1a 5a 6a", {"normal", "hard"}),  # 5 + 1
        ("9T 8H", "1a 5a 6a", set()),  # 10 points
        ("9T 2T 4T 6T 8T 7T", "1a 5a 6a", {"hard"}),  # 5 + 2 = 7
    ],
)
def test_each_level_goes_on_with_its_own_courage(took: str, hand: str, goes_on: set[str]) -> None:
    round_ = asked(took, hand)

    calling = {
        level for level in ("easy", "normal", "hard") if choice(level, round_) == str(Call.KOIKOI)
    }

    assert calling == goes_on


def test_easy_plays_one_card_in_three_without_looking() -> None:
    # With one card in five worth taking, a careless play hits it one time in five.
    round_ = set_up("2T 4a 5a 6a 7a", "Ca Cb Cc 1a 1b", "2Z 3H 8H 9T")

    choices = [choice("easy", round_, seed) for seed in range(3000)]

    # 2/3 + 1/3 * 1/5 = 0.733; four standard deviations are 0.032.
    assert 0.701 < choices.count("2T") / 3000 < 0.766
    assert set(choices) == {"2T", "4a", "5a", "6a", "7a"}


def test_normal_beats_random_by_far() -> None:
    finished = [played(new_match(bytes([n])), ("normal", "random"))[-1] for n in range(60)]
    winners = [match.winner for match in finished]

    assert winners.count(SOUTH) > 3 * winners.count(NORTH)
