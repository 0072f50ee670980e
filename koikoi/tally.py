"""What matches came to for South: games, months, points, sets, and what koi-koi was good for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from koikoi.match import Cpu, Match
from koikoi.moves import Call
from koikoi.round import Called, Round
from koikoi.seat import NORTH, SOUTH


class Tally(NamedTuple):
    """The figures of matches against one level by one preset's rules; both "" for all together.

    Points are those won in months, South's and North's. `called` counts the months in which South
    called koi-koi, `called_won` those of them that it won. `coached` counts the matches in which
    South was told what to play. `yaku` is how often South was paid for each, the most frequent
    first.
    """

    level: str = ""
    rules: str = ""
    matches: int = 0
    won: int = 0
    lost: int = 0
    months: int = 0
    months_won: int = 0
    months_lost: int = 0
    points: tuple[int, int] = (0, 0)
    called: int = 0
    called_won: int = 0
    yaku: tuple[tuple[str, int], ...] = ()
    coached: int = 0

    @classmethod
    def of(cls, told: dict[str, Any]) -> Tally:
        """Return the figures that `_asdict` gave and JSON kept; raises ValueError, TypeError."""
        tally = cls(**told)
        south, north = tally.points
        tally = tally._replace(
            points=(south, north), yaku=tuple((str(key), number) for key, number in tally.yaku)
        )
        names, numbers = tally[:2], (*tally[2:8], *tally.points, *tally[9:11], tally.coached)
        if not all(isinstance(name, str) for name in names):
            raise TypeError("a level and rules are names")
        if not all(type(number) is int for number in (*numbers, *dict(tally.yaku).values())):
            raise TypeError("figures are whole numbers")
        return tally

    @property
    def tied(self) -> int:
        """How many matches nobody won."""
        return self.matches - self.won - self.lost

    def with_match(self, match: Match) -> Tally:
        """Return the figures with those of a match that is over."""
        results = [round_.result for round_ in match.rounds if round_.result is not None]
        winners = [result.winner for result in results]
        called = [round_.result for round_ in match.rounds if _called(round_)]
        yaku = Counter(dict(self.yaku))
        yaku.update(
            made.key for result in results if result.winner is SOUTH for made in result.made
        )
        south, north = self.points
        return self._replace(
            matches=self.matches + 1,
            won=self.won + (match.winner is SOUTH),
            lost=self.lost + (match.winner is NORTH),
            months=self.months + len(results),
            months_won=self.months_won + winners.count(SOUTH),
            months_lost=self.months_lost + winners.count(NORTH),
            points=(
                south + sum(result.points[SOUTH] for result in results),
                north + sum(result.points[NORTH] for result in results),
            ),
            called=self.called + len(called),
            called_won=self.called_won
            + sum(result is not None and result.winner is SOUTH for result in called),
            yaku=tuple(sorted(yaku.items(), key=lambda each: (-each[1], each[0]))),
            coached=self.coached + bool(match.coached),
        )


Tallies = tuple[Tally, ...]
"""That of all matches, then one for each level and rules, the most played first; or nothing."""


def counts(match: Match) -> bool:
    """Whether a match counts: it is over, against the program, and nothing was taken back."""
    return match.over and not match.takebacks and isinstance(match.sitters[NORTH], Cpu)


def tallies(matches: Iterable[Match], before: Tallies = ()) -> Tallies:
    """Return the figures of all matches that count, and of those before them."""
    every = before[0] if before else Tally()
    kinds = {(tally.level, tally.rules): tally for tally in before[1:]}
    for match in matches:
        if not counts(match):
            continue
        sitter = match.sitters[NORTH]
        kind = (sitter.level if isinstance(sitter, Cpu) else "", match.rules.preset)
        every = every.with_match(match)
        kinds[kind] = kinds.get(kind, Tally(*kind)).with_match(match)
    if not every.matches:
        return ()
    return every, *sorted(kinds.values(), key=lambda tally: (-tally.matches, tally[:2]))


def _called(round_: Round) -> bool:
    """Whether South called koi-koi in a month."""
    return any(
        isinstance(event, Called) and event.seat is SOUTH and event.call is Call.KOIKOI
        for event in round_.history
    )
