"""A question before something is done that cannot be undone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from device.events import Event, Key, Touched
from device.screens.over import Over
from device.screens.screen import Screen, pressed, step
from device.screens.session import Session


class Question(Enum):
    """What is asked before it is done."""

    QUIT = "quit"
    GIVE_UP = "give_up"
    NEW_GAME = "new_game"
    TAKE_BACK = "take_back"


@dataclass(frozen=True, slots=True)
class Confirm(Over):
    """A question with No and Yes, No first; `then` is what Yes leads to.

    BACK is No, but where `back` is a screen it leads there.
    """

    question: Question
    then: Screen | Session | None
    cursor: int = 0
    waits: bool = False
    """What Yes leads to is already worked out, so nothing may change below."""
    back: Screen | None = None

    def on(self, event: Event) -> Screen | Session | None:
        """Choose and confirm."""
        if isinstance(event, Touched) and event.kind == "answer":
            return self.then if event.index else self.under
        match pressed(event):
            case Key.SELECT:
                return self.then if self.cursor else self.under
            case Key.BACK:
                return self.under if self.back is None else self.back
            case key if step(key):
                return replace(self, cursor=1 - self.cursor)
        return self
