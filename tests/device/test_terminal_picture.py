"""The terminal as a panel that shows the picture itself, in braille."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from device.events import Event, Glass, PanelState
from device.geometry import Size
from device.intents import Intent
from device.look import Frame, Look, layout, textview
from device.look.metrics import METRICS
from device.panels.terminal import TerminalPanel
from device.settings import Settings
from tests.braille import read
from tests.device.look.gallery import screens
from tests.terminals import Screen, Terminal

SMALL, LARGE = Size(264, 176), Size(400, 300)


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    terminal = Terminal(132, 44)
    yield terminal
    terminal.close()


def started(terminal: Terminal) -> TerminalPanel:
    panel = TerminalPanel(terminal.fd, picture=True)
    panel.start(list[Event]().append)
    return panel


def frame(number: int, size: Size) -> Frame:
    return Frame(layout(screens()[number], Look(size)))


@pytest.mark.parametrize(
    ("columns", "rows", "size"),
    [
        (80, 24, LARGE),  # for the text view
        (131, 44, LARGE),
        (132, 43, LARGE),
        (132, 44, SMALL),
        (199, 75, SMALL),
        (200, 74, SMALL),
        (200, 75, LARGE),
        (400, 120, Size(800, 480)),
    ],
)
def test_the_picture_is_the_largest_that_goes_in(columns: int, rows: int, size: Size) -> None:
    terminal = Terminal(columns, rows)

    assert TerminalPanel(terminal.fd, picture=True).size == size
    assert TerminalPanel(terminal.fd).size == LARGE
    terminal.close()


@pytest.mark.parametrize("size", METRICS, ids=str)
def test_the_terminal_shows_exactly_the_painted_frame(size: Size) -> None:
    terminal = Terminal(size.width // 2, size.height // 4)
    panel = started(terminal)
    assert panel.size == size

    for number in (3, 40, 90):
        panel.submit(frame(number, size), Intent.MOVE)

        terminal.take()
        assert read(terminal.rows, size.width // 2) == frame(number, size).image
    terminal.close()


def test_a_larger_terminal_has_the_picture_in_its_middle(terminal: Terminal) -> None:
    terminal.resize(141, 51)
    panel = started(terminal)

    panel.submit(frame(40, SMALL), Intent.BOOT)

    terminal.take()
    shown = read(terminal.rows, 141)
    left, top = 4 * 2, 3 * 4
    assert shown.crop((left, top, left + 264, top + 176)) == frame(40, SMALL).image
    assert shown.histogram()[0] == frame(40, SMALL).image.histogram()[0]


def test_an_inverted_picture_has_dots_where_there_is_no_ink(terminal: Terminal) -> None:
    panel = started(terminal)
    panel.adjust(Settings(invert=True))

    panel.submit(frame(40, SMALL), Intent.BOOT)

    terminal.take()
    shown, painted = read(terminal.rows, 132), frame(40, SMALL).image
    assert shown.tobytes() == bytes(0xFF ^ eight for eight in painted.tobytes())


def test_only_letters_from_the_first_to_the_last_changed_of_a_line_are_written(
    terminal: Terminal,
) -> None:
    before, after = frame(90, SMALL).image, frame(40, SMALL).image
    panel = started(terminal)
    panel.submit(frame(90, SMALL), Intent.BOOT)
    terminal.take()

    panel.submit(frame(40, SMALL), Intent.MOVE)

    written = terminal.take()
    expected, count = [], 0
    for row in range(44):
        changed = [
            column
            for column in range(132)
            if before.crop(cell(row, column)) != after.crop(cell(row, column))
        ]
        if changed:
            expected.append(f"{row + 1};{changed[0] + 1}")
            count += changed[-1] - changed[0] + 1
    assert terminal.screen.places == expected
    assert len(Screen.SEQUENCE.sub("", written)) == count
    assert read(terminal.rows, 132) == after


def cell(row: int, column: int) -> tuple[int, int, int, int]:
    """The pixels of a cell: left, top, right, bottom."""
    return column * 2, row * 4, column * 2 + 2, row * 4 + 4


def test_a_terminal_that_becomes_too_small_shows_the_text_view_and_back(
    terminal: Terminal,
) -> None:
    panel = started(terminal)
    panel.submit(frame(40, panel.size), Intent.BOOT)
    terminal.take()

    terminal.resize(100, 30)
    panel.submit(frame(40, panel.size), Intent.REFRESH)
    terminal.take()
    words = [line.rstrip() for line in terminal.rows]
    terminal.resize(200, 75)
    panel.submit(frame(40, panel.size), Intent.REFRESH)
    terminal.take()

    told = textview.lines(frame(40, LARGE).layout, 100, 30)
    assert words == [line.rstrip() for line in told]
    assert read(terminal.rows, 200) == frame(40, LARGE).image


def test_a_frame_that_is_older_than_the_size_does_not_run_off_the_terminal(
    terminal: Terminal,
) -> None:
    events: list[Event] = []
    panel = TerminalPanel(terminal.fd, picture=True)
    panel.start(events.append)
    old = frame(40, panel.size)
    terminal.resize(100, 30)

    panel.submit(old, Intent.MOVE)

    terminal.take()  # which refuses what is longer than a line
    assert events == [PanelState(Glass.SHOWN)]
    assert any(line.strip() for line in terminal.rows)
