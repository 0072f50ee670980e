"""The terminal as panel and keypad: on real ptys, and the decoder on its own."""

from __future__ import annotations

import os
import pty
import re
import termios
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device import boards
from device.app import App
from device.build import build
from device.events import Event, Glass, Key, KeyDown, PanelState, Stop
from device.geometry import Box, Size
from device.intents import Intent
from device.keypads.scripted import ScriptedKeypad
from device.keypads.terminal import Keys, TerminalKeypad
from device.look import textview
from device.look.frame import Frame
from device.look.items import Layout, Text
from device.panels.terminal import TOO_SMALL, TerminalPanel
from device.settings import Settings
from device.store import MemoryStore
from device.tty import TtyError, open_tty
from device.workers import InlineThinker
from koikoi.match import Match
from tests.driver import LOCKSTEP_KEYS, expected_frames, lockstep
from tests.terminals import PATIENCE_S, Terminal

SIZE = Size(400, 300)
LETTERS = [Key.LEFT, Key.LOG, Key.OPTIONS, Key.QUIT, Key.REFRESH]
"""What h, l, o, q and r are."""
TITLE = Text("title", Box(20, 20, 200, 16))
FIRST = Frame(Layout(SIZE, (TITLE, Text("old", Box(20, 220, 200, 16)))))
SECOND = Frame(Layout(SIZE, (TITLE, Text("new", Box(20, 220, 200, 16)))))


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
    panel = TerminalPanel(terminal.fd)
    panel.start(events.append)

    panel.submit(FIRST, Intent.BOOT)

    terminal.take()
    assert stripped(terminal.rows) == view(FIRST)
    assert events == [PanelState(Glass.SHOWN)]


@pytest.mark.parametrize("board", ["desktop", "hat-2in7", "table-7in5"])
def test_the_text_view_is_the_same_whatever_the_device(board: str) -> None:
    parts = build(boards.load(board), "terminal", Path("frames"))

    assert parts.panel.size == SIZE


def test_only_changed_lines_are_written(terminal: Terminal) -> None:
    panel = TerminalPanel(terminal.fd)
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
    panel = TerminalPanel(terminal.fd)
    panel.start(events.append)
    panel.submit(FIRST, Intent.BOOT)
    terminal.take()

    panel.submit(FIRST, Intent.MOVE)

    assert terminal.take() == ""
    assert events == [PanelState(Glass.SHOWN)] * 2


def test_the_screen_is_taken_at_the_start_and_given_back_at_the_stop(terminal: Terminal) -> None:
    panel = TerminalPanel(terminal.fd)
    before = dict(terminal.screen.modes)

    panel.start(list[Event]().append)
    terminal.take()
    during = dict(terminal.screen.modes)
    panel.stop()
    panel.stop()
    terminal.take()

    assert during == {"1049": True, "25": False, "2004": True}
    assert terminal.screen.modes == before


def test_a_resized_terminal_is_drawn_anew(terminal: Terminal) -> None:
    panel = TerminalPanel(terminal.fd)
    panel.start(list[Event]().append)
    panel.submit(FIRST, Intent.BOOT)
    terminal.take()
    terminal.resize(100, 30)

    panel.submit(FIRST, Intent.REFRESH)

    terminal.take()
    assert stripped(terminal.rows) == view(FIRST, 100, 30)


def test_a_small_terminal_shows_what_fits_and_says_what_it_needs(terminal: Terminal) -> None:
    panel = TerminalPanel(terminal.fd)
    terminal.resize(40, 10)
    panel.start(list[Event]().append)

    panel.submit(FIRST, Intent.BOOT)

    terminal.take()
    clipped = [textview.clipped(line, 40).rstrip() for line in view(FIRST)[:9]]
    assert stripped(terminal.rows) == [*clipped, TOO_SMALL]


