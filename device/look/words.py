"""Cards, turns and results in words: which string ids say what."""

from __future__ import annotations

from device.look.look import Look
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


def _laid(look: Look, form: str, event: Laid) -> str:
    """Return what became of a laid card, in one form of the sentence."""
    card = short_name(look, event.card)
    if not event.taken:
        return look.text(f"{form}.stays", card=card)
    return look.text(f"{form}.takes", card=card, taken=taken_name(look, event.taken))


def turn_sentences(look: Look, turn: tuple[Laid, ...]) -> tuple[str, str]:
    """Return what was done in a turn as one sentence, in words and as short as it can be said."""
    name = who(look, turn[0].seat)
    if len(turn) == 1:
        return (
            look.text("turn.one", who=name, laid=_laid(look, "laid", turn[0])),
            look.text("turn.one", who=name, laid=_laid(look, "brief", turn[0])),
        )
    first, second = turn
    full = {"laid": _laid(look, "laid", first), "drawn": _laid(look, "drawn", second)}
    brief = {"laid": _laid(look, "brief", first), "drawn": _laid(look, "brief", second)}
    return look.text("turn.two", who=name, **full), look.text("turn.two", who=name, **brief)


def away(look: Look, rules: RuleSet, sight: Sight) -> tuple[str, ...]:
    """Return the names of the yaku that one free card would make, the best first."""
    worth = {row.key: row.points for row in table(rules)}
    found = sorted((key for key, _ in reach(rules, sight)), key=lambda key: -worth[key])
    return tuple(yaku_name(look, key) for key in found)


def factor(look: Look, rules: RuleSet, doubled: Factor, seat: Seat) -> str:
    """Return why a seat's points are doubled."""
    if doubled.rule == "double_at":
        return look.text("factor.double_at", n=rules.double_at, times=doubled.times)
    return look.text(f"factor.{doubled.rule}.{seat}", times=doubled.times)


def sum_line(look: Look, made: tuple[Made, ...], factors: tuple[Factor, ...]) -> str:
    """Return how the points come about: "10 x2 = 20", or only the points where nothing doubles."""
    base = points = sum(yaku.points for yaku in made)
    if not factors:
        return str(points)
    for doubled in factors:
        points *= doubled.times
    times = " ".join(look.text("factor.brief", times=doubled.times) for doubled in factors)
    return look.text("sum", base=base, times=times, points=points)
