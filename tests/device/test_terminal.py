"""The terminal as panel and keypad: on real ptys, and the decoder on its own."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import termios
from collections.abc import Iterator
from queue import SimpleQueue

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.events import Event, Glass, Key, KeyDown, PanelState, Stop
from device.geometry import Box, Size
from device.intents import Intent
from device.keypads.terminal import Keys, TerminalKeypad
from device.look import textview
from device.look.frame import Frame
from device.look.items import Layout, Text
from device.panels.terminal import TOO_SMALL, TerminalPanel

SIZE = Size(400, 300)
TITLE = Text("title", Box(20, 20, 200, 16))
FIRST = Frame(Layout(SIZE, (TITLE, Text("old", Box(20, 220, 200, 16)))))
SECOND = Frame(Layout(SIZE, (TITLE, Text("new", Box(20, 220, 200, 16)))))
PATIENCE_S = 10.0


class Terminal:
    """A pty with as much of a terminal behind it as the panel uses; it refuses anything else."""

    SEQUENCE = re.compile(r"\x1b\[(\??)([0-9;]*)([A-Za-z])")

    def __init__(self, columns: int, rows: int) -> None:
        self.outer, self.fd = pty.openpty()
        self.modes = {"1049": False, "25": True, "2004": False}
        self.received = ""
        self.resize(columns, rows)

    def resize(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = [""] * rows
        self.row = self.column = 0
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def take(self) -> str:
        """Take in all that was written before, and return it."""
        mark = "\x1b[9999n"
        os.write(self.fd, mark.encode())
        taken = b""
        while not taken.endswith(mark.encode()):
            assert select.select([self.outer], [], [], PATIENCE_S)[0], f"only {taken!r} came"
            taken += os.read(self.outer, 65536)
        text = taken.decode().removesuffix(mark)
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
        return text

    def _print(self, character: str) -> None:
        assert self.column < self.columns, "a line is longer than the terminal is wide"
        line = self.rows[self.row].ljust(self.column)
        self.rows[self.row] = line[: self.column] + character + line[self.column + 1 :]
        self.column += 1

    def _obey(self, private: str, numbers: str, final: str) -> None:
        match private, final:
            case "?", "h" | "l":
                assert numbers in self.modes
                self.modes[numbers] = final == "h"
            case "", "m":
                assert numbers == "0"
            case "", "H":
                self.row, self.column = (int(number) - 1 for number in numbers.split(";"))
            case "", "J":
                assert numbers == "2"
                self.rows = [""] * len(self.rows)
            case "", "K":
                assert numbers == "2"
                self.rows[self.row] = ""
            case _:
                pytest.fail(f"an unknown sequence: {private}{numbers}{final}")

    def close(self) -> None:
        os.close(self.fd)
        os.close(self.outer)


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    terminal = Terminal(80, 24)
    yield terminal
    terminal.close()


def stripped(lines: list[str]) -> list[str]:
    return [line.rstrip() for line in lines]


def view(frame: Frame, columns: int = 80, rows: int = 24) -> list[str]:
    lines = stripped(textview.lines(frame.layout, columns, rows))
    return lines + [""] * (rows - len(lines))


# The panel.


def test_the_screen_shows_the_text_view(terminal: Terminal) -> None:
    events: list[Event] = []
    panel = TerminalPanel(SIZE, terminal.fd)
    panel.start(events.append)

    panel.submit(FIRST, Intent.BOOT)

    terminal.take()
    assert stripped(terminal.rows) == view(FIRST)
    assert events == [PanelState(Glass.SHOWN)]


def test_only_changed_lines_are_written(terminal: Terminal) -> None:
    panel = TerminalPanel(SIZE, terminal.fd)
    panel.start(list[Event]().append)
    panel.submit(FIRST, Intent.BOOT)
    terminal.take()

    panel.submit(SECOND, Intent.MOVE)

    changed = [
        number
        for number, lines in enumerate(zip(view(FIRST), view(SECOND), strict=True), start=1)
        if lines[0] != lines[1]
    ]
    written = [int(row) for row in re.findall(r"\x1b\[(\d+);1H", terminal.take())]
    assert changed
    assert written == changed
    assert stripped(terminal.rows) == view(SECOND)


def test_the_same_frame_again_writes_nothing_and_is_shown(terminal: Terminal) -> None:
    events: list[Event] = []
    panel = TerminalPanel(SIZE, terminal.fd)
    panel.start(events.append)
    panel.submit(FIRST, Intent.BOOT)
    terminal.take()

    panel.submit(FIRST, Intent.MOVE)

    assert terminal.take() == ""
    assert events == [PanelState(Glass.SHOWN)] * 2


def test_the_screen_is_taken_at_the_start_and_given_back_at_the_stop(terminal: Terminal) -> None:
    panel = TerminalPanel(SIZE, terminal.fd)
    before = dict(terminal.modes)

    panel.start(list[Event]().append)
    terminal.take()
    during = dict(terminal.modes)
    panel.stop()
    panel.stop()
    terminal.take()

    assert during == {"1049": True, "25": False, "2004": True}
    assert terminal.modes == before


def test_a_resized_terminal_is_drawn_anew(terminal: Terminal) -> None:
    panel = TerminalPanel(SIZE, terminal.fd)
    panel.start(list[Event]().append)
    panel.submit(FIRST, Intent.BOOT)
    terminal.take()
    terminal.resize(100, 30)

    panel.submit(FIRST, Intent.REFRESH)

    terminal.take()
    assert stripped(terminal.rows) == view(FIRST, 100, 30)


def test_a_small_terminal_shows_what_fits_and_says_what_it_needs(terminal: Terminal) -> None:
    panel = TerminalPanel(SIZE, terminal.fd)
    terminal.resize(40, 10)
    panel.start(list[Event]().append)

    panel.submit(FIRST, Intent.BOOT)

    terminal.take()
    clipped = [textview.clipped(line, 40).rstrip() for line in view(FIRST)[:9]]
    assert stripped(terminal.rows) == [*clipped, TOO_SMALL]


def test_a_terminal_that_is_gone_is_reported_and_the_game_goes_on() -> None:
    events: list[Event] = []
    reader, writer = os.pipe()
    panel = TerminalPanel(SIZE, writer)
    panel.start(events.append)
    os.close(reader)

    panel.submit(FIRST, Intent.BOOT)
    panel.stop()

    os.close(writer)
    assert events[0] == PanelState(Glass.LOST, "the terminal is gone: Broken pipe")


def test_sleep_is_reported(terminal: Terminal) -> None:
    events: list[Event] = []
    panel = TerminalPanel(SIZE, terminal.fd)
    panel.start(events.append)

    panel.sleep()

    assert events == [PanelState(Glass.ASLEEP)]


# The decoder.


@pytest.mark.parametrize(
    ("received", "keys"),
    [
        (b"\x1b[A\x1b[B\x1b[C\x1b[D", [Key.UP, Key.DOWN, Key.RIGHT, Key.LEFT]),
        (b"\x1bOA\x1bOB\x1bOC\x1bOD", [Key.UP, Key.DOWN, Key.RIGHT, Key.LEFT]),
        (b"\r\n ", [Key.SELECT, Key.SELECT, Key.SELECT]),
        (b"h?loqr", [Key.LEFT, Key.HELP, Key.LOG, Key.OPTIONS, Key.QUIT, Key.REFRESH]),
        (b"HQ", [Key.LEFT, Key.QUIT]),
        (b"xyz123\t\x7f", []),
        (b"\x1b[3~\x1b[1;5C\x1b[15~\x1bOP", []),
        (b"\x1bq", []),
        (b"\x1b]11;rgb:0/0/0\x07\x1bPq\x1b\\q", [Key.QUIT]),
        (b"\x1b\x1b[C", [Key.BACK, Key.RIGHT]),
        (b"\x1b[\x1b[C", [Key.RIGHT]),
        ("あq\u00e9".encode(), [Key.QUIT]),
        (b"\xff\xc3(\xe2\x82q\xf0\x9f", [Key.QUIT]),
        (b"\x1b[200~quit\rhello\x1b[A\x03\x1b[201~ ", [Key.SELECT]),
        (b"\x03", [Stop("interrupted")]),
    ],
)
def test_bytes_become_keys(received: bytes, keys: list[Key | Stop]) -> None:
    assert Keys().feed(received) == keys


def test_a_lone_escape_is_a_key_once_nothing_follows() -> None:
    keys = Keys()

    assert keys.feed(b"\x1b") == []
    assert keys.waiting
    assert keys.flush() == [Key.BACK]
    assert not keys.waiting
    assert keys.flush() == []


def test_an_unfinished_sequence_is_dropped_once_nothing_follows() -> None:
    keys = Keys()
    keys.feed(b"\x1b[1;")

    assert keys.flush() == []
    assert keys.feed(b"q") == [Key.QUIT]


def test_a_pause_does_not_end_a_paste() -> None:
    keys = Keys()
    keys.feed(b"\x1b[200~abc")

    assert not keys.waiting
    assert keys.flush() == []
    assert keys.feed(b"q\x1b[201~q") == [Key.QUIT]


PIECES = [b"\x1b[C", b"\x1bOD", b"\x1b[200~", b"\x1b[201~", b"\x1b", b"q", "あ".encode(), b"\x03"]


@given(st.lists(st.sampled_from(PIECES) | st.binary(max_size=4)))
def test_the_same_bytes_are_the_same_keys_however_they_are_split(pieces: list[bytes]) -> None:
    whole, split = Keys(), Keys()
    received = b"".join(pieces)

    found = [key for byte in received for key in split.feed(bytes([byte]))]

    assert found == whole.feed(received)


# The keypad.


def next_keys(events: SimpleQueue[Event], count: int) -> list[Key]:
    keys = []
    for _ in range(count):
        event = events.get(timeout=PATIENCE_S)
        assert isinstance(event, KeyDown), event
        keys.append(event.key)
    return keys


def test_keys_typed_at_the_terminal_arrive(terminal: Terminal) -> None:
    events: SimpleQueue[Event] = SimpleQueue()
    keypad = TerminalKeypad(terminal.fd, clock=lambda: 2.5)
    keypad.start(events.put)

    os.write(terminal.outer, b"\x1b[C ")

    assert events.get(timeout=PATIENCE_S) == KeyDown(Key.RIGHT, at=2.5)
    assert events.get(timeout=PATIENCE_S) == KeyDown(Key.SELECT, at=2.5)
    keypad.stop()


def test_a_lone_escape_arrives_without_another_key(terminal: Terminal) -> None:
    events: SimpleQueue[Event] = SimpleQueue()
    keypad = TerminalKeypad(terminal.fd)
    keypad.start(events.put)

    os.write(terminal.outer, b"\x1b")

    assert next_keys(events, 1) == [Key.BACK]
    keypad.stop()


def test_the_terminal_is_set_back_and_nothing_typed_later_arrives(terminal: Terminal) -> None:
    events: SimpleQueue[Event] = SimpleQueue()
    before = termios.tcgetattr(terminal.fd)
    keypad = TerminalKeypad(terminal.fd)

    keypad.start(events.put)
    during = termios.tcgetattr(terminal.fd)
    keypad.stop()
    keypad.stop()
    os.write(terminal.outer, b"q")

    assert not during[3] & (termios.ICANON | termios.ECHO)
    assert termios.tcgetattr(terminal.fd) == before
    assert events.empty()


def test_a_terminal_that_hangs_up_stops_the_program() -> None:
    events: SimpleQueue[Event] = SimpleQueue()
    outer, inner = pty.openpty()
    keypad = TerminalKeypad(inner)
    keypad.start(events.put)

    os.close(outer)

    assert events.get(timeout=PATIENCE_S) == Stop("input closed")
    keypad.stop()
    os.close(inner)


def test_a_pipe_works_as_well_and_its_end_stops_the_program() -> None:
    events: SimpleQueue[Event] = SimpleQueue()
    reader, writer = os.pipe()
    keypad = TerminalKeypad(reader)
    keypad.start(events.put)

    os.write(writer, b"q\x1b")
    os.close(writer)

    assert next_keys(events, 2) == [Key.QUIT, Key.BACK]
    assert events.get(timeout=PATIENCE_S) == Stop("input closed")
    keypad.stop()
    os.close(reader)


def test_an_interrupt_byte_stops_the_program() -> None:
    events: SimpleQueue[Event] = SimpleQueue()
    reader, writer = os.pipe()
    keypad = TerminalKeypad(reader)
    keypad.start(events.put)

    os.write(writer, b"\x03")

    assert events.get(timeout=PATIENCE_S) == Stop("interrupted")
    keypad.stop()
    os.close(writer)
    os.close(reader)
