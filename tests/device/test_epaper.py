"""E-paper panels: adapters and states on the maker's own driver and emulated controllers."""

from __future__ import annotations

import errno
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Thread
from time import monotonic
from typing import Self, get_args

import pytest
from PIL import Image, ImageDraw
from PIL.Image import Transpose

from device.app import App
from device.boards import load
from device.build import build
from device.events import Event, Glass, Key, PanelState, Stop
from device.geometry import Size
from device.intents import Intent
from device.keypads.gpio import GpioKeypad
from device.keypads.scripted import ScriptedKeypad
from device.look import Frame, Look, layout
from device.look.items import Layout
from device.look.metrics import METRICS
from device.panels.emulator import AfterPartial, VirtualClock, Waveform
from device.panels.epaper.panel import EpaperPanel, packed
from device.panels.epaper.paper import ASLEEP_AFTER_S, OFF_AFTER_S, RETRY_S, SELDOM_S
from device.papers import MODELS, PLAYABLE, Family, turned
from device.presses import Pressed
from device.refresh import PAUSE_S, SOFT, Flash, Ghost
from device.screens import flow
from device.screens.goodbye import Goodbye
from device.screens.session import Session
from device.settings import Settings
from device.store import MemoryStore
from device.workers import InlineThinker
from koikoi.record import write
from tests.driver import Planner, Robot, expected_frames, opening_keys
from tests.epaper_wire import Wire
from tests.games import new_match, played
from tests.processes import SEED, SETTINGS, expected_match, first_match

SOAK_SEED = int(os.environ.get("KOIKOI_SEED", "0"))
ROTATIONS = (0, 90, 180, 270)
AFTER: tuple[AfterPartial, ...] = get_args(AfterPartial)
UNTURNED = {90: Transpose.ROTATE_270, 180: Transpose.ROTATE_180, 270: Transpose.ROTATE_90}
DAY_S = 24 * 3600.0
LONG_ENOUGH_S = 0.05
"""How long a button is held down, and then let go, at least."""


def ways(models: Iterable[str]) -> list[tuple[str, int, AfterPartial]]:
    """Return every way to drive these models; a UC8179 is told what follows an update."""
    return [
        (model, rotation, after)
        for model, rotation, after in product(models, ROTATIONS, AFTER)
        if MODELS[model].family is Family.SSD16XX or after == "copy"
    ]


def frame(image: Image.Image) -> Frame:
    """Return a frame with any picture."""
    made = Frame(Layout(Size(*image.size), ()))
    made.__dict__["image"] = image
    return made


def white(size: Size) -> Image.Image:
    return Image.new("1", size, 1)


def dotted(size: Size, *places: int) -> Image.Image:
    """Return a white picture with a black square at each place, counted along the diagonal."""
    image = white(size)
    for place in places:
        image.paste(0, (20 * place, 20 * place, 20 * place + 10, 20 * place + 10))
    return image


def inverted(image: Image.Image) -> Image.Image:
    return image.convert("L").point(lambda value: 255 - value).convert("1")


