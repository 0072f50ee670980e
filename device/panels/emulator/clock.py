"""Time that passes only when told to."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

Clock = Callable[[], float]
"""Seconds since any moment: `time.monotonic` is one, a VirtualClock another."""


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
