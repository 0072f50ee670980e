"""Draws how a board is wired, for scripts/hardware.

The header is in the middle, the panel at its left, the buttons at its right.
"""  # noqa: INP001 - a script beside the package, not a part of it

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from device.boards import PANEL_PINS, Board
from device.wiring import GROUNDS, HEADER

SUPPLY, PANEL_GROUND, BUTTON_GROUND = 1, GROUNDS[0], GROUNDS[-1]
"""The pins of 3.3 V and ground that a panel's cable takes, and the ground of the buttons."""

WIRES = ("VCC", "GND", "DIN", "CLK", "CS", "DC", "RST", "BUSY", "PWR")
"""A panel's wires in the order of its connector, as its maker prints their names."""

FIVE_VOLTS = (2, 4)

RED, BLACK = "#c8322b", "#2b2b2b"
COLOURS = {
    "VCC": RED,
    "GND": BLACK,
    "DIN": "#1f66b5",
    "CLK": "#c99700",
    "CS": "#dd6b20",
    "DC": "#2f8f4e",
    "RST": "#8a929c",
    "BUSY": "#7b4fa3",
    "PWR": "#8a5a36",
}
BUTTON_COLOURS = ("#0f7c86", "#a23b72", "#5b7d1f", "#3f51a8")
FONT = 'font-family="DejaVu Sans, Verdana, Arial, sans-serif"'
INK, PALE, LINE = "#222", "#8b8b86", "#d8d6ce"

ROWS = 20
ROW, TOP = 28, 116
LEFT_X, RIGHT_X = 470, 506
WIDTH = 1000
BOTTOM = TOP + ROW * (ROWS - 1)
HEIGHT = BOTTOM + 96
PANEL_X, PANEL_TOP, PANEL_PITCH = 190, 155, 31
"""The panel's contacts; at such heights that no wire runs on the height of another's pin."""

BUTTON_X, RAIL_X = 748, 950


class Point(NamedTuple):
    """A place in the drawing, in pixels from its upper left corner."""

    x: float
    y: float


class Wire(NamedTuple):
    """A wire from a part to a pin of the header, which is numbered as its maker does."""

    start: Point
    pin: int
    colour: str


def drawing(board: Board, *, fitted: bool) -> str:
    """Return the drawing of a board with an e-paper panel, as SVG.

    What is `fitted` needs no wires: the panel's board goes onto the header as it is.
    """
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {FONT}>',
        f"<title>{escape(board.name)}: wiring</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        _text(Point(40, 50), board.name, 26, bold=True),
        _text(Point(40, 76), _subtitle(board, fitted=fitted), 14, fill=PALE),
        *_header(fitted=fitted),
        *_panel(board, fitted=fitted),
        *(_buttons(board, fitted=fitted) if board.pins else _keyboard()),
        _text(
            Point((LEFT_X + RIGHT_X) / 2, HEIGHT - 26),
            "The header from above, the side of the parts up. Pin 1 has a square pad"
            " and is the one next to the memory card.",
            12,
            fill=PALE,
            anchor="middle",
        ),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _subtitle(board: Board, *, fitted: bool) -> str:
    wired = "it goes onto the header; all these lines are its own" if fitted else "wired by hand"
    return f"{board.panel}, {board.size} pixels: {wired}"


def _header(*, fitted: bool) -> Iterator[str]:
    """Yield the header: every pin with its number, and what the board needs beside it."""
    yield _rect(
        LEFT_X - 19, TOP - 19, RIGHT_X - LEFT_X + 38, BOTTOM - TOP + 38, fill="#efeee9", radius=8
    )
    for pin in range(1, 2 * ROWS + 1):
        at = _place(pin)
        fill, ink = ("#fff", PALE)
        if pin in GROUNDS:
            fill, ink = ("#cfcdc4", INK)
        elif pin in FIVE_VOLTS:
            fill, ink = ("#f6d9d5", RED)
        shape = (
            _rect(at.x - 10, at.y - 10, 20, 20, fill=fill, radius=2, stroke="#b9b7ae")
            if pin == 1
            else f'<circle cx="{at.x}" cy="{at.y}" r="10" fill="{fill}" stroke="#b9b7ae"/>'
        )
        yield shape
        yield _text(Point(at.x, at.y + 3.5), str(pin), 9.5, fill=ink, anchor="middle")
    for pin in FIVE_VOLTS:
        at = _place(pin)
        told = "5 V" if fitted else "5 V: leave free"
        yield _text(Point(at.x + 24, at.y + 4), told, 11, fill=RED)


