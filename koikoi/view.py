"""What one seat may know: everything on the table, its own hand, and nothing else."""

from __future__ import annotations

from typing import NamedTuple

from koikoi.cards import Card, Fuda, Month, matching
from koikoi.moves import Move
from koikoi.round import Event, Round
from koikoi.rules import RuleSet
from koikoi.seat import Seat
from koikoi.yaku import Made, Sight


class View(NamedTuple):
    """A round as one seat sees it; pairs are South, North.

    Neither the other hand nor the order of the draw pile is in it, so a player that gets a View
    cannot peek. `scores` are those of the match before this round.
    """

    seat: Seat
    rules: RuleSet
    number: int
    scores: tuple[int, int]
    month: Month
    oya: Seat
    turn: Seat
    tefuda: Fuda
    cards_in_hand: tuple[int, int]
    cards_to_draw: int
    bafuda: Fuda
    torifuda: tuple[Fuda, Fuda]
    drawn: Card | None
    calling: bool
    calls: tuple[int, int]
    held: tuple[tuple[Made, ...], tuple[Made, ...]]
    history: tuple[Event, ...]
    legal_moves: tuple[Move, ...]

    @classmethod
    def of(
        cls, round_: Round, seat: Seat, number: int = 1, scores: tuple[int, int] = (0, 0)
    ) -> View:
        """Return what a seat may know of a round; the moves are empty unless it is its turn."""
        south, north = round_.tefuda
        return cls(
            seat=seat,
            rules=round_.rules,
            number=number,
            scores=scores,
            month=round_.month,
            oya=round_.oya,
            turn=round_.turn,
            tefuda=round_.tefuda[seat],
            cards_in_hand=(len(south), len(north)),
            cards_to_draw=len(round_.yamafuda),
            bafuda=round_.bafuda,
            torifuda=round_.torifuda,
            drawn=round_.drawn,
            calling=round_.calling,
            calls=round_.calls,
            held=round_.held,
            history=round_.history,
            legal_moves=round_.legal_moves if round_.turn is seat else (),
        )

    def sight(self, seat: Seat) -> Sight:
        """Return what decides the worth of a seat's pile now."""
        own, other = self.torifuda[seat], self.torifuda[seat.other]
        return Sight(own, other, self.bafuda, self.month, self.calls[seat])

    def matching(self, card: Card) -> Fuda:
        """Return the cards on the table that this card would match."""
        return matching(card, self.bafuda)
