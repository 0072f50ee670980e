"""The draw for dealer, card by card."""

from __future__ import annotations

from dataclasses import dataclass, replace

from device.events import Event, Key, Touched
from device.screens.screen import Screen, pressed
from device.screens.session import Session


@dataclass(frozen=True, slots=True)
class Oyagime:
    """Each side draws a card, again while they are equal; `turned` draws lie face up."""

    session: Session
    turned: int = 0
    waits: bool = False

    @property
    def decided(self) -> bool:
        """Whether the last draw lies face up."""
        return self.turned >= len(self.session.open_match.oyagime)

    def on(self, event: Event) -> Screen | Session | None:
        """Turn the next draw over, or go to the table."""
        if pressed(event) is Key.SELECT or isinstance(event, Touched):
            return self.session if self.decided else replace(self, turned=self.turned + 1)
        return self
