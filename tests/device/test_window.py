"""The window on a real X server: real key presses and clicks, and what is on its screen."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic

import pytest
from PIL import Image, ImageGrab

from device.boards import load
from device.build import build
from device.events import Event, Glass, Key, KeyDown, PanelState, Post, Stop, Tap
from device.geometry import Box, Point, Size
from device.intents import Intent
from device.look.frame import Frame
from device.look.items import Layout, Text
from device.look.paint import paint
from device.panels import Scene
from device.panels.window import (
    BEZEL,
    INK,
    PAPER,
    REPEAT_AFTER_S,
    REPEAT_EVERY_S,
    Window,
    WindowError,
)
from device.settings import Settings
from tests.driver import LOCKSTEP_KEYS, expected_frames, lockstep

SIZE = Size(400, 300)
PLACE = Box(20, 20, 200, 16)
FIRST = Frame(Layout(SIZE, (Text("first", PLACE),)))
SECOND = Frame(Layout(SIZE, (Text("second", PLACE),)))
PATIENCE_S = 60.0
ROOT = Path(__file__).parents[2]


class Clock:
    """Seconds that pass when told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Desk:
    """A window in the corner of an X screen, with somebody at its keyboard."""

    def __init__(self, display: str) -> None:
        self.display = display
        self.clock = Clock()
        self.events: SimpleQueue[Event] = SimpleQueue()
        self.window = Window(SIZE, clock=self.clock)
        self.window.start(self.events.put)
        # Without a window manager the keys go to the window under the pointer.
        self.do("mousemove", "150", "150")

    def do(self, *command: str) -> None:
        subprocess.run(["xdotool", *command], check=True, timeout=PATIENCE_S)  # noqa: S607

    def next(self) -> Event:
        """Pump until something is posted."""
        end = monotonic() + PATIENCE_S
        while monotonic() < end:
            self.window.pump()
            try:
                return self.events.get(timeout=0.01)
            except Empty:
                continue
        pytest.fail("nothing was posted")

    def screen(self, width: int, height: int) -> Image.Image:
        return ImageGrab.grab((0, 0, width, height), xdisplay=self.display)

    def screen_becomes(self, expected: Image.Image) -> bool:
        """Pump until the corner of the screen is as expected: X draws when it gets to it."""
        end = monotonic() + PATIENCE_S
        while self.screen(*expected.size).tobytes() != expected.tobytes():
            if monotonic() > end:
                return False
            self.window.pump()
        return True


def coloured(
    frame: Frame,
    scale: int,
    ink: tuple[int, int, int] = INK,
    paper: tuple[int, int, int] = PAPER,
) -> Image.Image:
    """What a frame looks like, by way of Pillow alone."""
    picture = Image.new("RGB", SIZE, ink)
    picture.paste(paper, mask=frame.image)
    size = (SIZE.width * scale, SIZE.height * scale)
    return picture.resize(size, Image.Resampling.NEAREST)


@pytest.fixture
def desk(display: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    monkeypatch.setenv("SDL_VIDEO_WINDOW_POS", "0,0")
    desk = Desk(display)
    yield desk
    desk.window.stop()


def test_the_screen_shows_the_frame_in_whole_multiples(desk: Desk) -> None:
    desk.window.submit(FIRST, Intent.BOOT)

    assert desk.next() == PanelState(Glass.SHOWN)
    # Twice the frame is the most that nine tenths of 1280x800 have room for.
    assert desk.screen_becomes(coloured(FIRST, 2))


def test_the_newest_frame_wins_from_whatever_thread(desk: Desk) -> None:
    desk.window.submit(FIRST, Intent.BOOT)
    other = threading.Thread(target=desk.window.submit, args=(SECOND, Intent.MOVE))
    other.start()
    other.join()

    assert desk.next() == PanelState(Glass.SHOWN)
    desk.window.pump()
    assert desk.events.empty()
    assert desk.screen_becomes(coloured(SECOND, 2))


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Left", Key.LEFT),
        ("Right", Key.RIGHT),
        ("Up", Key.UP),
        ("Down", Key.DOWN),
        ("h", Key.LEFT),
        ("Return", Key.SELECT),
        ("KP_Enter", Key.SELECT),
        ("space", Key.SELECT),
        ("Escape", Key.BACK),
        ("question", Key.HELP),
        ("l", Key.LOG),
        ("o", Key.OPTIONS),
        ("q", Key.QUIT),
        ("shift+q", Key.QUIT),
        ("r", Key.REFRESH),
    ],
)
def test_a_pressed_key_arrives(desk: Desk, name: str, key: Key) -> None:
    desk.clock.now = 3.5

    desk.do("key", name)

    assert desk.next() == KeyDown(key, at=3.5)


TYPED = {
    Key.LEFT: "Left",
    Key.RIGHT: "Right",
    Key.SELECT: "Return",
    Key.BACK: "Escape",
    Key.HELP: "question",
    Key.LOG: "l",
    Key.OPTIONS: "o",
    Key.QUIT: "q",
}


