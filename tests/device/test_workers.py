"""The CPU's process: real ones, asked, killed and orphaned."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from queue import SimpleQueue
from random import Random

import pytest

from device.events import Advised, Asked, Chosen, Event, Reviewed, Stop
from device.workers import (
    NICE,
    InlineThinker,
    ProcessThinker,
    Question,
    WhatToPlay,
    WhatToSay,
    WhereItWasLost,
)
from koikoi.cards import Month
from koikoi.chance import deal
from koikoi.match import Cpu
from koikoi.moves import Move
from koikoi.players import LEVELS
from koikoi.players.searcher import Searcher, never
from koikoi.position import Position
from koikoi.round import Round
from koikoi.rules import RuleSet
from koikoi.seat import NORTH, SOUTH
from koikoi.view import View
from tests.games import new_match, played, set_up

ASKED = Asked(NORTH, 1, 0)
PATIENCE_S = 60.0


def view() -> View:
    start = Position.deal(Month.MATSU, NORTH, deal(b"seed", 1, 0))
    return View.of(Round.begin(RuleSet(), start), NORTH)


def to_play(level: str, seed: int) -> WhatToPlay:
    return WhatToPlay(ASKED, Cpu(level), view(), seed)


def inline(question: Question) -> Event:
    events: list[Event] = []
    thinker = InlineThinker()
    thinker.start(events.append)
    thinker.ask(question)
    (event,) = events
    return event


class Running:
    """A started thinker, its events and its process."""

    def __init__(self) -> None:
        self.events: SimpleQueue[Event] = SimpleQueue()
        self.thinker = ProcessThinker()
        self.thinker.start(self.events.put)
        (self.process,) = multiprocessing.active_children()

    def kill(self, number: signal.Signals) -> None:
        assert self.process.pid is not None
        os.kill(self.process.pid, number)


@pytest.fixture
def running() -> Iterator[Running]:
    running = Running()
    yield running
    running.thinker.stop()


OVER = played(new_match(b"over", "nintendo rounds=1"))[-1]
COACHED = Asked(SOUTH, 1, 0, b"seed")


@pytest.mark.parametrize(
    "question",
    [
        WhatToSay(COACHED, View.of(set_up("1a 2a 3a", "1b 2b 3b", "1Z 4a"), SOUTH), 300),
        WhereItWasLost(Asked(SOUTH, 1, len(OVER.round.moves), OVER.seed), OVER, 60),
    ],
    ids=["hints", "review"],
)
def test_the_process_says_what_the_coach_says_here(running: Running, question: Question) -> None:
    running.thinker.ask(question)

    answer = running.events.get(timeout=PATIENCE_S)
    assert answer == inline(question)
    assert isinstance(answer, Advised | Reviewed)
    assert answer.asked == question.asked


def endless() -> WhatToSay:
    """A question that would be thought about for hours."""
    return WhatToSay(COACHED, view(), 10**9)


def test_a_new_question_takes_the_place_of_one_that_is_thought_about(running: Running) -> None:
    running.thinker.ask(endless())
    running.thinker.ask(to_play("random", 9))

    assert running.events.get(timeout=PATIENCE_S) == inline(to_play("random", 9))
    assert running.events.empty()


def test_a_question_that_was_cancelled_is_let_go_and_not_answered(running: Running) -> None:
    running.thinker.ask(endless())
    running.thinker.cancel()
    running.thinker.ask(to_play("random", 9))

    assert running.events.get(timeout=PATIENCE_S) == inline(to_play("random", 9))
    assert running.events.empty()


def test_without_the_process_a_question_is_let_go_as_well(running: Running) -> None:
    running.kill(signal.SIGKILL)
    running.process.join(PATIENCE_S)

    running.thinker.ask(endless())
    running.thinker.ask(to_play("random", 9))

    assert running.events.get(timeout=PATIENCE_S) == inline(to_play("random", 9))


def test_a_search_looks_often_enough_whether_it_is_still_wanted() -> None:
    """Between two looks there are at most 64 rounds played out: half a millisecond on a PC."""
    looks: list[int] = []

    def stop() -> bool:
        looks.append(1)
        return False

    playouts = 4000
    WhatToSay(COACHED, view(), playouts).answer(stop)

    # Before the first round there is nothing to be hasty with.
    assert len(looks) >= playouts // 64 - 1


def test_a_player_that_is_out_of_time_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("device.workers.GUARD_S", 0.0)

    answer = to_play("expert", 1).answer(never)

    assert answer.move in view().legal_moves
    assert caplog.messages == ["the CPU has thought for 0 s and plays its best so far"]


@pytest.mark.parametrize("level", LEVELS)
def test_the_process_chooses_what_the_same_question_gives_here(
    running: Running, level: str
) -> None:
    running.thinker.ask(to_play(level, 2**200 + 7))

    assert running.events.get(timeout=PATIENCE_S) == inline(to_play(level, 2**200 + 7))


def test_the_choice_is_a_legal_move_for_the_decision_that_was_asked(running: Running) -> None:
    running.thinker.ask(to_play("random", 1))

    match running.events.get(timeout=PATIENCE_S):
        case Chosen(move, asked):
            assert move in view().legal_moves
            assert asked == ASKED
        case other:
            pytest.fail(f"not a choice: {other}")


def test_an_open_question_is_answered_though_the_process_is_killed(
    running: Running, caplog: pytest.LogCaptureFixture
) -> None:
    running.kill(signal.SIGSTOP)
    running.thinker.ask(to_play("random", 3))

    running.kill(signal.SIGKILL)

    assert running.events.get(timeout=PATIENCE_S) == inline(to_play("random", 3))
    assert caplog.messages == ["the CPU's process has ended; the CPU thinks here now"]


def test_questions_are_answered_after_the_process_has_died(
    running: Running, caplog: pytest.LogCaptureFixture
) -> None:
    running.kill(signal.SIGKILL)
    running.process.join(PATIENCE_S)

    for seed in (4, 5):
        running.thinker.ask(to_play("random", seed))
        assert running.events.get(timeout=PATIENCE_S) == inline(to_play("random", seed))
    assert len(caplog.messages) == 1


def test_ctrl_c_does_not_end_the_process(running: Running) -> None:
    running.kill(signal.SIGINT)
    running.thinker.ask(to_play("random", 6))

    assert running.events.get(timeout=PATIENCE_S) == inline(to_play("random", 6))
    assert running.process.is_alive()


def test_the_process_ends_when_its_parent_is_killed() -> None:
    program = (
        "import os, signal\n"
        "from device.workers import ProcessThinker\n"
        "ProcessThinker().start(print)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )

    # Both hold standard output: it ends when both have ended.
    done = subprocess.run(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, timeout=PATIENCE_S, check=False
    )

    assert done.returncode == -signal.SIGKILL


def test_stop_ends_a_process_that_does_not_react(running: Running) -> None:
    running.kill(signal.SIGSTOP)
    running.thinker.ask(to_play("random", 7))

    running.thinker.stop()
    running.thinker.stop()

    assert multiprocessing.active_children() == []
    assert running.events.empty()


def test_a_player_that_fails_stops_the_program_with_the_reason(running: Running) -> None:
    running.kill(signal.SIGKILL)

    running.thinker.ask(to_play("no such level", 8))

    expected = Stop("the CPU cannot decide: KeyError('no such level')")
    assert running.events.get(timeout=PATIENCE_S) == expected


def test_a_stopped_inline_thinker_is_silent() -> None:
    events: list[Event] = []
    thinker = InlineThinker()
    thinker.start(events.append)

    thinker.stop()
    thinker.ask(to_play("random", 9))

    assert events == []


def test_the_process_stands_back_for_the_keys_and_the_panel(running: Running) -> None:
    running.thinker.ask(to_play("random", 1))
    running.events.get(timeout=PATIENCE_S)

    assert os.getpriority(os.PRIO_PROCESS, running.process.pid or 0) == NICE + os.nice(0)


def test_the_boards_budget_is_what_master_plays_out(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets: list[int] = []

    def choose(searcher: Searcher, view: View, _: Random) -> Move:
        budgets.append(searcher.playouts)
        return view.legal_moves[0]

    monkeypatch.setattr(Searcher, "choose", choose)
    for sitter in (Cpu("master", budget=77), Cpu("master"), Cpu("expert", budget=77)):
        WhatToPlay(ASKED, sitter, view(), 5).answer(never)

    # Without a budget, and for a level that does not scale, it is the level's own number.
    assert budgets == [77, 8000, 300]
