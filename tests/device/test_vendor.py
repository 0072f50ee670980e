"""The panel maker's driver, unmodified: how it is found, and that it works on emulated controllers.

What its bugs do is tested too: whoever drives a panel through it has to know them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import gpiozero
import pytest
from PIL import Image

from device.panels.emulator import SIZES, AfterPartial, Violation, VirtualClock, Waveform
from device.panels.epaper import vendor
from device.panels.epaper.vendor import VendorError
from koikoi.cards import KoiKoiError
from tests.epaper_wire import PWR, RST, Wire

ROOT = Path(__file__).parents[2]
Epd = Any  # the maker's driver has no types


def pictures(model: str, count: int) -> list[bytes]:
    """Random pictures in packed rows, 1 = white, as Pillow packs them."""
    rng, size = Random(model), SIZES[model]
    row = (size.width + 7) // 8
    return [
        Image.frombytes("1", size, rng.randbytes(row * size.height)).tobytes() for _ in range(count)
    ]


def inverted(picture: bytes) -> bytes:
    return bytes(byte ^ 0xFF for byte in picture)


class Driver(NamedTuple):
    """How a driver is made to show a picture: fully, partially and fast."""

    start: Callable[[Epd], object]
    full: Callable[[Epd, bytes], object]
    start_partial: Callable[[Epd], object]
    partial: Callable[[Epd, bytes], object]
    start_fast: Callable[[Epd], object] | None = None
    fast: Callable[[Epd, bytes], object] | None = None


def nothing(_: Epd) -> None:
    """Some drivers need no preparation."""


DRIVERS: dict[str, Driver] = {
    "epd4in2_V2": Driver(
        start=lambda epd: epd.init(),
        full=lambda epd, picture: epd.display(picture),
        start_partial=nothing,
        partial=lambda epd, picture: epd.display_Partial(picture),
        start_fast=lambda epd: epd.init_fast(epd.Seconds_1_5S),
        fast=lambda epd, picture: epd.display_Fast(picture),
    ),
    "epd2in13_V4": Driver(
        start=lambda epd: epd.init(),
        full=lambda epd, picture: epd.displayPartBaseImage(picture),
        start_partial=nothing,
        partial=lambda epd, picture: epd.displayPartial(picture),
        start_fast=lambda epd: epd.init_fast(),
        fast=lambda epd, picture: epd.display_fast(picture),
    ),
    "epd2in7_V2": Driver(
        start=lambda epd: epd.init(),
        full=lambda epd, picture: epd.display_Base(picture),
        start_partial=nothing,
        partial=lambda epd, picture: epd.display_Partial(picture, 0, 0, 176, 264),
        start_fast=lambda epd: epd.init_Fast(),
        fast=lambda epd, picture: epd.display_Fast(picture),
    ),
    "epd2in9_V2": Driver(
        start=lambda epd: epd.init(),
        full=lambda epd, picture: epd.display_Base(picture),
        start_partial=nothing,
        partial=lambda epd, picture: epd.display_Partial(picture),
        start_fast=lambda epd: epd.init_Fast(),
        fast=lambda epd, picture: epd.display_Base(picture),
    ),
    "epd3in7": Driver(
        start=lambda epd: epd.init(1),
        full=lambda epd, picture: epd.display_1Gray(picture),
        start_partial=nothing,
        partial=lambda epd, picture: epd.display_1Gray(picture),
    ),
    "epd7in5_V2": Driver(
        start=lambda epd: epd.init(),
        full=lambda epd, picture: epd.display(inverted(picture)),
        start_partial=lambda epd: epd.init_part(),
        partial=lambda epd, picture: epd.display_Partial(inverted(picture), 0, 0, 800, 480),
        start_fast=lambda epd: epd.init_fast(),
        fast=lambda epd, picture: epd.display(inverted(picture)),
    ),
    "epd5in83_V2": Driver(
        start=lambda epd: epd.init(),
        full=lambda epd, picture: epd.display(picture),
        start_partial=lambda epd: epd.init_Part(),
        partial=lambda epd, picture: epd.display_Partial(picture),
        start_fast=lambda epd: epd.init_Fast(),
        fast=lambda epd, picture: epd.display_Fast(picture),
    ),
}
UC8179 = {"epd7in5_V2", "epd5in83_V2"}
SSD16XX = [model for model in DRIVERS if model not in UC8179]


# What was sent is what is shown.


@pytest.mark.parametrize("model", DRIVERS)
def test_a_full_update_shows_what_was_sent(model: str) -> None:
    driver, frames = DRIVERS[model], pictures(model, 2)
    with Wire(model) as wire:
        epd = wire.epd()
        driver.start(epd)
        for frame in frames:
            driver.full(epd, frame)

            assert wire.controller.glass == frame
        assert wire.controller.violations == Counter()


@pytest.mark.parametrize(
    ("model", "after_partial"),
    # A UC8179 is told by its driver what is to follow an update.
    [*((model, "copy") for model in DRIVERS), *((model, "swap") for model in SSD16XX)],
)
def test_partial_updates_show_what_was_sent(model: str, after_partial: AfterPartial) -> None:
    driver, frames = DRIVERS[model], pictures(model, 4)
    with Wire(model, after_partial) as wire:
        epd = wire.epd()
        driver.start(epd)
        driver.full(epd, frames[0])
        driver.start_partial(epd)
        for frame in frames[1:]:
            driver.partial(epd, frame)

            assert wire.controller.glass == frame
        assert wire.controller.updates[Waveform.PARTIAL] >= 3
        assert wire.controller.violations == Counter()


@pytest.mark.parametrize("model", [model for model in DRIVERS if DRIVERS[model].fast])
def test_a_fast_update_shows_what_was_sent(model: str) -> None:
    driver, frames = DRIVERS[model], pictures(model, 2)
    assert driver.start_fast is not None
    assert driver.fast is not None
    with Wire(model) as wire:
        epd = wire.epd()
        driver.start_fast(epd)
        for frame in frames:
            driver.fast(epd, frame)

            assert wire.controller.glass == frame


@pytest.mark.parametrize("model", DRIVERS)
def test_sleep_leaves_the_picture_and_cuts_bus_and_power(model: str) -> None:
    driver, (frame,) = DRIVERS[model], pictures(model, 1)
    with Wire(model) as wire:
        epd = wire.epd()
        driver.start(epd)
        driver.full(epd, frame)
        began = wire.clock.now

        epd.sleep()

        assert wire.controller.glass == frame
        assert wire.controller.violations == Counter()
        assert wire.clock.now - began >= 2.0
        assert not wire.factory.pin(PWR).state
        assert not wire.factory.pin(RST).state
        with pytest.raises(OSError, match="Bad file descriptor"):
            epd.send_command(0x00)


@pytest.mark.parametrize("model", [model for model in DRIVERS if model != "epd7in5_V2"])
def test_pillow_packs_a_picture_as_the_driver_does(model: str) -> None:
    (frame,) = pictures(model, 1)
    with Wire(model) as wire:
        buffer = wire.epd().getbuffer(Image.frombytes("1", SIZES[model], frame))

    assert bytes(value & 0xFF for value in buffer) == frame


def test_epd7in5_v2_alone_wants_black_as_1() -> None:
    (frame,) = pictures("epd7in5_V2", 1)
    with Wire("epd7in5_V2") as wire:
        buffer = wire.epd().getbuffer(Image.frombytes("1", SIZES["epd7in5_V2"], frame))

    assert bytes(buffer) == inverted(frame)


def pasted(old: bytes, new: bytes, row: int, box: tuple[int, int, int, int]) -> bytes:
    """The old picture with a part of the new one: left, top, right, bottom, in pixels."""
    left, top, right, bottom = box
    frame = bytearray(old)
    for y in range(top, bottom):
        part = slice(y * row + left // 8, y * row + right // 8)
        frame[part] = new[part]
    return bytes(frame)


@pytest.mark.parametrize("box", [(40, 32, 80, 96), (0, 0, 8, 1), (168, 263, 176, 264)])
def test_epd2in7_v2_shows_the_window_it_cuts_from_the_frame(
    box: tuple[int, int, int, int],
) -> None:
    old, new = pictures("epd2in7_V2", 2)
    with Wire("epd2in7_V2") as wire:
        epd = wire.epd()
        epd.init()
        epd.display_Base(old)

        epd.display_Partial(new, *box)

        assert wire.controller.glass == pasted(old, new, 22, box)
        assert wire.controller.violations == Counter()


def test_epd7in5_v2_shows_an_aligned_window_that_was_cut_for_it() -> None:
    old, new = pictures("epd7in5_V2", 2)
    box = 248, 100, 512, 160
    part = b"".join(new[y * 100 + 31 : y * 100 + 64] for y in range(100, 160))
    with Wire("epd7in5_V2") as wire:
        epd = wire.epd()
        epd.init()
        epd.display(inverted(old))
        epd.init_part()

        epd.display_Partial(inverted(part), *box)

        assert wire.controller.glass == pasted(old, new, 100, box)


# The bytes.

SCRIPTS: list[tuple[str, str, Callable[[Epd], object], str]] = [
    (
        "init",
        "epd4in2_V2",
        lambda epd: epd.init(),
        "12|21:4000|3c:05|11:03|44:0031|45:00002b01|4e:00|4f:0000",
    ),
    (
        "display",
        "epd4in2_V2",
        lambda epd: epd.display(bytes(15000)),
        "24:<15000>|26:<15000>|22:f7|20",
    ),
    (
        "partial",
        "epd4in2_V2",
        lambda epd: epd.display_Partial(bytes(15000)),
        "3c:80|21:0000|3c:80|44:0031|45:00002b01|4e:00|4f:0000|24:<15000>|22:ff|20",
    ),
    (
        "init",
        "epd2in13_V4",
        lambda epd: epd.init(),
        "12|01:f90000|11:03|44:000f|45:0000f900|4e:00|4f:0000|3c:05|21:0080|18:80",
    ),
    (
        "partial",
        "epd2in13_V4",
        lambda epd: epd.displayPartial(bytes(4000)),
        "3c:80|01:f90000|11:03|44:000f|45:0000f900|4e:00|4f:0000|24:<4000>|22:ff|20",
    ),
    (
        "window",
        "epd2in7_V2",
        lambda epd: epd.display_Partial(bytes(5808), 40, 32, 80, 96),
        "3c:80|44:0509|45:20005f00|4e:05|4f:2000|24:<320>|22:ff|20",
    ),
    (
        "partial",
        "epd2in9_V2",
        lambda epd: epd.display_Partial(bytes(4736)),
        (
            "32:<153>|3f:22|03:17|04:41b032|2c:36|37:00000000004000000000|3c:80|22:c0|20|"
            "44:000f|45:00002701|4e:00|4f:0000|24:<4736>|22:0f|20"
        ),
    ),
    (
        "1Gray",
        "epd3in7",
        lambda epd: epd.display_1Gray(bytes(16800)),
        "4e:0000|4f:0000|24:<16800>|32:<105>|20",
    ),
    (
        "partial",
        "epd5in83_V2",
        lambda epd: epd.display_Partial(bytes(38880)),
        "50:a907|91|90:00000287000001df01|13:<38880>|12|92",
    ),
]


@pytest.mark.parametrize(
    ("model", "call", "script"),
    [pytest.param(*script[1:], id=f"{script[1]}-{script[0]}") for script in SCRIPTS],
)
def test_the_bytes_on_the_bus_are(model: str, call: Callable[[Epd], object], script: str) -> None:
    heard: list[tuple[int, bytearray]] = []

    def listen(command: bool, sent: bytes) -> None:  # noqa: FBT001 - as the wire calls it
        if command:
            heard.append((sent[0], bytearray()))
        else:
            heard[-1][1].extend(sent)

    with Wire(model) as wire:
        epd = wire.epd()
        DRIVERS[model].start(epd)
        wire.heard = listen

        call(epd)

    told = [
        f"{command:02x}" + (f":<{len(data)}>" if len(data) > 10 else f":{data.hex()}" * bool(data))
        for command, data in heard
    ]
    assert "|".join(told) == script


def test_a_partial_update_of_epd4in2_v2_switches_the_power_each_time() -> None:
    with Wire("epd4in2_V2") as wire:
        epd = wire.epd()
        epd.init()
        epd.display(bytes(15000))
        began, received, transfers = (
            wire.clock.now,
            wire.controller.received,
            wire.spi.transfers,
        )

        epd.display_Partial(bytes(15000))

        # 96 ms on, 358 ms of waveform, 268 ms off; 15 kB take 30 ms.
        assert wire.clock.now - began == pytest.approx(0.722 + 0.030, abs=0.04)
        assert wire.controller.received - received == 15_024
        assert wire.spi.transfers - transfers == 25
        assert not wire.controller.powered


# The bugs.


@pytest.mark.parametrize("model", SSD16XX)
def test_where_the_old_ram_stays_as_it_is_partial_updates_go_wrong_from_the_second(
    model: str,
) -> None:
    driver, frames = DRIVERS[model], pictures(model, 4)
    with Wire(model, "none") as wire:
        epd = wire.epd()
        driver.start(epd)
        driver.full(epd, frames[0])
        right = []
        for frame in frames[1:]:
            driver.partial(epd, frame)
            right.append(wire.controller.glass == frame)

    # What epd3in7 calls a display is a partial update already, and so its second one is wrong.
    assert right == [model != "epd3in7", False, False]


@pytest.mark.parametrize("model", ["epd2in13_V4", "epd2in7_V2", "epd2in9_V2"])
def test_a_plain_display_leaves_the_old_ram_so_that_the_next_partial_update_is_wrong(
    model: str,
) -> None:
    driver, (base, plain, frame) = DRIVERS[model], pictures(model, 3)
    with Wire(model) as wire:
        epd = wire.epd()
        driver.start(epd)
        driver.full(epd, base)
        epd.display(plain)
        assert wire.controller.glass == plain

        driver.partial(epd, frame)

        assert wire.controller.ram_new == wire.controller.ram_old
        assert wire.controller.glass != frame


@pytest.mark.parametrize(("power_pin", "right"), [(True, False), (False, True)])
def test_a_partial_update_after_sleep_is_wrong_where_sleep_cuts_the_power(
    *, power_pin: bool, right: bool
) -> None:
    old, new = pictures("epd4in2_V2", 2)
    with Wire("epd4in2_V2", power_pin=power_pin) as wire:
        epd = wire.epd()
        epd.init()
        epd.display(old)
        epd.sleep()
        epd.init()

        epd.display_Partial(new)

        assert (wire.controller.glass == new) is right


def test_epd2in13_v4s_fast_init_sends_a_parameter_as_a_command() -> None:
    with Wire("epd2in13_V4") as wire:
        wire.epd().init_fast()

        assert wire.controller.violations == Counter(
            {Violation.PARAMETERS: 1, Violation.UNKNOWN: 1}
        )


def test_epd7in5_v2_sends_a_whole_frame_into_the_smallest_window() -> None:
    with Wire("epd7in5_V2") as wire:
        epd = wire.epd()
        epd.init()
        epd.init_part()
        received = wire.controller.received

        epd.display_Partial(bytes(8), 0, 0, 8, 8)
        epd.send_command(0x92)

        assert wire.controller.received - received > 48_000
        assert wire.controller.violations == Counter({Violation.OVERRUN: 1})


def test_epd7in5_v2_loses_columns_of_a_window_that_is_not_aligned() -> None:
    old, new = pictures("epd7in5_V2", 2)
    part = b"".join(new[y * 100 + 12 : y * 100 + 19] for y in range(10, 20))
    with Wire("epd7in5_V2") as wire:
        epd = wire.epd()
        epd.init()
        epd.display(inverted(old))
        epd.init_part()

        epd.display_Partial(inverted(part), 101, 10, 150, 20)

        assert wire.controller.glass != pasted(old, new, 100, (96, 10, 152, 20))
        assert wire.controller.violations[Violation.UNALIGNED] == 1


class Impatient(VirtualClock):
    """A clock that stops the world after 100 seconds."""

    def advance(self, seconds: float) -> None:
        super().advance(seconds)
        if self.now > 100.0:
            raise TimeoutError


@pytest.mark.parametrize("model", DRIVERS)
def test_the_drivers_wait_for_busy_has_no_end(model: str) -> None:
    clock = Impatient(90.0)
    with Wire(model, clock=clock) as wire:
        wire.controller.stuck_busy = True

        with pytest.raises(TimeoutError):
            DRIVERS[model].start(wire.epd())

        clock.now = 0.0


@pytest.mark.parametrize("model", DRIVERS)
def test_each_init_forgets_a_file_descriptor(model: str) -> None:
    with Wire(model) as wire:
        epd = wire.epd()
        for _ in range(10):
            DRIVERS[model].start(epd)

        assert (wire.spi.opens, wire.spi.leaked) == (10, 9)


# The wire.


def test_an_error_of_the_bus_comes_out_of_the_driver() -> None:
    with Wire("epd4in2_V2") as wire:
        epd = wire.epd()
        epd.init()
        wire.spi.failures = 1

        with pytest.raises(OSError, match="Input/output error"):
            epd.send_command(0x12)

        epd.send_command(0x12)


def test_the_bus_takes_4096_bytes_at_once_and_casts_them_all() -> None:
    with Wire("epd4in2_V2") as wire:
        wire.epd().init()
        wire.config.digital_write(25, 0)
        wire.spi.writebytes([~0xDB])
        wire.config.digital_write(25, 1)
        wire.spi.writebytes([~0x5A] * 4096)

        assert wire.controller.ram_new[:4096] == b"\xa5" * 4096
        with pytest.raises(OverflowError):
            wire.spi.writebytes(bytes(4097))


def test_a_driver_starts_anew_on_a_glass_that_is_there_already() -> None:
    (frame,) = pictures("epd4in2_V2", 1)
    with Wire("epd4in2_V2") as wire:
        epd = wire.epd()
        epd.init()
        epd.display(frame)

    with Wire("epd4in2_V2", clock=wire.clock, controller=wire.controller) as again:
        again.epd().init()

        assert again.controller.glass == frame
        assert again.controller.ram_new != frame


def test_a_closed_wire_leaves_nothing_behind() -> None:
    before = gpiozero.Device.pin_factory

    wire = Wire("epd4in2_V2")
    wire.close()
    wire.close()

    assert gpiozero.Device.pin_factory is before
    assert not {"spidev", "RPi", "RPi.GPIO"} & sys.modules.keys()
    assert not [name for name in sys.modules if name.startswith(("epaper.", "waveshare_epd"))]


# How the driver is found. A package here is a folder for the import path.

PROGRAM = """
import sys
from device.panels.epaper.vendor import VendorError, load
try:
    module = load("epd4in2_V2")
    print(module.__name__, module.WHAT)
