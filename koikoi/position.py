"""How the cards lie at one moment, and what the rules say of a fresh deal."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from koikoi.cards import Card, Fuda, Kind, KoiKoiError, Month, matching
from koikoi.rules import RuleSet
from koikoi.seat import Seat
from koikoi.yaku import Made


class PositionError(KoiKoiError, ValueError):
    """Cards that cannot lie like this."""


class Position(NamedTuple):
    """How the cards lie at one moment: a deal, or any point of a round. Pairs are South, North.

    `held` is what each seat had made when it last called koi-koi: only more than that is asked
    about again.
    """

    month: Month
    oya: Seat
    turn: Seat
    tefuda: tuple[Fuda, Fuda]
    bafuda: Fuda
    yamafuda: Fuda
    torifuda: tuple[Fuda, Fuda] = ((), ())
    drawn: Card | None = None
    calling: bool = False
    calls: tuple[int, int] = (0, 0)
    held: tuple[tuple[Made, ...], tuple[Made, ...]] = ((), ())

    @classmethod
    def deal(cls, month: Month, oya: Seat, cards: Fuda) -> Position:
        """Lay out a shuffled deck: South's 8, North's 8, the table's 8, then the draw pile."""
        return cls(month, oya, oya, (cards[:8], cards[8:16]), cards[16:24], cards[24:])

    @property
    def brights(self) -> int:
        """How many brights lie on the table at a deal; at another start nobody knows any more."""
        hikari = [card for card in self.bafuda if card.kind is Kind.HIKARI]
        return len(hikari) if self.is_deal else 0

    @property
    def is_deal(self) -> bool:
        """Whether nothing has been played yet: eight cards each and on the table."""
        dealt = (*self.tefuda, self.bafuda)
        return not any(self.torifuda) and all(len(pile) == 8 for pile in dealt)

    def check(self) -> None:
        """Raise PositionError, with the reason, unless each of the 48 cards lies in one place."""
        piles = (*self.tefuda, self.bafuda, self.yamafuda, *self.torifuda)
        cards = [card for pile in piles for card in pile]
        if self.drawn is not None:
            cards.append(self.drawn)
        if len(set(cards)) != len(cards):
            twice = [card.code for card, times in Counter(cards).items() if times > 1]
            raise PositionError(f"a card lies in two places: {' '.join(twice)}")
        if len(cards) != 48:
            raise PositionError(f"48 cards are needed, there are {len(cards)}")
        if self.drawn is not None and len(matching(self.drawn, self.bafuda)) != 2:
            raise PositionError(f"the drawn card {self.drawn} has no choice of two to wait for")
        if self.calling and self.drawn is not None:
            raise PositionError("a card cannot be drawn and koi-koi be asked at once")


def misdeal(rules: RuleSet, position: Position) -> str:
    """Return the rule that sends a deal back, or "": by the table first, then by the hands."""
    months = Counter(card.month for card in position.bafuda)
    times = sorted(months.values())
    if rules.field_four_of_month == "redeal" and times[-1] == 4:
        return "field_four_of_month"
    if rules.field_four_pairs == "redeal" and times == [2, 2, 2, 2]:
        return "field_four_pairs"
    if rules.field_three_of_month == "redeal" and times[-1] == 3:
        return "field_three_of_month"
    for hand in position.tefuda:
        for kind in dealt_yaku(hand):
            if getattr(rules, kind) == "redeal":
                return kind
    return ""


def four_of_a_month(bafuda: Fuda) -> Fuda:
    """Return the first four cards of one month on the table, () where there are none."""
    fours = (matching(card, bafuda) for card in bafuda)
    return next((four for four in fours if len(four) == 4), ())


def dealt_yaku(hand: Fuda) -> tuple[str, ...]:
    """Return teshi (four of a month) and kuttsuki (pairs of four different months) in a hand."""
    times = sorted(Counter(card.month for card in hand).values())
    return ("teshi",) * times.count(4) + ("kuttsuki",) * (times == [2, 2, 2, 2])
