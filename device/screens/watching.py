"""Card by card: what has just happened, one picture after the other, for those who want it so."""

from __future__ import annotations

from dataclasses import dataclass, replace

from device.events import Chosen, Event, Key, Touched
from device.screens.screen import Screen, pressed
from device.screens.session import Session
from device.screens.title import Title
from koikoi.match import Match
from koikoi.round import Laid, Round
from koikoi.seat import NORTH


@dataclass(frozen=True, slots=True)
class Watching:
    """The table as it lay when so many events of the round had happened; a key shows the next card.

    The match has gone on already, and the CPU may think meanwhile: what is shown decides nothing.
    """

    session: Session
    events: int
    waits: bool = True

    @property
    def match(self) -> Match:
        """The match as it lay then, to be looked at."""
        match = self.session.open_match
        return match._replace(rounds=(*match.rounds[:-1], match.round.as_it_lay(self.events)))

    def on(self, event: Event) -> Screen | Session | None:
        """Show the next card, or what the match has come to; take in the CPU's move."""
        if isinstance(event, Chosen):
            fits = event.asked == self.session.asked
            return replace(self, session=self.session.apply(event.move)) if fits else self
        if pressed(event) is Key.BACK:
            return Title(self.session)
        if pressed(event) in (Key.SELECT, Key.RIGHT) or isinstance(event, Touched):
            ahead = _pictures(self.session.open_match.round, self.events)
            return replace(self, events=ahead[0]) if ahead else self.session
        return self


def watched(before: Session, after: Session) -> Watching | None:
    """Return what shows the cards that were laid between two sessions, if they have to be shown.

    Before a card of the CPU comes the table as it lay: the own cards may not have been seen yet.
    """
    was, now = before.running, after.match
    if was is None or now is None or now.given_up is not None or was.number != now.number:
        return None
    count = len(was.round.history)
    come = now.round.history[count:]
    if come and isinstance(come[0], Laid) and come[0].seat is NORTH:
        return Watching(after, count)
    ahead = _pictures(now.round, count)
    return Watching(after, ahead[0]) if ahead else None


def _pictures(round_: Round, after: int) -> list[int]:
    """Return after how many events there is another card to see, which no other screen shows."""
    last = len(round_.history)
    open_table = round_.result is None and not round_.calling
    return [
        number
        for number in range(after + 1, last + 1)
        if isinstance(round_.history[number - 1], Laid) and not (number == last and open_table)
    ]
