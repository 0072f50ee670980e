"""The score sheet: what each month brought to each side."""

from __future__ import annotations

from device.geometry import Box
from device.look.items import Align, Item, Line, Rect, Style, Text
from device.look.lettering import height, width
from device.look.pieces import Column
from device.look.words import who
from koikoi.match import Match
from koikoi.seat import NORTH, SOUTH

MONTHS_SHOWN = 12
CELL = 25
NAMES = 30
TOTALS = 42


def score_sheet(column: Column, line: int, match: Match) -> list[Item]:
    """Return the last twelve months of a match and its totals, in three lines and a head."""
    look = column.look
    last = max(match.rules.rounds, match.number)
    numbers = range(max(1, last - MONTHS_SHOWN + 1), last + 1)
    first_cell = column.left + NAMES
    cell = min(CELL * 2, (column.right - TOTALS - first_cell) // len(numbers))
    items: list[Item] = []
    for index, number in enumerate(numbers):
        x = first_cell + cell * index
        items.append(_right(str(number), x + cell - 3, column.box(line).y))
        for row, seat in enumerate((SOUTH, NORTH), start=1):
            words = _points(match, number, row - 1)
            items.append(_right(words, x + cell - 3, column.box(line + row).y))
            if index == 0:
                items.append(column.text(line + row, who(look, seat)))
        if number == match.number:
            top = column.box(line).y - 1
            items.append(Rect(Box(x + 2, top, cell, column.box(line + 3).y - top)))
    items.append(_right(look.text("result.total"), column.right, column.box(line).y))
    for row, points in enumerate(match.scores, start=1):
        y = column.box(line + row).y
        items.append(_right(str(points), column.right, y, Style.BOLD))
    rules = (column.box(line + row).y - 1 for row in (1, 2, 3))
    return items + [
        Line(Box(column.left, y, column.right - column.left, 1), dotted=True) for y in rules
    ]


def _points(match: Match, number: int, seat: int) -> str:
    """Return what a month brought to a seat; nothing for one that has not ended."""
    index = number - match.first_round
    if not 0 <= index < len(match.rounds):
        return ""
    result = match.rounds[index].result
    if result is None:
        return ""
    return str(result.points[seat]) if result.points[seat] else "-"


def _right(words: str, right: int, top: int, style: Style = Style.NORMAL) -> Text:
    """Return a text that ends at a column."""
    extent = width(words, style)
    return Text(words, Box(right - extent, top, extent, height()), Align.RIGHT, style)
