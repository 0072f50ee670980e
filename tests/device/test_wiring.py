"""What `koikoi boards` tells of each board, and what `koikoi keys` makes of presses."""

from __future__ import annotations

import os
import pty
from collections.abc import Iterator
from queue import SimpleQueue

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from device import boards
from device.events import Key, Stop
from device.settings import Settings
from device.watch_keys import Seen, watch_keys
from device.wiring import GROUNDS, HEADER, told


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    before = gpiozero.Device.pin_factory
    gpiozero.Device.pin_factory = MockFactory()
    yield gpiozero.Device.pin_factory
    gpiozero.Device.pin_factory.close()
    gpiozero.Device.pin_factory = before


def test_the_header_is_that_of_gpiozeros_own_pin_table(pins: MockFactory) -> None:
    for bcm, number in HEADER.items():
        assert pins.board_info.to_gpio(f"J8:{number}") == f"GPIO{bcm}"
    grounds = {
        pin.number for pin in pins.board_info.headers["J8"].pins.values() if pin.name == "GND"
    }
    assert grounds == set(GROUNDS)


@pytest.mark.parametrize("name", boards.known())
def test_a_board_is_told_with_all_it_needs_and_every_pin(name: str) -> None:
    board = boards.load(name)

    text = "\n".join(told(board))

    assert text.startswith(f"{name}: {board.panel}, {board.size} pixels")
    for need in board.needs:
        assert f"needs {need}" in text
    for key, bcm in board.pins:
        assert f"{board.controls.label(key)} GPIO{bcm} (pin {HEADER[bcm]})" in text


def test_the_hat_is_told_with_its_holds_and_its_chord() -> None:
    assert told(boards.load("hat-2in7"))[-5:] == [
        "  KEY1 held: log",
        "  KEY2 held: options",
        "  KEY3 held: help",
        "  KEY4 held: quit",
        "  KEY1 and KEY2 together: refresh",
    ]


def test_a_press_of_a_button_is_told_with_its_edges_and_the_key_it_is(pins: MockFactory) -> None:
    board = boards.load("pocket-4in2")
    swapped = Settings(buttons="select=back back=select")
    seen: SimpleQueue[Seen] = SimpleQueue()
    lines: list[str] = []

    def say(line: str) -> None:
        lines.append(line.partition("  ")[2] if line[:1] == " " else line)
        if "together" in line or "held" in line:
            pins.pin(dict(board.pins)[Key.SELECT]).drive_low()
        if "->" in line:
            seen.put(Stop("seen"))

    watch_keys(board, swapped, say, seen)

    assert [line.strip().partition("  ")[2] or line for line in lines[2:]] == [
        "SEL GPIO13 down",
        "-> key back (press of SEL)",
    ]


def test_a_key_of_a_terminal_is_told_as_what_it_is() -> None:
    ours, theirs = pty.openpty()
    board = boards.with_tty(boards.load("desktop"), os.ttyname(theirs))
    seen: SimpleQueue[Seen] = SimpleQueue()
    lines: list[str] = []

    def say(line: str) -> None:
        lines.append(line)
        # The last one ends it: Ctrl-C.
        os.write(ours, b"o" if len(lines) == 1 else b"\x03")

    watch_keys(board, Settings(), say, seen)

    assert len(lines) == 2
    assert lines[1].endswith("-> key options")
    os.close(ours)
    os.close(theirs)
