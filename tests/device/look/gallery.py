"""Screens to look at: every kind of them, from matches played at random."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

from device.documents import Trouble
from device.events import Key, KeyDown
from device.notices import SetAside
from device.screens import flow
from device.screens.oyagime import Oyagime
from device.screens.pages import (
    HELP_PAGES,
    Confirm,
    Help,
    Log,
    Notices,
    Options,
    Question,
)
from device.screens.results import MatchResult, RoundResult
from device.screens.screen import Screen
from device.screens.session import Session
from device.screens.table import Choice, Decision, Table
from device.screens.title import NEW_GAME_ROWS, NewGame, Title
from device.screens.told import log_pages
from device.settings import Settings, WrongValue
from koikoi.match import Cpu, Human, Match
from koikoi.players import LEVELS
from koikoi.round import Round
from koikoi.rules import RuleSet
from tests.games import NINTENDO, set_up


def new_session(seed: int, rounds: int = 3) -> Session:
    """A session with a match that has just begun."""
    empty = Session(None, Settings(), seed.to_bytes(16, "big"))
    return empty.new_match(RuleSet(rounds=rounds))


def holding(round_: Round, number: int = 9) -> Session:
    """A session in the middle of this round."""
    match = Match(NINTENDO, b"", (Human(), Cpu("hard")), (), (round_,), number, (57, 104))
    return Session(match, Settings(), bytes(16))


CALLING = set_up(
    "1a 2a",
    "1b 2b",
    "4a 5a",
    took=("1H 3H 8H BH CH 9T 6T 7T AT 2T 4T 1Z 2Z 3Z 6Z 9Z AZ 4Z 3a 3b 6a 6b 7a 7b 8a 8b 9a", ""),
    calls=(0, 1),
)._replace(calling=True)
"""All yaku at once, and both reasons to double them."""

CROWDED = set_up(
    "1b 2b 3b 4b 5b 6b 7b 8b",
    "1Z 2Z 3Z 4Z 5Z 6Z 7Z 8a",
    "1a 2a 3a 4a 5a 6a 7a 8H 9a Aa Ba Ca 1H 2T 3H 4T",
    calls=(5, 4),
)
"""Two cards more on the table than it has slots, and many calls."""

THREE = set_up(
    "9a 2b 3b 4b 5b 6b 7b 8b",
    "1Z 2Z 3Z 4Z 5Z 6Z 7Z 8a",
    "9T 9Z 9b Aa Ba Ca 1H 2T",
)
"""Three of a month lie together."""


def played(session: Session, level: str, rng: Random) -> Iterator[Session]:
    """The session at each of its decisions and results, both sides played by one level."""
    player = LEVELS[level].player
    while True:
        yield session
        match = session.open_match
        if match.over:
            return
        if match.round.result is not None:
            session = session.next_round()
        else:
            session = session.apply(player.choose(match.view(match.round.turn), rng))


def states(session: Session) -> Iterator[Screen]:
    """The screen that a session has come to, in its different states."""
    screen = flow.current(session)
    yield screen
    if isinstance(screen, RoundResult):
        yield MatchResult(session if session.running is None else session.give_up())
    if isinstance(screen, Decision):
        yield replace(screen, cursor=1)
        yield replace(screen, peeking=True)
    if isinstance(screen, Choice):
        yield replace(screen, cursor=1)
    if isinstance(screen, Table) and session.asked is None:
        moved = screen.on(KeyDown(Key.RIGHT))
        assert isinstance(moved, Table)
        yield moved
        pressed = moved.on(KeyDown(Key.SELECT))
        if isinstance(pressed, Choice):
            yield pressed


def pages(session: Session) -> Iterator[Screen]:
    """Everything that can lie over a screen, and the way into a match."""
    under = flow.current(session)
    yield from (Help(under, page) for page in range(len(HELP_PAGES)))
    yield from (Log(under, page) for page in range(len(log_pages(session.open_match))))
    yield from (Options(under, row) for row in range(len(Options(under).rows)))
    yield from (Confirm(under, question, None, 1) for question in Question)
    yield from (Title(session, row) for row in range(len(Title(session).rows)))
    sheet = NewGame.of(session)
    yield from (replace(sheet, cursor=row) for row in range(len(NEW_GAME_ROWS)))
    yield from (
        replace(sheet, cursor=0, level=name) for name, level in LEVELS.items() if level.offered
    )
    yield from (Oyagime(session, n) for n in range(len(session.open_match.oyagime) + 1))
    notices = (
        SetAside("game.json", Trouble.FOREIGN, "no format", "game.json.foreign"),
        SetAside("settings.json", Trouble.DAMAGED, "it is not whole JSON", None),
        WrongValue("level", '"impossible"', '"normal"'),
    )
    yield Notices(under, notices)
    yield Notices(under, notices * 6)


@cache
def screens() -> tuple[Screen, ...]:
    """Screens of every kind."""
    found: list[Screen] = []
    for seed, level in enumerate(("random", "hard", "normal", "easy", "hard")):
        for session in played(new_session(seed), level, Random(seed)):
            found += states(session)
        found += pages(session)
    for round_ in (CALLING, CROWDED, THREE):
        session = holding(round_)
        found += states(session)
        found += pages(session)
    fresh = Session(None, Settings(), bytes(16))
    found += (Title(fresh), Help(Title(fresh), 2), Confirm(Title(fresh), Question.QUIT, None))
    found += pages(new_session(99))
    return tuple(found)
