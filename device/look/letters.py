"""The letters of each font: which there are and how wide each is, from the index of its atlas."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from device.geometry import Size
from koikoi.cards import KoiKoiError

FOLDER = Path(__file__).parent / "fonts"
"""Where the atlases lie: of each font a picture of its letters and their index."""

UNKNOWN = "\ufffd"
"""What stands for a letter that is missing; every font has it."""

SMALL_LETTERS = "0123456789あかよろしみの"
"""What the small font is for: month numbers, and what the poetry ribbons say."""


class FontError(KoiKoiError, OSError):
    """An atlas that is missing or damaged; names the file."""


@dataclass(frozen=True, slots=True, eq=False)
class Font:
    """A font of one size: its letters in the order of the atlas, each in a cell of one size."""

    cell: Size
    columns: int
    letters: str
    advances: dict[str, int]
    """How far it is from each letter to the next, in pixels."""

    @property
    def atlas_size(self) -> Size:
        """How large the picture of the letters is."""
        rows = -(-len(self.letters) // self.columns)
        return Size(self.columns * self.cell.width, rows * self.cell.height)


@cache
def font(name: str) -> Font:
    """Return the font with this name; raises FontError."""
    return read(FOLDER / f"{name}.json")


def read(path: Path) -> Font:
    """Return the font that an index describes; raises FontError."""
    try:
        facts = json.loads(path.read_text("utf-8"))
        letters, advances = facts["letters"], facts["advances"]
        cell, columns = Size(*facts["cell"]), facts["columns"]
        return Font(cell, columns, letters, dict(zip(letters, advances, strict=True)))
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise FontError(f"the letters in {path} cannot be read: {error}") from error
