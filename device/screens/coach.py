"""What the coach says: to the decision that is open, and to those of a month that is over."""

from __future__ import annotations

from dataclasses import dataclass, replace

from device.events import Advised, Asked, Event, Key, Touched
from device.screens.over import Over, with_session
from device.screens.screen import Screen, pressed, step
from device.screens.session import Session
from device.screens.table import Choice, Decision, Table
from koikoi.advice import Hint, Judged
from koikoi.cards import Card, Kind
from koikoi.match import Match
from koikoi.moves import Call, Move, Pick, Play

SHOWN = 3
"""How many moves it names, the best first."""


@dataclass(frozen=True, slots=True)
class Coach(Over):
    """What to play: `hints` is None while the coach thinks. The match says that it was asked."""

    hints: tuple[Hint, ...] | None = None
    cursor: int = 0
    waits: bool = False

    @property
    def asks(self) -> Asked | None:
        """The decision that it needs the coach's word on."""
        return self.session.to_decide if self.hints is None else None

    @property
    def shown(self) -> tuple[Hint, ...]:
        """The moves that it names, of those with chaff of one month only the best."""
        alike: dict[tuple[object, ...], Hint] = {}
        for hint in self.hints or ():
            alike.setdefault(_named(hint.move), hint)
        return tuple(alike.values())[:SHOWN]

    def on(self, event: Event) -> Screen | Session | None:
        """Take in what the coach says, look at the next move, or go back with one in hand."""
        if isinstance(event, Advised):
            if event.asked != self.asks:
                return self
            coached = with_session(self.under, self.session.coached())
            return replace(self, under=coached, hints=event.hints)
        if isinstance(event, Touched) and event.kind == "row":
            return replace(self, cursor=event.index)
        match pressed(event):
            case Key.BACK:
                return self.under
            case Key.SELECT:
                named = self.shown[self.cursor : self.cursor + 1]
                return taken_up(self.under, named[0].move) if named else self.under
            case key if step(key) and self.shown:
                return replace(self, cursor=(self.cursor + step(key)) % len(self.shown))
        return self


def _named(move: Move) -> tuple[object, ...]:
    """Return what a player calls a move: the chaff of a month is all alike."""
    match move:
        case Play(card=card, take=take):
            cards: tuple[Card | None, ...] = (card, take)
        case Pick(take=take):
            cards = (take,)
        case call:
            return (call,)
    return tuple(each.month if each and each.kind is Kind.KASU else each for each in cards)


def taken_up(screen: Screen, move: Move) -> Screen:
    """Return where a decision is made, with the cursor on a move; nothing is decided by it."""
    match screen, move:
        case Table() | Choice(drawn=False), Play(card=card, take=None):
            return Table.on_card(screen.session, card)
        case Table() | Choice(drawn=False), Play(card=card, take=take):
            asked = Choice(screen.session, card)
            return replace(asked, cursor=asked.candidates.index(take))
        case Choice(candidates=candidates), Pick(take=take):
            return replace(screen, cursor=candidates.index(take))
        case Decision(), Call():
            return replace(screen, cursor=int(move is Call.KOIKOI), peeking=False)
    return screen


@dataclass(frozen=True, slots=True)
class Mistakes(Over):
    """Where a month was lost: the table before decisions that cost something, dearest first."""

    index: int = 0
    waits: bool = False

    @property
    def judged(self) -> Judged:
        """The decision that is looked at."""
        return self.session.dear[self.index]

    @property
    def match(self) -> Match:
        """The match as it stood before it."""
        match = self.session.open_match
        return match._replace(rounds=(*match.rounds[:-1], match.round.at(self.judged.number)))

    @property
    def played(self) -> Move:
        """What was played there."""
        return self.session.open_match.round.moves[self.judged.number]

    def on(self, event: Event) -> Screen | Session | None:
        """Turn to a cheaper decision or a dearer one, or close."""
        if isinstance(event, Touched) and event.kind == "page":
            moved = 2 * event.index - 1
        elif pressed(event) in (Key.BACK, Key.SELECT):
            return self.under
        else:
            moved = step(pressed(event))
        last = len(self.session.dear) - 1
        return replace(self, index=min(max(self.index + moved, 0), last))
