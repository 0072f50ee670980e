"""The ready pictures of cards, tokens and signs: sheets that ship with the program, read in use.

`scripts/render-sheets` draws them; a sheet is read once, when something on it is first shown.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PIL import Image

from device.geometry import Box, Size
from device.look import bitmaps
from koikoi.cards import Card, Kind, KoiKoiError, Month

FOLDER = Path(__file__).with_name("sheets")

SIZES = (
    Size(30, 45),
    Size(36, 56),
    Size(44, 68),
    Size(52, 80),
    Size(64, 100),
    Size(88, 136),
)
"""The sizes of cards there are sheets for."""

COLUMNS, ROWS = 12, 4
"""A sheet has a column for each month, its cards from the highest down; the back stands beside."""

TOKEN = Size(15, 24)
RIBBON_WIDTH = 11
TAB = Size(12, 10)
TAB_NARROW = 8
"""How wide the tab of a month of one digit is."""
SIGN = Size(9, 11)
TOKENS = "tokens"
TOKENS_EXTENT = Size(COLUMNS * TOKEN.width, ROWS * TOKEN.height + TAB.height + SIGN.height)
KINDS = tuple(Kind)


class SheetError(KoiKoiError, OSError):
    """A sheet that is not there or cannot be read."""


def deck_name(size: Size) -> str:
    """Return the name of the sheet with the cards of a size."""
    return f"deck-{size}"


def deck_extent(size: Size) -> Size:
    """Return how large the sheet with the cards of a size is."""
    return Size((COLUMNS + 1) * size.width, ROWS * size.height)


def card_box(card: Card | None, size: Size) -> Box:
    """Return where on its sheet a card is; None is the back."""
    column, row = (COLUMNS, 0) if card is None else divmod(card, ROWS)
    return Box(column * size.width, row * size.height, *size)


def token_width(card: Card) -> int:
    """Return how wide the token of a card is: a ribbon's is narrow."""
    return RIBBON_WIDTH if card.kind is Kind.TANZAKU else TOKEN.width


def token_box(card: Card) -> Box:
    """Return where on the sheet of tokens a card's token is."""
    column, row = divmod(card, ROWS)
    return Box(column * TOKEN.width, row * TOKEN.height, token_width(card), TOKEN.height)


def tab_box(month: Month) -> Box:
    """Return where on the sheet of tokens a month's tab is."""
    width = TAB.width if month > 9 else TAB_NARROW
    return Box((month - 1) * TOKEN.width, ROWS * TOKEN.height, width, TAB.height)


def sign_box(kind: Kind) -> Box:
    """Return where on the sheet of tokens a kind's sign is."""
    return Box(KINDS.index(kind) * SIGN.width, ROWS * TOKEN.height + TAB.height, *SIGN)


def card(which: Card | None, size: Size) -> Image.Image:
    """Return a card in one of the sizes, or its back for None; raises SheetError."""
    return _cut(deck_name(size), deck_extent(size), card_box(which, size))


def token(which: Card) -> Image.Image:
    """Return a card's token; raises SheetError."""
    return _cut(TOKENS, TOKENS_EXTENT, token_box(which))


def tab(month: Month) -> Image.Image:
    """Return a month's tab; raises SheetError."""
    return _cut(TOKENS, TOKENS_EXTENT, tab_box(month))


def sign(kind: Kind) -> Image.Image:
    """Return a kind's sign; raises SheetError."""
    return _cut(TOKENS, TOKENS_EXTENT, sign_box(kind))


def _cut(name: str, extent: Size, box: Box) -> Image.Image:
    return _sheet(FOLDER / f"{name}.png", extent).crop((box.x, box.y, box.right, box.bottom))


@cache
def _sheet(path: Path, extent: Size) -> Image.Image:
    """Return a sheet, read once."""
    return read(path, extent)


def read(path: Path, extent: Size) -> Image.Image:
    """Read a sheet, which must be so large; raises SheetError naming the file."""
    try:
        return bitmaps.read(path, extent)
    except OSError as error:
        raise SheetError(f"{path}: the pictures of the cards cannot be read: {error}") from error
    except bitmaps.DamagedError as error:
        raise SheetError(f"{path}: the pictures of the cards are damaged: {error}") from error
