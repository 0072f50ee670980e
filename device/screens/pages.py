"""Pages that open over another screen and close back to it: help, log, options, questions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from device.events import Event, Key, Touched
from device.notices import Notice
from device.screens.buttons import Buttons
from device.screens.over import Over, Page, with_session
from device.screens.screen import Screen, pressed, step
from device.screens.session import Session
from device.screens.told import log_pages
from device.settings import Settings, choices

HELP_PAGES = ("keys", "turn", "calls", "yaku", "more_yaku", "months", "rules", "more_rules")
SHOWN_SETTINGS = ("hints", "numerals", "large_text", "language")


@dataclass(frozen=True, slots=True)
class Help(Page):
    """How to play, the keys, and the rules in force."""

    page: int = 0

    def on(self, event: Event) -> Screen | Session | None:
        """Turn the pages, or close; where no key opens the options, SELECT does."""
        if pressed(event) is Key.SELECT and Key.OPTIONS not in self.session.controls.reached:
            return Options(self.under)
        return _turn_page(self, event, len(HELP_PAGES))


LESSONS = ("matching", "drawing", "sets", "koikoi", "doubling")


@dataclass(frozen=True, slots=True)
class Lessons(Over):
    """First steps: the game on five pages, with cards."""

    page: int = 0
    waits: bool = False

    @property
    def lesson(self) -> str:
        """What this page teaches."""
        return LESSONS[self.page]

    def on(self, event: Event) -> Screen | Session | None:
        """Turn the pages; SELECT turns to the next one, and on the last it closes."""
        if pressed(event) is Key.SELECT or isinstance(event, Touched):
            last = self.page == len(LESSONS) - 1
            return self.under if last else replace(self, page=self.page + 1)
        return _turn_page(self, event, len(LESSONS))


@dataclass(frozen=True, slots=True)
class Log(Page):
    """What happened in this match, the newest page first."""

    page: int = 0
    """Counted from the newest."""

    def on(self, event: Event) -> Screen | Session | None:
        """Turn the pages, LEFT to what was before; or close."""
        return _turn_page(self, event, len(log_pages(self.session.open_match)), older=-1)


def _turn_page(
    page: Help | Lessons | Log, event: Event, pages: int, older: int = 1
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
class Options(Page):
    """What can be changed while playing, and the way out of a match."""

    cursor: int = 0

    @property
    def rows(self) -> tuple[str, ...]:
        """The settings that can be changed here, and what can be done."""
        buttons = ("buttons",) if self.session.controls.buttons else ()
        give_up = ("give_up",) if self.session.running else ()
        return (*SHOWN_SETTINGS, *buttons, *give_up)

    def on(self, event: Event) -> Screen | Session | None:
        """Move between the rows, change one, or close."""
        if isinstance(event, Touched) and event.kind == "row":
            return replace(self, cursor=event.index)._change()
        match pressed(event):
            case Key.SELECT:
                return self._change()
            case Key.BACK:
                return self.under
            case key if step(key):
                return replace(self, cursor=(self.cursor + step(key)) % len(self.rows))
        return self

    def _change(self) -> Screen:
        row = self.rows[self.cursor]
        if row == "give_up":
            return Confirm(self, Question.GIVE_UP, self.session.give_up())
        if row == "buttons":
            return Buttons(self)
        settings = _changed(self.session.settings, row)
        return replace(self, under=with_session(self.under, self.session.with_settings(settings)))


def _changed(settings: Settings, name: str) -> Settings:
    """Return settings with one of them at its next value."""
    values = choices()[name]
    now = values.index(getattr(settings, name))
    change: dict[str, Any] = {name: values[(now + 1) % len(values)]}
    return replace(settings, **change)


class Question(Enum):
    """What is asked before it is done."""

    QUIT = "quit"
    GIVE_UP = "give_up"
    NEW_GAME = "new_game"


@dataclass(frozen=True, slots=True)
class Confirm(Over):
    """A question with No and Yes, No first; `then` is what Yes leads to."""

    question: Question
    then: Screen | Session | None
    cursor: int = 0
    waits: bool = False
    """What Yes leads to is already worked out, so nothing may change below."""

    def on(self, event: Event) -> Screen | Session | None:
        """Choose and confirm; BACK is No."""
        if isinstance(event, Touched) and event.kind == "answer":
            return self.then if event.index else self.under
        match pressed(event):
            case Key.SELECT:
                return self.then if self.cursor else self.under
            case Key.BACK:
                return self.under
            case key if step(key):
                return replace(self, cursor=1 - self.cursor)
        return self


@dataclass(frozen=True, slots=True)
class Notices(Over):
    """What the player should know before going on: a file was moved aside, say."""

    notices: tuple[Notice, ...]
    waits: bool = False

    def on(self, event: Event) -> Screen | Session | None:
        """Go on once it was read."""
        read = pressed(event) in (Key.SELECT, Key.BACK) or isinstance(event, Touched)
        return self.under if read else self
