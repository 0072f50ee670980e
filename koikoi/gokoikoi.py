"""The files of go-koikoi: a saved game taken over as a match that goes on here, and its settings.

Its save names the cards in each place, whose turn it is and who has called koi-koi. It does not
name the dealer, the phase of a turn, what a caller had when it called, or any seed. What is put in
their place is told by `Lost`, for the player to know. (docs/rules.md, "Games from go-koikoi")
"""

from __future__ import annotations

import json
from enum import Enum
from hashlib import sha256
from typing import NamedTuple

from koikoi.cards import DECK, Card, Fuda, KoiKoiError
from koikoi.match import Cpu, Human, Match, dealt, month_of
from koikoi.position import Position, PositionError
from koikoi.round import Round
from koikoi.rules import PRESETS
from koikoi.seat import NORTH, SOUTH, Seat
from koikoi.yaku import Made, Sight, judge

LEVELS = ("easy", "normal", "hard")
MOST_ROUNDS = 999
MOST_POINTS = 99_999
PILES = (
    "deck_ids",
    "field_ids",
    "player_hand_ids",
    "cpu_hand_ids",
    "player_captured_ids",
    "cpu_captured_ids",
)
NEXT_MONTH, MONTH_BEGINS = "--- 次は", " 開始 ---"
"""What its log says when a month has ended, and when one begins."""


class NotGoKoikoiError(KoiKoiError, ValueError):
    """A text that go-koikoi has not written."""


class ImpossibleError(KoiKoiError, ValueError):
    """A saved game of go-koikoi that cannot be played on; one line says why."""


class Lost(Enum):
    """What a save does not hold, and what was put in its place."""

    OYA = "oya"
    """The dealer: taken to be the one that it names for the next month."""
    QUESTION = "question"
    """Whether a question was open: none is, the seat whose turn it is plays a card."""
    ENDED = "ended"
    """The month on the table had ended: the next one is dealt."""


class TakenOver(NamedTuple):
    """A match that goes on from a saved game, and what had to be decided for that."""

    match: Match
    lost: tuple[Lost, ...]


class Settings(NamedTuple):
    """What go-koikoi keeps as settings."""

    rounds: int
    level: str


def saved_game(text: str) -> TakenOver:
    """Return the match of a saved game; raises NotGoKoikoiError or ImpossibleError."""
    told = _object(text)
    if not {"round", "max_rounds", *PILES} <= told.keys():
        raise NotGoKoikoiError("it is no saved game of go-koikoi")
    number, rounds = (_count(told, key, MOST_ROUNDS) for key in ("round", "max_rounds"))
    if not 1 <= number <= rounds:
        raise ImpossibleError(f"it stands in round {number} of {rounds}")
    rules = PRESETS["go_koikoi_program"].but(rounds=rounds)
    seed = sha256(text.encode("utf-8", "surrogatepass")).digest()[:16]
    oya = SOUTH if _flag(told, "next_parent_is_player") else NORTH
    match = Match(
        rules,
        seed,
        (Human(), Cpu(_level(told.get("difficulty")))),
        oyagime=(),
        rounds=(),
        first_round=number,
        carried=(
            _count(told, "player_score", MOST_POINTS),
            _count(told, "cpu_score", MOST_POINTS),
        ),
    )
    piles = {key: _cards(told, key) for key in PILES}
    if _ended(told, piles):
        return TakenOver(match._replace(rounds=(dealt(rules, seed, number, oya),)), (Lost.ENDED,))
    round_ = _round(told, piles, match, oya)
    return TakenOver(match._replace(rounds=(round_,)), (Lost.OYA, Lost.QUESTION))


def settings(text: str) -> Settings:
    """Return the settings in a text; raises NotGoKoikoiError.

    As there, what is missing or makes no sense is 12 rounds and `normal`.
    """
    told = _object(text)
    if not told or not told.keys() <= {"rounds", "difficulty"}:
        raise NotGoKoikoiError("it holds no settings of go-koikoi")
    rounds, level = told.get("rounds"), told.get("difficulty")
    if type(rounds) is not int or not 1 <= rounds <= MOST_ROUNDS:
        rounds = 12
    return Settings(rounds, _level(level))


def _level(value: object) -> str:
    return value if isinstance(value, str) and value in LEVELS else "normal"


def _object(text: str) -> dict[str, object]:
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        raise NotGoKoikoiError("it is not whole JSON") from None
    if not isinstance(told, dict):
        raise NotGoKoikoiError("it is no JSON object")
    return told


def _count(told: dict[str, object], key: str, most: int) -> int:
    value = told.get(key)
    if type(value) is not int or not 0 <= value <= most:
        raise ImpossibleError(f"{key} must be a whole number from 0 to {most}")
    return value


def _flag(told: dict[str, object], key: str) -> bool:
    value = told.get(key, False)
    if not isinstance(value, bool):
        raise ImpossibleError(f"{key} must be true or false")
    return value


def _cards(told: dict[str, object], key: str) -> Fuda:
    ids = told[key]
    if ids is None:
        # An empty list of that program, as its language writes it.
        return ()
    if not isinstance(ids, list):
        raise ImpossibleError(f"{key} must be a list of cards")
    for each in ids:
        if type(each) is not int or not 0 <= each < len(DECK):
            raise ImpossibleError(f"{key} has {json.dumps(each)[:20]}; cards are 0 to 47")
    return tuple(Card(each) for each in ids)  # type: ignore[call-arg]  # by value, not by code


def _ended(told: dict[str, object], piles: dict[str, Fuda]) -> bool:
    """Whether the month whose cards are there is over, or was never dealt.

    That program saves when a month has ended, and the next one's number stands there already.
    """
    if not piles["player_hand_ids"] and not piles["cpu_hand_ids"]:
        return True
    log = told.get("log_lines")
    for line in reversed(log) if isinstance(log, list) else ():
        if NEXT_MONTH in str(line):
            return True
        if MONTH_BEGINS in str(line):
            return False
    return False


def _round(told: dict[str, object], piles: dict[str, Fuda], match: Match, oya: Seat) -> Round:
    rules = match.rules
    month = month_of(rules, match.seed, match.first_round)
    deck, field, south, north, south_took, north_took = (piles[key] for key in PILES)
    calls = int(_flag(told, "player_koikoi")), int(_flag(told, "cpu_koikoi"))
    # What a caller had is not there. It has at least that now, so it is asked about more only.
    held: list[tuple[Made, ...]] = [(), ()]
    for seat, (own, other) in enumerate(((south_took, north_took), (north_took, south_took))):
        if calls[seat]:
            held[seat] = judge(rules, Sight(own, other, field, month, calls[seat]))
    start = Position(
        month=month,
        oya=oya,
        turn=SOUTH if _flag(told, "is_player_turn") else NORTH,
        tefuda=(south, north),
        bafuda=field,
        yamafuda=deck,
        torifuda=(south_took, north_took),
        calls=calls,
        held=(held[SOUTH], held[NORTH]),
    )
    try:
        return Round.begin(rules, start)
    except PositionError as error:
        raise ImpossibleError(str(error)) from error