def _panel(board: Board, *, fitted: bool) -> Iterator[str]:
    """Yield the panel, and a wire from each of its contacts."""
    pins = {"VCC": SUPPLY, "GND": PANEL_GROUND}
    pins |= {name: HEADER[pin] for name, pin in PANEL_PINS.items()}
    contacts = {
        name: Point(PANEL_X, PANEL_TOP + index * PANEL_PITCH) for index, name in enumerate(WIRES)
    }
    wires = [Wire(contacts[name], pins[name], COLOURS[name]) for name in WIRES]
    yield from _routed(wires, PANEL_X + 22, LEFT_X - 96, dashed=fitted)
    top, height = PANEL_TOP - 34, PANEL_PITCH * (len(WIRES) - 1) + 68
    yield _rect(40, top, PANEL_X - 40, height, fill="#fbfaf6", radius=10, stroke="#b9b7ae")
    yield _rect(56, top + 16, 74, height - 32, fill="#efeee9", radius=3, stroke=LINE)
    middle = top + height / 2
    yield _text(Point(93, middle - 4), "e-paper", 13, fill=PALE, anchor="middle")
    yield _text(Point(93, middle + 14), str(board.size), 12, fill=PALE, anchor="middle")
    if not fitted:
        told = "PWR: only where the panel has it"
        yield _text(Point(40, top + height + 22), told, 12, fill=PALE)
    for name, at in contacts.items():
        yield f'<circle cx="{at.x}" cy="{at.y}" r="5" fill="{COLOURS[name]}"/>'
        yield _text(Point(at.x - 12, at.y + 4), name, 12, bold=True, anchor="end")
    for name in WIRES:
        yield from _tag(pins[name], name, COLOURS[name])


def _buttons(board: Board, *, fitted: bool) -> Iterator[str]:
    """Yield the buttons, from the top in the order of their pins, and their common ground."""
    pins = sorted(board.pins, key=lambda button: HEADER[button[1]])
    pitch = min(54.0, (BOTTOM - TOP - 60) / (len(pins) - 1))
    first = BOTTOM - pitch * (len(pins) - 1)
    places = [Point(BUTTON_X, first + index * pitch) for index in range(len(pins))]
    colours = [BUTTON_COLOURS[index % len(BUTTON_COLOURS)] for index in range(len(pins))]
    wires = [
        Wire(place, HEADER[pin], colour)
        for place, (_, pin), colour in zip(places, pins, colours, strict=True)
    ]
    yield from _ground(places, dashed=fitted)
    yield from _routed(wires, BUTTON_X - 22, RIGHT_X + 96, dashed=fitted)
    others = dict(board.controls.holds)
    for place, (key, pin), colour in zip(places, pins, colours, strict=True):
        yield from _button(place, colour)
        told = board.controls.label(key)
        if told.lower() not in (key.value, key.value[:3]):
            told += f": {key.value}"
        yield _text(Point(place.x + 52, place.y - 6), told, 13, bold=True)
        if key in others:
            held = f"held: {others[key].value}"
            yield _text(Point(place.x + 52, place.y + 15), held, 11, fill=PALE)
        yield from _tag(HEADER[pin], f"GPIO {pin}", colour)
    yield from _tag(BUTTON_GROUND, "GND", BLACK)
    for (one, other), key in board.controls.chords:
        labels = f"{board.controls.label(one)} + {board.controls.label(other)}: {key.value}"
        yield _text(Point(BUTTON_X, first - 34), labels, 12, fill=PALE)


def _button(at: Point, colour: str) -> Iterator[str]:
    """Yield a push button, its left contact at a place."""
    yield f'<circle cx="{at.x}" cy="{at.y}" r="5" fill="{colour}"/>'
    yield _rect(at.x + 6, at.y - 17, 34, 34, fill="#e4e2da", radius=4, stroke="#b9b7ae")
    yield f'<circle cx="{at.x + 23}" cy="{at.y}" r="11" fill="#fbfaf6" stroke="#8b8b86"/>'


def _ground(places: Sequence[Point], *, dashed: bool) -> Iterator[str]:
    """Yield the wire that joins the other contact of all buttons with ground."""
    for place in places[1:]:
        yield _path([Point(place.x + 40, place.y), Point(RAIL_X, place.y)], BLACK, dashed=dashed)
    end = _place(BUTTON_GROUND)
    below = BOTTOM + 32
    corners = [Point(BUTTON_X + 40, places[0].y), Point(RAIL_X, places[0].y)]
    corners += [Point(RAIL_X, below), Point(end.x, below)]
    yield _path([*corners, Point(end.x, end.y + 10)], BLACK, dashed=dashed)
    for place in places[1:]:
        yield f'<circle cx="{RAIL_X}" cy="{place.y:g}" r="4" fill="{BLACK}"/>'


def _keyboard() -> Iterator[str]:
    """Yield what a board without buttons is played with."""
    top = (TOP + BOTTOM) / 2 - 40
    yield _rect(BUTTON_X - 60, top, 250, 80, fill="#fbfaf6", radius=10, stroke="#b9b7ae")
    yield _text(
        Point(BUTTON_X + 65, top + 36), "keyboard or keypad", 14, bold=True, anchor="middle"
    )
    yield _text(Point(BUTTON_X + 65, top + 57), "on any USB port", 12, fill=PALE, anchor="middle")


