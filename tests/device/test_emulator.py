"""The emulated controllers: what they show, how long it takes, and what they do not put up with.

A script is what the bus carries: commands in hexadecimal, a colon before their parameters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.geometry import Box, Size
from device.panels.emulator import (
    SIZES,
    AfterPartial,
    Controller,
    Ssd16xx,
    Uc8179,
    Violation,
    VirtualClock,
    Waveform,
    emulate,
)

LONG_S = 10.0
"""Longer than anything that a controller does."""

SMALL = SIZES["epd2in13_V4"]
ROW, ROWS = 16, 250
COUNT = ROW * ROWS
AFTER: tuple[AfterPartial, ...] = ("copy", "swap", "none")

WINDOW = "11:03|44:000f|45:0000f900|4e:00|4f:0000"
FULL, PARTIAL = "22:f7|20", "22:ff|20"
WHITE, BLACK = "ff" * COUNT, "00" * COUNT

UC_SIZE = SIZES["epd5in83_V2"]
UC_COUNT = 81 * 480
UC_WHITE, UC_BLACK = "ff" * UC_COUNT, "00" * UC_COUNT
UC_WINDOW = "91|90:0008 000f 0002 0003 01"
"""The second byte of the third and the fourth row."""


def tell(chip: Controller, script: str) -> None:
    """Send a script; each command begins when nothing is under way any more."""
    for part in script.split("|"):
        wait(chip)
        command, _, parameters = part.partition(":")
        chip.command(int(command, 16))
        if parameters:
            chip.data(bytes.fromhex(parameters))
    wait(chip)


def wait(chip: Controller) -> None:
    """Let time pass until the controller is idle, if it ever will be."""
    if chip.busy:
        clock_of(chip).advance(LONG_S)


def clock_of(chip: Controller) -> VirtualClock:
    assert isinstance(chip.clock, VirtualClock)
    return chip.clock


def small(after_partial: AfterPartial = "copy") -> Ssd16xx:
    """An SSD1680 that has been reset, with the window on all of its glass."""
    chip = Ssd16xx(SMALL, "epd2in13_V4", VirtualClock(), after_partial)
    tell(chip, f"12|{WINDOW}")
    return chip


def shown(chip: Controller, x: int, y: int) -> bool:
    """Whether a pixel of the glass is white."""
    at = y * ((chip.size.width + 7) // 8) + x // 8
    return bool(chip.glass[at] & 0x80 >> x % 8)


def visible(picture: bytes, size: Size = SMALL) -> bytes:
    """A picture as the glass has it: nothing after a row's last pixel."""
    row = (size.width + 7) // 8
    mask = ((1 << size.width) - 1 << (row * 8 - size.width)).to_bytes(row, "big") * size.height
    return bytes(byte & kept for byte, kept in zip(picture, mask, strict=True))


# Time.


def test_a_virtual_clock_stands_still_until_it_is_told_to_advance() -> None:
    clock = VirtualClock(3.0)

    before = clock()
    clock.advance(0.5)

    assert (before, clock.now, clock()) == (3.0, 3.5, 3.5)


# Updates.


def test_a_full_update_shows_the_new_ram_and_drives_every_pixel() -> None:
    chip = small()

    tell(chip, f"24:{BLACK}|{FULL}")

    assert chip.glass == bytes(COUNT)
    assert chip.driven == 122 * 250
    assert chip.updates == Counter({Waveform.FULL: 1})
    assert chip.violations == Counter()


def test_the_glass_changes_when_the_waveform_is_over_and_busy_ends_with_the_power() -> None:
    chip = small()
    clock = clock_of(chip)
    tell(chip, f"24:{BLACK}|22:f7")
    began = clock.now

    chip.command(0x20)

    assert chip.update is not None
    # 95 ms until the voltages are there, two loads, 1617 ms of waveform, 140 ms of power off.
    assert chip.update.ends == pytest.approx(began + 0.095 + 0.010 + 1.617)
    clock.now = chip.update.ends - 0.001
    assert chip.busy
    assert shown(chip, 0, 0)
    clock.now = chip.update.ends
    assert chip.busy
    assert not shown(chip, 0, 0)
    clock.advance(0.139)
    assert chip.busy
    clock.advance(0.002)
    assert not chip.busy
    assert not chip.powered


