"""South as a robot: what it decides follows from the match alone, and it presses keys for it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from device.events import Event, Key, KeyDown
from device.screens.slots import hand_slots, slot_of, table_slots
from device.screens.table import first_cursor
from device.store import MemoryStore
from koikoi import chance
from koikoi.cards import Card, matching
from koikoi.match import Match
from koikoi.moves import Call, Move, Pick, Play
from koikoi.round import Called
from koikoi.seat import NORTH, SOUTH


def south_move(match: Match) -> Move:
    """Return what the robot decides: any legal move, but stop two times in three."""
    rng = chance.generator(b"robot", SOUTH, match.number, len(match.round.moves))
    legal = match.round.legal_moves
    return chance.pick(rng, (*legal, Call.SHOUBU) if Call.SHOUBU in legal else legal)


def robot_match(match: Match, level: str) -> Match:
    """Return the match as the robot and a level play it to its end, without any device."""
    from koikoi.players import LEVELS

    while not match.over:
        if match.round.result is not None:
            match = match.next_round()
        elif match.round.turn is SOUTH:
            match = match.apply(south_move(match))
        else:
            rng = chance.generator(match.seed, NORTH, match.number, len(match.round.moves))
            match = match.apply(LEVELS[level].player.choose(match.view(NORTH), rng))
    return match


def keys_for(match: Match, move: Move) -> list[Key]:
    """Return the presses that make a move, from the screen on which its decision opens."""
    round_ = match.round
    match move:
        case Call():
            return [Key.SELECT] if move is Call.SHOUBU else [Key.RIGHT, Key.SELECT]
        case Pick(take=take):
            assert round_.drawn is not None
            return _keys_to_take(match, round_.drawn, take)
        case Play(card=card, take=take):
            slots = hand_slots(round_, SOUTH)
            held = [slot for slot, at in enumerate(slots) if at is not None]
            steps = held.index(slots.index(card)) - held.index(first_cursor(match))
            there = [Key.RIGHT] * (steps % len(held))
            choice = [] if take is None else _keys_to_take(match, card, take)
            return [*there, Key.SELECT, *choice]


def _keys_to_take(match: Match, card: Card, take: Card) -> list[Key]:
    slots = table_slots(match.round)
    two = sorted(
        matching(card, match.round.bafuda), key=lambda candidate: slot_of(slots, candidate)
    )
    return [Key.SELECT] if two[0] is take else [Key.RIGHT, Key.SELECT]


class Planner:
    """Says which keys to press next, looking only at the match that was saved last."""

    def __init__(self) -> None:
        self._acknowledged: tuple[int, int] | None = None
        self.acknowledging = False
        """Whether the presses that `keys` gave last only say that something was read."""

    def keys(self, match: Match) -> list[Key]:
        """Return the presses for what is on the screen now; none while the CPU is to move."""
        round_ = match.round
        self.acknowledging = False
        if match.over:
            return []
        if round_.result is not None:
            return [Key.SELECT]
        if round_.turn is NORTH:
            return []
        here = (match.number, len(round_.moves))
        if round_.history[-1:] == (Called(NORTH, Call.KOIKOI),) and self._acknowledged != here:
            self._acknowledged = here
            self.acknowledging = True
            return [Key.SELECT]
        return keys_for(match, south_move(match))


class Robot:
    """Plays a whole match on an app whose store lies in memory: a press whenever it is its turn.

    `pump` is called by the loop before it waits; `done` says that the match is over.
    """

    def __init__(self, store: MemoryStore, opening: list[Key], done: Callable[[], Event]) -> None:
        self._store = store
        self._keys = deque(opening)
        self._planner = Planner()
        self._done = done
        self.post: Callable[[Event], None] = lambda _: None

    def pump(self) -> None:
        """Post the next press, if it is South's turn."""
        match = self._store.match
        if not self._keys and match is not None:
            if match.over:
                self.post(self._done())
                return
            self._keys.extend(self._planner.keys(match))
        if self._keys:
            self.post(KeyDown(self._keys.popleft()))


def opening_keys(draws: int) -> list[Key]:
    """Return the presses from the title of a first start to the table of a new match."""
    return [Key.SELECT, Key.SELECT, *[Key.SELECT] * (draws + 1)]
