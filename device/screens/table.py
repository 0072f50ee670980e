"""The table: play a card, or watch the other side play."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from device.events import Chosen, Event, Key, Touched
from device.screens.confirm import Confirm, Question
from device.screens.screen import Screen, pressed, step
from device.screens.session import Session
from device.screens.slots import hand_slots, slot_of, table_slots
from device.screens.title import Title
from koikoi.cards import Card, matching
from koikoi.match import Match
from koikoi.moves import Call, Pick, Play
from koikoi.seat import SOUTH


@dataclass(frozen=True, slots=True)
class Table:
    """A round in play. `cursor` is a slot of the own hand, 0 to 7; it stays off empty ones."""

    session: Session
    cursor: int
    waits: bool = True

    @classmethod
    def at(cls, session: Session) -> Table:
        """Return the table with the cursor where it starts at this decision.

        The place follows from the match alone, so a resumed game looks as it did.
        """
        return cls(session, first_cursor(session.open_match))

    @classmethod
    def on_card(cls, session: Session, card: Card) -> Table:
        """Return the table with the cursor on this card of the own hand."""
        return cls(session, hand_slots(session.open_match.round, SOUTH).index(card))

    @property
    def card(self) -> Card | None:
        """The card under the cursor."""
        return hand_slots(self.session.open_match.round, SOUTH)[self.cursor]

    def on(self, event: Event) -> Screen | Session | None:
        """Move the cursor, play a card, or take in the CPU's move."""
        if isinstance(event, Chosen):
            return self._chosen(event)
        if self.session.asked is not None:
            return Title(self.session) if pressed(event) is Key.BACK else self
        if isinstance(event, Touched) and event.kind == "hand":
            return replace(self, cursor=event.index)._play()
        match pressed(event):
            case Key.BACK:
                return _left(self)
            case Key.SELECT:
                return self._play()
            case key if step(key):
                return replace(self, cursor=self._next_slot(step(key)))
        return self

    def _chosen(self, event: Chosen) -> Table | Session:
        """Take a move of the CPU, unless it answers a question that is no longer open."""
        return self.session.apply(event.move) if event.asked == self.session.asked else self

    def _next_slot(self, direction: int) -> int:
        """Return the next slot with a card in it, around the end."""
        slots = hand_slots(self.session.open_match.round, SOUTH)
        ahead = [(self.cursor + direction * far) % len(slots) for far in range(1, len(slots) + 1)]
        return next((slot for slot in ahead if slots[slot] is not None), self.cursor)

    def _play(self) -> Screen | Session:
        """Play the card under the cursor, or ask which of two cards it shall take."""
        card = self.card
        if card is None:
            return self
        if len(matching(card, self.session.open_match.round.bafuda)) == 2:
            return Choice(self.session, card)
        return self.session.apply(Play(card))


@dataclass(frozen=True, slots=True)
class Choice:
    """A card matches two: the hand card that is about to be played, or the drawn one."""

    session: Session
    card: Card
    cursor: int = 0
    waits: bool = True

    @property
    def drawn(self) -> bool:
        """Whether it is the drawn card; that cannot be taken back."""
        return self.session.open_match.round.drawn is not None

    @property
    def candidates(self) -> tuple[Card, ...]:
        """The two cards, from left to right as they lie."""
        round_ = self.session.open_match.round
        slots = table_slots(round_)
        return tuple(sorted(matching(self.card, round_.bafuda), key=partial(slot_of, slots)))

    def on(self, event: Event) -> Screen | Session | None:
        """Move between the two, take one, or go back to the hand."""
        if isinstance(event, Touched) and event.kind == "candidate":
            return replace(self, cursor=event.index)._take()
        match pressed(event):
            case Key.SELECT:
                return self._take()
            case Key.BACK:
                return _left(self) if self.drawn else Table.on_card(self.session, self.card)
            case key if step(key):
                return replace(self, cursor=1 - self.cursor)
        return self

    def _take(self) -> Session:
        take = self.candidates[self.cursor]
        return self.session.apply(Pick(take) if self.drawn else Play(self.card, take))


@dataclass(frozen=True, slots=True)
class Decision:
    """Koi-koi or stop; `cursor` 0 is stop. `peeking` shows the table instead of the question."""

    session: Session
    cursor: int = 0
    peeking: bool = False
    waits: bool = True

    def on(self, event: Event) -> Screen | Session | None:
        """Choose, confirm, or look at the table behind the question."""
        if isinstance(event, Touched) and event.kind == "call" and not self.peeking:
            return replace(self, cursor=event.index)._call()
        key = pressed(event)
        if key is Key.BACK:
            return replace(self, peeking=not self.peeking)
        if self.peeking:
            # Whatever is pressed while peeking brings the question back and decides nothing.
            return self if key is None else replace(self, peeking=False)
        if key is Key.SELECT:
            return self._call()
        return replace(self, cursor=1 - self.cursor) if step(key) else self

    def _call(self) -> Session:
        return self.session.apply((Call.SHOUBU, Call.KOIKOI)[self.cursor])


def _left(screen: Table | Choice) -> Screen:
    """Return what BACK leads to: the title, before it the offer to take the last decision back."""
    session = screen.session
    before = session.taken_back()
    if before is None:
        return Title(session)
    return Confirm(screen, Question.TAKE_BACK, before, back=Title(session))


def first_cursor(match: Match) -> int:
    """Return the slot of the leftmost card that takes something, or of the leftmost card."""
    held = list(enumerate(hand_slots(match.round, SOUTH)))
    cards = [(slot, card) for slot, card in held if card is not None]
    takes = [slot for slot, card in cards if matching(card, match.round.bafuda)]
    return next(iter(takes), cards[0][0] if cards else 0)
