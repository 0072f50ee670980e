"""The memory panel shows at once and remembers what it is told to."""

from __future__ import annotations

from device.events import Event, Glass, PanelState
from device.geometry import Box, Size
from device.intents import Intent
from device.look.frame import Frame
from device.look.items import Layout, Text
from device.panels.memory import MemoryPanel, Shown

SIZE = Size(400, 300)
PLACE = Box(20, 20, 200, 16)
FIRST = Frame(Layout(SIZE, (Text("first", PLACE),)))
SECOND = Frame(Layout(SIZE, (Text("second", PLACE),)))


def test_a_frame_is_shown_at_once() -> None:
    events: list[Event] = []
    panel = MemoryPanel(SIZE)
    panel.start(events.append)

    panel.submit(FIRST, Intent.BOOT)

    assert panel.shown == [Shown(FIRST, Intent.BOOT)]
    assert events == [PanelState(Glass.SHOWN)]


def test_only_the_newest_frame_is_kept() -> None:
    panel = MemoryPanel(SIZE)

    panel.submit(FIRST, Intent.BOOT)
    panel.submit(SECOND, Intent.MOVE)

    assert panel.shown == [Shown(SECOND, Intent.MOVE)]
    assert panel.count == 2


def test_all_frames_are_kept_when_asked_for() -> None:
    panel = MemoryPanel(SIZE, keep=True)

    panel.submit(FIRST, Intent.BOOT)
    panel.submit(SECOND, Intent.MOVE)

    assert panel.shown == [Shown(FIRST, Intent.BOOT), Shown(SECOND, Intent.MOVE)]


def test_sleep_is_reported_and_a_stopped_panel_is_silent() -> None:
    events: list[Event] = []
    panel = MemoryPanel(SIZE)
    panel.start(events.append)

    panel.sleep()
    panel.stop()
    panel.stop()
    panel.sleep()

    assert events == [PanelState(Glass.ASLEEP)]
