"""The device that is not there: its clock, its driver, its glass, and what an onlooker sees."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageDraw

from device.boards import load
from device.build import build, emulated
from device.geometry import Size
from device.intents import Intent
from device.look.frame import Frame
from device.look.items import Layout
from device.look.lettering import height, width
from device.look.strings import LANGUAGES, text
from device.panels.emulator import Controller, PacedClock, VirtualClock, Waveform, emulate
from device.panels.emulator.clock import SHORTEST_S
from device.panels.emulator.driver import EmulatedDriver
from device.panels.emulator.glass import LAYERS, PALER, WHITE, Glass, levels
from device.panels.emulator.onlooker import Onlooker, caption
from device.panels.epaper.panel import EpaperPanel
from device.panels.window import Window
from device.papers import MODELS, PLAYABLE
from device.refresh import SOFT
from device.settings import Settings
from tests.epaper_wire import Wire


class Real:
    """Real time, as far as a clock is told."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def paced(speed: float) -> tuple[Real, PacedClock]:
    real = Real()
    return real, PacedClock(speed, clock=real, sleep=real.sleep)


@pytest.mark.parametrize(("speed", "slept"), [(0.5, 6.0), (1.0, 3.0), (2.0, 1.5)])
def test_a_paced_clock_waits_shorter_the_faster_it_runs(speed: float, slept: float) -> None:
    real, clock = paced(speed)
    before = clock()

    clock.wait(3.0)

    assert real.slept == [slept]
    assert clock() - before == pytest.approx(3.0)


def test_short_waits_are_gathered_and_none_is_lost() -> None:
    real, clock = paced(1.0)

    for _ in range(100):
        clock.wait(SHORTEST_S / 5)

    assert len(real.slept) < 25
    assert clock() == pytest.approx(20 * SHORTEST_S, abs=SHORTEST_S)


def test_at_speed_0_each_wait_is_jumped_over_and_real_time_passes_between() -> None:
    real, clock = paced(0)

    clock.wait(3.0)
    real.now = 2.0

    assert real.slept == []
    assert clock() == 5.0


def test_a_clock_in_a_hurry_waits_no_more() -> None:
    real, clock = paced(1.0)
    clock.hurry()

    clock.wait(4.0)

    assert real.slept == []
    assert clock() == 4.0


def frame(image: Image.Image) -> Frame:
    """Return a frame with any picture."""
    made = Frame(Layout(Size(*image.size), ()))
    made.__dict__["image"] = image
    return made


def pictures(size: Size, count: int) -> list[Image.Image]:
    """Return pictures, each with a few boxes more than the last one."""
    rng, image, made = Random(f"{size}"), Image.new("1", size, 1), []
    for _ in range(count):
        image = image.copy()
        x, y = rng.randrange(size.width - 20), rng.randrange(size.height - 20)
        ImageDraw.Draw(image).rectangle((x, y, x + 19, y + 19), rng.randrange(2))
        made.append(image)
    return made


class Stand:
    """A panel without a thread on a stood-in driver; no time passes but what it waits for."""

    def __init__(self, model: str, *, rotation: int = 0, invert: bool = False) -> None:
        self.clock = PacedClock(0, clock=lambda: 0.0)
        self.controller = emulate(model, self.clock)
        driver = EmulatedDriver(self.controller, self.clock.wait)
        self.panel = EpaperPanel(
            model,
            rotation=rotation,
            invert=invert,
            clock=self.clock,
            load=lambda _: driver,
            threaded=False,
        )
        self.onlooker = Onlooker(
            self.controller,
            self.clock,
            lambda: self.panel.ghost,
            rotation=rotation,
            invert=invert,
        )
        self.panel.start(lambda _: None)

    def show(self, image: Image.Image, intent: Intent = Intent.MOVE) -> None:
        self.panel.submit(frame(image), intent)
        self.panel.work()


def noted(controller: Controller) -> list[tuple[str, bytes]]:
    """Note what a controller hears from now on."""
    heard: list[tuple[str, bytes]] = []
    told: Any = controller
    command, data = controller.command, controller.data

    def note_command(byte: int) -> None:
        heard.append(("command", bytes((byte,))))
        command(byte)

    def note_data(sent: bytes) -> None:
        heard.append(("data", bytes(sent)))
        data(sent)

    told.command, told.data = note_command, note_data
    return heard


@pytest.mark.parametrize("model", PLAYABLE)
def test_the_adapters_do_the_same_through_the_stand_in_as_through_the_makers_driver(
    model: str,
) -> None:
    shown = pictures(MODELS[model].size, 8)
    stand = Stand(model)
    with Wire(model) as wire:
        panel = EpaperPanel(model, clock=wire.clock, threaded=False)
        panel.start(lambda _: None)
        stand.show(shown[0], Intent.BOOT)
        panel.submit(frame(shown[0]), Intent.BOOT)
        panel.work()
        theirs, ours = noted(wire.controller), noted(stand.controller)

        for image in shown[1:]:
            stand.show(image)
            panel.submit(frame(image), Intent.MOVE)
            panel.work()

            assert stand.controller.glass == wire.controller.glass == image.tobytes()
        same_bytes = [sent for _, sent in ours if len(sent) != 105]
        assert same_bytes == [sent for _, sent in theirs if len(sent) != 105]
        panel.stop()