class Noted(Window):
    """A window that keeps the keys it posted; whoever starts it last hears it."""

    keys: list[Key]
    heard: Post

    def start(self, post: Post) -> None:
        self.heard, self.keys = post, []
        super().start(self._note)

    def _note(self, event: Event) -> None:
        if isinstance(event, KeyDown):
            self.keys.append(event.key)
        self.heard(event)


def test_a_key_script_makes_the_same_frames_typed_into_the_window(desk: Desk) -> None:
    desk.window.stop()
    window = Noted(SIZE, clock=lambda: 0.0)

    def press(key: Key) -> None:
        before, end = len(window.keys), monotonic() + PATIENCE_S
        desk.do("key", TYPED[key])
        while len(window.keys) == before and monotonic() < end:
            window.pump()

    assert lockstep(window, press, LOCKSTEP_KEYS, panel=window) == expected_frames(LOCKSTEP_KEYS)


@pytest.mark.parametrize(
    ("name", "key"), [("l", Key.RIGHT), ("h", Key.LEFT), ("j", Key.DOWN), ("shift+l", Key.LOG)]
)
def test_with_the_keys_of_vi_they_move(desk: Desk, name: str, key: Key) -> None:
    desk.window.adjust(Settings(vi_keys=True))

    desk.do("key", name)

    assert desk.next() == KeyDown(key)


def test_keys_with_ctrl_and_alt_and_unknown_keys_are_passed_over(desk: Desk) -> None:
    desk.do("key", "ctrl+q", "alt+q", "x", "F5", "Escape")

    assert desk.next() == KeyDown(Key.BACK)


def test_a_held_arrow_repeats_until_it_is_released(desk: Desk) -> None:
    desk.do("keydown", "Right")
    pressed = desk.next()
    desk.window.pump()
    early = desk.events.empty()

    desk.clock.now += REPEAT_AFTER_S
    first = desk.next()
    desk.clock.now += REPEAT_EVERY_S
    second = desk.next()
    desk.do("keyup", "Right", "key", "Escape")
    desk.next()
    desk.clock.now += REPEAT_AFTER_S
    desk.window.pump()

    assert pressed == KeyDown(Key.RIGHT, at=0.0)
    assert early
    assert first == KeyDown(Key.RIGHT, at=REPEAT_AFTER_S, held=True)
    assert second == KeyDown(Key.RIGHT, at=REPEAT_AFTER_S + REPEAT_EVERY_S, held=True)
    assert desk.events.empty()


def test_a_held_select_is_one_press(desk: Desk) -> None:
    desk.do("keydown", "space")
    pressed = desk.next()

    desk.clock.now += REPEAT_AFTER_S
    desk.do("keyup", "space", "key", "Escape")

    assert pressed == KeyDown(Key.SELECT, at=0.0)
    assert desk.next() == KeyDown(Key.BACK, at=REPEAT_AFTER_S)


def test_a_click_is_a_tap_in_panel_pixels(desk: Desk) -> None:
    desk.clock.now = 4.0

    desk.do("mousemove", "799", "1", "click", "1")

    assert desk.next() == Tap(Point(399, 0), at=4.0)


def test_a_resized_window_centres_the_frame_and_ignores_clicks_beside_it(desk: Desk) -> None:
    import pygame

    expected = Image.new("RGB", (1000, 700), BEZEL)
    expected.paste(coloured(FIRST, 2), (100, 50))
    desk.window.submit(FIRST, Intent.BOOT)
    desk.next()

    desk.do("windowsize", str(pygame.display.get_wm_info()["window"]), "1000", "700")
    resized = desk.screen_becomes(expected)
    desk.do("mousemove", "99", "200", "click", "1", "mousemove", "100", "50", "click", "1")

    assert resized
    assert desk.next() == Tap(Point(0, 0))


def test_a_picture_that_is_turned_half_round_is_clicked_where_it_is_seen(desk: Desk) -> None:
    desk.window.adjust(Settings(rotate=True))
    desk.window.submit(FIRST, Intent.BOOT)
    desk.next()

    turned = desk.screen_becomes(coloured(FIRST, 2).rotate(180))
    desk.do("mousemove", "799", "1", "click", "1")

    assert turned
    assert desk.next() == Tap(Point(0, 299))


def test_an_inverted_picture_is_white_on_black(desk: Desk) -> None:
    desk.window.adjust(Settings(invert=True))
    desk.window.submit(FIRST, Intent.BOOT)

    assert desk.screen_becomes(coloured(FIRST, 2, ink=PAPER, paper=INK))


