"""Pieces that many screens share: the hint line, pages and their lines, sums, buttons."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial, reduce

from device.geometry import Box, Point
from device.look.items import (
    Align,
    Button,
    Face,
    Item,
    Line,
    Mark,
    Pill,
    Rect,
    Sign,
    Style,
    Text,
    Token,
)
from device.look.lettering import fits, height, width, wrapped
from device.look.look import Look
from device.look.words import both, face_flower, face_kind
from koikoi.cards import Card, Fuda, Kind

PILL_MARGIN = 3
TOKEN_WIDTH = 15
TOKEN_HEIGHT = 24
RIBBON_WIDTH = 11
BUTTON_FRAME = 4
APART = 8
"""Between two texts in one line, at least, in pixels."""


def fitting(look: Look, room: int, *forms: str) -> str:
    """Return the first form of a text that has room, or the last one."""
    body = look.metrics.body
    return next((words for words in forms if fits(words, room, body)), forms[-1])


def hint_line(
    look: Look,
    left: str | tuple[str, ...],
    right: str,
    alerts: tuple[str, ...],
    *,
    keys_first: bool = False,
) -> list[Item]:
    """Return the last line: what happened or what is selected, and the keys.

    The first is given in one form or in several, the longest first. An alert takes its place; a
    long sentence takes that of the keys, unless they come first.
    """
    metrics = look.metrics
    top, body = metrics.hint_top, metrics.body
    edge = look.size.width - metrics.margin
    room, line = edge - metrics.margin, height(body)
    items: list[Item] = [Line(Box(0, metrics.hint_line, look.size.width, 1))]
    if alerts:
        words = _alert(look, alerts, room - 2 * PILL_MARGIN)
        left_width = width(words, body) + 2 * PILL_MARGIN
        items.append(Pill(words, Box(metrics.margin, top, left_width, line), body))
    else:
        forms = (left,) if isinstance(left, str) else left
        kept = width(right, body) + APART if keys_first and right else 0
        words = fitting(look, room - kept, *forms)
        left_width = width(words, body)
        items.append(Text(words, Box(metrics.margin, top, left_width, line), style=body))
    if right and left_width + APART + width(right, body) <= room:
        extent = width(right, body)
        items.append(Text(right, Box(edge - extent, top, extent, line), Align.RIGHT, body))
    return items


def _alert(look: Look, alerts: tuple[str, ...], room: int) -> str:
    """Return what has gone wrong: in full, in short, or the first of it and how much more."""
    full = reduce(partial(both, look), (look.text(alert) for alert in alerts))
    short = reduce(partial(both, look), (look.text(f"{alert}.brief") for alert in alerts))
    first = f"{look.text(f'{alerts[0]}.brief')} +{len(alerts) - 1}"
    return fitting(look, room, full, short, first)


def pill(look: Look, text: str, center: int, top: int) -> Pill:
    """Return a pill of one line around its text."""
    body = look.metrics.body
    extent = width(text, body) + 2 * PILL_MARGIN
    return Pill(text, Box(center - extent // 2, top, extent, height(body)), body)


@dataclass(frozen=True, slots=True)
class Column:
    """Lines of text from the left edge to the right one, counted from a top.

    Lines that are `tight` follow each other without a gap.
    """

    look: Look
    left: int
    right: int
    top: int
    tight: bool = False

    @property
    def pitch(self) -> int:
        """How far it is from one line to the next, in pixels."""
        metrics = self.look.metrics
        return height(metrics.body) if self.tight else metrics.line

    @property
    def width(self) -> int:
        """How long a line can be."""
        return self.right - self.left

    def box(self, line: int, style: Style | None = None) -> Box:
        """Return the place of a line; large letters take two lines."""
        tall = max(height(style or self.look.metrics.body), self.pitch - 1)
        return Box(self.left, self.top + line * self.pitch, self.width, tall)

    def text(
        self, line: int, text: str, align: Align = Align.LEFT, style: Style | None = None
    ) -> Text:
        """Return a text in a line, its box as wide as the text."""
        style = style or self.look.metrics.body
        box = self.box(line, style)
        extent = width(text, style)
        spare = box.width - extent
        shift = {Align.LEFT: 0, Align.CENTER: spare // 2, Align.RIGHT: spare}[align]
        return Text(text, Box(box.x + shift, box.y, extent, box.height), align, style)

    def wrapped(self, text: str, style: Style | None = None) -> list[str]:
        """Return a text as lines that fit."""
        return list(wrapped(text, self.width, style or self.look.metrics.body))

    def paragraph(self, line: int, lines: Iterable[str], style: Style | None = None) -> list[Item]:
        """Return texts below each other."""
        return [self.text(line + index, words, style=style) for index, words in enumerate(lines)]

    def rule(self, line: int, *, dotted: bool = True) -> Line:
        """Return a line drawn just above a line of text."""
        return Line(Box(self.left, self.box(line).y - 1, self.width, 1), dotted)


def page_column(look: Look) -> Column:
    """Return the lines of a page below its title."""
    metrics = look.metrics
    return Column(look, metrics.margin, look.size.width - metrics.margin, metrics.page_top)


def page_lines(look: Look) -> int:
    """Return how many lines a page has below its title."""
    return (look.metrics.hint_line - look.metrics.page_top) // look.metrics.line


def page_style(look: Look) -> Style:
    """Return how the words of a page look."""
    return Style.TALL if look.large_text else look.metrics.body


def page_head(look: Look, title: str, *notes: str) -> list[Item]:
    """Return a page's title, a note at its right where it fits, and the double line under them."""
    metrics = look.metrics
    top = 0 if metrics.compact else 1
    head = Column(look, metrics.margin, look.size.width - metrics.margin, top)
    room = head.width - APART - width(title, Style.BOLD)
    items: list[Item] = [head.text(0, title, style=Style.BOLD)]
    note = fitting(look, room, *notes, "")
    if note:
        items.append(head.text(0, note, Align.RIGHT))
    rules = (metrics.page_rule,) if metrics.compact else (metrics.page_rule, metrics.page_rule + 2)
    return [*items, *(Line(Box(0, y, look.size.width, 1)) for y in rules)]