except VendorError as error:
    print(error)
print("RPi" in sys.modules)
"""


def told(packages: Path) -> list[str]:
    """What a program says of a driver, with these packages and no others installed."""
    # -S: without the directory of installed packages.
    done = subprocess.run(
        [sys.executable, "-S", "-c", PROGRAM],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(packages)},
        capture_output=True,
        text=True,
        timeout=10,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def install(packages: Path, name: str, source: str) -> None:
    """Write a module, and the packages it lies in."""
    path = packages / Path(*name.split(".")).with_suffix(".py")
    path.parent.mkdir(parents=True, exist_ok=True)
    for package in path.parents:
        if package == packages:
            break
        (package / "__init__.py").touch()
    path.write_text(source)


PYPI = """
import importlib
def epaper(model):
    return importlib.import_module("epaper.inside." + model)
"""


def test_without_the_makers_driver_is_one_line_with_all_remedies(tmp_path: Path) -> None:
    assert told(tmp_path)[0] == (
        "the panel maker's driver is missing: sudo koikoi setup --board NAME, or by hand "
        "pip install --no-deps waveshare-epaper, or its source: "
        "pip install --no-deps --group waveshare-git"
    )


def test_the_copy_on_pypi_is_found(tmp_path: Path) -> None:
    install(tmp_path, "epaper.inside.epd4in2_V2", "WHAT = 'copy'")
    (tmp_path / "epaper" / "__init__.py").write_text(PYPI)

    assert told(tmp_path) == ["epaper.inside.epd4in2_V2 copy", "False"]


def test_the_makers_own_package_comes_before_the_copy(tmp_path: Path) -> None:
    install(tmp_path, "epaper.inside.epd4in2_V2", "WHAT = 'copy'")
    (tmp_path / "epaper" / "__init__.py").write_text(PYPI)
    install(tmp_path, "waveshare_epd.epd4in2_V2", "WHAT = 'own'")

    assert told(tmp_path) == ["waveshare_epd.epd4in2_V2 own", "False"]


IMPORTS_RPI_GPIO = "import RPi.GPIO as GPIO\nWHAT = getattr(GPIO, 'WHAT', 'a stand-in')"


def test_an_rpi_gpio_that_is_missing_is_stood_in_for_while_the_driver_is_imported(
    tmp_path: Path,
) -> None:
    install(tmp_path, "waveshare_epd.epd4in2_V2", IMPORTS_RPI_GPIO)

    assert told(tmp_path) == ["waveshare_epd.epd4in2_V2 a stand-in", "False"]


def test_an_rpi_gpio_that_does_not_know_the_pi_is_stood_in_for(tmp_path: Path) -> None:
    install(tmp_path, "waveshare_epd.epd4in2_V2", IMPORTS_RPI_GPIO)
    install(tmp_path, "RPi.GPIO", "raise RuntimeError('Cannot determine SOC peripheral base')")

    assert told(tmp_path) == ["waveshare_epd.epd4in2_V2 a stand-in", "True"]


def test_an_rpi_gpio_that_works_is_left_alone(tmp_path: Path) -> None:
    install(tmp_path, "waveshare_epd.epd4in2_V2", IMPORTS_RPI_GPIO)
    install(tmp_path, "RPi.GPIO", "WHAT = 'the real one'")

    assert told(tmp_path) == ["waveshare_epd.epd4in2_V2 the real one", "True"]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("import spidev", "the panel maker's driver needs spidev: pip install 'koikoi[pi]'"),
        ("import Jetson.GPIO", "the panel maker's driver finds no Raspberry Pi here"),
        (
            "raise OSError('/lib/sysfs_software_spi.so: wrong ELF class')",
            "the panel maker's driver finds no Raspberry Pi here",
        ),
        (
            "class error(Exception): pass\nraise error('GPIO busy')",
            "the panel's pins 17, 18, 24 and 25 cannot be opened: GPIO busy",
        ),
    ],
)
def test_what_keeps_the_driver_from_working_is_one_line(
    tmp_path: Path, source: str, message: str
) -> None:
    install(tmp_path, "waveshare_epd.epd4in2_V2", "from . import epdconfig")
    install(tmp_path, "waveshare_epd.epdconfig", source)

    assert told(tmp_path)[0] == message


def test_a_driver_that_the_makers_package_lacks_is_one_line(tmp_path: Path) -> None:
    install(tmp_path, "waveshare_epd.epdconfig", "")

    assert told(tmp_path)[0] == "the panel maker's package has no driver called epd4in2_V2"


def test_the_first_4_2_inch_panel_is_refused_with_the_reason() -> None:
    with pytest.raises(VendorError, match=r"^epd4in2, .* fails .*; epd4in2_V2 can$") as caught:
        vendor.load("epd4in2")

    assert isinstance(caught.value, KoiKoiError)