@pytest.mark.parametrize("model", SIZES)
def test_a_new_panel_is_white(model: str) -> None:
    chip = emulate(model, VirtualClock())

    assert chip.glass == visible(b"\xff" * len(chip.ram_new), chip.size)
    assert chip.ram_new != chip.ram_old
    assert not chip.busy
    assert (chip.received, chip.driven) == (0, 0)


def test_a_differential_update_drives_only_what_differs_between_the_rams() -> None:
    chip = small()
    tell(chip, f"24:{WHITE}|26:{WHITE}|{FULL}")
    driven = chip.driven

    tell(chip, f"24:{'f0' + 'ff' * (COUNT - 1)}|{PARTIAL}")

    assert chip.glass == visible(b"\xf0" + b"\xff" * (COUNT - 1))
    assert chip.driven == driven + 4
    assert chip.updates[Waveform.PARTIAL] == 1


def test_a_differential_update_leaves_what_a_stale_old_ram_hides() -> None:
    chip = small()
    tell(chip, f"24:{BLACK}|26:{WHITE}|{FULL}")

    tell(chip, f"24:{WHITE}|{PARTIAL}")

    assert chip.glass == bytes(COUNT)


@pytest.mark.parametrize(
    ("after_partial", "new", "old"),
    [("copy", b"\x00", b"\x00"), ("swap", b"\xff", b"\x00"), ("none", b"\x00", b"\xff")],
)
def test_what_the_rams_hold_after_a_differential_update_is_the_panels_habit(
    after_partial: AfterPartial, new: bytes, old: bytes
) -> None:
    chip = small(after_partial)
    tell(chip, f"24:{WHITE}|26:{WHITE}|{FULL}")

    tell(chip, f"24:{BLACK}|{PARTIAL}")

    assert (chip.ram_new, chip.ram_old) == (new * COUNT, old * COUNT)


def test_a_written_temperature_makes_a_full_update_fast_until_it_is_measured_again() -> None:
    chip = small()

    tell(chip, f"24:{BLACK}|1a:6e|22:d7|20|24:{WHITE}|{FULL}")

    assert chip.updates == Counter({Waveform.FAST: 1, Waveform.FULL: 1})


def test_power_stays_on_between_updates_until_it_is_switched_off() -> None:
    chip = small()

    tell(chip, f"24:{WHITE}|26:{WHITE}|22:fc|20")

    assert chip.powered
    assert chip.update is not None
    seconds = chip.update.ends - chip.update.began
    assert seconds == pytest.approx(0.457)
    tell(chip, "22:83|20")
    assert not chip.powered


def test_a_waveform_of_the_drivers_own_serves_both_modes() -> None:
    chip = small()

    tell(chip, f"32:{'00' * 153}|24:{WHITE}|26:{BLACK}|22:c7|20|22:cf|20")

    assert chip.updates == Counter({Waveform.FULL: 1, Waveform.PARTIAL: 1})
    assert chip.violations == Counter()


def test_an_activation_without_a_display_shows_nothing() -> None:
    chip = small()

    tell(chip, f"24:{BLACK}|22:f8|20|22:c0|20")

    assert chip.powered
    assert chip.update is None
    assert chip.violations == Counter()


def test_the_rams_can_be_read_inverted() -> None:
    chip = small()

    tell(chip, f"21:08|24:{BLACK}|{FULL}")

    assert chip.glass == visible(b"\xff" * COUNT)


# Windows.