def test_a_terminal_that_is_gone_is_reported_and_the_game_goes_on() -> None:
    events: list[Event] = []
    reader, writer = os.pipe()
    panel = TerminalPanel(writer)
    panel.start(events.append)
    os.close(reader)

    panel.submit(FIRST, Intent.BOOT)
    panel.stop()

    os.close(writer)
    assert events[0] == PanelState(Glass.LOST, "the terminal is gone: Broken pipe")


def test_sleep_is_reported(terminal: Terminal) -> None:
    events: list[Event] = []
    panel = TerminalPanel(terminal.fd)
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
        (b"HLOQR", [Key.LEFT, Key.LOG, Key.OPTIONS, Key.QUIT, Key.REFRESH]),
        ("рдщйк,".encode(), [*LETTERS[:5], Key.HELP]),
        ("РДЩЙК".encode(), LETTERS[:5]),
        ("ㅗㅣㅐㅂㄱ".encode(), LETTERS[:5]),
        ("ｈｌｏｑｒ？　".encode(), [*LETTERS[:5], Key.HELP, Key.SELECT]),
        (b"xyz123\t\x7f", []),
        (b"\x1b[3~\x1b[1;5C\x1b[15~\x1bOP\x1b[[A\x1b[H", []),
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


PIECES = [b"\x1b[C", b"\x1bOD", b"\x1b[200~", b"\x1b[201~", b"\x1b", b"q", b"\x03"]
PIECES += ["あ".encode(), "й".encode(), "ㅂ".encode()]


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


def test_sequences_split_at_every_byte_arrive_whole(terminal: Terminal) -> None:
    events: SimpleQueue[Event] = SimpleQueue()
    keypad = TerminalKeypad(terminal.fd, escape=PATIENCE_S)
    keypad.start(events.put)

    for byte in "\x1b[C\x1bOD\x1b[200~q\x1b[C\x1b[201~йあㅐ\x1b[1;5C\x1b\x1b[A ".encode():
        terminal.type(bytes([byte]))

    whole = [Key.RIGHT, Key.LEFT, Key.QUIT, Key.OPTIONS, Key.BACK, Key.UP, Key.SELECT]
    assert next_keys(events, len(whole)) == whole
    assert events.empty()
    keypad.stop()


def test_an_escape_counts_once_its_time_is_over(terminal: Terminal) -> None:
    events: SimpleQueue[Event] = SimpleQueue()
    keypad = TerminalKeypad(terminal.fd, escape=0.0)
    keypad.start(events.put)

    terminal.type(b"\x1b")

    assert next_keys(events, 1) == [Key.BACK]
    keypad.stop()


def test_what_is_pasted_at_the_terminal_presses_nothing(terminal: Terminal) -> None:
    events: SimpleQueue[Event] = SimpleQueue()
    keypad = TerminalKeypad(terminal.fd)
    keypad.start(events.put)

    terminal.type(b"\x1b[200~quit\r\x1b[C\x03\x1b")
    terminal.type(b"[201~r")

    assert next_keys(events, 1) == [Key.REFRESH]
    assert events.empty()
    keypad.stop()


@pytest.mark.parametrize(
    "typed", ["hloqr?", "HLOQR?", "рдщйк,", "РДЩЙК,", "ㅗㅣㅐㅂㄱ?", "ｈｌｏｑｒ？"]
)
def test_on_any_keyboard_the_same_keys_arrive(terminal: Terminal, typed: str) -> None:
    events: SimpleQueue[Event] = SimpleQueue()
    keypad = TerminalKeypad(terminal.fd)
    keypad.start(events.put)

    terminal.type(typed.encode())

    assert next_keys(events, 6) == [*LETTERS, Key.HELP]
    keypad.stop()


def test_vi_keys_are_known_from_the_next_press_on(terminal: Terminal) -> None:
    events: SimpleQueue[Event] = SimpleQueue()
    keypad = TerminalKeypad(terminal.fd)
    keypad.start(events.put)

    terminal.type(b"ljL")
    without = next_keys(events, 2)
    keypad.adjust(Settings(vi_keys=True))
    terminal.type(b"hjklL")
    with_vi = next_keys(events, 5)

    assert without == [Key.LOG, Key.LOG]
    assert with_vi == [Key.LEFT, Key.DOWN, Key.UP, Key.RIGHT, Key.LOG]
    keypad.stop()


