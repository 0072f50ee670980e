"""What has been played: the figures of all matches, and the matches themselves to look at again.

The archive is read only while one of these screens is open: it says what it has `wanted`, and the
answer comes as an event, as the CPU's moves do.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from device.events import Archived, Event, Key, Touched, Wanted
from device.screens.over import Over
from device.screens.replay import Replay
from device.screens.screen import Screen, pressed, step
from device.screens.session import Session
from koikoi.match import Match
from koikoi.tally import Tallies

ROWS = 5
"""How many matches the list shows at once, and asks for."""


@dataclass(frozen=True, slots=True)
class History(Over):
    """The figures, a page for all matches and one for each level and rules; None until read."""

    tallies: Tallies | None = None
    page: int = 0
    waits: bool = False

    @property
    def wanted(self) -> Wanted | None:
        """What has to be read for it."""
        return Wanted(0, 0) if self.tallies is None else None

    @property
    def pages(self) -> int:
        """How many there are, at least one."""
        return max(len(self.tallies or ()), 1)

    def on(self, event: Event) -> Screen | Session | None:
        """Turn the pages, open the list of matches, or close."""
        if isinstance(event, Archived):
            return replace(self, tallies=event.tallies)
        page = self.page
        if isinstance(event, Touched) and event.kind == "page":
            page += 2 * event.index - 1
        match pressed(event):
            case Key.BACK:
                return self.under
            case Key.SELECT if self.tallies:
                return Finished(self)
            case key:
                page += step(key)
        return replace(self, page=min(max(page, 0), self.pages - 1))


@dataclass(frozen=True, slots=True)
class Finished(Over):
    """The matches that are over, the newest first; `cursor` counts from it.

    `matches` are those around the cursor, None for one that cannot be read; there are none until
    the archive has been read, and then there are `kept` in all.
    """

    cursor: int = 0
    kept: int | None = None
    matches: tuple[Match | None, ...] | None = None
    waits: bool = False

    @property
    def first(self) -> int:
        """The first match that is shown, counted from the newest."""
        return self.cursor // ROWS * ROWS

    @property
    def wanted(self) -> Wanted | None:
        """What has to be read for it."""
        return Wanted(self.first, ROWS) if self.matches is None else None

    def on(self, event: Event) -> Screen | Session | None:
        """Move through the matches, look at one again, or close."""
        if isinstance(event, Archived):
            # An answer to what was wanted on another page is of no use any more.
            fits = event.wanted == self.wanted
            return replace(self, kept=event.kept, matches=event.matches) if fits else self
        if isinstance(event, Touched) and event.kind == "row":
            return self._at(self.first + event.index)._open()
        match pressed(event):
            case Key.BACK:
                return self.under
            case Key.SELECT:
                return self._open()
            case key if step(key):
                return self._at(self.cursor + step(key))
        return self

    def _at(self, cursor: int) -> Finished:
        """Return the list with its cursor on another match; another page has to be read first."""
        moved = replace(self, cursor=min(max(cursor, 0), max((self.kept or 0) - 1, 0)))
        return moved if moved.first == self.first else replace(moved, matches=None)

    def _open(self) -> Screen:
        """Return the match under the cursor to look at again, if it could be read."""
        place = self.cursor - self.first
        matches = self.matches or ()
        played = matches[place] if place < len(matches) else None
        return self if played is None else Replay(self, played)
