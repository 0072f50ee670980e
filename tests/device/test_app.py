"""The whole program, in memory: keys in, frames and saves out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from random import Random

import pytest

from device.app import RETRY_S, App
from device.events import Event, Glass, Key, KeyDown, PanelState, Stop, Tap
from device.geometry import Point, Size
from device.intents import Intent
from device.keypads.scripted import ScriptedKeypad
from device.look import Frame
from device.panels.memory import MemoryPanel
from device.screens.session import Session
from device.settings import Settings
from device.store import FileStore, MemoryStore, Store
from device.workers import InlineThinker, ProcessThinker, Thinker
from koikoi.match import Match
from koikoi.record import write
from koikoi.rules import RuleSet
from tests.driver import Robot, opening_keys, robot_match
from tests.games import new_match

SEED = bytes(range(16))
SIZE = Size(400, 300)
PRESETTINGS = Settings(level="hard", rounds=3)


class NoKeys:
    """A keypad that nobody touches."""

    def adjust(self, settings: Settings) -> None:
        """Do nothing."""

    def start(self, post: Callable[[Event], None]) -> None:
        """Do nothing."""

    def stop(self) -> None:
        """Do nothing."""


def first_match(settings: Settings = PRESETTINGS) -> Match:
    """Return the match that a new game with these settings and SEED begins."""
    session = Session(None, settings, SEED)
    return session.new_match(RuleSet().but(rounds=settings.rounds)).open_match


def run(
    *keys: Key | Event,
    store: Store | None = None,
    panel: MemoryPanel | None = None,
    pump: Callable[[App], None] | None = None,
    thinker: Thinker | None = None,
    clock: Callable[[], float] = lambda: 0.0,
) -> MemoryPanel:
    """Run the program over these keys and events, then stop it."""
    store = store or MemoryStore(settings=PRESETTINGS)
    panel = panel or MemoryPanel(SIZE, keep=True)
    waits = count(1)

    def stop_when_idle(app: App) -> None:
        # Before the first wait everything is in the queue; before the second it is worked off.
        if next(waits) > 1:
            app.post(Stop("the script is over"))

    pumped = pump or stop_when_idle
    app = App(
        store=store,
        panel=panel,
        keypads=[NoKeys()],
        thinker=thinker or InlineThinker(),
        seed=SEED,
        pump=lambda: pumped(app),
        clock=clock,
    )
    for key in keys:
        app.post(KeyDown(key) if isinstance(key, Key) else key)
    app.run()
    return panel


def robot_run(store: MemoryStore, opening: Sequence[Key], thinker: Thinker) -> MemoryPanel:
    """Let the robot play the match in the store to its end."""
    robot = Robot(store, list(opening), lambda: Stop("over"))

    def pump(app: App) -> None:
        robot.post = app.post
        robot.pump()

    return run(store=store, pump=pump, thinker=thinker)


def test_a_scripted_match_equals_its_expected_record() -> None:
    store = MemoryStore(settings=PRESETTINGS)
    expected = robot_match(first_match(), "hard")

    panel = robot_run(store, opening_keys(len(expected.oyagime)), InlineThinker())

    assert store.match is not None
    assert write(store.match) == write(expected)
    # Every decision of either side was shown, and a good deal more.
    assert panel.count > sum(len(round_.moves) for round_ in expected.rounds)


def test_the_thinking_process_plays_the_same_match() -> None:
    store = MemoryStore(settings=PRESETTINGS)
    expected = robot_match(first_match(), "hard")

    robot_run(store, opening_keys(len(expected.oyagime)), ProcessThinker())

    assert store.match == expected


@pytest.mark.parametrize("stops", [1, 2, 3])
def test_a_match_left_after_any_press_goes_on_to_the_same_end(stops: int) -> None:
    store = MemoryStore(settings=PRESETTINGS)
    expected = robot_match(first_match(), "hard")
    robot = Robot(store, opening_keys(len(expected.oyagime)), lambda: Stop("over"))
    rng = Random(stops)
    left = 0

    def pump(app: App) -> None:
        robot.post = app.post
        robot.pump()
        if store.match is not None and rng.random() < 0.2:
            app.post(Stop("left"))

    while store.match is None or not store.match.over:
        run(store=store, pump=pump)
        # What was pressed but not decided is gone: the robot starts its decision again.
        robot = Robot(store, [], lambda: Stop("over"))
        left += 1

    assert left > 3
    assert store.match == expected


def test_presses_that_decide_nothing_cost_one_frame() -> None:
    store = MemoryStore(new_match(b"\x05"))
    still = run(store=store)
    store = MemoryStore(new_match(b"\x05"))

    panel = run(Key.HELP, Key.RIGHT, Key.RIGHT, Key.RIGHT, store=store)

    assert panel.count == still.count + 1


def test_a_frame_like_the_one_on_the_glass_is_not_sent_again() -> None:
    panel = run(Key.LEFT, Key.RIGHT)

    # The title, and nothing else before the goodbye: the cursor is where it was.
    assert panel.count == 2


def test_the_first_frame_boots_and_a_refresh_repeats_it() -> None:
    panel = run(Key.REFRESH)

    intents = [shown.intent for shown in panel.shown]
    assert intents == [Intent.BOOT, Intent.REFRESH, Intent.GOODBYE]
    assert panel.shown[0].frame == panel.shown[1].frame


def test_a_held_select_decides_once() -> None:
    held = [KeyDown(Key.SELECT, held=True)] * 5

    store = MemoryStore(settings=PRESETTINGS)

    run(Key.SELECT, Key.SELECT, *held, store=store)

    # The draw for dealer still waits: nothing was turned, nothing was played.
    assert store.match == first_match()


def test_a_tap_hits_what_the_layout_shows_there() -> None:
    panel = run()
    frame = panel.shown[-2].frame
    target = next(target for target in frame.layout.targets if target.index == 0)
    middle = Point(target.box.x + target.box.width // 2, target.box.y + target.box.height // 2)

    tapped = run(Tap(middle))
    pressed = run(Key.SELECT)
    missed = run(Tap(Point(399, 299)))

    assert tapped.shown[-2].frame == pressed.shown[-2].frame
    assert missed.shown[-2].frame == frame


def test_what_stays_on_the_glass_says_that_all_is_saved() -> None:
    panel = run(store=MemoryStore(new_match(b"\x05")))

    frame, intent = panel.shown[-1]
    assert intent is Intent.GOODBYE
    assert "Saved. Switching off." in texts(frame)
    assert "Month 1 of 3, you 0, CPU 0" in texts(frame)


def test_what_stays_on_the_glass_says_what_could_not_be_saved() -> None:
    store = MemoryStore(new_match(b"\x05"))
    store.refusal = "the disk is full"

    panel = run(store=store)

    assert "NOT saved! Switching off." in texts(panel.shown[-1].frame)


def test_a_save_that_is_owed_is_made_before_the_end() -> None:
    store = MemoryStore(settings=PRESETTINGS)
    store.refusal = "the disk is full"
    waits = count(1)

    def pump(app: App) -> None:
        if next(waits) > 1:
            store.refusal = None
            app.post(Stop("enough"))

    panel = run(*[Key.SELECT] * 2, store=store, pump=pump)

    assert store.match == first_match()
    assert "Saved. Switching off." in texts(panel.shown[-1].frame)


def texts(frame: Frame) -> str:
    from device.look import textview

    return "\n".join(textview.lines(frame.layout))


def test_a_save_that_fails_is_told_and_tried_again_and_the_match_goes_on() -> None:
    store = MemoryStore(settings=PRESETTINGS)
    store.refusal = "no room on the disk"
    now = (RETRY_S * number for number in count())
    told: list[bool] = []
    panel = MemoryPanel(SIZE, keep=True)

    def pump(app: App) -> None:
        step = len(told)
        told.append(bool(panel.shown))
        if step == 0:
            app.post(KeyDown(Key.SELECT))
        if step == 1:
            app.post(KeyDown(Key.SELECT))
        if step == 3:
            store.refusal = None
        if step == 8:
            app.post(Stop("enough"))

    run(store=store, panel=panel, pump=pump, clock=lambda: next(now))

    frames = [texts(shown.frame) for shown in panel.shown]
    assert any("not saved" in frame.lower() for frame in frames)
    assert "not saved" not in frames[-1].lower()
    assert store.match == first_match()


def test_another_programs_files_are_kept_and_told_before_anything_else(tmp_path: Path) -> None:
    theirs = '{"round": 7, "max_rounds": 12, "deck_ids": []}'
    (tmp_path / "game.json").write_text(theirs)
    panel = MemoryPanel(SIZE, keep=True)

    run(Key.SELECT, store=FileStore(tmp_path), panel=panel)

    kept = [path for path in tmp_path.iterdir() if path.name.startswith("game.json.aside-")]
    assert [path.read_text() for path in kept] == [theirs]
    assert kept[0].name in texts(panel.shown[0].frame)
    assert "New game" in texts(panel.shown[-2].frame)


def test_a_directory_that_cannot_be_used_is_told_and_the_match_is_played(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    panel = MemoryPanel(SIZE, keep=True)

    run(Key.SELECT, Key.SELECT, store=FileStore(tmp_path / "file"), panel=panel)

    assert "not saved" in texts(panel.shown[0].frame).lower()
    assert "Draw for dealer" in texts(panel.shown[-2].frame)


def test_a_lost_panel_is_no_reason_to_stop() -> None:
    lost = PanelState(Glass.LOST, "no answer")

    store = MemoryStore(settings=PRESETTINGS)

    run(lost, Key.SELECT, Key.SELECT, PanelState(Glass.BACK), store=store)

    assert store.match == first_match()


def test_settings_are_kept_as_soon_as_they_are_changed() -> None:
    store = MemoryStore(settings=PRESETTINGS)

    run(Key.OPTIONS, Key.SELECT, store=store)

    assert store.settings.hints is not PRESETTINGS.hints


def press_at_random(rng: Random, presses: int) -> int:
    """Press any keys on whatever screen comes, QUIT seldom; start again when it was left.

    Returns how many decisions the longest of the rounds that were saved meanwhile had.
    """
    keys = [key for key in Key if key is not Key.QUIT]
    store = MemoryStore(settings=PRESETTINGS)
    panel = MemoryPanel(SIZE)
    pressed = decisions = 0

    def pump(app: App) -> None:
        nonlocal pressed, decisions
        if store.match is not None:
            decisions = max(decisions, len(store.match.round.moves))
        if pressed == presses:
            app.post(Stop("enough"))
        else:
            app.post(KeyDown(rng.choice(keys) if rng.random() < 0.97 else Key.QUIT))
            pressed += 1

    while pressed < presses:
        run(store=store, panel=panel, pump=pump)
        panel.shown[-1].frame.image.load()
    return decisions


@pytest.mark.parametrize("seed", range(4))
def test_any_keys_on_any_screen_raise_nothing(seed: int) -> None:
    assert press_at_random(Random(seed), 5000) > 5


def test_the_scripted_keypad_is_one_of_many() -> None:
    keypads = [ScriptedKeypad([Key.SELECT]), ScriptedKeypad([Key.SELECT], then_stop="end")]
    store = MemoryStore(settings=PRESETTINGS)
    app = App(
        store=store,
        panel=MemoryPanel(SIZE),
        keypads=keypads,
        thinker=InlineThinker(),
        seed=SEED,
    )

    app.run()

    assert store.match == first_match()
