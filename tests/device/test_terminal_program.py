"""The program in a terminal, as a process: however it ends, the terminal is as it was."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
from pathlib import Path

import pytest

from device.events import Key
from device.geometry import Size
from device.look import Frame, Look, layout
from device.screens import flow
from device.screens.goodbye import Goodbye
from device.screens.session import Session
from tests.braille import read
from tests.processes import SEED, SETTINGS, Game, prepare
from tests.terminals import TerminalGame

STARTING = [Key.SELECT, Key.SELECT]
"""From the title into a match, which is saved then."""


def picture(size: Size) -> Frame:
    """What a first start shows."""
    screen = flow.resumed(Session(None, SETTINGS, SEED))
    return Frame(layout(screen, Look.of(size, SETTINGS)))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_ends_it_in_order(tmp_path: Path, number: signal.Signals) -> None:
    with TerminalGame(tmp_path) as game:
        game.press(STARTING)
        game.wait_for(lambda saved: saved is not None)

        assert game.signalled(number) == 0
        assert game.restored()
        assert game.errors() == ""


def test_ctrl_c_saves_and_ends_it(tmp_path: Path) -> None:
    with TerminalGame(tmp_path) as game:
        game.press(STARTING)
        game.wait_for(lambda saved: saved is not None)
        game.type(b"\x03")

        assert game.ended() == 0
        assert game.saved() is not None
        assert game.restored()
        assert game.errors() == ""


def test_a_terminal_that_hangs_up_ends_it_in_order(tmp_path: Path) -> None:
    outer, inner = pty.openpty()
    with os.fdopen(inner, "r+b", buffering=0) as file:
        game = Game(tmp_path, "--panel", "terminal", stdin=file, stdout=file)
    with game:
        os.write(outer, b"  ")
        game.wait_for(lambda saved: saved is not None)

        os.close(outer)

        assert game.ended() == 0
        assert game.errors() == ""


def test_a_screen_that_cannot_be_written_leaves_the_terminal_of_the_keys_as_it_was(
    tmp_path: Path,
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with TerminalGame(tmp_path, "--panel", "terminal", stdout=writer) as game:
        os.close(writer)
        game.press(STARTING)
        game.wait_for(lambda saved: saved is not None)
        game.type(b"\x03")

        assert game.ended() == 0
        assert game.restored()
        assert game.errors() == ""


def test_a_resized_terminal_is_drawn_anew_in_its_new_size(tmp_path: Path) -> None:
    prepare(tmp_path)
    with TerminalGame(tmp_path, "--panel", "braille") as game:
        game.wait_until(lambda: game.shows("New game"))

        game.resize(132, 44)
        game.wait_until(lambda: game.shows("⣿"))
        game.type(b"\x03")

        assert game.ended() == 0
        shown = read(game.drawn(132, 44).rows, 132)
        goodbye = Goodbye(Session(None, SETTINGS, SEED))
        look = Look.of(Size(264, 176), SETTINGS)
        assert shown == Frame(layout(goodbye, look)).image
        assert game.restored()


def test_it_is_played_on_a_terminal_that_is_named(tmp_path: Path) -> None:
    with TerminalGame(tmp_path, named=True) as game:
        game.press(STARTING)
        game.wait_for(lambda saved: saved is not None)
        game.type(b"\x03")

        assert game.ended() == 0
        assert game.restored()
        assert game.errors() == ""


@pytest.mark.parametrize("panel", ["terminal", "memory"])
def test_a_named_terminal_that_is_not_there_is_one_line_and_status_1(
    tmp_path: Path, panel: str
) -> None:
    missing = tmp_path / "tty9"

    with Game(
        tmp_path / "config", "--panel", panel, "--tty", str(missing), stdin=subprocess.DEVNULL
    ) as game:
        status = game.ended()

        said = game.errors().splitlines()
        assert status == 1
        assert len(said) == 1
        assert f"{missing} cannot be opened (No such file or directory)" in said[0]
        assert "--tty" in said[0]
