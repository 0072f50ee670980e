"""History: the figures, the list of the matches, and looking at one of them again."""

from __future__ import annotations

import pytest

from device.app import App
from device.events import Archived, Event, Key, KeyDown, Stop, Touched, Wanted
from device.geometry import Size
from device.intents import Intent
from device.look import Look, layout
from device.panels.memory import MemoryPanel
from device.screens import flow
from device.screens.history import ROWS, Finished, History
from device.screens.replay import Replay
from device.screens.screen import Screen
from device.screens.session import Session
from device.screens.title import Title
from device.settings import Settings
from device.store import MemoryStore
from device.workers import InlineThinker
from koikoi.match import Match
from koikoi.seat import SOUTH
from koikoi.tally import tallies
from tests.device.look.places import words
from tests.device.test_screens import press
from tests.games import new_match, played

SIZE = Size(400, 300)
EMPTY = Session(None, Settings(), bytes(16))
TITLE = Title(EMPTY)
MATCHES = tuple(played(new_match(bytes([seed])))[-1] for seed in range(ROWS + 2))
"""Two more than a page of the list has, the newest first."""
FIGURES = tallies(MATCHES)


def answer(screen: Screen) -> Screen:
    """Return the screen after the archive has answered it."""
    assert isinstance(screen, History | Finished)
    wanted = screen.wanted
    assert wanted is not None
    shown = MATCHES[wanted.first : wanted.first + wanted.most]
    figures = () if wanted.most else FIGURES
    following = flow.step(screen, Archived(wanted, len(MATCHES), shown, figures))
    assert following is not None
    return following


def the_list() -> Screen:
    """The list of the matches, its first page read."""
    return answer(press(answer(History(TITLE)), Key.SELECT))


def test_the_title_leads_there_and_back() -> None:
    title = Title(EMPTY, TITLE.rows.index("history"))

    history = press(title, Key.SELECT)

    assert isinstance(history, History)
    assert press(history, Key.BACK) == title


def test_nothing_is_wanted_once_it_was_read() -> None:
    history = History(TITLE)

    assert history.wanted == Wanted(0, 0)
    read = answer(history)
    assert isinstance(read, History)
    assert read.wanted is None
    assert read.tallies == FIGURES


def test_the_figures_are_told_in_numbers_that_are_right() -> None:
    shown = words(layout(answer(History(TITLE)), Look(SIZE)))

    won = sum(match.winner is SOUTH for match in MATCHES)
    assert f"{len(MATCHES)}: won {won}, lost " in shown
    south = sum(match.scores[0] for match in MATCHES)
    north = sum(match.scores[1] for match in MATCHES)
    assert f"{south} : {north}" in shown


def test_without_any_match_that_is_said_and_there_is_no_list() -> None:
    nothing = flow.step(History(TITLE), Archived(Wanted(0, 0), 0))
    assert nothing is not None

    assert "No game has been finished" in words(layout(nothing, Look(SIZE)))
    assert press(nothing, Key.SELECT) == nothing
    assert press(nothing, Key.RIGHT, Key.LEFT) == nothing


def test_the_list_reads_a_page_at_a_time() -> None:
    first = the_list()
    assert isinstance(first, Finished)
    assert first.matches == MATCHES[:ROWS]

    second = press(first, *[Key.RIGHT] * ROWS)

    assert isinstance(second, Finished)
    assert second.wanted == Wanted(ROWS, ROWS)
    read = answer(second)
    assert isinstance(read, Finished)
    assert read.matches == MATCHES[ROWS:]
    assert press(read, *[Key.RIGHT] * 9).wanted is None  # type: ignore[attr-defined]


def test_an_answer_for_another_page_is_of_no_use() -> None:
    first = press(answer(History(TITLE)), Key.SELECT)
    late = Archived(Wanted(ROWS, ROWS), len(MATCHES), MATCHES[ROWS:])

    assert flow.step(first, late) == first


def test_a_match_that_cannot_be_read_is_passed_over() -> None:
    first = press(answer(History(TITLE)), Key.SELECT)
    some = flow.step(first, Archived(Wanted(0, ROWS), 2, (None, MATCHES[0])))
    assert some is not None

    assert "cannot be read" in words(layout(some, Look(SIZE)))
    assert press(some, Key.SELECT) == some
    opened = press(some, Key.RIGHT, Key.SELECT)
    assert isinstance(opened, Replay)
    assert opened.played == MATCHES[0]


def test_a_row_is_touched_where_it_is_shown() -> None:
    opened = flow.step(the_list(), Touched("row", 2))

    assert isinstance(opened, Replay)
    assert opened.played == MATCHES[2]


# Looking at a match again.


def replay() -> Replay:
    opened = press(the_list(), Key.SELECT)
    assert isinstance(opened, Replay)
    return opened


def test_it_begins_with_the_deal() -> None:
    began = replay().match

    (round_,) = began.rounds
    start = MATCHES[0].rounds[0].start
    assert [set(hand) for hand in round_.tefuda] == [set(hand) for hand in start.tefuda]
    assert (set(round_.bafuda), round_.yamafuda) == (set(start.bafuda), start.yamafuda)
    assert round_.torifuda == ((), ())
    assert began.scores == (0, 0)


