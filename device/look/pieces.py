"""Pieces that many screens share: the hint line, pages and their lines, sums, buttons."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

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
from device.look.words import face_flower, face_kind, sum_line, yaku_name
from koikoi.cards import Card, Fuda, Kind
from koikoi.progress import makers
from koikoi.rules import RuleSet
from koikoi.score import Factor
from koikoi.yaku import Made, total

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
    full = " ".join(look.text(alert) for alert in alerts)
    short = " ".join(look.text(f"{alert}.brief") for alert in alerts)
    first = f"{look.text(f'{alerts[0]}.brief')} +{len(alerts) - 1}"
    return fitting(look, room, full, short, first)


def pill(look: Look, text: str, center: int, top: int) -> Pill:
    """Return a pill of one line around its text."""
    body = look.metrics.body
    extent = width(text, body) + 2 * PILL_MARGIN
    return Pill(text, Box(center - extent // 2, top, extent, height(body)), body)


@dataclass(frozen=True, slots=True)
class Column:
    """Lines of text from the left edge to the right one, counted from a top."""

    look: Look
    left: int
    right: int
    top: int

    @property
    def width(self) -> int:
        """How long a line can be."""
        return self.right - self.left

    def box(self, line: int, style: Style | None = None) -> Box:
        """Return the place of a line; large letters take two lines."""
        pitch = self.look.metrics.line
        tall = max(height(style or self.look.metrics.body), pitch - 1)
        return Box(self.left, self.top + line * pitch, self.width, tall)

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
    head = Column(look, metrics.margin, look.size.width - metrics.margin, 1)
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


def face(look: Look, card: Card, box: Box, note: str = "") -> Face:
    """Return a card face up."""
    numeral = look.numerals
    return Face(card, box, face_flower(look, card), face_kind(look, card), numeral, note)


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


@dataclass(frozen=True, slots=True)
class Sum:
    """What a seat has made: its yaku, what multiplies them, and the cards it has taken.

    What `base` has more than the yaku is a bonus for calling koi-koi, on a line of its own.
    """

    rules: RuleSet
    made: tuple[Made, ...]
    base: int
    factors: tuple[Factor, ...]
    reasons: tuple[str, ...]
    own: Fuda

    def lines(self, look: Look) -> list[tuple[str, str, Fuda]]:
        """Return each yaku or bonus with its points and its cards."""
        bonus = self.base - total(self.made)
        listed = [
            (yaku_name(look, yaku.key), str(yaku.points), makers(self.rules, yaku.key, self.own))
            for yaku in self.made
        ]
        if bonus and self.made:
            listed.append((look.text("bonus.koikoi"), look.text("bonus.points", n=bonus), ()))
        return listed

    def notes(self, column: Column) -> list[str]:
        """Return what multiplies them in lines."""
        return [line for reason in self.reasons for line in column.wrapped(reason)]


def sum_lines(
    column: Column, line: int, title: str, whole: Sum, room: int
) -> tuple[list[Item], int]:
    """Return the yaku with their points, what multiplies them, and the sum, in so many lines.

    With room to spare each yaku shows its cards; without enough of it the last ones are counted.
    """
    look = column.look
    listed = whole.lines(look)
    reasons = whole.notes(column)
    least = len(reasons) + 1
    if len(listed) + least > room:
        kept = max(room - least - 1, 0)
        rest = listed[kept:]
        more = look.text("sum.more", n=len(rest))
        together = str(sum(int(points.removeprefix("+")) for _, points, _ in rest))
        listed = [*listed[:kept], (more, together, ())]
    tall = -(-(TOKEN_HEIGHT + 2) // look.metrics.line)
    spread = not look.metrics.compact and tall * len(listed) + least <= room
    lead = (tall * look.metrics.line - height(look.metrics.body)) // 2 if spread else 0
    row = replace(column, top=column.top + lead)
    items: list[Item] = []
    for name, points, cards in listed:
        items += _sum_line(row, line, (name, points), cards if spread else ())
        line += tall if spread else 1
    items += column.paragraph(line, reasons)
    line += len(reasons)
    words = column.text(
        line, sum_line(look, whole.base, whole.factors), Align.RIGHT, look.metrics.strong
    )
    room = words.box.x - APART - column.left
    name = fitting(look, room, title, look.text("result.total"), "")
    items += [column.rule(line), column.text(line, name), words]
    return items, line + 1


def _sum_line(column: Column, line: int, words: tuple[str, str], cards: Fuda) -> list[Item]:
    """Return a yaku, its points, and its cards where there are any and they fit."""
    strong = column.look.metrics.strong
    name, points = column.text(line, words[0]), column.text(line, words[1], Align.RIGHT, strong)
    tokens, right = token_row(Point(0, 0), cards)
    left = points.box.x - 2 * APART - right
    middle = column.left + column.width * 45 // 100
    left = min(left, max(middle, name.box.right + APART))
    if not tokens or left < name.box.right + APART:
        return [name, points]
    top = name.box.y - (TOKEN_HEIGHT - name.box.height) // 2
    return [name, *token_row(Point(left, top), cards)[0], points]


def button(look: Look, box: Box, text: str, note: str, *, selected: bool) -> list[Item]:
    """Return a button, with a pointer beside it when it is selected."""
    body = look.metrics.body
    shown = note if fits(note, box.width - 2 * BUTTON_FRAME, body) else ""
    items: list[Item] = [Button(text, box, selected, shown, body)]
    if selected:
        items.append(Mark(Sign.POINTER, Box(box.x - 10, box.y, 6, box.height)))
    return items
