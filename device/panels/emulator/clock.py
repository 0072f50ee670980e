"""Time for emulated controllers: one that passes only when told to, and one at a speed."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock

Clock = Callable[[], float]
"""Seconds since any moment: `time.monotonic` is one, the clocks here are others."""

SHORTEST_S = 0.001
"""Waits shorter than this are gathered: each sleep takes a part of a millisecond too long."""


class VirtualClock:
    """A clock that stands still between two calls of `advance`; any thread may call it."""

    def __init__(self, now: float = 0.0) -> None:
        self.now = now
        self._lock = Lock()

    def __call__(self) -> float:
        """The seconds now."""
        return self.now

    def advance(self, seconds: float) -> None:
        """Let so many seconds pass."""
        with self._lock:
            self.now += seconds


class PacedClock:
    """A clock that runs at a speed: 1 is real time, 2 twice as fast.

    At speed 0 nothing is waited for: the clock keeps real time and jumps over each wait. One thread
    waits; any may look.
    """

    def __init__(
        self,
        speed: float,
        *,
        clock: Clock = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._speed = speed
        self._clock = clock
        self._sleep = sleep
        self._skipped = 0.0
        self._owed = 0.0
        self._hurried = False

    def __call__(self) -> float:
        """The seconds now."""
        return self._clock() * (self._speed or 1.0) + self._skipped

    def wait(self, seconds: float) -> None:
        """Let so many seconds of this clock pass."""
        if self._hurried or not self._speed:
            self._skipped += seconds
            return
        self._owed += seconds / self._speed
        if self._owed >= SHORTEST_S:
            owed, self._owed = self._owed, 0.0
            self._sleep(owed)

    def hurry(self) -> None:
        """Jump over all waits from now on."""
        self._hurried = True
