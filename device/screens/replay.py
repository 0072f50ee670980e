"""A match that is over, looked at again: the table after each turn of each month."""

from __future__ import annotations

from dataclasses import dataclass, replace

from device.events import Event, Key, Touched
from device.screens.over import Over
from device.screens.screen import Screen, pressed, step
from device.screens.session import Session
from device.screens.told import turns
from koikoi.match import Match


@dataclass(frozen=True, slots=True)
class Replay(Over):
    """The table as it lay after so many turns of a month; nothing is decided here.

    `month` counts the rounds of the match from 0. Turn 0 is the deal; what was called and how the
    month ended are turns of their own.
    """

    played: Match
    month: int = 0
    turn: int = 0
    waits: bool = False

    @property
    def turns(self) -> int:
        """How many turns this month had."""
        return len(turns(self.played.rounds[self.month]))

    @property
    def match(self) -> Match:
        """The match as it stood then, to be looked at."""
        round_ = self.played.rounds[self.month]
        events = sum(len(turn) for turn in turns(round_)[: self.turn])
        before = self.played.rounds[: self.month]
        return self.played._replace(rounds=(*before, round_.as_it_lay(events)), given_up=None)

    def on(self, event: Event) -> Screen | Session | None:
        """Go a turn on or back, over to the next month, or close."""
        if isinstance(event, Touched) and event.kind == "page":
            return self._moved(2 * event.index - 1)
        match pressed(event):
            case Key.BACK:
                return self.under
            case Key.SELECT if self.month + 1 < len(self.played.rounds):
                return replace(self, month=self.month + 1, turn=0)
            case Key.SELECT:
                return self.under
            case key if step(key):
                return self._moved(step(key))
        return self

    def _moved(self, step_: int) -> Replay:
        """Return the table a turn later or earlier, in the month beside it at either end."""
        turn, month = self.turn + step_, self.month
        if turn > self.turns and month + 1 < len(self.played.rounds):
            return replace(self, month=month + 1, turn=0)
        if turn < 0 and month:
            before = replace(self, month=month - 1)
            return replace(before, turn=before.turns)
        return replace(self, turn=min(max(turn, 0), self.turns))
