"""The terminal as a keypad: bytes in, keys out."""

from __future__ import annotations

import os
import select
import termios
import time
from codecs import getincrementaldecoder
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from threading import Thread, current_thread
from typing import Any

from device.events import Key, KeyDown, Post, Stop, key_of
from device.settings import Settings
from device.tty import TtyError, open_tty

ESCAPE_S = 0.05
"""How long a lone Esc waits for the rest of a sequence, in seconds."""

REOPEN_S = 5.0
"""How long after a named device was gone it is looked for again, in seconds."""

ARROWS = {"A": Key.UP, "B": Key.DOWN, "C": Key.RIGHT, "D": Key.LEFT}
NAMES = {"\r": "enter", "\n": "enter"}
PASTED = "\x1b[201~"


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

    Sequences it does not know, what is no UTF-8 and everything pasted are passed over.
    """

    def __init__(self) -> None:
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._state = _In.TEXT
        self._sequence = ""
        self._pasted = ""

    @property
    def waiting(self) -> bool:
        """Whether an Esc or a started sequence waits for more bytes, or for `flush`."""
        return self._state not in (_In.TEXT, _In.PASTE)

    def feed(self, received: bytes, *, vi: bool = False) -> list[Key | Stop]:
        """Return what these bytes complete; Ctrl-C is a Stop."""
        found: list[Key | Stop] = []
        for character in self._decoder.decode(received):
            result = self._next(character, vi=vi)
            if result is not None:
                found.append(result)
        return found

    def flush(self) -> list[Key | Stop]:
        """Return what waits, as no more bytes came: an Esc that is alone is the key."""
        alone = self._state is _In.ESCAPE
        if self.waiting:
            self._state = _In.TEXT
        return [Key.BACK] if alone else []

    def _next(self, character: str, *, vi: bool) -> Key | Stop | None:
        match self._state:
            case _In.TEXT:
                return self._text(character, vi=vi)
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
                self._pasted = (self._pasted + character)[-len(PASTED) :]
                if self._pasted == PASTED:
                    self._state = _In.TEXT
        return None

    def _text(self, character: str, *, vi: bool) -> Key | Stop | None:
        if character == "\x1b":
            self._state = _In.ESCAPE
            return None
        if character == "\x03":
            return Stop("interrupted")
        return key_of(NAMES.get(character, character), vi=vi)

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
            self._state, self._pasted = _In.PASTE, ""
        # An arrow with Ctrl or Shift has parameters, and means nothing here.
        return None if self._sequence else ARROWS.get(character)


class TerminalKeypad:
    """Reads a file descriptor, a terminal's or a pipe's, or a named device.

    A terminal is set to give each key at once. When the input ends the program is stopped, but a
    named device is waited for: the device it belongs to may have other buttons.
    """

    def __init__(
        self,
        fd: int = 0,
        *,
        tty: str = "",
        escape: float = ESCAPE_S,
        reopen: float = REOPEN_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._fd = fd
        self._tty = tty
        self._escape = escape
        self._reopen = reopen
        self._clock = clock
        self._vi = False
        self._modes: list[Any] | None = None
        self._wake: tuple[int, int] | None = None
        self._thread: Thread | None = None

    def adjust(self, settings: Settings) -> None:
        """Know vi's keys, or not."""
        self._vi = settings.vi_keys

    def start(self, post: Post) -> None:
        """Set the terminal and read it from a thread; raises TtyError."""
        self._open()
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
        self._close()

    def _open(self) -> None:
        if self._tty:
            self._fd = open_tty(self._tty)
        if os.isatty(self._fd):
            try:
                modes = termios.tcgetattr(self._fd)
                termios.tcsetattr(self._fd, termios.TCSANOW, _single_keys(modes))
            except termios.error as error:
                self._close()
                raise TtyError(f"the terminal cannot be set: {error.args[-1]}") from error
            self._modes = modes

    def _close(self) -> None:
        if self._modes is not None:
            modes, self._modes = self._modes, None
            # A terminal that is gone has taken its modes with it.
            with suppress(termios.error):
                termios.tcsetattr(self._fd, termios.TCSANOW, modes)
        if self._tty and self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def _read(self, wake: int, post: Post) -> None:
        keys = Keys()
        while True:
            # Without a time-out, unless half a sequence has come: nothing is polled.
            timeout = self._escape if keys.waiting else None
            ready, _, _ = select.select([self._fd, wake], [], [], timeout)
            if wake in ready:
                return
            received = self._receive() if ready else None
            for found in keys.feed(received, vi=self._vi) if received else keys.flush():
                post(found if isinstance(found, Stop) else KeyDown(found, self._clock()))
            if received == b"":
                if not self._tty:
                    post(Stop("input closed"))
                    return
                if not self._is_back(wake):
                    return
                keys = Keys()

    def _receive(self) -> bytes | None:
        """Return what came; nothing at all is the end, None is that somebody else took it."""
        try:
            return os.read(self._fd, 1024)
        except BlockingIOError:
            return None
        except OSError:
            # A terminal that hung up reports an error rather than its end.
            return b""

    def _is_back(self, wake: int) -> bool:
        """Wait for the named device; return whether it is there again, or else all is over."""
        self._close()
        while not select.select([wake], [], [], self._reopen)[0]:
            try:
                self._open()
            except TtyError:
                continue
            return True
        return False


def _single_keys(modes: list[Any]) -> list[Any]:
    """Return a terminal's modes, changed to give each key at once and to echo none.

    No key sends a signal: Ctrl-C comes as a byte, and Ctrl-Z or Ctrl-\\ would leave the shell with
    the game's screen. And Ctrl-S does not halt the output, and the program with it.
    """
    iflag, oflag, cflag, lflag, *speeds, characters = modes
    iflag &= ~termios.IXON
    lflag &= ~(termios.ICANON | termios.ECHO | termios.ISIG | termios.IEXTEN)
    characters = list(characters)
    characters[termios.VMIN], characters[termios.VTIME] = 1, 0
    return [iflag, oflag, cflag, lflag, *speeds, characters]
