"""The buttons, on gpiozero's mock pins."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from device import boards
from device.controls import Controls
from device.events import Event, Key, KeyDown, Restore
from device.keypads.gpio import GpioError, GpioKeypad
from device.presses import Edge, Kind, Pressed
from device.settings import Settings
from tests.driver import LOCKSTEP_KEYS, PATIENCE_S, expected_frames, lockstep

PINS = {Key.LEFT: 5, Key.SELECT: 13}
CONTROLS = Controls((Key.LEFT, Key.SELECT), repeats=(Key.LEFT,))


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    before = gpiozero.Device.pin_factory
    gpiozero.Device.pin_factory = MockFactory()
    yield gpiozero.Device.pin_factory
    gpiozero.Device.pin_factory.close()
    gpiozero.Device.pin_factory = before


class Bench:
    """A keypad without a thread on a table with wires; time passes only when told to."""

    def __init__(
        self, factory: MockFactory, pins: dict[Key, int] = PINS, controls: Controls = CONTROLS
    ) -> None:
        self.now = 100.0
        self.events: list[Event] = []
        self.watched: list[Edge | Pressed] = []
        self._pins = pins
        self._factory = factory
        self._controls = controls
        self.keypad = GpioKeypad(
            pins, controls, clock=lambda: self.now, watch=self.watched.append, threaded=False
        )

    def down(self, button: Key) -> None:
        self._factory.pin(self._pins[button]).drive_low()

    def up(self, button: Key) -> None:
        self._factory.pin(self._pins[button]).drive_high()

    def wait(self, seconds: float) -> None:
        """Let time pass; whatever is due meanwhile is done then."""
        self.keypad.work()
        end = self.now + seconds
        while (due := self.keypad.due) is not None and due <= end:
            self.now = max(self.now, due)
            self.keypad.work()
        self.now = end

    def press(self, key: Key) -> None:
        """Press a key as a person does: its button, hold or chord."""
        controls = self._controls
        for (one, other), made in controls.chords:
            if made is key:
                self._tap(one, other)
                return
        held = next((button for button, made in controls.holds if made is key), None)
        if held is None:
            self._tap(key)
        else:
            self.down(held)
            self.wait(1.0)
            self.up(held)
            self.wait(0.1)

    def _tap(self, *buttons: Key) -> None:
        for button in buttons:
            self.down(button)
            self.wait(0.05)
        for button in buttons:
            self.up(button)
            self.wait(0.05)


def test_a_press_posts_the_pins_key_three_milliseconds_later_and_a_release_nothing(
    factory: MockFactory,
) -> None:
    bench = Bench(factory)
    bench.keypad.start(bench.events.append)

    bench.down(Key.SELECT)
    bench.wait(0.002)
    assert bench.events == []
    bench.wait(0.1)
    bench.up(Key.SELECT)
    bench.wait(1.0)

    assert bench.events == [KeyDown(Key.SELECT, at=100.003)]
    bench.keypad.stop()


def test_bounces_on_the_pin_are_one_press(factory: MockFactory) -> None:
    bench = Bench(factory)
    bench.keypad.start(bench.events.append)

    for _ in range(5):
        bench.down(Key.SELECT)
        bench.wait(0.0005)
        bench.up(Key.SELECT)
        bench.wait(0.0005)
    bench.down(Key.SELECT)
    bench.wait(0.1)

    assert [event.key for event in bench.events if isinstance(event, KeyDown)] == [Key.SELECT]
    bench.keypad.stop()


def test_a_button_that_is_down_at_the_start_is_ignored_until_it_was_let_go(
    factory: MockFactory,
) -> None:
    bench = Bench(factory)
    bench.down(Key.LEFT)
    bench.keypad.start(bench.events.append)

    bench.wait(20.0)
    assert bench.events == []
    bench.up(Key.LEFT)
    bench.wait(0.1)
    bench.press(Key.LEFT)

    assert len(bench.events) == 1
    bench.keypad.stop()


def test_the_settings_swap_buttons_from_the_next_press_on(factory: MockFactory) -> None:
    bench = Bench(factory)
    bench.keypad.adjust(Settings(buttons="left=select select=left"))
    bench.keypad.start(bench.events.append)

    bench.press(Key.SELECT)
    bench.keypad.adjust(Settings())
    bench.press(Key.SELECT)

    keys = [event.key for event in bench.events if isinstance(event, KeyDown)]
    assert keys == [Key.LEFT, Key.SELECT]
    bench.keypad.stop()


def test_swaps_of_buttons_that_are_not_there_change_nothing(factory: MockFactory) -> None:
    bench = Bench(factory)
    bench.keypad.adjust(Settings(buttons="back=select select=back"))
    bench.keypad.start(bench.events.append)

    bench.press(Key.SELECT)

    assert [event.key for event in bench.events if isinstance(event, KeyDown)] == [Key.SELECT]
    bench.keypad.stop()


def test_holding_selects_button_asks_for_the_buttons_as_they_came(factory: MockFactory) -> None:
    bench = Bench(factory)
    bench.keypad.adjust(Settings(buttons="left=select select=left"))
    bench.keypad.start(bench.events.append)

    bench.down(Key.SELECT)
    bench.wait(6.0)

    assert [event for event in bench.events if isinstance(event, Restore)] == [Restore(105.003)]
    bench.keypad.stop()


def test_whoever_watches_is_shown_each_edge_and_what_was_made_of_it(factory: MockFactory) -> None:
    bench = Bench(factory)
    bench.keypad.start(bench.events.append)

    bench.down(Key.LEFT)
    bench.wait(0.01)
    bench.up(Key.LEFT)
    bench.wait(0.01)

    assert bench.watched == [
        Edge(Key.LEFT, down=True, at=100.0),
        Pressed(Key.LEFT, Kind.PRESS, 100.003, (Key.LEFT,)),
        Edge(Key.LEFT, down=False, at=100.01),
    ]
    bench.keypad.stop()


def test_a_fault_in_one_handler_silences_no_button(
    factory: MockFactory, caplog: pytest.LogCaptureFixture
) -> None:
    events: SimpleQueue[Event] = SimpleQueue()

    def post(event: Event) -> None:
        if isinstance(event, KeyDown) and event.key is Key.SELECT:
            raise RuntimeError("the handler of SELECT is broken")
        events.put(event)

    keypad = GpioKeypad(PINS, CONTROLS)
    keypad.start(post)

    factory.pin(13).drive_low()
    factory.pin(5).drive_low()

    event = events.get(timeout=PATIENCE_S)
    assert isinstance(event, KeyDown)
    assert event.key is Key.LEFT
    keypad.stop()
    assert "the handler of SELECT is broken" in caplog.text


def test_a_stopped_keypad_is_silent_and_has_freed_its_pins(factory: MockFactory) -> None:
    events: list[Event] = []
    keypad = GpioKeypad(PINS, CONTROLS)
    keypad.start(events.append)

    factory.pin(13).drive_low()
    keypad.stop()
    keypad.stop()
    factory.pin(5).drive_low()

    assert all(event != KeyDown(Key.LEFT) for event in events)
    gpiozero.Button(13).close()


@pytest.mark.usefixtures("factory")
def test_a_pin_in_use_is_one_line_naming_key_and_pin_and_frees_the_others() -> None:
    keypad = GpioKeypad(PINS, CONTROLS)

    with gpiozero.Button(13), pytest.raises(GpioError) as caught:
        keypad.start(list[Event]().append)

    assert str(caught.value) == "key select: pin 13 is in use; give the key another pin"
    gpiozero.Button(5).close()


@pytest.mark.usefixtures("factory")
def test_a_pin_that_does_not_exist_is_one_line_naming_key_and_pin() -> None:
    keypad = GpioKeypad({Key.LEFT: 99}, Controls((Key.LEFT,)))

    with pytest.raises(GpioError, match=r"^key left: pin 99 cannot be opened: .*99.*$"):
        keypad.start(list[Event]().append)


@pytest.mark.parametrize(
    ("trouble", "told"),
    [
        ("'GPIO busy'", "key left: pin 5 is in use by another program ('GPIO busy'); stop that"),
        ("Permission denied", "key left: pin 5 may not be opened (Permission denied); join the"),
    ],
)
def test_the_pin_librarys_own_errors_are_one_line_with_the_remedy(
    factory: MockFactory, trouble: str, told: str
) -> None:
    class Refused(type(factory.pin(5))):  # type: ignore[misc]  # gpiozero has no types
        def __init__(self, *_: object) -> None:
            raise RuntimeError(trouble)

    factory.pins.clear()
    factory.pin_class = Refused
    keypad = GpioKeypad({Key.LEFT: 5}, Controls((Key.LEFT,)))

    with pytest.raises(GpioError) as caught:
        keypad.start(list[Event]().append)

    assert str(caught.value).startswith(told)
    assert "\n" not in str(caught.value)


STARTS = (
    "from device.controls import Controls\n"
    "from device.events import Key\n"
    "from device.keypads.gpio import GpioError, GpioKeypad\n"
    "try:\n"
    "    GpioKeypad({Key.LEFT: 5}, Controls((Key.LEFT,))).start(print)\n"
    "except GpioError as error:\n"
    "    print(error)\n"
)


def started(*options: str, factory: str = "") -> str:
    """Return what is printed where the keypad is started in a new Python."""
    done = subprocess.run(
        [sys.executable, *options, "-c", STARTS],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
        env={"GPIOZERO_PIN_FACTORY": factory} if factory else {},
    )
    assert done.stderr == ""
    return done.stdout


def test_without_gpiozero_is_one_line_with_the_remedy() -> None:
    # -S: without the directory of installed packages.
    assert started("-S") == "gpiozero is missing: pip install 'koikoi[pi]'\n"


def test_where_there_are_no_pins_is_one_line_with_the_remedy() -> None:
    told = started()

    assert told.count("\n") == 1
    assert told.startswith("no pins can be opened here (Falling back from lgpio: ")
    assert "install python3-lgpio and join the group gpio" in told


def test_a_pin_library_that_nobody_knows_is_one_line() -> None:
    told = started(factory="lgpoi")

    assert told.startswith("no pins can be opened here (Unable to find pin factory 'lgpoi'): ")
    assert told.count("\n") == 1


@pytest.mark.parametrize("name", ["pocket-4in2", "hat-2in7"])
def test_a_script_over_the_pins_in_lock_step_gives_the_frames_of_the_scripted_keypad(
    factory: MockFactory, name: str
) -> None:
    board = boards.load(name)
    bench = Bench(factory, dict(board.pins), board.controls)

    frames = lockstep(bench.keypad, bench.press, LOCKSTEP_KEYS, controls=board.controls)

    assert frames == expected_frames(LOCKSTEP_KEYS, controls=board.controls)
    assert len(frames) > len(LOCKSTEP_KEYS)


def test_the_keypads_own_thread_posts_presses_in_their_order_and_times_never_go_back(
    factory: MockFactory,
) -> None:
    board = boards.load("pocket-4in2")
    events: SimpleQueue[Event] = SimpleQueue()
    keypad = GpioKeypad(dict(board.pins), board.controls)
    keypad.start(events.put)
    wanted = [key for key, _ in board.pins if key is not Key.HELP]

    for key in wanted:
        factory.pin(dict(board.pins)[key]).drive_low()
    got = [events.get(timeout=PATIENCE_S) for _ in wanted]

    keypad.stop()
    presses = [event for event in got if isinstance(event, KeyDown)]
    assert [press.key for press in presses] == wanted
    assert sorted(press.at for press in presses) == [press.at for press in presses]
