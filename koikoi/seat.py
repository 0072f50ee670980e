"""The two players."""

from __future__ import annotations

from enum import IntEnum


class Seat(IntEnum):
    """A side of the table; on a device South is the person holding it."""

    SOUTH = 0
    NORTH = 1

    @property
    def other(self) -> Seat:
        """The opponent."""
        return NORTH if self is SOUTH else SOUTH

    def __str__(self) -> str:
        return self.name.lower()

    @classmethod
    def parse(cls, text: str) -> Seat:
        """Return the seat with this name; raises ValueError."""
        try:
            return cls[text.upper()]
        except KeyError:
            raise ValueError(f"no seat is called {text!r}; there are south and north") from None


SOUTH, NORTH = Seat.SOUTH, Seat.NORTH
