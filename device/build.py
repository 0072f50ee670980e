"""A board's parts, put together. The only module that names the drivers."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from device.boards import Board
from device.keypads import Keypad
from device.panels import Panel
from device.papers import MODELS
from device.presses import Edge, Pressed, Watch

if TYPE_CHECKING:
    from device.panels.emulator import Controller, PacedClock
    from device.panels.epaper.panel import EpaperPanel


GLASS = "glass"
"""The panel that is not there: a board's own e-paper, emulated and seen in a window."""

DESKTOP_GLASS = "epd4in2_V2"
"""What is emulated for a board that has no e-paper."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What the loop needs of a board; `pump` is for toolkits that live in the main thread."""

    panel: Panel
    keypads: tuple[Keypad, ...]
    pump: Callable[[], None] | None = None


def has_display() -> bool:
    """Whether a window can be opened here; away from Linux it is taken for granted."""
    displays = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    return sys.platform != "linux" or any(os.environ.get(name) for name in displays)


def panel_for(board: Board, *, display: bool) -> str:
    """Return the panel of a board, or the one it names for a place without a display."""
    if board.panel == "window" and board.without_display and not display:
        return board.without_display
    return board.panel


def build(board: Board, panel: str, frames: Path, *, speed: float = 1.0) -> Parts:
    """Return a board's parts with this panel.

    `frames` is where the panel `png` writes; the panel `glass` runs at `speed`, 1 is real time and
    0 waits for nothing.
    """
    if panel == GLASS:
        return _simulated(board, speed)
    named = [name for name in board.keypads if name != "terminal"]
    if panel == "window":
        from device.panels.window import Window

        window = Window(board.size)
        return Parts(window, (window, *keypads(board, named)), window.pump)
    if panel in MODELS:
        from device.panels.epaper.panel import EpaperPanel

        paper = EpaperPanel(panel, rotation=board.rotation, invert=board.invert)
        # A device without a keyboard has no input, and the end of the input would end the game.
        return Parts(paper, (*keypads(board, board.keypads), *_battery(board)))
    return Parts(_quiet_panel(board, panel, frames), keypads(board, (*named, "terminal")))


def emulated(
    board: Board, speed: float, heard: Callable[[], None] | None = None
) -> tuple[EpaperPanel, Controller, PacedClock]:
    """Return a board's e-paper, the emulated controller it runs on, and their clock.

    `heard` is called before each transfer, in the panel's thread.
    """
    from device.panels.emulator import PacedClock, emulate
    from device.panels.emulator.driver import EmulatedDriver
    from device.panels.epaper.panel import EpaperPanel

    model = board.panel if board.panel in MODELS else DESKTOP_GLASS
    clock = PacedClock(speed)
    controller = emulate(model, clock)
    driver = EmulatedDriver(controller, clock.wait, heard)
    panel = EpaperPanel(
        model,
        rotation=board.rotation,
        invert=board.invert,
        clock=clock,
        load=lambda _: driver,
    )
    return panel, controller, clock


def _simulated(board: Board, speed: float) -> Parts:
    """Return a window that shows a board's e-paper; the keyboard takes the place of its keypads."""
    from device.panels.emulator.onlooker import Onlooker
    from device.panels.window import Window

    panel, controller, clock = emulated(board, speed)
    show = Onlooker(
        controller,
        clock,
        lambda: panel.ghost,
        rotation=board.rotation,
        invert=board.invert,
    )
    window = Window(panel.size, show=show)
    return Parts(panel, (window,), window.pump)


def keypads(
    board: Board, names: Iterable[str], *, watch: Watch | None = None
) -> tuple[Keypad, ...]:
    """Return keypads of a board by name; `watch` is shown the edges of buttons and their keys."""
    return tuple(each for name in names for each in _keypad(board, name, watch or _nobody))


def _battery(board: Board) -> Iterator[Keypad]:
    """Yield what watches a board's battery, if it has one: to the loop it is a keypad."""
    if board.battery != "none":
        from device.battery import GAUGES, Watcher

        yield Watcher(GAUGES[board.battery]())


def _nobody(_: Edge | Pressed) -> None:
    """Watch nothing."""


def _keypad(board: Board, name: str, watch: Watch) -> Iterator[Keypad]:
    match name:
        case "gpio":
            from device.keypads.gpio import GpioKeypad

            yield GpioKeypad(dict(board.pins), board.controls, watch=watch)
        case "serial":
            from device.keypads.serial import SerialKeypad

            yield SerialKeypad(board.serial.port, board.serial.baud, watch=watch)
        case "terminal":
            yield _terminal_keypad(board)


def _terminal_keypad(board: Board) -> Keypad:
    from device.keypads.terminal import TerminalKeypad

    return TerminalKeypad(tty=board.tty)


def _quiet_panel(board: Board, panel: str, frames: Path) -> Panel:
    """Return a panel that needs no main thread."""
    match panel:
        case "terminal" | "braille":
            from device.panels.terminal import TerminalPanel

            return TerminalPanel(tty=board.tty, picture=panel == "braille")
        case "png":
            from device.panels.png import PngPanel

            return PngPanel(board.size, frames)
    from device.panels.memory import MemoryPanel

    return MemoryPanel(board.size)
