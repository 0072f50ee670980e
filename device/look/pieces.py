"""Pieces that many screens share: the hint line, pages and their lines, sums, buttons."""

from __future__ import annotations

from dataclasses import dataclass

from device.geometry import Box
from device.look.items import Align, Button, Face, Item, Line, Mark, Pill, Sign, Style, Text
from device.look.lettering import height, width
from device.look.look import Look
from device.look.words import face_flower, face_kind, factor, sum_line, yaku_name
from koikoi.cards import Card
from koikoi.rules import RuleSet
from koikoi.score import Factor
from koikoi.seat import Seat
from koikoi.yaku import Made

PILL_MARGIN = 3


def hint_line(look: Look, left: str, right: str, alerts: tuple[str, ...]) -> list[Item]:
    """Return the last line: what happened or what is selected, and the keys.

    An alert takes the place of the first; a long sentence that of the second.
    """
    metrics = look.metrics
    top, edge = metrics.hint_top, look.size.width - metrics.margin
    room = edge - metrics.margin
    items: list[Item] = [Line(Box(0, metrics.hint_line, look.size.width, 1))]
    line = height()
    if alerts:
        words = " ".join(look.text(alert) for alert in alerts)
        pill_width = width(words) + 2 * PILL_MARGIN
        items.append(Pill(words, Box(metrics.margin, top, pill_width, line)))
        left_width = pill_width
    else:
        items.append(Text(left, Box(metrics.margin, top, width(left), line)))
        left_width = width(left)
    if right and left_width + width("  ") + width(right) <= room:
        box = Box(edge - width(right), top, width(right), line)
        items.append(Text(right, box, Align.RIGHT))
    return items


def pill(look: Look, text: str, center: int, top: int) -> Pill:
    """Return a pill of one line around its text."""
    extent = width(text) + 2 * PILL_MARGIN
    return Pill(text, Box(center - extent // 2, top, extent, look.metrics.status_height - 1))


@dataclass(frozen=True, slots=True)
class Column:
    """Lines of text from the left edge to the right one, counted from a top."""

    look: Look
    left: int
    right: int
    top: int

    def box(self, line: int, style: Style = Style.NORMAL) -> Box:
        """Return the place of a line; tall letters take two lines."""
        return Box(
            self.left,
            self.top + line * self.look.metrics.line,
            self.right - self.left,
            height(style) + 1,
        )

    def text(
        self, line: int, text: str, align: Align = Align.LEFT, style: Style = Style.NORMAL
    ) -> Text:
        """Return a text in a line, its box as wide as the text."""
        box = self.box(line, style)
        extent = width(text, style)
        spare = box.width - extent
        shift = {Align.LEFT: 0, Align.CENTER: spare // 2, Align.RIGHT: spare}[align]
        return Text(text, Box(box.x + shift, box.y, extent, box.height), align, style)

    def rule(self, line: int, *, dotted: bool = True) -> Line:
        """Return a line drawn just above a line of text."""
        return Line(Box(self.left, self.box(line).y - 1, self.right - self.left, 1), dotted)


def page_column(look: Look) -> Column:
    """Return the lines of a page below its title."""
    metrics = look.metrics
    return Column(look, metrics.margin, look.size.width - metrics.margin, metrics.page_top)


def page_lines(look: Look) -> int:
    """Return how many lines a page has below its title."""
    return (look.metrics.hint_line - look.metrics.page_top) // look.metrics.line


def page_head(look: Look, title: str, note: str = "") -> list[Item]:
    """Return a page's title, a note at its right, and the double line under them."""
    metrics = look.metrics
    head = Column(look, metrics.margin, look.size.width - metrics.margin, 1)
    items: list[Item] = [head.text(0, title, style=Style.BOLD)]
    if note:
        items.append(head.text(0, note, Align.RIGHT))
    rules = (metrics.page_rule, metrics.page_rule + 2)
    return [*items, *(Line(Box(0, y, look.size.width, 1)) for y in rules)]


def face(look: Look, card: Card, box: Box, note: str = "") -> Face:
    """Return a card face up."""
    numeral = look.numerals
    return Face(card, box, face_flower(look, card), face_kind(look, card), numeral, note)


def made_lines(
    column: Column,
    line: int,
    made: tuple[Made, ...],
    doubled: tuple[tuple[Factor, Seat], ...],
    rules: RuleSet,
) -> tuple[list[Item], int]:
    """Return each yaku with its points and why they are doubled, and the line after them."""
    look = column.look
    items: list[Item] = []
    for yaku in made:
        items.append(column.text(line, yaku_name(look, yaku.key)))
        items.append(column.text(line, str(yaku.points), Align.RIGHT, Style.BOLD))
        line += 1
    for each, seat in doubled:
        items.append(column.text(line, factor(look, rules, each, seat)))
        line += 1
    return items, line


def total_line(
    column: Column, line: int, title: str, made: tuple[Made, ...], factors: tuple[Factor, ...]
) -> list[Item]:
    """Return the sum under a list of yaku."""
    words = sum_line(column.look, made, factors)
    return [
        column.rule(line),
        column.text(line, title),
        column.text(line, words, Align.RIGHT, Style.BOLD),
    ]


def button(box: Box, text: str, note: str, *, selected: bool) -> list[Item]:
    """Return a button, with a pointer beside it when it is selected."""
    items: list[Item] = [Button(text, box, selected, note)]
    if selected:
        items.append(Mark(Sign.POINTER, Box(box.x - 10, box.y, 6, box.height)))
    return items
