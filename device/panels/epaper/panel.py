"""An e-paper panel: one thread owns the bus, the newest frame wins."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event as Flag
from threading import Lock, Thread, current_thread
from typing import TYPE_CHECKING, NamedTuple

from device.events import Glass, PanelState, Post
from device.geometry import Size
from device.intents import Intent
from device.look.frame import Frame
from device.panels.epaper import vendor
from device.panels.epaper.bus import Bus, Driver
from device.panels.epaper.paper import Adapter, Paper, State
from device.panels.epaper.ssd import Ssd16xx
from device.panels.epaper.uc import Uc81xx
from device.papers import MODELS, Family, turned
from device.refresh import Flash, Ghost
from device.settings import Settings

if TYPE_CHECKING:
    from logging import Logger

    from PIL.Image import Image

ENDS_S = 8.0
"""How long a stop waits for the update that runs and the sleep after it, in seconds."""

GIVES_UP_S = 0.5
"""How long a stop waits for a panel that does not answer, in seconds."""

WEIGHT = {
    intent: weight
    for weight, intent in enumerate(
        (
            Intent.MOVE,
            Intent.OPEN,
            Intent.CLOSE,
            Intent.DEAL,
            Intent.RESULT,
            Intent.GOODBYE,
            Intent.BOOT,
            Intent.REFRESH,
        )
    )
}
"""Of the frames that were never shown, the weightiest intent is kept."""

INVERTED = [255, *[0] * 255]
"""Black to white and white to black, by value."""


class Stand(NamedTuple):
    """How the frames are put on the glass."""

    rotation: int
    """In degrees, counter-clockwise."""
    invert: bool


class EpaperPanel:
    """Shows frames on one of the models; `rotation` turns them counter-clockwise, in degrees.

    Without a thread of its own it does its work when `work` is called, and on `stop`.
    """

    def __init__(  # noqa: PLR0913 - what a board says of its panel, and what tests put in its place
        self,
        model: str,
        *,
        rotation: int = 0,
        invert: bool = False,
        clock: Callable[[], float] = time.monotonic,
        load: Callable[[str], Driver] = vendor.load,
        threaded: bool = True,
    ) -> None:
        self.model = MODELS[model]
        self.size: Size = turned(self.model.size, rotation)
        self._mounted = self._stand = Stand(rotation, invert)
        self._stood: Stand | None = None
        self._flash = Flash.AUTO
        self._clock = clock
        self._load = load
        self._thread = Thread(target=self._run, name="panel", daemon=True) if threaded else None
        self._paper: Paper | None = None
        self._lock = Lock()
        self._wake = Flag()
        self._waiting: tuple[Frame, Intent] | None = None
        self._sleepy = False
        self._stopping = Flag()
        self._post: Post | None = None

    def adjust(self, settings: Settings) -> None:
        """Flash, turn and invert as the player wants it, from the next frame on."""
        rotation, invert = self._mounted
        with self._lock:
            self._stand = Stand((rotation + 180 * settings.rotate) % 360, invert != settings.invert)
            self._flash = settings.flash

    @property
    def ghost(self) -> Ghost:
        """The residue on the glass; from any thread."""
        return Ghost() if self._paper is None else self._paper.ghost

    def start(self, post: Post) -> None:
        """Load the vendor's driver and open the pins; raises VendorError without it."""
        bus = Bus(self._load(self.model.name), self.model, self._clock, self._stopping.is_set)
        ssd = self.model.family is Family.SSD16XX
        adapter: Adapter = Ssd16xx(bus) if ssd else Uc81xx(bus)
        size, hurried = self.model.size, self._stopping.is_set
        self._paper = Paper(adapter, size, self._clock, hurried)
        self._post = post
        if self._thread is not None:
            self._thread.start()

    def submit(self, frame: Frame, intent: Intent) -> None:
        """Show the frame as soon as the glass is free, unless a newer one comes before."""
        with self._lock:
            if self._waiting is not None:
                intent = max(intent, self._waiting[1], key=WEIGHT.__getitem__)
            self._waiting = frame, intent
        self._wake.set()

    def sleep(self) -> None:
        """Go to deep sleep when nothing is left to show."""
        self._sleepy = True
        self._wake.set()

    def stop(self) -> None:
        """Show what waits, leave the panel without power; a panel in trouble is left as it is."""
        if self._post is None:
            return
        self._post = None
        self._stopping.set()
        self._wake.set()
        if self._thread is None:
            while self.work():
                pass
        elif self._thread is not current_thread() and self._thread.is_alive():
            well = self._paper is None or self._paper.state is not State.LOST
            self._thread.join(ENDS_S if well else GIVES_UP_S)

    def work(self) -> bool:
        """Do one thing that is to be done; return whether there will be more, now or later."""
        paper = self._paper
        if paper is None:
            return False
        self._wake.clear()
        with self._lock:
            waiting, self._waiting = self._waiting, None
            sleepy = self._sleepy and waiting is None
            self._sleepy = self._sleepy and not sleepy
            stand, paper.flash = self._stand, self._flash
        stopping = self._stopping.is_set()
        before = paper.state
        if waiting is not None and not (stopping and before is State.LOST):
            frame, intent = waiting
            if stand != self._stood:
                # Hardly a pixel stays what it was, and many differential updates of all of them
                # would leave their residue.
                intent = Intent.REFRESH
            paper.show(packed(frame.image, stand.rotation, invert=stand.invert), intent)
            self._stood = stand
        elif stopping:
            paper.end()
            return False
        elif sleepy:
            paper.sleep()
        else:
            paper.rest()
        self._report(before, paper, shown=waiting is not None)
        return True

    @property
    def due(self) -> float | None:
        """When `work` has something to do if nothing is submitted, in seconds of the clock."""
        if self._wake.is_set() or self._stopping.is_set() or self._paper is None:
            return self._clock()
        return self._paper.due

    def _run(self) -> None:
        while True:
            try:
                if not self.work():
                    return
            except Exception as error:  # noqa: BLE001 - without this thread nothing is ever shown
                _logger().exception("the panel cannot show a frame")
                self._tell(Glass.LOST, repr(error))
            due = self.due
            self._wake.wait(None if due is None else max(0.0, due - self._clock()))

    def _report(self, before: State, paper: Paper, *, shown: bool) -> None:
        after = paper.state
        if after is State.LOST and before is not State.LOST:
            self._tell(Glass.LOST, paper.trouble)
        if before is State.LOST and after is not State.LOST:
            self._tell(Glass.BACK)
            shown = True
        if shown and after is not State.LOST:
            self._tell(Glass.SHOWN)
        if after is State.ASLEEP and before is not State.ASLEEP:
            self._tell(Glass.ASLEEP)

    def _tell(self, glass: Glass, detail: str = "") -> None:
        post = self._post
        if post is not None:
            post(PanelState(glass, detail))


def packed(image: Image, rotation: int, *, invert: bool) -> bytes:
    """Return a one-bit picture as native rows, eight pixels a byte, 1 is white."""
    from PIL.Image import Transpose

    if rotation:
        turns = {90: Transpose.ROTATE_90, 180: Transpose.ROTATE_180, 270: Transpose.ROTATE_270}
        image = image.transpose(turns[rotation])
    # Not ImageChops.invert: white may be any value but 0 inside, and 1 would become 254.
    return (image.point(INVERTED) if invert else image).tobytes()


def _logger() -> Logger:
    import logging

    return logging.getLogger(__name__)
