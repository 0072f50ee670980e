"""What a record from elsewhere tells of a match, and the engine held against it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import prod
from typing import NamedTuple, NoReturn

from koikoi.cards import Card, Fuda, KoiKoiError, codes
from koikoi.match import Human, Match, month_of
from koikoi.moves import Call, IllegalMoveError, Move, Pick, Play
from koikoi.position import Position, PositionError, misdeal
from koikoi.round import Called, Laid, Round
from koikoi.rules import RuleSet
from koikoi.score import Result
from koikoi.seat import NORTH, SOUTH, Seat
from koikoi.yaku import Made


class ReplayError(KoiKoiError, ValueError):
    """A file that is no record, or one that breaks off where it cannot; one line says why."""


class Mismatch(NamedTuple):
    """A place where the engine says something else than the record does.

    Turns count from 1 in each round; 0 is before the first. `match` counts those of the file.
    """

    round: int
    turn: int
    what: str
    expected: str
    got: str
    match: int = 1

    def __str__(self) -> str:
        place = f"match {self.match}, round {self.round}, turn {self.turn}"
        return f"{place}: {self.what}: expected {self.expected}, got {self.got}"


class Tally(NamedTuple):
    """What was replayed, and what did not agree.

    >>> str(Tally(1, 12, 150))
    '1 matches, 12 rounds, 150 decisions, 0 mismatches'
    """

    matches: int = 0
    rounds: int = 0
    decisions: int = 0
    mismatches: tuple[Mismatch, ...] = ()

    def plus(self, other: Tally) -> Tally:
        """Return both tallies in one."""
        return Tally(
            self.matches + other.matches,
            self.rounds + other.rounds,
            self.decisions + other.decisions,
            self.mismatches + other.mismatches,
        )

    def __str__(self) -> str:
        return (
            f"{self.matches} matches, {self.rounds} rounds, "
            f"{self.decisions} decisions, {len(self.mismatches)} mismatches"
        )


class ToldTurn(NamedTuple):
    """A turn: the card laid and the card drawn, each with the pile it took with itself, if any."""

    seat: Seat
    card: Card
    took: Fuda
    drawn: Card
    drawn_took: Fuda
    call: Call | None


class ToldEnd(NamedTuple):
    """The end of a round; what a format does not tell is None."""

    winner: Seat | None
    points: tuple[int, int]
    base: int | None = None
    times: int | None = None
    made: tuple[tuple[str, int], ...] | None = None
    scores: tuple[int, int] | None = None


class ToldRound(NamedTuple):
    """A round: who dealt, the cards as `Position.deal` lays them out, the turns, and the end."""

    oya: Seat
    cards: Fuda
    turns: tuple[ToldTurn, ...]
    end: ToldEnd | None


class ToldSave(NamedTuple):
    """How an unfinished match stands where its record breaks off."""

    round: int
    turn: int
    scores: tuple[int, int]
    oya: Seat
    to_move: Seat
    tefuda: tuple[Fuda, Fuda]
    bafuda: Fuda
    yamafuda: Fuda
    torifuda: tuple[Fuda, Fuda]
    calls: tuple[int, int]


class ToldMatch(NamedTuple):
    """A match; `over`, `winner` and `scores` are its last words, None where a format has none."""

    rounds: tuple[ToldRound, ...]
    rules: str | None = None
    length: int | None = None
    start_points: tuple[int, int] | None = None
    over: bool | None = None
    winner: Seat | None = None
    scores: tuple[int, int] | None = None
    save: ToldSave | None = None


@contextmanager
def reading(where: str) -> Iterator[None]:
    """Turn what cannot be read into a ReplayError that says where."""
    try:
        yield
    except KeyError as error:
        raise ReplayError(f"{where}: {error} is missing") from error
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise ReplayError(f"{where}: {error}") from error


def whole(value: object) -> int:
    """Return a value that is a whole number; raises ValueError."""
    if type(value) is not int:
        raise ValueError(f"{value!r} is no whole number")
    return value


class LostError(Exception):
    """The engine cannot follow this round any further."""


class Teller:
    """The engine on its way through a record: the match so far, and what did not agree."""

    def __init__(self, match: Match, number: int = 1) -> None:
        self.match = match
        self.number = number
        self.round = match.first_round
        self.turn = 0
        self.decisions = 0
        self.found: list[Mismatch] = []

    def check(self, what: str, expected: object, got: object) -> bool:
        """Note it when the engine says something else; return whether both agree."""
        if expected == got:
            return True
        told, ours = _words(expected), _words(got)
        self.found.append(Mismatch(self.round, self.turn, what, told, ours, self.number))
        return False

    def need(self, what: str, expected: object, got: object) -> None:
        """Check what the rest of the round hangs on; raises LostError."""
        if not self.check(what, expected, got):
            raise LostError

    def lose(self, what: str, expected: object, got: object) -> NoReturn:
        """Note what ends the round for the engine; raises LostError."""
        self.check(what, expected, got)
        raise LostError

    def apply(self, round_: Round, move: Move) -> Round:
        """Return the round after a move that was told; raises LostError."""
        try:
            after = round_.apply(move)
        except IllegalMoveError as error:
            self.lose("move", move, " ".join(map(str, error.legal)) or "the round is over")
        self.decisions += 1
        return after

    def open(self, number: int, oya: Seat) -> None:
        """Begin a round: the match goes on, and the right seat deals."""
        self.round, self.turn = number, 0
        if self.match.rounds:
            self.check("match", "another round", "over" if self.match.over else "another round")
            self.check("dealer", oya, self.match.next_oya)

    def close(self, round_: Round) -> None:
        """Take a round into the match."""
        self.match = self.match._replace(rounds=(*self.match.rounds, round_))

    def skip(self, points: tuple[int, int]) -> None:
        """Leave a round that could not be followed, with the points that were told."""
        start = self.match.rules.start_points
        south, north = self.match.scores
        carried = south + points[SOUTH] - start, north + points[NORTH] - start
        self.match = self.match._replace(rounds=(), first_round=self.round + 1, carried=carried)

    def tally(self, rounds: int) -> Tally:
        """Return what was replayed."""
        return Tally(1, rounds, self.decisions, tuple(self.found))


def _words(thing: object) -> str:
    """Return a value as a person reads it."""
    match thing:
        case None:
            return "nobody"
        case Play() | Pick():
            return str(thing)
        case tuple() if thing and all(isinstance(each, Card) for each in thing):
            return codes(thing)
        case tuple():
            return ", ".join(_words(each) for each in thing) or "nothing"
        case bool():
            return "yes" if thing else "no"
    return str(thing)


def retell(told: ToldMatch, rules: RuleSet, number: int = 1) -> Tally:
    """Replay a match on the engine under these rules; `number` is its place in its file."""
    teller = Teller(Match(rules, b"", (Human(), Human()), (), ()), number)
    if told.rules is not None:
        teller.check("rules", told.rules, rules.preset)
    if told.length is not None:
        teller.check("rounds of the match", told.length, rules.rounds)
    if told.start_points is not None:
        start = rules.start_points
        teller.check("points at the start", told.start_points, (start, start))
    for place, told_round in enumerate(told.rounds, 1):
        teller.open(place, told_round.oya)
        try:
            _retell_round(teller, told_round)
        except LostError:
            teller.skip(told_round.end.points if told_round.end is not None else (0, 0))
    _last_words(teller, told)
    return teller.tally(len(told.rounds))


def _retell_round(teller: Teller, told: ToldRound) -> None:
    """Replay a round from its deal to its end, or to where it breaks off; raises LostError."""
    rules = teller.match.rules
    start = Position.deal(month_of(rules, b"", teller.round), told.oya, told.cards)
    try:
        round_ = Round.begin(rules, start)
    except PositionError as error:
        teller.lose("deal", "48 cards", error)
    teller.check("deal", "no misdeal", misdeal(rules, start) or "no misdeal")
    for teller.turn, turn in enumerate(told.turns, 1):
        round_ = _retell_turn(teller, round_, turn)
    ended, ends = told.end is not None, round_.result is not None
    teller.need("round", "over" if ended else "not over", "over" if ends else "not over")
    teller.close(round_)
    if told.end is not None and round_.result is not None:
        _compare(teller, told.end, round_.result)


def _retell_turn(teller: Teller, round_: Round, told: ToldTurn) -> Round:
    """Return the round after a turn: play, draw, question; raises LostError."""
    over = round_.result is not None
    teller.need("round", "another turn", "over" if over else "another turn")
    teller.need("seat", told.seat, round_.turn)
    teller.need("drawn card", told.drawn, round_.yamafuda[0])
    months = [card.month for card in round_.bafuda]
    take = told.took[-1] if told.took and months.count(told.card.month) == 2 else None
    after = teller.apply(round_, Play(told.card, take))
    if after.drawn is not None:
        if not told.drawn_took:
            teller.lose("capture", (), after.legal_moves)
        after = teller.apply(after, Pick(told.drawn_took[-1]))
    events = after.history[len(round_.history) :]
    hand, drawn = (event for event in events if isinstance(event, Laid))
    teller.need("capture", _pile(told.took), _pile_of(hand))
    teller.need("capture", _pile(told.drawn_took), _pile_of(drawn))
    forced = next((event for event in events if isinstance(event, Called)), None)
    if forced is not None:
        got = Call.SHOUBU if told.call is Call.SHOUBU else f"stopped by {forced.forced}"
        teller.need("question", told.call or "no question", got)
        return after
    if after.calling and told.call is not None:
        return teller.apply(after, told.call)
    teller.need("question", told.call or "no question", "asked" if after.calling else "no question")
    return after


def _pile(cards: Fuda) -> Fuda:
    """Return a card and what it took, those in the order of the deck."""
    return (*cards[:1], *sorted(cards[1:]))


def _pile_of(laid: Laid) -> Fuda:
    """Return the card that was laid and what it took, or nothing if it stayed on the table."""
    return _pile((laid.card, *laid.taken)) if laid.taken else ()


def _compare(teller: Teller, told: ToldEnd, result: Result) -> None:
    """Compare the end of a round with what the engine makes of it."""
    teller.check("winner", told.winner, result.winner)
    teller.check("points", told.points, result.points)
    if told.base is not None:
        teller.check("points before doubling", told.base, result.base)
    if told.times is not None:
        teller.check("doubling", told.times, prod(factor.times for factor in result.factors))
    if told.made is not None:
        teller.check("yaku", _sorted(told.made), _sorted(result.made))
    if told.scores is not None:
        teller.check("totals", told.scores, teller.match.scores)


def _sorted(made: tuple[tuple[str, int], ...] | tuple[Made, ...]) -> tuple[str, ...]:
    """Return yaku as words in one order: every program lists them in another."""
    return tuple(sorted(f"{key} {points}" for key, points in made))


def _last_words(teller: Teller, told: ToldMatch) -> None:
    """Compare how the match ended, or stands where it breaks off."""
    match = teller.match
    if told.over is not None and match.rounds:
        teller.check("match over", told.over, match.over)
        teller.check("winner of the match", told.winner, match.winner)
    if told.scores is not None:
        teller.check("final totals", told.scores, match.scores)
    if told.save is not None and match.rounds:
        _compare_save(teller, told.save)


def _compare_save(teller: Teller, told: ToldSave) -> None:
    """Compare a saved position with the one that the record leads to."""
    match, round_ = teller.match, teller.match.round
    teller.check("saved round", told.round, match.number)
    teller.check("saved turn", told.turn, teller.turn + 1)
    teller.check("saved totals", told.scores, match.scores)
    teller.check("saved dealer", told.oya, round_.oya)
    teller.check("saved seat", told.to_move, round_.turn)
    teller.check("saved hands", _piles(told.tefuda), _piles(round_.tefuda))
    teller.check("saved table", tuple(sorted(told.bafuda)), tuple(sorted(round_.bafuda)))
    teller.check("saved draw pile", told.yamafuda, round_.yamafuda)
    teller.check("saved piles", _piles(told.torifuda), _piles(round_.torifuda))
    teller.check("saved calls", told.calls, round_.calls)


def _piles(pair: tuple[Fuda, Fuda]) -> tuple[Fuda, ...]:
    """Return two piles, each in the order of the deck."""
    return tuple(tuple(sorted(pile)) for pile in pair)
