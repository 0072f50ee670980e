"""What lies over a screen and has its session."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from device.screens.screen import Screen
from device.screens.session import Session


@dataclass(frozen=True, slots=True)
class Over:
    """Something that lies over a screen and has its session."""

    under: Screen

    @property
    def session(self) -> Session:
        """That of the screen below."""
        return self.under.session


@dataclass(frozen=True, slots=True)
class Page(Over):
    """A page over a screen, below which the CPU goes on thinking."""

    @property
    def waits(self) -> bool:
        """Whether the screen below may ask it."""
        return self.under.waits


def with_session(screen: Screen, session: Session) -> Screen:
    """Return a screen with another session under it."""
    field = "under" if hasattr(screen, "under") else "session"
    below = with_session(screen.under, session) if hasattr(screen, "under") else session
    changes: dict[str, Any] = {field: below}
    return replace(screen, **changes)  # type: ignore[type-var]  # every screen is a dataclass
