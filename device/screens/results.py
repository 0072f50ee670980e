"""What the CPU called, what a month brought, and how the match ended: each is acknowledged."""

from __future__ import annotations

from dataclasses import dataclass

from device.events import Event, Key, Touched
from device.screens.screen import Screen, pressed
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
    """The end of a month."""

    session: Session
    waits: bool = False

    def on(self, event: Event) -> Screen | Session | None:
        """Deal the next month, or show how the match ended."""
        if pressed(event) is Key.BACK:
            return Title(self.session)
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
