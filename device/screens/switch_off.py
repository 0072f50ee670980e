"""What a device of its own does instead of ending: sleep, or switch off."""

from __future__ import annotations

from dataclasses import dataclass, replace

from device.events import Event, Key, KeyDown, Touched
from device.screens.confirm import Confirm, Question
from device.screens.goodbye import Goodbye
from device.screens.over import Over
from device.screens.screen import Screen, pressed, step
from device.screens.session import Session

ROWS = ("stay", "sleep", "off")


@dataclass(frozen=True, slots=True)
class SwitchOff(Over):
    """Play on, sleep, or switch off; playing on comes first."""

    cursor: int = 0
    waits: bool = False

    def on(self, event: Event) -> Screen | Session | None:
        """Choose and do it."""
        if isinstance(event, Touched) and event.kind == "row":
            return replace(self, cursor=event.index)._do()
        match pressed(event):
            case Key.SELECT:
                return self._do()
            case Key.BACK:
                return self.under
            case key if step(key):
                return replace(self, cursor=(self.cursor + step(key)) % len(ROWS))
        return self

    def _do(self) -> Screen:
        match ROWS[self.cursor]:
            case "sleep":
                return Asleep(self.under)
            case "off":
                return Goodbye(self.session)
        return self.under


def leaving(screen: Screen) -> Screen:
    """Return the question that comes before the program is left."""
    if screen.session.appliance:
        return SwitchOff(screen)
    return Confirm(screen, Question.QUIT, None)


@dataclass(frozen=True, slots=True)
class Asleep(Over):
    """The picture of a device that sleeps; any key wakes it, and does nothing else."""

    waits: bool = False

    def on(self, event: Event) -> Screen | Session | None:
        """Wake."""
        return self.under if isinstance(event, KeyDown | Touched) else self