def test_no_key_sends_a_signal_or_halts_the_output(terminal: Terminal) -> None:
    events: SimpleQueue[Event] = SimpleQueue()
    keypad = TerminalKeypad(terminal.fd)
    keypad.start(events.put)

    terminal.type(b"\x1a\x1c\x13")  # Ctrl-Z, Ctrl-\, Ctrl-S
    terminal.type(b"\x03")

    assert events.get(timeout=PATIENCE_S) == Stop("interrupted")
    assert os.write(terminal.fd, b"still written") == 13
    keypad.stop()


# A terminal by the name of its device.


def test_a_board_with_a_named_terminal_reads_its_keys_once() -> None:
    pocket, desktop = boards.load("pocket-4in2"), boards.load("desktop")

    assert boards.with_tty(pocket, "/dev/tty1").keypads == ("gpio", "terminal")
    assert boards.with_tty(desktop, "/dev/tty1").keypads == ("terminal",)
    assert boards.with_tty(desktop, "/dev/tty1").tty == "/dev/tty1"


@pytest.fixture
def console(tmp_path: Path, terminal: Terminal) -> Path:
    """A file that leads to the terminal now, and may lead to another one later."""
    file = tmp_path / "console"
    file.symlink_to(os.ttyname(terminal.fd))
    return file


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def test_a_named_terminal_is_read_and_set_back(terminal: Terminal, console: Path) -> None:
    events: SimpleQueue[Event] = SimpleQueue()
    before, files = termios.tcgetattr(terminal.fd), open_files()
    keypad = TerminalKeypad(tty=str(console))
    keypad.start(events.put)

    terminal.type(b"q")

    assert next_keys(events, 1) == [Key.QUIT]
    keypad.stop()
    assert termios.tcgetattr(terminal.fd) == before
    assert open_files() == files


def lead(console: Path, to: Terminal) -> None:
    console.unlink()
    console.symlink_to(os.ttyname(to.fd))


def test_a_named_terminal_that_hung_up_is_waited_for(terminal: Terminal, console: Path) -> None:
    events: SimpleQueue[Event] = SimpleQueue()
    first = Terminal(80, 24)
    lead(console, first)
    keypad = TerminalKeypad(tty=str(console), reopen=0.001)
    keypad.start(events.put)
    first.type(b"q\x1b[200~a paste whose end never comes")
    console.unlink()
    first.close()
    console.symlink_to(os.ttyname(terminal.fd))

    os.write(terminal.outer, b" ")

    assert next_keys(events, 2) == [Key.QUIT, Key.SELECT]
    keypad.stop()


def test_a_keypad_that_waits_for_its_terminal_can_be_stopped(console: Path) -> None:
    events: SimpleQueue[Event] = SimpleQueue()
    first = Terminal(80, 24)
    lead(console, first)
    keypad = TerminalKeypad(tty=str(console))
    keypad.start(events.put)
    first.close()

    keypad.stop()

    assert events.empty()


def test_a_named_terminal_shows_the_text_view(terminal: Terminal, console: Path) -> None:
    events: list[Event] = []
    files = open_files()
    panel = TerminalPanel(tty=str(console))
    panel.start(events.append)

    panel.submit(FIRST, Intent.BOOT)

    terminal.take()
    assert stripped(terminal.rows) == view(FIRST)
    panel.stop()
    assert open_files() == files
    assert events == [PanelState(Glass.SHOWN)]


