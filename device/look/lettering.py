"""How much room text takes, in pixels, without its picture; the painter keeps to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from device.look.items import Style
from device.look.letters import UNKNOWN, font


class Cut(NamedTuple):
    """How a style is struck: from which font, in how much room, how often and how large."""

    font: str
    above: int = 0
    """Empty rows above the letters, in pixels."""
    below: int = 0
    strikes: int = 1
    scale: int = 1


CUTS = {
    Style.SMALL: Cut("galmuri7"),
    Style.NORMAL: Cut("galmuri9", above=1),
    Style.BOLD: Cut("galmuri11", strikes=2),
    Style.TALL: Cut("galmuri11", above=1, below=1),
    Style.BIG: Cut("galmuri11", scale=2),
}

_EAST = r"\u3000-\u30ff\u3400-\u9fff\uff01-\uff60"
_KANJI = re.compile(r"[\u3400-\u9fff]")
_PARTS = re.compile(
    rf"[「『（]*(?:[{_EAST}]|[^{_EAST}]+)[、。・：；？！」』）…ーぁぃぅぇぉっゃゅょァィゥェォッャュョ]*"
)
"""A part of a Japanese text that stays together: no line begins with what may not begin one."""


def strikes(text: str, style: Style) -> int:
    """Return how often a text is struck: kanji only once, for their strokes would run together."""
    return 1 if _KANJI.search(text) else CUTS[style].strikes


@lru_cache(maxsize=4096)
def width(text: str, style: Style = Style.NORMAL) -> int:
    """Return how wide a line of text is."""
    cut = CUTS[style]
    advances = font(cut.font).advances
    unknown = advances[UNKNOWN]
    more = strikes(text, style) - 1
    return sum(advances.get(letter, unknown) + more for letter in text) * cut.scale


def height(style: Style = Style.NORMAL) -> int:
    """Return how high a line of text is."""
    cut = CUTS[style]
    return (cut.above + font(cut.font).cell.height + cut.below) * cut.scale


def fits(text: str, room: int, style: Style = Style.NORMAL) -> bool:
    """Whether a text goes into so many pixels."""
    return width(text, style) <= room


def wrapped(text: str, room: int, style: Style = Style.NORMAL) -> Iterator[str]:
    """Yield a text as lines that fit; only a part that is longer than a line is broken."""
    line = ""
    for glue, part in _parts(text):
        longer = f"{line}{glue}{part}" if line else part
        if fits(longer, room, style):
            line = longer
            continue
        if line:
            yield line
        line = part
        while not fits(line, room, style):
            cut = next(end for end in range(len(line), 0, -1) if fits(line[:end], room, style))
            yield line[:cut]
            line = line[cut:]
    if line:
        yield line


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Yield what stays together on a line, each with the space before it, where there is one.

    That is a word, and in Japanese, which has no spaces, a letter.
    """
    for word in text.split():
        glue = " "
        for part in _PARTS.findall(word):
            yield glue, part
            glue = ""
