"""What lies under every screen: the match, the settings, and the seed of the next match."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256

from device.controls import KEYBOARD, Controls
from device.events import Asked
from device.settings import Settings
from koikoi.advice import SLIGHT, SLIGHT_IN_MATCHES, Review
from koikoi.match import Cpu, Human, Match
from koikoi.moves import Move
from koikoi.players import LEVELS
from koikoi.rules import RuleSet
from koikoi.seat import SOUTH, Seat


@dataclass(frozen=True, slots=True)
class Session:
    """A person at the device, who always sits South; `match` is None before the first one.

    `seed` is 16 bytes from outside; each match takes it and leaves the next one, so that no
    screen needs chance of its own.
    """

    match: Match | None
    settings: Settings
    seed: bytes
    controls: Controls = KEYBOARD
    """The keys of the device, which say what can be swapped and what the help tells of."""
    playouts: int = 0
    """How many rounds are played out for a decision here, by the strongest level and the coach.

    With 0 the level has its own number, and there is no coach.
    """
    appliance: bool = False
    """Whether this is a device of its own, which can be switched off but not left."""

    @property
    def running(self) -> Match | None:
        """The match, if one can be continued."""
        return self.match if self.match is not None and not self.match.over else None

    @property
    def open_match(self) -> Match:
        """The match; raises ValueError where there is none."""
        if self.match is None:
            raise ValueError("no match has been started")
        return self.match

    @property
    def asked_sitter(self) -> Cpu | None:
        """The player of the program that has to decide now, if one has."""
        match = self.running
        if match is None or match.round.result is not None:
            return None
        sitter = match.sitters[match.round.turn]
        return None if isinstance(sitter, Human) else sitter

    @property
    def asked(self) -> Asked | None:
        """The decision that it has to make."""
        if self.asked_sitter is None:
            return None
        return _open(self.open_match, self.open_match.round.turn)

    @property
    def coaches(self) -> bool:
        """Whether there is a coach here that may be asked."""
        return self.settings.coach and self.playouts > 0

    @property
    def to_decide(self) -> Asked | None:
        """The decision that the person has to make now, if it is the person's turn."""
        match = self.running
        if match is None or match.round.result is not None or match.round.turn is not SOUTH:
            return None
        return _open(match, SOUTH)

    @property
    def to_review(self) -> Asked | None:
        """The month that is over and that the coach has not looked at yet; after its decisions."""
        match = self.match
        if match is None or match.round.result is None or match.review(match.number) is not None:
            return None
        return _open(match, SOUTH)

    @property
    def dear(self) -> Review:
        """The decisions of the month that is over which cost something, the dearest first."""
        match = self.open_match
        slight = SLIGHT_IN_MATCHES if match.rules.decides_match(match.number) else SLIGHT
        return tuple(each for each in match.review(match.number) or () if each.cost > slight)

    def coached(self) -> Session:
        """Return the session after the coach has said what to play."""
        match = self.open_match
        return replace(self, match=match._replace(coached=match.coached + 1))

    def reviewed(self, review: Review) -> Session:
        """Return the session with what the decisions of the month that is over have cost."""
        match = self.open_match
        return replace(self, match=match.reviewed(match.number, review))

    def new_match(self, rules: RuleSet) -> Session:
        """Return the session with a new match against the level of the settings."""
        level = self.settings.level
        sitters = Human(), Cpu(level, budget=self.playouts if LEVELS[level].scales else 0)
        match = Match.new(rules, self.seed, sitters)
        return replace(self, match=match, seed=sha256(self.seed + b"/next").digest()[:16])

    def apply(self, move: Move) -> Session:
        """Return the session after a move in its match."""
        return replace(self, match=self.open_match.apply(move))

    def taken_back(self) -> Session | None:
        """Return the session before the last decision, None where it cannot or may not be undone.

        While the CPU is asked nothing is undone: its answer would fit another question.
        """
        if not self.settings.take_back or self.running is None or self.asked is not None:
            return None
        match = self.running.taken_back(SOUTH)
        return None if match is None else replace(self, match=match)

    def next_round(self) -> Session:
        """Return the session with the next month dealt."""
        return replace(self, match=self.open_match.next_round())

    def give_up(self) -> Session:
        """Return the session with its match lost."""
        return replace(self, match=self.open_match.give_up(SOUTH))

    def with_settings(self, settings: Settings) -> Session:
        """Return the session with other settings."""
        return replace(self, settings=settings)


def _open(match: Match, seat: Seat) -> Asked:
    """Return what names the place that a match has come to, for a seat."""
    return Asked(seat, match.number, len(match.round.moves), match.seed)
