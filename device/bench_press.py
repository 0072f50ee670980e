"""How long it takes from a key that is posted to the first byte of its frame on the panel's bus.

The program is whole but for the disk: loop, screens, layout, painting, planner, the panel's thread
and its adapter. Emulated is what lies beyond the bus, and nothing of that takes time.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from threading import Event as Flag
from threading import Thread
from time import perf_counter
from typing import NamedTuple

from device.app import App
from device.boards import load
from device.build import emulated
from device.events import Key, KeyDown, Post, Stop
from device.settings import Settings
from device.store import MemoryStore
from device.workers import NICE, InlineThinker
from koikoi.match import Cpu, Human, Match
from koikoi.rules import RuleSet
from koikoi.seat import NORTH

PRESSES = 400
"""How many are timed, the first one aside; of so many the p99 is the fifth from the end."""

GAP_S = 0.04
"""How long the hand rests between two presses, in seconds, or longer until the frame is shown."""

LOST_S = 5.0
"""After so long a press has shown nothing, in seconds."""


class Press(NamedTuple):
    """A line of the table: what else ran, and from key to bus in milliseconds."""

    beside: str
    presses: int
    """Those that were shown without a flash; the others are not counted."""
    median_ms: float
    p99_ms: float
    load: float
    """The load of the machine over the last minute, as it says itself."""


def presses(count: int = PRESSES) -> tuple[Press, ...]:
    """Return the times of a press alone, and beside a search in a process of its own."""
    alone = _press("nothing", count)
    with searching():
        beside = _press(f"a search, nice {NICE}", count)
    return alone, beside


@contextmanager
def searching() -> Iterator[None]:
    """Have a process compute as the CPU's does while it thinks, only without an end."""
    search = multiprocessing.get_context("fork").Process(target=_search, daemon=True)
    search.start()
    try:
        yield
    finally:
        search.kill()
        search.join()


def _search() -> None:
    os.nice(NICE)
    while True:
        pass


def _press(beside: str, count: int) -> Press:
    hand = Hand(count)
    panel, _, _ = emulated(load("pocket-4in2"), 0, hand.heard)
    hand.updates = lambda: panel.ghost.updates
    App(
        store=MemoryStore(_souths_turn()),
        panel=panel,
        keypads=[hand],
        thinker=InlineThinker(),
        seed=b"",
    ).run()
    taken = sorted(hand.taken)
    return Press(
        beside,
        len(taken),
        round(median(taken) * 1e3, 3),
        round(taken[len(taken) * 99 // 100] * 1e3, 3),
        round(os.getloadavg()[0], 2),
    )


def _souths_turn() -> Match:
    """Return a match in which the person is to play a card."""
    match = Match.new(RuleSet(), b"a press", (Human(), Cpu("normal")))
    while match.round.turn is NORTH:
        match = match.apply(match.round.legal_moves[0])
    return match


class Hand:
    """A keypad that moves the cursor on and on, and times how soon the bus hears of it."""

    def __init__(self, count: int) -> None:
        self.taken: list[float] = []
        """The seconds from each press to the first byte."""
        self.updates: Callable[[], int] = lambda: 0
        """How many updates there were since the last flash."""
        self._count = count
        self._heard_at = 0.0
        self._heard = Flag()
        self._stopping = Flag()

    def heard(self) -> None:
        """Note that a transfer begins; called by the panel's thread."""
        if not self._heard.is_set():
            self._heard_at = perf_counter()
            self._heard.set()

    def adjust(self, settings: Settings) -> None:
        """Nothing to follow."""

    def start(self, post: Post) -> None:
        """Press from a thread of its own, which ends the program afterwards."""
        Thread(target=self._move, args=(post,), name="hand", daemon=True).start()

    def stop(self) -> None:
        """Press no more."""
        self._stopping.set()

    def _move(self, post: Post) -> None:
        for number in range(self._count + 1):
            if self._stopping.is_set():
                return
            before = self.updates()
            self._heard.clear()
            pressed = perf_counter()
            post(KeyDown(Key.RIGHT))
            if not self._heard.wait(LOST_S):
                post(Stop("a press showed nothing"))
                return
            taken = self._heard_at - pressed
            self._rest(before)
            # With the first press what it needs is imported; a flash begins with a reset.
            if number and self.updates() > before:
                self.taken.append(taken)
        post(Stop("all is timed"))

    def _rest(self, before: int) -> None:
        """Wait until the update is over, by which the count has changed."""
        for _ in range(round(LOST_S / GAP_S)):
            if self._stopping.wait(GAP_S) or self.updates() != before:
                return
