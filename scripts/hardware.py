"""Writes what follows from the boards: pin tables, wiring drawings, and the facts for enclosures.

scripts/hardware runs it.
"""  # noqa: INP001 - a script beside the package, not a part of it

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from device import boards
from device.boards import PANEL_PINS, Board
from device.controls import REPEATING
from device.events import Key
from device.papers import MODELS
from device.wiring import HEADER, PANEL_WIRES
from scripts.wiring_svg import BUTTON_GROUND, PANEL_GROUND, SUPPLY, drawing

FOLDER = Path(__file__).resolve().parent.parent / "hardware"

FITTED = ("epd2in7_V2", "epd7in5_V2")
"""The panels whose maker's board goes onto the header as it is; others hang on a cable."""


@dataclass(frozen=True, slots=True)
class Outline:
    """The body of a panel with its board, in millimetres, lying as the player sees it."""

    board: tuple[float, float, float]
    """Width, height, thickness."""
    hole: tuple[float, float]
    """The middle of each hole, from the edges."""
    glass: tuple[float, float, float]
    float_: float
    """From the board to the front of the glass."""
    active: tuple[float, float]
    offset: float
    """How much higher the middle of the picture is than that of the board: the cable's edge is
    down."""


OUTLINES = {
    "epd4in2_V2": Outline(
        board=(103.0, 78.5, 1.6),
        hole=(3.0, 3.125),
        glass=(91.0, 77.0, 1.2),
        float_=1.6,
        active=(84.8, 63.6),
        offset=4.5,
    )
}
"""The panels that there is a case for.

Outline, glass and picture are those that the maker publishes; holes and offset were measured by
others on a module of this size with three colours; two of them differ by 0.8 mm in the offset.
"""


def files() -> dict[Path, str]:
    """Return every file that follows from the boards, and what must be in it."""
    made = {}
    for name in boards.known():
        board = boards.load(name)
        if board.panel not in MODELS:
            continue
        made[FOLDER / "wiring" / f"{name}.md"] = "\n".join(wiring(board)) + "\n"
        made[FOLDER / "wiring" / f"{name}.svg"] = drawing(board, fitted=board.panel in FITTED)
        if board.pins and board.panel in OUTLINES:
            made[FOLDER / "enclosure" / f"{name}.scad"] = "\n".join(enclosure(board)) + "\n"
    return made


def wiring(board: Board) -> Iterator[str]:
    """Yield the page of a board: what it needs, its drawing, its pins."""
    fitted = board.panel in FITTED
    yield f"<!-- Written by scripts/hardware from hardware/boards/{board.name}.toml. -->"
    yield f"# Wiring of {board.name}"
    yield ""
    yield "It needs:"
    yield ""
    yield from (f"- {need}" for need in board.needs)
    yield ""
    yield f"![{board.name}: the header, the panel, the buttons]({board.name}.svg)"
    yield ""
    yield "## The panel"
    yield ""
    yield (
        "It goes onto the header; these lines are its own, and nothing else may use them."
        if fitted
        else "Each line goes straight from the panel's contact to the header's pin."
    )
    yield ""
    yield "| panel | header pin | signal |"
    yield "|---|---|---|"
    yield f"| VCC | {SUPPLY} | 3.3 V, never 5 V |"
    yield f"| GND | {PANEL_GROUND} | ground |"
    for wire in PANEL_WIRES:
        extra = ", where the panel has it" if wire == "PWR" else ""
        yield f"| {wire} | {HEADER[PANEL_PINS[wire]]} | GPIO {PANEL_PINS[wire]}{extra} |"
    yield ""
    yield "## The keys"
    yield ""
    if not board.pins:
        yield "A keyboard or the keypad on any USB port; nothing to wire."
        return
    yield (
        "The panel's board brings them."
        if fitted
        else "One side of each button goes to its pin, the other to ground; the Raspberry Pi holds "
        "the pins up by itself, so there are no resistors."
    )
    yield ""
    yield from _keys(board)
    if not fitted:
        yield ""
        yield f"The common ground of the buttons is on pin {BUTTON_GROUND}."


def _keys(board: Board) -> Iterator[str]:
    """Yield the table of the buttons."""
    controls = board.controls
    held = dict(controls.holds)
    yield "| button | header pin | signal | pressed | held |"
    yield "|---|---|---|---|---|"
    for key, pin in board.pins:
        other = held[key].value if key in held else "repeats" if key in controls.repeats else ""
        yield f"| {controls.label(key)} | {HEADER[pin]} | GPIO {pin} | {key.value} | {other} |"
    for (one, other_key), key in controls.chords:
        both = f"{controls.label(one)} and {controls.label(other_key)}"
        yield f"| {both} together | | | {key.value} | |"


def enclosure(board: Board) -> Iterator[str]:
    """Yield the facts of a board that its case is made from."""
    body = OUTLINES[board.panel]
    turned = -1 if board.rotation == 180 else 1
    labels = ", ".join(f'"{board.controls.label(key)}"' for key in row(board))
    yield f"// Written by scripts/hardware from hardware/boards/{board.name}.toml. Millimetres."
    yield f"//     openscad -D 'part=\"front\"' -o front.stl {board.name}.scad"
    yield ""
    yield f"labels = [{labels}];"
    yield f"module_size = {_scad(body.board)};"
    yield f"module_hole = {_scad(body.hole)};"
    yield f"glass = {_scad(body.glass)};"
    yield f"glass_float = {body.float_};"
    yield f"active = {_scad(body.active)};"
    yield f"active_offset = {turned * body.offset};"
    yield ""
    yield "include <case.scad>"


def row(board: Board) -> tuple[Key, ...]:
    """Return the buttons of a row: those that move at the left thumb, SELECT at the right one."""
    keys = [key for key, _ in board.pins]
    moves = [key for key in keys if key in REPEATING]
    thumb = [key for key in (Key.BACK, Key.SELECT) if key in keys]
    return (*moves, *(key for key in keys if key not in moves and key not in thumb), *thumb)


def _scad(numbers: tuple[float, ...]) -> str:
    return f"[{', '.join(str(number) for number in numbers)}]"


def main() -> None:
    """Write each file that changed or is new, and name it."""
    for path, text in files().items():
        before = path.read_text("utf-8") if path.exists() else None
        if text != before:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")
            sys.stdout.write(f"{'new' if before is None else 'changed':8} {path}\n")


if __name__ == "__main__":
    main()
