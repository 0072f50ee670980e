"""Lines of text as masks, struck letter by letter."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from device.look.items import Style
from device.look.lettering import LETTER_HEIGHT, LETTER_WIDTH, height, width
from device.look.letters import LETTERS, UNKNOWN

SET = 255

DOTS_TOP = 2
"""Empty rows above a capital letter."""


@lru_cache(maxsize=256)
def _letter(letter: str) -> Image.Image:
    """Return the mask of a letter, in its cell."""
    cell = Image.new("1", (LETTER_WIDTH, LETTER_HEIGHT), 0)
    for x, column in enumerate(bytes.fromhex(LETTERS.get(letter, UNKNOWN))):
        for y in range(8):
            if column >> y & 1:
                cell.putpixel((x, DOTS_TOP + y), SET)
    return cell


@lru_cache(maxsize=512)
def mask(text: str, style: Style) -> Image.Image:
    """Return the mask of a line of text; what is set in it is ink."""
    pitch = LETTER_WIDTH + (style is Style.BOLD)
    line = Image.new("1", (max(1, pitch * len(text)), LETTER_HEIGHT), 0)
    for index, letter in enumerate(text):
        cell = _letter(letter)
        line.paste(SET, (pitch * index, 0), cell)
        if style is Style.BOLD:
            line.paste(SET, (pitch * index + 1, 0), cell)
    if style in (Style.TALL, Style.BIG):
        line = line.resize((max(1, width(text, style)), height(style)), Image.Resampling.NEAREST)
    return line
