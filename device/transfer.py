"""A match carried into the store from a file, and out of it: `koikoi import`, `koikoi export`."""

from __future__ import annotations

import json
from pathlib import Path

from device.documents import UnfitError
from device.files import read_whole
from device.notices import LOST
from device.store import GAME, FileStore, in_document, local_time, parse_game
from koikoi import gokoikoi, record
from koikoi.cards import KoiKoiError
from koikoi.gokoikoi import NotGoKoikoiError, TakenOver
from koikoi.match import Cpu, Human, Match
from koikoi.players import LEVELS
from koikoi.seat import NORTH, SOUTH, Seat


class TransferError(KoiKoiError, ValueError):
    """A match that cannot be carried over; one line says why, and what to do."""


def carried_in(path: Path, store: FileStore, *, replace: bool) -> list[str]:
    """Make the match in a file the one of a store; return in lines what came of it.

    A match that runs in the store makes way only where `replace` says so, and is kept as a record.
    Raises TransferError or StoreError, and then nothing has changed.
    """
    match, lost = read_match(path)
    _check(path, match)
    store.open()
    lines, running = [], store.load_match()
    lines += [str(notice) for notice in store.notices]
    if running is not None and not running.over:
        if not replace:
            raise TransferError(
                f"a game is running ({_standing(running)}); "
                "with --replace it makes way and is kept as a record"
            )
        name = store.keep(f"replaced-{local_time():%Y%m%d-%H%M%S}.record", record.write(running))
        lines.append(f"the game that was running is kept as {name}")
    store.save_match(match)
    lines.append(f"{path.name} goes on here: {_standing(match)}, against {match.sitters[NORTH]}")
    return [*lines, *(LOST[each] for each in lost)]


def read_match(path: Path) -> TakenOver:
    """Return the match in a record or a saved game, ours or go-koikoi's; raises TransferError."""
    try:
        content = read_whole(path)
        taken_over = None if content is None else _taken_over(content)
    except UnicodeDecodeError:
        raise TransferError(f"{path}: it is not text in UTF-8") from None
    except OSError as error:
        raise TransferError(f"{path}: {error.strerror or error}") from error
    except KoiKoiError as error:
        raise TransferError(f"{path}: {error}") from error
    if taken_over is None:
        raise TransferError(f"{path}: there is no such file")
    return taken_over


def _taken_over(content: bytes) -> TakenOver:
    if not content.lstrip().startswith(b"{"):
        return TakenOver(record.read(content.decode()), ())
    try:
        return gokoikoi.saved_game(content.decode())
    except NotGoKoikoiError:
        return TakenOver(parse_game(content), ())


def _check(path: Path, match: Match) -> None:
    """Raise TransferError for a match that nobody can go on with here."""
    south, north = match.sitters
    if match.over:
        raise TransferError(f"{path}: this game is over; koikoi replay and koikoi review read it")
    known = isinstance(north, Cpu) and north.level in LEVELS
    if not (isinstance(south, Human) and known):
        raise TransferError(f"{path}: {south} plays {north}; here a person plays a level of ours")


def _standing(match: Match) -> str:
    """Return how far a match has come."""
    south, north = match.scores
    return f"month {match.number} of {match.rules.rounds}, you {south}, CPU {north}"


def carried_out(directory: Path, *, as_json: bool) -> str:
    """Return the saved match as a record, or as JSON; raises TransferError.

    It only reads: the game may be running.
    """
    path = directory / GAME
    try:
        content = read_whole(path)
        match = None if content is None else parse_game(content)
    except UnfitError as error:
        raise TransferError(f"{path}: {error}") from error
    except OSError as error:
        raise TransferError(f"{path}: {error.strerror or error}") from error
    if match is None:
        raise TransferError(f"no game is saved in {directory}")
    if as_json:
        return json.dumps(told(match), indent=2, ensure_ascii=False)
    return record.write(match).removesuffix("\n")


def told(match: Match) -> dict[str, object]:
    """Return a match as JSON can hold it: its record, and what other programs may want to know.

    `koikoi import` reads it back.
    """
    winner = match.winner
    return {
        **in_document(match),
        "rules": str(match.rules),
        "seats": {str(seat): str(match.sitters[seat]) for seat in Seat},
        "scores": _of_seats(match.scores),
        "over": match.over,
        "winner": None if winner is None else str(winner),
        "takebacks": match.takebacks,
        "coached": match.coached,
        "rounds": [
            {
                "round": number,
                "month": int(round_.month),
                "oya": str(round_.oya),
                "moves": [str(move) for move in round_.moves],
                "result": None
                if round_.result is None
                else {
                    "winner": None if round_.result.winner is None else str(round_.result.winner),
                    "reason": round_.result.reason.value,
                    "points": _of_seats(round_.result.points),
                    "yaku": {made.key: made.points for made in round_.result.made},
                },
            }
            for number, round_ in enumerate(match.rounds, match.first_round)
        ],
    }


def _of_seats(points: tuple[int, int]) -> dict[str, int]:
    return {str(seat): points[seat] for seat in (SOUTH, NORTH)}
