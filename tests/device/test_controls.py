"""What the buttons of a device do, and that no swap of buttons can lock a player out."""

from __future__ import annotations

from itertools import permutations

import pytest

from device import boards
from device.controls import KEYBOARD, Controls, How, SwapError, Way, parse_swaps, write_swaps
from device.events import Key

POCKET = boards.load("pocket-4in2").controls
HAT = boards.load("hat-2in7").controls


def test_a_keyboard_reaches_every_key() -> None:
    assert KEYBOARD.reached == frozenset(Key)


@pytest.mark.parametrize("controls", [HAT, POCKET])
def test_any_swaps_leave_every_key_on_some_button(controls: Controls) -> None:
    buttons = controls.buttons[:4]
    for keys in permutations(buttons):
        swaps = write_swaps(dict(zip(buttons, keys, strict=True)))

        assert set(controls.meanings(swaps).values()) == set(controls.buttons)


def test_two_swaps_after_each_other_move_three_buttons() -> None:
    once = POCKET.swapped("", Key.SELECT, Key.BACK)
    twice = POCKET.swapped(once, Key.SELECT, Key.LEFT)

    assert once == "select=back back=select"
    # SELECT was on the button of BACK, LEFT on its own.
    assert parse_swaps(twice) == {
        Key.LEFT: Key.SELECT,
        Key.SELECT: Key.BACK,
        Key.BACK: Key.LEFT,
    }


def test_swapping_back_leaves_no_trace() -> None:
    once = POCKET.swapped("", Key.SELECT, Key.BACK)

    assert POCKET.swapped(once, Key.BACK, Key.SELECT) == ""


def test_a_key_without_a_button_cannot_be_swapped() -> None:
    assert HAT.swapped("", Key.SELECT, Key.HELP) == ""


def test_swaps_made_on_another_device_are_passed_over() -> None:
    assert HAT.meanings("help=log log=help") == {button: button for button in HAT.buttons}


@pytest.mark.parametrize("text", ["left", "left=up", "left=right", "left=right left=right", "a=b"])
def test_swaps_that_would_lose_a_key_are_refused(text: str) -> None:
    with pytest.raises(SwapError):
        parse_swaps(text)


def test_the_hat_is_told_by_what_is_printed_on_it() -> None:
    assert HAT.told("") == (
        Way(("KEY1", "KEY2"), How.PRESS, Key.LEFT),
        Way(("KEY3",), How.PRESS, Key.SELECT),
        Way(("KEY4",), How.PRESS, Key.BACK),
        Way(("KEY1",), How.HOLD, Key.LOG),
        Way(("KEY2",), How.HOLD, Key.OPTIONS),
        Way(("KEY3",), How.HOLD, Key.HELP),
        Way(("KEY4",), How.HOLD, Key.QUIT),
        Way(("KEY1", "KEY2"), How.TOGETHER, Key.REFRESH),
        Way(("KEY3",), How.LONG, Key.SELECT),
    )


def test_what_is_told_follows_the_swaps_but_the_rescue_stays_where_it_was() -> None:
    told = HAT.told("select=back back=select")

    assert Way(("KEY4",), How.PRESS, Key.SELECT) in told
    assert Way(("KEY4",), How.HOLD, Key.HELP) in told
    assert told[-1] == Way(("KEY3",), How.LONG, Key.SELECT)
