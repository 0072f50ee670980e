"""Outlines to fill: smooth curves, ellipses, and lines that have a width."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import cos, hypot, radians, sin

from device.look.art.raster import Point

Path = Sequence[Point]


def polar(center: Point, radius: float, angle: float) -> Point:
    """Return the point so far from another, at an angle in degrees; 0 is right, 90 is down."""
    return center[0] + radius * cos(radians(angle)), center[1] + radius * sin(radians(angle))


def closed(points: Path, steps: int = 8) -> list[Point]:
    """Return a smooth outline through points."""
    count = len(points)
    quads = (tuple(points[(at + shift) % count] for shift in (-1, 0, 1, 2)) for at in range(count))
    return [_between(quad, step / steps) for quad in quads for step in range(steps)]


def smooth(points: Path, steps: int = 8) -> list[Point]:
    """Return a smooth line through points."""
    padded = [points[0], *points, points[-1]]
    quads = (tuple(padded[at : at + 4]) for at in range(len(points) - 1))
    return [
        *(_between(quad, step / steps) for quad in quads for step in range(steps)),
        points[-1],
    ]


def _between(quad: tuple[Point, ...], share: float) -> Point:
    """Return the point that far from the second to the third point (Catmull-Rom)."""
    x, y = (
        0.5
        * (
            2 * b
            + (c - a) * share
            + (2 * a - 5 * b + 4 * c - d) * share**2
            + (3 * b - a - 3 * c + d) * share**3
        )
        for a, b, c, d in zip(*quad, strict=True)
    )
    return x, y


def ellipse(center: Point, rx: float, ry: float, turned: float = 0) -> list[Point]:
    """Return the outline of an ellipse, turned by an angle."""
    across, along = cos(radians(turned)), sin(radians(turned))
    outline = []
    for angle in range(0, 360, 12):
        x, y = rx * cos(radians(angle)), ry * sin(radians(angle))
        outline.append((center[0] + x * across - y * along, center[1] + x * along + y * across))
    return outline


def disc(center: Point, radius: float) -> list[Point]:
    """Return the outline of a circle."""
    return ellipse(center, radius, radius)


def band(line: Path, start: float, end: float) -> list[Point]:
    """Return the outline of a line that is so wide at its start and at its end."""
    left, right = [], []
    last = len(line) - 1
    for at, (x, y) in enumerate(line):
        (x0, y0), (x1, y1) = line[max(at - 1, 0)], line[min(at + 1, last)]
        length = hypot(x1 - x0, y1 - y0) or 1
        half = (start + (end - start) * at / last) / 2
        dx, dy = (y0 - y1) / length * half, (x1 - x0) / length * half
        left.append((x + dx, y + dy))
        right.append((x - dx, y - dy))
    return left + right[::-1]


def taper(points: Path, start: float, end: float) -> list[Point]:
    """Return the outline of a smooth branch, from one width to another."""
    return band(smooth(points), start, end)


def moved(
    points: Path, dx: float, dy: float, scale: float = 1, *, flip: bool = False
) -> list[Point]:
    """Return points made larger around the origin and then moved there; flipped, left is right."""
    side = -scale if flip else scale
    return [(dx + x * side, dy + y * scale) for x, y in points]


def parts(line: Path, count: int) -> list[Point]:
    """Return so many points spread evenly along a line, none at its ends."""
    lengths = [hypot(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairwise(line)]
    found = []
    for part in range(count):
        rest = sum(lengths) * (part + 0.5) / count
        for ((x0, y0), (x1, y1)), length in zip(pairwise(line), lengths, strict=True):
            if rest <= length:
                share = rest / length if length else 0
                found.append((x0 + (x1 - x0) * share, y0 + (y1 - y0) * share))
                break
            rest -= length
    return found
