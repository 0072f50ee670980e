"""The player that searches: it plays what does best over many deals of what it cannot see."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from koikoi.moves import Move
from koikoi.view import View


def never() -> bool:
    """Say that there is time."""
    return False


class Searcher(NamedTuple):
    """Decides after so many rounds played out; `stop` says whether there is no more time."""

    playouts: int
    stop: Callable[[], bool] = never

    def choose(self, view: View, rng: Random) -> Move:
        """Return the best move found; the same view, generator and number give the same one."""
        if len(view.legal_moves) == 1:
            return view.legal_moves[0]
        # Imported when first needed: a game against another level starts without it.
        from koikoi.players.search import evaluate

        return evaluate(view, self.playouts, rng, self.stop)[0].move
