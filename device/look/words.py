"""Cards, turns and results in words: which string ids say what."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from math import prod
from typing import NamedTuple

from device.look.look import Look
from device.settings import Hints
from koikoi.cards import Card, Fuda, Kind, Month
from koikoi.match import Cpu, Match
from koikoi.round import Laid
from koikoi.rules import RuleSet
from koikoi.score import Factor
from koikoi.seat import NORTH, Seat
from koikoi.yaku import AKATAN, AOTAN, Made, Sight, reach, table


def month_name(look: Look, month: Month) -> str:
    """Return the name of a month."""
    return look.text(f"month.{month.name.lower()}")


def flower(look: Look, month: Month) -> str:
    """Return the flower of a month."""
    return look.text(f"flower.{month.name.lower()}")


def _key(card: Card) -> str:
    """Return the last part of a card's string ids: the chaff of a month is all alike."""
    return card.month.name.lower() if card.kind is Kind.KASU else card.code


def card_name(look: Look, card: Card) -> str:
    """Return a card's name in full."""
    return look.text(f"card.{_key(card)}")


def short_name(look: Look, card: Card) -> str:
    """Return a card's name for a sentence that has little room."""
    return look.text(f"short.{_key(card)}")


def kind_name(look: Look, kind: Kind) -> str:
    """Return what a card counts as."""
    return look.text(f"kind.{kind.name.lower()}")


def face_flower(look: Look, card: Card) -> tuple[str, ...]:
    """Return the flower as it stands on a card: one short line or two."""
    return tuple(look.text(f"face.{card.month.name.lower()}").split("/"))


def face_kind(look: Look, card: Card) -> str:
    """Return what a card counts as, in a word that goes on a card; the ribbons differ."""
    key = card.kind.name.lower()
    if card.kind is Kind.TANZAKU:
        key = "akatan" if card in AKATAN else "aotan" if card in AOTAN else "tan"
    return look.text(f"face.{key}")


def who(look: Look, seat: Seat) -> str:
    """Return the name of a seat."""
    return look.text(str(seat))


def yaku_name(look: Look, key: str) -> str:
    """Return the name of a yaku."""
    return look.text(f"yaku.{key}")


def level(look: Look, match: Match) -> str:
    """Return whom one plays against."""
    sitter = match.sitters[NORTH]
    return look.text(f"level.{sitter.level}" if isinstance(sitter, Cpu) else "person")


def taken_name(look: Look, cards: Fuda) -> str:
    """Return what a card takes: the one card, or that it is three."""
    return short_name(look, cards[0]) if len(cards) == 1 else look.text("all_three")


def listed(look: Look, texts: Iterable[str]) -> str:
    """Return texts one after the other, with the language's own comma between them."""
    return reduce(lambda first, second: look.text("listed", first=first, second=second), texts)


def both(look: Look, first: str, second: str) -> str:
    """Return two sentences one after the other."""
    return look.text("both", first=first, second=second)


def _laid(look: Look, form: str, event: Laid) -> str:
    """Return what became of a laid card, in one form of the sentence."""
    card = short_name(look, event.card)
    if not event.taken:
        return look.text(f"{form}.stays", card=card)
    return look.text(f"{form}.takes", card=card, taken=taken_name(look, event.taken))


def _months(event: Laid) -> str:
    """Return what became of a laid card as the numbers of months alone."""
    return "+".join(str(card.month.value) for card in (event.card, *event.taken[:1]))


def turn_sentences(look: Look, turn: tuple[Laid, ...]) -> tuple[str, ...]:
    """Return what was done in a turn as one sentence: in words, then shorter and shorter."""
    name = who(look, turn[0].seat)
    briefs = [_laid(look, "brief", event) for event in turn]
    shorter = [listed(look, briefs), listed(look, map(_months, turn))]
    shortest = [look.text("turn.one", who=name, laid=laid) for laid in shorter]
    if len(turn) == 1:
        return (look.text("turn.one", who=name, laid=_laid(look, "laid", turn[0])), *shortest)
    first, second = turn
    full = {"laid": _laid(look, "laid", first), "drawn": _laid(look, "drawn", second)}
    brief = {"laid": briefs[0], "drawn": briefs[1]}
    return (
        look.text("turn.two", who=name, **full),
        look.text("turn.two", who=name, **brief),
        *shortest,
    )


def card_sentences(
    look: Look, card: Card, takes: Fuda, makes: tuple[Made, ...] = ()
) -> tuple[str, ...]:
    """Return the name of a card, what it would take and make: in full, then shorter and shorter."""
    names = card_name(look, card), short_name(look, card)
    if look.hints is Hints.OFF:
        kind = kind_name(look, card.kind)
        return tuple(look.text("card.plain", card=name, kind=kind) for name in names)
    if not takes:
        return (
            *(look.text("card.stays", card=name) for name in names),
            look.text("laid.stays", card=names[1]),
        )
    if len(takes) == 2:
        return tuple(look.text("card.takes.choice", card=name) for name in names)
    taken = listed(look, (short_name(look, other) for other in takes))
    yaku = [yaku_name(look, made.key) for made in makes]
    best = [look.text("card.makes", card=name, taken=taken, yaku=yaku[0]) for name in names if yaku]
    return (
        *best,
        *(look.text("card.takes", card=name, taken=taken) for name in names),
        look.text("card.takes", card=names[1], taken=taken_name(look, takes)),
    )


def choice_sentences(look: Look, card: Card, take: Card, *, drawn: bool) -> tuple[str, ...]:
    """Return the question whether a card shall take another: in full, then shorter and shorter."""
    key, taken = "card.drawn" if drawn else "card.played", short_name(look, take)
    names = card_name(look, card), short_name(look, card)
    return (
        *(look.text(key, card=name, taken=taken) for name in names),
        look.text("brief.takes", card=names[1], taken=taken),
    )


class Away(NamedTuple):
    """A yaku that one card would make: its name, and the cards of which each would do."""

    name: str
    cards: Fuda


def away(look: Look, rules: RuleSet, sight: Sight) -> tuple[Away, ...]:
    """Return the yaku that one free card would make, the best first."""
    worth = {row.key: row.points for row in table(rules)}
    found = sorted(reach(rules, sight), key=lambda each: -worth[each[0]])
    return tuple(Away(yaku_name(look, key), cards) for key, cards in found)


def factor(look: Look, rules: RuleSet, doubled: Factor, seat: Seat) -> str:
    """Return why a seat's points are doubled."""
    if doubled.rule == "double_opponent_koikoi":
        return look.text(f"factor.{doubled.rule}.{seat}", times=doubled.times)
    return look.text(f"factor.{doubled.rule}", n=rules.double_at, times=doubled.times)


def sum_line(look: Look, base: int, factors: tuple[Factor, ...]) -> str:
    """Return how the points come about: "10 x2 = 20", or only the points where nothing doubles."""
    if not factors:
        return str(base)
    points = base * prod(doubled.times for doubled in factors)
    times = " ".join(look.text("factor.brief", times=doubled.times) for doubled in factors)
    return look.text("sum", base=base, times=times, points=points)
