"""The SSD16xx family: two RAMs behind a window, and one activation for the whole glass."""

from __future__ import annotations

from typing import Literal, NamedTuple

from device.geometry import Size
from device.panels.emulator.clock import Clock
from device.panels.emulator.controller import Controller, Times, Violation, Waveform

AfterPartial = Literal["copy", "swap", "none"]
"""What a differential update does to the RAMs; glass of the same name disagrees."""


class Chip(NamedTuple):
    """A chip's RAM in bytes a row and in rows; `pixels`: its columns are addressed in pixels."""

    row: int
    rows: int
    pixels: bool = False


SSD1680 = Chip(22, 296)
SSD1683 = Chip(50, 300)
SSD1677 = Chip(120, 680, pixels=True)

MODELS: dict[str, tuple[Chip, Times]] = {
    "epd2in13_V4": (SSD1680, Times(1.617, 1.0, 0.457, 0.095, 0.140)),
    "epd2in7_V2": (SSD1680, Times(1.627, 1.0, 0.459, 0.096, 0.141)),
    "epd2in9_V2": (SSD1680, Times(3.155, 1.0, 0.458, 0.096, 0.140)),
    "epd3in7": (SSD1677, Times(0.980, 0.980, 0.781, 0.082, 0.139)),
    "epd4in2_V2": (SSD1683, Times(1.140, 1.0, 0.358, 0.096, 0.268)),
}
"""Times as GxEPD2 1.6.9 records them for the same or sibling glass; the fast ones are estimates."""

NEW, OLD = 0x24, 0x26
SOFT_RESET, LOAD, FILL = 0.010, 0.005, 0.025
"""Seconds of a soft reset, of loading a temperature or a waveform, of filling a RAM: estimates."""

ANALOG_ON, LOAD_TEMPERATURE, LOAD_WAVEFORM, MODE_2, DISPLAY, ANALOG_OFF = (
    1 << bit for bit in (6, 5, 4, 3, 2, 1)
)
"""The steps of an activation, as bits of register 0x22."""

PARAMETERS: dict[int, tuple[int, int]] = {
    0x01: (3, 3),
    0x03: (1, 1),
    0x04: (3, 3),
    0x0C: (4, 5),
    0x10: (1, 1),
    0x11: (1, 1),
    0x12: (0, 0),
    0x18: (1, 1),
    0x1A: (1, 2),
    0x20: (0, 0),
    0x21: (1, 2),
    0x22: (1, 1),
    NEW: (0, 0),
    OLD: (0, 0),
    0x2C: (1, 1),
    0x32: (70, 233),
    0x37: (10, 10),
    0x3C: (1, 1),
    0x3F: (1, 1),
    0x44: (2, 2),
    0x45: (4, 4),
    0x46: (1, 1),
    0x47: (1, 1),
    0x4E: (1, 1),
    0x4F: (2, 2),
    0x74: (1, 1),
    0x7E: (1, 1),
}


