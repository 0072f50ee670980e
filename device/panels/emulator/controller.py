"""What the emulated controllers share: glass, power, BUSY, and the counting of what is wrong.

A controller hears bytes from one thread. Whoever only looks (at `glass`, `busy`, `update`) may do
it from another: nothing changes by being looked at.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable
from enum import Enum, StrEnum
from typing import NamedTuple

from device.geometry import Size
from device.panels.emulator.clock import Clock


class Violation(StrEnum):
    """What a controller is not to be asked: real ones answer with silence, garbage or damage."""

    BUSY = "command while busy"
    ASLEEP = "command while asleep"
    OFF = "command while off"
    RESET = "command while held in reset"
    UNKNOWN = "unknown command"
    PARAMETERS = "wrong number of parameters"
    STRAY = "data without a command"
    VALUE = "value that does not fit the panel"
    UNALIGNED = "unaligned window"
    REVERSED = "window start > end"
    OUTSIDE_RAM = "write outside RAM"
    OUTSIDE_GLASS = "write outside the glass"
    OUTSIDE_WINDOW = "address counter outside the window"
    OVERRUN = "data overrun"
    UNDERRUN = "window not filled"
    UNPOWERED = "refresh while unpowered"
    NO_WAVEFORM = "refresh without a waveform"
    WRONG_WAVEFORM = "waveform of another mode"
    BYPASSED = "differential update with the old RAM bypassed"


class Waveform(Enum):
    """How an update drives the glass."""

    FULL = "full"
    FAST = "fast"
    PARTIAL = "partial"


class Times(NamedTuple):
    """How long a panel takes, in seconds: its waveforms, analog power on and off."""

    full: float
    fast: float
    partial: float
    on: float
    off: float

    def of(self, waveform: Waveform) -> float:
        """The seconds of a waveform."""
        return {
            Waveform.FULL: self.full,
            Waveform.FAST: self.fast,
            Waveform.PARTIAL: self.partial,
        }[waveform]


class Update(NamedTuple):
    """One update of the glass, in clock seconds and packed rows; in `driven` 1 = driven."""

    waveform: Waveform
    began: float
    ends: float
    before: bytes
    after: bytes
    driven: bytes


NEVER = float("inf")


class Controller(ABC):
    """A controller chip with its glass; a subclass knows one family's commands.

    Faults are injected by three attributes: `stuck_busy` holds the BUSY line busy, `hangs` lets the
    next update never end until a reset, `dead` is a panel that has lost its power.
    """

    RAMS: frozenset[int]
    """The commands whose data are pictures."""

    def __init__(self, size: Size, times: Times, clock: Clock) -> None:
        self.size = size
        self.violations: Counter[str] = Counter()
        self.updates: Counter[Waveform] = Counter()
        self.driven = 0
        """Pixels driven by all updates so far."""
        self.received = 0
        """Bytes received so far, commands included."""
        self.update: Update | None = None
        """The newest update, under way or done."""
        self.on_update: Callable[[Update], None] | None = None
        """Who hears of each update when it begins, in the thread that sends."""
        self.powered = False
        """Whether the analog part drives its voltages."""
        self.asleep = False
        self.stuck_busy = False
        self.hangs = False
        self._times = times
        self.clock = clock
        self._row = (size.width + 7) // 8
        padded = (1 << size.width) - 1 << (self._row * 8 - size.width)
        self._pixels = int.from_bytes(padded.to_bytes(self._row, "big") * size.height, "big")
        self._blank = self._packed(self._pixels)
        self._busy_since = self._busy_until = self._worked = 0.0
        self._supplied = True
        self._held = False
        self._dead = False
        self._command: int | None = None
        # Deaf: what follows the command falls on nothing.
        self._deaf = False
        self._parameters = bytearray()
        self._wanted = (0, 0)
        self._room = self._sent = 0
        self._scramble()
        self._registers()

    @property
    def glass(self) -> bytes:
        """What is to be seen, in packed rows: 1 = white, and 0 after a row's last pixel."""
        update = self.update
        if update is None:
            return self._blank
        return update.after if self.clock() >= update.ends else update.before

    @property
    @abstractmethod
    def ram_new(self) -> bytes:
        """The RAM with the next picture, in packed rows, as it was sent."""

    @property
    @abstractmethod
    def ram_old(self) -> bytes:
        """The RAM with the last picture, in packed rows, as it was sent."""

    @property
    def busy(self) -> bool:
        """Whether the BUSY line says busy."""
        return self.stuck_busy or self._working

    @property
    def busy_s(self) -> float:
        """How long it has been working so far, in seconds."""
        return self._worked + max(0.0, min(self.clock(), self._busy_until) - self._busy_since)

    @property
    @abstractmethod
    def busy_level(self) -> bool:
        """The level of the BUSY line; without power it is pulled low."""

    @property
    def dead(self) -> bool:
        """Whether the panel has lost its power; given back, it has forgotten all but its glass."""
        return self._dead

    @dead.setter
    def dead(self, dead: bool) -> None:
        if dead:
            self._lose_power()
        self._dead = dead

    def power(self, *, on: bool) -> None:
        """Switch the panel's supply; switched off, all but the glass is lost."""
        if self._supplied and not on:
            self._lose_power()
        self._supplied = on

    def reset(self) -> None:
        """Pull the reset line low for a moment."""
        self.reset_line(high=False)
        self.reset_line(high=True)

    def reset_line(self, *, high: bool) -> None:
        """Set the level of the reset line: a falling edge resets, and low hears nothing."""
        if not high and not self._held and self._alive:
            self._interrupt()
            self._registers()
        self._held = not high

    def command(self, byte: int) -> None:
        """Hear a byte with the D/C line low."""
        self.received += 1
        self._finish()
        self._command, self._deaf = byte, True
        if self._dead:
            return
        refusal = self._refusal(byte)
        if refusal is not None:
            self._blame(refusal)
            return
        wanted = self._known(byte)
        if wanted is None:
            self._blame(Violation.UNKNOWN)
            return
        self._deaf, self._wanted = False, wanted
        self._parameters.clear()
        self._begin(byte)

    def data(self, data: int | Iterable[int]) -> None:
        """Hear one byte or several with the D/C line high."""
        values = bytes((data & 0xFF,)) if isinstance(data, int) else bytes(data)
        self.received += len(values)
        if self._command is None:
            self._blame(Violation.STRAY)
        elif self._deaf:
            return
        elif self._command in self.RAMS:
            self._write(self._command, values)
        else:
            # Byte by byte: a driver may send its parameters one at a time, or all at once.
            for value in values:
                self._parameters.append(value)
                if len(self._parameters) <= self._wanted[1]:
                    self._parameter(self._command, len(self._parameters) - 1, value)

    @property
    def _working(self) -> bool:
        return self.clock() < self._busy_until

    @property
    def _alive(self) -> bool:
        return self._supplied and not self._dead

    def _refusal(self, byte: int) -> Violation | None:
        if not self._supplied:
            return Violation.OFF
        if self._held:
            return Violation.RESET
        if self.asleep:
            return Violation.ASLEEP
        return Violation.BUSY if self._working and not self._heard_while_busy(byte) else None

    def _finish(self) -> None:
        """Judge the command that the next one ends."""
        if self._command is None or self._deaf:
            return
        if self._command in self.RAMS:
            self._blame(Violation.OVERRUN, when=self._sent > self._room)
            self._blame(Violation.UNDERRUN, when=self._sent < self._room)
            return
        least, most = self._wanted
        self._blame(Violation.PARAMETERS, when=not least <= len(self._parameters) <= most)

    def _blame(self, violation: Violation, *, when: bool = True) -> None:
        if when:
            self.violations[violation] += 1

    def _lose_power(self) -> None:
        self._interrupt()
        self._scramble()
        self._registers()
        # The rest of what was being sent is nobody's fault.
        self._command, self._deaf = 0, True

    def _interrupt(self) -> None:
        """Stop where it stands: what an update was driving is left half done."""
        self._command, self._deaf, self.hangs = None, False, False
        self._work(0.0)
        self.powered = self.asleep = False
        now = self.clock()
        if self.update is None or now >= self.update.ends:
            return
        torn = bytearray(self.update.before)
        for top in range(0, len(torn), 2 * self._row):
            torn[top : top + self._row] = self.update.after[top : top + self._row]
        self.update = self.update._replace(ends=now, after=bytes(torn))

    def _work(self, seconds: float) -> None:
        self._worked = self.busy_s
        self._busy_since = self.clock()
        self._busy_until = self._busy_since + seconds

    def _drive(self, waveform: Waveform, new: int, mask: int, delay: float) -> float:
        """Begin to drive the pixels in the mask and return how many seconds that takes."""
        mask &= self._pixels
        before = self.glass
        after = int.from_bytes(before, "big") & ~mask | new & mask
        began = self.clock() + delay
        seconds = NEVER if self.hangs else self._times.of(waveform)
        self.hangs = False
        self.update = Update(
            waveform, began, began + seconds, before, self._packed(after), self._packed(mask)
        )
        self.updates[waveform] += 1
        self.driven += mask.bit_count()
        if self.on_update is not None:
            self.on_update(self.update)
        return seconds

    def _packed(self, picture: int) -> bytes:
        return picture.to_bytes(self._row * self.size.height, "big")

    @abstractmethod
    def _known(self, byte: int) -> tuple[int, int] | None:
        """Return how many parameters a command takes, at least and at most."""

    @abstractmethod
    def _heard_while_busy(self, byte: int) -> bool:
        """Whether a command may be sent at any time."""

    @abstractmethod
    def _begin(self, byte: int) -> None:
        """Do what a command does before its parameters come, or without any."""

    @abstractmethod
    def _parameter(self, command: int, index: int, value: int) -> None:
        """Take up a command's next parameter."""

    @abstractmethod
    def _write(self, ram: int, values: bytes) -> None:
        """Write on into a RAM; `_room` bytes are expected in all and `_sent` have come."""

    @abstractmethod
    def _registers(self) -> None:
        """Give the registers the values they have after a reset."""

    @abstractmethod
    def _scramble(self) -> None:
        """Fill the RAMs with what they may hold when the power comes on."""
