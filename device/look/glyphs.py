"""Lines of text as masks, struck letter by letter from the atlases."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from PIL import Image

from device.look.bitmaps import DamagedError, decoded
from device.look.items import Style
from device.look.lettering import CUTS, height, strikes, width
from device.look.letters import FOLDER, UNKNOWN, Font, FontError, font

SET = 255


@cache
def _atlas(name: str) -> Image.Image:
    """Return the picture of a font's letters; raises FontError."""
    return read_atlas(FOLDER / f"{name}.png", font(name))


def read_atlas(path: Path, of: Font) -> Image.Image:
    """Return the picture of a font's letters from a file; raises FontError."""
    try:
        picture = decoded(path.read_bytes())
    except (OSError, DamagedError) as error:
        raise FontError(f"the letters in {path} cannot be read: {error}") from error
    if picture.size != of.atlas_size:
        found = f"{picture.size[0]}x{picture.size[1]}"
        raise FontError(f"the letters in {path} are {found}, not {of.atlas_size}")
    return picture


@cache
def _places(name: str) -> dict[str, int]:
    """Return which cell of its atlas each letter of a font stands in."""
    return {letter: index for index, letter in enumerate(font(name).letters)}


@lru_cache(maxsize=1024)
def _letter(name: str, letter: str) -> Image.Image:
    """Return the mask of a letter, as wide as its advance."""
    of = font(name)
    row, column = divmod(_places(name)[letter], of.columns)
    left, top = column * of.cell.width, row * of.cell.height
    return _atlas(name).crop((left, top, left + of.advances[letter], top + of.cell.height))


@lru_cache(maxsize=512)
def mask(text: str, style: Style) -> Image.Image:
    """Return the mask of a line of text; what is set in it is ink."""
    cut, again = CUTS[style], strikes(text, style)
    advances = font(cut.font).advances
    size = (max(1, width(text, style) // cut.scale), height(style) // cut.scale)
    line = Image.new("1", size, 0)
    x = 0
    for letter in text:
        known = letter if letter in advances else UNKNOWN
        line.paste(_letter(cut.font, known), (x, cut.above))
        x += advances[known] + again - 1
    for strike in range(1, again):
        line.paste(SET, (strike, 0), line.copy())
    if cut.scale > 1:
        wide, tall = size
        line = line.resize((wide * cut.scale, tall * cut.scale), Image.Resampling.NEAREST)
    return line
