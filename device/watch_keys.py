"""Shows live what each press is taken for."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue

from device.boards import Board
from device.build import keypads
from device.events import Event, KeyDown, Stop
from device.presses import Edge, Kind, Pressed
from device.settings import Settings
from device.wiring import ways

Seen = Event | Edge | Pressed


def watch_keys(
    board: Board, settings: Settings, say: Callable[[str], None], seen: SimpleQueue[Seen]
) -> None:
    """Tell what comes from a board's keypads until a Stop comes through `seen`.

    Raises GpioError for a button that cannot be opened.
    """
    started = []
    try:
        for name in board.keypads:
            for keypad in keypads(board, [name], watch=seen.put):
                started.append(keypad)
                keypad.adjust(settings)
                # Buttons are watched, so the keys that they post say nothing new.
                keypad.start(_nothing if name == "gpio" else seen.put)
        say(f"{board.name}: press each button or key; Ctrl-C ends this")
        for line in ways(board):
            say(line)
        while not isinstance(item := seen.get(), Stop):
            line = _line(board, item)
            if line:
                say(line)
    finally:
        for keypad in started:
            keypad.stop()


def _nothing(_: Event) -> None:
    """Hear nothing."""


def _line(board: Board, item: Seen) -> str:
    """Return what is told of an edge, a press or an event; nothing for what is no press."""
    match item:
        case Edge(button, down, at):
            pin = dict(board.pins)[button]
            return f"{at:10.3f}  {board.controls.label(button)} GPIO{pin} {_moved(down=down)}"
        case Pressed(key, kind, at, buttons):
            labels = " and ".join(map(board.controls.label, buttons))
            name = "the buttons as they came" if kind is Kind.RESCUE else f"key {key.value}"
            return f"{at:10.3f}  -> {name} ({kind.value} of {labels})"
        case KeyDown(key, at):
            return f"{at:10.3f}  -> key {key.value}"
    return ""


def _moved(*, down: bool) -> str:
    return "down" if down else "up"
