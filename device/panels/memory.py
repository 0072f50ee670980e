"""A panel without glass: it remembers what it was asked to show."""

from __future__ import annotations

from typing import NamedTuple

from device.events import Glass, PanelState, Post
from device.geometry import Size
from device.intents import Intent
from device.look.frame import Frame
from device.settings import Settings


class Shown(NamedTuple):
    """A frame and why it was shown."""

    frame: Frame
    intent: Intent


class MemoryPanel:
    """Shows each frame at once; `shown` holds the newest one only, or all of them with `keep`."""

    def __init__(self, size: Size, *, keep: bool = False) -> None:
        self.size = size
        self.shown: list[Shown] = []
        self.count = 0
        self._keep = keep
        self._post: Post | None = None

    def adjust(self, settings: Settings) -> None:
        """A frame is remembered as it is."""

    def start(self, post: Post) -> None:
        """Begin to post."""
        self._post = post

    def submit(self, frame: Frame, intent: Intent) -> None:
        """Remember the frame and report it shown."""
        if not self._keep:
            self.shown.clear()
        self.shown.append(Shown(frame, intent))
        self.count += 1
        self._tell(Glass.SHOWN)

    def sleep(self) -> None:
        """Report the panel asleep."""
        self._tell(Glass.ASLEEP)

    def stop(self) -> None:
        """Post no more; what was shown stays."""
        self._post = None

    def _tell(self, glass: Glass) -> None:
        if self._post is not None:
            self._post(PanelState(glass))
