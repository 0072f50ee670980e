"""Makes the atlases of the fonts from their bitmaps: only the letters that the program needs.

scripts/make-atlases runs it. Nothing is drawn here: the letters are copied dot by dot.
"""  # noqa: INP001 - a script beside the package, not a part of it

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from shutil import copyfile
from typing import NamedTuple

from PIL import Image

from device.look.bitmaps import encoded
from device.look.letters import FOLDER, SMALL_LETTERS, UNKNOWN
from device.look.strings import letters

ASCII = "".join(map(chr, range(ord(" "), ord("~") + 1)))
"""What names of files and values of settings are written in."""

COLUMNS = 32
SET = 255
LICENCE = "LICENSE.txt"

_GLYPH = re.compile(
    r"^ENCODING (\d+)\nSWIDTH .*\nDWIDTH (\d+) 0\nBBX (\d+) (\d+) (-?\d+) (-?\d+)\n"
    r"BITMAP\n((?:[0-9A-F]+\n)*)ENDCHAR$",
    re.MULTILINE,
)


class Source(NamedTuple):
    """A font as it comes, and how far its letters reach above and below the base line."""

    name: str
    above: int
    below: int
    letters: frozenset[str]


class Glyph(NamedTuple):
    """A letter: how far to the next one, where its box begins, and the rows of the box."""

    advance: int
    left: int
    bottom: int
    rows: tuple[str, ...]


class FitError(ValueError):
    """A letter that is missing from a font or does not stay within its cell."""


def sources() -> tuple[Source, ...]:
    """Return the fonts with the letters that are needed of each."""
    written = frozenset(letters()) | set(ASCII) | {UNKNOWN}
    small = frozenset(SMALL_LETTERS) | {UNKNOWN}
    return (
        Source("Galmuri7", above=7, below=1, letters=small),
        Source("Galmuri9", above=9, below=1, letters=written),
        Source("Galmuri11", above=11, below=2, letters=written),
    )


def glyphs(font: str) -> dict[str, Glyph]:
    """Return the letters in the text of a BDF file."""
    found = {}
    for match in _GLYPH.finditer(font):
        code, advance, wide, _, left, bottom = map(int, match.groups()[:6])
        rows = tuple(f"{int(row, 16):0{4 * len(row)}b}"[:wide] for row in match.group(7).split())
        found[chr(code)] = Glyph(advance, left, bottom, rows)
    return found


def atlas(source: Source, font: str) -> tuple[dict[str, object], Image.Image]:
    """Return the index and the picture of a font's letters; raises FitError."""
    known = glyphs(font)
    missing = source.letters - known.keys()
    if missing:
        raise FitError(f"{source.name} has no {' '.join(sorted(missing))}")
    order = "".join(sorted(source.letters))
    wide = max(known[letter].advance for letter in order)
    tall = source.above + source.below
    picture = Image.new("1", (COLUMNS * wide, -(-len(order) // COLUMNS) * tall), 0)
    for index, letter in enumerate(order):
        row, column = divmod(index, COLUMNS)
        for x, y in _dots(source, letter, known[letter]):
            picture.putpixel((column * wide + x, row * tall + y), SET)
    index = {
        "font": source.name,
        "cell": [wide, tall],
        "columns": COLUMNS,
        "letters": order,
        "advances": [known[letter].advance for letter in order],
    }
    return index, picture


def _dots(source: Source, letter: str, glyph: Glyph) -> Iterable[tuple[int, int]]:
    """Yield the dots of a letter in its cell."""
    top = source.above - glyph.bottom - len(glyph.rows)
    for y, row in enumerate(glyph.rows, start=top):
        for x, dot in enumerate(row, start=glyph.left):
            if dot == "0":
                continue
            if not (0 <= x < glyph.advance and 0 <= y < source.above + source.below):
                raise FitError(f"{letter} of {source.name} reaches out of a line of text")
            yield x, y


def main(folder: Path) -> None:
    """Write the atlases of the fonts in a folder, and their licence beside them."""
    for source in sources():
        index, picture = atlas(source, (folder / f"{source.name}.bdf").read_text("utf-8"))
        target = FOLDER / f"{source.name.lower()}.json"
        target.write_text(json.dumps(index, ensure_ascii=False) + "\n", "utf-8")
        target.with_suffix(".png").write_bytes(encoded(picture))
        sys.stdout.write(f"{source.name}: {len(source.letters)} letters\n")
    copyfile(folder / LICENCE, FOLDER / LICENCE)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
