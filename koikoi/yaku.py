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
NOVEMBER: Fuda = tuple(card for card in DECK if card.month is Month.YANAGI)
DECEMBER: Fuda = tuple(card for card in DECK if card.month is Month.KIRI)
CUP = Card.KIKU_SAKAZUKI
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
    extra_after_call: bool = False
    """Whether `extra` counts only once the owner has called koi-koi."""
    grown: int = 0
    """What it is worth once the owner has called koi-koi, where that is more."""
    needs_other: bool = False
    """Whether it counts only beside a row that does not need another."""
    cancelled_by: Fuda = ()
    """Cards that spoil it: in the own pile, or on the table where `by_table` says so."""
    by_table: bool = False
    season: Month | None = None
    """The only month in which it counts."""
    months: str = ""
    """Whether it is the four cards of the month played ("current") or of any month ("any")."""


@lru_cache(maxsize=64)
def table(rules: RuleSet, *, cup_is: str = "") -> tuple[Yaku, ...]:
    """Return the yaku that exist under these rules, in the order of docs/rules.md.

    Where the cup is an animal or a chaff but not both, `cup_is` says which: "tane" or "kasu".
    """
    tane = tuple(card for card in TANE if card is not CUP) if cup_is == "kasu" else TANE
    cup_weight = {"tane": 0, "kasu": 1}.get(cup_is, 0)
    if rules.sake_cup_as_chaff != "either":
        cup_weight = int(rules.sake_cup_as_chaff)
    rows = (
        *_bright_rows(rules),
        *_viewing_rows(rules),
        *_tane_rows(rules, tane),
        *_tan_rows(rules),
        _kasu_row(rules, cup_weight),
        *_month_rows(rules),
    )
    if rules.extra_only_after_koikoi:
        rows = tuple(row._replace(extra_after_call=True) for row in rows)
    return tuple(row for row in rows if row.points)


def _bright_rows(rules: RuleSet) -> tuple[Yaku, ...]:
    rain = (Card.YANAGI_MICHIKAZE,)
    return (
        Yaku("gokou", rules.gokou, core=HIKARI, group="hikari"),
        Yaku("shikou", rules.shikou, core=DRY, group="hikari"),
        Yaku("ameshikou", rules.ameshikou, core=rain, pool=DRY, need=3, group="hikari"),
        Yaku("sankou", rules.sankou, pool=DRY, need=3, group="hikari"),
    )


def _viewing_rows(rules: RuleSet) -> tuple[Yaku, ...]:
    if rules.viewing_yaku == "off":
        return ()
    seasonal = rules.viewing_yaku == "seasonal"
    rain = rules.rain_cancels_viewing
    spoilers = {
        "off": ((), ()),
        "captured_november": (NOVEMBER, NOVEMBER),
        "captured_rain_man": ((Card.YANAGI_MICHIKAZE,), (Card.YANAGI_MICHIKAZE,)),
        # Rain over the blossoms, fog before the moon, as long as they lie there.
        "field_november_fog": (NOVEMBER, DECEMBER),
    }[rain]
    viewing = (
        ("hanami", rules.hanami, Card.SAKURA_MAKU, Month.SAKURA, spoilers[0]),
        ("tsukimi", rules.tsukimi, Card.SUSUKI_TSUKI, Month.SUSUKI, spoilers[1]),
    )
    return tuple(
        Yaku(
            key,
            points,
            core=(card, CUP),
            grown=3 if rules.viewing_growth == "kkj" else 0,
            needs_other=rules.viewing_yaku == "needs_other_yaku",
            cancelled_by=spoiled_by,
            by_table=rain == "field_november_fog",
            season=month if seasonal else None,
        )
        for key, points, card, month, spoiled_by in viewing
    )


def _tane_rows(rules: RuleSet, tane: Fuda) -> tuple[Yaku, ...]:
    group = "tane" if rules.stacking == "exclusive_in_group" else ""
    extra = int(rules.set_yaku_extra)
    return (
        Yaku(
            "inoshikachou",
            rules.inoshikachou,
            core=INOSHIKACHOU,
            pool=tane,
            need=3,
            extra=extra,
            group=group,
        ),
        Yaku("tane", rules.tane, pool=tane, need=5, extra=1, group=group),
    )