class Desk:
    """A panel without a thread, wired to an emulated controller; time passes only when told to."""

    def __init__(
        self,
        model: str = "epd4in2_V2",
        rotation: int = 0,
        after: AfterPartial = "copy",
        *,
        invert: bool = False,
        power_pin: bool = True,
    ) -> None:
        self.wire = Wire(model, after, power_pin=power_pin)
        self.controller = self.wire.controller
        self.clock = self.wire.clock
        self.events: list[Event] = []
        self._agreed: tuple[Image.Image, bytes] | None = None
        self._rotation = rotation
        self._invert = invert
        self.panel = EpaperPanel(
            model, rotation=rotation, invert=invert, clock=self.clock, threaded=False
        )
        self.size = self.panel.size
        self.panel.start(self.events.append)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.panel.stop()
        self.wire.close()

    def show(self, image: Image.Image, intent: Intent = Intent.MOVE) -> None:
        """Submit a picture and have it shown."""
        self.panel.submit(frame(image), intent)
        self.panel.work()

    def wait(self, seconds: float) -> None:
        """Let time pass; whatever is due meanwhile is done then."""
        end = self.clock.now + seconds
        while (due := self.panel.due) is not None and due <= end:
            self.clock.now = max(self.clock.now, due)
            self.panel.work()
        self.clock.now = max(self.clock.now, end)

    @property
    def seen(self) -> Image.Image:
        """What somebody in front of the device sees."""
        native = MODELS[self.panel.model.name].size
        image = Image.frombytes("1", native, self.controller.glass)
        if self._invert:
            image = inverted(image)
        return image.transpose(UNTURNED[self._rotation]) if self._rotation else image

    def agrees(self, image: Image.Image) -> bool:
        """Whether glass and memories hold the picture and nothing was done that must not be."""
        glass = self.controller.glass
        held = {self.controller.ram_new, self.controller.ram_old} if self.awake else {glass}
        violations = +self.controller.violations
        assert not violations, violations
        assert self.wire.spi.leaked == 0
        if self._agreed is None or self._agreed[0] is not image or self._agreed[1] != glass:
            if self.seen.tobytes() != image.tobytes():
                return False
            self._agreed = image, glass
        return held == {glass}

    @property
    def awake(self) -> bool:
        return not self.controller.asleep and self.wire.spi.is_open

    @property
    def told(self) -> list[Glass]:
        """What the panel has posted since the last look."""
        told = [event.glass for event in self.events if isinstance(event, PanelState)]
        self.events.clear()
        return told

    @property
    def updates(self) -> dict[Waveform, int]:
        """The updates of each kind since the last look."""
        updates = {kind: count for kind, count in self.controller.updates.items() if count}
        self.controller.updates.clear()
        return updates


