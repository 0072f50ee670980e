"""Boards: what a device is made of, read from a checked TOML file."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from device.controls import KEYBOARD, REPEATING, RULES, Controls
from device.events import Key
from device.geometry import Size
from device.look.metrics import METRICS
from device.papers import MODELS, PLAYABLE, REFUSED, turned
from koikoi.cards import KoiKoiError

PANELS = ("window", "terminal", "braille", "png", "memory")
"""The panels that are there without any hardware."""

ROTATIONS = (0, 90, 180, 270)
KEYPADS = ("gpio", "serial", "terminal")
PLAYOUTS = 8000
"""What a Raspberry Pi Zero 2 W plays out in about a second, counted as a PC 16 times slower."""
BATTERIES = ("none", "sysfs", "max17040", "pisugar3")

PANEL_PINS = {
    "BUSY": 24,
    "RST": 17,
    "DC": 25,
    "CS": 8,
    "CLK": 11,
    "DIN": 10,
    "PWR": 18,
    "MISO": 9,
    "CE1": 7,
}
"""What an e-paper panel takes, as BCM numbers.

The first seven are its wires, as its maker's driver has them; the bus SPI0 takes the last two.
"""


class BoardError(KoiKoiError, ValueError):
    """A board file that cannot be used; names the file and the key."""


@dataclass(frozen=True, slots=True)
class Serial:
    """Where a serial keypad is: a device file or "auto", and its speed in bits per second."""

    port: str = "auto"
    baud: int = 115200


@dataclass(frozen=True, slots=True)
class Board:
    """A device: its panel and size in pixels, and where its presses come from.

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
    """The GPIO pin of each button (BCM numbers)."""
    controls: Controls = KEYBOARD
    keypads: tuple[str, ...] = ()
    """Of KEYPADS; a window has its own keyboard."""
    serial: Serial = Serial()
    tty: str = ""
    """The terminal's device; the one that the program was started in where it is empty."""
    playouts: int = PLAYOUTS
    """How many rounds the strongest level plays out for one decision."""
    battery: str = "none"
    """Of BATTERIES."""
    needs: tuple[str, ...] = ()
    """What to buy and to do, a line each."""


def folder() -> Path:
    """Return where the boards lie: beside the installed package, or in the source tree."""
    installed = Path(__file__).parent / "_boards"
    return installed if installed.is_dir() else Path(__file__).parent.parent / "hardware" / "boards"


def known() -> tuple[str, ...]:
    """Return the names of all boards."""
    return tuple(sorted(path.stem for path in folder().glob("*.toml")))


def load(name: str) -> Board:
    """Return the board with this name, or that in a file `mine.toml`; raises BoardError."""
    if name.endswith(".toml"):
        return read(Path(name))
    if name not in known():
        raise BoardError(f"no board is called {name!r}; there are {', '.join(known())}")
    return read(folder() / f"{name}.toml")


