"""Shows live what each press is taken for."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue

from device.boards import Board
from device.build import keypads
from device.events import Event, KeyDown, KeypadState, Post, Stop
from device.presses import Edge, Kind, Pressed
from device.settings import Settings
from device.wiring import ways

Seen = Event | Edge | Pressed

WATCHED = ("gpio", "serial")
"""The keypads that show every key by `watch`."""


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
                # What is watched is told by its edges; the keys that it posts say nothing new.
                keypad.start(_but_keys(seen.put) if name in WATCHED else seen.put)
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


def _but_keys(put: Callable[[Event], None]) -> Post:
    """Hear everything but keys."""
    return lambda event: None if isinstance(event, KeyDown) else put(event)


def _line(board: Board, item: Seen) -> str:
    """Return what is told of an edge, a press or an event; nothing for what is no press."""
    match item:
        case Edge(button, down, at):
            pin = dict(board.pins).get(button)
            place = "serial" if pin is None else f"GPIO{pin}"
            return f"{at:10.3f}  {board.controls.label(button)} {place} {_moved(down=down)}"
        case KeypadState(there=there, detail=detail):
            return "the keypad is there" if there else f"no keypad: {detail}"
        case Pressed(key, kind, at, buttons):
            labels = " and ".join(map(board.controls.label, buttons))
            name = "the buttons as they came" if kind is Kind.RESCUE else f"key {key.value}"
            return f"{at:10.3f}  -> {name} ({kind.value} of {labels})"
        case KeyDown(key, at):
            return f"{at:10.3f}  -> key {key.value}"
    return ""


def _moved(*, down: bool) -> str:
    return "down" if down else "up"
