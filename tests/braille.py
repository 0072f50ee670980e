"""Letters of braille read back as pixels, by what Unicode calls them."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import name

from PIL import Image

NAME = "BRAILLE PATTERN DOTS-"
PLACES = {1: (0, 0), 2: (0, 1), 3: (0, 2), 7: (0, 3), 4: (1, 0), 5: (1, 1), 6: (1, 2), 8: (1, 3)}
"""Across and down: the dots of each column are numbered from the top, the lowest were added."""


def read(lines: Sequence[str], columns: int) -> Image.Image:
    """Return what lines show in their first columns: black for each dot, white elsewhere."""
    picture = Image.new("1", (columns * 2, len(lines) * 4), 1)
    for row, line in enumerate(lines):
        assert len(line) <= columns
        for column, letter in enumerate(line):
            for dot in dots(letter):
                across, down = PLACES[dot]
                picture.putpixel((column * 2 + across, row * 4 + down), 0)
    return picture


def dots(letter: str) -> list[int]:
    """Return the numbers of a letter's dots; a space has none."""
    if letter == " ":
        return []
    assert name(letter).startswith(NAME), letter
    return [int(number) for number in name(letter).removeprefix(NAME)]