class Ssd16xx(Controller):
    """An SSD1680, SSD1683 or SSD1677 with the glass of a panel model."""

    RAMS = frozenset({NEW, OLD})

    def __init__(
        self, size: Size, model: str, clock: Clock, after_partial: AfterPartial = "copy"
    ) -> None:
        self._chip, times = MODELS[model]
        self._after_partial = after_partial
        super().__init__(size, times, clock)

    @property
    def ram_new(self) -> bytes:
        """The black and white RAM, as much of it as lies under the glass."""
        return self._crop(self._rams[NEW])

    @property
    def ram_old(self) -> bytes:
        """The RAM called red, as much of it as lies under the glass."""
        return self._crop(self._rams[OLD])

    @property
    def busy(self) -> bool:
        """Whether the BUSY line says busy, as it does all through deep sleep."""
        return self.stuck_busy or self.asleep or self._working

    @property
    def busy_level(self) -> bool:
        """The level of the BUSY line: high = busy."""
        return self.busy and self._alive

    def _crop(self, ram: bytearray) -> bytes:
        if self._row == self._chip.row:
            return bytes(ram[: self._row * self.size.height])
        starts = range(0, self.size.height * self._chip.row, self._chip.row)
        return b"".join(ram[start : start + self._row] for start in starts)

    def _known(self, byte: int) -> tuple[int, int] | None:
        if self._chip.pixels and byte in {0x44, 0x4E}:
            return (4, 4) if byte == 0x44 else (2, 2)
        return PARAMETERS.get(byte)

    def _heard_while_busy(self, byte: int) -> bool:
        del byte
        return False

    def _registers(self) -> None:
        chip = self._chip
        self._entry = 0x03
        self._columns = [0, chip.row * 8 - 1 if chip.pixels else chip.row - 1]
        self._lines = [0, chip.rows - 1]
        self._column, self._line = 0, 0
        self._sources = 0
        self._steps = 0xFF
        self._waveform: Waveform | Literal["own"] | None = None
        self._forced = False
        self._open = False

    def _scramble(self) -> None:
        count = self._chip.row * self._chip.rows
        self._rams = {NEW: bytearray(b"\x5a" * count), OLD: bytearray(b"\x99" * count)}

    def _begin(self, byte: int) -> None:
        if byte == 0x12:
            self._registers()
            self.powered = False
            self._work(SOFT_RESET)
        elif byte == 0x20:
            self._activate()
        elif byte == 0x32:
            self._waveform = "own"
        elif byte in self.RAMS:
            self._open_window()

    def _parameter(self, command: int, index: int, value: int) -> None:
        match command:
            case 0x01:
                expected = ((self.size.height - 1) & 0xFF, (self.size.height - 1) >> 8, 0)
                self._blame(Violation.VALUE, when=value != expected[index])
            case 0x10:
                self._sleep(value)
            case 0x11:
                self._entry = value & 7
            case 0x1A:
                self._forced = True
            case 0x21 if index == 0:
                self._sources = value
            case 0x22:
                self._steps = value
            case 0x44 | 0x45 | 0x4E | 0x4F:
                self._address(command, index, value)
            case 0x46 | 0x47:
                self._fill(OLD if command == 0x46 else NEW, value)

    def _address(self, command: int, index: int, value: int) -> None:
        wide = self._chip.pixels or command in {0x45, 0x4F}
        which, high = divmod(index, 2) if wide else (index, 0)

        def latched(register: int) -> int:
            return register & 0xFF | value << 8 if high else value

        match command:
            case 0x44:
                self._columns[which] = latched(self._columns[which])
            case 0x45:
                self._lines[which] = latched(self._lines[which])
            case 0x4E:
                self._column = latched(self._column)
            case _:
                self._line = latched(self._line)

    def _sleep(self, value: int) -> None:
        if not value & 3:
            return
        self.asleep, self.powered = True, False
        if value & 2:
            # The deepest sleep keeps no RAM.
            self._scramble()

    def _fill(self, ram: int, value: int) -> None:
        # Steps of the greatest height and width make one colour; anything else is a test pattern.
        self._blame(Violation.VALUE, when=value & 0x77 != 0x77)
        byte = b"\xff" if value & 0x80 else b"\x00"
        self._rams[ram] = bytearray(byte * len(self._rams[ram]))
        self._work(FILL)

    def _open_window(self) -> None:
        """Check the window that the data to come are written through."""
        unit = 8 if self._chip.pixels else 1
        rightwards, downwards = bool(self._entry & 1), bool(self._entry & 2)
        first, last = self._columns if rightwards else reversed(self._columns)
        top, bottom = self._lines if downwards else reversed(self._lines)
        self._left, self._right = first // unit, last // unit
        self._top, self._bottom = top, bottom
        self._x, self._y = self._column // unit, self._line
        edge = 0 if rightwards else unit - 1
        self._sent = self._room = 0
        self._open = False
        if first % unit or (last + 1) % unit or self._column % unit != edge:
            self._blame(Violation.UNALIGNED)
        if first > last or top > bottom:
            self._blame(Violation.REVERSED)
        elif last // unit >= self._chip.row or bottom >= self._chip.rows:
            self._blame(Violation.OUTSIDE_RAM)
        elif not (self._left <= self._x <= self._right and top <= self._y <= bottom):
            self._blame(Violation.OUTSIDE_WINDOW)
        else:
            outside = self._right >= self._row or bottom >= self.size.height
            self._blame(Violation.OUTSIDE_GLASS, when=outside)
            self._room = (self._right - self._left + 1) * (bottom - top + 1)
            self._open = True

    def _write(self, ram: int, values: bytes) -> None:
        if not self._open:
            return
        memory, rest = self._rams[ram], memoryview(values)
        self._sent += len(values)
        rows = self._entry == 0x03
        while rest:
            # Whole rows where the address runs along them, single bytes where it does not.
            count = min(len(rest), self._right - self._x + 1) if rows else 1
            at = self._y * self._chip.row + self._x
            memory[at : at + count] = rest[:count]
            rest = rest[count:]
            self._x += count - 1
            self._step()
        unit = 8 if self._chip.pixels else 1
        self._column = self._x * unit + (0 if self._entry & 1 else unit - 1)
        self._line = self._y

    def _step(self) -> None:
        """Move the address on by one byte; at the window's end it wraps around."""
        if self._entry & 4:
            self._y, wrapped = _next(self._y, self._top, self._bottom, up=self._entry & 2)
            if wrapped:
                self._x, _ = _next(self._x, self._left, self._right, up=self._entry & 1)
        else:
            self._x, wrapped = _next(self._x, self._left, self._right, up=self._entry & 1)
            if wrapped:
                self._y, _ = _next(self._y, self._top, self._bottom, up=self._entry & 2)

    def _activate(self) -> None:
        steps, seconds = self._steps, 0.0
        if steps & ANALOG_ON and not self.powered:
            self.powered = True
            seconds += self._times.on
        if steps & LOAD_TEMPERATURE:
            self._forced = False
            seconds += LOAD
        if steps & LOAD_WAVEFORM:
            usual = Waveform.FAST if self._forced else Waveform.FULL
            self._waveform = Waveform.PARTIAL if steps & MODE_2 else usual
            seconds += LOAD
        if steps & DISPLAY:
            seconds += self._refresh(seconds, differential=bool(steps & MODE_2))
        if steps & ANALOG_OFF and self.powered:
            self.powered = False
            seconds += self._times.off
        self._work(seconds)

    def _refresh(self, delay: float, *, differential: bool) -> float:
        if not self.powered:
            self._blame(Violation.UNPOWERED)
            return 0.0
        if self._waveform is None:
            self._blame(Violation.NO_WAVEFORM)
            return 0.0
        if self._waveform != "own" and differential != (self._waveform is Waveform.PARTIAL):
            self._blame(Violation.WRONG_WAVEFORM)
        new = self._source(self.ram_new, self._sources & 0x0F)
        if not differential:
            fast = self._waveform is Waveform.FAST
            return self._drive(Waveform.FAST if fast else Waveform.FULL, new, self._pixels, delay)
        self._blame(Violation.BYPASSED, when=self._sources >> 4 == 4)
        old = self._source(self.ram_old, self._sources >> 4)
        seconds = self._drive(Waveform.PARTIAL, new, new ^ old, delay)
        if self._after_partial == "copy":
            self._rams[OLD][:] = self._rams[NEW]
        elif self._after_partial == "swap":
            self._rams = {NEW: self._rams[OLD], OLD: self._rams[NEW]}
        return seconds

    def _source(self, ram: bytes, option: int) -> int:
        """Return a RAM as register 0x21 has it read: as it is, inverted, or as nothing but 0."""
        if option & 4:
            return 0
        picture = int.from_bytes(ram, "big")
        return picture ^ self._pixels if option & 8 else picture


def _next(at: int, first: int, last: int, *, up: int) -> tuple[int, bool]:
    """Return the next address between two, and whether that was once around."""
    if up:
        return (first, True) if at >= last else (at + 1, False)
    return (last, True) if at <= first else (at - 1, False)
