"""Cards as small numbers and rules as tables, so that a round is played out in microseconds.

The table lies as twelve nibbles, one a month, a bit for each card that lies there. A card's code is
its number times sixteen; the code plus the nibble of its month indexes what laying it does: the
nibble afterwards, and what the pile gains. A pile is one number of small counters, and three parts
of it index what its yaku are worth. Those tables are filled by asking the judge about one pile for
all that have the same counts, so that no yaku is described twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from koikoi.cards import DECK, Card, Fuda, Month
from koikoi.rules import RuleSet
from koikoi.score import Terms, shoubu
from koikoi.seat import SOUTH
from koikoi.yaku import (
    AKATAN,
    AOTAN,
    CUP,
    DECEMBER,
    DRY,
    INOSHIKACHOU,
    NOVEMBER,
    TANE,
    TANZAKU,
    Made,
    Sight,
    judge,
    table,
    total,
)

RAIN_MAN, CURTAIN, MOON = Card.YANAGI_MICHIKAZE, Card.SAKURA_MAKU, Card.SUSUKI_TSUKI

NOTHING = 48 << 4
"""The code of no card: laying it changes nothing. Its month is a thirteenth, which stays empty."""

# The counters of a pile from bit 0 on: ten bits for the brights, the cup and November ...
RAIN, A_DRY, A_CURTAIN, A_MOON, THE_CUP, A_NOVEMBER = 1, 1 << 1, 1 << 4, 1 << 5, 1 << 6, 1 << 7
# ... eight for the ribbons, twelve for animals and chaff ...
A_RED, A_BLUE, A_RIBBON = 1 << 10, 1 << 12, 1 << 14
A_TRIO, AN_ANIMAL, A_CUP, A_CHAFF = 1 << 18, 1 << 20, 1 << 24, 1 << 25
# ... and three for each month that is a yaku when full: its fourth card sets the third of them.
MONTHS_AT, FOURTH = 30, int("100" * 12, 2)

Points = tuple[list[int], list[int], list[int]]
"""What each of the three parts of a pile is worth."""

Yakus = frozenset[object]
"""Yaku that can be compared: what was made, or only their names, as the rules ask."""


class Counted(NamedTuple):
    """What piles make by their counters; one before the owner's first koi-koi, one after it."""

    points: Points
    made: tuple[list[Yakus], list[Yakus], list[Yakus]]
    viewing: list[tuple[int, int]]
    """Flower and Moon Viewing by the first part, where more than the own pile decides on them."""


class Tables(NamedTuple):
    """A rule set in one month, ready for playing out."""

    rules: RuleSet
    after: list[int]
    """The nibble of a month after laying a card, by code and nibble."""
    gains: list[int]
    """What the pile gains by it."""
    counted: tuple[Counted, Counted]
    plain: bool
    """Whether points are the sum of three look-ups, and more of them what asks for a decision."""
    month_points: int
    """What a full month is worth beside all others, in those that have counters."""
    fog: tuple[int, int]
    """The months, from 0, whose cards on the table spoil the two viewings; 12 for none."""
    lonely: bool
    """Whether the viewings count without any other yaku."""
    weights: list[int]
    """What each card adds to the counters of a pile."""
    pay: dict[tuple[int, int, int], dict[int, int]]
    """Filled by `paid`."""

    def score(self, pile: int, nibbles: list[int], calls: int) -> int:
        """Return what a pile's yaku are worth with the owner's calls, before bonus and factors."""
        counted = self.counted[calls > 0]
        lights, ribbons, others = counted.points
        points = (
            lights[pile & 1023]
            + ribbons[pile >> 10 & 255]
            + others[pile >> 18 & 4095]
            + self.month_points * (pile >> MONTHS_AT & FOURTH).bit_count()
        )
        if counted.viewing and (points or self.lonely):
            hanami, tsukimi = counted.viewing[pile & 1023]
            points += (not nibbles[self.fog[0]]) * hanami + (not nibbles[self.fog[1]]) * tsukimi
        return points

    def made(self, pile: int, nibbles: list[int], calls: int) -> Yakus:
        """Return what a pile makes, as far as the rules compare it with an earlier pile."""
        counted = self.counted[calls > 0]
        lights, ribbons, others = counted.made
        made = lights[pile & 1023] | ribbons[pile >> 10 & 255] | others[pile >> 18 & 4095]
        if full := (pile >> MONTHS_AT & FOURTH).bit_count() if self.month_points else 0:
            made |= compared(self.rules, [Made("tsukifuda", full * self.month_points)])
        if counted.viewing and (made or self.lonely):
            seen = zip(("hanami", "tsukimi"), counted.viewing[pile & 1023], self.fog, strict=True)
            made |= compared(
                self.rules,
                [Made(key, points) for key, points, fog in seen if points and not nibbles[fog]],
            )
        return made

    def paid(self, own: int, other: int, brights: int) -> dict[int, int]:
        """Return what a stop pays by what the yaku are worth, with these koi-koi calls."""
        key = own, other, brights
        if key not in self.pay:
            self.pay[key] = _Pay(Terms(self.rules, SOUTH, (own, other), brights))
        return self.pay[key]

    def pile(self, cards: Iterable[Card]) -> int:
        """Return a pile's counters."""
        return sum([self.weights[card] for card in cards])

    def aimed(self, card: Card, nibble: int, take: Card) -> Tables:
        """Return the tables in which a card takes this one of the two that it finds."""
        at = code(card) | nibble
        after, gains = self.after.copy(), self.gains.copy()
        after[at], gains[at] = self.laid(card, nibble, (take,))
        return self._replace(after=after, gains=gains)

    def laid(self, card: Card, nibble: int, taken: Fuda) -> tuple[int, int]:
        """Return the nibble after a card took these, and what the pile gains."""
        if not taken:
            return nibble | 1 << (card & 3), 0
        for other in taken:
            nibble &= ~(1 << (other & 3))
        return nibble, self.pile((card, *taken))