def sketches(rng: Random, size: Size) -> Iterator[Image.Image]:
    """Yield pictures without end, each the last one with a change: a dot, boxes, noise or all."""
    image = white(size)
    while True:
        draw = ImageDraw.Draw(image)
        match rng.randrange(10):
            case 0:
                image = inverted(image)
            case 1:
                noise = rng.randbytes(-(-size.width // 8) * size.height)
                image = Image.frombytes("1", size, noise)
            case 2 | 3:
                draw.point(
                    (rng.randrange(size.width), rng.randrange(size.height)), rng.randrange(2)
                )
            case _:
                for _ in range(rng.randrange(1, 5)):
                    x, y = rng.randrange(size.width), rng.randrange(size.height)
                    right, bottom = x + rng.randrange(90), y + rng.randrange(90)
                    draw.rectangle((x, y, right, bottom), rng.randrange(2))
        yield image.copy()


@cache
def recorded(seed: int, size: Size) -> tuple[tuple[Image.Image, Intent], ...]:
    """Return the frames of a match between two levels; upright glass lies on its side."""
    lying = Size(max(size), min(size))
    look, before, frames = Look.of(lying, SETTINGS), None, []
    for match in played(new_match(seed.to_bytes(4, "big"), "nintendo rounds=2")):
        screen = flow.current(Session(match, SETTINGS, SEED))
        image, intent = Frame(layout(screen, look)).image, flow.intent(before, screen)
        turned = image if lying == size else image.transpose(Transpose.ROTATE_90)
        frames.append((turned, intent))
        before = screen
    return tuple(frames)


def show_sketches(desk: Desk, rng: Random, count: int) -> None:
    intents = (Intent.MOVE, Intent.MOVE, Intent.MOVE, Intent.OPEN, Intent.DEAL, Intent.REFRESH)
    for _, image in zip(range(count), sketches(rng, desk.size), strict=False):
        desk.show(image, rng.choice(intents))

        assert desk.agrees(image)
        desk.wait(rng.choice((0.0, 0.0, 0.0, 0.0, 4.0)))
        assert desk.agrees(image)


def show_recorded(desk: Desk, seed: int) -> int:
    """Show a match and return how many frames it has."""
    frames = recorded(seed, desk.size)
    for image, intent in frames:
        desk.show(image, intent)

        assert desk.agrees(image)
    return len(frames)


@pytest.mark.parametrize(("model", "rotation", "after"), ways(MODELS))
def test_any_frame_stands_on_the_glass(model: str, rotation: int, after: AfterPartial) -> None:
    with Desk(model, rotation, after) as desk:
        show_sketches(desk, Random(f"{model} {rotation} {after}"), 12)


@pytest.mark.parametrize(("model", "rotation", "after"), ways(PLAYABLE))
def test_a_recorded_match_stands_on_the_glass(
    model: str, rotation: int, after: AfterPartial
) -> None:
    with Desk(model, rotation, after) as desk:
        assert show_recorded(desk, seed=0) > 20


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("rotation", [0, 90])
def test_a_frame_is_packed_as_the_makers_driver_packs_it(model: str, rotation: int) -> None:
    with Desk(model, rotation) as desk:
        image = next(sketches(Random(model), desk.size))
        theirs = bytes(desk.wire.epd().getbuffer(image))

    ours = packed(image, rotation, invert=False)
    assert ours in (theirs, bytes(byte ^ 0xFF for byte in theirs))


def test_an_inverted_panel_shows_black_for_white() -> None:
    with Desk(invert=True) as desk:
        desk.show(dotted(desk.size, 1))
        desk.show(dotted(desk.size, 2))

        assert desk.agrees(dotted(desk.size, 2))
        assert desk.controller.glass == packed(inverted(dotted(desk.size, 2)), 0, invert=False)


@pytest.mark.parametrize(("model", "rotation"), [("epd4in2_V2", 0), ("epd3in7", 90)])
@pytest.mark.parametrize("invert", [False, True])
def test_the_player_turns_the_picture_half_round_and_inverts_it_on_any_board(
    model: str, rotation: int, *, invert: bool
) -> None:
    with Desk(model, rotation, invert=invert) as desk:
        image = dotted(desk.size, 1)
        desk.panel.adjust(Settings(rotate=True))
        desk.show(image)
        assert desk.seen.tobytes() == image.transpose(Transpose.ROTATE_180).tobytes()

        desk.panel.adjust(Settings(rotate=True, invert=True))
        desk.show(image)
        assert desk.seen.tobytes() == inverted(image).transpose(Transpose.ROTATE_180).tobytes()

        desk.panel.adjust(Settings())
        desk.show(image)
        assert desk.agrees(image)


@pytest.mark.parametrize("chosen", [Settings(rotate=True), Settings(invert=True)])
def test_a_picture_that_is_turned_or_inverted_comes_with_a_full_update_and_the_next_does_not(
    chosen: Settings,
) -> None:
    with Desk() as desk:
        desk.show(dotted(desk.size, 1))
        desk.updates.clear()

        desk.panel.adjust(chosen)
        desk.show(dotted(desk.size, 1))
        turned = desk.updates
        desk.panel.adjust(chosen)
        desk.show(dotted(desk.size, 2))

        assert turned == {Waveform.FULL: 1}
        assert desk.updates == {Waveform.PARTIAL: 1}


@pytest.mark.parametrize(
    ("flash", "waveform"),
    [(Flash.AUTO, Waveform.FAST), (Flash.RARE, Waveform.PARTIAL), (Flash.NEVER, Waveform.PARTIAL)],
)
def test_a_new_scene_flashes_only_if_the_player_wants_it(flash: Flash, waveform: Waveform) -> None:
    with Desk() as desk:
        desk.show(dotted(desk.size, 1))
        desk.updates.clear()

        desk.panel.adjust(Settings(flash=flash))
        desk.show(dotted(desk.size, 2), Intent.DEAL)

        assert desk.updates == {waveform: 1}


def test_residue_is_wiped_off_in_a_pause_unless_the_glass_is_never_to_flash() -> None:
    wiped = {}
    for flash in Flash:
        with Desk() as desk:
            desk.panel.adjust(Settings(flash=flash))
            for number in range(SOFT.tile + 1):
                desk.show(dotted(desk.size, number % 2))
            desk.updates.clear()

            desk.wait(PAUSE_S)

            wiped[flash] = desk.updates

    assert wiped == {
        Flash.AUTO: {Waveform.FULL: 1},
        Flash.RARE: {Waveform.FULL: 1},
        Flash.NEVER: {},
    }


@pytest.mark.parametrize("model", MODELS)
def test_a_panel_is_played_on_lying_on_its_side_if_it_is_large_enough(model: str) -> None:
    size = MODELS[model].size
    sizes = {rotation: turned(size, rotation) for rotation in ROTATIONS}

    lying = [rotation for rotation, each in sizes.items() if each in METRICS]

    assert list(MODELS[model].rotations) == lying


def test_the_residue_on_the_glass_can_be_read() -> None:
    with Desk() as desk:
        nothing = desk.panel.ghost
        desk.show(dotted(desk.size, 1))
        desk.show(dotted(desk.size, 2))

        assert nothing == Ghost()
        assert desk.panel.ghost.updates == 1


def test_the_first_frame_is_a_full_update_and_a_move_a_differential_one() -> None:
    with Desk() as desk:
        desk.show(dotted(desk.size, 1), Intent.BOOT)
        assert desk.updates == {Waveform.FULL: 1}

        desk.show(dotted(desk.size, 1, 2))

        assert desk.updates == {Waveform.PARTIAL: 1}
        assert desk.told == [Glass.SHOWN, Glass.SHOWN]


def test_the_frame_that_stands_there_costs_nothing_but_refresh_is_full() -> None:
    with Desk() as desk:
        desk.show(dotted(desk.size, 1))
        desk.updates.clear()
        before = desk.wire.spi.transfers

        desk.show(dotted(desk.size, 1))

        assert desk.wire.spi.transfers == before
        desk.show(dotted(desk.size, 1), Intent.REFRESH)
        assert desk.updates == {Waveform.FULL: 1}


def test_of_frames_that_come_at_once_the_newest_is_shown_with_the_weightiest_intent() -> None:
    with Desk() as desk:
        desk.show(white(desk.size))
        desk.updates.clear()
        desk.panel.submit(frame(dotted(desk.size, 1)), Intent.REFRESH)
        desk.panel.submit(frame(dotted(desk.size, 2)), Intent.MOVE)
        desk.panel.submit(frame(dotted(desk.size, 3)), Intent.MOVE)

        desk.panel.work()

        assert desk.updates == {Waveform.FULL: 1}
        assert desk.agrees(dotted(desk.size, 3))


@pytest.mark.parametrize("model", MODELS)
def test_high_voltage_goes_off_after_3_seconds_and_the_next_move_is_differential(
    model: str,
) -> None:
    with Desk(model) as desk:
        desk.show(dotted(desk.size, 1))
        desk.show(dotted(desk.size, 2))
        assert desk.controller.powered
        desk.updates.clear()

        desk.wait(OFF_AFTER_S)

        assert not desk.controller.powered
        desk.show(dotted(desk.size, 3))
        assert desk.updates == {Waveform.PARTIAL: 1}
        assert desk.agrees(dotted(desk.size, 3))


@pytest.mark.parametrize("power_pin", [True, False])
@pytest.mark.parametrize("model", MODELS)
def test_it_sleeps_after_10_minutes_and_wakes_for_the_next_frame_with_a_full_update(
    model: str, *, power_pin: bool
) -> None:
    with Desk(model, power_pin=power_pin) as desk:
        desk.show(dotted(desk.size, 1))
        desk.wait(ASLEEP_AFTER_S - 1)
        assert desk.awake

        desk.wait(2)

        assert not desk.awake
        assert desk.agrees(dotted(desk.size, 1))
        desk.updates.clear()
        desk.show(dotted(desk.size, 2))
        assert desk.updates == {Waveform.FULL: 1}
        assert desk.agrees(dotted(desk.size, 2))
        assert desk.told == [Glass.SHOWN, Glass.ASLEEP, Glass.SHOWN]


def test_it_sleeps_when_told_and_the_same_frame_does_not_wake_it() -> None:
    with Desk() as desk:
        desk.show(dotted(desk.size, 1))
        desk.panel.sleep()
        desk.panel.work()
        assert not desk.awake

        desk.show(dotted(desk.size, 1))

        assert not desk.awake
        assert desk.told == [Glass.SHOWN, Glass.ASLEEP, Glass.SHOWN]


def test_the_glass_is_refreshed_every_day_even_asleep() -> None:
    with Desk() as desk:
        desk.show(dotted(desk.size, 1))
        desk.updates.clear()

        desk.wait(3 * DAY_S + 60)

        assert desk.updates == {Waveform.FULL: 3}
        assert not desk.awake
        assert desk.agrees(dotted(desk.size, 1))


def test_1000_sleeps_and_wakes_leak_no_file() -> None:
    with Desk("epd2in13_V4") as desk:
        for number in range(1000):
            desk.show(dotted(desk.size, number % 5))
            desk.panel.sleep()
            desk.panel.work()

        assert desk.wire.spi.opens == 1000
        assert desk.wire.spi.leaked == 0
        assert not desk.wire.spi.is_open


@pytest.mark.parametrize("model", MODELS)
def test_an_update_that_never_ends_is_followed_by_a_reset_and_the_whole_frame(model: str) -> None:
    with Desk(model) as desk:
        desk.show(dotted(desk.size, 1))
        desk.controller.hangs = True
        desk.updates.clear()

        desk.show(dotted(desk.size, 2))

        assert desk.updates == {Waveform.PARTIAL: 1, Waveform.FULL: 1}
        assert desk.agrees(dotted(desk.size, 2))
        assert desk.told == [Glass.SHOWN, Glass.SHOWN]
        assert desk.wire.spi.leaked == 0


def fail_at(wire: Wire, transfer: int) -> None:
    """Let one transfer fail, counted from now."""
    last = wire.spi.transfers + transfer

    def heard(_command: bool, _sent: bytes) -> None:  # noqa: FBT001 - the wire calls it so
        if wire.spi.transfers == last:
            wire.heard = None
            raise OSError(errno.EIO, "Input/output error")

    wire.heard = heard


def test_an_error_at_any_transfer_is_followed_by_a_reset_and_the_whole_frame() -> None:
    with Desk() as desk:
        desk.show(dotted(desk.size, 0))
        for transfer in range(1, 50):
            fail_at(desk.wire, transfer)

            desk.show(dotted(desk.size, transfer % 9))

            assert desk.agrees(dotted(desk.size, transfer % 9))
        assert set(desk.told) == {Glass.SHOWN}


@pytest.mark.parametrize("model", MODELS)
def test_power_lost_unseen_is_made_up_for_by_the_next_full_update(model: str) -> None:
    with Desk(model) as desk:
        desk.show(dotted(desk.size, 1))
        desk.controller.dead = True
        desk.controller.dead = False

        desk.show(dotted(desk.size, 2), Intent.REFRESH)

        assert desk.seen.tobytes() == dotted(desk.size, 2).tobytes()


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("fault", ["stuck", "dead", "bus"])
def test_a_panel_that_does_not_recover_is_lost_retried_and_back_with_the_newest_frame(
    model: str, fault: str
) -> None:
    with Desk(model) as desk:
        desk.show(dotted(desk.size, 1))
        break_it(desk, fault, broken=True)

        desk.show(dotted(desk.size, 2))
        desk.show(dotted(desk.size, 3))
        desk.wait(4 * RETRY_S)

        assert desk.told == [Glass.SHOWN, Glass.LOST]
        break_it(desk, fault, broken=False)
        desk.wait(60)
        assert desk.told == [Glass.BACK, Glass.SHOWN]
        assert desk.seen.tobytes() == dotted(desk.size, 3).tobytes()
        desk.show(dotted(desk.size, 4))
        assert desk.seen.tobytes() == dotted(desk.size, 4).tobytes()
        assert desk.wire.spi.leaked == 0


def break_it(desk: Desk, fault: str, *, broken: bool) -> None:
    match fault:
        case "stuck":
            desk.controller.stuck_busy = broken
        case "dead":
            desk.controller.dead = broken
        case "bus":
            desk.wire.spi.failures = 1_000_000 if broken else 0


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("stuck", "epd4in2_V2 stays busy"),
        ("dead", "epd4in2_V2 does not answer: check"),
        ("bus", "epd4in2_V2: Input/output error"),
    ],
)
def test_a_lost_panel_says_why(fault: str, words: str) -> None:
    with Desk() as desk:
        break_it(desk, fault, broken=True)

        desk.show(white(desk.size))

        (state,) = desk.events
        assert isinstance(state, PanelState)
        assert words in state.detail
        assert "\n" not in state.detail


