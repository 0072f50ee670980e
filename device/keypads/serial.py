"""A keypad at a serial port: a microcontroller that speaks in lines, or a terminal's letters."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from glob import glob
from threading import Event as Flag
from threading import Thread, current_thread
from typing import TYPE_CHECKING, Any

from device.controls import REPEATING, Controls
from device.events import Key, KeyDown, KeypadState, Post
from device.keylines import ASK, BEAT_S, RUBBISH, Beat, Hello, Lines, Moved, Said
from device.presses import Edge, Kind, Pressed, Presses, Timing, Watch
from device.settings import Settings

if TYPE_CHECKING:
    from logging import Logger

AUTO = "auto"
PATTERNS = ("/dev/serial/by-id/*", "/dev/ttyACM*", "/dev/ttyUSB*")
"""Where a keypad on USB appears, the name that stays the same first."""

HELLO_S = 2.0
"""How long a keypad may take to say hello, in seconds."""

SILENT_S = 3.5 * BEAT_S
"""After so long without a beat a keypad that has said hello is gone, in seconds."""

RETRY_S, SELDOM_S = 1.0, 30.0
"""How long it waits before it tries again, at first and at most, in seconds."""

FLOOD = 4096
BREATH_S = 0.1
"""After so many bytes that mean nothing it looks away for so long: the game goes first."""

FASTEST = 100
"""Keys in a second; more are no fingers, and would fill the queue."""

DEBOUNCED = Timing(press=0.0, release=0.0, apart=0.0)
"""The keypad has looked at its contacts; here only holds and repeats are left to time."""


class SerialKeypad:
    """Reads a port, or finds one; whatever goes wrong there, it tries again and says so once."""

    def __init__(
        self,
        port: str = AUTO,
        baud: int = 115200,
        *,
        clock: Callable[[], float] = time.monotonic,
        watch: Watch = lambda _: None,
        found: Callable[[], Iterable[str]] | None = None,
    ) -> None:
        self._port = port
        self._baud = baud
        self._clock = clock
        self._watch = watch
        self._found = found or _usb_ports
        self._stopping = Flag()
        self._post: Post | None = None
        self._line: Any = None
        self._told = ""
        self._thread = Thread(target=self._run, name="serial keypad", daemon=True)

    def adjust(self, settings: Settings) -> None:
        """Nothing here depends on them: the keypad names its own keys."""

    def start(self, post: Post) -> None:
        """Look for the keypad from a thread; a port that is not there is no reason to fail."""
        self._post = post
        self._thread.start()

    def stop(self) -> None:
        """Close the port."""
        self._post = None
        self._stopping.set()
        line = self._line
        if line is not None:
            line.cancel_read()
        if self._thread.is_alive() and self._thread is not current_thread():
            self._thread.join()

    def _run(self) -> None:
        pause = RETRY_S
        while not self._stopping.is_set():
            try:
                if self._connected():
                    pause = RETRY_S
            except Exception:  # noqa: BLE001 - without this thread the keypad is dead
                _logger().exception("the keypad's line was lost")
            self._stopping.wait(pause)
            pause = min(2 * pause, SELDOM_S)

    def _connected(self) -> bool:
        """Read from a port until it is gone; return whether somebody was there."""
        ports = list(self._found()) if self._port == AUTO else [self._port]
        for port in ports:
            if self._stopping.is_set():
                return False
            talk = self._open(port)
            if talk is None:
                continue
            try:
                if talk.read(must_greet=self._port == AUTO):
                    return True
            finally:
                self._line = None
                talk.close()
        return False

    def _open(self, port: str) -> _Talk | None:
        try:
            import serial
        except ImportError:
            self._lost("pyserial is missing: pip install 'koikoi[serial]'")
            return None
        try:
            line = serial.serial_for_url(port, self._baud, do_not_open=True, timeout=0)
            if "://" not in port:
                line.exclusive = True
            line.open()
        except (OSError, ValueError) as error:
            if self._port != AUTO:
                self._lost(f"{port}: {_trouble(error)}")
            return None
        self._line = line
        return _Talk(self, line, port)

    def _lost(self, detail: str) -> None:
        """Tell once that there is no keypad."""
        if detail != self._told:
            self._told = detail
            _logger().warning(detail)
            self._tell(KeypadState(there=False, detail=detail))

    def _back(self) -> None:
        if self._told:
            self._told = ""
            self._tell(KeypadState(there=True))

    def _tell(self, event: KeyDown | KeypadState) -> None:
        post = self._post
        if post is not None:
            post(event)


class _Talk:
    """One connection: what was heard on it, and which keys are down."""

    def __init__(self, keypad: SerialKeypad, line: Any, port: str) -> None:  # noqa: ANN401
        self._keypad = keypad
        self._line = line
        self._port = port
        self._lines = Lines()
        self._presses = Presses(Controls())
        self._down: set[Key] = set()
        self._number: int | None = None
        self._heard = self._second = keypad._clock()
        self._keys = 0

    def read(self, *, must_greet: bool) -> bool:
        """Read until the port is gone or silent; return whether a keypad or terminal was there."""
        clock, keypad = self._keypad._clock, self._keypad
        began = self._heard = clock()
        try:
            self._line.write(ASK)
            while not keypad._stopping.is_set():
                self._line.timeout = self._timeout(must_greet=must_greet)
                received = self._line.read(1)
                received += self._line.read(self._line.in_waiting) if received else b""
                self.take(received, clock())
                late = clock() - began >= HELLO_S
                if must_greet and late and not self._lines.greeted:
                    return False
                if self._lines.greeted and clock() - self._heard >= SILENT_S:
                    keypad._lost(f"{self._port}: the keypad is silent; is it plugged in?")
                    return True
                if self._lines.rubbish > FLOOD:
                    self._lines.rubbish = RUBBISH + 1
                    keypad._stopping.wait(BREATH_S)
        except (OSError, TypeError) as error:
            # A port that is pulled out reads as an error, in pyserial as one of types, too.
            if self._lines.greeted or not must_greet:
                keypad._lost(f"{self._port}: {_trouble(error)}")
            return self._lines.greeted
        return True

    def take(self, received: bytes, now: float) -> None:
        """Make keys of what came, and of what is due by now."""
        for said in self._lines.feed(received, now) if received else self._lines.tick(now):
            if isinstance(said, Key):
                self._keypad._back()
                self._count([Pressed(said, Kind.PRESS, now, (said,))])
            else:
                self._heard = now
                self._say(said, now)
        self._count(self._presses.tick(now))
        if self._lines.rubbish > RUBBISH and not self._lines.greeted:
            self._keypad._lost(f"{self._port}: what is there is no keypad of ours")

    def close(self) -> None:
        """Let go of the port."""
        try:
            self._line.close()
        except OSError:
            _logger().debug("a port that is gone cannot be closed")

    def _timeout(self, *, must_greet: bool) -> float | None:
        dues = [due for due in (self._lines.due, self._presses.due) if due is not None]
        if self._lines.greeted:
            dues.append(self._heard + SILENT_S)
        elif must_greet:
            dues.append(self._heard + HELLO_S)
        return max(0.0, min(dues) - self._keypad._clock()) if dues else None

    def _say(self, said: Said, now: float) -> None:
        match said:
            case Hello(keys=keys):
                repeats = tuple(key for key in keys if key in REPEATING)
                self._presses = Presses(Controls(keys, repeats=repeats), timing=DEBOUNCED)
                self._down, self._number = set(), None
                self._keypad._back()
            case Moved(number=number, key=key, down=down) if number != self._number:
                self._number = number
                self._move(key, now, down=down)
            case Beat(number=number, down=keys):
                # What a lost line said is made up for: no key stays down for ever.
                self._number = number
                for key in self._down - keys:
                    self._move(key, now, down=False)
                for key in keys - self._down:
                    self._move(key, now, down=True)

    def _move(self, key: Key, now: float, *, down: bool) -> None:
        if key not in self._presses.keys:
            return
        (self._down.add if down else self._down.discard)(key)
        edge = Edge(key, down, now)
        self._keypad._watch(edge)
        self._count(self._presses.feed(edge))
        self._count(self._presses.tick(now))

    def _count(self, found: list[Pressed]) -> None:
        for pressed in found:
            if pressed.at - self._second >= 1.0:
                self._second, self._keys = pressed.at, 0
            self._keys += 1
            if self._keys > FASTEST:
                continue
            self._keypad._watch(pressed)
            for event in pressed.events:
                if isinstance(event, KeyDown):
                    self._keypad._tell(event)


def _usb_ports() -> list[str]:
    """Return the ports at which a keypad may be, each once."""
    from pathlib import Path

    ports: dict[Path, str] = {}
    for pattern in PATTERNS:
        for name in sorted(glob(pattern)):  # noqa: PTH207 - a pattern from the root
            ports.setdefault(Path(name).resolve(), name)
    return list(ports.values())


def _trouble(error: BaseException) -> str:
    """Return what is wrong with a port, with the remedy."""
    words = str(error)
    if isinstance(error, OSError) and error.errno == 13:
        return "may not be opened; join the group dialout: sudo usermod -aG dialout $USER"
    if isinstance(error, OSError) and error.errno == 2:
        return "is not there; plug the keypad in, or name its port in the board file"
    if "lock" in words.lower():
        return "is in use by another program; stop that program"
    return f"the line was lost ({words}); plug the keypad in again"


def _logger() -> Logger:
    import logging

    return logging.getLogger(__name__)
