"""The end of the program: by sleep, by switching off, by an empty battery, by systemd."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from device.app import App
from device.events import BatteryState, Charge, Event, Key, KeyDown, Stop
from device.geometry import Size
from device.look import Frame, Look, layout
from device.panels.memory import MemoryPanel
from device.power import power_off, restarting
from device.screens import flow
from device.screens.goodbye import Goodbye
from device.screens.session import Session
from device.screens.switch_off import Asleep, SwitchOff
from device.screens.table import Table
from device.screens.title import Title
from device.settings import Settings
from device.store import MemoryStore
from device.system import Ran, System
from device.workers import InlineThinker
from koikoi.match import Match
from koikoi.seat import SOUTH
from tests.games import new_match, played

SIZE = Size(400, 300)
MATCH = next(match for match in played(new_match(b"power")) if match.round.turn is SOUTH)
DEVICE = Session(MATCH, Settings(), bytes(16), appliance=True)


def jobs(text: str) -> System:
    """A machine on which systemd has these jobs."""
    return System(run=lambda *command, **_: Ran(0, text if "list-jobs" in command else ""))


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("77 koikoi.service restart running", True),
        ("77 koikoi.service stop running", False),
        ("7 other.service restart waiting\n77 koikoi.service stop running", False),
        ("7 other.service stop waiting\n77 koikoi.service restart running", True),
        ("", False),
        ("No jobs running.", False),
        ("Failed to connect to bus", False),
    ],
)
def test_a_restart_is_told_by_systemds_job_for_the_service(text: str, *, answer: bool) -> None:
    assert restarting(jobs(text)) is answer


def test_switching_off_asks_systemd_and_nobody_for_a_password() -> None:
    asked: list[tuple[str, ...]] = []

    def run(*command: str, patience_s: float) -> Ran:
        assert patience_s < 10
        asked.append(command)
        return Ran(0, "")

    assert power_off(System(run=run)).status == 0
    assert asked == [("systemctl", "--no-ask-password", "poweroff")]


def test_quit_on_a_device_of_its_own_offers_sleep_and_switching_off() -> None:
    for screen in (Table.at(DEVICE), Title(DEVICE)):
        asked = flow.step(screen, KeyDown(Key.QUIT))

        assert asked == SwitchOff(screen)
        assert asked.on(KeyDown(Key.SELECT)) == screen
        assert asked.on(KeyDown(Key.BACK)) == screen
        assert flow.step(asked, KeyDown(Key.QUIT)) == screen
        asleep = flow.step(SwitchOff(screen, 1), KeyDown(Key.SELECT))
        assert asleep == Asleep(screen)
        assert flow.step(SwitchOff(screen, 2), KeyDown(Key.SELECT)) == Goodbye(DEVICE)


@pytest.mark.parametrize("key", Key)
def test_any_key_wakes_and_does_nothing_else(key: Key) -> None:
    assert flow.step(Asleep(Table.at(DEVICE)), KeyDown(key)) == Table.at(DEVICE)


def run(
    *events: Event, restarting: Callable[[], bool] | None = None
) -> tuple[bool, MemoryPanel, Match | None]:
    """Run the program on these events; return whether to switch off, the panel, what is saved."""
    store, panel = MemoryStore(MATCH), MemoryPanel(SIZE, keep=True)
    left = list(events)
    app = App(
        store=store,
        panel=panel,
        keypads=(),
        thinker=InlineThinker(),
        seed=bytes(16),
        appliance=True,
        restarting=restarting,
        # One after the other, each shown before the next comes.
        pump=lambda: app.post(left.pop(0)) if left else None,
    )
    return app.run(), panel, store.load_match()


def goodbye(*alerts: str) -> Frame:
    return Frame(layout(Goodbye(DEVICE), Look.of(SIZE, DEVICE.settings), alerts))


def last(panel: MemoryPanel) -> Frame:
    return panel.shown[-1].frame


def test_switching_off_from_the_menu_says_goodbye_and_is_told_to_the_caller() -> None:
    keys = (Key.QUIT, Key.LEFT, Key.SELECT)
    off, panel, saved = run(*map(KeyDown, keys))

    assert off
    assert last(panel).image.tobytes() == goodbye().image.tobytes()
    assert saved == MATCH


def test_an_empty_battery_ends_the_game_and_says_so() -> None:
    off, panel, saved = run(BatteryState(Charge.LOW, 0), BatteryState(Charge.EMPTY, 0))

    assert off
    assert last(panel).image.tobytes() == goodbye("empty").image.tobytes()
    assert saved == MATCH


def test_a_battery_of_which_nothing_is_known_ends_nothing() -> None:
    off, panel, _ = run(BatteryState(Charge.UNKNOWN, None), Stop("SIGTERM"))

    assert not off
    assert last(panel).image.tobytes() == goodbye().image.tobytes()


def test_a_battery_is_drawn_on_the_table_and_warned_of() -> None:
    _, panel, _ = run(BatteryState(Charge.LOW, 1), BatteryState(Charge.FINE, 2), Stop("SIGTERM"))
    look = Look.of(SIZE, DEVICE.settings, battery=2)

    wanted = Frame(layout(Table.at(DEVICE), look))
    assert wanted.image.tobytes() in [each.frame.image.tobytes() for each in panel.shown]


def test_when_it_is_only_started_again_the_game_stays_on_the_glass() -> None:
    off, panel, _ = run(Stop("SIGTERM"), restarting=lambda: True)

    assert not off
    assert last(panel).image.tobytes() != goodbye().image.tobytes()
    assert len(panel.shown) == 1


def test_a_second_stop_changes_nothing() -> None:
    once, twice = run(Stop("SIGTERM")), run(Stop("SIGTERM"), Stop("SIGTERM"))

    assert [len(panel.shown) for _, panel, _ in (once, twice)] == [2, 2]
    assert once[0] is twice[0] is False
