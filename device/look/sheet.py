"""The score sheet: what each month brought to each side."""

from __future__ import annotations

from device.geometry import Box
from device.look.items import Align, Item, Rect, Style
from device.look.pieces import Column
from device.look.words import who
from koikoi.match import Match
from koikoi.seat import NORTH, SOUTH, Seat

MONTHS_SHOWN = 12
CELL_MOST = 50
CELL_MARGIN = 3
NAMES = 30
TOTALS = 42


def score_sheet(column: Column, line: int, match: Match) -> list[Item]:
    """Return the last twelve months of a match and its totals: a head and a line for each side."""
    look = column.look
    last = max(match.rules.rounds, match.number)
    numbers = range(max(1, last - MONTHS_SHOWN + 1), last + 1)
    first_cell = column.left + NAMES
    cell = min(CELL_MOST, (column.right - TOTALS - first_cell) // len(numbers))
    items: list[Item] = [column.text(line, look.text("result.total"), Align.RIGHT)]
    for row, seat in enumerate((SOUTH, NORTH), start=1):
        items.append(column.text(line + row, who(look, seat)))
        total = str(match.scores[seat])
        items.append(column.text(line + row, total, Align.RIGHT, Style.BOLD))
    for index, number in enumerate(numbers):
        x = first_cell + cell * index
        month = Column(look, x, x + cell - CELL_MARGIN, column.top)
        items.append(month.text(line, str(number), Align.RIGHT))
        for row, seat in enumerate((SOUTH, NORTH), start=1):
            items.append(month.text(line + row, _points(match, number, seat), Align.RIGHT))
        if number == match.number:
            top = column.box(line).y - 1
            items.append(Rect(Box(x + 2, top, cell, column.box(line + 3).y - top)))
    return items + [column.rule(line + row) for row in (1, 2, 3)]


def _points(match: Match, number: int, seat: Seat) -> str:
    """Return what a month brought to a seat; nothing for one that has not ended."""
    index = number - match.first_round
    if not 0 <= index < len(match.rounds):
        return ""
    result = match.rounds[index].result
    if result is None:
        return ""
    return str(result.points[seat]) if result.points[seat] else "-"
