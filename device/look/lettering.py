"""How much room text takes, in pixels, without its picture; the painter keeps to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
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
_CLOSING = "、。・：；？！」』）…ー"
_LETTERS = re.compile(
    rf"[「『（]*(?:[{_EAST}]|[^{_EAST}]+)[{_CLOSING}ぁぃぅぇぉっゃゅょァィゥェォッャュョ]*"
)
"""A part of a Japanese text that stays together: no line begins with what may not begin one."""
_PHRASE_ENDS = re.compile(rf"(?<=[ぁ-ん{_CLOSING}])(?=[^ぁ-ん{_CLOSING}])")
"""Where a Japanese phrase ends: hiragana are followed by other letters."""
_JOINTS = "-·・"
"""After these a word is broken that is longer than a line."""
_SHORT = 4
"""A last line shorter than this part of the room gets company from the line above it."""


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
    """Yield a text as lines that fit; only a word that is longer than a line is broken.

    Japanese, which has no spaces, is broken between phrases where that takes no more lines than
    between letters.
    """
    lines = _lines(_parts(text, _LETTERS.findall), room, style)
    phrases = list(_parts(text, _PHRASE_ENDS.split))
    if all(fits(part.strip(), room, style) for part in phrases):
        whole = _lines(phrases, room, style)
        lines = whole if len(whole) <= len(lines) else lines
    _fill_last(lines, room, style)
    yield from (_joined(line) for line in lines)


def packed(parts: Iterable[str], room: int, style: Style = Style.NORMAL) -> list[str]:
    """Return short texts in lines, as many side by side as fit; none is broken that fits alone."""
    return [_joined(line) for line in _lines((f" {part}" for part in parts), room, style)]


def _parts(text: str, divided: Callable[[str], list[str]]) -> Iterator[str]:
    """Yield what stays together on a line, with the space before it where there is one."""
    for word in text.split():
        first, *others = divided(word)
        yield f" {first}"
        yield from others


def _joined(parts: Iterable[str]) -> str:
    """Return the parts of a line as one text."""
    return "".join(parts).strip()


def _lines(parts: Iterable[str], room: int, style: Style) -> list[list[str]]:
    """Return parts in lines, each as full as may be."""
    lines: list[list[str]] = []
    for part in parts:
        if lines and fits(_joined([*lines[-1], part]), room, style):
            lines[-1].append(part)
            continue
        rest = part
        while not fits(rest.strip(), room, style):
            rest = rest.strip()
            cut = _cut(rest, room, style)
            lines.append([rest[:cut]])
            rest = rest[cut:]
        lines.append([rest])
    return lines


def _cut(word: str, room: int, style: Style) -> int:
    """Return how many letters of a word go on a line; what follows is more than a full stop."""
    end = next(end for end in range(len(word), 0, -1) if fits(word[:end], room, style))
    joint = max(word.rfind(joint, 0, end) for joint in _JOINTS) + 1
    while end > 1 and not any(letter.isalnum() for letter in word[end:]):
        end -= 1
    return joint or end


def _fill_last(lines: list[list[str]], room: int, style: Style) -> None:
    """Move parts down to a last line that is short, as long as the one above stays longer."""
    if len(lines) < 2:
        return
    above, last = lines[-2:]
    while len(above) > 1 and _SHORT * width(_joined(last), style) < room:
        longer = [above[-1], *last]
        if width(_joined(longer), style) > width(_joined(above[:-1]), style):
            return
        last.insert(0, above.pop())
