"""Month numbers: digits set pixel by pixel, seven high."""

from __future__ import annotations

HEIGHT = 7
_DIGITS = {
    "0": ".##. #..# #..# #..# #..# #..# .##.",
    "1": ".# ## .# .# .# .# .#",
    "2": ".###. #...# ....# ...#. ..#.. .#... #####",
    "3": "####. ....# ....# .###. ....# ....# ####.",
    "4": "...#. ..##. .#.#. #..#. ##### ...#. ...#.",
    "5": "##### #.... ####. ....# ....# #...# .###.",
    "6": ".###. #.... ####. #...# #...# #...# .###.",
    "7": "##### ....# ...#. ...#. ..#.. ..#.. ..#..",
    "8": ".###. #...# #...# .###. #...# #...# .###.",
    "9": ".###. #...# #...# #...# .#### ....# .###.",
}


def width(number: int) -> int:
    """Return how many pixels wide a number is."""
    return sum(len(_DIGITS[digit].split()[0]) + 1 for digit in str(number)) - 1


def rows(number: int) -> list[int]:
    """Return the rows of a number; bit x is the pixel in column x."""
    lines = (
        ".".join(shapes) for shapes in zip(*(_DIGITS[d].split() for d in str(number)), strict=True)
    )
    return [sum(1 << x for x, mark in enumerate(line) if mark == "#") for line in lines]
