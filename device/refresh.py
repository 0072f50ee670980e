"""How a new frame gets on the glass: without a flash where it may, with one where it must.

A differential update drives only the pixels that change. It leaves a residue, which grows with
every update until all pixels are driven through black and white again. The makers give no count
and the players want no flash, so updates are counted, in all and tile by tile, and the residue is
wiped off where it disturbs least.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from math import inf
from typing import NamedTuple

from device.geometry import Size
from device.intents import Intent

TILE = 16
"""The width and height of a tile in pixels."""

PAUSE_S = 3.0
"""After so long without an update the player looks at something else, or thinks; in seconds."""

DAY_S = 24 * 60 * 60.0
"""A picture must not stand for longer; the makers of the glass say so."""


class Mode(Enum):
    """The ways of a frame to the glass."""

    DIFFERENTIAL = "differential"
    FAST = "fast"
    """All pixels, by the shorter waveform where the panel has one."""
    FULL = "full"


class Flash(Enum):
    """How often the player wants to see the glass flash; the hard limits hold whatever it is."""

    AUTO = "auto"
    """When the scene changes, and to wipe off residue."""
    RARE = "rare"
    """Only to wipe off residue."""
    NEVER = "never"


class Tile(NamedTuple):
    """A square of the glass, counted from the top left corner."""

    column: int
    row: int


class Budget(NamedTuple):
    """How many differential updates may follow each other."""

    tile: int
    """Those that change anything in one tile."""
    all: int


SOFT = Budget(tile=10, all=30)
"""Then the residue is wiped off at the next opportunity. Readers do so after 6 to 100 updates."""

HARD = Budget(tile=20, all=60)
"""Then it is wiped off at once."""

FORCED = frozenset({Intent.BOOT, Intent.REFRESH, Intent.GOODBYE})
"""The glass may show anything, or the player asks for it, or the picture is to stand for long."""

SCENES = frozenset({Intent.DEAL, Intent.RESULT, Intent.CLOSE})
"""Most of the picture is another one."""


@dataclass(frozen=True, slots=True)
class Ghost:
    """The residue on the glass, as far as counting tells: updates since all pixels were driven.

    A new one knows nothing of the glass: it belongs to a panel that was just started, woken up or
    recovered, and calls for a full refresh.
    """

    tiles: Mapping[Tile, int] = field(default_factory=dict)
    updates: int = 0
    full_at: float = -inf
    """When the last full refresh was, in seconds of the monotonic clock."""

    def after(self, mode: Mode, changed: frozenset[Tile], now: float) -> Ghost:
        """Return the residue after an update that changed something in these tiles."""
        match mode:
            case Mode.FULL:
                return Ghost(full_at=now)
            case Mode.FAST:
                return Ghost(full_at=self.full_at)
        counts = {**self.tiles, **{tile: self.tiles.get(tile, 0) + 1 for tile in changed}}
        return Ghost(counts, self.updates + 1, self.full_at)

    def stale(self, now: float) -> bool:
        """Whether the last full refresh is a day ago, or nobody knows of one."""
        return now - self.full_at >= DAY_S

    def spent(self, budget: Budget) -> bool:
        """Whether one of the counts has come to its limit."""
        return self.updates >= budget.all or max(self.tiles.values(), default=0) >= budget.tile

    def bars(self, changed: frozenset[Tile]) -> bool:
        """Whether a differential update of these tiles would go over a hard limit."""
        return self.updates >= HARD.all or any(
            self.tiles.get(tile, 0) >= HARD.tile for tile in changed
        )


def tiles(old: bytes, new: bytes, size: Size) -> frozenset[Tile]:
    """Return the tiles in which two packed frames differ."""
    row = (size.width + 7) // 8
    band = TILE * row
    columns = (size.width + TILE - 1) // TILE
    changed = []
    for at in range(0, row * size.height, band):
        before, after = old[at : at + band], new[at : at + band]
        if before == after:
            continue
        difference = int.from_bytes(before, "big") ^ int.from_bytes(after, "big")
        # The rows of the band on top of each other, as they would be on a tracing paper.
        folded = 0
        while difference:
            folded |= difference & ((1 << 8 * row) - 1)
            difference >>= 8 * row
        line = folded.to_bytes(row, "big")
        width = TILE // 8
        changed += [
            Tile(column, at // band)
            for column in range(columns)
            if any(line[column * width : (column + 1) * width])
        ]
    return frozenset(changed)


def decide(
    ghost: Ghost, intent: Intent, changed: frozenset[Tile], flash: Flash, now: float
) -> Mode:
    """Return how a frame that changes something in these tiles is to be shown."""
    if ghost.stale(now) or intent in FORCED or ghost.bars(changed):
        return Mode.FULL
    if intent not in SCENES or flash is Flash.NEVER:
        return Mode.DIFFERENTIAL
    if ghost.spent(SOFT):
        return Mode.FULL
    return Mode.FAST if flash is Flash.AUTO else Mode.DIFFERENTIAL


def due(ghost: Ghost, now: float, idle_s: float, flash: Flash = Flash.AUTO) -> Mode | None:
    """Return how to show the picture again that stands there, or None to leave it alone.

    `idle_s` is the time since the last update, in seconds.
    """
    if idle_s < PAUSE_S:
        return None
    limit = HARD if flash is Flash.NEVER else SOFT
    return Mode.FULL if ghost.stale(now) or ghost.spent(limit) else None
