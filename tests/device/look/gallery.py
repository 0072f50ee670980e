"""Screens to look at: every kind of them, from matches played at random."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import cycle
from random import Random

from device.documents import Trouble
from device.events import Key, KeyDown
from device.gallery.rounds import review_of
from device.notices import Adopted, SetAside
from device.screens import flow
from device.screens.coach import SHOWN, Coach, Mistakes
from device.screens.confirm import Confirm, Question
from device.screens.history import Finished, History
from device.screens.house import ROWS, HouseRules
from device.screens.options import Options
from device.screens.oyagime import Oyagime
from device.screens.pages import HELP_PAGES, LESSONS, Help, Lessons, Log, Notices
from device.screens.replay import Replay
from device.screens.results import MatchResult, RoundResult
from device.screens.screen import Screen
from device.screens.session import Session
from device.screens.switch_off import Asleep, SwitchOff
from device.screens.table import Choice, Decision, Table
from device.screens.title import NEW_GAME_ROWS, NewGame, Title
from device.screens.told import log_pages
from device.settings import Settings, WrongValue
from koikoi.advice import Hint
from koikoi.gokoikoi import Lost
from koikoi.match import Cpu, Human, Match
from koikoi.moves import Call
from koikoi.players import LEVELS
from koikoi.round import Round
from koikoi.rules import RuleSet
from koikoi.seat import NORTH, SOUTH
from koikoi.tally import Tally
from koikoi.yaku import table
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
"""Two cards more on the table than it has slots at 400x300, and many calls."""

RULES_OF_EVERYTHING = RuleSet.parse(
    "koikoi_japan start_points=0 bankrupt_ends=no redblue_mode=adds_10 month_cards=any_month "
    "tsukifuda=4 koikoi_bonus=kkj double_at=7 double_opponent_koikoi=yes rounds=12 "
    "field_bright_multiplier=n_plus_1"
)
MOST = set_up(
    "1a Ca",
    "1b 5b",
    "8a 5a",
    took=(
        "1H 3H 8H BH CH 9T 6T 7T AT 2T 4T 1Z 2Z 3Z 6Z 9Z AZ 4Z 3a 3b 6a 6b 7a 7b 7Z 2a 9a",
        "5T 5Z",
    ),
    rules=RULES_OF_EVERYTHING,
    calls=(3, 2),
)._replace(calling=True)
"""As many lines of a sum as there can be, by rules that have everything."""

DIVIDED = set_up(
    "9a 9b 5a 6a 7a",
    "1b 2b 5b 8a",
    "8H BH 9T 1a AT",
    took=(
        "1H 3H CH 2T 4T 5T 6T 7T 8T BT",
        "1Z 2Z 3Z 4Z 5Z 6Z 7Z 9Z AZ BZ 2a 3a 3b 4a 4b 6b 7b 8b Aa",
    ),
    calls=(5, 1),
    oya=NORTH,
    turn=SOUTH,
)
"""Nearly everything is taken, and both sides are one card away from something."""

LONG_HAND = set_up("1a 2a 3a 4a 5a 6a 7a 8a 9a Aa", "1b", "1H 2T")
"""A hand of ten, as a position that was taken over may have it."""

THREE = set_up(
    "9a 2b 3b 4b 5b 6b 7b 8b",
    "1Z 2Z 3Z 4Z 5Z 6Z 7Z 8a",
    "9T 9Z 9b Aa Ba Ca 1H 2T",
)
"""Three of a month lie together."""


def in_debt(round_: Round) -> Session:
    """A session in which one side has lost more points than it has won."""
    sitters = Human(), Cpu("hard")
    match = Match(round_.rules, b"", sitters, (), (round_,), 12, (-184, 1184))
    return Session(match, Settings(), bytes(16))


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


def coached(session: Session) -> Iterator[Screen]:
    """What the coach says of a session, with reasons and costs that are made up."""
    session = replace(session, playouts=1)
    screen = flow.current(session)
    if session.to_decide is not None:
        moves = session.open_match.round.legal_moves
        names = [row.key for row in table(session.open_match.rules)]
        hints = tuple(
            Hint(move, 9.9, 0.99, 0.01, name, names[0]) for move, name in zip(moves, cycle(names))
        )
        yield Help(screen, coach=True)
        yield Coach(screen)
        yield from (Coach(screen, hints, cursor) for cursor in range(len(hints[:SHOWN])))
    if isinstance(screen, RoundResult):
        yield replace(screen, session=session.reviewed(()))
        over = replace(screen, session=session.reviewed(review_of(session.open_match.round)))
        yield over
        yield from (Mistakes(over, index) for index in range(len(over.session.dear)))


def pages(session: Session) -> Iterator[Screen]:
    """Everything that can lie over a screen, and the way into a match."""
    under = flow.current(session)
    yield from (Help(under, page) for page in range(len(HELP_PAGES)))
    yield from coached(session)
    yield Asleep(under)
    yield from (SwitchOff(under, cursor) for cursor in range(3))
    yield from (Log(under, page) for page in range(len(log_pages(session.open_match))))
    yield from (Options(under, row) for row in range(len(Options(under).rows)))
    yield from (Confirm(under, question, None, 1) for question in Question)
    yield Confirm(under, Question.TAKE_BACK, None, back=under)
    yield from looked_back(session.open_match)
    yield from (Title(session, row) for row in range(len(Title(session).rows)))
    sheet = NewGame.of(session)
    yield from (replace(sheet, cursor=row) for row in range(len(NEW_GAME_ROWS)))
    yield from (
        replace(sheet, cursor=0, level=name) for name, level in LEVELS.items() if level.offered
    )
    yield from (HouseRules(sheet, sheet.rule_set, row) for row in range(0, len(ROWS), 4))
    for page in range(len(LESSONS)):
        settings = replace(session.settings, lesson=page)
        yield Lessons(Title(session.with_settings(settings)))
    yield from (Oyagime(session, n) for n in range(len(session.open_match.oyagime) + 1))
    notices = (
        SetAside("game.json", Trouble.FOREIGN, "no format", "game.json.foreign"),
        SetAside("settings.json", Trouble.DAMAGED, "it is not whole JSON", None),
        WrongValue("level", '"impossible"', '"normal"'),
    )
    yield Notices(under, notices)
    yield Notices(under, (Adopted("game.json", "game.json.go-koikoi", tuple(Lost)),))
    yield Notices(under, notices * 6)


MANY = Tally(
    "normal",
    "go_koikoi_program",
    matches=1000,
    won=499,
    lost=400,
    months=12000,
    months_won=6100,
    months_lost=5000,
    points=(42000, 38000),
    called=3210,
    called_won=1234,
    coached=999,
    yaku=tuple((row.key, 1024) for row in table(RULES_OF_EVERYTHING)),
)
"""The figures of many matches, by rules with a long name and with every yaku."""


def looked_back(match: Match) -> Iterator[Screen]:
    """What there is to see of matches that are over."""
    under = Title(Session(None, Settings(), bytes(16)))
    figures = History(under, (Tally(), MANY), 1)
    yield from (History(under), History(under, ()), replace(figures, page=0), figures)
    matches = Finished(figures, 3, 1000, (match, None, match, match, match))
    yield from (matches, replace(matches, matches=None))
    for month in range(len(match.rounds)):
        turns = Replay(matches, match, month).turns
        yield from (Replay(matches, match, month, turn) for turn in {0, turns // 2, turns})


@cache
def screens() -> tuple[Screen, ...]:
    """Screens of every kind."""
    found: list[Screen] = []
    for seed, level in enumerate(("random", "hard", "normal", "easy", "hard")):
        for session in played(new_session(seed), level, Random(seed)):
            found += states(session)
        if level != "hard":
            found += pages(session)
    for round_ in (CALLING, CROWDED, THREE, MOST, DIVIDED, LONG_HAND):
        found += states(holding(round_))
    found += pages(holding(MOST))
    for round_ in (MOST, DIVIDED):
        found += states(in_debt(round_))
    found += states(in_debt(MOST.apply(Call.SHOUBU)))
    found += states(holding(CALLING.apply(Call.SHOUBU)))
    fresh = Session(None, Settings(), bytes(16))
    found += (Title(fresh), Help(Title(fresh), 2), Confirm(Title(fresh), Question.QUIT, None))
    found += pages(new_session(99))
    return tuple(found)
