"""E-paper controllers in software: they hear the bytes of the bus and own a glass."""

from __future__ import annotations

from device.geometry import Size
from device.panels.emulator.clock import Clock, PacedClock, VirtualClock
from device.panels.emulator.controller import Controller, Times, Update, Violation, Waveform
from device.panels.emulator.ssd import AfterPartial, Ssd16xx
from device.panels.emulator.uc import Uc8179

__all__ = [
    "SIZES",
    "AfterPartial",
    "Clock",
    "Controller",
    "PacedClock",
    "Ssd16xx",
    "Times",
    "Uc8179",
    "Update",
    "Violation",
    "VirtualClock",
    "Waveform",
    "emulate",
]

SIZES: dict[str, Size] = {
    "epd2in13_V4": Size(122, 250),
    "epd2in7_V2": Size(176, 264),
    "epd2in9_V2": Size(128, 296),
    "epd3in7": Size(280, 480),
    "epd4in2_V2": Size(400, 300),
    "epd5in83_V2": Size(648, 480),
    "epd7in5_V2": Size(800, 480),
}
"""The panels there are, by the name of the maker's driver: the size of their glass in pixels."""


def emulate(model: str, clock: Clock, after_partial: AfterPartial = "copy") -> Controller:
    """Return the controller of a panel; a UC8179 is told by its driver what follows an update."""
    size = SIZES[model]
    if model in {"epd5in83_V2", "epd7in5_V2"}:
        return Uc8179(size, clock)
    return Ssd16xx(size, model, clock, after_partial)
