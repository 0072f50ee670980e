"""A card to draw on: 44 by 68 units whatever its size in pixels, in ink on paper."""

from __future__ import annotations

from collections.abc import Iterable

from device.geometry import Size
from device.look.art import raster
from device.look.art.curves import Path, band, disc, smooth
from device.look.art.raster import Mask, Point

GRID = Size(44, 68)
INK, PAPER = True, False
FRAME = 2
"""How thick the frame of a card is, in pixels; the drawing stays inside."""
SMALL = 40
"""Narrower cards get fewer and larger parts."""
TINY = 34
"""Still narrower ones have room for no letter and no line within a thing."""


class Canvas:
    """One bit a pixel: areas are sampled, lines a pen thick, and a rim of paper parts things."""

    def __init__(self, size: Size) -> None:
        self.size = size
        self.rows: list[int] = [0] * size.height
        self.unit = min(size.width / GRID.width, size.height / GRID.height)
        self.small = size.width < SMALL
        self.tiny = size.width < TINY
        self.pen = max(1, round(self.unit * 0.75))
        self._window = raster.box(
            FRAME, FRAME, size.width - FRAME, size.height - FRAME, size.height
        )

    def at(self, points: Iterable[Point]) -> list[Point]:
        """Return where points of the grid lie, in pixels."""
        across = self.size.width / GRID.width
        down = self.size.height / GRID.height
        return [(x * across, y * down) for x, y in points]

    def paint(self, mask: Mask, tone: bool = INK) -> None:  # noqa: FBT001 - INK or PAPER
        """Set the pixels of a mask, as far as they lie inside the frame."""
        inside = raster.both(mask, self._window)
        for y, row in enumerate(inside):
            self.rows[y] = self.rows[y] | row if tone else self.rows[y] & ~row

    def mask(self, outline: Path) -> Mask:
        """Return the pixels that an outline covers."""
        return raster.polygon(self.at(outline), *self.size)

    def rim(self, mask: Mask, tone: bool = PAPER) -> None:  # noqa: FBT001 - INK or PAPER
        """Paint the pixels around a mask."""
        wide = mask
        for _ in range(self.pen):
            wide = raster.grown(wide)
        self.paint(raster.minus(wide, mask), tone)

    def edge(self, mask: Mask, tone: bool = INK) -> None:  # noqa: FBT001 - INK or PAPER
        """Paint the pixels along the inside of a mask."""
        left = mask
        for _ in range(self.pen):
            rim = raster.edge(left)
            self.paint(rim, tone)
            left = raster.minus(left, rim)

    def solid(self, outline: Path, *, rim: bool = True) -> Mask:
        """Fill an outline with ink; a rim of paper parts it from what lies below."""
        mask = self.mask(outline)
        if rim:
            self.rim(mask)
        self.paint(mask)
        return mask

    def hollow(self, outline: Path, *, rim: bool = False) -> Mask:
        """Fill an outline with paper and draw its edge in ink."""
        mask = self.blank(outline)
        if rim:
            self.rim(mask)
        self.edge(mask)
        return mask

    def blank(self, outline: Path) -> Mask:
        """Fill an outline with paper."""
        mask = self.mask(outline)
        self.paint(mask, PAPER)
        return mask

    def hatch(self, mask: Mask) -> None:
        """Draw slanting lines over a mask, and its edge."""
        every = 3 * self.pen
        pattern = tuple(
            sum(1 << x for x in range(self.size.width) if (x + y) % every < self.pen)
            for y in range(self.size.height)
        )
        self.paint(mask, PAPER)
        self.paint(raster.both(mask, pattern))
        self.edge(mask)

    def line(self, *points: Point, tone: bool = INK) -> None:
        """Draw a line, a pen thick."""
        self.paint(raster.stroke(self.at(points), self.pen, *self.size), tone)

    def curve(self, *points: Point, tone: bool = INK) -> None:
        """Draw a smooth line, a pen thick."""
        self.line(*smooth(points), tone=tone)

    def bar(self, *points: Point, width: float, tone: bool = INK) -> None:
        """Draw a line of some width with round ends."""
        for outline in (band(points, width, width), *(disc(end, width / 2) for end in points)):
            self.paint(self.mask(outline), tone)

    def dots(self, *points: Point, tone: bool = INK) -> None:
        """Draw points, a pen large."""
        for point in points:
            self.line(point, tone=tone)

    def framed(self) -> list[int]:
        """Return the rows with the frame of a card around them, its corners knocked off."""
        width, height = self.size
        whole = raster.box(0, 0, width, height, height)
        rows = [
            row | border
            for row, border in zip(self.rows, raster.minus(whole, self._window), strict=True)
        ]
        corners = 1 | 1 << (width - 1)
        rows[0] &= ~corners
        rows[-1] &= ~corners
        return rows
