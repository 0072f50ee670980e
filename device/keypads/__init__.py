"""Where presses come from. Each keypad posts from wherever it lives; none knows another."""

from __future__ import annotations

from typing import Protocol

from device.events import Post
from device.settings import Settings


class Keypad(Protocol):
    """Something with keys."""

    def adjust(self, settings: Settings) -> None:
        """Follow the player's choices from the next press on; may come before `start`."""

    def start(self, post: Post) -> None:
        """Post a KeyDown for each press, from whatever thread, until stopped."""

    def stop(self) -> None:
        """Let go of the hardware; no event follows. Safe to call twice."""
