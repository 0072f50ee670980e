"""Everything that is drawn, printed on the sheets that the game reads."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from device.geometry import Box, Size
from device.look import sheets
from device.look.art import deck, tokens
from koikoi.cards import DECK, Kind, Month


def printed() -> Iterator[tuple[str, Image.Image]]:
    """Yield each sheet with its name."""
    for size in sheets.SIZES:
        yield sheets.deck_name(size), deck_sheet(size)
    yield sheets.TOKENS, tokens_sheet()


def deck_sheet(size: Size) -> Image.Image:
    """Return the sheet with the cards of a size."""
    sheet = Image.new("1", sheets.deck_extent(size), 255)
    for card in DECK:
        _place(sheet, deck.face(card, size), sheets.card_box(card, size))
    _place(sheet, deck.back(size), sheets.card_box(None, size))
    return sheet


def tokens_sheet() -> Image.Image:
    """Return the sheet with the tokens, the tabs of the months and the signs of the kinds."""
    sheet = Image.new("1", sheets.TOKENS_EXTENT, 255)
    for card in DECK:
        _place(sheet, tokens.token(card), sheets.token_box(card))
    for month in Month:
        _place(sheet, tokens.tab(month), sheets.tab_box(month))
    for kind in Kind:
        _place(sheet, tokens.sign(kind), sheets.sign_box(kind))
    return sheet


def _place(sheet: Image.Image, rows: list[int], box: Box) -> None:
    """Put rows of bits, where a set bit is ink, in a box of a sheet."""
    row_bytes = (box.width + 7) // 8
    content = b"".join(row.to_bytes(row_bytes, "little") for row in rows)
    picture = Image.frombytes("1", (box.width, box.height), content, "raw", "1;IR")
    sheet.paste(picture, (box.x, box.y))
