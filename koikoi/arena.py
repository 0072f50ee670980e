"""Players against each other: the same deals from both seats, so that luck falls on both alike.

Two matches share a deal: A sits South in one and North in the other. All chance comes from the
contest's seed and the number of the deal, so the result is the same however many processes share
the work; only the times differ.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from statistics import fmean, median, stdev
from threading import Thread
from time import perf_counter
from typing import NamedTuple

from koikoi import chance
from koikoi.cards import KoiKoiError
from koikoi.match import Cpu, Match
from koikoi.players import LEVELS
from koikoi.rules import RuleSet
from koikoi.seat import SOUTH, Seat

Z95 = 1.96
"""How many standard deviations hold 95 of 100 normal values."""


class ArenaError(KoiKoiError, ValueError):
    """A contest that cannot be held."""


def entrant(text: str) -> Cpu:
    """Return who `LEVEL[:BUDGET]` names; raises ArenaError.

    >>> str(entrant("normal")), str(entrant("master:2000"))
    ('cpu normal', 'cpu master plain 2000')
    """
    level, colon, budget = text.partition(":")
    if level not in LEVELS:
        raise ArenaError(f"no level is called {level!r}; there are {', '.join(LEVELS)}")
    if not colon:
        return Cpu(level)
    if not LEVELS[level].scales:
        raise ArenaError(f"level {level} takes no budget, so it cannot be {text!r}")
    if not (budget.isascii() and budget.isdigit() and int(budget)):
        raise ArenaError(f"a budget is a number of rounds to play out, so it cannot be {text!r}")
    return Cpu(level, budget=int(budget))


class Contest(NamedTuple):
    """Two entrants, the rules, and the seed of all chance."""

    a: Cpu
    b: Cpu
    rules: RuleSet
    seed: str


class Played(NamedTuple):
    """A match that was played, from A's side."""

    won: bool | None
    """None for a draw; a lead is not always the match: by some rules a tie is the dealer's."""
    lead: int
    """What A had more than B."""
    rounds: int
    times: tuple[tuple[float, ...], tuple[float, ...]]
    """The milliseconds of A's decisions and of B's."""


