"""What the CPU called, what a month brought, and how the match ended: each is acknowledged."""

from __future__ import annotations

from dataclasses import dataclass, replace

from device.events import Asked, Event, Key, Reviewed, Touched
from device.screens.coach import Mistakes
from device.screens.screen import Screen, pressed, step
from device.screens.session import Session
from device.screens.table import Table
from device.screens.title import Title


def _acknowledged(event: Event) -> bool:
    return pressed(event) is Key.SELECT or isinstance(event, Touched)


@dataclass(frozen=True, slots=True)
class CpuCalled:
    """The CPU goes on: which yaku it has, and what that means for you."""

    session: Session
    waits: bool = True

    def on(self, event: Event) -> Screen | Session | None:
        """Go on with your turn."""
        if pressed(event) is Key.BACK:
            return Title(self.session)
        return Table.at(self.session) if _acknowledged(event) else self


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The end of a month, while it is shown the coach looks for where it was lost."""

    session: Session
    waits: bool = False

    @property
    def asks(self) -> Asked | None:
        """The month that it needs the coach's word on."""
        return self.session.to_review if self.session.coaches else None

    def on(self, event: Event) -> Screen | Session | None:
        """Deal the next month, or show how the match ended; LEFT and RIGHT show what was lost."""
        if isinstance(event, Reviewed):
            fits = event.asked == self.session.to_review
            return replace(self, session=self.session.reviewed(event.review)) if fits else self
        if pressed(event) is Key.BACK:
            return Title(self.session)
        if step(pressed(event)) and self.session.dear:
            return Mistakes(self)
        if not _acknowledged(event):
            return self
        over = self.session.open_match.over
        return MatchResult(self.session) if over else self.session.next_round()


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The end of the match."""

    session: Session
    waits: bool = False

    def on(self, event: Event) -> Screen | Session | None:
        """Go to the title."""
        if pressed(event) is Key.BACK or _acknowledged(event):
            return Title(self.session)
        return self
