"""The yaku as a table of rows, and what a pile of taken cards makes under the rules in force."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from koikoi.cards import DECK, Card, Fuda, Kind, Month
from koikoi.rules import RuleSet

HIKARI: Fuda = tuple(card for card in DECK if card.kind is Kind.HIKARI)
DRY: Fuda = tuple(card for card in HIKARI if card is not Card.YANAGI_MICHIKAZE)
TANE: Fuda = tuple(card for card in DECK if card.kind is Kind.TANE)
TANZAKU: Fuda = tuple(card for card in DECK if card.kind is Kind.TANZAKU)
KASU: Fuda = tuple(card for card in DECK if card.kind is Kind.KASU)
AKATAN: Fuda = (Card.MATSU_AKATAN, Card.UME_AKATAN, Card.SAKURA_AKATAN)
AOTAN: Fuda = (Card.BOTAN_AOTAN, Card.KIKU_AOTAN, Card.MOMIJI_AOTAN)
INOSHIKACHOU: Fuda = (Card.BOTAN_CHOU, Card.HAGI_INOSHISHI, Card.MOMIJI_SHIKA)


class Sight(NamedTuple):
    """All that can decide what a pile is worth: both piles, the table, the month, own calls."""

    own: Fuda
    other: Fuda
    bafuda: Fuda
    month: Month
    calls: int


class Made(NamedTuple):
    """A yaku that a pile makes, and its points."""

    key: str
    points: int


class Yaku(NamedTuple):
    """A row: all of `core` and at least `need` of `pool` make it; more of the pool adds `extra`."""

    key: str
    points: int
    core: Fuda = ()
    pool: Fuda = ()
    need: int = 0
    extra: int = 0
    doubles: Fuda = ()
    """Cards of the pool that count twice."""
    group: str = ""
    """Of the rows of a group only the one worth most counts."""
    replaces: tuple[str, ...] = ()
    """Rows that do not count beside this one, whatever their group."""


@lru_cache(maxsize=64)
def table(rules: RuleSet) -> tuple[Yaku, ...]:
    """Return the yaku that exist under these rules, in the order of docs/rules.md."""
    exclusive = rules.stacking == "exclusive_in_group"
    tane_group, tan_group = ("tane", "tan") if exclusive else ("", "")
    extra = 1 if rules.set_yaku_extra else 0
    viewing = 1 if rules.viewing_yaku == "on" else 0
    cup = (Card.KIKU_SAKAZUKI,)
    cup_weight = int(rules.sake_cup_as_chaff)
    rows = (
        Yaku("gokou", rules.gokou, core=HIKARI, group="hikari"),
        Yaku("shikou", rules.shikou, core=DRY, group="hikari"),
        Yaku(
            "ameshikou",
            rules.ameshikou,
            core=(Card.YANAGI_MICHIKAZE,),
            pool=DRY,
            need=3,
            group="hikari",
        ),
        Yaku("sankou", rules.sankou, pool=DRY, need=3, group="hikari"),
        Yaku("hanami", rules.hanami * viewing, core=(Card.SAKURA_MAKU, *cup)),
        Yaku("tsukimi", rules.tsukimi * viewing, core=(Card.SUSUKI_TSUKI, *cup)),
        Yaku(
            "inoshikachou",
            rules.inoshikachou,
            core=INOSHIKACHOU,
            pool=TANE,
            need=3,
            extra=extra,
            group=tane_group,
        ),
        Yaku("tane", rules.tane, pool=TANE, need=5, extra=1, group=tane_group),
        Yaku(
            "akatan", rules.akatan, core=AKATAN, pool=TANZAKU, need=3, extra=extra, group=tan_group
        ),
        Yaku("aotan", rules.aotan, core=AOTAN, pool=TANZAKU, need=3, extra=extra, group=tan_group),
        Yaku(
            "akatan_aotan",
            rules.akatan_aotan,
            core=AKATAN + AOTAN,
            pool=TANZAKU,
            need=6,
            extra=extra,
            group=tan_group,
            replaces=("akatan", "aotan"),
        ),
        Yaku("tan", rules.tan, pool=TANZAKU, need=5, extra=1, group=tan_group),
        Yaku(
            "kasu",
            rules.kasu,
            pool=KASU + cup if cup_weight else KASU,
            need=10,
            extra=1,
            doubles=cup if cup_weight == 2 else (),
        ),
    )
    return tuple(row for row in rows if row.points)


def mask(cards: Fuda) -> int:
    """Return cards as the bits of one number, card 0 the lowest."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


class _Packed(NamedTuple):
    """A row with its cards as bits, in the order in which judging reads them."""

    core: int
    pool: int
    need: int
    doubles: int
    row: Yaku


@lru_cache(maxsize=64)
def _packed(rules: RuleSet) -> tuple[_Packed, ...]:
    return tuple(
        _Packed(mask(row.core), mask(row.pool), row.need, mask(row.doubles), row)
        for row in table(rules)
    )


def judge(rules: RuleSet, sight: Sight) -> tuple[Made, ...]:
    """Return the yaku that the own pile makes, in the order of the table.

    >>> from koikoi.cards import fuda
    >>> judge(RuleSet(), Sight(fuda("3H 9T"), (), (), Month.MATSU, 0))
    (Made(key='hanami', points=5),)
    """
    own = mask(sight.own)
    made = [
        (row, row.points + row.extra * (count - need))
        for core, pool, need, doubles, row in _packed(rules)
        if own & core == core
        and (count := (own & pool).bit_count() + (own & doubles).bit_count()) >= need
    ]
    if len(made) > 1:
        made = _standing(made)
    return tuple(Made(row.key, points) for row, points in made)


def _standing(made: list[tuple[Yaku, int]]) -> list[tuple[Yaku, int]]:
    """Drop what is replaced, then all but the best of each group; the first wins a tie."""
    replaced = {key for row, _ in made for key in row.replaces}
    made = [entry for entry in made if entry[0].key not in replaced]
    best: dict[str, tuple[Yaku, int]] = {}
    for entry in made:
        group = entry[0].group
        if group and (group not in best or entry[1] > best[group][1]):
            best[group] = entry
    return [entry for entry in made if best.get(entry[0].group, entry) is entry]


def total(made: tuple[Made, ...]) -> int:
    """Return what the yaku are worth together, before any doubling."""
    return sum(yaku.points for yaku in made)


def reach(rules: RuleSet, sight: Sight) -> tuple[tuple[str, Fuda], ...]:
    """Return each yaku, or better one of its group, that one free card would make, with the cards.

    A card is free while it lies in neither pile of taken cards: only public facts count.
    """
    now = {yaku.key: yaku.points for yaku in judge(rules, sight)}
    groups = {row.key: row.group or row.key for row in table(rules)}
    standing = {groups[key]: points for key, points in now.items()}
    found: dict[str, list[Card]] = {}
    taken = set(sight.own) | set(sight.other)
    for card in DECK:
        if card in taken:
            continue
        for key, points in judge(rules, sight._replace(own=(*sight.own, card))):
            if key not in now and points > standing.get(groups[key], 0):
                found.setdefault(key, []).append(card)
    return tuple((row.key, tuple(found[row.key])) for row in table(rules) if row.key in found)
