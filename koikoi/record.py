"""A match as text: readable, complete, and read back to the identical value.

docs/record-format.md specifies it. Chance is not taken from the text but derived again from the
seed, and what was derived must be what is written: a record that was tampered with is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from koikoi.advice import Judged, Review
from koikoi.cards import Card, Fuda, KoiKoiError, Month
from koikoi.match import Cpu, Human, Match, Sitter, dealt, draw_for_oya, first_oya
from koikoi.moves import parse_move
from koikoi.position import Position
from koikoi.round import Redealt, Round
from koikoi.rules import RuleSet
from koikoi.seat import SOUTH, Seat
from koikoi.yaku import Made

T = TypeVar("T")

HEADING = "koikoi record"
VERSION = 1


class RecordError(KoiKoiError, ValueError):
    """A text that is no record, or one that contradicts itself; names the line."""


class NewerRecordError(RecordError):
    """A record of a version that this program does not know yet."""


def write(match: Match) -> str:
    """Return a match as the lines of a record; `read` gives the match back."""
    lines = [f"{HEADING} {VERSION}", f"rules {match.rules}"]
    lines += [f"{seat} {match.sitters[seat]}" for seat in Seat]
    lines.append(f"seed {match.seed.hex()}")
    if match.oyagime:
        draws = (f"{south}-{north}" for south, north in match.oyagime)
        lines.append(f"oyagime {' '.join(draws)}")
    if match.first_round != 1 or match.carried != (0, 0):
        south, north = match.carried
        lines.append(f"from {match.first_round} {south}:{north}")
    if match.takebacks:
        lines.append(f"takebacks {match.takebacks}")
    if match.coached:
        lines.append(f"coached {match.coached}")
    for number, round_ in enumerate(match.rounds, match.first_round):
        lines.append(f"round {number}")
        lines += write_round(round_)
        review = match.review(number)
        if review is not None:
            lines.append(_write_review(review))
    if match.given_up is not None:
        lines.append(f"given_up {match.given_up}")
    return "\n".join(lines) + "\n"


def write_round(round_: Round) -> list[str]:
    """Return a round as lines: where it started, what was decided, how it ended."""
    start = round_.start
    lines = [f"month {int(start.month)} oya {start.oya}"]
    lines += [f"redealt {event.rule}" for event in round_.history if isinstance(event, Redealt)]
    lines.append(_write_position(start))
    if round_.moves:
        lines.append(f"play {_write_moves(round_)}")
    if round_.result is not None:
        lines.append(f"result {round_.result}")
    return lines


def _write_review(review: Review) -> str:
    """Return what decisions have cost: the number of each, the best move there, and the cost."""
    words = (f"{each.number}:{each.best}:{each.cost:.3f}" for each in review)
    return " ".join(("review", *words))


def _write_moves(round_: Round) -> str:
    """Return the decisions with a stroke between the turns of the two seats."""
    words: list[str] = []
    state = Round.begin(round_.rules, round_.start)
    for move in round_.moves:
        turn = state.turn
        state = state.apply(move)
        words.append(str(move))
        if state.turn is not turn:
            words.append("/")
    return " ".join(words).removesuffix(" /")


def _pack(cards: Fuda) -> str:
    return "".join(card.code for card in cards)


def _unpack(text: str) -> Fuda:
    return tuple(Card.parse(text[place : place + 2]) for place in range(0, len(text), 2))


def _write_position(start: Position) -> str:
    """Return a deal or a position as words; what has its usual value is left out."""
    south, north = start.tefuda
    words = [
        "deal" if start.is_deal else "position",
        f"south={_pack(south)}",
        f"north={_pack(north)}",
        f"table={_pack(start.bafuda)}",
        f"pile={_pack(start.yamafuda)}",
    ]
    if start.turn is not start.oya:
        words.append(f"turn={start.turn}")
    for seat in Seat:
        if start.torifuda[seat]:
            words.append(f"{seat}_took={_pack(start.torifuda[seat])}")
        if start.calls[seat]:
            words.append(f"{seat}_called={start.calls[seat]}")
        if start.held[seat]:
            held = ",".join(f"{made.key}:{made.points}" for made in start.held[seat])
            words.append(f"{seat}_held={held}")
    if start.drawn is not None:
        words.append(f"drawn={start.drawn}")
    if start.calling:
        words.append("asked=koikoi")
    return " ".join(words)


class _Lines:
    """The lines of a record, taken one by one by their first word."""

    def __init__(self, text: str) -> None:
        lines = ((number, line.strip()) for number, line in enumerate(text.splitlines(), 1))
        self._left = [(number, line) for number, line in lines if line and line[0] != "#"]
        self._place = 0

    @property
    def number(self) -> int:
        """The number of the line last taken, for messages."""
        return self._left[max(0, self._place - 1)][0] if self._left else 0

    def next_is(self, word: str) -> bool:
        """Whether the next line begins with this word."""
        if self._place == len(self._left):
            return False
        return self._left[self._place][1].split(" ", 1)[0] == word

    def take(self, word: str) -> str:
        """Take the next line, which begins with this word, and return the rest of it."""
        if not self.next_is(word):
            self._place = min(self._place + 1, len(self._left))
            raise ValueError(f"a line {word!r} was expected")
        self._place += 1
        return self._left[self._place - 1][1][len(word) :].strip()

    def each(self, word: str) -> Iterator[str]:
        """Take all lines that begin with this word."""
        while self.next_is(word):
            yield self.take(word)

    def end(self) -> None:
        """Raise ValueError if a line is left."""
        if self._place < len(self._left):
            self._place += 1
            raise ValueError("this line does not belong here")


def read(text: str) -> Match:
    """Return the match that a record tells; raises RecordError, NewerRecordError."""
    lines = _Lines(text)
    with _named(lines):
        _check_version(lines.take("koikoi"))
        match = _read_match(lines)
        lines.end()
        return match


@contextmanager
def _named(lines: _Lines) -> Iterator[None]:
    """Turn what is wrong in a line into a RecordError that names the line."""
    try:
        yield
    except RecordError:
        raise
    except (ValueError, KeyError) as error:
        raise RecordError(f"line {lines.number}: {error}") from error


def _check_version(heading: str) -> None:
    """Refuse what is no record, or one from the future."""
    version = heading.removeprefix("record").strip()
    if version.isdigit() and int(version) > VERSION:
        raise NewerRecordError(
            f"it is a record of version {version}; {VERSION} is the newest known"
        )
    if version != str(VERSION):
        raise ValueError(f"a record begins with {HEADING!r} and its version")


def _read_match(lines: _Lines) -> Match:
    rules = RuleSet.parse(lines.take("rules"))
    sitters = _read_sitter(lines.take("south")), _read_sitter(lines.take("north"))
    seed = bytes.fromhex(lines.take("seed"))
    oyagime: tuple[tuple[Card, Card], ...] = ()
    if lines.next_is("oyagime"):
        oyagime = tuple(_read_draw(word) for word in lines.take("oyagime").split())
        if oyagime != draw_for_oya(rules, seed):
            raise ValueError("the seed draws other cards for dealer")
    first, carried = 1, (0, 0)
    if lines.next_is("from"):
        word, scores = lines.take("from").split()
        first, carried = int(word), _read_pair(scores)
    takebacks = _read_count(lines.take("takebacks")) if lines.next_is("takebacks") else 0
    coached = _read_count(lines.take("coached")) if lines.next_is("coached") else 0
    match = Match(
        rules, seed, sitters, oyagime, (), first, carried, takebacks=takebacks, coached=coached
    )
    for number in lines.each("round"):
        if int(number) != match.number + 1:
            raise ValueError(f"round {match.number + 1} was expected")
        if match.rounds and match.round.result is None:
            raise ValueError("the round before it has not ended")
        states = _read_states_of(match, lines)
        match = match._replace(rounds=(*match.rounds, states[-1]))
        if lines.next_is("review"):
            review = _read_review(states, lines.take("review"))
            match = match.reviewed(match.number, review)
    if not match.rounds:
        raise ValueError("there is no round")
    if lines.next_is("given_up"):
        match = match.give_up(Seat.parse(lines.take("given_up")))
    return match


def _read_states_of(match: Match, lines: _Lines) -> list[Round]:
    """Take the next round of a match, in all its states; a deal must be that of the seed."""
    number = match.number + 1
    states = _read_states(match.rules, lines)
    round_ = states[-1]
    if not match.seed or not round_.start.is_deal:
        return states
    oya = round_.oya
    if match.rounds:
        oya = match.next_oya
    elif match.oyagime:
        oya = first_oya(match.rules, match.seed, match.oyagime)
    expected = dealt(match.rules, match.seed, number, oya)
    if expected.start != round_.start:
        raise ValueError(f"the seed deals round {number} otherwise")
    if _redeals(expected) != _redeals(round_):
        raise ValueError(f"the seed deals round {number} again for other reasons")
    return states


def _redeals(round_: Round) -> tuple[Redealt, ...]:
    return tuple(event for event in round_.history if isinstance(event, Redealt))


def read_round(rules: RuleSet, text: str) -> Round:
    """Return the round that the lines of `write_round` tell; raises RecordError."""
    lines = _Lines(text)
    with _named(lines):
        states = _read_states(rules, lines)
        lines.end()
        return states[-1]


def _read_states(rules: RuleSet, lines: _Lines) -> list[Round]:
    """Take a round, as it stood before each decision and in the end."""
    month, word, oya = lines.take("month").split()
    if word != "oya":
        raise ValueError("month and oya of the round were expected")
    redealt = tuple(Redealt(rule) for rule in lines.each("redealt"))
    kind = "position" if lines.next_is("position") else "deal"
    start = _read_position(Month(int(month)), Seat.parse(oya), lines.take(kind))
    if start.is_deal != (kind == "deal"):
        raise ValueError(f"these cards are no {kind}")
    states = [Round.begin(rules, start, redealt)]
    if lines.next_is("play"):
        for word in lines.take("play").split():
            if word != "/":
                states.append(states[-1].apply(parse_move(word)))
    round_ = states[-1]
    if round_.result is not None or lines.next_is("result"):
        written = lines.take("result")
        if written != str(round_.result or "open"):
            raise ValueError(f"the result is {round_.result or 'open'}, not {written}")
    return states


def _read_position(month: Month, oya: Seat, text: str) -> Position:
    words: dict[str, str] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if not equals or key in words or key not in _POSITION_WORDS:
            raise ValueError(f"{word!r} does not belong here")
        words[key] = value

    def both(kind: str, read: Callable[[str], T], missing: str) -> tuple[T, T]:
        return read(words.get(f"south{kind}", missing)), read(words.get(f"north{kind}", missing))

    return Position(
        month=month,
        oya=oya,
        turn=Seat.parse(words.get("turn", str(oya))),
        tefuda=both("", _unpack, ""),
        bafuda=_unpack(words.get("table", "")),
        yamafuda=_unpack(words.get("pile", "")),
        torifuda=both("_took", _unpack, ""),
        drawn=Card.parse(words["drawn"]) if "drawn" in words else None,
        calling="asked" in words,
        calls=both("_called", int, "0"),
        held=both("_held", _read_held, ""),
    )


_POSITION_WORDS = frozenset({"table", "pile", "turn", "drawn", "asked"}) | {
    f"{seat}{kind}" for seat in Seat for kind in ("", "_took", "_called", "_held")
}


def _read_held(text: str) -> tuple[Made, ...]:
    pairs = (word.partition(":") for word in text.split(",") if word)
    return tuple(Made(key, int(points)) for key, _, points in pairs)


def _read_review(states: list[Round], text: str) -> Review:
    """Return what South's decisions in a round cost; raises ValueError for any that is not one."""
    found = tuple(_read_judged(word) for word in text.split())
    own = [number for number, state in enumerate(states[:-1]) if state.turn is SOUTH]
    numbers = {each.number for each in found}
    if len(numbers) < len(found) or not numbers.issubset(own):
        raise ValueError("these are not decisions of South")
    for each in found:
        if each.best not in states[each.number].legal_moves:
            raise ValueError(f"{each.best} could not be played at decision {each.number}")
    return found


def _read_judged(word: str) -> Judged:
    found = re.fullmatch(r"(0|[1-9]\d?):([^:]+):((?:0|[1-9]\d{0,4})\.\d{3})", word, re.ASCII)
    if found is None:
        raise ValueError(f"{word!r} is no decision with its cost")
    number, best, cost = found.groups()
    return Judged(int(number), parse_move(best), float(cost))


def _read_sitter(text: str) -> Sitter:
    match text.split():
        case ["human"]:
            return Human()
        case ["cpu", level]:
            return Cpu(level)
        case ["cpu", level, backend, budget]:
            return Cpu(level, backend, int(budget))
    raise ValueError(f"nobody sits like {text!r}")


def _read_draw(text: str) -> tuple[Card, Card]:
    south, _, north = text.partition("-")
    return Card.parse(south), Card.parse(north)


def _read_count(text: str) -> int:
    if not re.fullmatch(r"[1-9]\d{0,5}", text, re.ASCII):
        raise ValueError(f"{text!r} is no count")
    return int(text)


def _read_pair(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(-?\d+):(-?\d+)", text, re.ASCII)
    if found is None:
        raise ValueError(f"{text!r} is no pair of points")
    south, north = found.groups()
    return int(south), int(north)