class Times(NamedTuple):
    """How long a decision took, in milliseconds."""

    median: float
    p99: float

    @classmethod
    def of(cls, taken: Sequence[float]) -> Times:
        """Return the middle one, and the one that 99 of 100 do not exceed; 0 of none at all."""
        if not taken:
            return cls(0.0, 0.0)
        return cls(median(taken), sorted(taken)[(len(taken) * 99 - 1) // 100])


Interval = tuple[float, float]


class Score(NamedTuple):
    """The outcome of a contest, from A's side."""

    contest: Contest
    wins: int
    losses: int
    draws: int
    points_per_round: float
    points_ci95: Interval | None
    """None where one deal was played: it says nothing of how much deals differ."""
    times: tuple[Times, Times]

    @property
    def matches(self) -> int:
        """How many were played."""
        return self.wins + self.losses + self.draws

    @property
    def win_rate(self) -> float:
        """The share of matches that A won; a draw is half a win."""
        return (self.wins + self.draws / 2) / self.matches

    @property
    def ci95(self) -> Interval:
        """Where the true share lies in 95 of 100 contests."""
        return wilson(self.win_rate, self.matches)


def contend(contest: Contest, matches: int, jobs: int = 1) -> Score:
    """Hold a contest of so many matches in so many processes; raises ArenaError."""
    if matches < 2 or matches % 2:
        raise ArenaError(f"{matches} matches cannot be played: each deal is played twice")
    if jobs < 1:
        raise ArenaError(f"{jobs} processes cannot play")
    deals = range(1, matches // 2 + 1)
    if jobs == 1:
        return score(contest, [pair(contest, deal) for deal in deals])
    # Spawned: what a forked process inherits depends on where it was started.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, _follow_the_parent) as pool:
        try:
            return score(contest, list(pool.map(partial(pair, contest), deals)))
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise


def _follow_the_parent() -> None:
    """Let a worker leave interrupts to its parent, and end when that was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def pair(contest: Contest, deal: int) -> tuple[Played, Played]:
    """Play a deal twice, A first South and then North."""
    return _play(contest, deal, a=SOUTH), _play(contest, deal, a=SOUTH.other)


def _play(contest: Contest, deal: int, a: Seat) -> Played:
    """Play a match with A in this seat."""
    entered = {a: contest.a, a.other: contest.b}
    players = {seat: LEVELS[cpu.level].with_budget(cpu.budget) for seat, cpu in entered.items()}
    sitters = entered[SOUTH], entered[SOUTH.other]
    match = Match.new(contest.rules, f"arena/{contest.seed}/{deal}".encode(), sitters)
    times: dict[Seat, list[float]] = {seat: [] for seat in Seat}
    while not match.over:
        if match.round.result is not None:
            match = match.next_round()
            continue
        seat = match.round.turn
        view = match.view(seat)
        rng = chance.generator(match.seed, seat, match.number, len(match.round.moves))
        started = perf_counter()
        move = players[seat].choose(view, rng)
        times[seat].append((perf_counter() - started) * 1000)
        match = match.apply(move)
    return Played(
        won=None if match.winner is None else match.winner is a,
        lead=match.scores[a] - match.scores[a.other],
        rounds=len(match.rounds),
        times=(tuple(times[a]), tuple(times[a.other])),
    )


def score(contest: Contest, pairs: Sequence[tuple[Played, Played]]) -> Score:
    """Return the outcome of a contest from its matches, those of a deal together."""
    played = [match for both in pairs for match in both]
    ends = [match.won for match in played]
    rate, interval = points_per_round(
        [sum(match.lead for match in both) for both in pairs],
        [sum(match.rounds for match in both) for both in pairs],
    )
    a, b = (Times.of([ms for match in played for ms in match.times[side]]) for side in (0, 1))
    return Score(
        contest,
        wins=ends.count(True),
        losses=ends.count(False),
        draws=ends.count(None),
        points_per_round=rate,
        points_ci95=interval,
        times=(a, b),
    )


def wilson(rate: float, count: int) -> Interval:
    """Return the Wilson interval, at 95 %, of a share seen in so many matches.

    >>> low, high = wilson(0.5, 100)
    >>> f"{low:.3f} {high:.3f}"
    '0.404 0.596'
    """
    spread = Z95**2 / count
    middle = (rate + spread / 2) / (1 + spread)
    half = sqrt(rate * (1 - rate) * spread + spread**2 / 4) / (1 + spread)
    # At a share of 0 and of 1 the sums would miss by their rounding.
    return max(0.0, middle - half), min(1.0, middle + half)


def points_per_round(leads: Sequence[int], rounds: Sequence[int]) -> tuple[float, Interval | None]:
    """Return A's lead per round over all deals, and where the true one lies in 95 of 100 contests.

    The interval is the normal one over deals, 1.96 times the standard deviation over the root of
    their number. Matches may end early, so a deal's value is its lead beyond what its rounds would
    bring at the common rate, over the mean number of rounds; where all deals have as many rounds,
    that is its lead per round.

    >>> rate, (low, high) = points_per_round([24, 48], [12, 12])
    >>> f"{rate} from {low:.2f} to {high:.2f}"
    '3.0 from 1.04 to 4.96'
    """
    rate = sum(leads) / sum(rounds)
    if len(leads) < 2:
        return rate, None
    mean = fmean(rounds)
    beyond = [(lead - rate * count) / mean for lead, count in zip(leads, rounds, strict=True)]
    half = Z95 * stdev(beyond) / sqrt(len(leads))
    return rate, (rate - half, rate + half)


def named(cpu: Cpu) -> str:
    """Return an entrant as `entrant` reads it."""
    return f"{cpu.level}:{cpu.budget}" if cpu.budget else cpu.level


def as_json(outcome: Score) -> dict[str, object]:
    """Return an outcome as JSON has it."""
    contest = outcome.contest
    low, high = outcome.points_ci95 or (None, None)
    return {
        "a": named(contest.a),
        "b": named(contest.b),
        "rules": str(contest.rules),
        "matches": outcome.matches,
        "wins": outcome.wins,
        "losses": outcome.losses,
        "draws": outcome.draws,
        "win_rate": outcome.win_rate,
        "ci95": list(outcome.ci95),
        "points_per_round": outcome.points_per_round,
        "points_ci95": [low, high],
        "ms_per_decision": {
            side: taken._asdict() for side, taken in zip("ab", outcome.times, strict=True)
        },
    }


def as_lines(outcome: Score) -> Iterator[str]:
    """Yield an outcome as a person reads it."""
    contest = outcome.contest
    yield f"{named(contest.a)} against {named(contest.b)}, rules {contest.rules}"
    yield (
        f"matches          {outcome.matches}: {outcome.wins} wins, {outcome.losses} losses,"
        f" {outcome.draws} draws"
    )
    low, high = outcome.ci95
    yield f"win rate         {outcome.win_rate:.4f}, 95 %: {low:.4f} to {high:.4f}"
    between = "95 %: not known from a single deal"
    if outcome.points_ci95 is not None:
        between = "95 %: {:+.4f} to {:+.4f}".format(*outcome.points_ci95)
    yield f"points per round {outcome.points_per_round:+.4f}, {between}"
    for name, cpu, taken in zip("ab", (contest.a, contest.b), outcome.times, strict=True):
        times = f"median {taken.median:.3f} ms, p99 {taken.p99:.3f} ms"
        yield f"per decision     {name} ({named(cpu)}): {times}"
