"""What a board needs to be bought and wired, in lines to read."""

from __future__ import annotations

from collections.abc import Iterator

from device.boards import PANEL_PINS, Board
from device.controls import How
from device.papers import MODELS

HEADER: dict[int, int] = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16,
    24: 18, 10: 19, 9: 21, 25: 22, 11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29,
    6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
"""BCM numbers, and where they are on the header of 40 pins (Raspberry Pi's documentation)."""

GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
"""The pins of the header that are ground."""

PANEL_WIRES = ("BUSY", "RST", "DC", "CS", "CLK", "DIN", "PWR")
"""What a panel is wired with, beside 3.3 V on pin 1 and ground; PWR where it has one."""


def told(board: Board) -> list[str]:
    """Return what a board is, needs and how it is wired, a line each."""
    keypads = ", ".join(board.keypads)
    lines = [f"{board.name}: {board.panel}, {board.size} pixels; keys: {keypads}"]
    lines += [f"  needs {each}" for each in board.needs]
    if board.panel in MODELS:
        wires = (_pin(wire, PANEL_PINS[wire]) for wire in PANEL_WIRES)
        lines.append(f"  panel: {', '.join(wires)}; 3.3 V on pin 1, GND on pin {GROUNDS[0]}")
    if board.pins:
        buttons = (_pin(board.controls.label(key), pin) for key, pin in board.pins)
        lines.append(f"  buttons, each to ground: {', '.join(buttons)}")
    lines += [f"  {line}" for line in ways(board)]
    if "serial" in board.keypads:
        lines.append(f"  serial keypad: port {board.serial.port}, {board.serial.baud} baud")
    return lines


def ways(board: Board) -> Iterator[str]:
    """Yield how keys are pressed that have no button of their own."""
    for way in board.controls.told(""):
        match way.how:
            case How.HOLD:
                yield f"{way.labels[0]} held: {way.key.value}"
            case How.TOGETHER:
                yield f"{' and '.join(way.labels)} together: {way.key.value}"


def _pin(name: str, bcm: int) -> str:
    return f"{name} GPIO{bcm} (pin {HEADER[bcm]})"
