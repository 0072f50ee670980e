"""The last frame of a program that was given up."""

from __future__ import annotations

from dataclasses import replace

from device.events import Glass, PanelState
from device.failed import show_failed
from device.geometry import Size
from device.intents import Intent
from device.look import Frame, Look, layout
from device.panels.memory import MemoryPanel
from device.screens.goodbye import Goodbye
from device.screens.session import Session
from device.settings import Settings
from device.store import MemoryStore
from koikoi.match import Match
from koikoi.rules import RuleSet

SIZE = Size(400, 300)
EMPTY = Session(None, Settings(), b"")


class LostPanel(MemoryPanel):
    """A panel that does not answer."""

    def submit(self, frame: Frame, intent: Intent) -> None:  # noqa: ARG002 - it shows nothing
        if self._post is not None:
            self._post(PanelState(Glass.LOST, "no answer"))


class DamagedStore(MemoryStore):
    """A store that the program fails of."""

    def load_match(self) -> Match | None:
        raise RuntimeError("a fault")


def frame(session: Session) -> bytes:
    look = Look.of(SIZE, session.settings)
    return Frame(layout(Goodbye(session), look, ("failed",))).image.tobytes()


def test_it_says_that_it_failed_beside_the_match_that_is_saved() -> None:
    match = EMPTY.new_match(RuleSet()).open_match
    japanese = Settings(language="ja")
    panel = MemoryPanel(SIZE)

    shown = show_failed(MemoryStore(match, japanese), panel, EMPTY)

    assert shown
    assert panel.shown[0].frame.image.tobytes() == frame(
        replace(EMPTY, match=match, settings=japanese)
    )


def test_a_save_that_the_program_fails_of_does_not_fail_this() -> None:
    panel = MemoryPanel(SIZE)

    shown = show_failed(DamagedStore(), panel, EMPTY)

    assert shown
    assert panel.shown[0].frame.image.tobytes() == frame(EMPTY)


def test_a_panel_that_does_not_answer_ends_it() -> None:
    assert not show_failed(MemoryStore(), LostPanel(SIZE), EMPTY)
