"""Boards: what a device is made of, read from a checked TOML file."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from device.events import Key
from device.geometry import Size
from device.papers import MODELS, PLAYABLE, REFUSED, turned
from koikoi.cards import KoiKoiError

PANELS = ("window", "terminal", "png", "memory")
"""The panels that are there without any hardware."""

ROTATIONS = (0, 90, 180, 270)


class BoardError(KoiKoiError, ValueError):
    """A board file that cannot be used; names the file and the key."""


@dataclass(frozen=True, slots=True)
class Board:
    """A device: its panel and size in pixels, and the GPIO pin of each button (BCM numbers).

    An e-paper panel has the size that it has; `rotation` turns the frames counter-clockwise.
    """

    name: str
    panel: str
    size: Size
    rotation: int = 0
    invert: bool = False
    without_display: str = ""
    """The panel to use instead where there is no display for a window."""
    pins: tuple[tuple[Key, int], ...] = ()


def folder() -> Path:
    """Return where the boards lie: beside the installed package, or in the source tree."""
    installed = Path(__file__).parent / "_boards"
    return installed if installed.is_dir() else Path(__file__).parent.parent / "hardware" / "boards"


def known() -> tuple[str, ...]:
    """Return the names of all boards."""
    return tuple(sorted(path.stem for path in folder().glob("*.toml")))


def load(name: str) -> Board:
    """Return the board with this name; raises BoardError."""
    if name not in known():
        raise BoardError(f"no board is called {name!r}; there are {', '.join(known())}")
    return read(folder() / f"{name}.toml")


def read(path: Path) -> Board:
    """Return the board in a file; raises BoardError."""
    try:
        facts = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BoardError(f"{path.name}: {error}") from error
    try:
        board = _board(facts)
    except BoardError as error:
        raise BoardError(f"{path.name}: {error}") from None
    if facts:
        raise BoardError(f"{path.name}: {next(iter(facts))}: no board has this")
    return board


def _board(facts: dict[str, Any]) -> Board:
    """Take the facts of a board out of a file's table; what is left was not known."""
    pins = facts.pop("buttons", {})
    if not isinstance(pins, dict):
        raise BoardError("buttons: must be a table of keys and pins")
    name = _text(facts, "name", None)
    panel = _panel(_text(facts, "panel", None), "panel", (*PANELS, *PLAYABLE))
    paper = panel in MODELS
    rotation = _rotation(facts.pop("rotation", 0)) if paper else 0
    invert = _flag(facts, "invert") if paper else False
    return Board(
        name=name,
        panel=panel,
        size=turned(MODELS[panel].size, rotation) if paper else _size(facts.pop("size", None)),
        rotation=rotation,
        invert=invert,
        without_display=_panel(_text(facts, "without_display", ""), "without_display", PANELS),
        pins=tuple((_key(name), _pin(name, pin)) for name, pin in pins.items()),
    )


def _text(facts: dict[str, Any], key: str, usual: str | None) -> str:
    value = facts.pop(key, usual)
    if not isinstance(value, str):
        raise BoardError(f"{key}: must be a text" if value is not None else f"{key}: is missing")
    return value


def _panel(name: str, key: str, names: tuple[str, ...]) -> str:
    if name in REFUSED:
        raise BoardError(f"{key}: {REFUSED[name]}")
    if name in MODELS and name not in PLAYABLE:
        raise BoardError(f"{key}: {name} is {MODELS[name].size}, too small to play on")
    if name and name not in names:
        raise BoardError(f"{key}: no panel is called {name!r}; there are {', '.join(names)}")
    return name


def _size(value: object) -> Size:
    match value:
        case [int(width), int(height)] if width > 0 and height > 0:
            return Size(width, height)
    raise BoardError("size: must be width and height in pixels, like [400, 300]")


def _rotation(value: object) -> int:
    # True would be 1, and 90.0 would be 90.
    if type(value) is not int or value not in ROTATIONS:
        raise BoardError("rotation: must be 0, 90, 180 or 270 degrees")
    return value


def _flag(facts: dict[str, Any], key: str) -> bool:
    value = facts.pop(key, False)
    if not isinstance(value, bool):
        raise BoardError(f"{key}: must be true or false")
    return value


def _key(name: str) -> Key:
    try:
        return Key(name)
    except ValueError:
        keys = ", ".join(key.value for key in Key)
        raise BoardError(f"buttons.{name}: no such key; there are {keys}") from None


def _pin(name: str, pin: object) -> int:
    if type(pin) is not int or not 0 <= pin <= 27:
        raise BoardError(f"buttons.{name}: must be a BCM pin, 0 to 27")
    return pin
