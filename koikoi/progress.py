"""How far a side has come with each yaku: which cards it has, lacks and has lost."""

from __future__ import annotations

from typing import NamedTuple

from koikoi.cards import DECK, Fuda
from koikoi.rules import RuleSet
from koikoi.yaku import Made, Sight, Yaku, judge, reach, table, worth

NAMED_MOST = 6
"""Of a yaku that asks for more cards than these, the cards are counted and not named."""


class Progress(NamedTuple):
    """A yaku, the cards that can make it, as many of them as one has and as one needs.

    Where cards are only counted, `cards` is empty.
    """

    row: Yaku
    cards: Fuda
    missing: Fuda
    gone: Fuda
    """The cards that the other side has."""
    have: int
    need: int
    possible: bool

    @property
    def lacks(self) -> int:
        """How many cards are missing."""
        return max(self.need - self.have, 0)


def gained(rules: RuleSet, sight: Sight, cards: Fuda) -> tuple[Made, ...]:
    """Return the yaku that taking these cards would make or better, the best first.

    There are none where all that one has would be worth no more than before.

    >>> from koikoi.cards import Month, fuda
    >>> gained(RuleSet(), Sight(fuda("3H"), (), (), Month.MATSU, 0), fuda("9T 9a"))
    (Made(key='hanami', points=5),)
    """
    left = tuple(card for card in sight.bafuda if card not in cards)
    now = judge(rules, sight)
    then = judge(rules, sight._replace(own=(*sight.own, *cards), bafuda=left))
    if worth(rules, then, sight.calls) <= worth(rules, now, sight.calls):
        return ()
    return tuple(sorted((made for made in then if made not in now), key=lambda made: -made.points))


def named_cards(row: Yaku, sight: Sight | None) -> Fuda:
    """Return the cards that a yaku is made of where it names them."""
    if row.months:
        return tuple(card for card in DECK if sight is not None and card.month is sight.month)
    if row.core and row.need <= len(row.core):
        return row.core
    if len(row.core) + len(row.pool) <= NAMED_MOST:
        return tuple(sorted({*row.core, *row.pool}))
    return ()


def progress(rules: RuleSet, sight: Sight) -> tuple[Progress, ...]:
    """Return how far the own side has come with each yaku, in the order of the table."""
    return tuple(_progress(row, sight) for row in table(rules))


def _progress(row: Yaku, sight: Sight) -> Progress:
    cards = named_cards(row, sight)
    own, other = set(sight.own), set(sight.other)
    if cards:
        missing = tuple(card for card in cards if card not in own and card not in other)
        gone = tuple(card for card in cards if card in other)
        have = len(cards) - len(missing) - len(gone)
        apart = sum(card not in row.pool for card in row.core)
        need = len(cards) if row.months else max(len(row.core), apart + row.need)
        lost = any(card in other for card in row.core)
        possible = not lost and have + len(missing) >= need
        return Progress(row, cards, missing, gone, min(have, need), need, possible)
    have = sum(card in own for card in row.pool) + sum(card in own for card in row.doubles)
    free = sum(card not in own and card not in other for card in row.pool)
    return Progress(row, (), (), (), have, row.need, have + free >= row.need)


def nearest(rules: RuleSet, sight: Sight, most: int, lacking: int) -> tuple[Progress, ...]:
    """Return the yaku that lack so few cards and can still be made, the nearest and best first."""
    made = {yaku.key for yaku in judge(rules, sight)}
    one_away = {key for key, _ in reach(rules, sight)}
    open_ = [
        each
        for each in progress(rules, sight)
        if each.possible
        and each.lacks <= lacking
        and each.row.key not in made
        and (each.lacks > 1 or each.row.key in one_away)
        and (each.have or each.row.key in one_away)
    ]
    return tuple(sorted(open_, key=lambda each: (each.lacks, -each.row.points))[:most])


def makers(rules: RuleSet, key: str, own: Fuda) -> Fuda:
    """Return the own cards that make a yaku; none where it was dealt and not taken."""
    row = next((row for row in table(rules) if row.key == key), None)
    if row is None:
        return ()
    cards = named_cards(row, None) or row.pool
    return tuple(card for card in cards if card in own)
