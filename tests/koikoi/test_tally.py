"""Figures: what matches came to for South."""

from __future__ import annotations

import json

import pytest

from koikoi.match import Cpu, Human, Match
from koikoi.moves import Call, parse_move
from koikoi.round import Round
from koikoi.seat import NORTH, SOUTH
from koikoi.tally import Tally, counts, tallies
from tests.games import NINTENDO, apply, new_match, played, set_up

CALLING = set_up(
    "1a 5b",
    "1b 7b",
    "4a 5a",
    "8a 8b",
    took=("2T 4T 5T 6T 7T", ""),
)._replace(calling=True)
"""South has five animals, a point, and is asked."""

STOPPED = CALLING.apply(Call.SHOUBU)
CALLED_AND_LOST = apply(
    set_up(
        "1a 5b 3a",
        "9T 7b",
        "4a 9a",
        "6b Aa Ba",
        took=("2T 4T 5T 6T 7T", "3H 3b"),
        oya=SOUTH,
    )._replace(calling=True),
    Call.KOIKOI,
    parse_move("9T"),
    Call.SHOUBU,
)
"""South called koi-koi; North took the sake cup, had Flower Viewing, and stopped."""


def over(*rounds: Round, level: str = "hard") -> Match:
    """A match of these months, which are all of it."""
    rules = NINTENDO.but(rounds=len(rounds))
    return Match(rules, b"", (Human(), Cpu(level)), (), rounds)


def test_a_month_won_by_stopping_counts_with_its_points_and_sets() -> None:
    assert STOPPED.result is not None
    (every, kind) = tallies([over(STOPPED)])

    assert (every.matches, every.won, every.lost, every.tied) == (1, 1, 0, 0)
    assert (every.months, every.months_won, every.months_lost) == (1, 1, 0)
    assert every.points == (1, 0)
    assert every.yaku == (("tane", 1),)
    assert (every.called, every.called_won) == (0, 0)
    assert kind == every._replace(level="hard", rules="nintendo")


def test_koi_koi_that_was_called_in_vain_is_no_success_and_its_sets_do_not_count() -> None:
    assert CALLED_AND_LOST.result is not None
    assert CALLED_AND_LOST.result.winner is NORTH

    (every, _) = tallies([over(CALLED_AND_LOST)])

    assert (every.called, every.called_won) == (1, 0)
    assert (every.lost, every.months_lost) == (1, 1)
    # Five points for Flower Viewing, doubled because South had called koi-koi.
    assert every.points == (0, 10)
    assert every.yaku == ()


def test_matches_are_told_apart_by_level_and_rules_the_most_played_first() -> None:
    easy, hard = over(STOPPED, level="easy"), over(CALLED_AND_LOST)

    every, first, second = tallies([easy, hard, hard])

    assert (every.matches, every.won, every.lost) == (3, 1, 2)
    assert (first.level, first.matches, first.points) == ("hard", 2, (0, 20))
    assert (second.level, second.matches, second.points) == ("easy", 1, (1, 0))


def test_a_match_given_up_is_lost_without_the_month_in_play() -> None:
    match = new_match(b"x").give_up(SOUTH)

    (every, _) = tallies([match])

    assert (every.matches, every.lost, every.months) == (1, 1, 0)


def test_a_tie_is_neither_won_nor_lost() -> None:
    (every, _) = tallies([over(STOPPED, CALLED_AND_LOST)._replace(carried=(9, 0))])

    assert (every.won, every.lost, every.tied) == (0, 0, 1)


def test_only_a_match_against_the_program_that_is_over_and_untouched_counts() -> None:
    match = over(STOPPED)

    assert counts(match)
    assert not counts(new_match(b"x"))
    assert not counts(match._replace(takebacks=1))
    assert not counts(match._replace(sitters=(Human(), Human())))
    assert tallies([match._replace(takebacks=1)]) == ()


def test_figures_go_on_from_those_before() -> None:
    some = [played(new_match(bytes([seed])))[-1] for seed in range(4)]

    assert tallies(some[2:], tallies(some[:2])) == tallies(some)


def test_figures_are_the_same_after_they_were_kept_as_json() -> None:
    (every, kind) = tallies([played(new_match(b"kept"))[-1]])

    assert Tally.of(json.loads(json.dumps(every._asdict()))) == every
    assert Tally.of(json.loads(json.dumps(kind._asdict()))) == kind


@pytest.mark.parametrize(
    "change",
    [
        {"matches": "3"},
        {"won": 1.5},
        {"level": 3},
        {"points": [1]},
        {"points": [1, None]},
        {"yaku": [["tane", "many"]]},
        {"yaku": 5},
        {"elephants": 3},
    ],
)
def test_what_are_no_figures_is_refused(change: dict[str, object]) -> None:
    with pytest.raises((ValueError, TypeError)):
        Tally.of(Tally()._asdict() | change)


def test_a_match_in_which_the_coach_was_asked_counts_and_is_counted() -> None:
    alone, helped = over(STOPPED), over(STOPPED)._replace(coached=4)

    (every, *_) = tallies([alone, helped, helped])

    assert (every.matches, every.coached) == (3, 2)
