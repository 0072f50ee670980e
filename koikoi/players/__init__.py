"""The players of the program: a View and a generator in, a move out.

A new player is a module here and a row in LEVELS.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple, Protocol

from koikoi.moves import Move
from koikoi.players.random import RandomPlayer
from koikoi.players.source import EASY, HARD, NORMAL, SourcePlayer
from koikoi.view import View


class Player(Protocol):
    """Something that decides."""

    def choose(self, view: View, rng: Random) -> Move:
        """Return one of the view's legal moves; all chance comes from `rng`."""


class Level(NamedTuple):
    """A player under the name that records and settings give it."""

    player: Player
    offered: bool
    """Whether a person is offered it as an opponent."""


LEVELS: dict[str, Level] = {
    "random": Level(RandomPlayer(), offered=False),
    "easy": Level(SourcePlayer(EASY), offered=True),
    "normal": Level(SourcePlayer(NORMAL), offered=True),
    "hard": Level(SourcePlayer(HARD), offered=True),
}
"""Every level, the weakest first."""
