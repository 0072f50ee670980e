"""Shapes as pixels: a polygon becomes a mask, and masks grow, shrink to their edge, and combine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

Point = tuple[float, float]
Mask = tuple[int, ...]
"""One number a row, from the top; bit x is set where the pixel in column x is."""

FINE = 64
"""Points lie on a grid of so many steps a pixel: what is finer depends on the machine."""
SAMPLES = 8
"""Lines looked at in each row of pixels."""
STEP = FINE // SAMPLES
ENOUGH = 47 * SAMPLES * FINE
"""A pixel is set when 47 percent of it are covered: thin parts stay whole."""


def snap(points: Iterable[Point]) -> list[tuple[int, int]]:
    """Put points on the fine grid."""
    return [(round(x * FINE), round(y * FINE)) for x, y in points]


def polygon(points: Sequence[Point], width: int, height: int) -> Mask:
    """Return the pixels that a closed polygon covers; where it crosses itself it stays filled."""
    corners = snap(points)
    top = min(y for _, y in corners) // STEP
    crossings: dict[int, list[tuple[int, int]]] = {}
    for start, end in pairwise([*corners, corners[0]]):
        turn = 1 if start[1] < end[1] else -1
        (x0, y0), (x1, y1) = (start, end)[::turn]
        # The samples lie in the middle between two steps, where no corner can be.
        first = max(0, top, (y0 * 2 + STEP - 1) // (2 * STEP))
        last = min(height * SAMPLES, (y1 * 2 + STEP - 1) // (2 * STEP))
        for sample in range(first, last):
            x = x0 + (x1 - x0) * (2 * sample * STEP + STEP - 2 * y0) // (2 * (y1 - y0))
            crossings.setdefault(sample, []).append((x, turn))
    covered: dict[int, list[int]] = {}
    for sample, found in crossings.items():
        row = covered.setdefault(sample // SAMPLES, [0] * (width + 1))
        winding, since = 0, 0
        for x, turn in sorted(found):
            if winding == 0:
                since = x
            winding += turn
            if winding == 0:
                _cover(row, max(0, since), min(width * FINE, x))
    rows = [0] * height
    for y, row in covered.items():
        rows[y] = sum(1 << x for x, share in enumerate(row) if share * 100 >= ENOUGH)
    return tuple(rows)


def _cover(row: list[int], start: int, end: int) -> None:
    """Add a stretch of one sample line to the shares of the pixels it runs through."""
    if start >= end:
        return
    first, last = start // FINE, end // FINE
    if first == last:
        row[first] += end - start
        return
    row[first] += FINE - start % FINE
    for x in range(first + 1, last):
        row[x] += FINE
    row[last] += end % FINE


def stroke(points: Sequence[Point], pen: int, width: int, height: int) -> Mask:
    """Return the pixels of a line through points, unbroken and as thin as the pen."""
    rows = [0] * height
    reach = range(-((pen - 1) // 2), pen - (pen - 1) // 2)
    path = [(x // FINE, y // FINE) for x, y in snap(points)]
    for x, y in _pixels(path):
        for row in (y + dy for dy in reach):
            if 0 <= row < height:
                for column in (x + dx for dx in reach):
                    if 0 <= column < width:
                        rows[row] |= 1 << column
    return tuple(rows)


def _pixels(path: Sequence[tuple[int, int]]) -> Iterable[tuple[int, int]]:
    """Yield the pixels from point to point, by Bresenham."""
    yield path[0]
    for start, (x1, y1) in pairwise(path):
        x, y = start
        dx, dy = abs(x1 - x), -abs(y1 - y)
        step_x, step_y = (1 if x < x1 else -1), (1 if y < y1 else -1)
        error = dx + dy
        while (x, y) != (x1, y1):
            twice = 2 * error
            if twice >= dy:
                error += dy
                x += step_x
            if twice <= dx:
                error += dx
                y += step_y
            yield x, y


def grown(mask: Mask) -> Mask:
    """Return a mask with the four neighbours of each of its pixels."""
    padded = (0, *mask, 0)
    return tuple(
        row | row << 1 | row >> 1 | padded[y] | padded[y + 2] for y, row in enumerate(mask)
    )


def edge(mask: Mask) -> Mask:
    """Return the pixels of a mask that have a neighbour outside."""
    padded = (0, *mask, 0)
    return tuple(
        row & ~(row << 1 & row >> 1 & padded[y] & padded[y + 2]) for y, row in enumerate(mask)
    )


def minus(mask: Mask, other: Mask) -> Mask:
    """Return the pixels of a mask that are not in another."""
    return tuple(row & ~without for row, without in zip(mask, other, strict=True))


def both(mask: Mask, other: Mask) -> Mask:
    """Return the pixels that two masks share."""
    return tuple(row & also for row, also in zip(mask, other, strict=True))


def box(x: int, y: int, right: int, bottom: int, height: int) -> Mask:
    """Return the pixels of a rectangle; `right` and `bottom` lie just outside."""
    row = (1 << right) - (1 << x)
    return tuple(row if y <= at < bottom else 0 for at in range(height))
