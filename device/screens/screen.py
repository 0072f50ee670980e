"""What a screen is, and the few things that all of them do alike."""

from __future__ import annotations

from typing import Protocol, TypeVar

from device.events import Event, Key, KeyDown
from device.screens.session import Session

T = TypeVar("T")


class Screen(Protocol):
    """What is on the glass, as a value."""

    @property
    def session(self) -> Session:
        """What lies under it; the app saves its match whenever it has changed."""

    @property
    def waits(self) -> bool:
        """Whether it shows a table at which the program may be asked for its move."""

    def on(self, event: Event) -> Screen | Session | None:
        """Return the next screen; itself if nothing changes; None to end the program.

        A session instead of a screen says: show whatever its match has come to.
        """


def pressed(event: Event) -> Key | None:
    """Return the key of a press, or None for any other event."""
    return event.key if isinstance(event, KeyDown) else None


def step(key: Key | None) -> int:
    """Return how far a key moves a cursor: -1, 0 or 1."""
    return {Key.LEFT: -1, Key.UP: -1, Key.RIGHT: 1, Key.DOWN: 1}.get(key, 0) if key else 0


def after(values: tuple[T, ...], value: T) -> T:
    """Return the value that follows, the first after the last."""
    return values[(values.index(value) + 1) % len(values)]
