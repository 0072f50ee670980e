"""Where the program thinks: in a process of its own, so that the keys stay alive meanwhile."""

from __future__ import annotations

import mmap
import multiprocessing
import os
import signal
import time
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from random import Random
from threading import Event as Flag
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple, Protocol

from device.events import Advised, Asked, Chosen, Post, Reviewed, Stop, Thought
from koikoi import chance
from koikoi.match import Cpu, Match
from koikoi.players import LEVELS
from koikoi.players.searcher import never
from koikoi.seat import SOUTH
from koikoi.view import View

if TYPE_CHECKING:
    from collections.abc import Callable
    from logging import Logger

NICE = 10
"""How far the thinking process stands back: the keys and the panel come first on any core."""

GUARD_S = 15.0
"""After so long the best move so far is played. No budget takes as long on any board."""

# Together with the thread's time they stay below the second that a stop may take.
PROCESS_ENDS_S, THREAD_ENDS_S = 0.4, 0.4


class Question(Protocol):
    """All that decides an answer: the same question always has the same one.

    What it needs to think it imports when it is asked, so that the program starts without it.
    """

    @property
    def asked(self) -> Asked:
        """What it is about."""

    def answer(self, stop: Callable[[], bool]) -> Thought:
        """Return the answer; a hasty one when `stop` says that there is no more time."""


class WhatToPlay(NamedTuple):
    """Which move a player of the program makes; all its chance comes from `seed`."""

    asked: Asked
    sitter: Cpu
    view: View
    seed: int

    def answer(self, stop: Callable[[], bool]) -> Chosen:
        """Return the move; only a machine that hangs makes it a hasty one."""
        end = time.monotonic() + GUARD_S

        def late() -> bool:
            return time.monotonic() > end

        level = LEVELS[self.sitter.level]
        player = level.with_budget(self.sitter.budget, lambda: stop() or late())
        move = player.choose(self.view, Random(self.seed))
        if late():
            _logger().warning("the CPU has thought for %.0f s and plays its best so far", GUARD_S)
        return Chosen(move, self.asked)


class WhatToSay(NamedTuple):
    """What the coach says to a decision of a person, after so many rounds played out."""

    asked: Asked
    view: View
    playouts: int

    def answer(self, stop: Callable[[], bool]) -> Advised:
        """Return the moves, the best first."""
        from koikoi.coach import hints

        seat, number, decision, seed = self.asked
        rng = Random(chance.coach_seed(seed, seat, number, decision))
        return Advised(hints(self.view, self.playouts, rng, stop), self.asked)


class WhereItWasLost(NamedTuple):
    """What the decisions of a person cost in the last round of a match."""

    asked: Asked
    match: Match
    playouts: int

    def answer(self, stop: Callable[[], bool]) -> Reviewed:
        """Return the decisions, the dearest first."""
        from koikoi.coach import review

        found = review(self.match, self.match.number, SOUTH, self.playouts, stop)
        return Reviewed(found, self.asked)


class Thinker(Protocol):
    """Something that answers questions: one at a time, a new one takes the place of the last."""

    def start(self, post: Post) -> None:
        """Get ready; each answer is posted as an event, from whatever thread."""

    def ask(self, question: Question) -> None:
        """Have a question answered; returns at once."""

    def cancel(self) -> None:
        """Let go of the question that is open; hardly ever an answer follows all the same."""

    def stop(self) -> None:
        """End within a second; no event follows. Safe to call twice."""


class InlineThinker:
    """Thinks in the thread that asks, and has answered when `ask` returns."""

    def __init__(self) -> None:
        self._post: Post | None = None

    def start(self, post: Post) -> None:
        """Get ready."""
        self._post = post

    def ask(self, question: Question) -> None:
        """Answer and post."""
        if self._post is not None:
            self._post(question.answer(never))

    def cancel(self) -> None:
        """Do nothing: all is answered."""

    def stop(self) -> None:
        """Post no more."""
        self._post = None


