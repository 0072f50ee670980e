"""A screen and a look make a layout; nothing else is needed, so equal screens look alike."""

from __future__ import annotations

from device.look import (
    buttons,
    coach,
    decision,
    history,
    lessons,
    menus,
    pages,
    replay,
    results,
    table,
)
from device.look.items import Item, Layout, Target
from device.look.look import Look
from device.screens.buttons import Buttons
from device.screens.coach import Coach, Mistakes
from device.screens.confirm import Confirm
from device.screens.goodbye import Goodbye
from device.screens.history import Finished, History
from device.screens.house import HouseRules
from device.screens.options import Options
from device.screens.oyagime import Oyagime
from device.screens.pages import Help, Lessons, Log, Notices
from device.screens.replay import Replay
from device.screens.results import CpuCalled, MatchResult, RoundResult
from device.screens.screen import Screen
from device.screens.switch_off import Asleep, SwitchOff
from device.screens.table import Choice, Decision, Table
from device.screens.title import NewGame, Title
from device.screens.watching import Watching

__all__ = ["Item", "Layout", "Target", "layout"]


def layout(  # noqa: C901, PLR0912 - one case for each screen
    screen: Screen, look: Look, alerts: tuple[str, ...] = ()
) -> Layout:
    """Lay out a screen; `alerts` are string ids of what has gone wrong and is still so."""
    match screen:
        case Title():
            return menus.title(screen, look, alerts)
        case Goodbye() | Asleep():
            return menus.goodbye(screen, look, alerts)
        case NewGame():
            return menus.new_game(screen, look, alerts)
        case HouseRules():
            return menus.house_rules(screen, look, alerts)
        case Options():
            return menus.options(screen, look, alerts)
        case Buttons():
            return buttons.buttons(screen, look, alerts)
        case SwitchOff():
            return menus.switch_off(screen, look, alerts)
        case Confirm():
            return menus.confirm(screen, look, alerts)
        case Oyagime():
            return results.oyagime(screen, look, alerts)
        case RoundResult():
            return results.round_result(screen, look, alerts)
        case MatchResult():
            return results.match_result(screen, look, alerts)
        case Table():
            return table.table(screen, look, alerts)
        case Watching():
            return table.watching(screen, look, alerts)
        case Choice():
            return table.choice(screen, look, alerts)
        case Decision(peeking=True):
            return table.peek(screen, look, alerts)
        case Decision():
            return decision.decision(screen, look, alerts)
        case CpuCalled():
            return decision.called(screen, look, alerts)
        case Coach():
            return coach.coach(screen, look, alerts)
        case Mistakes():
            return coach.mistakes(screen, look, alerts)
        case Help():
            return pages.help_page(screen, look, alerts)
        case Lessons():
            return lessons.lessons(screen, look, alerts)
        case Log():
            return pages.log(screen, look, alerts)
        case History():
            return history.history(screen, look, alerts)
        case Finished():
            return history.finished(screen, look, alerts)
        case Replay():
            return replay.replay(screen, look, alerts)
        case Notices():
            return pages.notices(screen, look, alerts)
    raise TypeError(f"no layout is made for a {type(screen).__name__}")
