"""The PNG panel writes real picture files, and outlives a directory that it cannot write."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from device.events import Event, Glass, PanelState
from device.geometry import Box, Size
from device.intents import Intent
from device.look.frame import Frame
from device.look.items import Layout, Text
from device.panels.png import PngPanel

SIZE = Size(400, 300)
FRAME = Frame(Layout(SIZE, (Text("some words", Box(20, 20, 200, 16)),)))


def test_each_frame_is_a_one_bit_file_with_the_frames_pixels(tmp_path: Path) -> None:
    events: list[Event] = []
    panel = PngPanel(SIZE, tmp_path / "made" / "here")
    panel.start(events.append)

    panel.submit(FRAME, Intent.BOOT)
    panel.submit(FRAME, Intent.MOVE)

    written = sorted((tmp_path / "made" / "here").iterdir())
    assert [path.name for path in written] == ["frame-00001.png", "frame-00002.png"]
    with Image.open(written[0]) as picture:
        assert picture.mode == "1"
        assert picture.size == SIZE
        assert picture.tobytes() == FRAME.image.tobytes()
    assert events == [PanelState(Glass.SHOWN)] * 2


def test_a_directory_that_cannot_be_written_is_reported_once_and_the_game_goes_on(
    tmp_path: Path,
) -> None:
    events: list[Event] = []
    (tmp_path / "file").touch()
    panel = PngPanel(SIZE, tmp_path / "file")
    panel.start(events.append)

    panel.submit(FRAME, Intent.BOOT)
    panel.submit(FRAME, Intent.MOVE)

    path = tmp_path / "file" / "frame-00001.png"
    assert events == [PanelState(Glass.LOST, f"cannot write {path}: File exists")]


def test_a_directory_that_can_be_written_again_is_back(tmp_path: Path) -> None:
    events: list[Event] = []
    directory = tmp_path / "file"
    directory.touch()
    panel = PngPanel(SIZE, directory)
    panel.start(events.append)
    panel.submit(FRAME, Intent.BOOT)
    directory.unlink()

    panel.submit(FRAME, Intent.MOVE)

    assert events[1:] == [PanelState(Glass.BACK), PanelState(Glass.SHOWN)]
    assert [path.name for path in directory.iterdir()] == ["frame-00002.png"]


def test_sleep_is_reported_and_a_stopped_panel_is_silent(tmp_path: Path) -> None:
    events: list[Event] = []
    panel = PngPanel(SIZE, tmp_path)
    panel.start(events.append)

    panel.sleep()
    panel.stop()
    panel.stop()
    panel.sleep()

    assert events == [PanelState(Glass.ASLEEP)]
