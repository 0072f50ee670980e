"""The battery: no warning too many, never off by mistake, and no boot loop."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue

import pytest

from device.battery import (
    GAUGES,
    Battery,
    Bus,
    Max1704xGauge,
    PiSugar3Gauge,
    Reading,
    SysfsGauge,
    Watcher,
)
from device.boards import BATTERIES
from device.events import BatteryState, Charge, Event


def after(*percents: float | None, charging: bool | None = None, at: float = 1000.0) -> Battery:
    """Return a battery after these readings, long after the start."""
    battery = Battery(began=0.0)
    for percent in percents:
        battery = battery.take(Reading(percent, charging), at)
    return battery


@pytest.mark.parametrize(
    ("percents", "charge"),
    [
        ((), Charge.UNKNOWN),
        ((50,), Charge.UNKNOWN),
        ((50, 50), Charge.UNKNOWN),
        ((50, 50, 50), Charge.FINE),
        ((14, 14, 14), Charge.LOW),
        ((4, 4, 4), Charge.EMPTY),
        # One wrong reading among three decides nothing.
        ((60, 60, 1), Charge.FINE),
        ((1, 60, 60), Charge.FINE),
    ],
)
def test_three_readings_decide_together(percents: tuple[float, ...], charge: Charge) -> None:
    assert after(*percents).charge is charge


@pytest.mark.parametrize("percents", [(None,) * 9, (4, 4, None), (4, None, 4), (None, 4, 4)])
def test_what_is_unknown_is_never_empty(percents: tuple[float | None, ...]) -> None:
    assert after(*percents).charge is Charge.UNKNOWN


def test_an_empty_battery_that_is_charged_does_not_switch_off() -> None:
    assert after(2, 2, 2, charging=True).charge is Charge.LOW
    assert after(2, 2, 2, charging=False).charge is Charge.EMPTY


def test_a_battery_that_fills_is_charged_though_its_gauge_cannot_say_so() -> None:
    assert after(2, 2.1, 2.2).charge is Charge.LOW
    assert after(2.2, 2.1, 2).charge is Charge.EMPTY
    # What the gauge says counts for more than what the numbers look like.
    assert after(2, 2.1, 2.2, charging=False).charge is Charge.EMPTY


def test_for_two_minutes_after_the_start_nothing_is_switched_off() -> None:
    assert after(2, 2, 2, at=119.0).charge is Charge.LOW
    assert after(2, 2, 2, at=120.0).charge is Charge.EMPTY


def test_a_warning_stays_until_there_is_clearly_more() -> None:
    low = after(14, 14, 14)

    assert low.take(Reading(18.0), 1000).charge is Charge.LOW
    assert low.take(Reading(30.0), 1000).charge is Charge.FINE


def supply(folder: Path, name: str, **facts: str) -> None:
    (folder / name).mkdir()
    for key, value in facts.items():
        (folder / name / key).write_text(f"{value}\n")


@pytest.mark.parametrize(
    ("facts", "reading"),
    [
        (
            {"type": "Battery", "capacity": "73", "status": "Discharging"},
            Reading(73.0, charging=False),
        ),
        ({"type": "Battery", "capacity": "73", "status": "Charging"}, Reading(73.0, charging=True)),
        ({"type": "Battery", "capacity": "100", "status": "Full"}, Reading(100.0, charging=True)),
        ({"type": "Battery", "capacity": "73", "status": "Unknown"}, Reading(73.0, charging=None)),
        ({"type": "Battery", "capacity": "0"}, Reading()),
        ({"type": "Battery", "capacity": "broken"}, Reading()),
        ({"type": "Battery"}, Reading()),
    ],
)
def test_the_kernel_is_asked(facts: dict[str, str], reading: Reading, tmp_path: Path) -> None:
    supply(tmp_path, "AC", type="Mains", online="1")
    supply(tmp_path, "BAT0", **facts)

    assert SysfsGauge(tmp_path).read() == reading


def test_a_device_without_a_battery_knows_nothing_of_it(tmp_path: Path) -> None:
    supply(tmp_path, "AC", type="Mains", online="1")

    assert SysfsGauge(tmp_path).read() == Reading()
    assert SysfsGauge(tmp_path / "none").read() == Reading()


class Registers:
    """An I2C bus with one chip: what its registers hold."""

    def __init__(self, address: int, registers: dict[int, int]) -> None:
        self._address = address
        self._registers = registers

    def read_byte_data(self, i2c_addr: int, register: int) -> int:
        if i2c_addr != self._address:
            raise OSError(121, "Remote I/O error")
        return self._registers[register]

    read_word_data = read_byte_data

    @contextmanager
    def open(self) -> Iterator[Bus]:
        yield self


@pytest.mark.parametrize(
    ("word", "percent"), [(0x2A5D, 93.1640625), (0x0064, 100.0), (0x0000, None), (0xFFFF, None)]
)
def test_a_max17048_tells_256ths_high_byte_first(word: int, percent: float | None) -> None:
    bus = Registers(0x36, {0x04: word})

    assert Max1704xGauge(bus.open).read() == Reading(percent)


@pytest.mark.parametrize(
    ("percent", "status", "reading"),
    [
        (87, 0x80, Reading(87.0, charging=True)),
        (87, 0x00, Reading(87.0, charging=False)),
        (0, 0, Reading(None, charging=False)),
    ],
)
def test_a_pisugar_tells_percent_and_external_power(
    percent: int, status: int, reading: Reading
) -> None:
    bus = Registers(0x57, {0x2A: percent, 0x02: status})

    assert PiSugar3Gauge(bus.open).read() == reading


def test_a_chip_that_does_not_answer_is_unknown() -> None:
    nobody = Registers(0x11, {})

    assert Max1704xGauge(nobody.open).read() == Reading()
    assert PiSugar3Gauge(nobody.open).read() == Reading()


class Falling:
    """A gauge that says less each time, and then nothing more that is new."""

    def __init__(self, *percents: float) -> None:
        self._percents = list(percents)

    def read(self) -> Reading:
        percent = self._percents.pop(0) if len(self._percents) > 1 else self._percents[0]
        return Reading(percent, charging=False)


def test_a_watcher_tells_only_what_is_new() -> None:
    told: SimpleQueue[Event] = SimpleQueue()
    watcher = Watcher(Falling(80, 80, 80, 80, 10, 10, 10), every_s=0.001)

    watcher.start(told.put)
    first, second, third = (told.get(timeout=60) for _ in range(3))
    watcher.stop()

    assert first == BatteryState(Charge.FINE, 3)
    # The mean falls with each reading.
    assert [second, third] == [BatteryState(Charge.FINE, 2), BatteryState(Charge.FINE, 1)]


@pytest.mark.parametrize(
    ("percent", "bars"), [(100, 3), (75, 3), (74, 2), (50, 2), (49, 1), (25, 1), (24, 0), (3, 0)]
)
def test_the_picture_has_a_bar_for_each_quarter_above_the_first(percent: float, bars: int) -> None:
    assert after(percent, percent, percent).state.bars == bars


@pytest.mark.parametrize("name", [name for name in BATTERIES if name != "none"])
def test_a_machine_without_the_gauge_of_its_board_knows_nothing(name: str) -> None:
    assert GAUGES[name]().read().percent is None or name == "sysfs"