@pytest.mark.parametrize("model", PLAYABLE)
def test_a_stood_in_panel_sleeps_wakes_and_ends_without_a_violation(model: str) -> None:
    stand = Stand(model)
    first, second, third = pictures(stand.panel.size, 3)

    stand.show(first, Intent.BOOT)
    stand.panel.sleep()
    stand.panel.work()
    stand.show(second)
    stand.show(third, Intent.DEAL)
    stand.panel.stop()

    assert stand.controller.glass == third.tobytes()
    assert not +stand.controller.violations


def test_a_closed_device_file_cannot_be_written_to() -> None:
    clock = VirtualClock()
    driver = EmulatedDriver(emulate("epd4in2_V2", clock), clock.advance)

    with pytest.raises(OSError, match="Bad file descriptor"):
        driver.EPD().send_command(0x12)


def test_a_transfer_takes_its_time_and_is_told_of_before() -> None:
    clock, heard = VirtualClock(), list[float]()
    driver = EmulatedDriver(
        emulate("epd4in2_V2", clock), clock.advance, lambda: heard.append(clock())
    )
    driver.epdconfig.module_init()

    driver.epdconfig.digital_write(25, 1)
    driver.epdconfig.spi_writebyte2(bytes(1000))

    # A tenth of a millisecond, and a thousand bytes at 4 MHz.
    assert heard == [0.0]
    assert clock() == pytest.approx(0.0021)


@pytest.mark.parametrize("waveform", Waveform)
def test_an_update_leads_from_what_stood_there_to_what_will(waveform: Waveform) -> None:
    assert levels(waveform, 0.0) == (0, 0, 1, 1)
    assert levels(waveform, 1.0) == (0, 1, 0, 1)


@pytest.mark.parametrize("waveform", [Waveform.FULL, Waveform.FAST])
def test_a_flash_drives_every_pixel_to_black_and_to_white_on_its_way(waveform: Waveform) -> None:
    course = [levels(waveform, hundredth / 100) for hundredth in range(101)]

    for kind in zip(*course, strict=True):
        assert (min(kind), max(kind)) == (0, 1)


def test_a_differential_update_moves_straight() -> None:
    assert levels(Waveform.PARTIAL, 0.25) == (0, 0.25, 0.75, 1)


SIZE = MODELS["epd4in2_V2"].size
HERE, THERE = (10, 10, 30, 30), (100, 100, 130, 130)


def boxed(*boxes: tuple[int, int, int, int]) -> Image.Image:
    """Return a white picture with black boxes."""
    image = Image.new("1", SIZE, 1)
    for box in boxes:
        image.paste(0, box)
    return image


