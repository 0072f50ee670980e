"""The scripted keypad posts what it is given, in order."""

from __future__ import annotations

from device.events import Event, Key, KeyDown, Stop
from device.keypads.scripted import ScriptedKeypad


def test_the_script_is_posted_in_order_from_the_start() -> None:
    events: list[Event] = []
    keypad = ScriptedKeypad([Key.RIGHT, KeyDown(Key.RIGHT, at=2.0, held=True), Key.SELECT])

    keypad.start(events.append)

    assert events == [
        KeyDown(Key.RIGHT),
        KeyDown(Key.RIGHT, at=2.0, held=True),
        KeyDown(Key.SELECT),
    ]


def test_a_script_can_end_with_a_stop() -> None:
    events: list[Event] = []
    keypad = ScriptedKeypad([Key.SELECT], then_stop="end of the script")

    keypad.start(events.append)

    assert events == [KeyDown(Key.SELECT), Stop("end of the script")]


def test_keys_can_be_pressed_later_until_the_stop() -> None:
    events: list[Event] = []
    keypad = ScriptedKeypad()
    keypad.press(Key.LEFT)
    keypad.start(events.append)

    keypad.press(Key.SELECT, Key.BACK)
    keypad.stop()
    keypad.stop()
    keypad.press(Key.RIGHT)

    assert events == [KeyDown(Key.SELECT), KeyDown(Key.BACK)]
