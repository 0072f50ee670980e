"""The three players of the source, かんたん ふつう つよい, exactly as it has them.

They look one move ahead and no further. `hard` is bold rather than strong: it goes on while a
player that counts would stop, and loses more than half of its matches against `normal`.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from koikoi.cards import Card, Fuda, Kind, matching
from koikoi.chance import pick
from koikoi.moves import Call, Move, Pick, Play
from koikoi.view import View
from koikoi.yaku import AKATAN, AOTAN, INOSHIKACHOU, judge, total


class Style(NamedTuple):
    """What tells the three apart."""

    careless: float
    """How often a card is played without looking."""
    sees_yaku: bool
    """Whether cards of the great yaku are worth more to it."""
    goes_on_with: int
    """The cards it wants in hand to call koi-koi."""
    goes_on_below: int
    """It calls koi-koi only while its yaku, before doubling, are worth less."""


EASY = Style(careless=1 / 3, sees_yaku=False, goes_on_with=0, goes_on_below=0)
NORMAL = Style(careless=0, sees_yaku=False, goes_on_with=3, goes_on_below=7)
HARD = Style(careless=0, sees_yaku=True, goes_on_with=2, goes_on_below=10)


class SourcePlayer(NamedTuple):
    """A player of the source in one of its styles."""

    style: Style

    def choose(self, view: View, rng: Random) -> Move:
        """Return the move of the source's algorithm."""
        if view.calling:
            return self._call(view)
        if view.drawn is not None:
            return Pick(_worthier(matching(view.drawn, view.bafuda)))
        if self.style.careless and rng.random() < self.style.careless:
            card = pick(rng, view.tefuda)
            return pick(rng, [move for move in _plays(view) if move.card is card])
        return self._play(view)

    def _call(self, view: View) -> Call:
        points = total(judge(view.rules, view.sight(view.seat)))
        enough = len(view.tefuda) >= self.style.goes_on_with
        return Call.KOIKOI if enough and points < self.style.goes_on_below else Call.SHOUBU

    def _play(self, view: View) -> Play:
        """Play what takes most; with nothing to take, throw away what is worth least."""
        best = max(view.tefuda, key=lambda card: self._score(view, card))
        matches = matching(best, view.bafuda)
        if not matches:
            return Play(min(view.tefuda, key=worth))
        return Play(best, _worthier(matches) if len(matches) == 2 else None)

    def _score(self, view: View, card: Card) -> int:
        """Return what playing a card looks worth: itself and all it matches, taken or not."""
        matches = matching(card, view.bafuda)
        if not matches:
            return 0
        score = worth(card) + sum(worth(other) for other in matches)
        if not self.style.sees_yaku:
            return score
        if card.kind is Kind.HIKARI:
            score += 10
        return score + sum(_bonus(other) for other in matches)


def _bonus(card: Card) -> int:
    """Return what `hard` adds for a card on the table that a great yaku needs."""
    if card.kind is Kind.HIKARI:
        return 15
    if card in INOSHIKACHOU:
        return 8
    return 6 if card in AKATAN or card in AOTAN else 0


def worth(card: Card) -> int:
    """Return a card's worth by its kind: 20, 10, 5, 1; the sake cup is an animal and no more."""
    return card.kind.value


def _worthier(two: Fuda) -> Card:
    """Return the card worth more, the first of equals."""
    return max(two, key=worth)


def _plays(view: View) -> list[Play]:
    return [move for move in view.legal_moves if isinstance(move, Play)]
