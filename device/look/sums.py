"""What a seat has made: every yaku with its points, what multiplies them, and the sum."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from device.geometry import Box, Point
from device.look.items import Align, Item, Line
from device.look.lettering import height, packed, width
from device.look.look import Look
from device.look.pieces import APART, TOKEN_HEIGHT, Column, fitting, token_row
from device.look.words import sum_line, yaku_name
from koikoi.cards import Fuda
from koikoi.progress import makers
from koikoi.rules import RuleSet
from koikoi.score import Factor
from koikoi.yaku import Made, total

GUTTER = 9
"""Between two entries in one line, at least, in pixels."""
POINTS_GAP = 6
"""Between a name and its points where two entries are in one line, at least."""
RULE_ROOM = 2
"""What the rule above the sum needs between two lines, in pixels."""


class Entry(NamedTuple):
    """A yaku or a bonus with its points, and the cards that make it."""

    name: str
    points: str
    cards: Fuda = ()


class _Form(NamedTuple):
    """Entries in so many lines of a column, and below them the reasons to multiply."""

    column: Column
    items: list[Item]
    lines: int
    reasons: list[str]

    @property
    def lowered(self) -> int:
        """How much lower than its line the sum stands, so that its rule touches no letter."""
        return max(0, RULE_ROOM - (self.column.pitch - height(self.column.look.metrics.body)))

    @property
    def bottom(self) -> int:
        """Where the sum ends."""
        line, strong = self.lines + len(self.reasons), self.column.look.metrics.strong
        return self.column.box(line, strong).bottom + self.lowered


@dataclass(frozen=True, slots=True)
class Sum:
    """What a seat has made: its yaku, what multiplies them, and the cards it has taken.

    What `base` has more than the yaku is a bonus for calling koi-koi, an entry of its own.
    """

    rules: RuleSet
    made: tuple[Made, ...]
    base: int
    factors: tuple[Factor, ...]
    reasons: tuple[str, ...]
    own: Fuda

    def entries(self, look: Look) -> list[Entry]:
        """Return each yaku or bonus."""
        bonus = self.base - total(self.made)
        listed = [
            Entry(
                yaku_name(look, yaku.key),
                str(yaku.points),
                makers(self.rules, yaku.key, self.own),
            )
            for yaku in self.made
        ]
        if bonus and self.made:
            listed.append(Entry(look.text("bonus.koikoi"), look.text("bonus.points", n=bonus)))
        return listed

    def lines(self, column: Column) -> int:
        """Return how many lines it takes with each yaku in a line of its own."""
        return len(self.entries(column.look)) + len(_reasons(column, self)) + 1


def sum_lines(column: Column, title: str, whole: Sum, bottom: int) -> list[Item]:
    """Return the yaku with their points, what multiplies them, and the sum, down to `bottom`.

    Every yaku is named: with its cards where there is room, else in a line of its own, else two
    in a line, else one after the other. The reasons to multiply give way before a yaku does.
    """
    for form in _forms(column, whole):
        if form.bottom <= bottom:
            break
    told = form.column.paragraph(form.lines, form.reasons)
    return [*form.items, *told, *_total(form, title, whole)]


def _forms(column: Column, whole: Sum) -> Iterator[_Form]:
    """Yield the forms of a sum, closer and closer."""
    entries, reasons = whole.entries(column.look), _reasons(column, whole)
    for told in (reasons, packed(whole.reasons, column.width, column.look.metrics.body), []):
        for each in (column, replace(column, tight=True)):
            for items, lines in _lists(each, entries):
                yield _Form(each, items, lines, told)


def _reasons(column: Column, whole: Sum) -> list[str]:
    """Return what multiplies the points in lines."""
    return [line for reason in whole.reasons for line in column.wrapped(reason)]


def _lists(column: Column, entries: list[Entry]) -> Iterator[tuple[list[Item], int]]:
    """Yield the entries in closer and closer order, each time with how many lines they take."""
    metrics = column.look.metrics
    tall = -(-(TOKEN_HEIGHT + 2) // column.pitch)
    if not metrics.compact:
        row = replace(column, top=column.top + (TOKEN_HEIGHT - height(metrics.body)) // 2)
        yield _rows(row, entries, tall), tall * len(entries)
    bare = [entry._replace(cards=()) for entry in entries]
    yield _rows(column, bare), len(bare)
    half = -(-len(bare) // 2)
    wide = [_width(column, part) for part in (bare[:half], bare[half:])]
    spare = column.width - sum(wide) - GUTTER
    if spare >= 0:
        gutter = GUTTER + min(spare, GUTTER)
        middle = column.left + wide[0] + (spare + GUTTER - gutter) // 2
        left, right = replace(column, right=middle), replace(column, left=middle + gutter)
        tall = half * column.pitch - 2
        divider = Line(Box(middle + gutter // 2, column.top, 1, tall), dotted=True)
        yield [*_rows(left, bare[:half]), divider, *_rows(right, bare[half:])], half
    said = [column.look.text("log.yaku", yaku=each.name, points=each.points) for each in bare]
    parts = [column.look.text("listed", first=words, second="").strip() for words in said[:-1]]
    lines = packed([*parts, *said[-1:]], column.width, metrics.body)
    yield column.paragraph(0, lines), len(lines)


def _width(column: Column, entries: list[Entry]) -> int:
    """Return how wide entries are in lines of their own."""
    metrics = column.look.metrics
    names = max((width(each.name, metrics.body) for each in entries), default=0)
    points = max((width(each.points, metrics.strong) for each in entries), default=0)
    return names + POINTS_GAP + points


def _rows(column: Column, entries: list[Entry], step: int = 1) -> list[Item]:
    """Return each entry in a line of its own, so many lines apart."""
    items: list[Item] = []
    for index, entry in enumerate(entries):
        items += _row(column, step * index, entry)
    return items


def _row(column: Column, line: int, entry: Entry) -> list[Item]:
    """Return a yaku, its points, and its cards where there are any and they fit."""
    metrics = column.look.metrics
    # Bold letters are higher than a tight line.
    strong = metrics.body if column.tight else metrics.strong
    name = column.text(line, entry.name)
    points = column.text(line, entry.points, Align.RIGHT, strong)
    tokens, right = token_row(Point(0, 0), entry.cards)
    left = points.box.x - 2 * APART - right
    middle = column.left + column.width * 45 // 100
    left = min(left, max(middle, name.box.right + APART))
    if not tokens or left < name.box.right + APART:
        return [name, points]
    top = name.box.y - (TOKEN_HEIGHT - name.box.height) // 2
    return [name, *token_row(Point(left, top), entry.cards)[0], points]


def _total(form: _Form, title: str, whole: Sum) -> list[Item]:
    """Return the sum below a rule; letters that fill their line keep a pixel away from it."""
    look, metrics = form.column.look, form.column.look.metrics
    line = form.lines + len(form.reasons)
    column = replace(form.column, top=form.column.top + form.lowered)
    low = replace(column, top=column.top + (height(metrics.strong) >= metrics.line))
    words = sum_line(look, whole.base, whole.factors)
    points = low.text(line, words, Align.RIGHT, metrics.strong)
    room = points.box.x - APART - column.left
    name = fitting(look, room, title, look.text("result.total"), "")
    return [column.rule(line), low.text(line, name), points]
