"""Matches as open-hanafuda-ai's engine puts them out: one JSON object each, many to a file.

Cards are the numbers 0 to 47 of this program, the draw pile's next card first; seat 0 is South.
"""

from __future__ import annotations

from typing import Any

from koikoi.cards import DECK, Card, Fuda
from koikoi.moves import Call
from koikoi.replay.told import (
    Tally,
    ToldEnd,
    ToldMatch,
    ToldRound,
    ToldTurn,
    reading,
    retell,
    whole,
)
from koikoi.rules import PRESETS, RuleSet
from koikoi.seat import SOUTH, Seat

Json = dict[str, Any]

YAKU = {
    "Five Brights": "gokou",
    "Four Brights": "shikou",
    "Rainy Four Brights": "ameshikou",
    "Three Brights": "sankou",
    "Hanami - A Cup Under the Blossoms": "hanami",
    "Tsukimi - A Cup Under the Moon": "tsukimi",
    "Ino-shika-cho - Boar, Deer, and Butterfly": "inoshikachou",
    "Animal Set": "tane",
    "Red Poetry Ribbons": "akatan",
    "Blue Poetry Ribbons": "aotan",
    "Crimson and Azure Verses": "akatan_aotan",
    "Ribbon Set": "tan",
    "Plain Set": "kasu",
}
"""Its names for the yaku, each without the flourish that follows in brackets."""

CALLS = {None: None, "koikoi": Call.KOIKOI, "stop": Call.SHOUBU}


def replay(told: Json, rules: RuleSet | None = None, number: int = 1) -> Tally:
    """Replay a match, by the rules of its preset if none are given; raises ReplayError."""
    match = read(told)
    if rules is not None:
        match = match._replace(rules=None)
    return retell(match, rules or PRESETS["open_hanafuda_ai"], number)


def read(told: Json) -> ToldMatch:
    """Return what a line tells; raises ReplayError."""
    with reading("the match"):
        rounds = enumerate(told["rounds"], 1)
        return ToldMatch(
            tuple(_read_round(number, round_) for number, round_ in rounds), rules=told["rules"]
        )


def _read_round(number: int, told: Json) -> ToldRound:
    with reading(f"round {number}"):
        if len(told["deal"]) != 48:
            raise ValueError(f"the deal has {len(told['deal'])} cards, not 48")
        return ToldRound(
            _seat(told["dealer"]),
            _cards(told["deal"]),
            tuple(_read_turn(number, place, turn) for place, turn in enumerate(told["turns"], 1)),
            _read_end(told) if "winner" in told else None,
        )


def _read_turn(number: int, place: int, told: Json) -> ToldTurn:
    with reading(f"round {number}, turn {place}"):
        return ToldTurn(
            _seat(told["seat"]),
            _card(told["play"]),
            _cards(told["take"]),
            _card(told["draw"]),
            _cards(told["draw_take"]),
            CALLS[told["call"]],
        )


def _read_end(told: Json) -> ToldEnd:
    """Return the end of a round; totals stand only where somebody won."""
    winner = None if told["winner"] is None else _seat(told["winner"])
    points = whole(told["points"])
    scores = None
    if "totals" in told or winner is not None:
        south, north = told["totals"]
        scores = whole(south), whole(north)
    return ToldEnd(
        winner,
        (points, 0) if winner in {SOUTH, None} else (0, points),
        whole(told["base"]),
        whole(told["multiplier"]),
        tuple(_read_yaku(name, points) for name, points in told["yaku"]),
        scores,
    )


def _read_yaku(name: str, points: object) -> tuple[str, int]:
    """Return a yaku by our key; an unknown one keeps its name and agrees with nothing."""
    plain = name.partition(" (")[0]
    return YAKU.get(plain, plain), whole(points)


def _seat(told: object) -> Seat:
    return Seat(whole(told))


def _card(told: object) -> Card:
    number = whole(told)
    if number not in range(48):
        raise ValueError(f"{told!r} is no card")
    return DECK[number]


def _cards(told: list[int]) -> Fuda:
    return tuple(_card(card) for card in told)
