"""A picture in letters of braille: two pixels by four in each cell of a terminal."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from device.geometry import Size

if TYPE_CHECKING:
    from PIL.Image import Image

ACROSS, DOWN = 2, 4
"""The dots of a letter."""

DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each dot, row by row (the Unicode Standard, block Braille Patterns)."""

# Some fonts draw circles where a letter has no dot: a cell without any is a space.
LETTERS = " " + "".join(chr(0x2800 + dots) for dots in range(1, 256))
"""The letter with these dots."""


def cells(size: Size) -> Size:
    """Return how many columns and rows a picture of so many pixels takes."""
    return Size(size.width // ACROSS, size.height // DOWN)


def lines(picture: Image) -> list[str]:
    """Return a picture as lines of letters, with a dot for each pixel that is 0.

    It has one bit a pixel, and as the panels do a width that 8 divides and a height that 4 does.
    """
    stride = picture.width // 8
    bits = picture.tobytes()
    bands = (bits[at : at + DOWN * stride] for at in range(0, len(bits), DOWN * stride))
    return [_line(band, stride) for band in bands]


def _line(band: bytes, stride: int) -> str:
    """Return the letters for four rows of pixels, of so many bytes each."""
    first, second, third, fourth = (_dots(row) for row in range(DOWN))
    rows = (band[at : at + stride] for at in range(0, len(band), stride))
    dots = b"".join(
        (first[a] | second[b] | third[c] | fourth[d]).to_bytes(4, "big")
        for a, b, c, d in zip(*rows, strict=True)
    )
    return "".join([LETTERS[each] for each in dots])


@cache
def _dots(row: int) -> tuple[int, ...]:
    """Return for each byte of eight pixels which dots it makes in this row of four letters."""
    left, right = DOTS[row]
    return tuple(
        int.from_bytes((ink >> at + 1 & 1) * left | (ink >> at & 1) * right for at in (6, 4, 2, 0))
        for ink in (~pixels for pixels in range(256))
    )
