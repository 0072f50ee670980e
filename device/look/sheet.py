"""The score sheet: what each month brought to each side."""

from __future__ import annotations

from dataclasses import replace

from device.geometry import Box
from device.look.items import Align, Item, Rect
from device.look.lettering import width
from device.look.pieces import Column
from device.look.words import who
from koikoi.match import Match
from koikoi.seat import NORTH, SOUTH, Seat

MONTHS_SHOWN = 12
CELL_MOST = 54
CELL_LEAST = 24
CELL_MARGIN = 3
TOTAL_MARGIN = 14
BLOCK_LINES = 3


def score_sheet(column: Column, line: int, match: Match) -> tuple[list[Item], int]:
    """Return the last twelve months of a match and its totals, and the line after them.

    There is a head and a line for each side, twice where twelve months have no room side by side.
    """
    look = column.look
    body, strong = look.metrics.body, look.metrics.strong
    last = max(match.rules.rounds, match.number)
    numbers = list(range(max(1, last - MONTHS_SHOWN + 1), last + 1))
    names = max(width(who(look, seat), body) for seat in (SOUTH, NORTH)) + CELL_MARGIN
    totals = [str(match.scores[seat]) for seat in (SOUTH, NORTH)]
    title = look.text("result.total")
    room = max(width(title, body), *(width(total, strong) for total in totals)) + TOTAL_MARGIN
    months = Column(look, column.left + names, column.right - room, column.top)
    blocks = 1 if months.width // len(numbers) >= CELL_LEAST else 2
    size = -(-len(numbers) // blocks)
    cell = min(CELL_MOST, months.width // size)
    items: list[Item] = []
    for block in range(blocks):
        if block == blocks - 1:
            items.append(column.text(line, title, Align.RIGHT))
            for row, total in enumerate(totals, start=1):
                items.append(column.text(line + row, total, Align.RIGHT, strong))
        items += _block(months, line, match, numbers[size * block : size * (block + 1)], cell)
        for row, seat in enumerate((SOUTH, NORTH), start=1):
            items.append(column.text(line + row, who(look, seat)))
        # The rules end where the totals begin, whose letters fill their lines.
        items += [replace(column, right=months.right).rule(line + row) for row in (1, 2, 3)]
        line += BLOCK_LINES
    return items, line


def _block(column: Column, line: int, match: Match, numbers: list[int], cell: int) -> list[Item]:
    """Return months side by side; a frame is around the one in play."""
    items: list[Item] = []
    for index, number in enumerate(numbers):
        x = column.left + cell * index
        month = Column(column.look, x, x + cell - CELL_MARGIN, column.top)
        items.append(month.text(line, str(number), Align.RIGHT))
        for row, seat in enumerate((SOUTH, NORTH), start=1):
            items.append(month.text(line + row, _points(match, number, seat), Align.RIGHT))
        if number == match.number:
            top = column.box(line).y - 1
            items.append(Rect(Box(x - 2, top, cell + 2, column.box(line + 3).y - top)))
    return items


def _points(match: Match, number: int, seat: Seat) -> str:
    """Return what a month brought to a seat; nothing for one that has not ended."""
    index = number - match.first_round
    if not 0 <= index < len(match.rounds):
        return ""
    result = match.rounds[index].result
    if result is None:
        return ""
    return str(result.points[seat]) if result.points[seat] else "-"
