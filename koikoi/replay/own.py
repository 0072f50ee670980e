"""Our own records, replayed without trust: every difference is noted, not only the first."""

from __future__ import annotations

import re
from typing import NamedTuple

from koikoi.cards import Fuda
from koikoi.match import Human, Match, dealt, draw_for_oya, first_oya, month_of
from koikoi.moves import Play, parse_move
from koikoi.position import Position, misdeal
from koikoi.record import HEADING, RecordError, read, read_round
from koikoi.replay.told import LostError, ReplayError, Tally, Teller, reading
from koikoi.round import Redealt, Round
from koikoi.rules import RuleSet


class _Block(NamedTuple):
    """The lines of a round: its number, how the cards lay, the moves and the result."""

    number: int
    start: str
    moves: tuple[str, ...]
    result: str


def replay(text: str, rules: RuleSet | None = None) -> Tally:
    """Replay a match, by its own rules if none are given; raises ReplayError."""
    head, blocks = _split(text)
    with reading("the record"):
        match = _read_head(head, rules)
        teller = Teller(match)
        oyagime = " ".join(
            f"{south}-{north}" for south, north in draw_for_oya(match.rules, match.seed)
        )
        if match.seed and match.first_round == 1:
            teller.check("draw for dealer", head.get("oyagime", ""), oyagime)
    for block in blocks:
        try:
            _replay_round(teller, block)
        except LostError:
            teller.skip(_points(block.result))
    if not teller.found and rules is None:
        with reading("the record"):
            read(text)
    return teller.tally(len(blocks))


def _split(text: str) -> tuple[dict[str, str], list[_Block]]:
    """Return the lines before the first round by their first word, and the rounds."""
    head: dict[str, str] = {}
    rounds: list[dict[str, list[str]]] = []
    for line in text.splitlines():
        word, _, rest = line.strip().partition(" ")
        if word == "round":
            rounds.append({})
        if word and word[0] != "#" and word != "given_up":
            if rounds:
                rounds[-1].setdefault(word, []).append(rest)
            else:
                head[word] = rest
    if not rounds:
        raise ReplayError("there is no round in it")
    return head, [_block(lines) for lines in rounds]


def _block(lines: dict[str, list[str]]) -> _Block:
    with reading(f"round {lines['round'][0]}"):
        start = [
            f"{word} {rest}"
            for word in ("month", "redealt", "deal", "position")
            for rest in lines.get(word, ())
        ]
        moves = [word for line in lines.get("play", ()) for word in line.split() if word != "/"]
        result = " ".join(lines.get("result", ["open"]))
        return _Block(int(lines["round"][0]), "\n".join(start), tuple(moves), result)


def _read_head(head: dict[str, str], rules: RuleSet | None) -> Match:
    """Return the match before its first round; raises ValueError."""
    if head.get("koikoi") != "record 1":
        raise ValueError(f"{HEADING} 1 was expected, not koikoi {head.get('koikoi', '')}")
    seed = bytes.fromhex(head["seed"])
    match = Match(rules or RuleSet.parse(head["rules"]), seed, (Human(), Human()), (), ())
    if "from" in head:
        found = re.fullmatch(r"(\d+) (-?\d+):(-?\d+)", head["from"], re.ASCII)
        if found is None:
            raise ValueError(f"{head['from']!r} is no round and pair of points")
        first, south, north = (int(number) for number in found.groups())
        match = match._replace(first_round=first, carried=(south, north))
    return match


def _replay_round(teller: Teller, block: _Block) -> None:
    """Replay a round from its start; raises LostError, or ReplayError if it cannot be read."""
    match = teller.match
    number = match.number + 1
    told = _read_start(match.rules, block)
    start = told.start
    teller.open(number, start.oya)
    teller.check("number of the round", block.number, number)
    if start.is_deal:
        teller.check("month", start.month, month_of(match.rules, match.seed, number))
        teller.check("deal", "no misdeal", misdeal(match.rules, start) or "no misdeal")
        if match.seed:
            _check_deal(teller, told)
    round_ = Round.begin(match.rules, start, _redeals(told))
    for word in block.moves:
        try:
            move = parse_move(word)
        except ValueError as error:
            teller.lose("move", word, error)
        teller.turn += isinstance(move, Play)
        round_ = teller.apply(round_, move)
    teller.need("result", block.result, str(round_.result or "open"))
    teller.close(round_)


def _read_start(rules: RuleSet, block: _Block) -> Round:
    """Return the round before its first move, under rules by which no deal ends at once."""
    quiet = rules.but(teshi="off", kuttsuki="off", field_four_of_month="ignore")
    with reading(f"round {block.number}"):
        try:
            return read_round(quiet, block.start)
        except RecordError:
            # A position with nothing left to play is over under any rules.
            return read_round(quiet, f"{block.start}\nresult {block.result}")


def _check_deal(teller: Teller, told: Round) -> None:
    """Compare a deal with the one that the seed gives."""
    match, start = teller.match, told.start
    if teller.round == 1:
        draws = draw_for_oya(match.rules, match.seed)
        teller.check("dealer", start.oya, first_oya(match.rules, match.seed, draws))
    expected = dealt(match.rules, match.seed, teller.round, start.oya)
    teller.check("cards dealt", _cards(start), _cards(expected.start))
    teller.check("deals that went back", _redeals(told), _redeals(expected))


def _cards(deal: Position) -> Fuda:
    south, north = deal.tefuda
    return south + north + deal.bafuda + deal.yamafuda


def _redeals(round_: Round) -> tuple[Redealt, ...]:
    return tuple(event for event in round_.history if isinstance(event, Redealt))


def _points(result: str) -> tuple[int, int]:
    """Return the points in the text of a result, 0 where there are none."""
    found = re.search(r" (-?\d+):(-?\d+)", result, re.ASCII)
    return (int(found[1]), int(found[2])) if found else (0, 0)
