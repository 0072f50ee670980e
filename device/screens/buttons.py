"""Which button is which key: choose a key, then press the button that shall be it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from device.events import Event, Key, KeyDown, Touched
from device.screens.over import Page, with_session
from device.screens.screen import Screen, step
from device.screens.session import Session

RESTORE = "restore"
"""The row below the keys: all buttons as they came."""


@dataclass(frozen=True, slots=True)
class Buttons(Page):
    """A row for each key that has a button of its own; two buttons change places at a time.

    So whatever is done here, every key stays on a button.
    """

    cursor: int = 0
    listening: bool = False
    """Whether the next press says which button shall be the key of this row."""

    @property
    def keys(self) -> tuple[Key, ...]:
        """The keys of the rows."""
        return self.session.controls.buttons

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self.keys) + 1

    def button(self, key: Key) -> Key:
        """Return the button that is a key now."""
        meanings = self.session.controls.meanings(self.session.settings.buttons)
        return next(button for button, does in meanings.items() if does is key)

    def on(self, event: Event) -> Screen | Session | None:
        """Move between the rows, listen for a button, swap two, or close."""
        if isinstance(event, Touched) and event.kind == "row":
            return replace(self, cursor=event.index)._choose()
        if not isinstance(event, KeyDown):
            return self
        if self.listening:
            return self if event.held else self._heard(event.key)
        match event.key:
            case Key.SELECT:
                return self._choose()
            case Key.BACK:
                return self.under
            case key if step(key):
                return replace(self, cursor=(self.cursor + step(key)) % self.rows)
        return self

    def _choose(self) -> Screen:
        if self.cursor < len(self.keys):
            return replace(self, listening=True)
        return self._with("")

    def _heard(self, key: Key) -> Screen:
        """Give the row's key to the button that was pressed, and its key to the other button."""
        session, wanted = self.session, self.keys[self.cursor]
        return self._with(session.controls.swapped(session.settings.buttons, wanted, key))

    def _with(self, swaps: str) -> Screen:
        return replace(self, under=_swapped(self.under, swaps), listening=False)


def restored(screen: Screen) -> Screen:
    """Return a screen with all buttons as they came."""
    return _swapped(screen, "")


def _swapped(screen: Screen, swaps: str) -> Screen:
    session = screen.session
    return with_session(screen, session.with_settings(replace(session.settings, buttons=swaps)))