def test_a_window_is_written_row_by_row_and_leaves_the_rest_alone() -> None:
    chip = small()
    tell(chip, f"24:{WHITE}")

    tell(chip, "44:0203|45:07000800|4e:02|4f:0700|24:01020304|21:0000")

    rows = [chip.ram_new[at : at + ROW] for at in range(0, COUNT, ROW)]
    assert rows[7] == b"\xff\xff\x01\x02" + b"\xff" * 12
    assert rows[8] == b"\xff\xff\x03\x04" + b"\xff" * 12
    assert set(rows[:7] + rows[9:]) == {b"\xff" * ROW}
    assert chip.violations == Counter()


def test_at_the_windows_end_the_address_is_back_at_its_start() -> None:
    chip = small()

    tell(chip, "44:0203|45:07000800|4e:02|4f:0700|24:01020304|24:05060708|21:0000")

    assert chip.ram_new[7 * ROW + 2 : 7 * ROW + 4] == b"\x05\x06"
    assert chip.violations == Counter()


def test_what_overruns_a_window_wraps_around() -> None:
    chip = small()

    tell(chip, "44:0203|45:07000800|4e:02|4f:0700|24:0102030405|21:0000")

    assert chip.ram_new[7 * ROW + 2 : 7 * ROW + 4] == b"\x05\x02"
    assert chip.violations == Counter({Violation.OVERRUN: 1})


@pytest.mark.parametrize("entry", range(8))
def test_the_entry_mode_says_which_way_the_address_runs(entry: int) -> None:
    chip = small()
    columns = [2, 3, 4] if entry & 1 else [4, 3, 2]
    lines = [7, 8, 9] if entry & 2 else [9, 8, 7]
    (left, right), (top, bottom) = (columns[0], columns[-1]), (lines[0], lines[-1])
    order = [(x, y) for x in columns for y in lines]
    if not entry & 4:
        order = [(x, y) for y in lines for x in columns]

    tell(chip, f"11:0{entry}|44:0{left}0{right}|45:0{top}000{bottom}00|4e:0{left}|4f:0{top}00")
    tell(chip, "24:0102030405060708090a|21:0000")

    # The tenth byte is one too many, and is back at the start.
    assert [chip.ram_new[y * ROW + x] for x, y in order] == [10, 2, 3, 4, 5, 6, 7, 8, 9]
    assert chip.violations == Counter({Violation.OVERRUN: 1})


def test_an_ssd1677_counts_its_columns_in_pixels() -> None:
    chip = Ssd16xx(SIZES["epd3in7"], "epd3in7", VirtualClock())

    tell(chip, "46:f7|47:f7|44:08011701|45:0000 0100|4e:0801|4f:0000|24:01020304|21:0000")

    # Pixels 264 to 279 are the last two bytes of a row of 35.
    assert chip.ram_new[:70] == b"\xff" * 33 + b"\x01\x02" + b"\xff" * 33 + b"\x03\x04"
    assert chip.ram_old == b"\xff" * 35 * 480
    assert chip.violations == Counter()


def test_a_ram_can_be_filled_with_black() -> None:
    chip = Ssd16xx(SIZES["epd3in7"], "epd3in7", VirtualClock())

    tell(chip, "47:77")

    assert chip.ram_new == bytes(35 * 480)