class _Pay(dict[int, int]):
    """Payments by base points, each worked out when it is first asked for."""

    def __init__(self, terms: Terms) -> None:
        super().__init__()
        self._terms = terms

    def __missing__(self, points: int) -> int:
        made = (Made("", points),) if points else ()
        self[points] = shoubu(self._terms, made, SOUTH).points[SOUTH]
        return self[points]


def code(card: Card) -> int:
    """Return the code of a card."""
    return card << 4


def laid_out(bafuda: Fuda) -> list[int]:
    """Return the nibbles of a table, with the empty one of no card."""
    nibbles = [0] * 13
    for card in bafuda:
        nibbles[card >> 2] |= 1 << (card & 3)
    return nibbles


def taken_by(card: Card, nibble: int) -> Fuda:
    """Return what a card takes of its month's nibble: of two the one worth more, or the first."""
    first = card & ~3
    lying = tuple([other for other in DECK[first : first + 4] if nibble >> (other & 3) & 1])
    return (max(lying, key=lambda other: other.kind.value),) if len(lying) == 2 else lying


@lru_cache(maxsize=16)
def tables(rules: RuleSet, month: Month) -> Tables:
    """Return the tables of a rule set in a month."""
    by_others = rules.viewing_yaku == "needs_other_yaku"
    by_table = rules.rain_cancels_viewing == "field_november_fog"
    apart = rules.viewing_yaku != "off" and (by_others or by_table)
    full = next((row for row in table(rules) if row.months), None)
    months = () if full is None else Month if full.months == "any" else (month,)
    season = month if rules.viewing_yaku == "seasonal" else Month.MATSU
    made = Tables(
        rules=rules,
        after=[0] * (49 << 4),
        gains=[0] * (49 << 4),
        counted=_counted(rules, season, apart=apart),
        plain=rules.improve_test == "total_increased" and full is None and not apart,
        month_points=0 if full is None else full.points,
        fog=(NOVEMBER[0] >> 2, DECEMBER[0] >> 2) if by_table else (12, 12),
        lonely=not by_others,
        weights=[_weight(rules, card, counts=card.month in months) for card in DECK],
        pay={},
    )
    for card, nibble in product(DECK, range(16)):
        if not nibble >> (card & 3) & 1:
            at = code(card) | nibble
            made.after[at], made.gains[at] = made.laid(card, nibble, taken_by(card, nibble))
    return made


def _weight(rules: RuleSet, card: Card, *, counts: bool) -> int:
    """Return what a card adds to the counters of a pile; `counts` says whether its month does."""
    return (
        (card is RAIN_MAN) * RAIN
        + (card in DRY) * A_DRY
        + (card is CURTAIN) * A_CURTAIN
        + (card is MOON) * A_MOON
        + (card is CUP) * (THE_CUP + A_CUP)
        + (card in NOVEMBER) * A_NOVEMBER
        + (card in AKATAN) * A_RED
        + (card in AOTAN) * A_BLUE
        + (card in TANZAKU) * A_RIBBON
        + (card in INOSHIKACHOU) * A_TRIO
        + (card in TANE) * AN_ANIMAL
        + _chaff(rules)[card] * A_CHAFF
        + counts * (1 << MONTHS_AT + 3 * (card >> 2))
    )


@lru_cache(maxsize=16)
def _chaff(rules: RuleSet) -> tuple[int, ...]:
    """Return how many chaff each card counts as."""
    rows = [row for row in table(rules) if row.key == "kasu"]
    return tuple(sum((card in row.pool) + (card in row.doubles) for row in rows) for card in DECK)


