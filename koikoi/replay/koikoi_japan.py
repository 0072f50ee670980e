"""Records as KoiKoi-AI keeps them: matches of the game KoiKoi Japan, one JSON object each.

A card is `[month, place]`, both from 1, the highest card of a month first; the draw pile is drawn
from its end; player 1 is South.
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
    ToldSave,
    ToldTurn,
    reading,
    retell,
    whole,
)
from koikoi.rules import PRESETS, RuleSet
from koikoi.seat import NORTH, SOUTH, Seat

Json = dict[str, Any]

ENDS = ("gameWinner", "player1EndPts", "player2EndPts")
ROUND_ENDS = ("roundWinner", "player1RoundPts", "player2RoundPts")
EMPTY = [0, 0]
"""A place on the table of a saved game where no card lies."""


def replay(told: Json, rules: RuleSet | None = None) -> Tally:
    """Replay a match, by the rules of its preset if none are given; raises ReplayError."""
    return retell(read(told), rules or PRESETS["koikoi_japan"])


def read(told: Json) -> ToldMatch:
    """Return what a record tells; raises ReplayError."""
    with reading("the match"):
        info, result, save = told["info"], told["result"], told["save"]
        rounds = tuple(
            _read_round(name, told["record"][name]) for name in _names("round", told["record"])
        )
        over, *ends = (result[key] for key in ("isOver", *ENDS))
        if type(over) is not bool:
            raise ValueError(f"isOver is {over!r}")
        if not over and ends != [None, None, None]:
            raise ValueError("it is not over, but has an end")
        return ToldMatch(
            rounds,
            length=whole(info["numRound"]),
            start_points=(whole(info["player1InitPts"]), whole(info["player2InitPts"])),
            over=over,
            winner=_winner(ends[0]) if over else None,
            scores=(whole(ends[1]), whole(ends[2])) if over else None,
            save=_read_save(save) if save else None,
        )


def _names(kind: str, told: Json) -> list[str]:
    """Return the numbered keys of a kind in order; raises ValueError where one is missing."""
    names = [name for name in told if name.startswith(kind)]
    expected = [f"{kind}{number}" for number in range(1, len(names) + 1)]
    if sorted(names) != sorted(expected):
        missing = next(name for name in expected if name not in names)
        raise ValueError(f"{missing!r} is missing")
    return expected


def _read_round(name: str, told: Json) -> ToldRound:
    with reading(name):
        basic = told["basic"]
        sizes = {"initHand1": 8, "initHand2": 8, "initBoard": 8, "initPile": 24}
        for pile, size in sizes.items():
            if len(basic[pile]) != size:
                raise ValueError(f"{pile} has {len(basic[pile])} cards, not {size}")
        south, north, bafuda, pile_ = (_cards(basic[pile]) for pile in sizes)
        end = None
        ends = [basic[key] for key in ROUND_ENDS]
        if ends != [None, None, None]:
            end = ToldEnd(_winner(ends[0]), (whole(ends[1]), whole(ends[2])))
        return ToldRound(
            _seat(basic["Dealer"]),
            south + north + bafuda + pile_[::-1],
            tuple(_read_turn(name, turn, told[turn]) for turn in _names("turn", told)),
            end,
        )


def _read_turn(round_: str, name: str, told: Json) -> ToldTurn:
    with reading(f"{round_}, {name}"):
        return ToldTurn(
            _seat(told["playerInTurn"]),
            _card(told["discardCard"]),
            _cards(told["collectCard"]),
            _card(told["drawCard"]),
            _cards(told["collectCard2"]),
            _call(told["isKoiKoi"]),
        )


def _read_save(told: Json) -> ToldSave:
    with reading("save"):
        return ToldSave(
            round=whole(told["round"]),
            turn=whole(told["turn"]),
            scores=(whole(told["player1Pts"]), whole(told["player2Pts"])),
            oya=_seat(told["dealer"]),
            to_move=_seat(told["playerInTurn"]),
            tefuda=(_cards(told["player1HandCard"]), _cards(told["player2HandCard"])),
            bafuda=_cards([card for card in told["boardCard"] if card != EMPTY]),
            yamafuda=_cards(told["pileCard"])[::-1],
            torifuda=(_cards(told["player1CollectCard"]), _cards(told["player2CollectCard"])),
            calls=(whole(told["player1KoiKoiNum"]), whole(told["player2KoiKoiNum"])),
        )


def _card(told: list[int]) -> Card:
    month, place = told
    if whole(month) not in range(1, 13) or whole(place) not in range(1, 5):
        raise ValueError(f"{told!r} is no card")
    return DECK[4 * (month - 1) + place - 1]


def _cards(told: list[list[int]]) -> Fuda:
    return tuple(_card(card) for card in told)


def _seat(told: object) -> Seat:
    if whole(told) not in {1, 2}:
        raise ValueError(f"there is no player {told!r}")
    return SOUTH if told == 1 else NORTH


def _winner(told: object) -> Seat | None:
    """Return who won, nobody if it is 0."""
    return None if whole(told) == 0 else _seat(told)


def _call(told: object) -> Call | None:
    """Return the answer to the question; null where none was asked."""
    if told is None:
        return None
    if type(told) is not bool:
        raise ValueError(f"isKoiKoi is {told!r}")
    return Call.KOIKOI if told else Call.SHOUBU