def test_a_named_terminal_that_hung_up_is_shown_on_again(terminal: Terminal, console: Path) -> None:
    events: list[Event] = []
    first = Terminal(80, 24)
    lead(console, first)
    panel = TerminalPanel(tty=str(console))
    panel.start(events.append)
    console.unlink()
    first.close()

    panel.submit(FIRST, Intent.BOOT)
    panel.submit(FIRST, Intent.MOVE)
    console.symlink_to(os.ttyname(terminal.fd))
    panel.submit(SECOND, Intent.MOVE)

    terminal.take()
    assert stripped(terminal.rows) == view(SECOND)
    assert events[0] == PanelState(Glass.LOST, "the terminal is gone: Input/output error")
    assert f"{console} cannot be opened (No such file or directory)" in str(events[1])
    assert events[2:] == [PanelState(Glass.SHOWN)]
    panel.stop()


def test_a_named_terminal_that_takes_nothing_is_lost_and_holds_nothing_up() -> None:
    events: list[Event] = []
    outer, inner = pty.openpty()
    panel = TerminalPanel(tty=os.ttyname(inner), stuck=0.0)
    panel.start(events.append)

    # Nobody reads: a pty holds 64 KiB at most, far less than this.
    for _ in range(100):
        if not events or events[-1] == PanelState(Glass.SHOWN):
            panel.submit(FIRST, Intent.REFRESH)
    panel.stop()

    assert events[-1] == PanelState(Glass.LOST, "the terminal takes nothing")
    os.close(inner)
    os.close(outer)


def test_a_device_that_is_not_there_is_named_with_the_remedy(tmp_path: Path) -> None:
    missing = tmp_path / "tty9"

    with pytest.raises(TtyError, match=re.escape(f"{missing} cannot be opened")) as raised:
        open_tty(str(missing))

    assert "--tty" in str(raised.value)


def test_a_file_that_is_no_terminal_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "notes"
    file.write_text("")
    files = open_files()

    with pytest.raises(TtyError, match=re.escape(f"{file} is not a terminal")):
        open_tty(str(file))

    assert open_files() == files


@pytest.mark.skipif(os.geteuid() == 0, reason="root may open everything")
def test_a_terminal_of_somebody_else_is_named_with_the_remedy(
    terminal: Terminal, console: Path
) -> None:
    Path(os.ttyname(terminal.fd)).chmod(0)

    with pytest.raises(TtyError, match=r"console may not be opened: .* TTYPath=.*console"):
        open_tty(str(console))


def test_opening_a_device_waits_for_nobody(tmp_path: Path) -> None:
    # A pipe nobody writes to: to open it for reading would wait for ever.
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    with pytest.raises(TtyError, match="pipe is not a terminal"):
        open_tty(str(pipe))


# Both, under the whole program.

TYPED = {
    Key.LEFT: b"\x1b[D",
    Key.RIGHT: b"\x1b[C",
    Key.SELECT: b"\r",
    Key.BACK: b"\x1b",
    Key.HELP: b"?",
    Key.LOG: b"l",
    Key.OPTIONS: "щ".encode(),
    Key.QUIT: b"Q",
}


def test_a_key_script_makes_the_same_frames_typed_at_a_terminal(terminal: Terminal) -> None:
    keypad = TerminalKeypad(terminal.fd)

    frames = lockstep(keypad, lambda key: terminal.type(TYPED[key]), LOCKSTEP_KEYS)

    assert frames == expected_frames(LOCKSTEP_KEYS)


class Broken(MemoryStore):
    """A store with a fault in its program."""

    def save_match(self, match: Match) -> None:  # noqa: ARG002 - it fails whatever it gets
        raise RuntimeError("a fault in the program")


def test_a_fault_in_the_loop_leaves_the_terminal_as_it_was(terminal: Terminal) -> None:
    modes, settings = dict(terminal.screen.modes), termios.tcgetattr(terminal.fd)
    app = App(
        store=Broken(),
        panel=TerminalPanel(terminal.fd),
        keypads=[TerminalKeypad(terminal.fd), ScriptedKeypad([Key.SELECT, Key.SELECT])],
        thinker=InlineThinker(),
        seed=bytes(16),
    )

    with pytest.raises(RuntimeError, match="a fault in the program"):
        app.run()

    terminal.take()
    assert terminal.screen.modes == modes
    assert termios.tcgetattr(terminal.fd) == settings
