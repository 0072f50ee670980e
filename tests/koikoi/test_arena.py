"""The arena: the same deals from both seats, the same result from the same seed."""

from __future__ import annotations

from math import sqrt

import pytest

from koikoi.arena import (
    ArenaError,
    Contest,
    Played,
    Score,
    Times,
    as_json,
    as_lines,
    contend,
    entrant,
    pair,
    points_per_round,
    score,
    wilson,
)
from koikoi.match import Cpu
from koikoi.players import LEVELS
from koikoi.rules import RuleSet

SHORT = RuleSet().but(rounds=2)


def held(a: str, b: str, matches: int, *, rules: RuleSet = SHORT, jobs: int = 1) -> Score:
    """Hold a contest and forget the times: they are all that may differ."""
    outcome = contend(Contest(entrant(a), entrant(b), rules, "1"), matches, jobs)
    return outcome._replace(times=(Times.of(()), Times.of(())))


def ended(*leads: int, rounds: int = 2) -> list[tuple[Played, Played]]:
    """Return pairs of matches that ended with these leads of A."""
    matches = [
        Played(None if lead == 0 else lead > 0, lead, rounds, ((1.0,), (3.0,))) for lead in leads
    ]
    return list(zip(matches[::2], matches[1::2], strict=True))


def test_the_result_is_the_same_however_many_processes_play() -> None:
    assert held("normal", "hard", 12, jobs=2) == held("normal", "hard", 12)


def test_another_seed_deals_other_cards() -> None:
    outcomes = {
        contend(Contest(entrant("easy"), entrant("hard"), SHORT, seed), 10).points_per_round
        for seed in "12"
    }

    assert len(outcomes) == 2


def test_normal_beats_random() -> None:
    outcome = held("normal", "random", 200)

    assert outcome.ci95[0] > 0.5
    assert outcome.points_ci95 is not None
    assert outcome.points_ci95[0] > 0


@pytest.mark.parametrize("level", [*(name for name in LEVELS if name != "master"), "master:30"])
def test_a_level_is_exactly_even_with_itself(level: str) -> None:
    # Chance belongs to the seat: both matches of a deal are one match, seen from either side.
    outcome = held(level, level, 8)

    assert outcome.wins == outcome.losses
    assert outcome.win_rate == 0.5
    assert (outcome.points_per_round, outcome.points_ci95) == (0, (0, 0))


def test_the_other_side_sees_the_same_contest_from_the_other_side() -> None:
    one, other = held("easy", "hard", 20), held("hard", "easy", 20)

    assert (one.wins, one.losses, one.draws) == (other.losses, other.wins, other.draws)
    assert one.points_per_round == -other.points_per_round


def test_both_matches_of_a_pair_have_all_their_decisions_timed() -> None:
    for match in pair(Contest(entrant("random"), entrant("easy"), SHORT, "1"), deal=1):
        assert match.rounds == SHORT.rounds
        assert all(len(times) >= 1 for times in match.times)


def test_a_tie_that_the_rules_give_to_the_dealer_is_no_draw() -> None:
    tied = RuleSet().but(rounds=1)

    draws = held("random", "random", 200, rules=tied).draws
    decided = held("random", "random", 200, rules=tied.but(final_tie="dealer_wins"))

    assert draws > 0
    assert (decided.draws, decided.win_rate) == (0, 0.5)


def test_wins_losses_and_draws_are_counted_from_the_side_of_a() -> None:
    outcome = score(Contest(Cpu("a"), Cpu("b"), SHORT, ""), ended(5, -1, 0, 3))

    assert (outcome.wins, outcome.losses, outcome.draws) == (2, 1, 1)
    assert outcome.win_rate == 2.5 / 4
    assert outcome.points_per_round == 7 / 8


@pytest.mark.parametrize(
    ("wins", "count", "low", "high"),
    [
        # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_intervals_are_the_published_ones(
    wins: int, count: int, low: float, high: float
) -> None:
    assert wilson(wins / count, count) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("count", [2, 10, 400])
def test_wilson_intervals_stay_between_never_and_always(count: int) -> None:
    assert wilson(0, count)[0] == 0
    assert wilson(1, count)[1] == 1
    assert wilson(1, count)[0] == pytest.approx(1 - wilson(0, count)[1])


def test_the_points_interval_is_the_normal_one_over_deals() -> None:
    # Leads per round of 1, 2 and 3: their standard deviation is 1.
    rate, interval = points_per_round([2, 4, 6], [2, 2, 2])

    assert rate == 2
    assert interval == pytest.approx((2 - 1.96 / sqrt(3), 2 + 1.96 / sqrt(3)))


def test_deals_that_ended_early_do_not_widen_the_interval_when_their_rate_is_the_same() -> None:
    rate, interval = points_per_round([6, 18, 24], [2, 6, 8])

    assert (rate, interval) == (3, (3, 3))


def test_one_deal_says_nothing_of_how_much_deals_differ() -> None:
    outcome = score(Contest(Cpu("a"), Cpu("b"), SHORT, ""), ended(4, 2))

    assert outcome.points_ci95 is None
    assert as_json(outcome)["points_ci95"] == [None, None]
    assert any("not known from a single deal" in line for line in as_lines(outcome))


@pytest.mark.parametrize(
    ("taken", "times"),
    [
        (range(1, 101), Times(50.5, 99)),
        (range(1, 201), Times(100.5, 198)),
        ([7], Times(7, 7)),
        ([], Times(0, 0)),
    ],
)
def test_times_are_the_middle_and_what_99_of_100_keep_to(taken: list[float], times: Times) -> None:
    assert Times.of(taken) == times


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("strong", "no level is called 'strong'; there are random, easy"),
        ("", "no level is called ''"),
        ("normal:100", "level normal takes no budget, so it cannot be 'normal:100'"),
        ("hard:", "level hard takes no budget"),
        ("master:", "a budget is a number of rounds to play out, so it cannot be 'master:'"),
        ("master:0", "a budget is a number"),
        ("master:many", "a budget is a number"),
    ],
)
def test_what_is_no_level_cannot_play(text: str, complaint: str) -> None:
    with pytest.raises(ArenaError, match=complaint):
        entrant(text)


@pytest.mark.parametrize(("matches", "jobs"), [(0, 1), (-2, 1), (3, 1), (2, 0)])
def test_a_contest_needs_an_even_number_of_matches_and_a_process(matches: int, jobs: int) -> None:
    with pytest.raises(ArenaError):
        contend(Contest(entrant("easy"), entrant("easy"), SHORT, "1"), matches, jobs)