def test_every_turn_is_shown_in_order_and_left_goes_back_the_same_way() -> None:
    screen: Screen = replay()
    seen: list[Screen] = [screen]
    while (following := press(screen, Key.RIGHT)) != screen:
        seen.append(following)
        screen = following

    assert isinstance(screen, Replay)
    assert screen.match == MATCHES[0]._replace(given_up=None)
    deals = [each.month for each in seen if isinstance(each, Replay) and not each.turn]
    assert deals == list(range(len(MATCHES[0].rounds)))
    back: list[Screen] = [screen]
    while (before := press(screen, Key.LEFT)) != screen:
        back.append(before)
        screen = before
    assert back == seen[::-1]


def test_the_table_is_that_of_the_moment() -> None:
    later = press(replay(), Key.RIGHT, Key.RIGHT)
    assert isinstance(later, Replay)
    first, second = MATCHES[0].rounds[0].moves[:2]

    round_ = later.match.round

    # A turn with a choice of the drawn card has two decisions; here none of the first two has.
    expected = MATCHES[0].rounds[0].start_again().apply(first).apply(second)
    assert sorted(round_.bafuda) == sorted(expected.bafuda)
    assert round_.torifuda == expected.torifuda
    assert round_.yamafuda == expected.yamafuda


def test_select_goes_to_the_next_month_and_from_the_last_one_back_to_the_list() -> None:
    screen: Screen = replay()
    for month in range(1, len(MATCHES[0].rounds)):
        screen = press(screen, Key.RIGHT, Key.SELECT)
        assert isinstance(screen, Replay)
        assert (screen.month, screen.turn) == (month, 0)

    assert press(screen, Key.SELECT) == the_list()
    assert press(replay(), Key.BACK) == the_list()


def test_a_touch_turns_like_the_keys() -> None:
    screen = replay()

    assert flow.step(screen, Touched("page", 1)) == press(screen, Key.RIGHT)
    assert flow.step(screen, Touched("page", 0)) == press(screen, Key.LEFT)


def test_help_and_log_lie_over_it_and_close_to_it() -> None:
    screen = press(replay(), Key.RIGHT)

    assert press(screen, Key.HELP, Key.HELP) == screen
    assert press(screen, Key.OPTIONS, Key.OPTIONS) == screen


def test_a_month_of_it_is_a_deal_for_the_panel_and_a_turn_a_move() -> None:
    first, listed = replay(), the_list()
    second = press(first, Key.SELECT)

    assert flow.intent(listed, first) is Intent.OPEN
    assert flow.intent(first, press(first, Key.RIGHT)) is Intent.MOVE
    assert flow.intent(first, second) is Intent.DEAL
    assert flow.intent(second, press(second, Key.BACK)) is Intent.CLOSE


# In the program.


class WatchedStore(MemoryStore):
    """A store in memory that notes what is read from its archive."""

    def __init__(self, finished: tuple[Match, ...]) -> None:
        super().__init__()
        self.finished = list(finished)
        self.read: list[Wanted] = []

    def archived(self, wanted: Wanted) -> Archived:
        self.read.append(wanted)
        return super().archived(wanted)


def run(store: MemoryStore, *keys: Key) -> MemoryPanel:
    """Press keys one at a time, each after the archive has answered to the one before."""
    panel = MemoryPanel(SIZE, keep=True)
    left: list[Event] = [*(KeyDown(key) for key in keys), Stop("enough")]

    def pump() -> None:
        app.post(left.pop(0))

    app = App(
        store=store,
        panel=panel,
        keypads=[],
        thinker=InlineThinker(),
        seed=bytes(16),
        pump=pump,
    )
    app.run()
    return panel


def test_the_archive_is_read_only_when_its_screens_are_open() -> None:
    store = WatchedStore(MATCHES)

    run(store, Key.HELP, Key.BACK, Key.RIGHT, Key.RIGHT)
    assert store.read == []

    run(store, Key.RIGHT, Key.RIGHT, Key.SELECT)
    assert store.read == [Wanted(0, 0)]


def test_a_match_can_be_found_and_looked_at_again() -> None:
    store = WatchedStore(MATCHES)
    keys = (Key.RIGHT, Key.RIGHT, Key.SELECT, Key.SELECT, Key.RIGHT, Key.SELECT, Key.RIGHT)

    panel = run(store, *keys)

    assert store.read == [Wanted(0, 0), Wanted(0, ROWS)]
    assert any("Turn 1 of" in words(each.frame.layout) for each in panel.shown)


@pytest.mark.parametrize("keys", [(), (Key.LEFT, Key.LEFT)])
def test_the_figures_have_an_end_on_both_sides(keys: tuple[Key, ...]) -> None:
    figures = answer(History(TITLE))
    last = press(figures, *[Key.RIGHT] * len(FIGURES))

    assert press(figures, *keys) == figures
    assert isinstance(last, History)
    assert last.page == len(FIGURES) - 1
