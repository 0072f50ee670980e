"""Cards and tokens as plain one-bit pictures: month, flower, and a shape for the kind."""

from __future__ import annotations

from functools import lru_cache
from math import isqrt

from PIL import Image

from device.geometry import Box, Point, Size
from device.look.glyphs import mask
from device.look.items import Style
from device.look.lettering import height, width
from koikoi.cards import Card, Kind
from koikoi.yaku import AKATAN, AOTAN

INK, PAPER = 0, 255

LINE = 9
"""From one line of text on a card to the next, in pixels."""


def fill(image: Image.Image, box: Box, ink: int = INK) -> None:
    """Fill a box; nothing is painted for an empty one."""
    if box.width > 0 and box.height > 0:
        image.paste(ink, (box.x, box.y, box.right, box.bottom))


def write(
    image: Image.Image, text: str, at: Point, style: Style = Style.NORMAL, ink: int = INK
) -> None:
    """Stamp a line of text with its top left corner there."""
    image.paste(ink, at, mask(text, style))


def outline(image: Image.Image, box: Box, thickness: int = 1, *, round_: bool = True) -> None:
    """Draw a frame in ink on paper, its corners knocked off by a pixel."""
    fill(image, box)
    fill(image, box.inset(thickness), PAPER)
    if round_:
        corners(image, box)


def corners(image: Image.Image, box: Box, ink: int = PAPER) -> None:
    """Knock off the four corners of a box."""
    for x in (box.x, box.right - 1):
        for y in (box.y, box.bottom - 1):
            fill(image, Box(x, y, 1, 1), ink)


@lru_cache(maxsize=256)
def card_face(
    card: Card, size: Size, flower: tuple[str, ...], note: str, *, numeral: bool
) -> Image.Image:
    """Return a card face up."""
    image = Image.new("1", size, PAPER)
    outline(image, Box(0, 0, *size), 2)
    line = LINE
    top = 4
    if numeral:
        write(image, str(card.month.value), Point(5, 1), Style.BIG)
        top += 16
    bottom = size.height - 4 - line * len(flower)
    for index, words in enumerate(flower):
        x = (size.width - width(words)) // 2 + 1
        write(image, words, Point(x, bottom + line * index - 1))
    emblem(image, card, Box(3, top, size.width - 6, bottom - top))
    if note:
        extent = width(note) + 1
        fill(image, Box(size.width - 3 - extent, 3, extent, line + 1))
        write(image, note, Point(size.width - 2 - extent, 3), ink=PAPER)
    return image


def emblem(image: Image.Image, card: Card, box: Box) -> None:
    """Draw the shape of a card's kind in the middle of a box."""
    x, y = box.x + box.width // 2, box.y + box.height // 2
    radius = min(box.width, box.height) // 2 - 1
    match card.kind:
        case Kind.HIKARI:
            _disc(image, x, y, radius)
        case Kind.TANE:
            _diamond(image, x, y, radius, INK)
            _diamond(image, x, y, radius - 2, PAPER)
            _diamond(image, x, y, radius - 5, INK)
        case Kind.TANZAKU:
            tall = Box(x - max(2, radius // 2), y - radius, 2 * max(2, radius // 2) + 1, 2 * radius)
            _slip(image, card, tall)
        case Kind.KASU:
            _leaf(image, x, y, max(3, radius - 2))


def _disc(image: Image.Image, x: int, y: int, radius: int) -> None:
    for row in range(-radius, radius + 1):
        half = isqrt(radius * radius + radius - row * row)
        fill(image, Box(x - half, y + row, 2 * half + 1, 1))


def _diamond(image: Image.Image, x: int, y: int, radius: int, ink: int) -> None:
    for row in range(-radius, radius + 1):
        half = radius - abs(row)
        fill(image, Box(x - half, y + row, 2 * half + 1, 1), ink)


def _slip(image: Image.Image, card: Card, box: Box) -> None:
    """Draw a ribbon: the blue one solid, the poetry one written on, the plain one hatched."""
    fill(image, box)
    if card in AOTAN:
        return
    fill(image, box.inset(1), PAPER)
    inner = box.inset(1)
    if card in AKATAN:
        for row in range(inner.y + 1, inner.bottom - 1, 3):
            fill(image, Box(inner.x + inner.width // 2, row, 1, 2))
        return
    for row in range(inner.height):
        for column in range(inner.width):
            if (row + column) % 4 == 0:
                fill(image, Box(inner.x + column, inner.y + row, 1, 1))


def _leaf(image: Image.Image, x: int, y: int, radius: int) -> None:
    """Draw an outlined leaf, pointed at both ends, with its vein."""
    for row in range(-radius, radius + 1):
        half = max(0, (radius * radius - row * row) // (2 * radius))
        fill(image, Box(x - half, y + row, 1, 1))
        fill(image, Box(x + half, y + row, 1, 1))
        if row % 2 == 0:
            fill(image, Box(x, y + row, 1, 1))


@lru_cache(maxsize=8)
def card_back(size: Size) -> Image.Image:
    """Return a card face down: black, with a white line and a grid of dots."""
    image = Image.new("1", size, PAPER)
    whole = Box(0, 0, *size)
    fill(image, whole)
    corners(image, whole)
    fill(image, whole.inset(3), PAPER)
    inner = whole.inset(4)
    fill(image, inner)
    for y in range(inner.y + 2, inner.bottom - 1, 4):
        shift = 2 if (y - inner.y) % 8 == 2 else 4
        for x in range(inner.x + shift, inner.right - 1, 4):
            fill(image, Box(x, y, 1, 1), PAPER)
    return image


@lru_cache(maxsize=256)
def token(card: Card, size: Size, *, fresh: bool) -> Image.Image:
    """Return a taken card, small: kind above month, a bright's month in white on black."""
    image = Image.new("1", size, PAPER)
    whole = Box(0, 0, *size)
    outline(image, whole)
    foot = height() - 2
    month = str(card.month.value)
    ink = INK
    if card.kind is Kind.HIKARI:
        fill(image, Box(1, size.height - foot - 1, size.width - 2, foot))
        ink = PAPER
    x = (size.width - width(month) + 1) // 2
    write(image, month, Point(x, size.height - foot - 2), ink=ink)
    emblem(image, card, Box(1, 1, size.width - 2, size.height - foot - 2))
    if fresh:
        for row in range(5):
            fill(image, Box(size.width - 5 + row, row, 5 - row, 1))
    return image


@lru_cache(maxsize=8)
def icon(kind: Kind) -> Image.Image:
    """Return the sign of a kind, 9 by 11 pixels."""
    image = Image.new("1", (9, 11), PAPER)
    example = {
        Kind.HIKARI: Card.MATSU_TSURU,
        Kind.TANE: Card.UME_UGUISU,
        Kind.TANZAKU: Card.BOTAN_AOTAN,
        Kind.KASU: Card.MATSU_KASU_1,
    }
    emblem(image, example[kind], Box(0, 0, 9, 11))
    return image
