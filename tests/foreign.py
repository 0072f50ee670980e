"""Matches of ours written as other programs write them, and single facts in them changed."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from math import prod
from typing import Any, NamedTuple

from koikoi.cards import Fuda
from koikoi.match import Cpu, Match
from koikoi.moves import Call
from koikoi.round import Called, Laid, Round
from koikoi.rules import RuleSet
from koikoi.seat import NORTH, SOUTH, Seat
from tests.games import played

Json = dict[str, Any]
Path = tuple[str | int, ...]

YAKU = {
    "gokou": "Five Brights (All Five Light Cards United)",
    "shikou": "Four Brights (Four Lights Without the Rain)",
    "ameshikou": "Rainy Four Brights (Four Lights Beneath the Rain)",
    "sankou": "Three Brights (A Trio of Radiant Lights)",
    "hanami": "Hanami - A Cup Under the Blossoms (Enjoying Sake Beneath the Cherry Trees)",
    "tsukimi": "Tsukimi - A Cup Under the Moon (Enjoying Sake Beneath the Autumn Moon)",
    "inoshikachou": "Ino-shika-cho - Boar, Deer, and Butterfly (A Gathering of Nature's Grace)",
    "tane": "Animal Set (Five Cards of Flora and Fauna)",
    "akatan": "Red Poetry Ribbons (Three Scarlet Verses of Elegance)",
    "aotan": "Blue Poetry Ribbons (Three Azure Verses of Serenity)",
    "akatan_aotan": "Crimson and Azure Verses (Six Ribbons of Poetry and Grace)",
    "tan": "Ribbon Set (Five Elegant Verse Ribbons)",
    "kasu": "Plain Set (Ten Modest Flower Cards)",
}


class Turn(NamedTuple):
    """What happened in a turn."""

    seat: Seat
    hand: Laid
    drawn: Laid
    call: Call | None


def match_of(rules: RuleSet, seed: bytes) -> list[Match]:
    """Return every state of a match between two of the program's levels."""
    return played(Match.new(rules, seed, (Cpu("normal"), Cpu("hard"))))


def turns(round_: Round) -> list[Turn]:
    """Return the turns of a round that are complete but for an open question."""
    found: list[Turn] = []
    hand = None
    for event in round_.history:
        match event:
            case Laid(drawn=False):
                hand = event
            case Laid() if hand is not None:
                found.append(Turn(event.seat, hand, event, None))
            case Called():
                found[-1] = found[-1]._replace(call=event.call)
    return found


def pile(laid: Laid) -> Fuda:
    """Return a card with what it took, or nothing."""
    return (laid.card, *laid.taken) if laid.taken else ()


def koikoi_japan(match: Match) -> Json:
    """Return a match as KoiKoi-AI keeps it."""

    def pairs(cards: Fuda) -> list[list[int]]:
        return [[int(card.month), card % 4 + 1] for card in cards]

    def turn_of(turn: Turn) -> Json:
        return {
            "playerInTurn": turn.seat + 1,
            "discardCard": pairs((turn.hand.card,))[0],
            "collectCard": pairs(pile(turn.hand)),
            "drawCard": pairs((turn.drawn.card,))[0],
            "collectCard2": pairs(pile(turn.drawn)),
            "isKoiKoi": None if turn.call is None else turn.call is Call.KOIKOI,
        }

    def round_of(round_: Round) -> Json:
        start, result = round_.start, round_.result
        basic = {
            "Dealer": start.oya + 1,
            "initHand1": pairs(start.tefuda[SOUTH]),
            "initHand2": pairs(start.tefuda[NORTH]),
            "initBoard": pairs(start.bafuda),
            "initPile": pairs(start.yamafuda[::-1]),
            "roundWinner": None,
            "player1RoundPts": None,
            "player2RoundPts": None,
        }
        if result is not None:
            basic["roundWinner"] = 0 if result.winner is None else result.winner + 1
            basic["player1RoundPts"], basic["player2RoundPts"] = result.points
        told = {f"turn{place}": turn_of(turn) for place, turn in enumerate(turns(round_), 1)}
        return {"basic": basic, **told}

    result: Json = {"isOver": match.over}
    ends = (0 if match.winner is None else match.winner + 1, *match.scores)
    for key, end in zip(("gameWinner", "player1EndPts", "player2EndPts"), ends, strict=True):
        result[key] = end if match.over else None
    round_ = match.round
    save = {
        "round": match.number,
        "turn": len(turns(round_)) + 1,
        "player1Pts": match.scores[SOUTH],
        "player2Pts": match.scores[NORTH],
        "dealer": round_.oya + 1,
        "playerInTurn": round_.turn + 1,
        "player1HandCard": pairs(round_.tefuda[SOUTH]),
        "player2HandCard": pairs(round_.tefuda[NORTH]),
        "boardCard": [[0, 0], *pairs(round_.bafuda), [0, 0]],
        "pileCard": pairs(round_.yamafuda[::-1]),
        "player1CollectCard": pairs(round_.torifuda[SOUTH]),
        "player2CollectCard": pairs(round_.torifuda[NORTH]),
        "player1KoiKoiNum": round_.calls[SOUTH],
        "player2KoiKoiNum": round_.calls[NORTH],
    }
    start = match.rules.start_points
    return {
        "info": {
            "player1InitPts": start,
            "player2InitPts": start,
            "numRound": match.rules.rounds,
        },
        "result": result,
        "save": {} if match.over else save,
        "record": {f"round{place}": round_of(each) for place, each in enumerate(match.rounds, 1)},
    }


