"""How fast the rules are here, beside a fixed loop, so that machines can be compared."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import perf_counter

from koikoi.chance import pick
from koikoi.match import dealt
from koikoi.rules import RuleSet
from koikoi.seat import Seat

ROUNDS = 1500
LOOPS = 1_000_000


def play_rounds(rules: RuleSet, count: int, rng: Random) -> int:
    """Play so many random rounds, history and all; return the decisions made."""
    decisions = 0
    for number in range(1, count + 1):
        round_ = dealt(rules, b"bench", number, Seat(number % 2))
        while round_.result is None:
            round_ = round_.apply(pick(rng, round_.legal_moves))
            decisions += 1
    return decisions


def fixed_loop() -> int:
    """Do a fixed amount of plain work: integer additions and bit operations."""
    value = 0
    for number in range(LOOPS):
        value = (value + number) ^ (number >> 3)
    return value


def lines() -> Iterator[str]:
    """Yield the figures as text, one line each."""
    # In turns, because a shared machine changes its speed under us.
    loops, rounds, decisions = [], [], 0
    for turn in range(3):
        started = perf_counter()
        fixed_loop()
        loops.append(perf_counter() - started)
        started = perf_counter()
        decisions += play_rounds(RuleSet(), ROUNDS // 3, Random(turn))
        rounds.append(perf_counter() - started)
    loop = LOOPS / min(loops)
    rate = ROUNDS / 3 / min(rounds)
    yield f"fixed loop               {loop / 1e6:8.2f} million steps/s"
    yield f"random rounds            {rate:8.0f} rounds/s, {decisions / ROUNDS:.1f} decisions each"
    yield f"rounds per million steps {rate / loop * 1e6:8.1f}"
