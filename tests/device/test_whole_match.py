"""A match to its end, as a person plays it: in a terminal, in a window, on pins."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory
from PIL import ImageGrab

from device.app import App
from device.controls import Controls
from device.events import Key, Stop
from device.geometry import Box, Size
from device.keypads.gpio import GpioKeypad
from device.look import Frame, Look, layout
from device.panels.memory import MemoryPanel
from device.screens import flow
from device.screens.session import Session
from device.store import FileStore, MemoryStore
from device.workers import InlineThinker
from koikoi.match import Match
from koikoi.record import write
from koikoi.seat import SOUTH
from tests.driver import Planner
from tests.games import new_match
from tests.processes import SEED, SETTINGS, Game, expected_match, prepare
from tests.terminals import TerminalGame

SIZE = Size(400, 300)
WINDOW_KEYS = {Key.LEFT: "Left", Key.RIGHT: "Right", Key.SELECT: "Return"}


def on_screen(match: Match | None) -> Frame:
    """Return the frame for what a match has come to."""
    screen = flow.current(Session(match, SETTINGS, SEED))
    return Frame(layout(screen, Look.of(SIZE, SETTINGS)))


def play(game: Game) -> Match:
    """Play the match to its end."""
    planner, match = Planner(), game.saved()
    while match is None or not match.over:
        match = game.play_on(planner, match)
    return match


def test_in_a_terminal_of_80_by_24(tmp_path: Path) -> None:
    prepare(tmp_path)
    with TerminalGame(tmp_path) as game:
        match = play(game)

        assert write(match) == write(expected_match())
        game.press([Key.SELECT])
        game.wait_until(lambda: game.shows("The game is over"))
        game.press([Key.QUIT])
        game.wait_until(lambda: game.shows("Quit Koi-Koi?"))
        game.press([Key.RIGHT, Key.SELECT])
        assert game.ended() == 0
        assert game.restored()
        assert game.errors() == ""


def test_the_coach_is_asked_in_a_terminal_and_looks_at_the_month(tmp_path: Path) -> None:
    FileStore(tmp_path).save_settings(replace(SETTINGS, coach=True))
    with TerminalGame(tmp_path) as game:
        planner, match = Planner(), game.saved()
        while match is None or match.round.turn is not SOUTH:
            match = game.play_on(planner, match)
        game.press([Key.HELP, Key.SELECT])
        game.wait_until(lambda: (saved := game.saved()) is not None and saved.coached == 1)
        game.wait_until(lambda: game.shows("SEL to the card"))
        game.press([Key.QUIT])
        match = game.saved()
        while match is None or match.round.result is None:
            match = game.play_on(planner, match)

        game.wait_until(lambda: (saved := game.saved()) is not None and saved.review(1) is not None)
        game.wait_until(lambda: game.shows("mistake"))
        assert game.signalled(signal.SIGTERM) == 0
        assert game.errors() == ""


class WindowGame(Game):
    """The program in a window, its keys pressed at the X server."""

    def __init__(self, directory: Path, display: str) -> None:
        self._display = display
        self._environment = os.environ | {
            "DISPLAY": display,
            "SDL_VIDEODRIVER": "x11",
            "SDL_VIDEO_WINDOW_POS": "0,0",
        }
        super().__init__(
            directory, "--panel", "window", stdin=subprocess.DEVNULL, environment=self._environment
        )
        self.wait_until(lambda: self.looks_like(on_screen(None)))
        # Without a window manager the keys go to the window under the pointer.
        self._do("mousemove", "150", "150")

    def press(self, keys: Sequence[Key]) -> None:
        # A key pressed again within 2 ms of its release passes for a held one with the toolkit.
        self._do("key", "--delay", "12", *[WINDOW_KEYS[key] for key in keys])

    def _do(self, *command: str) -> None:
        subprocess.run(
            ["xdotool", *command],  # noqa: S607
            check=True,
            timeout=30,
            env=self._environment,
            stdout=subprocess.DEVNULL,
        )

    def looks_like(self, frame: Frame) -> bool:
        """Whether each pixel of the frame is a block of 2 by 2 on the screen, dark or light."""
        seen = ImageGrab.grab((0, 0, SIZE.width * 2, SIZE.height * 2), xdisplay=self._display)
        seen = seen.convert("L").point(lambda value: 255 * (value > 128)).convert("1")
        return seen.tobytes() == frame.image.resize((800, 600)).convert("1").tobytes()


def test_in_a_window(tmp_path: Path, display: str) -> None:
    prepare(tmp_path)
    with WindowGame(tmp_path, display) as game:
        match = play(game)

        assert write(match) == write(expected_match())
        assert game.wait_until(lambda: game.looks_like(on_screen(match)))
        assert game.signalled(signal.SIGTERM) == 0
        assert game.errors() == ""


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    before = gpiozero.Device.pin_factory
    gpiozero.Device.pin_factory = MockFactory()
    yield gpiozero.Device.pin_factory
    gpiozero.Device.pin_factory.close()
    gpiozero.Device.pin_factory = before


def test_from_a_pin_to_a_pixel(pins: MockFactory) -> None:
    panel = MemoryPanel(SIZE, keep=True)
    now = 0.0
    keypad = GpioKeypad({Key.RIGHT: 6}, Controls((Key.RIGHT,)), clock=lambda: now, threaded=False)

    def pump() -> None:
        nonlocal now
        if now:
            app.post(Stop("seen"))
            return
        pins.pin(6).drive_low()
        keypad.work()
        now = keypad.due or 0.0
        keypad.work()

    app = App(
        store=MemoryStore(_south_to_move(), SETTINGS),
        panel=panel,
        keypads=[keypad],
        thinker=InlineThinker(),
        seed=SEED,
        pump=pump,
    )
    app.run()

    before, after, _ = (shown.frame.image for shown in panel.shown)
    strip = Box(0, 283, 400, 4)
    assert before.crop((0, 0, 400, strip.y)).tobytes() != b""
    assert before.crop((strip.x, strip.y, strip.right, strip.bottom)).tobytes() != (
        after.crop((strip.x, strip.y, strip.right, strip.bottom)).tobytes()
    )


def _south_to_move() -> Match:
    """Return a fresh match in which South leads."""
    matches = (new_match(bytes([number])) for number in range(20))
    return next(match for match in matches if match.round.turn == 0)