def open_hanafuda_ai(match: Match) -> Json:
    """Return a match as a line of open-hanafuda-ai's engine."""

    def numbers(cards: Fuda) -> list[int]:
        return [int(card) for card in cards]

    def turn_of(turn: Turn) -> Json:
        call = {None: None, Call.KOIKOI: "koikoi", Call.SHOUBU: "stop"}[turn.call]
        return {
            "seat": int(turn.seat),
            "play": int(turn.hand.card),
            "take": numbers(pile(turn.hand)),
            "draw": int(turn.drawn.card),
            "draw_take": numbers(pile(turn.drawn)),
            "call": call,
        }

    def round_of(ended: int, round_: Round) -> Json:
        start, result = round_.start, round_.result
        south, north = start.tefuda
        told: Json = {
            "deal": numbers(south + north + start.bafuda + start.yamafuda),
            "dealer": int(start.oya),
            "turns": [turn_of(turn) for turn in turns(round_)],
        }
        if result is None:
            return told
        winner = result.winner
        told["winner"] = None if winner is None else int(winner)
        told["base"] = result.base
        told["multiplier"] = prod(factor.times for factor in result.factors)
        told["points"] = max(result.points)
        if winner is not None:
            told["totals"] = list(match.scores_after(ended))
        told["yaku"] = [[YAKU[yaku.key], yaku.points] for yaku in result.made]
        return told

    rounds = [round_of(ended, round_) for ended, round_ in enumerate(match.rounds, 1)]
    return {"seed": 1, "rules": match.rules.preset, "rounds": rounds}


NO_FACTS = {"seed", "startTime", "endTime", "player1Name", "player2Name"}
"""What a record tells that no rule decides."""


def facts(told: object, path: Path = ()) -> Iterator[Path]:
    """Yield where each single fact stands in a record; a card is one."""
    match told:
        case [int(), int()] if path[0] in {"record", "save"}:
            yield path
        case dict():
            for key, value in told.items():
                if key not in NO_FACTS:
                    yield from facts(value, (*path, key))
        case list():
            for place, value in enumerate(told):
                yield from facts(value, (*path, place))
        case _:
            yield path


def changed(told: Json, path: Path) -> Json:
    """Return a record with the one fact at this place changed.

    Another card of the same month can be another choice, so another match that ends the same, in
    which nothing is wrong: a card becomes one of another month, and what is played the card drawn.
    """
    told = deepcopy(told)
    *way, last = path
    place: Any = told
    for step in way:
        place = place[step]
    match place[last]:
        case _ if last in DRAWN:
            place[last] = place[DRAWN[str(last)]]
        case [month, number]:
            place[last] = [month % 12 + 1, number]
        case int(card) if CARDS.intersection(path):
            place[last] = (card + 4) % 48
        case value:
            place[last] = _other(value, "koikoi" if last == "call" else True)
    return told


DRAWN = {"play": "draw", "discardCard": "drawCard"}
CARDS = {"deal", "take", "draw", "draw_take"}


def _other(value: object, instead_of_none: object) -> object:
    """Return something else that could stand here."""
    match value:
        case None:
            return instead_of_none
        case bool():
            return not value
        case int():
            return value + 1
        case "koikoi":
            return "stop"
        case "stop":
            return "koikoi"
    return "Moon Cake"
