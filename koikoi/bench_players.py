"""How fast rounds are played out here, and how far the coach can be trusted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter
from typing import NamedTuple

from koikoi import chance
from koikoi.bench import LOOPS, fixed_loop
from koikoi.cards import DECK, Month
from koikoi.match import Cpu, Match
from koikoi.moves import Call
from koikoi.players import LEVELS
from koikoi.players.packed import code, tables
from koikoi.players.playout import Spot, play_out, turns
from koikoi.players.search import Valued, evaluate
from koikoi.round import Round
from koikoi.rules import PRESETS, RuleSet
from koikoi.view import View

ROUNDS = 1000
"""How many are measured at once."""

AS_GOOD = 0.3
"""Points within which another choice than the best is as good."""


def rounds_out(rules: RuleSet, count: int, rng: Random) -> None:
    """Deal so many rounds and play them out, without the looking over of the deals."""
    laws = tables(rules, Month.SAKURA)
    deck = [code(card) for card in DECK]
    for _ in range(count):
        cards = chance.shuffled_by(rng, deck)
        nibbles = [0] * 13
        for each in cards[16:24]:
            nibbles[each >> 6] |= 1 << (each >> 4 & 3)
        spot = Spot(laws, tuple(nibbles), (0, 0), (0, 0), (0, 0), NOTHING_MADE, (0, 0), None, 0, 0)
        play_out(spot, turns(cards[:8], cards[8:16], cards[24:]), rng.random, nibbles)


NOTHING_MADE = (frozenset[object](), frozenset[object]())


def speed_lines(turns_: int = 5) -> Iterator[str]:
    """Yield how many rounds a second are dealt and played out by each preset.

    In turns, so that a slow moment of the machine meets all of them alike.
    """
    loops: list[float] = []
    seconds: dict[str, list[float]] = {name: [] for name in PRESETS}
    for turn in range(turns_):
        loops.append(_seconds(fixed_loop))
        for name, rules in PRESETS.items():
            seconds[name].append(_seconds(rounds_out, rules, ROUNDS, Random(turn)))
    yield f"{LOOPS / min(loops) / 1e6:.2f} million steps/s of a fixed loop"
    first = min(next(iter(seconds.values())))
    for name, each in seconds.items():
        rate, share = ROUNDS / min(each), first / min(each)
        yield f"{name:18} {rate:8.0f} rounds/s, {share:4.2f} of the default rules"


def _seconds(what: Callable[..., object], *arguments: object) -> float:
    started = perf_counter()
    what(*arguments)
    return perf_counter() - started


def coach_lines(count: int, playouts: int, times: int = 50) -> Iterator[str]:
    """Yield how often the coach chooses as a far longer search, and what came of its odds."""
    rules = RuleSet()
    found = agreement(rules, "coach", count, playouts, times)
    yield (
        f"{playouts} rounds played out, {count} positions: the choice of {times} times as many in "
        f"{found.same / count:.1%}, within {AS_GOOD} points of it in {found.as_good / count:.1%}"
    )
    told = list(foretold(rules, "coach", 2 * count, playouts))
    for name, result in (("paid", 1), ("the other one is", -1)):
        yield f"who goes on and then is {name}" if result > 0 else f"who goes on, and then {name}"
        for low in range(0, 100, 20):
            said = [each.won if result > 0 else each.lost for each in told]
            part = [
                (share, each.result == result)
                for share, each in zip(said, told, strict=True)
                if low <= share * 100 < low + 20 or (low == 80 and share == 1)
            ]
            if part:
                mean = sum(share for share, _ in part) / len(part)
                came = sum(so for _, so in part) / len(part)
                yield f"  said {mean:6.1%}, came {came:6.1%}, {len(part)} times"


def questions(rules: RuleSet, seed: str, count: int) -> Iterator[View]:
    """Yield decisions with a choice, a few of each match between two levels that differ."""
    rng, number, found = Random(seed), 0, 0
    while True:
        number += 1
        for match in states(rules, f"{seed}/{number}", ("normal", "expert")):
            view = match.view(match.round.turn)
            if len(view.legal_moves) > 1 and rng.random() < 0.1:
                yield view
                found += 1
                if found == count:
                    return


def states(rules: RuleSet, seed: str, levels: tuple[str, str]) -> Iterator[Match]:
    """Yield a match before each of its decisions."""
    south, north = (Cpu(level) for level in levels)
    match = Match.new(rules, seed.encode(), (south, north))
    players = tuple(LEVELS[level].player for level in levels)
    while not match.over:
        if match.round.result is not None:
            match = match.next_round()
            continue
        yield match
        seat = match.round.turn
        rng = chance.generator(match.seed, seat, match.number, len(match.round.moves))
        match = match.apply(players[seat].choose(match.view(seat), rng))


class Agreement(NamedTuple):
    """Of so many choices, how many were those of a far longer search, and how many as good."""

    asked: int
    same: int
    as_good: int


def agreement(rules: RuleSet, seed: str, count: int, playouts: int, times: int) -> Agreement:
    """Compare the choices of a search with those of one that is so many times as long."""
    same = as_good = 0
    for number, view in enumerate(questions(rules, seed, count)):
        choice = evaluate(view, playouts, Random(f"{seed}/{number}/short"))[0].move
        longer = evaluate(view, playouts * times, Random(f"{seed}/{number}/long"))
        values = {each.move: each.mean for each in longer}
        same += choice == longer[0].move
        as_good += max(values.values()) - values[choice] <= AS_GOOD
    return Agreement(count, same, as_good)


class Foretold(NamedTuple):
    """What was said of going on, and what came of it."""

    won: float
    lost: float
    result: int
    """1 if the seat was paid in the end, -1 if the other one was, 0 if nobody."""


def foretold(rules: RuleSet, seed: str, count: int, playouts: int) -> Iterator[Foretold]:
    """Yield the odds that the coach gives at koi-koi questions, and how it went on."""
    found = number = 0
    while found < count:
        number += 1
        for match in states(rules, f"{seed}/{number}", ("normal", "normal")):
            if not match.round.calling:
                continue
            view = match.view(match.round.turn)
            odds = evaluate(view, playouts, Random(f"{seed}/{number}/{found}"))
            going_on = next(each for each in odds if each.move is Call.KOIKOI)
            yield _told(going_on, match.round)
            found += 1
            if found == count:
                return


def _told(odds: Valued, round_: Round) -> Foretold:
    """Go on, and see who is paid between two that count."""
    seat, player = round_.turn, LEVELS["normal"].player
    round_ = round_.apply(Call.KOIKOI)
    while round_.result is None:
        rng = chance.generator(b"foretold", round_.turn, 1, len(round_.moves))
        round_ = round_.apply(player.choose(View.of(round_, round_.turn), rng))
    points = round_.result.points
    result = (points[seat] > 0) - (points[seat.other] > 0)
    return Foretold(odds.won / odds.playouts, odds.lost / odds.playouts, result)
