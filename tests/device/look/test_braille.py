"""The picture in letters of braille: each dot a pixel."""

from __future__ import annotations

from random import Random

import pytest
from PIL import Image

from device.geometry import Size
from device.look import Frame, Look, braille, layout
from device.look.metrics import METRICS
from tests.braille import read
from tests.device.look.gallery import screens


@pytest.mark.parametrize("size", METRICS, ids=str)
def test_the_letters_are_exactly_the_painted_frame(size: Size) -> None:
    for screen in screens()[::10]:
        picture = Frame(layout(screen, Look(size))).image

        assert read(braille.lines(picture), size.width // 2) == picture


def test_any_picture_comes_back() -> None:
    noise = Image.frombytes("1", (400, 300), Random(1).randbytes(400 * 300 // 8))

    assert read(braille.lines(noise), 200) == noise


def test_each_pixel_is_the_dot_in_its_place() -> None:
    # Unicode: dots 1, 2, 3, 7 down the left of a letter, 4, 5, 6, 8 down its right.
    for place, letter in zip(
        [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (1, 3)], "⠁⠂⠄⡀⠈⠐⠠⢀", strict=True
    ):
        picture = Image.new("1", (8, 4), 1)
        picture.putpixel(place, 0)

        assert braille.lines(picture) == [f"{letter}   "]


def test_white_is_spaces_and_black_is_full_letters() -> None:
    assert braille.lines(Image.new("1", (16, 8), 1)) == [" " * 8] * 2
    assert braille.lines(Image.new("1", (16, 8), 0)) == ["⣿" * 8] * 2


@pytest.mark.parametrize(
    ("size", "cells"), [(Size(264, 176), Size(132, 44)), (Size(400, 300), Size(200, 75))]
)
def test_a_letter_is_two_pixels_by_four(size: Size, cells: Size) -> None:
    lines = braille.lines(Image.new("1", size, 1))

    assert braille.cells(size) == cells
    assert (len(lines[0]), len(lines)) == cells


def test_every_screen_size_is_whole_letters_and_whole_bytes() -> None:
    assert [size for size in METRICS if size.width % 8 or size.height % 4] == []