def _tag(pin: int, told: str, colour: str) -> Iterator[str]:
    """Yield what a pin is, on its side of the header; the pin itself gets the same colour."""
    at = _place(pin)
    left = at.x - 90 if pin % 2 else at.x + 18
    yield _rect(left, at.y - 9, 72, 18, fill=colour, radius=9)
    label = {name: f"{name} {bcm}" for name, bcm in PANEL_PINS.items()}.get(told, told)
    label = {"VCC": "3.3 V"}.get(label, label)
    yield _text(Point(left + 36, at.y + 4), label, 11, bold=True, fill="#fff", anchor="middle")
    shape = f'<circle cx="{at.x}" cy="{at.y}" r="10" fill="{colour}"/>'
    yield _rect(at.x - 10, at.y - 10, 20, 20, fill=colour, radius=2) if pin == 1 else shape
    yield _text(Point(at.x, at.y + 3.5), str(pin), 9.5, bold=True, fill="#fff", anchor="middle")


def _routed(wires: Sequence[Wire], near: float, far: float, *, dashed: bool) -> Iterator[str]:
    """Yield wires along lanes between two x, near the parts and near the header.

    Wires that rise take the lanes near the parts, the upper one first; wires that fall take the
    rest, the lower one first: so those of a kind never cross.
    """
    rising = [wire for wire in wires if _end(wire).y <= wire.start.y]
    falling = [wire for wire in reversed(wires) if _end(wire).y > wire.start.y]
    step = (far - near) / (len(wires) - 1)
    for lane, wire in enumerate((*rising, *falling)):
        x = near + lane * step
        end = _end(wire)
        corners = [wire.start, Point(x, wire.start.y), Point(x, end.y)]
        if _is_far(wire):
            pin = _place(wire.pin)
            corners += [Point(pin.x, end.y), Point(pin.x, pin.y + 9)]
        else:
            corners.append(end)
        yield _path(corners, wire.colour, dashed=dashed)


def _is_far(wire: Wire) -> bool:
    """Whether the wire comes from the other side of the header than the one its pin is on."""
    return (wire.start.x < LEFT_X) != bool(wire.pin % 2)


def _end(wire: Wire) -> Point:
    """Return where a wire meets its pin; to the far column it passes below the pin beside."""
    at = _place(wire.pin)
    return Point(at.x, at.y + ROW / 2) if _is_far(wire) else at


def _place(pin: int) -> Point:
    """Return the middle of a pin of the header."""
    return Point(LEFT_X if pin % 2 else RIGHT_X, TOP + (pin - 1) // 2 * ROW)


def _path(corners: Sequence[Point], colour: str, *, dashed: bool) -> str:
    """Return a line through corners, which it rounds."""
    parts = [f"M{corners[0].x:g} {corners[0].y:g}"]
    for before, at, after in zip(corners, corners[1:], corners[2:], strict=False):
        reach = min(7.0, _length(before, at) / 2, _length(at, after) / 2)
        start, end = _towards(at, before, reach), _towards(at, after, reach)
        parts.append(f"L{start.x:g} {start.y:g}Q{at.x:g} {at.y:g} {end.x:g} {end.y:g}")
    parts.append(f"L{corners[-1].x:g} {corners[-1].y:g}")
    dash = ' stroke-dasharray="2 5" stroke-linecap="round"' if dashed else ""
    path = "".join(parts)
    # A wire passes over another in a white bed, so that crossings are seen to be none.
    bed = "" if dashed else f'<path d="{path}" fill="none" stroke="#fff" stroke-width="6"/>\n'
    return f'{bed}<path d="{path}" fill="none" stroke="{colour}" stroke-width="2.6"{dash}/>'


def _length(one: Point, other: Point) -> float:
    return abs(one.x - other.x) + abs(one.y - other.y)


def _towards(start: Point, end: Point, reach: float) -> Point:
    """Return the point so far on the way, which is level or upright."""
    length = _length(start, end)
    share = reach / length if length else 0.0
    return Point(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share)


def _rect(
    x: float,
    y: float,
    width: float,
    height: float,
    *,
    fill: str,
    radius: float,
    stroke: str = "none",
) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" '
        f'fill="{fill}" stroke="{stroke}"/>'
    )


def _text(
    at: Point, text: str, size: float, *, bold: bool = False, fill: str = INK, anchor: str = "start"
) -> str:
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{at.x:g}" y="{at.y:g}" font-size="{size:g}"{weight} '
        f'fill="{fill}" text-anchor="{anchor}">{escape(text)}</text>'
    )