def _tan_rows(rules: RuleSet) -> tuple[Yaku, ...]:
    group = "tan" if rules.stacking == "exclusive_in_group" else ""
    extra = int(rules.set_yaku_extra)
    both = Yaku(
        "akatan_aotan",
        rules.akatan_aotan,
        core=AKATAN + AOTAN,
        pool=TANZAKU,
        need=6,
        extra=extra,
        group=group,
        replaces=("akatan", "aotan"),
    )
    if rules.redblue_mode == "adds_10":
        both = both._replace(group="", replaces=())
    red, blue = (
        Yaku(key, points, core=core, pool=TANZAKU, need=3, extra=extra, group=group)
        for key, points, core in (("akatan", rules.akatan, AKATAN), ("aotan", rules.aotan, AOTAN))
    )
    tan = Yaku("tan", rules.tan, pool=TANZAKU, need=5, extra=1, group=group)
    return (red, blue, tan) if rules.redblue_mode == "none" else (red, blue, both, tan)


def _kasu_row(rules: RuleSet, cup_weight: int) -> Yaku:
    doubles: Fuda = (CUP,) if cup_weight == 2 else ()
    if rules.special_chaff_double:
        doubles += (Card.YANAGI_KASU, Card.KIRI_KASU_1)
    pool = (*KASU, CUP) if cup_weight else KASU
    return Yaku("kasu", rules.kasu, pool=pool, need=10, extra=1, doubles=doubles)


def _month_rows(rules: RuleSet) -> tuple[Yaku, ...]:
    """Return the row of the month's cards, where it exists."""
    if rules.month_cards == "off":
        return ()
    if rules.month_cards == "current_month_12_only" and rules.rounds != 12:
        return ()
    which = "any" if rules.month_cards == "any_month" else "current"
    return (Yaku("tsukifuda", rules.tsukifuda, months=which),)


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


class _Table(NamedTuple):
    """Rows ready for judging; `plain` ones look at the own pile and at nothing else."""

    rows: tuple[_Packed, ...]
    plain: bool


@lru_cache(maxsize=64)
def _packed(rules: RuleSet, cup_is: str) -> _Table:
    rows = table(rules, cup_is=cup_is)
    packed = tuple(
        _Packed(mask(row.core), mask(row.pool), row.need, mask(row.doubles), row) for row in rows
    )
    conditional = any(
        row.extra_after_call
        or row.grown
        or row.needs_other
        or row.cancelled_by
        or row.season
        or row.months
        for row in rows
    )
    return _Table(packed, not conditional)


def judge(rules: RuleSet, sight: Sight) -> tuple[Made, ...]:
    """Return the yaku that the own pile makes, in the order of the table.

    >>> from koikoi.cards import fuda
    >>> judge(RuleSet(), Sight(fuda("3H 9T"), (), (), Month.MATSU, 0))
    (Made(key='hanami', points=5),)
    """
    if rules.sake_cup_as_chaff != "either":
        return _judge(_packed(rules, ""), sight)
    animal, chaff = (_judge(_packed(rules, cup_is), sight) for cup_is in ("tane", "kasu"))
    more = worth(rules, chaff, sight.calls) > worth(rules, animal, sight.calls)
    return chaff if more else animal


def _judge(rows: _Table, sight: Sight) -> tuple[Made, ...]:
    own = mask(sight.own)
    made = [
        (row, row.points + row.extra * (count - need))
        for core, pool, need, doubles, row in rows.rows
        if own & core == core
        and (count := (own & pool).bit_count() + (own & doubles).bit_count()) >= need
    ]
    if not rows.plain:
        made = _conditions_met(made, own, sight)
    if len(made) > 1:
        made = _standing(made)
    if not rows.plain and all(row.needs_other for row, _ in made):
        return ()
    return tuple([Made(row.key, points) for row, points in made])


def _conditions_met(made: list[tuple[Yaku, int]], own: int, sight: Sight) -> list[tuple[Yaku, int]]:
    """Return the rows whose conditions beyond the own pile are met, with what they are worth."""
    met = []
    for row, points in made:
        spoiled_by = mask(row.cancelled_by)
        spoiled = spoiled_by & (mask(sight.bafuda) if row.by_table else own)
        if spoiled or row.season not in (None, sight.month):
            continue
        if row.months:
            months = Month if row.months == "any" else (sight.month,)
            full = sum(own >> 4 * (month - 1) & 0b1111 == 0b1111 for month in months)
            if full:
                met.append((row, row.points * full))
        elif not sight.calls and row.extra_after_call:
            met.append((row, row.points))
        else:
            met.append((row, max(points, row.grown) if sight.calls else points))
    return met


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
    """Return the points of the yaku together."""
    return sum([yaku.points for yaku in made])


def worth(rules: RuleSet, made: tuple[Made, ...], calls: int) -> int:
    """Return what yaku are worth with the owner's koi-koi calls, before any doubling.

    By the bonus `kkj` up to three calls add a point each; from the fourth on they add none, but
    multiply by the calls less two (docs/rules.md, `koikoi_bonus`).
    """
    points = total(made)
    if rules.koikoi_bonus != "kkj" or not points:
        return points
    return points + calls if calls <= 3 else points * (calls - 2)


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
