"""Controllers of the family UC81xx: UC8179, sold as GD7965 too.

A window is where memory is written and where the glass is refreshed: a region costs a whole
waveform, so there is one only. The old picture (0x10) is written with each new one (0x13), whatever
the controller made of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from device.geometry import Box
from device.panels.epaper.bus import Bus, Patience
from device.planner import ONE, cut
from device.refresh import Mode

POWER_OFF, POWER_ON, SLEEP, OLD, REFRESH, NEW = 0x02, 0x04, 0x07, 0x10, 0x12, 0x13
INTERVAL, WINDOW, WINDOWED, WHOLE, CASCADE, TEMPERATURE = 0x50, 0x90, 0x91, 0x92, 0xE0, 0xE5

# A temperature of its own chooses the waveform: a fast one or a differential one.
MEASURED, FIXED = 0x00, 0x02
FAST_TEMPERATURE, DIFFERENTIAL_TEMPERATURE = 0x5A, 0x6E

# 1 is white in both memories, and the new picture becomes the old one after a refresh. The border
# is driven or left to float.
DRIVEN, FLOATING = (0x29, 0x07), (0xA9, 0x07)

CHECK = 0xA5
"""Without it the command to sleep is not one."""


class Uc81xx:
    """Shows frames through one bus; a frame is packed native rows, 1 is white."""

    cost = ONE

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._model = bus.model
        self.powered = False

    def start(self) -> None:
        """Set the controller up; what the glass shows and the memories hold is unknown then."""
        self.powered = False
        self._bus.open()
        # The vendor's `init` switches it on.
        self.powered = True

    def show(self, old: bytes, new: bytes, regions: Sequence[Box], mode: Mode) -> None:
        """Bring the glass from the old frame to the new one; a full update needs no old frame."""
        if not self.powered:
            self._bus.run(POWER_ON, Patience.of(self._model.on_s))
            self.powered = True
        if mode is Mode.DIFFERENTIAL:
            for region in regions:
                self._differ(old, new, region)
        else:
            self._fill(new, fast=mode is Mode.FAST)

    def power_off(self) -> None:
        """Take the high voltage off the glass; the memories stay."""
        self._bus.run(POWER_OFF, Patience.of(self._model.off_s))
        self.powered = False

    def sleep(self) -> None:
        """Put the controller to sleep and cut its power; only `start` wakes it."""
        self._bus.command(INTERVAL, *FLOATING)
        if self.powered:
            self.power_off()
        self._bus.command(SLEEP, CHECK)
        self._bus.settle()
        self.close()

    def close(self) -> None:
        """Let go of the bus, as it is."""
        self.powered = False
        self._bus.close()

    def _fill(self, new: bytes, *, fast: bool) -> None:
        self._bus.command(INTERVAL, *DRIVEN)
        self._choose(FAST_TEMPERATURE if fast else None)
        # Nobody knows what the glass shows: as its opposite is said to be there, each pixel is
        # driven.
        self._bus.command(OLD)
        self._bus.data(_inverted(new))
        self._bus.command(NEW)
        self._bus.data(new)
        self._bus.run(REFRESH, Patience.of(self._model.full_s, least=6.0))

    def _differ(self, old: bytes, new: bytes, region: Box) -> None:
        self._bus.command(INTERVAL, *FLOATING)
        self._choose(DIFFERENTIAL_TEMPERATURE)
        self._bus.command(WINDOWED)
        ends = (region.x, region.right - 1, region.y, region.bottom - 1)
        self._bus.command(WINDOW, *(byte for end in ends for byte in divmod(end, 256)), 0x01)
        for memory, frame in ((OLD, old), (NEW, new)):
            self._bus.command(memory)
            self._bus.data(cut(frame, self._model.size, region))
        self._bus.run(REFRESH, Patience.of(self._model.partial_s))
        self._bus.command(WHOLE)

    def _choose(self, temperature: int | None) -> None:
        """Choose the waveform of a temperature, or of the one that is measured."""
        if temperature is None:
            self._bus.command(CASCADE, MEASURED)
        else:
            self._bus.command(CASCADE, FIXED)
            self._bus.command(TEMPERATURE, temperature)


def _inverted(frame: bytes) -> bytes:
    return (int.from_bytes(frame) ^ ((1 << 8 * len(frame)) - 1)).to_bytes(len(frame))