def test_a_lost_panel_is_tried_ever_less_often_up_to_once_a_minute() -> None:
    with Desk() as desk:
        desk.controller.stuck_busy = True
        desk.show(white(desk.size))
        gaps = []
        for _ in range(7):
            due = desk.panel.due
            assert due is not None
            gaps.append(round(due - desk.clock.now))
            desk.clock.now = due
            desk.panel.work()

        assert gaps == [5, 10, 20, 40, 60, 60, 60]


def test_no_wait_is_longer_than_10_seconds() -> None:
    with Desk("epd7in5_V2") as desk:
        desk.show(white(desk.size))
        desk.controller.hangs = True
        before = desk.clock.now

        desk.show(dotted(desk.size, 1), Intent.REFRESH)

        assert desk.clock.now - before < 10 + 2 + 4.5
        assert desk.agrees(dotted(desk.size, 1))


def test_a_stopped_panel_shows_what_waits_and_is_left_without_power() -> None:
    desk = Desk()
    desk.show(white(desk.size))
    desk.panel.submit(frame(dotted(desk.size, 1)), Intent.MOVE)

    desk.panel.stop()
    desk.panel.stop()

    assert not desk.awake
    assert desk.agrees(dotted(desk.size, 1))
    assert desk.told == [Glass.SHOWN]
    desk.wire.close()


