"""The decisions of the game, and how they are written."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from koikoi.cards import Card, KoiKoiError


class Play(NamedTuple):
    """Lay a card from the hand; `take` names the card to take only where two match."""

    card: Card
    take: Card | None = None

    def __str__(self) -> str:
        return f"{self.card}" if self.take is None else f"{self.card}*{self.take}"


class Pick(NamedTuple):
    """Take this card with the drawn one, which matches two."""

    take: Card

    def __str__(self) -> str:
        return f"*{self.take}"


class Call(Enum):
    """The answer to "go on?", asked when the own yaku have become worth more."""

    KOIKOI = "koikoi"
    SHOUBU = "shoubu"

    def __str__(self) -> str:
        return self.value


Move = Play | Pick | Call


def parse_move(text: str) -> Move:
    """Return the move that a text stands for; raises ValueError.

    >>> parse_move("1a*1H") == Play(Card.MATSU_KASU_1, Card.MATSU_TSURU)
    True
    >>> parse_move("*8T") == Pick(Card.SUSUKI_KARI), parse_move("koikoi") is Call.KOIKOI
    (True, True)
    """
    if text in ("koikoi", "shoubu"):
        return Call(text)
    card, star, take = text.partition("*")
    if not star:
        return Play(Card.parse(card))
    return Play(Card.parse(card), Card.parse(take)) if card else Pick(Card.parse(take))


class IllegalMoveError(KoiKoiError, ValueError):
    """A move that the rules do not allow now."""

    def __init__(self, move: Move, legal: tuple[Move, ...]) -> None:
        instead = ", ".join(str(each) for each in legal) or "none: the round is over"
        super().__init__(f"illegal move {move}; legal moves: {instead}")
        self.move = move
        self.legal = legal
