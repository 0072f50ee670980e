"""What a coach says, as values: hints for a decision, and what decisions have cost."""

from __future__ import annotations

from typing import NamedTuple

from koikoi.moves import Move


class Hint(NamedTuple):
    """A move, what it may be expected to bring, and what speaks for it.

    `points` is the mean result of the round after it, in the last round that of the match
    (docs/players.md); `won` and `lost` are how often, from 0 to 1, the seat was paid and the other.
    """

    move: Move
    points: float
    won: float
    lost: float
    serves: str
    """The yaku that the cards it takes come closest to; "" where it takes none."""
    denies: str
    """The yaku that the other seat would have made with one of them; "" for none."""


class Judged(NamedTuple):
    """A decision that was made: its number in the round, from 0, the best move there, its cost.

    The cost is what the move that was made brings less than the best one, in points, in the last
    round in matches; to three places, as the record keeps it.
    """

    number: int
    best: Move
    cost: float


Review = tuple[Judged, ...]
"""A seat's decisions of a round between several moves, the dearest first."""

SLIGHT, SLIGHT_IN_MATCHES = 0.3, 0.03
"""What costs no more may as well be the coach's own error (docs/players.md)."""
