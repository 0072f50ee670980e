"""The command: options, errors in one line, the board."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from device import boards, cli
from device.boards import BoardError
from device.build import panel_for
from device.geometry import Size
from koikoi import __version__

REPOSITORY = Path(__file__).parent.parent.parent


def koikoi(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "device", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, check=False, timeout=60)


def test_the_version_is_the_packages() -> None:
    assert koikoi("--version").stdout.decode().strip() == f"koikoi {__version__}"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--bord=desktop"], "--bord=desktop"),
        (["--board", "pocket"], "no board is called 'pocket'; there are desktop"),
        (["--panel", "paper"], "no panel is called 'paper'; there are window, terminal"),
        (["--speed", "11"], "'11' is not a speed from 0.1 to 10, 0 or instant"),
        (["--speed", "fast"], "'fast' is not a speed"),
        (["--speed", "nan"], "'nan' is not a speed"),
        (["--panel", "memory", "--speed", "1"], "--speed is for --panel glass; the panel memory"),
        (["--panel", "window", "--tty", "/dev/tty1"], "--tty is for a panel without a keyboard"),
        (["--seed", "xyz"], "'xyz' is not 1 to 32 bytes in hexadecimal"),
        (["dance"], "dance"),
        (["play", "--panel", "paper"], "no panel is called 'paper'"),
        (["play", "--seed", "xyz"], "'xyz' is not 1 to 32 bytes in hexadecimal"),
        (["bench", "--panel=memory"], "unrecognized arguments: --panel"),
        (["boards", "pocket"], "no board is called 'pocket'; there are desktop"),
        (["boards", "./mine.toml"], "mine.toml: cannot be read: No such file"),
        (["keys", "--board", "pocket"], "no board is called 'pocket'; there are desktop"),
        (["rules", "tennis"], "no rules are called 'tennis'"),
        (["--config", __file__], "is not a directory"),
    ],
)
def test_a_bad_option_is_one_line_and_status_2(arguments: list[str], complaint: str) -> None:
    result = koikoi(*arguments)

    said = result.stderr.decode().splitlines()
    assert result.returncode == 2
    assert len(said) == 1
    assert complaint in said[0]
    assert result.stdout == b""


@pytest.mark.parametrize("option", ["--config", "-config"])
def test_both_ways_to_name_the_directory_work(tmp_path: Path, option: str) -> None:
    koikoi(option, str(tmp_path / "here"), "--panel", "memory", stdin=b"  ")

    assert (tmp_path / "here" / "game.json").exists()
    assert (tmp_path / "here" / "settings.json").exists()


def test_frames_can_be_written_as_pictures(tmp_path: Path) -> None:
    config, frames = str(tmp_path / "config"), tmp_path / "frames"

    koikoi("--config", config, "--panel", "png", "--frames", str(frames), stdin=b" ")

    assert min(frames.iterdir()).read_bytes()[:4] == b"\x89PNG"


def test_no_display_and_no_terminal_is_no_reason_for_a_traceback(tmp_path: Path) -> None:
    result = koikoi("--config", str(tmp_path), "--panel", "terminal", stdin=b"?q")

    assert b"Traceback" not in result.stderr


def test_the_desktop_board_is_a_window_or_else_a_terminal() -> None:
    board = boards.load("desktop")

    assert board.size == Size(400, 300)
    assert panel_for(board, display=True) == "window"
    assert panel_for(board, display=False) == "terminal"


def test_every_board_in_the_tree_can_be_read() -> None:
    names = {path.stem for path in (REPOSITORY / "hardware" / "boards").glob("*.toml")}

    assert set(boards.known()) == names
    assert {boards.load(name).name for name in names} == names


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "mine.toml: name: is missing"),
        ("name = 1", "name: must be a text"),
        ('name = "m"\npanel = "paper"', "panel: no panel is called 'paper'; there are window"),
        ('name = "m"\npanel = "memory"\nsize = [1]', "size: must be width and height"),
        ('name = "m"\npanel = "memory"\nsize = [400, 300]\nhat = 1', "hat: no board has this"),
        (
            'name = "m"\npanel = "memory"\nsize = [400, 300]\nbuttons.jump = 5',
            "buttons.jump: no key is called 'jump'; there are left",
        ),
        (
            'name = "m"\npanel = "memory"\nsize = [400, 300]\nbuttons.left = 99',
            "buttons.left: must be a BCM pin, 0 to 27",
        ),
        ("name = ", "mine.toml: "),
    ],
)
def test_a_bad_board_is_refused_by_file_and_key(tmp_path: Path, line: str, complaint: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(line)

    with pytest.raises(BoardError, match=complaint.replace("[", r"\[")):
        boards.read(file)


@pytest.mark.parametrize("before", [True, False])
def test_options_stand_before_the_command_play_or_after_it(tmp_path: Path, *, before: bool) -> None:
    options = ["--config", str(tmp_path / "here"), "--panel", "memory"]

    koikoi(*(*options, "play") if before else ("play", *options), stdin=b"  ")

    assert (tmp_path / "here" / "game.json").exists()


def test_help_names_every_option_and_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--help"])

    said = capsys.readouterr().out
    options = (
        "--config",
        "--board",
        "--panel",
        "--speed",
        "--tty",
        "--frames",
        "--seed",
        "--version",
    )
    commands = ("play", "bench", "boards", "keys", "replay", "yaku", "arena", "rules")
    for word in (*options, *commands, *boards.PANELS, "glass"):
        assert word in said


def test_a_command_that_needs_no_device_is_run(capsys: pytest.CaptureFixture[str]) -> None:
    status = cli.main(["rules", "koikoi_japan"])

    assert status == 0
    assert capsys.readouterr().out.startswith("koikoi_japan\n")


def test_a_start_loads_no_rules_and_no_players() -> None:
    program = "import sys, device.cli; device.cli.parser(); print(*sys.modules)"

    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)

    loaded = set(answer.stdout.decode().split())
    assert {"koikoi.rules", "koikoi.players", "koikoi.words", "json"} & loaded == set()
