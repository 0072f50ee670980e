"""Where frames go. Each panel owns its glass; none knows another."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from device.events import Post
from device.geometry import Size
from device.intents import Intent
from device.look.frame import Frame
from device.settings import Settings

if TYPE_CHECKING:
    from PIL.Image import Image


class Panel(Protocol):
    """Something that shows frames."""

    @property
    def size(self) -> Size:
        """The size of the frames it wants, in pixels."""

    def adjust(self, settings: Settings) -> None:
        """Follow the player's choices from the next frame on; may come before `start`."""

    def start(self, post: Post) -> None:
        """Take the glass; PanelState events are posted from whatever thread."""

    def submit(self, frame: Frame, intent: Intent) -> None:
        """Show the frame as soon as possible; returns at once, and the newest frame wins."""

    def sleep(self) -> None:
        """Save power; the picture stays on the glass, the next frame wakes it."""

    def stop(self) -> None:
        """Let go of the glass. Safe to call twice."""


class Scene(NamedTuple):
    """What a window shows of a device that is not there."""

    picture: Image
    """Its glass in 256 greys."""
    caption: Image
    """Words as wide as the glass, one bit a pixel, for below it."""


class Show(Protocol):
    """A device that is not there; all this is called by one thread."""

    def adjust(self, settings: Settings) -> None:
        """Follow the player's choices."""

    def scene(self) -> Scene:
        """Return what is seen now; the same object as before if nothing has changed."""

    def stop(self) -> None:
        """Nobody looks any more."""
