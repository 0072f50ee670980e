"""What one seat may know: everything on the table, its own hand, and nothing else."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from koikoi.cards import DECK, Card, Fuda, Month, matching
from koikoi.chance import shuffled_by
from koikoi.moves import Call, Move, Pick, Play
from koikoi.position import Position, misdeal
from koikoi.round import Called, Event, Laid, Redealt, Round, thought_back
from koikoi.rules import RuleSet
from koikoi.seat import NORTH, SOUTH, Seat
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
    brights: int
    """On the table at the deal."""
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
            brights=round_.start.brights,
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

    @property
    def unseen(self) -> Fuda:
        """The cards that the seat cannot see, in the order of the deck."""
        south, north = self.torifuda
        seen = {*self.tefuda, *self.bafuda, *south, *north, self.drawn}
        return tuple(card for card in DECK if card not in seen)

    def sample(self, rng: Random) -> Round:
        """Return a round of which this is the view: all that the seat cannot see lies by chance.

        It began with a deal that the rules would not have sent back, all such deals are equally
        likely, and its history is this one. Only where the dealer took four of a month it may have
        begun with other brights on the table: which cards came after them nobody knows any more.
        """
        while True:
            hidden = shuffled_by(rng, self.unseen)
            count = self.cards_in_hand[self.seat.other]
            start = self._start(hidden[:count], hidden[count:])
            if not start.is_deal or not misdeal(self.rules, start):
                redealt = tuple(event for event in self.history if isinstance(event, Redealt))
                round_ = Round.begin(self.rules, start, redealt)
                if round_.result is None:
                    return _replayed(round_, self.history)

    def _start(self, hand: Fuda, yamafuda: Fuda) -> Position:
        """Return how the round began if the other seat holds this hand: its history undone."""
        tefuda, bafuda = {self.seat: self.tefuda, self.seat.other: hand}, self.bafuda
        torifuda, calls = dict(enumerate(self.torifuda)), list(self.calls)
        held = list(self.held)
        drawn, calling, turn = self.drawn, self.calling, self.turn
        for event in reversed(self.history):
            if isinstance(event, Called):
                drawn, calling, turn = None, True, event.seat
                calls[turn] -= event.call is Call.KOIKOI
                held[turn] = ()
            elif isinstance(event, Laid):
                yamafuda = yamafuda if drawn is None else (drawn, *yamafuda)
                drawn, calling, turn = event.card if event.drawn else None, False, event.seat
                torifuda[turn], bafuda = thought_back(torifuda[turn], bafuda, event)
                if not event.drawn:
                    tefuda[turn] = (*tefuda[turn], event.card)
        while self.rules.field_four_of_month == "dealer_takes" and torifuda[self.oya]:
            if [len(pile) for pile in (*tefuda.values(), bafuda)] != [8, 8, 8]:
                break
            # The dealer took four of a month before the first turn, and four cards replaced them.
            yamafuda, bafuda = bafuda[-4:] + yamafuda, bafuda[:-4] + torifuda[self.oya][-4:]
            torifuda[self.oya] = torifuda[self.oya][:-4]
        return Position(
            self.month,
            self.oya,
            turn,
            (tefuda[SOUTH], tefuda[NORTH]),
            bafuda,
            yamafuda,
            (torifuda[SOUTH], torifuda[NORTH]),
            drawn,
            calling,
            (calls[SOUTH], calls[NORTH]),
            (held[SOUTH], held[NORTH]),
        )


def _replayed(round_: Round, history: tuple[Event, ...]) -> Round:
    """Return the round after what happened in it."""
    for event in history:
        match event:
            case Laid(card=card, taken=taken, drawn=False):
                choice = len(matching(card, round_.bafuda)) == 2
                round_ = round_.apply(Play(card, taken[0] if choice else None))
            case Laid(taken=taken, drawn=True) if round_.drawn is not None:
                round_ = round_.apply(Pick(taken[0]))
            case Called(call=call):
                round_ = round_.apply(call)
    return round_
