"""Pages that open over another screen and close back to it: help, first steps, log, notices."""

from __future__ import annotations

from dataclasses import dataclass, replace

from device.events import Event, Key, Touched
from device.notices import Notice
from device.screens.options import Options
from device.screens.over import Over, Page, with_session
from device.screens.screen import Screen, pressed, step
from device.screens.session import Session
from device.screens.told import log_pages

HELP_PAGES = ("keys", "turn", "calls", "yaku", "more_yaku", "months", "rules", "more_rules")


@dataclass(frozen=True, slots=True)
class Help(Page):
    """How to play, the keys, and the rules in force; first the coach, where it can be asked."""

    page: int = 0
    coach: bool = False

    @property
    def pages(self) -> tuple[str, ...]:
        """The pages that there are here and now."""
        return ("coach", *HELP_PAGES) if self.coach else HELP_PAGES

    @property
    def name(self) -> str:
        """The page that is open."""
        return self.pages[self.page]

    def on(self, event: Event) -> Screen | Session | None:
        """Turn the pages, or close; where no key opens the options, SELECT does."""
        if pressed(event) is Key.SELECT and Key.OPTIONS not in self.session.controls.reached:
            return Options(self.under)
        return _turn_page(self, event, len(self.pages))


LESSONS = ("matching", "drawing", "sets", "koikoi", "doubling")


@dataclass(frozen=True, slots=True)
class Lessons(Over):
    """First steps: the game on five pages, with cards.

    Which page is open is one of the settings, so whoever leaves half-way goes on there.
    """

    waits: bool = False

    @property
    def page(self) -> int:
        """The page that is open, the first is 0."""
        return self.session.settings.lesson

    @property
    def lesson(self) -> str:
        """What this page teaches."""
        return LESSONS[self.page]

    def on(self, event: Event) -> Screen | Session | None:
        """Turn the pages; SELECT turns to the next one, and on the last it closes."""
        if pressed(event) is Key.BACK:
            return self.under
        onward = pressed(event) is Key.SELECT or isinstance(event, Touched)
        page = self.page + 1 if onward else max(self.page + step(pressed(event)), 0)
        if page == len(LESSONS) and onward:
            return self._at(0).under
        return self._at(min(page, len(LESSONS) - 1))

    def _at(self, page: int) -> Lessons:
        session = self.session
        settings = replace(session.settings, lesson=page)
        return replace(self, under=with_session(self.under, session.with_settings(settings)))


@dataclass(frozen=True, slots=True)
class Log(Page):
    """What happened in this match, the newest page first."""

    page: int = 0
    """Counted from the newest."""

    def on(self, event: Event) -> Screen | Session | None:
        """Turn the pages, LEFT to what was before; or close."""
        return _turn_page(self, event, len(log_pages(self.session.open_match)), older=-1)


def _turn_page(
    page: Help | Log, event: Event, pages: int, older: int = 1
) -> Screen | Session | None:
    """Return the page that a key leads to; at either end it stays."""
    if isinstance(event, Touched) and event.kind == "page":
        turned = page.page + (event.index * 2 - 1) * older
    else:
        key = pressed(event)
        if key in (Key.BACK, Key.SELECT):
            return page.under
        turned = page.page + step(key) * older
    return replace(page, page=min(max(turned, 0), pages - 1))


@dataclass(frozen=True, slots=True)
class Notices(Over):
    """What the player should know before going on: a file was moved aside, say."""

    notices: tuple[Notice, ...]
    waits: bool = False

    def on(self, event: Event) -> Screen | Session | None:
        """Go on once it was read."""
        read = pressed(event) in (Key.SELECT, Key.BACK) or isinstance(event, Touched)
        return self.under if read else self
