"""Boards with an e-paper panel: what their files may say, and what is built of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from device import boards
from device.boards import BoardError, Serial
from device.build import build
from device.controls import RULES
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


@pytest.mark.parametrize("name", boards.known())
def test_every_board_that_comes_with_the_game_loads_and_says_what_it_needs(name: str) -> None:
    board = boards.load(name)

    assert board.name == name
    assert board.needs
    assert board.playouts > 0


def test_the_boards_are_those_that_the_hardware_pages_describe() -> None:
    assert boards.known() == ("desktop", "hat-2in7", "pocket-4in2", "six-buttons", "table-7in5")


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


def test_the_six_buttons_are_exactly_these_and_reach_every_key() -> None:
    controls = boards.load("six-buttons").controls

    assert controls.buttons == (Key.LEFT, Key.RIGHT, Key.SELECT, Key.HELP, Key.LOG, Key.QUIT)
    assert {*Key} - controls.reached == {Key.BACK, Key.OPTIONS, Key.UP, Key.DOWN}
    assert all(controls.reached.issuperset(RULES[key]) for key in {*Key} - controls.reached)


def test_the_hat_has_its_four_keys_four_holds_one_chord_and_no_repeat() -> None:
    board = boards.load("hat-2in7")

    assert (board.panel, board.size) == ("epd2in7_V2", Size(264, 176))
    assert tuple(pin for _, pin in board.pins) == (5, 6, 13, 19)
    assert (len(board.controls.holds), len(board.controls.chords)) == (4, 1)
    assert board.controls.repeats == ()
    assert {*Key} - board.controls.reached == {Key.UP, Key.DOWN}


def test_the_table_has_a_serial_port_and_a_keyboard() -> None:
    board = boards.load("table-7in5")

    assert (board.panel, board.keypads) == ("epd7in5_V2", ("serial", "terminal"))
    assert board.serial == Serial(port="auto", baud=115200)


@pytest.mark.parametrize("model", PLAYABLE)
@pytest.mark.parametrize("turn", [0, 1])
def test_a_board_has_the_size_of_its_panel_as_it_is_turned(
    tmp_path: Path, model: str, turn: int
) -> None:
    rotation = MODELS[model].rotations[turn]
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
        (['panel = "epd2in7_V2"'], "rotation: epd2in7_V2 is played on at 90 or 270 degrees"),
        (
            ['panel = "epd4in2_V2"', "rotation = 90"],
            "rotation: epd4in2_V2 is played on at 0 or 180 degrees",
        ),
        (['panel = "memory"', "size = [640, 480]"], "size: no screens are drawn for 640x480"),
        (['panel = "epd4in2_V2"', "keypads = []"], "keypads: there must be one; there are gpio"),
        (['panel = "epd4in2_V2"', 'keypads = ["usb"]'], "keypads: 'usb' is not known; there are"),
        (['panel = "epd4in2_V2"', 'keypads = ["gpio"]'], "buttons: are missing for gpio"),
        (['panel = "epd4in2_V2"', 'keypads = "gpio"'], "keypads: must be a list of texts"),
        (
            ['panel = "epd4in2_V2"', 'battery = "big"'],
            "battery: 'big' is not known; there are none",
        ),
        (['panel = "epd4in2_V2"', "playouts = 0"], "playouts: must be a whole number above 0"),
        (['panel = "epd4in2_V2"', "[serial]", "speed = 9600"], "serial.speed: no board has this"),
        (['panel = "epd4in2_V2"', "[serial]", 'baud = "fast"'], "baud: must be a whole number"),
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


BUTTONS = (
    *("[buttons]", "left = 5", "right = 6", "select = 13", "back = 19", "help = 16", "log = 20"),
    *("options = 21", "quit = 26"),
)


def with_buttons(directory: Path, *lines: str, buttons: tuple[str, ...] = BUTTONS) -> Path:
    return board_file(directory, 'panel = "epd4in2_V2"', *lines, *buttons)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("left = 5", "links = 5", "buttons.links: no key is called 'links'; there are left, right"),
        ("left = 5", "left = 28", "buttons.left: must be a BCM pin, 0 to 27"),
        ("left = 5", "left = 6", "buttons.right: pin 6 is that of left"),
        ("left = 5", "left = 24", "buttons.left: pin 24 is the panel's BUSY"),
        ("left = 5", "left = 10", "buttons.left: pin 10 is the panel's DIN"),
        ("select = 13", "", "buttons.select: is missing"),
        ("left = 5", "", "buttons: left is on no button, hold or chord"),
        ("help = 16", "", "buttons: help is on no button, hold or chord"),
        ("quit = 26", "", "buttons: quit is on no button, hold or chord"),
    ],
)
def test_buttons_that_cannot_be_wired_or_played_are_refused(
    tmp_path: Path, old: str, new: str, complaint: str
) -> None:
    lines = tuple(new if line == old else line for line in BUTTONS)

    with pytest.raises(BoardError, match=re.escape(f"mine.toml: {complaint}")):
        boards.read(with_buttons(tmp_path, buttons=lines))


@pytest.mark.parametrize("pin", sorted(PANEL_PINS))
def test_no_button_can_have_a_pin_of_the_panel_or_its_bus(tmp_path: Path, pin: int) -> None:
    lines = tuple(f"left = {pin}" if line == "left = 5" else line for line in BUTTONS)

    with pytest.raises(BoardError, match=rf"buttons\.left: pin {pin} is the panel's"):
        boards.read(with_buttons(tmp_path, buttons=lines))


@pytest.mark.parametrize("gone", ["back", "options"])
def test_a_key_that_another_one_replaces_may_be_missing(tmp_path: Path, gone: str) -> None:
    lines = tuple(line for line in BUTTONS if not line.startswith(gone))

    board = boards.read(with_buttons(tmp_path, buttons=lines))

    assert Key(gone) not in board.controls.reached


def test_a_hold_may_be_what_a_missing_button_is_for(tmp_path: Path) -> None:
    lines = tuple(line for line in BUTTONS if not line.startswith("log"))

    board = boards.read(with_buttons(tmp_path, buttons=(*lines, "[holds]", 'help = "log"')))

    assert Key.LOG in board.controls.reached


@pytest.mark.parametrize(
    ("lines", "tables", "complaint"),
    [
        (['repeats = ["select"]'], [], "repeats: select would act again and again"),
        (['repeats = ["up"]'], [], "repeats: up has no button"),
        (
            ['repeats = ["left"]'],
            ["[holds]", 'left = "refresh"'],
            "repeats: left has a hold; a key has one or the other",
        ),
        ([], ["[holds]", 'up = "refresh"'], "holds: up has no button"),
        ([], ["[holds]", 'left = "fresh"'], "holds.left: no key is called 'fresh'"),
        ([], ["[labels]", 'up = "KEY1"'], "labels: up has no button"),
        ([], ["[labels]", "left = 1"], "left: must be a text"),
        (
            [],
            ["[chords]", '"left+right" = "refresh"'],
            "chords.left+right: left has no hold, so it acts at once",
        ),
        ([], ["[chords]", 'left = "refresh"'], "chords.left: must be two keys"),
        ([], ["[chords]", '"left+left" = "refresh"'], "chords.left+left: must be two keys"),
    ],
)
def test_holds_chords_and_repeats_that_contradict_each_other_are_refused(
    tmp_path: Path, lines: list[str], tables: list[str], complaint: str
) -> None:
    file = with_buttons(tmp_path, *lines, buttons=(*BUTTONS, *tables))

    with pytest.raises(BoardError, match=re.escape(f"mine.toml: {complaint}")):
        boards.read(file)


def test_a_board_with_buttons_and_a_keyboard_need_not_have_every_key(tmp_path: Path) -> None:
    file = with_buttons(
        tmp_path, 'keypads = ["gpio", "terminal"]', buttons=("[buttons]", "select = 13")
    )

    assert boards.read(file).keypads == ("gpio", "terminal")


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
    board = boards.read(board_file(tmp_path, 'panel = "epd3in7"', "rotation = 270"))

    parts = build(board, "memory", tmp_path)

    assert isinstance(parts.panel, MemoryPanel)
    assert parts.panel.size == Size(480, 280)
