"""The buttons, on gpiozero's mock pins."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from device.events import Event, Key, KeyDown
from device.keypads.gpio import GpioError, GpioKeypad

PINS = {Key.LEFT: 5, Key.SELECT: 13}


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    before = gpiozero.Device.pin_factory
    gpiozero.Device.pin_factory = MockFactory()
    yield gpiozero.Device.pin_factory
    gpiozero.Device.pin_factory.close()
    gpiozero.Device.pin_factory = before


def test_a_press_posts_the_pins_key_and_a_release_nothing(factory: MockFactory) -> None:
    events: list[Event] = []
    keypad = GpioKeypad(PINS, clock=lambda: 7.5)
    keypad.start(events.append)

    factory.pin(13).drive_low()
    factory.pin(13).drive_high()
    factory.pin(5).drive_low()

    assert events == [KeyDown(Key.SELECT, at=7.5), KeyDown(Key.LEFT, at=7.5)]
    keypad.stop()


def test_a_stopped_keypad_is_silent_and_has_freed_its_pins(factory: MockFactory) -> None:
    events: list[Event] = []
    keypad = GpioKeypad(PINS)
    keypad.start(events.append)

    keypad.stop()
    keypad.stop()
    factory.pin(13).drive_low()

    assert events == []
    gpiozero.Button(13).close()


@pytest.mark.usefixtures("factory")
def test_a_pin_in_use_is_one_line_naming_key_and_pin_and_frees_the_others() -> None:
    keypad = GpioKeypad(PINS)

    with gpiozero.Button(13), pytest.raises(GpioError) as caught:
        keypad.start(list[Event]().append)

    assert str(caught.value) == "key select: pin 13 is in use; give the key another pin"
    gpiozero.Button(5).close()


@pytest.mark.usefixtures("factory")
def test_a_pin_that_does_not_exist_is_one_line_naming_key_and_pin() -> None:
    keypad = GpioKeypad({Key.LEFT: 99})

    with pytest.raises(GpioError, match=r"^key left: pin 99 cannot be opened: .*99.*$"):
        keypad.start(list[Event]().append)


def test_without_gpiozero_is_one_line_with_the_remedy() -> None:
    program = (
        "from device.events import Key\n"
        "from device.keypads.gpio import GpioError, GpioKeypad\n"
        "try:\n"
        "    GpioKeypad({Key.LEFT: 5}).start(print)\n"
        "except GpioError as error:\n"
        "    print(error)\n"
    )

    # -S: without the directory of installed packages.
    done = subprocess.run(
        [sys.executable, "-S", "-c", program],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=10,
        check=False,
    )

    assert done.stdout == "gpiozero is missing: pip install 'koikoi[pi]'\n", done.stderr
