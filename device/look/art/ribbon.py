"""The three ribbons: the poem's white and written on, the blue one black, the plain one hatched."""

from __future__ import annotations

from device.look.art.canvas import PAPER, Canvas
from device.look.art.kana import STROKES, small_rows
from device.look.art.raster import Point

TOP, HEIGHT, LEAN = 8, 49, 3
"""Where a ribbon begins, how long it is, and how far its top leans to the right."""


def sides(c: Canvas) -> tuple[float, float]:
    """Return where the left side of a ribbon's foot is and how wide it is: more on small cards."""
    return (13.5, 15.5) if c.small else (15, 13)


def outline(c: Canvas) -> list[Point]:
    """Return the outline of a ribbon: a slip that leans and bends in the middle."""
    (x, w), y, h = sides(c), TOP, HEIGHT
    return [
        (x + LEAN, y), (x + w + LEAN, y - 2), (x + w + LEAN, y + h * 0.5), (x + w, y + h - 2),
        (x, y + h), (x + LEAN * 0.8, y + h * 0.5),
    ]  # fmt: skip


def middle(c: Canvas, share: float) -> Point:
    """Return the point between the sides of a ribbon, so far down."""
    x, w = sides(c)
    return x + w / 2 + LEAN * (1 - share * 0.75), TOP + 0.3 + (HEIGHT - 4.4) * share


def plain(c: Canvas) -> None:
    """Draw a plain ribbon."""
    mask = c.mask(outline(c))
    c.rim(mask)
    c.hatch(mask)


def blue(c: Canvas) -> None:
    """Draw a blue ribbon: black, with a white line along each side."""
    c.solid(outline(c))
    (x, w), y, h = sides(c), TOP, HEIGHT
    left = [(x + LEAN + 2, y + 3), (x + LEAN * 0.8 + 2, y + h * 0.5), (x + 2, y + h - 3)]
    right = [(x + w + LEAN - 2, y + 1), (x + w + LEAN - 2, y + h * 0.5), (x + w - 2, y + h - 5)]
    c.line(*left, tone=PAPER)
    c.line(*right, tone=PAPER)


def poem(c: Canvas, words: str) -> None:
    """Draw a poem ribbon, its words as letters or, where there is no room, as a running hand."""
    c.hollow(outline(c), rim=True)
    if c.tiny:
        points = [middle(c, (at + 0.5) / 9) for at in range(9)]
        c.curve(*((x + (2.6 if at % 2 else -2.6), y) for at, (x, y) in enumerate(points)))
        return
    write = _small if c.unit < 1.25 else _large
    for index, letter in enumerate(words):
        write(c, letter, middle(c, (index + 0.5) / len(words)))


def _small(c: Canvas, letter: str, centre: Point) -> None:
    """Set a letter drawn pixel by pixel."""
    ((x, y),) = c.at([centre])
    left, top = round(x - 3.5), round(y - 3.5)
    rows = [0] * c.size.height
    for at, row in enumerate(small_rows(letter)):
        rows[top + at] = row << left
    c.paint(tuple(rows))


def _large(c: Canvas, letter: str, centre: Point) -> None:
    """Draw a letter's strokes."""
    x, y = centre
    for stroke in STROKES[letter]:
        c.curve(*((x + (dx - 5) * 0.8, y + (dy - 5) * 0.8) for dx, dy in stroke))