def headline(column: Column, top: int, text: str, align: Align) -> tuple[list[Item], int]:
    """Return a text in the largest letters that have room, and where it ends."""
    room = column.width
    style = next((each for each in (Style.BIG, Style.BOLD) if fits(text, room, each)), Style.BOLD)
    lines = list(wrapped(text, room, style))
    items: list[Item] = []
    for words in lines:
        extent = width(words, style)
        spare = room - extent
        shift = {Align.LEFT: 0, Align.CENTER: spare // 2, Align.RIGHT: spare}[align]
        box = Box(column.left + shift, top, extent, height(style))
        items.append(Text(words, box, align, style))
        top += height(style) + 1
    return items, top


def face(look: Look, card: Card, box: Box, below: Fuda = ()) -> Face:
    """Return a card face up, with how many and what lie under it."""
    note = look.text("face.three", n=1 + len(below)) if below else ""
    kinds = tuple(other.kind for other in below)
    flower, kind = face_flower(look, card), face_kind(look, card)
    return Face(card, box, flower, kind, look.numerals, note, kinds)


def token_width(card: Card, scale: int = 1) -> int:
    """Return how wide the token of a card is."""
    return (RIBBON_WIDTH if card.kind is Kind.TANZAKU else TOKEN_WIDTH) * scale


def token_row(
    at: Point, cards: Fuda, *, missing: Fuda = (), gone: Fuda = (), scale: int = 1
) -> tuple[list[Item], int]:
    """Return tokens side by side, and where they end.

    A missing card is a ghost; of one that is gone there is only the frame.
    """
    items: list[Item] = []
    left = at.x
    for card in cards:
        extent = token_width(card, scale)
        box = Box(left, at.y, extent, TOKEN_HEIGHT * scale)
        items.append(
            Rect(box, dashed=True) if card in gone else Token(card, box, ghost=card in missing)
        )
        left += extent + 1
    return items, left - 1


def button(look: Look, box: Box, text: str, note: str, *, selected: bool) -> list[Item]:
    """Return a button, with a pointer beside it when it is selected."""
    body = look.metrics.body
    shown = note if fits(note, box.width - 2 * BUTTON_FRAME, body) else ""
    items: list[Item] = [Button(text, box, selected, shown, body)]
    if selected:
        items.append(Mark(Sign.POINTER, Box(box.x - 10, box.y, 6, box.height)))
    return items
