"""How much room text takes, in pixels, without the font itself; the painter keeps to it."""

from __future__ import annotations

from collections.abc import Iterator

from device.look.items import Style

LETTER_WIDTH = 6
LETTER_HEIGHT = 11
_WIDTHS = {
    Style.NORMAL: LETTER_WIDTH,
    Style.BOLD: LETTER_WIDTH + 1,
    Style.TALL: LETTER_WIDTH,
    Style.BIG: 2 * LETTER_WIDTH,
}


def width(text: str, style: Style = Style.NORMAL) -> int:
    """Return how wide a line of text is."""
    return len(text) * _WIDTHS[style]


def height(style: Style = Style.NORMAL) -> int:
    """Return how high a line of text is."""
    return LETTER_HEIGHT * (2 if style in (Style.TALL, Style.BIG) else 1)


def fits(text: str, room: int, style: Style = Style.NORMAL) -> bool:
    """Whether a text goes into so many pixels."""
    return width(text, style) <= room


def wrapped(text: str, room: int, style: Style = Style.NORMAL) -> Iterator[str]:
    """Yield a text as lines that fit; only a word that is longer than a line is broken."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if fits(longer, room, style):
            line = longer
            continue
        if line:
            yield line
        line = word
        while not fits(line, room, style):
            cut = next(end for end in range(len(line), 0, -1) if fits(line[:end], room, style))
            yield line[:cut]
            line = line[cut:]
    if line:
        yield line
