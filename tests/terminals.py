"""Terminals that are not there: what is behind a pty, and the program on one as a process."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import threading
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

import pytest

from device.events import Key
from tests.processes import LETTERS, Game

MARK = b"\x1b[9999n"
"""What the program never writes."""

PATIENCE_S = 60.0
"""How long something that must happen may take, in seconds."""


def resize(fd: int, columns: int, rows: int) -> None:
    """Tell a terminal its size."""
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


class Reader:
    """Takes all that is written to a terminal, in a thread: whoever writes never waits."""

    def __init__(self, outer: int) -> None:
        self.taken = b""
        self._outer = outer
        self._more = threading.Condition()
        self._wake, self._stop = os.pipe()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def take(self) -> bytes:
        """Return all up to a mark, which somebody wrote, and forget it."""
        with self._more:
            came = self._more.wait_for(lambda: self.taken.endswith(MARK), PATIENCE_S)
            assert came, f"only {self.taken!r} came"
            taken, self.taken = self.taken.removesuffix(MARK), b""
        return taken

    def stop(self) -> None:
        """Read no more."""
        os.close(self._stop)
        self._thread.join()
        os.close(self._wake)

    def _read(self) -> None:
        while self._wake not in select.select([self._outer, self._wake], [], [])[0]:
            try:
                received = os.read(self._outer, 65536)
            except OSError:
                return
            with self._more:
                self.taken += received
                self._more.notify_all()


class Screen:
    """As much of a terminal as the panel uses; it refuses anything else."""

    SEQUENCE = re.compile(r"\x1b\[(\??)([0-9;]*)([A-Za-z])")

    def __init__(self, columns: int, rows: int) -> None:
        self.modes = {"1049": False, "25": True, "2004": False}
        self.columns = columns
        self.rows = [""] * rows
        self.places: list[str] = []
        """Where the cursor was set to."""
        self._row = self._column = 0

    def feed(self, text: str) -> None:
        """Do what was written to the terminal."""
        rest = text
        while rest:
            sequence = self.SEQUENCE.match(rest)
            if sequence is None:
                assert rest[0].isprintable(), f"an unknown control: {rest[:10]!r}"
                self._print(rest[0])
                rest = rest[1:]
            else:
                self._obey(*sequence.groups())
                rest = rest[sequence.end() :]

    def _print(self, character: str) -> None:
        assert self._column < self.columns, "a line is longer than the terminal is wide"
        line = self.rows[self._row].ljust(self._column)
        self.rows[self._row] = line[: self._column] + character + line[self._column + 1 :]
        self._column += 1

    def _obey(self, private: str, numbers: str, final: str) -> None:
        match private, final:
            case "?", "h" | "l":
                assert numbers in self.modes
                self.modes[numbers] = final == "h"
            case "", "m":
                assert numbers == "0"
            case "", "H":
                self.places.append(numbers)
                self._row, self._column = (int(number) - 1 for number in numbers.split(";"))
            case "", "J":
                assert numbers == "2"
                self.rows = [""] * len(self.rows)
            case "", "K":
                assert numbers == "2"
                self.rows[self._row] = ""
            case _:
                pytest.fail(f"an unknown sequence: {private}{numbers}{final}")


class Terminal:
    """A pty with a screen behind it."""

    def __init__(self, columns: int, rows: int) -> None:
        self.outer, self.fd = pty.openpty()
        self._reader = Reader(self.outer)
        self.resize(columns, rows)

    def resize(self, columns: int, rows: int) -> None:
        """Have another size, with nothing on the screen."""
        self.screen = Screen(columns, rows)
        resize(self.fd, columns, rows)

    @property
    def rows(self) -> list[str]:
        """What is on the screen."""
        return self.screen.rows

    def take(self) -> str:
        """Take in all that was written since the last time, and return it."""
        self.screen.places.clear()
        os.write(self.fd, MARK)
        text = self._reader.take().decode()
        self.screen.feed(text)
        return text

    def type(self, received: bytes) -> None:
        """Press keys, and return once somebody has read them."""
        os.write(self.outer, received)
        deadline = monotonic() + PATIENCE_S
        while fcntl.ioctl(self.fd, termios.FIONREAD, bytes(4)) != bytes(4):
            assert monotonic() < deadline, "nobody reads the keys"

    def close(self) -> None:
        """Hang up."""
        os.close(self.fd)
        self._reader.stop()
        os.close(self.outer)


class TerminalGame(Game):
    """The program in a terminal of 80 columns and 24 rows.

    With `named` it gets the terminal by the name of its device, and no input at all; with `stdout`
    it gets only its keys from the terminal.
    """

    def __init__(
        self, directory: Path, *options: str, named: bool = False, stdout: int | None = None
    ) -> None:
        self._outer, self._inner = pty.openpty()
        resize(self._inner, 80, 24)
        self._before = termios.tcgetattr(self._inner)
        self._reader = Reader(self._outer)
        options = options or ("--panel", "terminal")
        if named:
            options += ("--tty", os.ttyname(self._inner))
            super().__init__(directory, *options, stdin=subprocess.DEVNULL)
        else:
            output = self._inner if stdout is None else stdout
            super().__init__(directory, *options, stdin=self._inner, stdout=output)

    def press(self, keys: Sequence[Key]) -> None:
        self.type(b"".join(LETTERS[key] for key in keys))

    def type(self, received: bytes) -> None:
        """Type bytes, as fast as it goes."""
        os.write(self._outer, received)

    def resize(self, columns: int, rows: int) -> None:
        """Have the terminal another size, and tell the program."""
        resize(self._inner, columns, rows)
        self.signal(signal.SIGWINCH)

    def shows(self, text: str) -> bool:
        """Return whether a text was ever written to the terminal."""
        return text.encode() in self._reader.taken

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        os.close(self._inner)
        self._reader.stop()
        os.close(self._outer)

    def ended(self) -> int:
        """Return the exit status, once it has ended and all that it wrote has come."""
        status = super().ended()
        os.write(self._inner, MARK)
        self._written = self._reader.take()
        return status

    def drawn(self, columns: int, rows: int) -> Screen:
        """Return a screen that was always of this size, with all on it that was written."""
        screen = Screen(columns, rows)
        screen.feed(self._written.decode())
        return screen

    def restored(self) -> bool:
        """Whether the terminal is as it was, once the program has ended."""
        modes = dict(re.findall(rb"\x1b\[\?(\d+)([hl])", self._written))
        usual = {b"1049": b"l", b"25": b"h", b"2004": b"l"}
        return termios.tcgetattr(self._inner) == self._before and usual | modes == usual