@pytest.mark.parametrize("fault", ["stuck", "dead", "bus"])
def test_a_stop_does_not_wait_for_a_recovery(fault: str) -> None:
    desk = Desk("epd7in5_V2")
    desk.show(white(desk.size))
    break_it(desk, fault, broken=True)
    desk.panel.submit(frame(dotted(desk.size, 1)), Intent.MOVE)
    opens, before = desk.wire.spi.opens, desk.clock.now

    desk.panel.stop()

    assert desk.wire.spi.opens == opens
    assert desk.clock.now - before < 3
    assert not desk.wire.spi.is_open
    desk.wire.close()


@pytest.mark.parametrize("fault", ["stuck", "dead", "bus"])
def test_a_stop_of_a_lost_panel_tries_nothing(fault: str) -> None:
    desk = Desk()
    break_it(desk, fault, broken=True)
    desk.show(white(desk.size))
    opens, before = desk.wire.spi.opens, desk.clock.now

    desk.panel.submit(frame(dotted(desk.size, 1)), Intent.MOVE)
    desk.panel.stop()

    assert desk.wire.spi.opens == opens
    assert desk.clock.now == before
    desk.wire.close()


def test_a_stop_ends_the_thread_of_a_panel_that_hangs_in_real_time() -> None:
    with Wire("epd4in2_V2") as wire:
        wire.controller.stuck_busy = True
        panel = EpaperPanel("epd4in2_V2")
        panel.start(lambda _: None)
        panel.submit(frame(white(panel.size)), Intent.BOOT)
        began = monotonic()

        panel.stop()

        assert monotonic() - began < 1
        assert isinstance(panel._thread, Thread)
        panel._thread.join(2)
        assert not panel._thread.is_alive()


