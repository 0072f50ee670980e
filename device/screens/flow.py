"""How the screens follow each other, and the keys that mean the same on all of them."""

from __future__ import annotations

from dataclasses import replace

from device.events import Chosen, Event, Key, KeyDown, Restore
from device.intents import Intent
from device.screens.buttons import Buttons, restored
from device.screens.coach import Coach, Mistakes
from device.screens.confirm import Confirm
from device.screens.history import Finished, History
from device.screens.house import HouseRules
from device.screens.options import Options
from device.screens.over import Over, Page
from device.screens.oyagime import Oyagime
from device.screens.pages import Help, Lessons, Log, Notices
from device.screens.replay import Replay
from device.screens.results import CpuCalled, MatchResult, RoundResult
from device.screens.screen import Screen, pressed
from device.screens.session import Session
from device.screens.switch_off import Asleep, SwitchOff, leaving
from device.screens.table import Choice, Decision, Table
from device.screens.title import NewGame, Title
from device.screens.watching import watched
from device.settings import Pace
from koikoi.moves import Call
from koikoi.round import Called
from koikoi.seat import NORTH, SOUTH


def step(screen: Screen, event: Event) -> Screen | None:
    """Return the screen after an event; None ends the program."""
    if isinstance(event, Restore):
        # What Yes leads to was worked out with the buttons as they are now.
        return restored(screen.under if isinstance(screen, Confirm) else screen)
    # A press that names a button, or wakes the device, means nothing else.
    alone = isinstance(screen, Asleep) or (isinstance(screen, Buttons) and screen.listening)
    if isinstance(screen, Help) and screen.name == "coach" and pressed(event) is Key.SELECT:
        return Coach(screen.under)
    opened = None if alone else _opened(screen, pressed(event))
    if opened is not None:
        return opened
    if isinstance(event, Chosen):
        return _answered(screen, event)
    return _followed(screen, screen.on(event))


def _followed(screen: Screen, following: Screen | Session | None) -> Screen | None:
    """Return the screen for what an event has led to: of a session, what its match has come to."""
    if not isinstance(following, Session):
        return following
    if following.settings.pace is Pace.STEP:
        return watched(screen.session, following) or current(following)
    return current(following)


def _opened(screen: Screen, key: Key | None) -> Screen | None:
    """Return what one of the keys with one meaning everywhere leads to, or None.

    Its key opens a page and closes it again; pages take each other's place, they do not pile up.
    """
    if key not in (Key.HELP, Key.LOG, Key.OPTIONS, Key.QUIT):
        return None
    if isinstance(screen, HouseRules) and isinstance(screen.under, Options) and key is Key.OPTIONS:
        return screen.done()
    if isinstance(screen, Confirm | Notices | SwitchOff):
        return screen.under if key is Key.QUIT else screen
    if isinstance(screen, Help | Lessons | Log | Options | Buttons | Coach | Mistakes):
        keys: dict[type, Key] = {
            Help: Key.HELP,
            Coach: Key.HELP,
            Log: Key.LOG,
            Options: Key.OPTIONS,
        }
        own = keys.get(type(screen))
        if key in (own, Key.QUIT):
            return screen.under
        return _opened(screen.under, key)
    match key:
        case Key.HELP:
            at_decision = isinstance(screen, Table | Choice | Decision)
            asked = screen.session.to_decide if screen.session.coaches else None
            return Help(screen, coach=at_decision and asked is not None)
        case Key.LOG:
            return Log(screen) if screen.session.match is not None else screen
        case Key.OPTIONS:
            return Options(screen)
        case Key.QUIT if _closes(screen):
            return step(screen, KeyDown(Key.BACK))
    return leaving(screen)


def _closes(screen: Screen) -> bool:
    """Whether QUIT stands for a BACK that the device does not have, on what is not a page."""
    if Key.BACK in screen.session.controls.reached:
        return False
    match screen:
        case NewGame() | HouseRules() | Choice(drawn=False) | Decision(peeking=False):
            return True
        case History() | Finished() | Replay():
            return True
    return False


def _answered(screen: Screen, chosen: Chosen) -> Screen | None:
    """Return the screen after the CPU's choice; an open page stays open over the new table."""
    if not screen.waits:
        return screen
    if isinstance(screen, Page):
        under = _answered(screen.under, chosen)
        return None if under is None else replace(screen, under=under)
    return _followed(screen, screen.on(chosen))


def current(session: Session) -> Screen:
    """Return the screen for what a match has come to: the decision that is open, or what ended.

    It follows from the match alone, so a resumed match stands where it was left.
    """
    match = session.match
    if match is None:
        return Title(session)
    if match.given_up is not None:
        return MatchResult(session)
    round_ = match.round
    if round_.result is not None:
        return RoundResult(session)
    if round_.turn is SOUTH and round_.calling:
        return Decision(session)
    if round_.turn is SOUTH and round_.drawn is not None:
        return Choice(session, round_.drawn)
    if round_.turn is SOUTH and round_.history[-1:] == (Called(NORTH, Call.KOIKOI),):
        return CpuCalled(session)
    return Table.at(session)


def resumed(session: Session) -> Screen:
    """Return the screen to start with: where the match was left, or how the last one ended."""
    match = session.match
    return MatchResult(session) if match is not None and match.over else current(session)


def intent(before: Screen | None, after: Screen) -> Intent:
    """Return why the second screen follows the first, for the panel to choose its refresh by."""
    if isinstance(after, Asleep):
        return Intent.GOODBYE
    if before is None:
        return Intent.BOOT
    if isinstance(after, RoundResult | MatchResult) and type(after) is not type(before):
        return Intent.CLOSE if isinstance(before, Over) else Intent.RESULT
    if isinstance(after, Over) and not isinstance(before, Over):
        return Intent.OPEN
    if isinstance(before, Over) and not isinstance(after, Over):
        return Intent.CLOSE
    if isinstance(before, Replay) or isinstance(after, Replay):
        return _replayed(before, after)
    if _dealt(before) != _dealt(after) or isinstance(before, Oyagime) != isinstance(after, Oyagime):
        return Intent.DEAL
    return Intent.MOVE


def _replayed(before: Screen, after: Screen) -> Intent:
    """Return why a frame follows where a match is looked at again: a month of it is a deal."""
    if isinstance(before, Replay) and isinstance(after, Replay):
        return Intent.MOVE if before.month == after.month else Intent.DEAL
    return Intent.OPEN if isinstance(after, Replay) else Intent.CLOSE


def _dealt(screen: Screen) -> tuple[bytes, int] | None:
    """Return which deal lies on the table."""
    match = screen.session.match
    return None if match is None else (match.seed, match.number)
