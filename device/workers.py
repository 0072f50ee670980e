"""Where the CPU thinks: in a process of its own, so that the keys stay alive meanwhile."""

from __future__ import annotations

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

from device.events import Asked, Chosen, Post, Stop
from koikoi.match import Cpu
from koikoi.moves import Move
from koikoi.players import LEVELS
from koikoi.view import View

if TYPE_CHECKING:
    from logging import Logger

NICE = 10
"""How far the thinking process stands back: the keys and the panel come first on any core."""

GUARD_S = 15.0
"""After so long the best move so far is played. No budget takes as long on any board."""

# Together with the thread's time they stay below the second that a stop may take.
PROCESS_ENDS_S, THREAD_ENDS_S = 0.4, 0.4


class Thinker(Protocol):
    """Something that has a player decide."""

    def start(self, post: Post) -> None:
        """Get ready; each answer is posted as a Chosen, from whatever thread."""

    def ask(self, asked: Asked, view: View, sitter: Cpu, seed: int) -> None:
        """Have a player decide, all its chance coming from `seed`; returns at once."""

    def stop(self) -> None:
        """End within a second; no event follows. Safe to call twice."""


class Question(NamedTuple):
    """All that decides a move: the same question always has the same answer."""

    sitter: Cpu
    view: View
    seed: int

    def answer(self) -> Move:
        """Return the player's move; only a machine that hangs makes it a hasty one."""
        end = time.monotonic() + GUARD_S
        level = LEVELS[self.sitter.level]
        player = level.with_budget(self.sitter.budget, lambda: time.monotonic() > end)
        return player.choose(self.view, Random(self.seed))


class InlineThinker:
    """Thinks in the thread that asks, and has answered when `ask` returns."""

    def __init__(self) -> None:
        self._post: Post | None = None

    def start(self, post: Post) -> None:
        """Get ready."""
        self._post = post

    def ask(self, asked: Asked, view: View, sitter: Cpu, seed: int) -> None:
        """Decide and post."""
        if self._post is not None:
            self._post(Chosen(Question(sitter, view, seed).answer(), asked))

    def stop(self) -> None:
        """Post no more."""
        self._post = None


class ProcessThinker:
    """Thinks in a child process; one thread here asks it, and answers itself should it die.

    Start it before any thread and any hardware: the child is a copy of what exists then.
    """

    def __init__(self) -> None:
        self._questions: SimpleQueue[tuple[Asked, Question] | None] = SimpleQueue()
        self._stopping = Flag()
        self._process: BaseProcess | None = None
        self._thread: Thread | None = None

    def start(self, post: Post) -> None:
        """Start the process and the thread."""
        forks = "fork" in multiprocessing.get_all_start_methods()
        # A spawned child imports everything again, which a forked one has already.
        context = (
            multiprocessing.get_context("fork") if forks else multiprocessing.get_context("spawn")
        )
        here, there = context.Pipe()
        inherited = here if forks else None
        self._process = context.Process(
            target=_think, args=(there, inherited), name="thinker", daemon=True
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

    def ask(self, asked: Asked, view: View, sitter: Cpu, seed: int) -> None:
        """Have a player decide; questions are answered in order."""
        self._questions.put((asked, Question(sitter, view, seed)))

    def stop(self) -> None:
        """End the process, whatever it thinks about, and the thread."""
        self._stopping.set()
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
                asked, question = item
                move = _put(child, question) if alive else None
                if move is None and not self._stopping.is_set():
                    if alive:
                        _logger().warning("the CPU's process has ended; the CPU thinks here now")
                    alive = False
                    move = _answer(question, post)
                if move is not None and not self._stopping.is_set():
                    post(Chosen(move, asked))


def _logger() -> Logger:
    # Imported when it is needed, which is hardly ever: it would be a good part of the start.
    import logging

    return logging.getLogger(__name__)


def _answer(question: Question, post: Post) -> Move | None:
    """Return the answer, thought of here; a player that fails stops the program, and says why."""
    try:
        return question.answer()
    except Exception as error:  # noqa: BLE001 - or the game would wait for its move for ever
        _logger().exception("the CPU cannot decide")
        post(Stop(f"the CPU cannot decide: {error!r}"))
        return None


def _put(child: Connection, question: Question) -> Move | None:
    """Return the child's answer, or None if it is no more."""
    try:
        child.send(question)
        move: Move = child.recv()
    except (EOFError, OSError):
        return None
    return move


def _think(questions: Connection, inherited: Connection | None) -> None:
    """Answer questions until the other end is closed: the body of the child process."""
    # A copied parent's end would keep the pipe open, and this process alive, past the parent.
    if inherited is not None:
        inherited.close()
    # Whatever the parent does when it is terminated, this process just ends.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.nice(NICE)
    try:
        while True:
            question: Question = questions.recv()
            questions.send(question.answer())
    except (EOFError, OSError):
        pass
