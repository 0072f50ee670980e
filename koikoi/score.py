"""How a round ends, and what that is worth to each seat."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from koikoi.rules import RuleSet
from koikoi.seat import NORTH, SOUTH, Seat
from koikoi.yaku import Made, total


class Reason(Enum):
    """Why a round ended."""

    SHOUBU = "shoubu"
    HAND_YAKU = "hand_yaku"
    BOTH_HAND_YAKU = "both_hand_yaku"
    NAGARE = "nagare"


class Factor(NamedTuple):
    """A doubling, by the rule that gave it."""

    rule: str
    times: int


class Result(NamedTuple):
    """The end of a round: who won and why, what it was made of, and points for South and North."""

    winner: Seat | None
    reason: Reason
    points: tuple[int, int] = (0, 0)
    made: tuple[Made, ...] = ()
    factors: tuple[Factor, ...] = ()

    @property
    def base(self) -> int:
        """The yaku together, before any doubling."""
        return total(self.made)

    def __str__(self) -> str:
        winner = "nobody" if self.winner is None else str(self.winner)
        words = [winner, self.reason.value, f"{self.points[SOUTH]}-{self.points[NORTH]}"]
        words += [f"{yaku.key}={yaku.points}" for yaku in self.made]
        words += [f"x{factor.times}={factor.rule}" for factor in self.factors]
        return " ".join(words)


def _for(seat: Seat, points: int) -> tuple[int, int]:
    return (points, 0) if seat is SOUTH else (0, points)


def factors(
    rules: RuleSet, made: tuple[Made, ...], seat: Seat, calls: tuple[int, int]
) -> tuple[Factor, ...]:
    """Return what doubles the yaku of a seat that stops now.

    The threshold looks at the yaku before any doubling, the opponent's calls count once however
    many there were, and one's own never double (docs/rules.md, section B.6).
    """
    found = []
    if rules.double_at and total(made) >= rules.double_at:
        found.append(Factor("double_at", 2))
    if rules.double_opponent_koikoi and calls[seat.other]:
        found.append(Factor("double_opponent_koikoi", 2))
    return tuple(found)


def shoubu(rules: RuleSet, made: tuple[Made, ...], seat: Seat, calls: tuple[int, int]) -> Result:
    """Return the end of a round in which a seat stops with these yaku."""
    doubled = factors(rules, made, seat, calls)
    points = total(made)
    for factor in doubled:
        points *= factor.times
    return Result(seat, Reason.SHOUBU, _for(seat, points), made, doubled)


def hand_yaku(
    rules: RuleSet, oya: Seat, south: tuple[str, ...], north: tuple[str, ...]
) -> Result | None:
    """Return the end of a round by what was dealt into the hands, if that ends it."""
    if south and north:
        if rules.hand_yaku_both_players == "ignore_and_play":
            return None
        if rules.hand_yaku_both_players == "draw":
            return Result(None, Reason.BOTH_HAND_YAKU)
        seat = oya
    elif south or north:
        seat = SOUTH if south else NORTH
    else:
        return None
    # Two at once, two months of four, are worth no more than one.
    key = (south if seat is SOUTH else north)[0]
    points = rules.hand_yaku_points
    return Result(seat, Reason.HAND_YAKU, _for(seat, points), (Made(key, points),))


def nagare(rules: RuleSet, oya: Seat, calls: tuple[int, int]) -> Result:
    """Return the end of a round in which both hands ran out."""
    if any(calls) and rules.exhaust_after_koikoi == "void":
        return Result(None, Reason.NAGARE)
    points = {"draw": 0, "dealer_1": 1, "dealer_6": 6}[rules.exhaust_no_yaku]
    return Result(None, Reason.NAGARE, _for(oya, points))
