"""Controllers of the family SSD16xx: SSD1680, SSD1683, SSD1677.

Two memories hold the new picture (0x24) and the old one (0x26). A differential update drives the
pixels in which they differ, wherever these lie; windows only say where memory is written. What
becomes of the memories after it differs between makes, so both are written again: whenever the
panel is idle, both hold what the glass shows.
"""

from __future__ import annotations

from collections.abc import Sequence

from device.geometry import Box
from device.panels.epaper.bus import Bus, Patience
from device.papers import Waveforms
from device.planner import MANY, cut
from device.refresh import Mode

SLEEP, ENTRY, ACTIVATE, TEMPERATURE = 0x10, 0x11, 0x20, 0x1A
CONTROL, SEQUENCE, NEW, OLD, BORDER = 0x21, 0x22, 0x24, 0x26, 0x3C
X_WINDOW, Y_WINDOW, X_COUNTER, Y_COUNTER = 0x44, 0x45, 0x4E, 0x4F

# Sequences: bits 7 and 6 clock and power on, 5 temperature, 4 waveform, 3 differential, 2 display,
# 1 and 0 power and clock off. A full update ends without power, a differential one with it.
FULL, FAST, DIFFERENTIAL = 0xF7, 0xD7, 0xFC
LOADED_FULL, LOADED_DIFFERENTIAL = 0xC7, 0xCC
POWER_OFF = 0x83


class Ssd16xx:
    """Shows frames through one bus; a frame is packed native rows, 1 is white."""

    cost = MANY

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._model = bus.model
        self._whole = Box(0, 0, 8 * self._model.row, self._model.size.height)
        self._window: Box | None = None
        self._loaded = ""
        self.powered = False

    def start(self) -> None:
        """Set the controller up; what the glass shows and the memories hold is unknown then."""
        self._window, self._loaded, self.powered = None, "", False
        self._bus.open()

    def show(self, old: bytes, new: bytes, regions: Sequence[Box], mode: Mode) -> None:
        """Bring the glass from the old frame to the new one; a full update needs no old frame."""
        if mode is Mode.DIFFERENTIAL:
            self._differ(old, new, regions)
        else:
            self._fill(new, fast=mode is Mode.FAST)

    def power_off(self) -> None:
        """Take the high voltage off the glass; the memories stay."""
        self._bus.command(SEQUENCE, POWER_OFF)
        self._bus.run(ACTIVATE, Patience.of(self._model.off_s))
        self.powered = False

    def sleep(self) -> None:
        """Put the controller to sleep and cut its power; only `start` wakes it."""
        if self.powered:
            self.power_off()
        self._bus.command(SLEEP, 0x01)
        self._bus.settle()
        self.close()

    def close(self) -> None:
        """Let go of the bus, as it is."""
        self.powered = False
        self._bus.close()

    def _fill(self, new: bytes, *, fast: bool) -> None:
        model = self._model
        for memory in (OLD, NEW):
            self._write(memory, self._whole, new)
        self._set_up(model.control[0], model.border[0])
        sequence = FULL
        if model.waveforms is not None:
            self._load(model.waveforms, model.waveforms.full)
            sequence = LOADED_FULL
        elif fast and model.fast:
            self._bus.command(TEMPERATURE, *model.fast)
            sequence = FAST
        self._bus.command(SEQUENCE, sequence)
        seconds = model.on_s + model.full_s + model.off_s
        self._bus.run(ACTIVATE, Patience.of(seconds, least=6.0))
        self.powered = False

    def _differ(self, old: bytes, new: bytes, regions: Sequence[Box]) -> None:
        del old  # the memories hold it
        model = self._model
        parts = [(region, cut(new, model.size, region)) for region in regions]
        for region, part in parts:
            self._write(NEW, region, part)
        self._set_up(model.control[1], model.border[1])
        sequence = DIFFERENTIAL
        if model.waveforms is not None:
            self._load(model.waveforms, model.waveforms.partial)
            sequence = LOADED_DIFFERENTIAL
        self._bus.command(SEQUENCE, sequence)
        self.powered = True
        self._bus.run(ACTIVATE, Patience.of(model.on_s + model.partial_s))
        for region, part in reversed(parts):
            self._write(OLD, region, part)
            self._write(NEW, region, part)

    def _set_up(self, control: tuple[int, int], border: int) -> None:
        self._bus.command(BORDER, border)
        self._bus.command(CONTROL, *control)

    def _load(self, waveforms: Waveforms, table: str) -> None:
        if self._loaded != table:
            self._bus.load(waveforms.load, table)
            self._loaded = table

    def _write(self, memory: int, region: Box, part: bytes) -> None:
        left, right, top, bottom = region.x, region.right - 1, region.y, region.bottom - 1
        x = [_two(left), _two(right)] if self._model.wide else [(left // 8,), (right // 8,)]
        if self._window is None:
            self._bus.command(ENTRY, 0x03)
        if self._window != region:
            self._bus.command(X_WINDOW, *x[0], *x[1])
            self._bus.command(Y_WINDOW, *_two(top), *_two(bottom))
            self._window = region
        self._bus.command(X_COUNTER, *x[0])
        self._bus.command(Y_COUNTER, *_two(top))
        self._bus.command(memory)
        self._bus.data(part)


def _two(number: int) -> tuple[int, int]:
    return number % 256, number // 256