def test_a_frame_that_cannot_be_painted_is_told_and_the_next_one_is_shown() -> None:
    with Wire("epd4in2_V2") as wire:
        told = SimpleQueue[Event]()
        panel = EpaperPanel("epd4in2_V2", clock=wire.clock)
        panel.start(told.put)
        unpaintable = Frame(Layout(panel.size, ()))
        unpaintable.__dict__["image"] = None

        panel.submit(unpaintable, Intent.BOOT)
        first = told.get(timeout=10)
        panel.submit(frame(white(panel.size)), Intent.MOVE)
        second = told.get(timeout=10)
        panel.stop()

        assert isinstance(first, PanelState)
        assert first.glass is Glass.LOST
        assert second == PanelState(Glass.SHOWN)


def fault_at_random(desk: Desk, rng: Random) -> None:
    """Break something, for a moment or for good."""
    match rng.randrange(6):
        case 0:
            desk.controller.hangs = True
        case 1:
            desk.controller.stuck_busy = True
        case 2:
            desk.controller.dead = True
        case 3:
            desk.wire.spi.failures = rng.choice((1, 2, 50, 1_000_000))
        case 4:
            desk.panel.sleep()
            desk.panel.work()
        case 5:
            restart(desk)


def restart(desk: Desk) -> None:
    """Stop the panel and start another on the same glass, as a new start of the program does."""
    desk.panel.stop()
    desk.panel = EpaperPanel(
        desk.panel.model.name, rotation=desk._rotation, clock=desk.clock, threaded=False
    )
    desk.panel.start(desk.events.append)


