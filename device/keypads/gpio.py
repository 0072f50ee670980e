"""Buttons between pins and ground."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from queue import Empty, SimpleQueue
from threading import Event as Flag
from threading import Thread, current_thread
from typing import TYPE_CHECKING, Any, Protocol

from device.controls import Controls
from device.events import Key, Post
from device.presses import Edge, Pressed, Presses, Watch
from device.settings import Settings
from koikoi.cards import KoiKoiError

if TYPE_CHECKING:
    from logging import Logger


class GpioError(KoiKoiError, OSError):
    """A button that cannot be opened."""


class _Input(Protocol):
    is_active: bool

    def close(self) -> None: ...


class GpioKeypad:
    """One button a key, by BCM pin number; a pressed button pulls its pin low.

    The pins' callbacks only put their edge in line. One thread makes keys of them, which sleeps
    until something is due; without a thread of its own that is done when `work` is called.
    """

    def __init__(
        self,
        pins: Mapping[Key, int],
        controls: Controls,
        *,
        clock: Callable[[], float] = time.monotonic,
        watch: Watch = lambda _: None,
        threaded: bool = True,
    ) -> None:
        self._pins = dict(pins)
        self._controls = controls
        self._clock = clock
        self._watch = watch
        self._inputs: list[_Input] = []
        self._line: SimpleQueue[Edge | dict[Key, Key] | None] = SimpleQueue()
        self._stopping = Flag()
        self._presses = Presses(controls)
        self._post: Post | None = None
        self._thread = Thread(target=self._run, name="buttons", daemon=True) if threaded else None

    def adjust(self, settings: Settings) -> None:
        """Swap the buttons as the player has chosen."""
        self._line.put(self._controls.meanings(settings.buttons))

    def start(self, post: Post) -> None:
        """Open the pins; raises GpioError, naming the key and the pin, or what is missing."""
        gpiozero = _ready()
        closed = []
        for key, pin in self._pins.items():
            button = self._open(gpiozero, key, pin)
            self._inputs.append(button)
            if button.is_active:
                closed.append(key)
        self._presses = Presses(self._controls, closed=closed)
        self._post = post
        if self._thread is not None:
            self._thread.start()

    def stop(self) -> None:
        """Let go of the pins."""
        self._post = None
        self._stopping.set()
        self._line.put(None)
        while self._inputs:
            self._inputs.pop().close()
        thread = self._thread
        if thread is not None and thread.is_alive() and thread is not current_thread():
            thread.join()

    def work(self) -> None:
        """Make keys of the edges that are in line, and of what is due by now."""
        while not self._line.empty():
            self._take(self._line.get())
        self._tell(self._presses.tick(self._clock()))

    @property
    def due(self) -> float | None:
        """When `work` has something to do if no button moves, in seconds of the clock."""
        return self._presses.due

    def _open(self, gpiozero: Any, key: Key, pin: int) -> _Input:  # noqa: ANN401 - has no types
        """Return an open pin whose edges get in line."""
        try:
            # Not a Button: each has a thread that wakes ten times a second. And no bounce time:
            # with lgpio it delays every press, on mock pins it does nothing.
            opened = gpiozero.DigitalInputDevice(pin, pull_up=True, bounce_time=None)
        except gpiozero.GPIOPinInUse as error:
            self.stop()
            raise GpioError(
                f"key {key.value}: pin {pin} is in use; give the key another pin"
            ) from error
        except Exception as error:  # each pin library raises errors of its own kind
            self.stop()
            raise GpioError(f"key {key.value}: pin {pin} {_trouble(error)}") from error
        opened.when_activated = self._handler(key, down=True)
        opened.when_deactivated = self._handler(key, down=False)
        return opened  # type: ignore[no-any-return]  # gpiozero has no types

    def _handler(self, key: Key, *, down: bool) -> Callable[[], None]:
        # It cannot fail: gpiozero runs all handlers on one thread, which dies of an exception.
        def moved() -> None:
            self._line.put(Edge(key, down, self._clock()))

        return moved

    def _run(self) -> None:
        while not self._stopping.is_set():
            due = self.due
            wait = None if due is None else max(0.0, due - self._clock())
            try:
                item = self._line.get(timeout=wait)
            except Empty:
                item = None
            try:
                self._take(item)
                self.work()
            except Exception:  # noqa: BLE001 - without this thread every button is dead
                _logger().exception("a press was lost")

    def _take(self, item: Edge | dict[Key, Key] | None) -> None:
        if isinstance(item, Edge):
            self._watch(item)
            self._tell(self._presses.feed(item))
        elif item is not None:
            self._presses.remap(item)

    def _tell(self, found: list[Pressed]) -> None:
        for pressed in found:
            self._watch(pressed)
            for event in pressed.events:
                post = self._post
                if post is not None:
                    post(event)


def _ready() -> Any:  # noqa: ANN401 - gpiozero has no types
    """Return gpiozero with pins to open; raises GpioError with the remedy."""
    import warnings

    try:
        import gpiozero
    except ImportError as error:
        raise GpioError("gpiozero is missing: pip install 'koikoi[pi]'") from error
    with warnings.catch_warnings(record=True) as tried:
        # It warns of every library that it tries, the right one first. Its last resort writes to
        # the chip's registers, which no Pi 5 has: better none than that one unasked.
        warnings.simplefilter("always")
        warnings.simplefilter("error", gpiozero.NativePinFactoryFallback)
        try:
            gpiozero.Device.ensure_pin_factory()
        except Exception as error:  # each pin library raises errors of its own kind
            reason = tried[0].message if tried else error
            raise GpioError(
                f"no pins can be opened here ({reason}): on a Raspberry Pi install python3-lgpio "
                "and join the group gpio; elsewhere choose another board with --board"
            ) from error
    return gpiozero


def _trouble(error: Exception) -> str:
    """Return what is wrong with a pin, with the remedy where we know one."""
    words = str(error)
    if "busy" in words.lower():
        return f"is in use by another program ({words}); stop that program, or use another pin"
    if "permission" in words.lower() or "not allowed" in words.lower():
        return f"may not be opened ({words}); join the group gpio: sudo usermod -aG gpio $USER"
    return f"cannot be opened: {words}"


def _logger() -> Logger:
    import logging

    return logging.getLogger(__name__)
