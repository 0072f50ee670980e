"""`koikoi fsck` says what is wrong with the saved files, and repairs it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from device.fsck import look_over, repair
from device.settings import Settings
from device.store import FileStore
from tests.device.test_disk import SEED, moments


def saved(directory: Path, count: int = 3) -> FileStore:
    """A directory with a match in play, its save before, and settings."""
    store = FileStore(directory)
    store.open()
    store.save_settings(Settings(rounds=3))
    for match in moments(count, Random(4)):
        store.save_match(match)
    return store


def wrong(directory: Path) -> dict[str, str]:
    return {finding.name: finding.wrong for finding in look_over(directory) if finding.wrong}


def koikoi(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "device", "fsck", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_a_directory_that_is_well_is_well(tmp_path: Path) -> None:
    saved(tmp_path / "home")

    done = koikoi("--config", str(tmp_path / "home"))

    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        f"{tmp_path / 'home'}: ok",
        "game.json: ok",
        "game.before.json: ok",
        "settings.json: ok",
    ]
    assert done.stderr == ""


def test_what_is_wrong_is_said_and_repaired_and_no_game_is_lost(tmp_path: Path) -> None:
    home = tmp_path / "home"
    saved(home)
    before = FileStore(home).load_match()
    game = (home / "game.json").read_bytes()
    (home / "game.json").write_bytes(game[:100])
    (home / ".game.json.77.tmp").write_bytes(game)
    (home / "settings.json").chmod(0o644)
    home.chmod(0o755)

    found = koikoi("--config", str(home))
    repaired = koikoi("--repair", "--config", str(home))

    assert found.returncode == 1
    assert "game.json: cannot be used (it is not whole JSON)" in found.stdout
    assert ".game.json.77.tmp: was left by a save that was cut off" in found.stdout
    assert "settings.json: others may read it" in found.stdout
    assert f"{home}: others may read it" in found.stdout
    assert found.stderr.count("\n") == 1
    assert repaired.returncode == 0
    assert wrong(home) == {}
    match = FileStore(home).load_match()
    assert match == moments(3, Random(4))[1] != before
    assert FileStore(home).load_settings() == Settings(rounds=3)


def test_a_directory_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    done = koikoi("--config", str(tmp_path / "none"))

    assert done.returncode == 1
    assert done.stdout == f"{tmp_path / 'none'}: is not there; it is made when a game is saved\n"


def mutated(content: bytes, rng: Random) -> bytes:
    """Return a file as bad memory, other programs and power cuts may leave it."""
    match rng.randrange(6):
        case 0:
            return content[: rng.randrange(len(content))]
        case 1:
            at = rng.randrange(len(content))
            return content[:at] + bytes([content[at] ^ 1 << rng.randrange(8)]) + content[at + 1 :]
        case 2:
            at, length = rng.randrange(len(content)), rng.randrange(64)
            return content[:at] + bytes(length) + content[at + length :]
        case 3:
            return rng.randbytes(rng.randrange(200))
        case 4:
            one, other = sorted(rng.sample(range(len(content)), 2))
            return content[:one] + content[other:]
    one, other = sorted(rng.sample(range(len(content)), 2))
    return content[:other] + content[one:]


def check_mutated(directory: Path, rng: Random) -> None:
    """A mutated file ends in one of the ways that are documented, and nothing valid is lost."""
    directory.mkdir()
    saved(directory)
    last, before = moments(3, Random(4))[:0:-1]
    name = rng.choice(("game.json", "game.before.json", "settings.json"))
    whole = (directory / name).read_bytes()
    bad = mutated(whole, rng)
    (directory / name).write_bytes(bad)

    store = FileStore(directory)
    store.open()
    match, settings = store.load_match(), store.load_settings()

    assert match in ((last,) if name != "game.json" else (last, before))
    assert name == "settings.json" or settings == Settings(rounds=3)
    if match == before:
        assert any(path.read_bytes() == bad for path in directory.glob("game.json.aside-*"))
    repair(directory)
    assert wrong(directory) == {}


@pytest.mark.parametrize("part", range(4))
def test_a_mutated_file_loses_nothing_valid(tmp_path: Path, part: int) -> None:
    for number in range(40):
        check_mutated(tmp_path / str(number), Random(f"{part}/{number}"))


@pytest.mark.soak
@pytest.mark.parametrize("part", range(40))
def test_twenty_thousand_mutated_files_lose_nothing_valid(tmp_path: Path, part: int) -> None:
    for number in range(500):
        check_mutated(tmp_path / str(number), Random(f"{SEED}/{part}/{number}"))
