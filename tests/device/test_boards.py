"""Boards with an e-paper panel: what their files may say, and what is built of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from device import boards
from device.boards import BoardError
from device.build import build
from device.events import Key
from device.geometry import Size
from device.keypads.gpio import GpioKeypad
from device.keypads.terminal import TerminalKeypad
from device.panels.epaper.panel import EpaperPanel
from device.panels.memory import MemoryPanel
from device.papers import MODELS, PLAYABLE

PANEL_PINS = {7, 8, 9, 10, 11, 17, 18, 24, 25}
"""What the panel and its bus take, as BCM numbers."""


def board_file(directory: Path, *lines: str) -> Path:
    file = directory / "mine.toml"
    file.write_text("\n".join(('name = "mine"', *lines)))
    return file


def test_the_pocket_has_the_panel_and_eight_buttons_that_share_no_pin() -> None:
    board = boards.load("pocket-4in2")

    pins = dict(board.pins)
    assert (board.panel, board.size, board.rotation) == ("epd4in2_V2", Size(400, 300), 0)
    assert pins == {
        Key.LEFT: 5,
        Key.RIGHT: 6,
        Key.SELECT: 13,
        Key.BACK: 19,
        Key.HELP: 16,
        Key.LOG: 20,
        Key.OPTIONS: 21,
        Key.QUIT: 26,
    }
    assert len({*pins.values()} | PANEL_PINS) == len(pins) + len(PANEL_PINS)


@pytest.mark.parametrize("model", PLAYABLE)
@pytest.mark.parametrize("rotation", boards.ROTATIONS)
def test_a_board_has_the_size_of_its_panel_as_it_is_turned(
    tmp_path: Path, model: str, rotation: int
) -> None:
    file = board_file(tmp_path, f'panel = "{model}"', f"rotation = {rotation}", "invert = true")

    board = boards.read(file)

    width, height = MODELS[model].size
    assert board.size == ((width, height) if rotation in (0, 180) else (height, width))
    assert (board.rotation, board.invert) == (rotation, True)


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (['panel = "epd2in13_V4"'], "panel: epd2in13_V4 is 122x250, too small to play on"),
        (['panel = "epd2in9_V2"'], "panel: epd2in9_V2 is 128x296, too small to play on"),
        (['panel = "epd4in2"'], "panel: epd4in2, the first 4.2 inch panel, cannot be used"),
        (['panel = "epd4in2_V2"', "rotation = 45"], "rotation: must be 0, 90, 180 or 270 degrees"),
        (['panel = "epd4in2_V2"', "rotation = true"], "rotation: must be 0, 90, 180 or 270"),
        (['panel = "epd4in2_V2"', "rotation = 90.0"], "rotation: must be 0, 90, 180 or 270"),
        (['panel = "epd4in2_V2"', "invert = 1"], "invert: must be true or false"),
        (['panel = "epd4in2_V2"', "size = [400, 300]"], "size: no board has this"),
        (
            ['panel = "memory"', "size = [400, 300]", "rotation = 90"],
            "rotation: no board has this",
        ),
        (
            ['panel = "window"', "size = [400, 300]", 'without_display = "epd4in2_V2"'],
            "without_display: no panel is called 'epd4in2_V2'; there are window",
        ),
    ],
)
def test_a_bad_board_is_refused_in_one_line(
    tmp_path: Path, lines: list[str], complaint: str
) -> None:
    file = board_file(tmp_path, *lines)

    with pytest.raises(BoardError, match=re.escape(f"mine.toml: {complaint}")) as caught:
        boards.read(file)

    assert "\n" not in str(caught.value)


def test_every_playable_model_is_among_the_panels_that_a_wrong_name_is_told(tmp_path: Path) -> None:
    file = board_file(tmp_path, 'panel = "paper"')

    with pytest.raises(BoardError) as caught:
        boards.read(file)

    assert str(caught.value).endswith(", ".join((*boards.PANELS, *PLAYABLE)))


def test_a_board_with_paper_and_buttons_has_those_and_no_terminal(tmp_path: Path) -> None:
    board = boards.load("pocket-4in2")

    parts = build(board, board.panel, tmp_path)

    assert isinstance(parts.panel, EpaperPanel)
    assert parts.panel.size == board.size
    assert [type(keypad) for keypad in parts.keypads] == [GpioKeypad]
    assert parts.pump is None


def test_a_board_with_paper_and_no_buttons_is_played_from_a_terminal(tmp_path: Path) -> None:
    board = boards.read(board_file(tmp_path, 'panel = "epd7in5_V2"'))

    parts = build(board, board.panel, tmp_path)

    assert [type(keypad) for keypad in parts.keypads] == [TerminalKeypad]


def test_another_panel_has_the_size_that_the_paper_would_have(tmp_path: Path) -> None:
    board = boards.read(board_file(tmp_path, 'panel = "epd3in7"', "rotation = 90"))

    parts = build(board, "memory", tmp_path)

    assert isinstance(parts.panel, MemoryPanel)
    assert parts.panel.size == Size(480, 280)
