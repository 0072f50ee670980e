"""Cards, tokens and signs off their sheets, with what the moment adds; and boxes and lines."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from device.geometry import Box, Point, Size
from device.look import sheets
from device.look.glyphs import mask
from device.look.items import Style
from device.look.lettering import height, width
from koikoi.cards import Card, Kind

INK, PAPER = 0, 255

DOG_EAR = 5
"""How large the folded corner of a token is that came with the last turn."""

DASH = 4
"""From dash to dash in the frame of a card that is missing."""

LARGE_CARD = 80
"""From this width on a card's month tab is twice as large."""


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
    card: Card,
    size: Size,
    note: str = "",
    below: tuple[Kind, ...] = (),
    *,
    numeral: bool = False,
) -> Image.Image:
    """Return a card face up: with a tab that shows its month, and a note in the other corner.

    Under the note stand the signs of the kinds that lie below the card.
    """
    image = sheets.card(card, size)
    if numeral:
        image.paste(_larger(sheets.tab(card.month), 1 + (size.width >= LARGE_CARD)), (2, 2))
    if note:
        extent = width(note) + 1
        left = size.width - 3 - extent
        fill(image, Box(left - 1, 2, extent + 2, height() + 1), PAPER)
        fill(image, Box(left, 2, extent + 1, height()))
        write(image, note, Point(left + 1, 2), ink=PAPER)
    if below:
        _signs(image, below, height() + 4)
    return image


def _signs(image: Image.Image, kinds: tuple[Kind, ...], top: int) -> None:
    """Stamp the signs of kinds on a white ground at the right edge of a card."""
    signs = [icon(kind) for kind in kinds]
    wide, tall = signs[0].size
    left = image.width - 3 - (wide + 1) * len(signs)
    fill(image, Box(left - 1, top - 1, (wide + 1) * len(signs) + 2, tall + 2), PAPER)
    for index, sign in enumerate(signs):
        image.paste(sign, (left + 1 + (wide + 1) * index, top))


@lru_cache(maxsize=8)
def card_back(size: Size) -> Image.Image:
    """Return a card face down."""
    return sheets.card(None, size)


@lru_cache(maxsize=256)
def token(card: Card, size: Size, *, fresh: bool = False, ghost: bool = False) -> Image.Image:
    """Return a taken card, small, as high as the size says; a ribbon's is narrower than the others.

    A fresh one has a dog-ear, and a ghost, which is a card that is missing, has a dashed frame.
    """
    image = sheets.token(card)
    if ghost:
        _dashed(image)
    image = _larger(image, max(1, size.height // image.height))
    if fresh:
        fold = DOG_EAR * max(1, size.height // sheets.TOKEN.height)
        for row in range(fold + 1):
            left = image.width - fold + row - 1
            fill(image, Box(left, row, 1, 1), PAPER)
            fill(image, Box(left + 1, row, fold - row, 1))
    return image


def _dashed(image: Image.Image) -> None:
    """Take every other pair of pixels out of a frame."""
    right, bottom = image.width - 1, image.height - 1
    for at in range(max(image.size)):
        if at % DASH < DASH // 2:
            continue
        for x, y in ((at, 0), (at, bottom), (0, at), (right, at)):
            fill(image, Box(x, y, 1, 1), PAPER)


def _larger(image: Image.Image, times: int) -> Image.Image:
    if times == 1:
        return image
    return image.resize((image.width * times, image.height * times), Image.Resampling.NEAREST)


@lru_cache(maxsize=8)
def icon(kind: Kind, times: int = 1) -> Image.Image:
    """Return the sign of a kind, 9 by 11 pixels, or so many times larger."""
    return _larger(sheets.sign(kind), times)
