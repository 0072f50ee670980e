"""The player that knows no game: every legal move is as likely."""

from __future__ import annotations

from random import Random

from koikoi.chance import pick
from koikoi.moves import Move
from koikoi.view import View


class RandomPlayer:
    """Any legal move."""

    def choose(self, view: View, rng: Random) -> Move:
        """Return any legal move."""
        return pick(rng, view.legal_moves)
