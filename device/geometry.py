"""Where things are on the glass: sizes, points and boxes in pixels, origin top left."""

from __future__ import annotations

from typing import NamedTuple


class Size(NamedTuple):
    """A width and a height in pixels."""

    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


class Point(NamedTuple):
    """A pixel, counted from the top left corner."""

    x: int
    y: int


class Box(NamedTuple):
    """A rectangle: its top left pixel and its extent; `right` and `bottom` lie just outside."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column to the right of the box."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row below the box."""
        return self.y + self.height

    def contains(self, point: Point) -> bool:
        """Whether the point lies inside."""
        return self.x <= point.x < self.right and self.y <= point.y < self.bottom

    def overlaps(self, other: Box) -> bool:
        """Whether the two boxes share a pixel."""
        return (
            self.x < other.right
            and other.x < self.right
            and self.y < other.bottom
            and other.y < self.bottom
        )

    def inset(self, margin: int) -> Box:
        """The box without a margin of so many pixels on each side."""
        return Box(
            self.x + margin, self.y + margin, self.width - 2 * margin, self.height - 2 * margin
        )
