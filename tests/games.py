"""Positions, rounds and matches for the tests, written short."""

from __future__ import annotations

from random import Random

from hypothesis import reject
from hypothesis import strategies as st

from koikoi import chance
from koikoi.cards import DECK, Card, Fuda, Month, fuda
from koikoi.match import Cpu, Human, Match, dealt
from koikoi.moves import Move
from koikoi.players import LEVELS
from koikoi.position import Position
from koikoi.round import Round
from koikoi.rules import PRESETS, RulesError, RuleSet, choices
from koikoi.seat import SOUTH, Seat
from koikoi.yaku import Made

NINTENDO = PRESETS["nintendo"]


def set_up(
    south: str,
    north: str,
    table: str,
    draws: str = "",
    *,
    took: tuple[str, str] = ("", ""),
    rules: RuleSet = NINTENDO,
    oya: Seat = SOUTH,
    turn: Seat | None = None,
    calls: tuple[int, int] = (0, 0),
    held: tuple[Made, ...] = (),
) -> Round:
    """Return a round with these cards; `draws` come first off the pile, the rest follows.

    `held` is what South had made when it last called koi-koi.
    """
    named = [fuda(text) for text in (south, north, table, draws, *took)]
    used = {card for pile in named for card in pile}
    rest = tuple(card for card in DECK if card not in used)
    start = Position(
        month=Month.MATSU,
        oya=oya,
        turn=oya if turn is None else turn,
        tefuda=(named[0], named[1]),
        bafuda=named[2],
        yamafuda=named[3] + rest,
        torifuda=(named[4], named[5]),
        calls=calls,
        held=(held, ()),
    )
    return Round.begin(rules, start)


def apply(round_: Round, *moves: Move) -> Round:
    """Return a round after several moves."""
    for move in moves:
        round_ = round_.apply(move)
    return round_


def states(seed: int, rules: RuleSet = NINTENDO) -> list[Round]:
    """Return every state of a random round, the deal first."""
    rng = Random(seed)
    round_ = dealt(rules, seed.to_bytes(8, "big"), 1 + seed % 12, Seat(seed % 2))
    seen = [round_]
    while round_.legal_moves:
        round_ = round_.apply(rng.choice(round_.legal_moves))
        seen.append(round_)
    return seen


def everywhere(round_: Round) -> list[Card]:
    """Return the cards of all places, in order."""
    drawn = () if round_.drawn is None else (round_.drawn,)
    piles: tuple[Fuda, ...] = (
        *round_.tefuda,
        *round_.torifuda,
        round_.bafuda,
        round_.yamafuda,
        drawn,
    )
    return sorted(card for pile in piles for card in pile)


def played(match: Match, levels: tuple[str, str] = ("normal", "hard")) -> list[Match]:
    """Return every state of a match between two levels, the start first."""
    seen = [match]
    while not match.over:
        if match.round.result is not None:
            match = match.next_round()
        else:
            seat = match.round.turn
            rng = chance.generator(match.seed, seat, match.number, len(match.round.moves))
            player = LEVELS[levels[seat]].player
            match = match.apply(player.choose(match.view(seat), rng))
        seen.append(match)
    return seen


def new_match(seed: bytes, rules: str = "nintendo rounds=3") -> Match:
    """Return a fresh match against `hard`."""
    return Match.new(RuleSet.parse(rules), seed, (Human(), Cpu("hard")))


def _some_rules(options: dict[str, object]) -> RuleSet:
    """Return the rules with these options; what contradicts itself is no example."""
    try:
        return NINTENDO.but(**options)
    except RulesError:
        reject()


rule_sets = st.fixed_dictionaries(
    {
        name: st.sampled_from(values) if values else st.integers(0, 99)
        for name, values in choices().items()
        if name != "month_order"
    }
    | {"month_order": st.sampled_from(["sequential", "random", "CBA987654321"])}
).map(_some_rules)
"""Any rules that make sense."""
seeds = st.integers(min_value=0, max_value=2**32 - 1)
rounds = st.builds(
    lambda seed, place: (seen := states(seed))[place % len(seen)], seeds, st.integers(0, 40)
)
"""Rounds at any point, the end included."""
matches = st.builds(
    lambda seed, place: (seen := played(new_match(seed.to_bytes(4, "big"))))[place % len(seen)],
    seeds,
    st.integers(0, 80),
)
"""Matches of three rounds at any point."""
