"""How a round ends, and what that is worth to each seat."""

from __future__ import annotations

from enum import Enum
from math import prod
from typing import NamedTuple

from koikoi.rules import RuleSet
from koikoi.seat import NORTH, SOUTH, Seat
from koikoi.yaku import Made, total, worth


class Reason(Enum):
    """Why a round ended."""

    SHOUBU = "shoubu"
    HAND_YAKU = "hand_yaku"
    BOTH_HAND_YAKU = "both_hand_yaku"
    FIELD_FOUR = "field_four"
    NAGARE = "nagare"


class Factor(NamedTuple):
    """A multiplication, by the rule that gave it."""

    rule: str
    times: int


class Result(NamedTuple):
    """The end of a round: who won and why, points for South and North, what they are made of.

    `base` is what the yaku are worth before the factors; it differs from their sum by a bonus.
    """

    winner: Seat | None
    reason: Reason
    points: tuple[int, int] = (0, 0)
    made: tuple[Made, ...] = ()
    base: int = 0
    factors: tuple[Factor, ...] = ()

    def __str__(self) -> str:
        winner = "nobody" if self.winner is None else str(self.winner)
        south, north = self.points
        words = [winner, self.reason.value, f"{south}:{north}"]
        words += [f"{yaku.key}={yaku.points}" for yaku in self.made]
        if self.base != total(self.made):
            words.append(f"base={self.base}")
        words += [f"x{factor.times}={factor.rule}" for factor in self.factors]
        return " ".join(words)


class Terms(NamedTuple):
    """What every end of a round depends on: the rules, the dealer, both sides' koi-koi calls.

    `brights` is how many lay on the table at the deal.
    """

    rules: RuleSet
    oya: Seat
    calls: tuple[int, int]
    brights: int = 0


Pair = tuple[tuple[Made, ...], tuple[Made, ...]]
"""What South and North have made."""


def paid(rules: RuleSet, seat: Seat, points: int) -> tuple[int, int]:
    """Return what points for a seat mean for South and North."""
    loss = -points if rules.zero_sum else 0
    return (points, loss) if seat is SOUTH else (loss, points)


def factors(terms: Terms, base: int, seat: Seat) -> tuple[Factor, ...]:
    """Return what multiplies the points of a seat that stops now with yaku worth `base`.

    The threshold looks at the base alone, the opponent's calls count once however many there were,
    and one's own count only by a bonus (docs/rules.md, "What a stop pays").
    """
    rules, brights = terms.rules, terms.brights
    own, other = terms.calls[seat], terms.calls[seat.other]
    field = {"off": 1, "n_plus_1": brights + 1, "n_min_1": max(brights, 1)}
    bonus = {"multiplier_all_calls": 1 + own + other, "own_call_x2": 2 if own else 1}
    found = (
        Factor("double_at", 2 if rules.double_at and base >= rules.double_at else 1),
        Factor("double_opponent_koikoi", 2 if rules.double_opponent_koikoi and other else 1),
        Factor("koikoi_bonus", bonus.get(rules.koikoi_bonus, 1)),
        Factor("field_bright_multiplier", field[rules.field_bright_multiplier]),
    )
    return tuple(factor for factor in found if factor.times > 1)


def shoubu(
    terms: Terms, made: tuple[Made, ...], seat: Seat, reason: Reason = Reason.SHOUBU
) -> Result:
    """Return the end of a round in which a seat is paid for these yaku."""
    base = worth(terms.rules, made, terms.calls[seat])
    multiplied = factors(terms, base, seat)
    points = base * prod(factor.times for factor in multiplied)
    return Result(seat, reason, paid(terms.rules, seat, points), made, base, multiplied)


def hand_yaku(
    rules: RuleSet, oya: Seat, dealt: tuple[tuple[str, ...], tuple[str, ...]]
) -> Result | None:
    """Return the end of a round by what was dealt into South's and North's hands, if it ends it."""
    holders = [seat for seat in Seat if dealt[seat]]
    if not holders:
        return None
    if len(holders) == 1:
        return _hand_yaku_of(rules, holders[0], dealt[holders[0]])
    match rules.hand_yaku_both_players:
        case "ignore_and_play":
            return None
        case "dealer_wins":
            return _hand_yaku_of(rules, oya, dealt[oya])
        case "both_score":
            south, north = (_hand_yaku_of(rules, seat, dealt[seat]).points for seat in Seat)
            points = (south[SOUTH] + north[SOUTH], south[NORTH] + north[NORTH])
            return Result(None, Reason.BOTH_HAND_YAKU, points)
    return Result(None, Reason.BOTH_HAND_YAKU)


def _hand_yaku_of(rules: RuleSet, seat: Seat, kinds: tuple[str, ...]) -> Result:
    """Return the end of a round by a seat's dealt yaku; two at once count once or twice."""
    counted = kinds if rules.hand_yaku_stack == "twelve" else kinds[:1]
    made = tuple(Made(kind, rules.hand_yaku_points) for kind in counted)
    points = total(made)
    return Result(seat, Reason.HAND_YAKU, paid(rules, seat, points), made, points)


def field_four(rules: RuleSet, oya: Seat) -> Result | None:
    """Return the end of a round by four of a month on the table, if the rules end it there."""
    if rules.field_four_of_month == "void_round":
        return Result(None, Reason.FIELD_FOUR)
    if rules.field_four_of_month == "dealer_wins_6":
        return Result(oya, Reason.FIELD_FOUR, paid(rules, oya, 6), base=6)
    return None


def nagare(terms: Terms, held: Pair, now: Pair, last_caller: Seat | None) -> Result:
    """Return the end of a round in which both hands ran out.

    `held` is what each seat had at its last koi-koi call, `now` what it has at the end.
    """
    rules, oya = terms.rules, terms.oya
    if last_caller is not None:
        match rules.exhaust_after_koikoi:
            case "void":
                return Result(None, Reason.NAGARE)
            case "last_caller_scores":
                return shoubu(terms, held[last_caller], last_caller, Reason.NAGARE)
            case "highest_scores":
                return _highest(terms, now)
    match rules.exhaust_no_yaku:
        case "dealer_1":
            return Result(None, Reason.NAGARE, paid(rules, oya, 1))
        case "dealer_6":
            return Result(None, Reason.NAGARE, paid(rules, oya, 6))
        case "child_1":
            return Result(None, Reason.NAGARE, paid(rules, oya.other, 1))
    return Result(None, Reason.NAGARE)


def _highest(terms: Terms, now: Pair) -> Result:
    """Return the end of a round in which the side with the better yaku is paid; equal: nobody."""
    south, north = (worth(terms.rules, now[seat], terms.calls[seat]) for seat in Seat)
    if south == north:
        return Result(None, Reason.NAGARE)
    winner = SOUTH if south > north else NORTH
    return shoubu(terms, now[winner], winner, Reason.NAGARE)
