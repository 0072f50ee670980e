"""The table of `koikoi bench panel`: what is in it, and that its figures are worked out right."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image

from device import bench_panel, bench_press
from device.bench_panel import (
    FULL_BYTES,
    SIZE,
    VENDOR_BYTES,
    Report,
    Shot,
    bus_bytes,
    glass_s,
    lines,
    ready_s,
    report,
    shots,
    updates,
)
from device.geometry import Box
from device.intents import Intent
from device.panels.emulator import VirtualClock, emulate
from device.panels.emulator.driver import EmulatedDriver
from device.panels.epaper.bus import Bus
from device.panels.epaper.ssd import Ssd16xx
from device.papers import MODELS
from device.planner import MANY, plan
from device.refresh import Mode


def shot(intent: Intent, *boxes: Box) -> Shot:
    """Return a white frame with black boxes."""
    image = Image.new("1", SIZE, 1)
    for box in boxes:
        image.paste(0, (box.x, box.y, box.right, box.bottom))
    return Shot(image, image.tobytes(), intent)


NEAR, FAR = Box(8, 10, 16, 20), Box(320, 200, 24, 30)
MATCH = (
    shot(Intent.BOOT),
    shot(Intent.MOVE, NEAR),
    shot(Intent.MOVE, NEAR),
    shot(Intent.DEAL, NEAR),
    shot(Intent.MOVE, FAR),
)
"""Five frames: two refreshes, an update of one box, one of two boxes, and one of nothing."""


@pytest.fixture(scope="module")
def made() -> Report:
    return report(MATCH)


def test_refreshes_of_all_pixels_are_apart_and_a_frame_without_a_change_is_no_update(
    made: Report,
) -> None:
    assert made.frames == 5
    assert made.updates == 2
    assert made.full_refreshes == {"full": 1, "fast": 1}


def test_each_way_to_send_has_a_line(made: Report) -> None:
    names = [row.plan.split(",")[0] for row in made.rows]

    assert names == [
        "our planner",
        "luma.core",
        "one bounding box",
        "whole frame",
        "vendor's display_Partial",
    ]


def test_bytes_are_those_of_each_region_written_three_times_and_what_goes_around_it(
    made: Report,
) -> None:
    # 2 bytes a row, 20 rows; then beside it 3 bytes a row, 30 rows; and the box around both.
    one, other = 3 * 40 + 34, 3 * 90 + 34
    around = 3 * (320 + 24 - 8) // 8 * (230 - 10) + 34
    ours, _, bounding, whole, vendor = made.rows

    assert ours.bytes_mean == ((8 + one - 8) + (8 + one + other - 8)) / 2
    assert bounding.bytes_mean == ((8 + one - 8) + (8 + around - 8)) / 2
    assert whole.bytes_mean == 3 * 15_000 + 34
    assert vendor.bytes_mean == VENDOR_BYTES
    assert ours.regions_mean == 1.5


def test_ratios_are_shares_of_the_vendors_bytes_and_times_and_of_our_time(made: Report) -> None:
    ours, *others = made.rows
    *_, vendor = others

    assert ours.of_vendor == pytest.approx(ours.bytes_mean / VENDOR_BYTES, abs=1e-4)
    assert ours.of_whole == pytest.approx(ours.bytes_mean / bus_bytes([Box(0, 0, *SIZE)]), abs=1e-4)
    assert ours.glass_of_vendor == pytest.approx(ours.glass_ms / vendor.glass_ms, abs=1e-3)
    assert ours.ready_of_vendor == pytest.approx(ours.ready_ms / vendor.ready_ms, abs=1e-3)
    assert (ours.ours_of_median, ours.ours_of_p99) == (1, 1)
    for row in others[:-1]:
        assert ours.compute_median_ms is not None
        assert row.compute_median_ms is not None
        ratio = ours.compute_median_ms / row.compute_median_ms
        assert row.ours_of_median == pytest.approx(ratio, rel=0.05)
    assert vendor.compute_median_ms is None


def test_our_plan_never_sends_more_than_the_other_plans(made: Report) -> None:
    ours, *others = made.rows

    assert all(ours.bytes_mean <= row.bytes_mean for row in others)


def driven(before: Shot, after: Shot, regions: Sequence[Box]) -> tuple[int, float, float]:
    """Have the adapter show an update: the bytes on the bus, seconds to the glass and in all."""
    clock = VirtualClock()
    controller = emulate("epd4in2_V2", clock)
    driver = EmulatedDriver(controller, clock.advance)
    adapter = Ssd16xx(Bus(driver, MODELS["epd4in2_V2"], clock))
    adapter.start()
    adapter.show(b"", before.packed, (), Mode.FULL)
    # Afterwards the power is on, and no window is the one that was set last.
    for change in (shot(Intent.MOVE, Box(0, 290, 8, 1)), before):
        old = controller.glass
        adapter.show(old, change.packed, plan(old, change.packed, SIZE, MANY), Mode.DIFFERENTIAL)
    sent, began = controller.received, clock()

    adapter.show(before.packed, after.packed, regions, Mode.DIFFERENTIAL)

    assert controller.update is not None
    assert controller.glass == after.packed
    return controller.received - sent, controller.update.ends - began, clock() - began


def test_the_count_of_bytes_and_the_model_of_times_are_what_the_adapter_does() -> None:
    before, after = MATCH[3], MATCH[4]
    regions = plan(before.packed, after.packed, SIZE, MANY)

    sent, glass, ready = driven(before, after, regions)

    assert sent == bus_bytes(regions)
    # The emulated controller takes some milliseconds to load its waveform; BUSY is looked at
    # every few.
    assert glass == pytest.approx(glass_s(regions), abs=0.012)
    assert ready == pytest.approx(ready_s(regions), abs=0.02)


def test_a_full_refresh_is_counted_as_the_adapter_writes_it() -> None:
    clock = VirtualClock()
    controller = emulate("epd4in2_V2", clock)
    adapter = Ssd16xx(Bus(EmulatedDriver(controller, clock.advance), MODELS["epd4in2_V2"], clock))
    adapter.start()
    before = controller.received

    adapter.show(b"", MATCH[0].packed, (), Mode.FULL)

    # A reset forgets how memory is written, which takes two bytes more to say.
    assert controller.received - before == FULL_BYTES + 2


def test_the_report_is_json_with_every_figure(made: Report) -> None:
    press = bench_press.Press("nothing", 10, 1.5, 2.5, 0.1)

    read = json.loads(str(made._replace(presses=(press,))))

    assert read["rows"][0]["plan"] == "our planner"
    assert set(read["rows"][0]) == set(bench_panel.Row._fields)
    assert read["full_refreshes"] == {"full": 1, "fast": 1}
    assert read["presses"] == [press._asdict()]


def test_the_report_is_a_table_for_people_too(made: Report) -> None:
    press = bench_press.Press("nothing", 10, 1.5, 2.5, 0.1)

    told = list(lines(made._replace(presses=(press,))))

    for row in made.rows:
        assert any(line.startswith(row.plan) for line in told)
    assert any("1 fast, 1 full" in line for line in told)
    assert "from key to bus beside nothing: median 1.50 ms, p99 2.50 ms, 10 presses, load 0.1" in (
        told
    )


def test_a_recorded_match_begins_and_ends_with_the_title_and_has_few_flashes() -> None:
    frames = list(shots(b"a short look"))

    partial, counts = updates(frames)

    assert frames[0].intent is Intent.BOOT
    assert len({frame.packed for frame in frames}) > 100
    assert len(partial) > 5 * counts.total()


def test_without_luma_there_is_a_note_and_no_line() -> None:
    program = (
        "import sys; sys.modules['luma'] = None\n"
        "from tests.device.test_bench_panel import MATCH\n"
        "from device.bench_panel import report\n"
        "made = report(MATCH); print(len(made.rows), made.notes)"
    )

    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.startswith("4 ")
    assert "luma.core is not installed" in done.stdout


def test_presses_are_timed_from_the_key_to_the_bus_alone_and_beside_a_search() -> None:
    alone, beside = bench_press.presses(5)

    assert alone.beside == "nothing"
    assert "search" in beside.beside
    for press in (alone, beside):
        assert press.presses == 5
        assert 0 < press.median_ms <= press.p99_ms < 5000
