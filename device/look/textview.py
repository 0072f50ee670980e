"""A layout as lines of text: each item in the cells that its box covers."""

from __future__ import annotations

from unicodedata import combining, east_asian_width

from device.geometry import Box, Point, Size
from device.look.items import (
    Align,
    Back,
    Button,
    Emblem,
    Face,
    Fan,
    Item,
    Layout,
    Line,
    Mark,
    Pill,
    Pips,
    Rect,
    Sign,
    Text,
    Token,
    Tokens,
)
from koikoi.cards import Kind

CARD_ROWS = 5
HALF_LINE = 6
"""From the top of a line of text to its middle, in pixels."""


def cells(text: str) -> int:
    """Return how many cells a text takes: letters of East Asia are two wide."""
    return sum(_cells(letter) for letter in text)


def _cells(letter: str) -> int:
    return 0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1


def clipped(text: str, room: int) -> str:
    """Return as much of a text as goes into so many cells."""
    taken = ""
    for letter in text:
        if cells(taken + letter) > room:
            break
        taken += letter
    return taken


class Page:
    """A grid of cells that is written on; the right half of a wide letter is an empty cell."""

    def __init__(self, size: Size, columns: int, rows: int) -> None:
        self._size = size
        self.columns = columns
        self.rows = rows
        self._grid = [[" "] * columns for _ in range(rows)]

    def column(self, x: int) -> int:
        """Return the column that a pixel falls into."""
        return x * self.columns // self._size.width

    def row(self, y: int) -> int:
        """Return the row that a pixel falls into."""
        return y * self.rows // self._size.height

    def middle_row(self, box: Box) -> int:
        """Return the row in which the middle of a box falls."""
        return self.row(box.y + box.height // 2)

    def text_row(self, box: Box) -> int:
        """Return the row of a text: boxes that begin at one height share a row."""
        return self.row(box.y + max(box.height // 2, HALF_LINE))

    def put(self, row: int, column: int, text: str) -> None:
        """Write a text, as much of it as lies on the page."""
        if not 0 <= row < self.rows:
            return
        at = max(0, column)
        for letter in text:
            wide = _cells(letter)
            if at + wide > self.columns:
                return
            if wide == 0:
                self._grid[row][at - 1] += letter
                continue
            self._grid[row][at] = letter
            if wide == 2:
                self._grid[row][at + 1] = ""
            at += wide

    def is_blank(self, row: int, left: int, right: int) -> bool:
        """Whether nothing is written in these cells of a row."""
        return all(cell == " " for cell in self._grid[row][max(0, left) : right])

    def lines(self) -> list[str]:
        """Return the rows as strings."""
        return ["".join(row) for row in self._grid]


def lines(layout: Layout, columns: int = 80, rows: int = 24) -> list[str]:
    """Return a layout as so many lines of so many cells each."""
    page = Page(layout.size, columns, rows)
    for index, item in enumerate(layout.items):
        if isinstance(item, Face) and _covered(item, layout.items[index + 1 :]):
            continue
        _write(page, item)
    # Rules last: they give way to words.
    for item in layout.items:
        if isinstance(item, Line):
            _rule(page, item)
    return page.lines()


def _write(page: Page, item: Item) -> None:  # noqa: C901 - one case for each kind
    match item:
        case Text(text=text, box=box, align=align):
            _words(page, text, box, align)
        case Pill(text=text, box=box):
            room = page.column(box.right) - page.column(box.x)
            bracketed = f"[{text}]"
            fits = cells(bracketed) <= room + (cells(text) > 2)
            _words(page, bracketed if fits else text, box, Align.CENTER)
        case Face():
            _face(page, item)
        case Back(box=box, text=text):
            _card(page, box, ("░" * 6, text.center(6, "░") if text else "░" * 6, "░" * 6))
        case Fan(count=count, box=box):
            page.put(page.middle_row(box), page.column(box.x), f"x{count}")
        case Tokens():
            _tokens(page, item)
        case Token(box=box, text=text):
            page.put(page.middle_row(box), page.column(box.x), text)
        case Mark(sign=sign, box=box):
            _mark(page, sign, box)
        case Button():
            _button(page, item)
        case Emblem() | Pips() | Rect() | Line():
            pass


def _covered(face: Face, later: tuple[Item, ...]) -> bool:
    """Whether a card lies below another one of its stack."""
    middle = Point(face.box.x + face.box.width // 2, face.box.y + face.box.height // 2)
    return any(isinstance(item, Face) and item.box.contains(middle) for item in later)


def _words(page: Page, text: str, box: Box, align: Align) -> None:
    """Write a text where it stands in its box."""
    left, right = page.column(box.x), -(-box.right * page.columns // page._size.width)
    spare = right - left - cells(text)
    shift = {Align.LEFT: 0, Align.CENTER: spare // 2, Align.RIGHT: spare}[align]
    page.put(page.text_row(box), left + shift, text)


def _card(
    page: Page, box: Box, inside: tuple[str, str, str], top: str = "", foot: str = ""
) -> None:
    """Draw a card of three lines in a frame, with words in its upper and lower edge."""
    left, row = page.column(box.x), page.middle_row(box) - CARD_ROWS // 2
    page.put(row, left, "┌" + top + "─" * (6 - cells(top)) + "┐")
    for index, words in enumerate(inside, start=1):
        page.put(row + index, left, f"│{words}{' ' * (6 - cells(words))}│")
    page.put(row + 4, left, "└" + foot + "─" * (6 - cells(foot)) + "┘")


def _face(page: Page, face: Face) -> None:
    first, second = (*face.flower, "", "")[:2]
    month = str(face.card.month.value) if face.numeral else ""
    inside = (clipped(first, 6), clipped(second, 6), clipped(face.kind, 6))
    _card(page, face.box, inside, month, face.note)


def _tokens(page: Page, tokens: Tokens) -> None:
    """Write a kind's name, and below it the months of its cards, or how many they are."""
    box = tokens.box
    left, room = page.column(box.x), page.column(box.right) - page.column(box.x)
    row = page.row(box.y + 5)
    count = str(len(tokens.cards))
    months = " ".join(
        f"{card.month.value}{'*' if card in tokens.fresh else ''}" for card in tokens.cards
    )
    if tokens.kind is Kind.KASU:
        months = f"{count}{'*' if tokens.fresh else ''}"
    elif cells(months) > room:
        months = f"x{count}"
    page.put(row, left, clipped(tokens.label, room))
    page.put(row + 1, left, months if tokens.cards else "-")


def _mark(page: Page, sign: Sign, box: Box) -> None:
    left = page.column(box.x)
    wide = 8 if sign is Sign.CURSOR else max(1, page.column(box.right) - left)
    if sign is Sign.POINTER:
        wide = 1
    page.put(page.middle_row(box), left, sign.value * wide)


def _button(page: Page, button: Button) -> None:
    """Draw a button as a frame of words, a double one when it is selected."""
    box = button.box
    left, right = page.column(box.x), page.column(box.right)
    top = page.middle_row(box) - (1 if button.note else 0)
    edges = "║" if button.selected else "│"
    words = [button.text, button.note] if button.note else [button.text]
    for index, line in enumerate(words):
        room = right - left - 2
        shown = clipped(line, room)
        spare = room - cells(shown)
        middle = " " * (spare // 2) + shown + " " * (spare - spare // 2)
        page.put(top + index, left, f"{edges}{middle}{edges}")


def _rule(page: Page, line: Line) -> None:
    """Draw a rule across a row that has nothing on it."""
    box = line.box
    if box.width <= box.height:
        return
    row, left, right = page.row(box.y), page.column(box.x), page.column(box.right)
    if not line.dotted and row < page.rows and page.is_blank(row, left, right):
        page.put(row, left, "─" * (right - left))
