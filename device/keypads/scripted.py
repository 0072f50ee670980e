"""A keypad that plays from a script."""

from __future__ import annotations

from collections.abc import Iterable

from device.events import Key, KeyDown, Post, Stop
from device.settings import Settings


class ScriptedKeypad:
    """Posts the given presses, in order, as soon as it is started; then a Stop, if one is asked."""

    def __init__(self, keys: Iterable[Key | KeyDown] = (), *, then_stop: str = "") -> None:
        self._keys = tuple(keys)
        self._then_stop = then_stop
        self._post: Post | None = None

    def adjust(self, settings: Settings) -> None:
        """A script means what it says."""

    def start(self, post: Post) -> None:
        """Post the whole script."""
        self._post = post
        self.press(*self._keys)
        if self._then_stop:
            post(Stop(self._then_stop))

    def press(self, *keys: Key | KeyDown) -> None:
        """Post some more presses, now; before the start and after the stop nobody hears them."""
        for key in keys:
            if self._post is not None:
                self._post(KeyDown(key) if isinstance(key, Key) else key)

    def stop(self) -> None:
        """Post no more."""
        self._post = None