class Exhibit:
    """A show of one scene after the other; the last one stays."""

    def __init__(self, *scenes: Scene) -> None:
        self._scenes = list(scenes)
        self.settings: Settings | None = None
        self.stopped = False

    def adjust(self, settings: Settings) -> None:
        self.settings = settings

    def scene(self) -> Scene:
        return self._scenes.pop(0) if len(self._scenes) > 1 else self._scenes[0]

    def stop(self) -> None:
        self.stopped = True


CAPTION = paint(Layout(Size(400, 20), (Text("figures", Box(0, 0, 200, 16)),)))


def exhibited(desk: Desk, *greys: int) -> Exhibit:
    """Give the desk a window with a show in these greys."""
    desk.window.stop()
    show = Exhibit(*(Scene(Image.new("L", SIZE, grey), CAPTION) for grey in greys))
    desk.window = Window(SIZE, show=show, clock=desk.clock)
    desk.window.start(desk.events.put)
    return show


def test_a_show_is_seen_in_its_greys_with_its_caption_below(desk: Desk) -> None:
    exhibited(desk, 0, 128)

    grey = tuple(dark + (light - dark) * 128 // 255 for dark, light in zip(INK, PAPER, strict=True))
    expected = Image.new("RGB", (400, 320), grey)
    below = Image.new("RGB", CAPTION.size, INK)
    below.paste(BEZEL, mask=CAPTION)
    expected.paste(below, (0, 300))
    assert desk.screen_becomes(expected.resize((800, 640), Image.Resampling.NEAREST))


def test_a_click_on_a_show_is_a_tap_and_one_on_its_caption_is_none(desk: Desk) -> None:
    exhibited(desk, 255)

    desk.do("mousemove", "10", "620", "click", "1", "mousemove", "10", "580", "click", "1")

    assert desk.next() == Tap(Point(5, 290))


def test_a_show_hears_of_the_settings_and_of_the_end(desk: Desk) -> None:
    show = exhibited(desk, 255)

    desk.window.adjust(Settings(language="ko"))
    desk.window.stop()

    assert show.settings == Settings(language="ko")
    assert show.stopped


def test_emulated_glass_at_full_speed_shows_what_the_program_shows(desk: Desk) -> None:
    desk.window.stop()
    parts = build(load("desktop"), "glass", Path(), speed=0)
    assert isinstance(parts.keypads[0], Window)
    desk.window = parts.keypads[0]
    desk.window.start(desk.events.put)
    parts.panel.start(desk.events.put)

    parts.panel.submit(FIRST, Intent.BOOT)

    assert desk.next() == PanelState(Glass.SHOWN)
    assert desk.screen_becomes(coloured(FIRST, 2))
    parts.panel.stop()


def test_a_given_scale_is_used(desk: Desk) -> None:
    desk.window.stop()
    desk.window = Window(SIZE, scale=1)
    desk.window.start(desk.events.put)

    desk.window.submit(FIRST, Intent.BOOT)

    assert desk.screen_becomes(coloured(FIRST, 1))


def test_closing_the_window_stops_the_program(desk: Desk) -> None:
    import pygame

    # What the window manager's close button becomes; this screen has no window manager.
    pygame.event.post(pygame.event.Event(pygame.QUIT))

    assert desk.next() == Stop("window closed")


def test_starting_twice_opens_one_window_and_a_stopped_one_is_silent(desk: Desk) -> None:
    desk.window.start(desk.events.put)

    desk.window.stop()
    desk.window.stop()
    desk.window.submit(FIRST, Intent.BOOT)
    desk.window.pump()
    desk.window.sleep()

    assert desk.events.empty()


def test_sleep_is_reported(desk: Desk) -> None:
    desk.window.sleep()

    assert desk.next() == PanelState(Glass.ASLEEP)


def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)


def dead_display(monkeypatch: pytest.MonkeyPatch) -> None:
    no_display(monkeypatch)
    monkeypatch.setenv("DISPLAY", ":4095")


@pytest.mark.parametrize(
    ("situation", "line"),
    [
        (no_display, "no display: run `koikoi --panel terminal`"),
        (dead_display, "the display does not answer: run `koikoi --panel terminal`"),
    ],
)
def test_no_display_is_one_line_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch,
    situation: Callable[[pytest.MonkeyPatch], None],
    line: str,
) -> None:
    situation(monkeypatch)

    with pytest.raises(WindowError) as caught:
        Window(SIZE).start(list[Event]().append)

    assert str(caught.value) == line


def test_without_pygame_is_one_line_with_the_remedy() -> None:
    program = (
        "from device.geometry import Size\n"
        "from device.panels.window import Window, WindowError\n"
        "try:\n"
        "    Window(Size(400, 300)).start(print)\n"
        "except WindowError as error:\n"
        "    print(error)\n"
    )

    # -S: without the directory of installed packages.
    done = subprocess.run(
        [sys.executable, "-S", "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )

    assert done.stdout == (
        "pygame is missing: pip install 'koikoi[desktop]', or run `koikoi --panel terminal`\n"
    ), done.stderr
