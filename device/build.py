"""A board's parts, put together. The only module that names the drivers."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from device.boards import Board
from device.keypads import Keypad
from device.panels import Panel
from device.papers import MODELS


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


def build(board: Board, panel: str, frames: Path) -> Parts:
    """Return a board's parts with this panel; `frames` is where the panel `png` writes."""
    keypads: list[Keypad] = []
    if board.pins:
        from device.keypads.gpio import GpioKeypad

        keypads.append(GpioKeypad(dict(board.pins)))
    if panel == "window":
        from device.panels.window import Window

        window = Window(board.size)
        return Parts(window, (window, *keypads), window.pump)
    if panel in MODELS:
        from device.panels.epaper.panel import EpaperPanel

        paper = EpaperPanel(panel, rotation=board.rotation, invert=board.invert)
        # A device without a keyboard has no input, and the end of the input would end the game.
        return Parts(paper, tuple(keypads) if keypads else (_terminal_keypad(),))
    return Parts(_quiet_panel(board, panel, frames), (*keypads, _terminal_keypad()))


def _terminal_keypad() -> Keypad:
    from device.keypads.terminal import TerminalKeypad

    return TerminalKeypad()


def _quiet_panel(board: Board, panel: str, frames: Path) -> Panel:
    """Return a panel that needs no main thread."""
    match panel:
        case "terminal":
            from device.panels.terminal import TerminalPanel

            return TerminalPanel(board.size)
        case "png":
            from device.panels.png import PngPanel

            return PngPanel(board.size, frames)
    from device.panels.memory import MemoryPanel

    return MemoryPanel(board.size)
