"""The paper and its states: what the thread that owns the bus does, step by step.

    OFF --show--> AWAKE --10 min, sleep--> ASLEEP --show--> AWAKE
    AWAKE --failure--> reset, full frame, once --failure--> LOST --retry--> AWAKE

No step raises a PanelFailure and none waits for more than a deadline; `state` and `trouble` tell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Protocol

from device import refresh
from device.geometry import Box, Size
from device.intents import Intent
from device.panels.epaper.bus import PanelFailure
from device.planner import Cost, plan
from device.refresh import Flash, Ghost, Mode, Tile

OFF_AFTER_S = 3.0
"""How long after an update the high voltage stays on the glass, in seconds."""

ASLEEP_AFTER_S = 600.0
"""How long after an update the controller goes to deep sleep, in seconds."""

RETRY_S, SELDOM_S = 5.0, 60.0
"""How long a lost panel is left alone, in seconds: the first time, and in the end."""


class State(Enum):
    """What can be done with the panel now."""

    OFF = "off"
    AWAKE = "awake"
    ASLEEP = "asleep"
    LOST = "lost"


class Adapter(Protocol):
    """A controller, as its family is driven; every method may raise a PanelFailure."""

    cost: Cost
    powered: bool

    def start(self) -> None:
        """Set it up; what it shows is unknown then."""

    def show(self, old: bytes, new: bytes, regions: Sequence[Box], mode: Mode) -> None:
        """Bring the glass from the old frame to the new one."""

    def power_off(self) -> None:
        """Take the high voltage off the glass."""

    def sleep(self) -> None:
        """Put it to sleep, without power; only `start` wakes it."""

    def close(self) -> None:
        """Let go of the bus; this one raises nothing."""


class Paper:
    """One panel; called by one thread only. Frames are packed native rows."""

    def __init__(
        self,
        adapter: Adapter,
        size: Size,
        clock: Callable[[], float],
        hurried: Callable[[], bool] = lambda: False,
    ) -> None:
        self.state = State.OFF
        self.trouble = ""
        self.shown: bytes | None = None
        """What stands on the glass; None while nobody knows."""
        self.ghost = Ghost()
        """The residue on the glass."""
        self.flash = Flash.AUTO
        """How often the glass may flash."""
        self._adapter = adapter
        self._size = size
        self._clock = clock
        self._hurried = hurried
        self._wanted: bytes | None = None
        self._used = 0.0
        self._rested = False
        self._retry_at = 0.0
        self._pause = RETRY_S

    def show(self, frame: bytes, intent: Intent) -> None:
        """Show a frame; a lost panel shows it when it is back."""
        self._wanted = frame
        if self.state is not State.LOST:
            self._try(lambda: self._draw(frame, intent))
            self._used, self._rested = self._clock(), False

    def rest(self) -> None:
        """Do what is due while nothing is to be shown: clean up, save power, try a lost panel."""
        now = self._clock()
        if self.state is State.LOST:
            if now >= self._retry_at:
                self._recover()
        elif self.state is not State.OFF:
            self._try(lambda: self._rest(now))

    @property
    def due(self) -> float | None:
        """When `rest` has something to do, in seconds of the clock; None if never."""
        match self.state:
            case State.OFF:
                return None
            case State.LOST:
                return self._retry_at
            case State.AWAKE:
                return self._used + (ASLEEP_AFTER_S if self._rested else OFF_AFTER_S)
        # A moment later: the difference of the two may be a little less than a day.
        return self.ghost.full_at + refresh.DAY_S + 1

    def sleep(self) -> None:
        """Put an awake panel to deep sleep; the picture stays."""
        if self.state is State.AWAKE:
            self._try(self._sleep)

    def end(self) -> None:
        """Leave the panel without power, whatever its state; nothing is tried twice."""
        try:
            if self.state is State.AWAKE:
                self._adapter.sleep()
        except PanelFailure as failure:
            self.trouble = str(failure)
        self._adapter.close()
        self.state = State.OFF

    def _draw(self, frame: bytes, intent: Intent) -> None:
        old = self.shown
        # The picture stays while it sleeps: no need to wake it for the same one.
        if old == frame and intent is not Intent.REFRESH:
            return
        if old is None or self.state is not State.AWAKE:
            self._boot(frame)
            return
        changed = refresh.tiles(old, frame, self._size)
        mode = refresh.decide(self.ghost, intent, changed, self.flash, self._clock())
        self._put(old, frame, mode, changed)

    def _boot(self, frame: bytes) -> None:
        """Show a frame on glass that may show anything; this also wakes it."""
        self._put(b"", frame, Mode.FULL)

    def _put(
        self, old: bytes, new: bytes, mode: Mode, changed: frozenset[Tile] = frozenset()
    ) -> None:
        partly = mode is Mode.DIFFERENTIAL
        regions = plan(old, new, self._size, self._adapter.cost) if partly else ()
        self.shown = None
        if mode is Mode.FULL:
            # Set up anew: nobody hears of a panel that was without power for a moment.
            self._adapter.start()
            self.state = State.AWAKE
        self._adapter.show(old, new, regions, mode)
        self.shown = new
        self.ghost = self.ghost.after(mode, changed, self._clock())

    def _rest(self, now: float) -> None:
        idle = round(now - self._used, 6)  # or what was added may come out a little less
        was_asleep = self.state is State.ASLEEP
        mode = refresh.due(self.ghost, now, idle, self.flash)
        if mode is not None and self.shown is not None:
            self._put(self.shown, self.shown, mode)
        if was_asleep or idle >= ASLEEP_AFTER_S:
            self._sleep()
        elif idle >= OFF_AFTER_S:
            self._rested = True
            if self._adapter.powered:
                self._adapter.power_off()

    def _sleep(self) -> None:
        if self.state is State.AWAKE:
            self._adapter.sleep()
            self.state = State.ASLEEP

    def _try(self, step: Callable[[], None]) -> None:
        """Do something; what fails is followed by a reset and the whole frame, once."""
        try:
            step()
        except PanelFailure as failure:
            self._drop(failure)
            if not self._hurried():
                self._recover()

    def _recover(self) -> None:
        if self._wanted is None:
            return
        try:
            self._boot(self._wanted)
        except PanelFailure as failure:
            self._drop(failure)
            self._pause = min(SELDOM_S, 2 * self._pause)
            return
        self._pause, self._used, self._rested = RETRY_S, self._clock(), False

    def _drop(self, failure: PanelFailure) -> None:
        self._adapter.close()
        self.state = State.LOST
        self.trouble = str(failure)
        self._retry_at = self._clock() + self._pause
