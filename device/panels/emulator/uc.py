"""The UC8179: the window is what it refreshes, and BUSY is low while it works."""

from __future__ import annotations

from device.geometry import Size
from device.panels.emulator.clock import Clock
from device.panels.emulator.controller import Controller, Times, Violation, Waveform

TIMES: dict[Size, Times] = {
    Size(800, 480): Times(4.200, 1.171, 0.435, 0.129, 0.040),
    Size(648, 480): Times(4.108, 1.200, 1.584, 0.134, 0.040),
}
"""As GxEPD2 1.6.9 records them for the same or sibling glass."""

OLD, NEW, REFRESH, STATUS = 0x10, 0x13, 0x12, 0x71

FORCED = {0x5A: Waveform.FAST, 0x6E: Waveform.PARTIAL}
"""The temperatures that mean a waveform and not a temperature."""

PARAMETERS: dict[int, tuple[int, int]] = {
    0x00: (1, 1),
    0x01: (4, 5),
    0x02: (0, 0),
    0x04: (0, 0),
    0x06: (3, 4),
    0x07: (1, 1),
    OLD: (0, 0),
    REFRESH: (0, 0),
    NEW: (0, 0),
    0x15: (1, 1),
    0x30: (1, 1),
    0x41: (1, 1),
    0x50: (1, 2),
    0x52: (1, 1),
    0x60: (1, 1),
    0x61: (4, 4),
    0x65: (4, 4),
    STATUS: (0, 0),
    0x82: (1, 1),
    0x90: (9, 9),
    0x91: (0, 0),
    0x92: (0, 0),
    0xE0: (1, 1),
    0xE3: (1, 1),
    0xE5: (1, 1),
}


class Uc8179(Controller):
    """A UC8179, also sold as GD7965, with glass of 800x480 or 648x480 pixels."""

    RAMS = frozenset({OLD, NEW})

    def __init__(self, size: Size, clock: Clock) -> None:
        super().__init__(size, TIMES[size], clock)

    @property
    def ram_new(self) -> bytes:
        """The RAM with the next picture, as it was sent."""
        return bytes(self._rams[NEW])

    @property
    def ram_old(self) -> bytes:
        """The RAM with the last picture, as it was sent."""
        return bytes(self._rams[OLD])

    @property
    def busy_level(self) -> bool:
        """The level of the BUSY line: low = busy."""
        return self._alive and not self.busy

    def _known(self, byte: int) -> tuple[int, int] | None:
        return PARAMETERS.get(byte)

    def _heard_while_busy(self, byte: int) -> bool:
        return byte == STATUS

    def _registers(self) -> None:
        self._panel = 0x0F
        self._interval = 0x31
        self._cascade = self._temperature = 0
        self._partial = False
        # Left, right, top, bottom in pixels; the last two of each are one register of two bytes.
        self._window = [0, self.size.width - 1, 0, self.size.height - 1]
        self._area = (0, 0, 0, 0)

    def _scramble(self) -> None:
        count = self._row * self.size.height
        self._rams = {NEW: bytearray(b"\x5a" * count), OLD: bytearray(b"\x99" * count)}

    def _begin(self, byte: int) -> None:
        match byte:
            case 0x02:
                self._work(self._times.off if self.powered else 0.0)
                self.powered = False
            case 0x04:
                self._work(0.0 if self.powered else self._times.on)
                self.powered = True
            case 0x12:
                self._refresh()
            case 0x91:
                self._partial = True
            case 0x92:
                self._partial = False
            case 0x10 | 0x13:
                self._area = self._open_window()
                left, right, top, bottom = self._area
                self._sent, self._room = 0, (right - left) * (bottom - top)

    def _parameter(self, command: int, index: int, value: int) -> None:
        match command:
            case 0x00:
                self._panel = value
                # Bits 0 to 3: not in reset, booster on, shifting and scanning the usual way.
                self._blame(Violation.VALUE, when=value & 0x0F != 0x0F)
            case 0x07:
                self._blame(Violation.VALUE, when=value != 0xA5)
                if value == 0xA5:
                    self.asleep, self.powered = True, False
                    self._scramble()
            case 0x50 if index == 0:
                self._interval = value
            case 0x61:
                at, low = divmod(index, 2)
                wanted = self.size[at] & 0xFF if low else self.size[at] >> 8
                self._blame(Violation.VALUE, when=value != wanted)
            case 0x90 if index < 8:
                which, low = divmod(index, 2)
                before = self._window[which]
                self._window[which] = before & 0xFF00 | value if low else value << 8
                if index == 7:
                    self._check_window()
            case 0xE0:
                self._cascade = value
            case 0xE5:
                self._temperature = value

    def _check_window(self) -> None:
        left, right, top, bottom = self._window
        self._blame(Violation.UNALIGNED, when=bool(left % 8 or (right + 1) % 8))
        self._blame(Violation.REVERSED, when=left > right or top > bottom)
        outside = right >= self.size.width or bottom >= self.size.height
        self._blame(Violation.OUTSIDE_RAM, when=outside)

    def _open_window(self) -> tuple[int, int, int, int]:
        """Return where data go: bytes from left to right, rows from top to bottom, ends excluded.

        The three lowest bits of a column do not count: left they are read as 0, right as 1.
        """
        if not self._partial:
            return 0, self._row, 0, self.size.height
        left, right, top, bottom = self._window
        right, bottom = min(right // 8 + 1, self._row), min(bottom + 1, self.size.height)
        return min(left // 8, right), right, min(top, bottom), bottom

    def _write(self, ram: int, values: bytes) -> None:
        left, right, top, _ = self._area
        memory, rest = self._rams[ram], memoryview(values)[: max(0, self._room - self._sent)]
        at = self._sent
        self._sent += len(values)
        while rest:
            row, column = divmod(at, right - left)
            count = min(len(rest), right - left - column)
            start = (top + row) * self._row + left + column
            memory[start : start + count] = rest[:count]
            rest = rest[count:]
            at += count

    def _refresh(self) -> None:
        if not self.powered:
            self._blame(Violation.UNPOWERED)
            return
        # Bit 4: two colours and not three. Bit 1 of 0xE0: the temperature is the one of 0xE5.
        self._blame(Violation.WRONG_WAVEFORM, when=not self._panel & 0x10)
        forced = FORCED.get(self._temperature, Waveform.FULL) if self._cascade & 2 else None
        waveform = forced or Waveform.FULL
        left, right, top, bottom = self._open_window()
        row = bytes(left) + b"\xff" * (right - left) + bytes(self._row - right)
        blank = bytes(self._row)
        mask = int.from_bytes(
            blank * top + row * (bottom - top) + blank * (self.size.height - bottom), "big"
        )
        new, old = (int.from_bytes(self._rams[ram], "big") for ram in (NEW, OLD))
        if waveform is Waveform.PARTIAL:
            # Bit 1: the old picture is not looked at.
            self._blame(Violation.BYPASSED, when=bool(self._interval & 2))
            mask &= new ^ old
        # Bit 0: 1 = white; without it 1 = black.
        white = new if self._interval & 1 else ~new
        self._work(self._drive(waveform, white & self._pixels, mask, 0.0))
        if self._interval & 8:
            self._keep(left, right, top, bottom)

    def _keep(self, left: int, right: int, top: int, bottom: int) -> None:
        """Copy what was refreshed from the new RAM to the old one."""
        for line in range(top, bottom):
            at = line * self._row
            self._rams[OLD][at + left : at + right] = self._rams[NEW][at + left : at + right]