class ProcessThinker:
    """Thinks in a child process; one thread here asks it, and answers itself should it die.

    Start it before any thread and any hardware: the child is a copy of what exists then.
    """

    def __init__(self) -> None:
        self._questions: SimpleQueue[tuple[int, Question] | None] = SimpleQueue()
        self._stopping = Flag()
        self._process: BaseProcess | None = None
        self._thread: Thread | None = None
        # One byte that both processes see: the number of the question that is open.
        self._open = mmap.mmap(-1, 1)
        self._number = 0

    def start(self, post: Post) -> None:
        """Start the process and the thread."""
        context = multiprocessing.get_context("fork")
        here, there = context.Pipe()
        self._process = context.Process(
            target=_think, args=(there, here, self._open), name="thinker", daemon=True
        )
        # Ctrl-C goes to the whole terminal, but the parent decides what it means: the child is born
        # with it blocked, and keeps it so.
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self._process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        # Only the child may hold its end, or its death would not be seen.
        there.close()
        self._thread = Thread(target=self._serve, args=(here, post), name="thinker", daemon=True)
        self._thread.start()

    def ask(self, question: Question) -> None:
        """Have a question answered, and think no longer about the one before it."""
        self.cancel()
        self._questions.put((self._number, question))

    def cancel(self) -> None:
        """Let go of the question that is open: whoever thinks about it looks at its number."""
        self._number = (self._number + 1) % 256
        self._open[0] = self._number

    def stop(self) -> None:
        """End the process, whatever it thinks about, and the thread."""
        self._stopping.set()
        self.cancel()
        self._questions.put(None)
        if self._process is not None:
            self._process.terminate()
            self._process.join(PROCESS_ENDS_S)
            if self._process.exitcode is None:
                self._process.kill()
                self._process.join()
            self._process = None
        if self._thread is not None:
            self._thread.join(THREAD_ENDS_S)
            self._thread = None

    def _serve(self, child: Connection, post: Post) -> None:
        alive = True
        with child:
            while (item := self._questions.get()) is not None:
                number, question = item
                if self._open[0] != number:
                    continue
                answer: Thought | None = None
                try:
                    if alive:
                        child.send(item)
                        answer = child.recv()
                except (EOFError, OSError):
                    alive = False
                    if not self._stopping.is_set():
                        _logger().warning("the CPU's process has ended; the CPU thinks here now")
                if not alive and not self._stopping.is_set():
                    answer = self._answered(number, question, post)
                if answer is not None and self._open[0] == number and not self._stopping.is_set():
                    post(answer)

    def _answered(self, number: int, question: Question, post: Post) -> Thought | None:
        """Return the answer, thought of here; a player that fails stops the program."""
        try:
            return question.answer(lambda: self._open[0] != number)
        except Exception as error:  # noqa: BLE001 - or the game would wait for its move for ever
            _logger().exception("the CPU cannot decide")
            post(Stop(f"the CPU cannot decide: {error!r}"))
            return None


def _logger() -> Logger:
    # Imported when it is needed, which is hardly ever: it would be a good part of the start.
    import logging

    return logging.getLogger(__name__)


def _think(questions: Connection, inherited: Connection, open_: mmap.mmap) -> None:
    """Answer questions until the other end is closed: the body of the child process."""
    # A copied parent's end would keep the pipe open, and this process alive, past the parent.
    inherited.close()
    # Whatever the parent does when it is terminated, this process just ends.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.nice(NICE)
    try:
        while True:
            number, question = questions.recv()
            questions.send(_unless_cancelled(question, number, open_))
    except (EOFError, OSError):
        pass


def _unless_cancelled(question: Question, number: int, open_: mmap.mmap) -> Thought | None:
    """Return the answer to a question, None where it is no longer open."""
    answer = question.answer(lambda: open_[0] != number)
    return answer if open_[0] == number else None
