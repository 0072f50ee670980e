"""The battery: what the gauges say, and what follows from it. What is unknown is never empty."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from threading import Event as Flag
from threading import Thread
from time import monotonic
from typing import NamedTuple, Protocol

from device.events import BatteryState, Charge, Post
from device.settings import Settings

LOW, LOW_AGAIN = 15.0, 18.0
"""Percent below which the player is warned, and above which the warning is taken back."""

EMPTY = 5.0
"""Percent below which the device saves and switches itself off, unless it is being charged."""

GRACE_S = 120.0
"""So long after the start nothing is switched off: who plugs in a charger must be able to start."""

TAKEN = 3
"""Readings that are averaged; one alone decides nothing."""

EVERY_S = 30.0
"""Between two readings, in seconds."""

BARS = 3
"""How many bars the picture of a full battery has."""


class Reading(NamedTuple):
    """What a gauge says: percent from 0 to 100, whether it is charging; None for unknown."""

    percent: float | None = None
    charging: bool | None = None


class Battery(NamedTuple):
    """The state of the battery, from its last readings; `take` makes the next one.

    `began` is when the device was started, in seconds of the monotonic clock.
    """

    began: float
    readings: tuple[Reading, ...] = ()
    charge: Charge = Charge.UNKNOWN

    @property
    def percent(self) -> float | None:
        """The mean of the last readings, or None while there are too few."""
        known = [each.percent for each in self.readings if each.percent is not None]
        return sum(known) / len(known) if len(known) == TAKEN else None

    @property
    def charging(self) -> bool:
        """Whether the last reading says that it is being charged; of one that cannot, it rises."""
        if not self.readings or self.readings[-1].charging is not None:
            return bool(self.readings) and self.readings[-1].charging is True
        first, last = self.readings[0].percent, self.readings[-1].percent
        return first is not None and last is not None and last > first

    @property
    def state(self) -> BatteryState:
        """What the program is told of it."""
        percent = self.percent
        bars = None if percent is None else min(int(percent / 100 * (BARS + 1)), BARS)
        return BatteryState(self.charge, bars)

    def take(self, reading: Reading, now: float) -> Battery:
        """Return the state after one more reading."""
        after = self._replace(readings=(*self.readings, reading)[-TAKEN:])
        return after._replace(charge=after._charge(now))

    def _charge(self, now: float) -> Charge:
        percent = self.percent
        if percent is None:
            return Charge.UNKNOWN
        if percent < EMPTY and not self.charging and now - self.began >= GRACE_S:
            return Charge.EMPTY
        warned = self.charge in {Charge.LOW, Charge.EMPTY}
        return Charge.LOW if percent < (LOW_AGAIN if warned else LOW) else Charge.FINE


class Gauge(Protocol):
    """Something that knows the battery."""

    def read(self) -> Reading:
        """Return what it says now; unknown when it does not answer. Raises nothing."""


class Watcher:
    """Reads a gauge now and then, in a thread of its own, and tells when it stands otherwise.

    It starts and stops with the keypads, for to the loop it is one.
    """

    def __init__(self, gauge: Gauge, every_s: float = EVERY_S) -> None:
        self._gauge = gauge
        self._every_s = every_s
        self._stopping = Flag()
        self._thread: Thread | None = None

    def start(self, post: Post) -> None:
        """Begin to read."""
        self._thread = Thread(target=self._watch, args=(post,), name="battery", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Read no more."""
        self._stopping.set()

    def adjust(self, settings: Settings) -> None:
        """Nothing here depends on the settings."""

    def _watch(self, post: Post) -> None:
        battery = Battery(began=monotonic())
        # The first few come quickly, so that the picture is there soon.
        while not self._stopping.wait(0 if len(battery.readings) < TAKEN else self._every_s):
            before, battery = battery, battery.take(self._gauge.read(), monotonic())
            if battery.state != before.state:
                post(battery.state)


class SysfsGauge:
    """What the kernel knows: the first battery in /sys/class/power_supply."""

    def __init__(self, folder: Path = Path("/sys/class/power_supply")) -> None:
        self._folder = folder

    def read(self) -> Reading:
        """Return capacity and status as the kernel tells them."""
        try:
            supplies = sorted(self._folder.iterdir())
        except OSError:
            return Reading()
        for supply in supplies:
            if _line(supply / "type") in {"Battery", "UPS"}:
                capacity = _line(supply / "capacity")
                status = _line(supply / "status")
                charging = {"Charging": True, "Full": True, "Discharging": False}.get(status)
                percent = float(capacity) if capacity.isdigit() else None
                return Reading(percent if percent and percent <= 100 else None, charging)
        return Reading()


def _line(path: Path) -> str:
    try:
        return path.read_text("ascii", "replace").strip()
    except OSError:
        return ""


class Bus(Protocol):
    """The two calls of an SMBus that the gauges need."""

    def read_byte_data(self, i2c_addr: int, register: int) -> int: ...
    def read_word_data(self, i2c_addr: int, register: int) -> int: ...


Open = Callable[[], AbstractContextManager[Bus]]


class Max1704xGauge:
    """A MAX17040 or MAX17048 at 0x36: percent in 256ths, high byte first, in register 4.

    It does not know whether the battery is being charged.
    """

    ADDRESS, STATE_OF_CHARGE = 0x36, 0x04

    def __init__(self, open_bus: Open) -> None:
        self._open = open_bus

    def read(self) -> Reading:
        """Return the state of charge."""
        try:
            with self._open() as bus:
                word = bus.read_word_data(self.ADDRESS, self.STATE_OF_CHARGE)
        except OSError:
            return Reading()
        # SMBus takes the low byte first.
        return Reading(_known(((word & 0xFF) << 8 | word >> 8) / 256))


class PiSugar3Gauge:
    """A PiSugar 3 at 0x57: percent in register 0x2A, bit 7 of register 2 says external power."""

    ADDRESS, STATUS, PERCENT = 0x57, 0x02, 0x2A

    def __init__(self, open_bus: Open) -> None:
        self._open = open_bus

    def read(self) -> Reading:
        """Return percent and whether there is external power."""
        try:
            with self._open() as bus:
                percent = bus.read_byte_data(self.ADDRESS, self.PERCENT)
                status = bus.read_byte_data(self.ADDRESS, self.STATUS)
        except OSError:
            return Reading()
        return Reading(_known(float(percent)), bool(status & 0x80))


def _known(percent: float) -> float | None:
    """Return a percentage that can be: gauges say 0 while they do not know, and 255 of no bus."""
    # A MAX17048 says a little more than 100 of a full battery.
    return min(percent, 100.0) if 0 < percent <= 110 else None


def i2c(number: int = 1) -> Open:
    """Return what opens an I2C bus; opening raises OSError where there is none."""

    def opened() -> AbstractContextManager[Bus]:
        try:
            import smbus2
        except ImportError as error:
            raise OSError("smbus2 is missing: apt install python3-smbus2") from error
        bus: AbstractContextManager[Bus] = smbus2.SMBus(number)
        return bus

    return opened


GAUGES: dict[str, Callable[[], Gauge]] = {
    "sysfs": SysfsGauge,
    "max17040": lambda: Max1704xGauge(i2c()),
    "pisugar3": lambda: PiSugar3Gauge(i2c()),
}
"""The gauges that a board can name."""
