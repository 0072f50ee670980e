"""A look: what the settings and the panel ask for."""

from __future__ import annotations

import pytest

from device import boards
from device.geometry import Size
from device.look import Look, LookError
from device.look.metrics import METRICS
from device.settings import Hints, Settings


def test_a_look_takes_over_the_settings() -> None:
    settings = Settings(hints=Hints.OFF, numerals=False, large_text=True)

    look = Look.of(Size(400, 300), settings)

    assert look == Look(
        Size(400, 300), language="en", hints=Hints.OFF, numerals=False, large_text=True
    )


def test_an_unknown_size_is_refused_with_the_known_ones() -> None:
    with pytest.raises(LookError, match="no screens are drawn for 10x20; there are 400x300"):
        Look(Size(10, 20))


def test_an_unknown_language_is_refused_with_the_known_ones() -> None:
    with pytest.raises(LookError, match="no texts are written in 'xx'; there are en"):
        Look(Size(400, 300), "xx")


@pytest.mark.parametrize("size", METRICS)
def test_a_hand_of_eight_and_the_cards_of_a_deal_lie_side_by_side_on_the_panel(size: Size) -> None:
    row = METRICS[size]

    field = row.field_left + row.field_pitch * (row.field_columns - 1) + row.card.width
    hand = row.hand_left + row.hand_pitch * 7 + row.card.width

    assert len(row.field_rows) * row.field_columns >= 8
    assert row.card.width <= min(row.field_pitch, row.hand_pitch)
    assert max(field, hand) <= row.table_right


def test_the_hints_of_a_board_name_its_buttons_as_they_are_marked() -> None:
    hat = Look.of(Size(264, 176), Settings(), boards.load("hat-2in7").controls)
    six = Look.of(Size(400, 300), Settings(), boards.load("six-buttons").controls)

    assert hat.text("key.answer") == "KEY1 / KEY2 choose, KEY3 confirm"
    assert hat.text("key.close") == "KEY4 close"
    assert six.text("key.close") == "QUIT close"
    assert six.text("key.menu") == "HELP help and options"