def read(path: Path) -> Board:
    """Return the board in a file; raises BoardError."""
    try:
        facts = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BoardError(f"{path.name}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise BoardError(f"{path.name}: {error}") from error
    try:
        board = _board(facts)
    except BoardError as error:
        raise BoardError(f"{path.name}: {error}") from None
    if facts:
        raise BoardError(f"{path.name}: {next(iter(facts))}: no board has this")
    return board


def with_tty(board: Board, tty: str) -> Board:
    """Return the board with a keyboard at this terminal's device."""
    keypads = (*(name for name in board.keypads if name != "terminal"), "terminal")
    return replace(board, tty=tty, keypads=keypads)


def _board(facts: dict[str, Any]) -> Board:
    """Take the facts of a board out of a file's table; what is left was not known."""
    name = _text(facts, "name", None)
    panel = _panel(_text(facts, "panel", None), "panel", (*PANELS, *PLAYABLE))
    paper = panel in MODELS
    rotation = _rotation(facts.pop("rotation", 0)) if paper else 0
    buttons = _table(facts, "buttons")
    pins = tuple((_key(f"buttons.{key}", key), _pin(key, pin)) for key, pin in buttons.items())
    board = Board(
        name=name,
        panel=panel,
        size=turned(MODELS[panel].size, rotation) if paper else _size(facts.pop("size", None)),
        rotation=rotation,
        invert=_flag(facts, "invert") if paper else False,
        without_display=_panel(_text(facts, "without_display", ""), "without_display", PANELS),
        pins=pins,
        controls=_controls(facts, tuple(key for key, _ in pins)),
        keypads=_keypads(facts, "gpio" if pins else "terminal"),
        serial=_serial(facts),
        tty=_text(facts, "tty", ""),
        playouts=_number(facts, "playouts", PLAYOUTS),
        battery=_one_of(_text(facts, "battery", "none"), "battery", BATTERIES),
        needs=_texts(facts, "needs"),
    )
    _check(board)
    return board


def _controls(facts: dict[str, Any], buttons: tuple[Key, ...]) -> Controls:
    """Take out what the buttons do, and refuse what contradicts itself."""
    holds = tuple(
        (_button("holds", key, buttons), _key(f"holds.{key}", to))
        for key, to in _table(facts, "holds").items()
    )
    held = {key for key, _ in holds}
    chords = tuple(
        (_chord(keys, held), _key(f"chords.{keys}", to))
        for keys, to in _table(facts, "chords").items()
    )
    repeats = tuple(_button("repeats", key, buttons) for key in _texts(facts, "repeats"))
    for key in repeats:
        if key not in REPEATING:
            raise BoardError(f"repeats: {key.value} would act again and again while it is held")
        if key in held:
            raise BoardError(f"repeats: {key.value} has a hold; a key has one or the other")
    labels = _table(facts, "labels")
    return Controls(
        buttons,
        holds,
        chords,
        repeats,
        tuple((_button("labels", key, buttons), _text(labels, key, None)) for key in tuple(labels)),
    )


def _check(board: Board) -> None:
    """Refuse a board that cannot be built or played; raises BoardError."""
    if board.panel in MODELS and board.rotation not in (fit := MODELS[board.panel].rotations):
        turns = " or ".join(str(turn) for turn in fit)
        raise BoardError(f"rotation: {board.panel} is played on at {turns} degrees")
    if board.size not in METRICS:
        sizes = ", ".join(str(size) for size in METRICS)
        raise BoardError(f"size: no screens are drawn for {board.size}; there are {sizes}")
    if not board.keypads:
        raise BoardError(f"keypads: there must be one; there are {', '.join(KEYPADS)}")
    if ("gpio" in board.keypads) != bool(board.pins):
        missing = "keypads: gpio is missing" if board.pins else "buttons: are missing for gpio"
        raise BoardError(missing)
    _check_pins(board)
    if board.pins and Key.SELECT not in dict(board.pins):
        raise BoardError("buttons.select: is missing")
    if board.keypads == ("gpio",):
        _check_reach(board.controls)


def _check_pins(board: Board) -> None:
    """Refuse a pin that two buttons have, or that the panel has."""
    pins: dict[int, Key] = {}
    wires = {pin: wire for wire, pin in PANEL_PINS.items()} if board.panel in MODELS else {}
    for key, pin in board.pins:
        if pin in pins:
            raise BoardError(f"buttons.{key.value}: pin {pin} is that of {pins[pin].value}")
        if pin in wires:
            raise BoardError(f"buttons.{key.value}: pin {pin} is the panel's {wires[pin]}")
        pins[pin] = key


def _check_reach(controls: Controls) -> None:
    """Refuse buttons on which some key can be pressed in no way."""
    for key in Key:
        if key not in controls.reached:
            others = RULES.get(key)
            if others is None or not controls.reached.issuperset(others):
                way = "".join(f", nor {other.value} in its place" for other in others or ())
                raise BoardError(f"buttons: {key.value} is on no button, hold or chord{way}")


def _table(facts: dict[str, Any], key: str) -> dict[str, Any]:
    value = facts.pop(key, {})
    if not isinstance(value, dict):
        raise BoardError(f"{key}: must be a table")
    return value


def _texts(facts: dict[str, Any], key: str) -> tuple[str, ...]:
    value = facts.pop(key, [])
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise BoardError(f"{key}: must be a list of texts")
    return tuple(value)


def _one_of(name: str, key: str, names: tuple[str, ...]) -> str:
    if name not in names:
        raise BoardError(f"{key}: {name!r} is not known; there are {', '.join(names)}")
    return name


def _keypads(facts: dict[str, Any], usual: str) -> tuple[str, ...]:
    if "keypads" not in facts:
        return (usual,)
    return tuple(_one_of(name, "keypads", KEYPADS) for name in _texts(facts, "keypads"))


def _serial(facts: dict[str, Any]) -> Serial:
    table = _table(facts, "serial")
    serial = Serial(_text(table, "port", Serial().port), _number(table, "baud", Serial().baud))
    if table:
        raise BoardError(f"serial.{next(iter(table))}: no board has this")
    return serial


def _number(facts: dict[str, Any], key: str, usual: int) -> int:
    value = facts.pop(key, usual)
    if type(value) is not int or value < 1:
        raise BoardError(f"{key}: must be a whole number above 0")
    return value


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


def _key(where: str, name: object) -> Key:
    try:
        return Key(name)
    except ValueError:
        keys = ", ".join(key.value for key in Key)
        raise BoardError(f"{where}: no key is called {name!r}; there are {keys}") from None


def _button(where: str, name: str, buttons: tuple[Key, ...]) -> Key:
    key = _key(where, name)
    if key not in buttons:
        raise BoardError(f"{where}: {name} has no button")
    return key


def _chord(names: str, held: set[Key]) -> tuple[Key, Key]:
    """Return the keys of a chord, which must wait for each other."""
    keys = tuple(_key(f"chords.{names}", name) for name in names.split("+"))
    match keys:
        case (one, other) if one is not other:
            for key in keys:
                if key not in held:
                    raise BoardError(
                        f"chords.{names}: {key.value} has no hold, so it acts at once when pressed"
                    )
            return one, other
    raise BoardError(f"chords.{names}: must be two keys, like left+right")


def _pin(name: str, pin: object) -> int:
    if type(pin) is not int or not 0 <= pin <= 27:
        raise BoardError(f"buttons.{name}: must be a BCM pin, 0 to 27")
    return pin
