"""Buttons between pins and ground."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Protocol

from device.events import Key, KeyDown, Post
from device.settings import Settings
from koikoi.cards import KoiKoiError


class GpioError(KoiKoiError, OSError):
    """A button that cannot be opened."""


class _Closes(Protocol):
    def close(self) -> None: ...


class GpioKeypad:
    """One button a key, by BCM pin number; a pressed button pulls its pin low."""

    def __init__(
        self, pins: Mapping[Key, int], *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._pins = dict(pins)
        self._clock = clock
        self._buttons: list[_Closes] = []

    def adjust(self, settings: Settings) -> None:
        """Nothing yet."""

    def start(self, post: Post) -> None:
        """Open the pins; raises GpioError, naming the key and the pin."""
        try:
            import gpiozero
        except ImportError as error:
            raise GpioError("gpiozero is missing: pip install 'koikoi[pi]'") from error

        for key, pin in self._pins.items():
            try:
                # No bounce time: with lgpio it delays every press, on mock pins it does nothing.
                button = gpiozero.Button(pin, pull_up=True, bounce_time=None)
            except gpiozero.GPIOPinInUse as error:
                self.stop()
                raise GpioError(
                    f"key {key.value}: pin {pin} is in use; give the key another pin"
                ) from error
            except Exception as error:  # each pin library raises errors of its own kind
                self.stop()
                raise GpioError(f"key {key.value}: pin {pin} cannot be opened: {error}") from error
            self._buttons.append(button)
            button.when_pressed = self._handler(key, post)

    def stop(self) -> None:
        """Let go of the pins."""
        while self._buttons:
            self._buttons.pop().close()

    def _handler(self, key: Key, post: Post) -> Callable[[], None]:
        # It only posts: gpiozero runs all handlers on one thread, which dies of an exception.
        def pressed() -> None:
            post(KeyDown(key, self._clock()))

        return pressed