@lru_cache(maxsize=16)
def _counted(rules: RuleSet, season: Month, *, apart: bool) -> tuple[Counted, Counted]:
    """Ask the judge about a pile for each state of the counters, before and after a call.

    Where the viewings look beyond the own pile they are kept apart, without what they look at.
    """
    alone = viewing = rules.but(month_cards="off")
    if apart:
        alone = alone.but(viewing_yaku="off", viewing_growth="fixed")
        if rules.viewing_yaku == "needs_other_yaku":
            viewing = viewing.but(viewing_yaku="on")
        if rules.rain_cancels_viewing == "field_november_fog":
            viewing = viewing.but(rain_cancels_viewing="off")
    before = _Asking(alone, viewing, season, 0).counted(apart=apart)
    calls_matter = rules.viewing_growth != "fixed" or rules.extra_only_after_koikoi
    after = _Asking(alone, viewing, season, 1).counted(apart=apart) if calls_matter else before
    return before, after


Worth = tuple[int, Yakus]
"""What a part of a pile is worth, and which yaku it makes."""


class _Asking(NamedTuple):
    """The judge, asked about parts of piles."""

    alone: RuleSet
    viewing: RuleSet
    season: Month
    calls: int

    def counted(self, *, apart: bool) -> Counted:
        """Return the tables of all parts."""
        nothing: Worth = 0, frozenset()
        lights, ribbons, others = [nothing] * 1024, [nothing] * 256, [nothing] * 4096
        seen = [(0, 0)] * (1024 if apart else 0)
        for pile in _lights():
            at = self._at(pile) & 1023
            lights[at] = self._worth(pile)
            if apart:
                made = {each.key: each.points for each in judge(self.viewing, self._sight(pile))}
                seen[at] = made.get("hanami", 0), made.get("tsukimi", 0)
        for pile in _ribbons():
            ribbons[self._at(pile) >> 10 & 255] = self._worth(pile)
        chaff = self._chaff_worths()
        either = self.alone.sake_cup_as_chaff == "either"
        for pile in _animals():
            at = self._at(pile) >> 18 & 127
            with_cup = self._worth(pile)
            without = self._worth(tuple(card for card in pile if card is not CUP))
            for count, worth in enumerate(chaff):
                best = _both(with_cup, worth)
                if either and CUP in pile and count + 1 < len(chaff):
                    best = max(best, _both(without, chaff[count + 1]), key=lambda both: both[0])
                others[at | count << 7] = best
        parts = (lights, ribbons, others)
        first, second, third = ([each[0] for each in part] for part in parts)
        some, more, most = ([each[1] for each in part] for part in parts)
        return Counted((first, second, third), (some, more, most), seen)

    def _sight(self, pile: Fuda) -> Sight:
        return Sight(pile, (), (), self.season, self.calls)

    def _worth(self, pile: Fuda) -> Worth:
        found = judge(self.alone, self._sight(pile))
        return total(found), compared(self.alone, found)

    def _at(self, pile: Fuda) -> int:
        return sum([_weight(self.alone, card, counts=False) for card in pile])

    def _chaff_worths(self) -> list[Worth]:
        """Return what so many chaff are worth, from none to one more than can be."""
        either = self.alone.sake_cup_as_chaff == "either"
        asked = self.alone.but(sake_cup_as_chaff="1") if either else self.alone
        weights = _chaff(asked)
        single, double = (
            tuple(card for card in DECK if weights[card] == weight) for weight in (1, 2)
        )
        worths = []
        for count in range(len(single) + 2 * len(double) + 1):
            pairs = -(-max(count - len(single), 0) // 2)
            pile = single[: count - 2 * pairs] + double[:pairs]
            worths.append(self._replace(alone=asked)._worth(pile))
        return worths


def _both(one: Worth, other: Worth) -> Worth:
    """Return what two parts that do not meet are worth together."""
    return one[0] + other[0], one[1] | other[1]


def compared(rules: RuleSet, made: Iterable[Made]) -> Yakus:
    """Return yaku as the rules compare them with earlier ones."""
    if rules.improve_test == "new_yaku_only":
        return frozenset(each.key for each in made)
    return frozenset(made)


def _lights() -> Iterator[Fuda]:
    """Yield a pile for each state of the first counters."""
    others = tuple(card for card in DRY if card not in {CURTAIN, MOON})
    rest = tuple(card for card in NOVEMBER if card is not RAIN_MAN)
    for rain, curtain, moon, cup in product((0, 1), repeat=4):
        for dry, november in product(range(len(others) + 1), range(len(rest) + 1)):
            single = (RAIN_MAN,) * rain + (CURTAIN,) * curtain + (MOON,) * moon + (CUP,) * cup
            yield single + others[:dry] + rest[:november]


def _ribbons() -> Iterator[Fuda]:
    """Yield a pile for each state of the second counters."""
    plain = tuple(card for card in TANZAKU if card not in AKATAN + AOTAN)
    for red, blue, rest in product(range(4), range(4), range(len(plain) + 1)):
        yield AKATAN[:red] + AOTAN[:blue] + plain[:rest]


def _animals() -> Iterator[Fuda]:
    """Yield a pile for each state of the third counters, without chaff."""
    others = tuple(card for card in TANE if card is not CUP and card not in INOSHIKACHOU)
    for trio, rest, cup in product(range(4), range(len(others) + 1), (0, 1)):
        yield INOSHIKACHOU[:trio] + others[:rest] + (CUP,) * cup