class Script:
    """An epd4in2_V2 that is sent whole frames, and its glass."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.controller = emulate("epd4in2_V2", self.clock)
        self.glass = Glass(self.controller)
        self.controller.power(on=True)
        self.controller.reset_line(high=True)
        self.show(boxed(), 0xF7)

    def begin(self, image: Image.Image, sequence: int) -> None:
        """Begin an update with a frame."""
        window = ((0x11, "03"), (0x44, "0031"), (0x45, "00002b01"), (0x4E, "00"), (0x4F, "0000"))
        for command, parameters in (*window, (0x3C, "05"), (0x21, "0000"), (0x22, f"{sequence:x}")):
            self.controller.command(command)
            self.controller.data(bytes.fromhex(parameters))
        self.controller.command(0x24)
        self.controller.data(image.tobytes())
        self.controller.command(0x20)

    def show(self, image: Image.Image, sequence: int) -> None:
        """Update to the end."""
        self.begin(image, sequence)
        self.clock.advance(5.0)

    def at(self, x: int, y: int) -> int:
        """The grey of a pixel now."""
        value = self.glass.picture(self.glass.still).getpixel((x, y))
        assert isinstance(value, int)
        return value


DIFFERENTIAL, FULL = 0xFF, 0xF7


def test_while_a_differential_update_runs_what_changes_is_grey_and_the_rest_stands_still() -> None:
    script = Script()
    script.show(boxed(HERE), DIFFERENTIAL)

    script.begin(boxed(HERE, THERE), DIFFERENTIAL)
    update = script.controller.update
    assert update is not None
    script.clock.now = (update.began + update.ends) / 2

    assert script.at(110, 110) == pytest.approx(WHITE / 2, abs=1)
    assert script.at(20, 20) == 0
    assert script.at(200, 200) == WHITE


def test_before_its_power_is_on_an_update_shows_nothing_yet() -> None:
    script = Script()

    script.begin(boxed(HERE), DIFFERENTIAL)

    assert script.at(20, 20) == WHITE


def test_what_turns_white_by_differential_updates_keeps_a_little_grey_until_a_flash() -> None:
    script = Script()
    greys = []
    for _ in range(LAYERS + 2):
        script.show(boxed(HERE), DIFFERENTIAL)
        assert script.at(20, 20) == 0
        script.show(boxed(), DIFFERENTIAL)
        greys.append(WHITE - script.at(20, 20))

    script.show(boxed(), FULL)

    assert greys == [PALER * min(turn, LAYERS) for turn in range(1, LAYERS + 3)]
    assert script.at(20, 20) == WHITE
    assert script.at(200, 200) == WHITE


def test_a_glass_that_was_never_updated_is_what_the_controller_says() -> None:
    controller = emulate("epd4in2_V2", VirtualClock())

    glass = Glass(controller)

    assert glass.picture(glass.still).convert("1").tobytes() == controller.glass


def seen(onlooker: Onlooker) -> Image.Image:
    """What an onlooker takes for black and for white."""
    return onlooker.scene().picture.point([0] * 128 + [255] * 128).convert("1")


@pytest.mark.parametrize(
    ("model", "rotation"), [("epd4in2_V2", 0), ("epd2in7_V2", 90), ("epd3in7", 270)]
)
@pytest.mark.parametrize("invert", [False, True])
def test_an_onlooker_sees_the_frames_upright_however_the_glass_is_mounted(
    model: str, rotation: int, *, invert: bool
) -> None:
    stand = Stand(model, rotation=rotation, invert=invert)

    for image in pictures(stand.panel.size, 3):
        stand.show(image)

        assert seen(stand.onlooker).tobytes() == image.tobytes()


def test_a_scene_is_the_same_object_until_something_changes() -> None:
    stand = Stand("epd4in2_V2")
    first, second = pictures(stand.panel.size, 2)
    stand.show(first)
    before = stand.onlooker.scene()

    again = stand.onlooker.scene()
    stand.show(second)
    after = stand.onlooker.scene()

    assert again is before
    assert after is not before


def test_an_onlooker_counts_updates_bytes_time_residue_and_violations() -> None:
    stand = Stand("epd4in2_V2")
    for image in (boxed(), boxed(HERE), boxed(HERE, THERE)):
        stand.show(image)
    stand.controller.command(0xFF)

    told = tuple(stand.onlooker._told())

    seconds = 0.096 + 1.140 + 0.268 + 0.096 + 2 * 0.358
    assert told[0] == "Updates 3, flashes 1"
    assert told[1] == f"Bytes {stand.controller.received}"
    assert float(told[2].split()[1]) == pytest.approx(seconds, abs=0.1)
    assert told[3] == f"Residue 2/{SOFT.all}, at one spot 1/{SOFT.tile}"
    assert told[4] == "Violations 1"


def test_an_onlooker_speaks_the_players_language() -> None:
    stand = Stand("epd4in2_V2")
    before = stand.onlooker.scene()

    stand.onlooker.adjust(Settings(language="ja"))

    assert stand.onlooker.scene().caption.tobytes() != before.caption.tobytes()


@pytest.mark.parametrize("room", [264, 400, 480, 648, 800])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_figures_have_room_below_the_glass(language: str, room: int) -> None:
    figures = (
        text(language, "glass.updates", updates=9999, flashes=999),
        text(language, "glass.bytes", bytes=99_999_999),
        text(language, "glass.busy", seconds="9999.9"),
        text(language, "glass.ghost", updates=60, limit=30, tile=20, tile_limit=10),
        text(language, "glass.violations", violations=99),
    )

    made = caption(figures, room)

    for item in made.items:
        assert item.box.right <= room
        assert item.box.bottom <= made.size.height
    assert {item.box.width for item in made.items} == {width(figure) for figure in figures}
    assert {item.box.height for item in made.items} == {height()}


def test_the_panel_glass_is_the_boards_own_with_a_keyboard_for_its_keypads(
    tmp_path: Path,
) -> None:
    parts = build(load("hat-2in7"), "glass", tmp_path, speed=0)

    assert isinstance(parts.panel, EpaperPanel)
    assert parts.panel.model is MODELS["epd2in7_V2"]
    assert parts.panel.size == Size(264, 176)
    assert [type(keypad) for keypad in parts.keypads] == [Window]


def test_a_window_without_emulated_glass_loads_nothing_of_it() -> None:
    program = (
        "import sys; from pathlib import Path\n"
        "from device.boards import load; from device.build import build\n"
        "build(load('desktop'), 'window', Path()); print(*sys.modules)"
    )

    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    loaded = done.stdout.split()
    assert "device.panels.window" in loaded
    assert [name for name in loaded if "emulator" in name or "epaper" in name] == []


def test_a_board_without_e_paper_is_given_the_pockets() -> None:
    panel, controller, _ = emulated(load("desktop"), 0)

    assert panel.model is MODELS["epd4in2_V2"]
    assert controller.size == Size(400, 300)
