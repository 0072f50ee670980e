"""What stands beside the table on a wide panel: which yaku are within reach, or what was played."""

from __future__ import annotations

from itertools import chain

from device.geometry import Box, Point
from device.look.entries import entry_lines
from device.look.items import Align, Emblem, Item, Line, Pips, Style, Text
from device.look.lettering import height, width
from device.look.look import Look
from device.look.pieces import Column, token_row
from device.look.words import who, yaku_name
from device.screens.told import told
from device.settings import Hints
from koikoi.cards import Kind
from koikoi.match import Match
from koikoi.progress import Progress, nearest
from koikoi.seat import NORTH, SOUTH, Seat

NEAREST = 4
"""How many yaku are shown of each side."""
LACKING = 3
"""A yaku that lacks more cards is not within reach."""
ROW = 48
SIGN_WIDTH = 14
PIP = 9
COUNTED = {"tane": Kind.TANE, "tan": Kind.TANZAKU, "kasu": Kind.KASU}
"""What the yaku that only count cards count."""


def beside(look: Look, match: Match) -> list[Item]:
    """Return what stands right of the table."""
    metrics = look.metrics
    left = metrics.table_right
    column = Column(look, left + 8, look.size.width - metrics.margin, 0)
    full = look.hints is Hints.FULL
    title = look.text("beside.reach" if full else "beside.played")
    items: list[Item] = [
        Line(Box(left, 0, 1, metrics.hint_line)),
        column.text(0, title, style=Style.BOLD),
        Line(Box(left, metrics.status_height, look.size.width - left, 1)),
    ]
    if not full:
        return items + _played(column, match)
    half = (metrics.hint_line - metrics.status_height) // 2
    for index, seat in enumerate((NORTH, SOUTH)):
        top = metrics.status_height + 4 + half * index
        items += _reach(Column(look, column.left, column.right, top), match, seat)
    return items


def _reach(column: Column, match: Match, seat: Seat) -> list[Item]:
    """Return the yaku that are nearest to a side, with the cards that it has and lacks."""
    look, round_ = column.look, match.round
    items: list[Item] = [column.text(0, who(look, seat), style=Style.BOLD)]
    top = column.top + look.metrics.line + 2
    near = nearest(round_.rules, round_.sight(seat), NEAREST, LACKING)
    if not near:
        row = Column(look, column.left, column.right, top)
        items.append(row.text(0, look.text("beside.none")))
        top += ROW
    for each in near:
        row = Column(look, column.left, column.right, top)
        items.append(row.text(0, yaku_name(look, each.row.key)))
        items.append(row.text(0, str(each.row.points), Align.RIGHT, Style.BOLD))
        items += standing(row, top + look.metrics.line, each)
        top += ROW
    if seat is NORTH:
        items.append(Line(Box(column.left, top, column.width, 1), dotted=True))
    return items


def standing(column: Column, top: int, each: Progress) -> list[Item]:
    """Return how far a yaku has come: its cards as tokens, or how many there are of them."""
    if each.cards:
        return token_row(Point(column.left, top), each.cards, missing=each.missing, gone=each.gone)[
            0
        ]
    items: list[Item] = []
    count = f"{each.have}/{each.need}"
    body = column.look.metrics.body
    extent = width(count, body)
    left = column.left
    if each.row.key in COUNTED:
        items.append(Emblem(COUNTED[each.row.key], Box(left, top + 2, SIGN_WIDTH - 4, 11)))
        left += SIGN_WIDTH
    pips = Box(left, top + 2, PIP * each.need, 11)
    box = Box(column.right - extent, top, extent, height(body))
    if pips.right <= box.x - 4:
        items.append(Pips(each.have, each.need, pips))
    items.append(Text(count, box, Align.RIGHT, body))
    return items


def _played(column: Column, match: Match) -> list[Item]:
    """Return what was played last in this month, the newest first."""
    look, metrics = column.look, column.look.metrics
    items: list[Item] = []
    top = metrics.status_height + 6
    for entry in reversed([entry for entry in told(match) if entry.round == match.number]):
        lines = list(chain(*(column.wrapped(words) for words in entry_lines(look, entry) if words)))
        bottom = top + metrics.line * len(lines)
        if bottom > metrics.hint_line - 4:
            break
        items += Column(look, column.left, column.right, top).paragraph(0, lines)
        items.append(Line(Box(column.left, bottom + 2, column.width, 1), dotted=True))
        top = bottom + 6
    return items