def boxes(size: Size) -> st.SearchStrategy[Box]:
    """Any aligned window of a panel."""

    def box(x: tuple[int, int], y: tuple[int, int]) -> Box:
        (left, right), (top, bottom) = sorted(x), sorted(y)
        return Box(8 * left, top, 8 * (right - left + 1), bottom - top + 1)

    columns, lines = st.integers(0, (size.width - 1) // 8), st.integers(0, size.height - 1)
    return st.builds(box, st.tuples(columns, columns), st.tuples(lines, lines))


@given(st.sampled_from(AFTER), st.lists(st.tuples(boxes(SMALL), st.integers(0, 255)), max_size=4))
def test_writing_each_window_to_both_rams_after_the_update_keeps_glass_and_rams_one(
    after_partial: AfterPartial, changes: list[tuple[Box, int]]
) -> None:
    chip = small(after_partial)
    tell(chip, f"24:{WHITE}|26:{WHITE}|{FULL}")
    frame = bytearray(b"\xff" * COUNT)

    for box, byte in changes:
        part = bytes([byte]) * (box.width // 8 * box.height)
        left, right = box.x // 8, box.right // 8
        for y in range(box.y, box.bottom):
            frame[y * ROW + left : y * ROW + right] = bytes([byte]) * (right - left)
        window = (
            f"44:{left:02x}{right - 1:02x}|45:{box.y:02x}00{box.bottom - 1:02x}00"
            f"|4e:{left:02x}|4f:{box.y:02x}00"
        )
        tell(chip, f"{window}|24:{part.hex()}|22:fc|20|24:{part.hex()}|26:{part.hex()}")

    assert chip.ram_new == chip.ram_old == bytes(frame)
    assert chip.glass == visible(bytes(frame))
    assert chip.violations == Counter()


COMMANDS = ["11:03", "44:0203", "45:07000800", "4e:02", "4f:0700", "24:01020304", "26:0506070809"]
COMMANDS += ["22:f7|20", "22:ff|20", "21:0080", "1a:6400", "01:f90000", "3c:05", "7f:00", "18"]


@given(st.lists(st.sampled_from(COMMANDS), max_size=12), st.data())
def test_parameters_mean_the_same_however_they_are_cut_into_transfers(
    scripts: list[str], draw: st.DataObject
) -> None:
    whole, cut = small(), small()

    for script in scripts:
        tell(whole, script)
        for part in script.split("|"):
            command, _, parameters = part.partition(":")
            tell(cut, command)
            rest = bytes.fromhex(parameters)
            while rest:
                count = draw.draw(st.integers(1, len(rest)))
                cut.data(rest[0] if count == 1 else list(rest[:count]))
                rest = rest[count:]

    assert cut.glass == whole.glass
    assert (cut.ram_new, cut.ram_old) == (whole.ram_new, whole.ram_old)
    assert (cut.violations, cut.received) == (whole.violations, whole.received)


# Busy, sleep, reset and power.


def test_what_comes_while_the_controller_is_busy_is_not_heard() -> None:
    chip = small()
    tell(chip, f"24:{WHITE}|22:f7")
    chip.command(0x20)

    chip.command(0x24)
    chip.data(bytes(COUNT))

    assert chip.ram_new == b"\xff" * COUNT
    assert chip.violations == Counter({Violation.BUSY: 1})


def test_a_soft_reset_makes_busy_for_a_moment_and_forgets_the_window() -> None:
    chip = small()
    tell(chip, f"44:0203|4e:02|24:{'00' * 500}")

    chip.command(0x12)

    assert chip.busy
    assert chip.busy_level
    wait(chip)
    tell(chip, f"45:0000f900|24:a5{'ff' * (22 * 250 - 1)}|21:0000")
    assert chip.ram_new == b"\xa5" + b"\xff" * (COUNT - 1)
    # Without a window the RAM is wider than the glass.
    assert chip.violations == Counter({Violation.OUTSIDE_GLASS: 1})


@pytest.mark.parametrize(("mode", "kept"), [("01", True), ("03", False)])
def test_deep_sleep_is_busy_deaf_and_ended_by_a_reset_alone(mode: str, *, kept: bool) -> None:
    chip = small()
    tell(chip, f"24:{WHITE}|26:{WHITE}|22:c0|20|10:{mode}")

    assert chip.asleep
    assert not chip.powered
    assert chip.busy_level
    tell(chip, "12")
    assert chip.violations == Counter({Violation.ASLEEP: 1})
    chip.reset()

    assert not chip.busy
    assert (chip.ram_new == b"\xff" * COUNT) is kept


def test_deep_sleep_of_depth_0_is_none() -> None:
    chip = small()

    tell(chip, f"10:00|24:{WHITE}|3c:05")

    assert not chip.asleep
    assert chip.violations == Counter()


def test_power_switched_off_takes_all_but_the_picture() -> None:
    chip = small()
    tell(chip, f"24:{BLACK}|26:{BLACK}|{FULL}")

    chip.power(on=False)
    level = chip.busy_level
    tell(chip, "12")
    chip.power(on=True)

    assert not level
    assert chip.violations == Counter({Violation.OFF: 1})
    assert chip.glass == bytes(COUNT)
    assert bytes(COUNT) not in (chip.ram_new, chip.ram_old)
    tell(chip, f"{WINDOW}|24:{WHITE}|{PARTIAL}")
    assert chip.glass != visible(b"\xff" * COUNT)


def test_only_a_falling_edge_resets_and_only_power_that_goes_is_lost() -> None:
    chip = small()
    tell(chip, f"24:{WHITE}|44:0202|4e:02")

    chip.reset_line(high=True)
    chip.power(on=True)
    tell(chip, f"24:{'00' * ROWS}|21:0000")

    assert chip.ram_new == (b"\xff\xff\x00" + b"\xff" * 13) * ROWS
    assert chip.violations == Counter()


def test_a_low_reset_line_hears_nothing() -> None:
    chip = small()

    chip.reset_line(high=False)
    tell(chip, "12")
    chip.reset_line(high=True)
    tell(chip, "12")

    assert chip.violations == Counter({Violation.RESET: 1})


@pytest.mark.parametrize("how", ["reset", "power"])
def test_an_update_that_is_cut_short_leaves_the_glass_half_done(how: str) -> None:
    chip = small()
    tell(chip, f"24:{BLACK}|22:f7")
    chip.command(0x20)
    before = chip.glass

    if how == "reset":
        chip.reset()
    else:
        chip.power(on=False)

    assert not chip.busy
    assert chip.glass not in (before, bytes(COUNT))


def test_data_after_a_reset_belong_to_no_command() -> None:
    chip = small()
    chip.command(0x24)

    chip.reset()
    chip.data(0x00)

    assert chip.violations == Counter({Violation.STRAY: 1})


# Faults.


def test_a_stuck_busy_line_outlasts_every_reset() -> None:
    chip = small()

    chip.stuck_busy = True
    chip.reset()

    assert chip.busy
    assert chip.busy_level


def test_a_controller_that_hangs_in_an_update_is_freed_by_a_reset() -> None:
    chip = small()
    clock = clock_of(chip)
    tell(chip, f"24:{BLACK}|22:f7")
    chip.hangs = True
    chip.command(0x20)
    clock.advance(1_000_000.0)

    hung = chip.busy
    chip.hangs = True
    chip.reset()
    tell(chip, f"{WINDOW}|24:{BLACK}|{FULL}")

    assert hung
    assert not chip.busy
    assert chip.glass == bytes(COUNT)


def test_it_is_counted_how_long_a_controller_works_and_a_reset_ends_that() -> None:
    chip = small()
    clock = clock_of(chip)
    before = chip.busy_s
    chip.command(0x22)
    chip.data(0xF7)
    chip.hangs = True
    chip.command(0x20)

    clock.advance(2.5)
    during = chip.busy_s
    chip.reset()
    clock.advance(4.0)

    assert during - before == pytest.approx(2.5)
    assert chip.busy_s == during


def test_the_time_of_an_update_is_counted_once_however_late_somebody_looks() -> None:
    chip = small()
    before = chip.busy_s

    tell(chip, FULL)

    # Power on, the waveform, power off; loading temperature and waveform besides.
    assert chip.busy_s - before == pytest.approx(0.095 + 1.617 + 0.140, abs=0.02)


def test_who_wants_to_hears_of_each_update_when_it_begins() -> None:
    chip, heard = small(), list[Waveform]()
    chip.on_update = lambda update: heard.append(update.waveform)

    tell(chip, f"{FULL}|21:0000|{PARTIAL}")

    assert heard == [Waveform.FULL, Waveform.PARTIAL]


def test_a_panel_that_loses_its_power_is_silent_and_starts_anew() -> None:
    chip = small()
    tell(chip, f"24:{BLACK}|26:{BLACK}|{FULL}")
    chip.command(0x24)

    chip.dead = True
    chip.data(bytes(COUNT))
    tell(chip, f"24:{WHITE}|{FULL}")
    silent = not chip.busy_level
    chip.dead = False
    chip.data(0x00)

    assert silent
    assert chip.dead is False
    assert chip.glass == bytes(COUNT)
    assert chip.ram_new != bytes(COUNT)
    assert chip.violations == Counter()


# The UC8179.


def uc() -> Uc8179:
    """A UC8179 with its power on, two colours, 1 = white."""
    chip = Uc8179(UC_SIZE, VirtualClock())
    tell(chip, "00:1f|04|50:2107")
    return chip


def test_a_uc8179_refreshes_every_pixel_from_its_new_ram() -> None:
    chip = uc()

    tell(chip, f"10:{UC_BLACK}|13:{UC_BLACK}|12")

    assert chip.glass == bytes(UC_COUNT)
    assert chip.driven == 648 * 480
    assert chip.updates == Counter({Waveform.FULL: 1})
    assert chip.violations == Counter()


@pytest.mark.parametrize(
    ("temperature", "waveform"),
    [
        ("e0:00|e5:6e", Waveform.FULL),
        ("e0:02|e5:20", Waveform.FULL),
        ("e0:02|e5:5a", Waveform.FAST),
        ("e0:02|e5:6e", Waveform.PARTIAL),
    ],
)
def test_a_forced_temperature_chooses_the_uc8179s_waveform(
    temperature: str, waveform: Waveform
) -> None:
    chip = uc()

    tell(chip, f"{temperature}|13:{UC_BLACK}|12")

    assert chip.updates == Counter({waveform: 1})


def test_a_uc8179_is_told_which_bit_is_white() -> None:
    chip = uc()

    tell(chip, f"50:1007|13:{UC_WHITE}|12")

    assert chip.glass == bytes(UC_COUNT)


def test_a_uc8179s_window_bounds_what_is_written_and_what_is_driven() -> None:
    chip = uc()
    tell(chip, f"10:{UC_WHITE}|13:{UC_WHITE}|12|e0:02|e5:6e")
    driven = chip.driven

    tell(chip, f"{UC_WINDOW}|10:ffff|13:0f0f|12|92")

    assert [chip.glass[y * 81 + 1] for y in range(1, 5)] == [0xFF, 0x0F, 0x0F, 0xFF]
    assert chip.ram_new.count(0xFF) == UC_COUNT - 2
    assert chip.driven == driven + 8
    assert chip.violations == Counter()


@pytest.mark.parametrize("window", ["0010 001f 0002 0002", "0270 0287 01dd 01df"])
def test_a_uc8179_takes_its_data_in_pieces_and_windows_up_to_the_edge(window: str) -> None:
    chip = uc()
    left, right, top, bottom = (int(end, 16) for end in window.split())
    row, rows = (right + 1 - left) // 8, bottom + 1 - top
    sent = bytes(range(1, row * rows + 1))
    tell(chip, f"13:{UC_BLACK}|91|90:{window} 01|13")

    for value in sent:
        chip.data(value)

    tell(chip, "92")
    starts = [y * 81 + left // 8 for y in range(top, bottom + 1)]
    assert b"".join(chip.ram_new[start : start + row] for start in starts) == sent
    assert chip.violations == Counter()


@pytest.mark.parametrize("fault", ["dead", "off"])
def test_without_power_a_uc8179s_busy_line_is_low(fault: str) -> None:
    chip = uc()

    if fault == "dead":
        chip.dead = True
    else:
        chip.power(on=False)

    assert not chip.busy_level


@pytest.mark.parametrize(("interval", "copied"), [("a907", True), ("a107", False)])
def test_a_uc8179_copies_the_new_ram_to_the_old_one_when_it_is_told_to(
    interval: str, *, copied: bool
) -> None:
    chip = uc()
    tell(chip, f"10:{UC_WHITE}|13:{UC_WHITE}|12|e0:02|e5:6e")

    tell(chip, f"50:{interval}|{UC_WINDOW}|13:0f0f|12|92")

    assert (chip.ram_old == chip.ram_new) is copied


def test_a_uc8179_gives_its_status_while_it_is_busy_and_hears_nothing_else() -> None:
    chip = uc()
    tell(chip, f"13:{UC_WHITE}")
    idle = chip.busy_level
    chip.command(0x12)

    chip.command(0x71)
    chip.command(0x92)

    assert (idle, chip.busy_level) == (True, False)
    assert chip.violations == Counter({Violation.BUSY: 1})


def test_a_uc8179_asleep_has_lost_its_rams_and_hears_nothing_until_a_reset() -> None:
    chip = uc()
    tell(chip, f"10:{UC_WHITE}|13:{UC_WHITE}|50:f7|07:a5")

    tell(chip, "04")
    asleep = chip.asleep and not chip.powered
    chip.reset()
    tell(chip, "04")

    assert asleep
    assert UC_COUNT * b"\xff" not in (chip.ram_new, chip.ram_old)
    assert chip.powered
    assert chip.violations == Counter({Violation.ASLEEP: 1})


def test_a_uc8179s_power_on_and_off_take_their_time() -> None:
    chip = uc()
    clock = clock_of(chip)

    times = []
    for command in (0x04, 0x02, 0x02, 0x04):
        began = clock.now
        chip.command(command)
        while chip.busy:
            clock.advance(0.001)
        times.append(clock.now - began)

    assert times == pytest.approx([0.0, 0.040, 0.0, 0.134], abs=0.002)


# Strictness.

SSD_FAULTS: Sequence[tuple[str, str, Violation]] = [
    ("an unknown command", "7f|12", Violation.UNKNOWN),
    ("a parameter too few", "44:00|12", Violation.PARAMETERS),
    ("a parameter too many", "44:000f00|12", Violation.PARAMETERS),
    ("a parameter for none", "12:00|12", Violation.PARAMETERS),
    ("gates of another panel", "01:f90100|12", Violation.VALUE),
    ("columns from right to left", f"44:0300|24:{WHITE}", Violation.REVERSED),
    ("lines from bottom to top", f"45:09000800|24:{WHITE}", Violation.REVERSED),
    ("columns beyond the RAM", f"44:0016|24:{WHITE}", Violation.OUTSIDE_RAM),
    ("lines beyond the RAM", f"45:00002801|24:{WHITE}", Violation.OUTSIDE_RAM),
    ("columns beyond the glass", f"44:0010|24:{'ff' * 17 * ROWS}", Violation.OUTSIDE_GLASS),
    ("lines beyond the glass", f"45:0000fa00|24:{'ff' * ROW * 251}", Violation.OUTSIDE_GLASS),
    ("an address left of the window", f"44:020f|24:{WHITE}", Violation.OUTSIDE_WINDOW),
    ("an address below the window", f"4f:fa00|24:{WHITE}", Violation.OUTSIDE_WINDOW),
    ("more than the window holds", f"24:{WHITE}00|12", Violation.OVERRUN),
    ("less than the window holds", "24:00|12", Violation.UNDERRUN),
    ("an update without power", "22:1c|20", Violation.UNPOWERED),
    ("an update without a waveform", "22:c4|20", Violation.NO_WAVEFORM),
    ("a full update with the other waveform", "22:d8|20|22:c4|20", Violation.WRONG_WAVEFORM),
    ("a differential one with the other waveform", "22:d0|20|22:cc|20", Violation.WRONG_WAVEFORM),
    ("a differential update of one RAM", "21:4000|22:fc|20", Violation.BYPASSED),
]
WIDE_FAULTS: Sequence[tuple[str, str, Violation]] = [
    ("a window that begins inside a byte", "44:01001701|4e:0100|24", Violation.UNALIGNED),
    ("a window that ends inside a byte", "44:00001601|24", Violation.UNALIGNED),
    ("an address inside a byte", "4e:0100|24", Violation.UNALIGNED),
    ("a pattern", "47:f6", Violation.VALUE),
]
UC_FAULTS: Sequence[tuple[str, str, Violation]] = [
    ("an unknown command", "ff|71", Violation.UNKNOWN),
    ("a window cut short", "90:0000|71", Violation.PARAMETERS),
    ("another panel's resolution", "61:028901e0|71", Violation.VALUE),
    ("a mirrored glass", "00:1b|71", Violation.VALUE),
    ("a wrong key to sleep", "07:a4|71", Violation.VALUE),
    ("a window that begins inside a byte", "90:0001 000f 0000 0001 01|71", Violation.UNALIGNED),
    ("a window that ends inside a byte", "90:0000 0008 0000 0001 01|71", Violation.UNALIGNED),
    ("columns from right to left", "90:0010 0007 0000 0001 01|71", Violation.REVERSED),
    ("lines from bottom to top", "90:0000 0007 0002 0001 01|71", Violation.REVERSED),
    ("columns beyond the glass", "90:0000 028f 0000 0001 01|71", Violation.OUTSIDE_RAM),
    ("lines beyond the glass", "90:0000 0007 0000 01e0 01|71", Violation.OUTSIDE_RAM),
    ("more than the window holds", f"{UC_WINDOW}|13:010203|71", Violation.OVERRUN),
    ("less than the window holds", f"{UC_WINDOW}|13:01|71", Violation.UNDERRUN),
    ("a refresh without power", "02|12", Violation.UNPOWERED),
    ("three colours", "00:0f|12", Violation.WRONG_WAVEFORM),
    ("a differential update of one RAM", "e0:02|e5:6e|50:b3|12", Violation.BYPASSED),
]


@pytest.mark.parametrize(
    ("script", "violation"), [pytest.param(*f[1:], id=f[0]) for f in SSD_FAULTS]
)
def test_an_ssd16xx_counts(script: str, violation: Violation) -> None:
    chip = small()

    tell(chip, script)

    assert chip.violations == Counter({violation: 1})


@pytest.mark.parametrize(
    ("script", "violation"), [pytest.param(*f[1:], id=f[0]) for f in WIDE_FAULTS]
)
def test_an_ssd1677_counts(script: str, violation: Violation) -> None:
    chip = Ssd16xx(SIZES["epd3in7"], "epd3in7", VirtualClock())

    tell(chip, f"44:00001701|45:0000df01|{script}")

    assert chip.violations == Counter({violation: 1})


@pytest.mark.parametrize(
    ("script", "violation"), [pytest.param(*f[1:], id=f[0]) for f in UC_FAULTS]
)
def test_a_uc8179_counts(script: str, violation: Violation) -> None:
    chip = uc()

    tell(chip, script)

    assert chip.violations == Counter({violation: 1})


def test_data_before_any_command_are_counted() -> None:
    chip = Ssd16xx(SMALL, "epd2in13_V4", VirtualClock())

    chip.data(0x00)

    assert chip.violations == Counter({Violation.STRAY: 1})


def test_a_uc8179_ignores_what_overruns_its_window() -> None:
    chip = uc()
    tell(chip, f"13:{UC_WHITE}")

    tell(chip, f"{UC_WINDOW}|13:010203|92")

    assert [byte for byte in chip.ram_new if byte != 0xFF] == [0x01, 0x02]


def test_nothing_is_written_through_a_window_that_lies_outside_the_ram() -> None:
    chip = small()
    before = chip.ram_new

    tell(chip, f"44:0016|24:{BLACK}")

    assert chip.ram_new == before


@pytest.mark.parametrize("model", SIZES)
def test_every_models_controller_has_its_panels_size(model: str) -> None:
    chip = emulate(model, VirtualClock(), "none")

    assert chip.size == SIZES[model]
    assert isinstance(chip, Uc8179) is (model in {"epd5in83_V2", "epd7in5_V2"})