def mend(desk: Desk) -> None:
    desk.controller.stuck_busy = desk.controller.dead = desk.controller.hangs = False
    desk.wire.spi.failures = 0


def show_with_faults(desk: Desk, rng: Random, count: int) -> None:
    """Whatever breaks, the newest frame stands there a little after all is well again."""
    for number, image in zip(range(count), sketches(rng, desk.size), strict=False):
        if number % 3 == 1:
            desk.events.clear()
            fault_at_random(desk, rng)
        desk.show(image)
        if number % 3 == 2:
            unseen = desk.controller.dead and Glass.LOST not in desk.told
            mend(desk)
            desk.wait(SELDOM_S + 1)
            if unseen:
                # Nothing was to be shown meanwhile, and nothing tells of it: REFRESH makes up.
                desk.show(image, Intent.REFRESH)

            assert desk.agrees(image)
    assert desk.wire.spi.leaked == 0


@pytest.mark.parametrize("model", MODELS)
def test_after_any_fault_the_newest_frame_stands_there_again(model: str) -> None:
    with Desk(model) as desk:
        show_with_faults(desk, Random(model), 60)


def test_the_pocket_plays_its_first_turn_from_pins_to_glass(tmp_path: Path) -> None:
    board = load("pocket-4in2")
    with Wire("epd4in2_V2") as wire:
        parts = build(board, board.panel, tmp_path)
        store = MemoryStore(settings=SETTINGS)
        buttons = GpioKeypad(dict(board.pins), board.controls, clock=wire.clock, threaded=False)
        pins = {key: wire.factory.pin(number) for key, number in board.pins}
        planner, keys = Planner(), list(opening_keys(len(first_match().oyagime)))
        patience = 1000

        def pump() -> None:
            nonlocal patience
            match = store.match
            if match is not None and len(match.round.moves) >= 2 and not keys:
                # The panel's own thread shows it when it gets to it.
                session = Session(match, SETTINGS, SEED, board.controls)
                look = Look.of(board.size, SETTINGS, board.controls)
                expected = Frame(layout(flow.current(session), look))
                patience -= 1
                if wire.controller.glass == expected.image.tobytes() or not patience:
                    app.post(Stop("seen"))
                return
            if not keys and match is not None:
                keys.extend(planner.keys(match))
            if keys:
                pin = pins[keys.pop(0)]
                for drive in (pin.drive_low, pin.drive_high):
                    drive()
                    wire.clock.advance(LONG_ENOUGH_S)
                    buttons.work()

        app = App(
            store=store,
            panel=parts.panel,
            keypads=[buttons],
            thinker=InlineThinker(),
            seed=SEED,
            controls=board.controls,
            pump=pump,
        )
        app.run()

        assert patience, "the table was not shown"
        goodbye = Goodbye(Session(store.match, SETTINGS, SEED, board.controls))
        look = Look.of(board.size, SETTINGS, board.controls)
        assert wire.controller.glass == Frame(layout(goodbye, look)).image.tobytes()
        assert not +wire.controller.violations


class Fingers(VirtualClock):
    """A clock that does what is planned for its moments, whoever waits meanwhile."""

    def __init__(self) -> None:
        super().__init__()
        self.plan: deque[tuple[float, Callable[[], None]]] = deque()

    def advance(self, seconds: float) -> None:
        super().advance(seconds)
        while self.plan and self.plan[0][0] <= self.now:
            self.plan.popleft()[1]()


