"""What stays on the glass when the device is switched off."""

from __future__ import annotations

from dataclasses import dataclass

from device.events import Event
from device.screens.screen import Screen
from device.screens.session import Session


@dataclass(frozen=True, slots=True)
class Goodbye:
    """The last picture; nothing can be done on it."""

    session: Session
    waits: bool = False

    def on(self, event: Event) -> Screen | Session | None:  # noqa: ARG002 - it is the end
        """Stay."""
        return self
