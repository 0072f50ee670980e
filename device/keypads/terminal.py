"""The terminal as a keypad: bytes in, keys out."""

from __future__ import annotations

import os
import select
import termios
import time
from collections.abc import Callable
from enum import Enum
from threading import Thread, current_thread

from device.events import KEYS, Key, KeyDown, Post, Stop
from device.settings import Settings

ESCAPE_S = 0.05
"""How long a lone Esc waits for the rest of a sequence, in seconds."""

ARROWS = {"A": Key.UP, "B": Key.DOWN, "C": Key.RIGHT, "D": Key.LEFT}
NAMES = {"\r": "enter", "\n": "enter", " ": "space"}
PASTED = b"\x1b[201~"


class _In(Enum):
    """What the next byte belongs to."""

    TEXT = "text"
    ESCAPE = "escape"
    CONTROL = "control"
    SHIFT = "shift"
    STRING = "string"
    PASTE = "paste"


class Keys:
    """The decoder: takes bytes as they come, in pieces of any length; reads nothing itself.

    Sequences it does not know, text from outside ASCII and everything pasted are passed over.
    """

    def __init__(self) -> None:
        self._state = _In.TEXT
        self._sequence = ""
        self._pasted = b""

    @property
    def waiting(self) -> bool:
        """Whether an Esc or a started sequence waits for more bytes, or for `flush`."""
        return self._state not in (_In.TEXT, _In.PASTE)

    def feed(self, received: bytes) -> list[Key | Stop]:
        """Return what these bytes complete; Ctrl-C, where it comes as a byte, is a Stop."""
        found: list[Key | Stop] = []
        for byte in received:
            result = self._next(chr(byte))
            if result is not None:
                found.append(result)
        return found

    def flush(self) -> list[Key | Stop]:
        """Return what waits, as no more bytes came: an Esc that is alone is the key."""
        alone = self._state is _In.ESCAPE
        if self.waiting:
            self._state = _In.TEXT
        return [Key.BACK] if alone else []

    def _next(self, character: str) -> Key | Stop | None:
        match self._state:
            case _In.TEXT:
                return self._text(character)
            case _In.ESCAPE:
                return self._escape(character)
            case _In.CONTROL:
                return self._control(character)
            case _In.SHIFT:
                self._state = _In.TEXT
                return ARROWS.get(character)
            case _In.STRING:
                # Ends with BEL, or with ESC and a backslash, which passes as an unknown sequence.
                if character in "\x07\x1b":
                    self._state = _In.TEXT if character == "\x07" else _In.ESCAPE
            case _In.PASTE:
                self._pasted = (self._pasted + character.encode("latin-1"))[-len(PASTED) :]
                if self._pasted == PASTED:
                    self._state = _In.TEXT
        return None

    def _text(self, character: str) -> Key | Stop | None:
        if character == "\x1b":
            self._state = _In.ESCAPE
            return None
        if character == "\x03":
            return Stop("interrupted")
        # Each byte of a character from outside ASCII is 0x80 or more.
        if not character.isascii():
            return None
        return KEYS.get(NAMES.get(character, character.lower()))

    def _escape(self, character: str) -> Key | None:
        self._sequence = ""
        if character == "\x1b":
            # The first one was alone; the second may still begin a sequence.
            return Key.BACK
        if character == "[":
            self._state = _In.CONTROL
        elif character == "O":
            self._state = _In.SHIFT
        elif character in "]PX^_":
            self._state = _In.STRING
        else:
            # A character with Alt: not the key without it.
            self._state = _In.TEXT
        return None

    def _control(self, character: str) -> Key | None:
        if " " <= character <= "?":
            self._sequence += character
            return None
        self._state = _In.ESCAPE if character == "\x1b" else _In.TEXT
        if character == "~" and self._sequence == "200":
            self._state, self._pasted = _In.PASTE, b""
        # An arrow with Ctrl or Shift has parameters, and means nothing here.
        return None if self._sequence else ARROWS.get(character)


class TerminalKeypad:
    """Reads a file descriptor: a terminal, which it sets to give each key at once, or a pipe."""

    def __init__(self, fd: int = 0, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._fd = fd
        self._clock = clock
        self._modes: list[int | list[bytes | int]] | None = None
        self._wake: tuple[int, int] | None = None
        self._thread: Thread | None = None

    def adjust(self, settings: Settings) -> None:
        """Nothing yet."""

    def start(self, post: Post) -> None:
        """Set the terminal and read it from a thread."""
        if os.isatty(self._fd):
            self._modes = termios.tcgetattr(self._fd)
            termios.tcsetattr(self._fd, termios.TCSANOW, _single_keys(self._fd))
        self._wake = os.pipe()
        self._thread = Thread(
            target=self._read, args=(self._wake[0], post), name="terminal keypad", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """End the thread and set the terminal back."""
        if self._wake is not None and self._thread is not None:
            reader, writer = self._wake
            os.close(writer)
            if self._thread is not current_thread():
                self._thread.join()
            os.close(reader)
            self._wake = self._thread = None
        if self._modes is not None:
            modes, self._modes = self._modes, None
            try:
                termios.tcsetattr(self._fd, termios.TCSANOW, modes)
            except termios.error:
                # The terminal is gone, and its modes with it.
                return

    def _read(self, wake: int, post: Post) -> None:
        keys = Keys()
        while True:
            # Without a time-out, unless half a sequence has come: nothing is polled.
            timeout = ESCAPE_S if keys.waiting else None
            ready, _, _ = select.select([self._fd, wake], [], [], timeout)
            if wake in ready:
                return
            received = self._receive() if ready else None
            for found in keys.flush() if not received else keys.feed(received):
                post(found if isinstance(found, Stop) else KeyDown(found, self._clock()))
            if received == b"":
                post(Stop("input closed"))
                return

    def _receive(self) -> bytes:
        try:
            return os.read(self._fd, 1024)
        except OSError:
            # A terminal that hung up reports an error rather than its end.
            return b""


def _single_keys(fd: int) -> list[int | list[bytes | int]]:
    """Return the terminal's modes, changed to give each key at once and to echo none."""
    modes = termios.tcgetattr(fd)
    modes[3] &= ~(termios.ICANON | termios.ECHO)
    characters = modes[6]
    characters[termios.VMIN], characters[termios.VTIME] = 1, 0
    # No Ctrl-Z: it would leave the shell with the game's screen and modes.
    characters[termios.VSUSP] = b"\x00"
    return modes
