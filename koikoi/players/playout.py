"""A round played to its end by chance: cards from the hands in their order, few koi-koi calls.

Both hands are in the order in which they are played; a card that finds two takes the one worth
more. Whoever has made something stops, but a quarter of those with less than five points and five
cards left go on. Better playing out was tried and chose no better moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import NamedTuple

from koikoi.players.packed import NOTHING, Tables, Yakus
from koikoi.yaku import Made, worth

GOES_ON, BELOW, WITH = 0.25, 5, 5
"""How often koi-koi is called, with fewer points than this, and at least so many cards in hand."""

Coin = Callable[[], float]
"""Gives a number from 0 up to 1."""


class Spot(NamedTuple):
    """A round before a turn. Pairs are the seat whose turn it is, and the other one."""

    tables: Tables
    nibbles: tuple[int, ...]
    piles: tuple[int, int]
    calls: tuple[int, int]
    held: tuple[int, int]
    """The points of each seat at its last koi-koi call."""
    held_made: tuple[Yakus, Yakus]
    before: tuple[int, int]
    """The points of each seat when its last turn ended, or for the first when this one began."""
    last_caller: int | None
    """0 for the first seat, 1 for the other."""
    oya: int
    brights: int
    """On the table at the deal."""


Turn = tuple[int, int, int, int, int, int]
"""What is still to be played, a turn of each seat: the code of the card that the first one lays, of
the one that it draws, and how many its hand has then; the same of the other. A turn without a card
lays NOTHING."""


def turns(first: Sequence[int], other: Sequence[int], draws: Sequence[int]) -> list[Turn]:
    """Return the turns of two hands that are played in their order, each with its draw.

    While both have cards they take turns; who has more plays on alone.
    """
    own, its = len(first), len(other)
    both = min(own, its)
    mine, theirs = draws[0 : 2 * both : 2], draws[1 : 2 * both : 2]
    if own != its:
        rest, missing = draws[2 * both : own + its], [NOTHING] * abs(own - its)
        if own > its:
            other, mine, theirs = [*other, *missing], [*mine, *rest], [*theirs, *missing]
        else:
            first, mine, theirs = [*first, *missing], [*mine, *missing], [*theirs, *rest]
    left, left_ = count(own - 1, -1), count(its - 1, -1)
    return list(zip(first, mine, left, other, theirs, left_, strict=False))


def play_out(spot: Spot, to_play: list[Turn], coin: Coin, nibbles: list[int] | None = None) -> int:
    """Return what the seat whose turn it is wins, less than 0 where the other one wins.

    The table is left in `nibbles` where that is given; it must start as the spot's.
    """
    run = _plain if spot.tables.plain else _general
    return run(spot, to_play, coin, list(spot.nibbles) if nibbles is None else nibbles)


def _plain(spot: Spot, to_play: list[Turn], coin: Coin, nibbles: list[int]) -> int:
    """Play out where points are the sum of three look-ups, and more of them the only question."""
    tables, _, (p, q), (c, d), (h, k), _, (o, r), last, _, brights = spot
    after, gains, counted = tables.after, tables.gains, tables.counted
    lights, ribbons, others = counted[c > 0].points
    lights_, ribbons_, others_ = counted[d > 0].points
    for a, draw, left, b, draw_, left_ in to_play:
        month = a >> 6
        at = a | nibbles[month]
        nibbles[month] = after[at]
        month = draw >> 6
        at_ = draw | nibbles[month]
        nibbles[month] = after[at_]
        gain = gains[at] + gains[at_]
        if gain:
            p += gain
            points = lights[p & 1023] + ribbons[p >> 10 & 255] + others[p >> 18]
            if points > h and points > o:
                if not goes_on(tables, points, (c, d), left, coin):
                    return tables.paid(c, d, brights)[points]
                c, last = c + 1, 0
                lights, ribbons, others = counted[1].points
                h = points = lights[p & 1023] + ribbons[p >> 10 & 255] + others[p >> 18]
            o = points
        month = b >> 6
        at = b | nibbles[month]
        nibbles[month] = after[at]
        month = draw_ >> 6
        at_ = draw_ | nibbles[month]
        nibbles[month] = after[at_]
        gain = gains[at] + gains[at_]
        if gain:
            q += gain
            points = lights_[q & 1023] + ribbons_[q >> 10 & 255] + others_[q >> 18]
            if points > k and points > r:
                if not goes_on(tables, points, (d, c), left_, coin):
                    return -tables.paid(d, c, brights)[points]
                d, last = d + 1, 1
                lights_, ribbons_, others_ = counted[1].points
                k = points = lights_[q & 1023] + ribbons_[q >> 10 & 255] + others_[q >> 18]
            r = points
    return drawn_out(spot, (c, d), (h, k), (o, r), last)


def _general(spot: Spot, to_play: list[Turn], coin: Coin, nibbles: list[int]) -> int:
    """Play out by any rules."""
    tables, _, piles_, calls_, held_, made_, before_, last, _, brights = spot
    after, gains, score = tables.after, tables.gains, tables.score
    piles, calls, held, made = list(piles_), list(calls_), list(held_), list(made_)
    before = list(before_)
    by_points = tables.rules.improve_test == "total_increased"
    for turn in to_play:
        for seat, (a, draw, left) in enumerate((turn[:3], turn[3:])):
            month = a >> 6
            at = a | nibbles[month]
            nibbles[month] = after[at]
            month = draw >> 6
            at_ = draw | nibbles[month]
            nibbles[month] = after[at_]
            gain = gains[at] + gains[at_]
            if gain:
                piles[seat] += gain
                points = score(piles[seat], nibbles, calls[seat])
                if points and (
                    points > held[seat] and points > before[seat]
                    if by_points
                    else not tables.made(piles[seat], nibbles, calls[seat]) <= made[seat]
                ):
                    both = calls[seat], calls[1 - seat]
                    if not goes_on(tables, points, both, left, coin):
                        pay = tables.paid(*both, brights)[points]
                        return -pay if seat else pay
                    calls[seat] += 1
                    last = seat
                    held[seat] = score(piles[seat], nibbles, calls[seat])
                    made[seat] = tables.made(piles[seat], nibbles, calls[seat])
            # Cards on the table can spoil a yaku, so the other seat's points may be others now.
            before = [score(piles[0], nibbles, calls[0]), score(piles[1], nibbles, calls[1])]
    return drawn_out(spot, (calls[0], calls[1]), (held[0], held[1]), (before[0], before[1]), last)


def goes_on(tables: Tables, points: int, calls: tuple[int, int], left: int, coin: Coin) -> bool:
    """Return whether koi-koi is called; where a rule makes the seat stop it is not."""
    rules, (own, other) = tables.rules, calls
    if points >= BELOW or left < WITH:
        return False
    limit = rules.koikoi_limit
    if limit != "unlimited" and (own or (other and limit == "once_per_round")):
        return False
    if worth(rules, (Made("", points),), own) < rules.koikoi_min_points:
        return False
    return coin() < GOES_ON


def drawn_out(
    spot: Spot,
    calls: tuple[int, int],
    held: tuple[int, int],
    now: tuple[int, int],
    last_caller: int | None,
) -> int:
    """Return what a round pays the first seat in which both hands ran out."""
    tables, rules = spot.tables, spot.tables.rules
    if last_caller is not None:
        match rules.exhaust_after_koikoi:
            case "void":
                return 0
            case "last_caller_scores":
                winner, points = last_caller, held[last_caller]
                pay = tables.paid(calls[winner], calls[1 - winner], 0)[points]
                return -pay if winner else pay
            case "highest_scores":
                first, other = (
                    worth(rules, (Made("", points),) if points else (), called)
                    for points, called in zip(now, calls, strict=True)
                )
                if first == other:
                    return 0
                winner = 0 if first > other else 1
                pay = tables.paid(calls[winner], calls[1 - winner], 0)[now[winner]]
                return -pay if winner else pay
    to_oya = {"dealer_1": 1, "dealer_6": 6, "child_1": -1, "draw": 0}[rules.exhaust_no_yaku]
    return -to_oya if spot.oya else to_oya