def test_ten_quick_presses_during_a_full_refresh_arrive_in_order_with_two_refreshes_more() -> None:
    board, clock = load("pocket-4in2"), Fingers()
    keys = [Key.RIGHT, Key.LEFT, *[Key.SELECT] * 4, Key.HELP, Key.RIGHT, Key.BACK, Key.LOG]
    arrived: list[Key] = []
    updates_then = seconds = 0.0

    # The slowest glass of all: a full refresh takes it 4.2 s.
    with Wire("epd7in5_V2", clock=clock) as wire:
        controller = wire.controller
        panel = EpaperPanel("epd7in5_V2", clock=clock, threaded=False)
        buttons = GpioKeypad(
            dict(board.pins),
            board.controls,
            clock=clock,
            threaded=False,
            watch=lambda seen: arrived.append(seen.key) if isinstance(seen, Pressed) else None,
        )

        def plan_presses() -> None:
            for number, key in enumerate(keys):
                pin = wire.factory.pin(dict(board.pins)[key])
                down = clock.now + 0.5 + 0.2 * number
                for drive, at in ((pin.drive_low, down), (pin.drive_high, down + 0.08)):
                    clock.plan += [(at, drive), (at, buttons.work), (at + 0.05, buttons.work)]

        def pump() -> None:
            nonlocal updates_then, seconds
            # The program takes what has come before the glass is ready for more.
            if not app._events.empty():
                return
            if not arrived:
                plan_presses()
                began = clock.now
                panel.work()
                seconds = clock.now - began
                updates_then = controller.updates.total()
                assert controller.updates[Waveform.FULL] == 1
            elif panel.due is not None and panel.due <= clock.now:
                panel.work()
            else:
                app.post(Stop("all is shown"))

        app = App(
            store=MemoryStore(),
            panel=panel,
            keypads=[buttons],
            thinker=InlineThinker(),
            seed=bytes(range(16)),
            controls=board.controls,
            pump=pump,
        )
        app.run()

        expected = expected_frames(keys, controls=board.controls, size=panel.size)[-1]
        assert seconds > 4.0
        assert arrived == keys
        assert controller.updates.total() - updates_then <= 2
        assert controller.glass == expected.image.tobytes()


def test_a_lost_panel_does_not_touch_the_game() -> None:
    with Wire("epd4in2_V2") as wire:
        wire.controller.stuck_busy = True
        panel = EpaperPanel("epd4in2_V2", clock=wire.clock)
        store = MemoryStore(settings=SETTINGS)
        robot = Robot(store, opening_keys(len(first_match().oyagime)), lambda: Stop("over"))
        app = App(
            store=store,
            panel=panel,
            keypads=[ScriptedKeypad()],
            thinker=InlineThinker(),
            seed=SEED,
            pump=robot.pump,
        )
        robot.post = app.post
        app.run()

        assert store.match is not None
        assert write(store.match) == write(expected_match())


@pytest.mark.soak
@pytest.mark.parametrize(("model", "rotation", "after"), ways(MODELS))
def test_soak_any_frame_stands_on_the_glass(model: str, rotation: int, after: AfterPartial) -> None:
    with Desk(model, rotation, after) as desk:
        show_sketches(desk, Random(f"{SOAK_SEED} {model} {rotation} {after}"), 1200)


@pytest.mark.soak
@pytest.mark.parametrize(("model", "rotation", "after"), ways(PLAYABLE))
def test_soak_recorded_matches_stand_on_the_glass(
    model: str, rotation: int, after: AfterPartial
) -> None:
    with Desk(model, rotation, after) as desk:
        seed, shown = SOAK_SEED, 0
        while shown < 400:
            shown += show_recorded(desk, seed % 2**32)
            seed += 1
            recorded.cache_clear()


@pytest.mark.soak
@pytest.mark.parametrize("model", MODELS)
def test_soak_after_any_fault_the_newest_frame_stands_there_again(model: str) -> None:
    with Desk(model) as desk:
        show_with_faults(desk, Random(f"{SOAK_SEED} {model}"), 3000)
