"""The players of the program: a View and a generator in, a move out.

A new player is a module here and a row in LEVELS (docs/players.md).
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple, Protocol

from koikoi.moves import Move
from koikoi.players.random import RandomPlayer
from koikoi.players.searcher import Searcher, never
from koikoi.players.source import EASY, HARD, NORMAL, SourcePlayer
from koikoi.view import View


class Player(Protocol):
    """Something that decides."""

    def choose(self, view: View, rng: Random) -> Move:
        """Return one of the view's legal moves; all chance comes from `rng`."""


class Level(NamedTuple):
    """A player under the name that records and settings give it."""

    player: Player
    offered: bool = True
    """Whether a person is offered it as an opponent."""
    scales: bool = False
    """Whether it plays out as many rounds as the board affords; its own number otherwise."""

    def with_budget(self, playouts: int, stop: Callable[[], bool] = never) -> Player:
        """Return the player as it decides with so many rounds played out, 0 for its own number.

        `stop` says that there is no more time; only a player that searches asks it.
        """
        if not isinstance(self.player, Searcher):
            return self.player
        own = self.player.playouts
        return Searcher(playouts if self.scales and playouts else own, stop)


LEVELS: dict[str, Level] = {
    "random": Level(RandomPlayer(), offered=False),
    "easy": Level(SourcePlayer(EASY)),
    "hard": Level(SourcePlayer(HARD)),
    "normal": Level(SourcePlayer(NORMAL)),
    "expert": Level(Searcher(300)),
    "master": Level(Searcher(8000), scales=True),
}
"""Every level, the weakest first, as docs/players.md measures them."""
