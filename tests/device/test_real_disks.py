"""Real file systems: one that is full, and one whose power goes in the middle of a save."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import pytest

from device.store import FileStore, StoreError
from koikoi.record import write
from tests.device.test_disk import SEED, moments

SAVER = """
import sys
from pathlib import Path
from random import Random
from device.store import FileStore
from tests.device.test_disk import moments
store = FileStore(Path(sys.argv[1]))
store.open()
for number, match in enumerate(moments(200, Random(int(sys.argv[2])))):
    store.save_match(match)
    print(number, flush=True)
"""


def needs(program: str) -> None:
    """Skip where a program is missing."""
    if shutil.which(program) is None:
        pytest.skip(f"{program} is missing, real disks are NOT tested: apt install mount e2fsprogs")


@contextmanager
def mounted(place: Path, *options: str) -> Iterator[None]:
    """Have a file system at a place; skips where this is not allowed."""
    needs("mount")
    place.mkdir(exist_ok=True)
    done = subprocess.run(
        ["mount", *options, str(place)],  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.skip(
            f"nothing can be mounted here, real disks are NOT tested: {done.stderr.strip()}"
        )
    try:
        yield
    finally:
        subprocess.run(["umount", str(place)], check=True)  # noqa: S607


def fill(path: Path) -> None:
    """Write a file until nothing more goes in."""
    with suppress(OSError), path.open("wb", buffering=0) as file:
        while file.write(bytes(512)):
            pass


def test_a_full_disk_keeps_the_last_save_and_takes_the_next_one_when_there_is_room(
    tmp_path: Path,
) -> None:
    place = tmp_path / "disk"
    first, second, third = moments(3, Random(1))
    with mounted(place, "-t", "tmpfs", "-o", "size=64k", "tmpfs"):
        store = FileStore(place)
        store.save_match(first)
        filler = place / "filler"
        fill(filler)

        with pytest.raises(StoreError, match="free some room on the disk"):
            store.save_match(second)

        assert FileStore(place).load_match() == first
        filler.unlink()
        store.save_match(third)
        assert FileStore(place).load_match() == third
        assert {path.name for path in place.iterdir()} == {"game.json", "game.before.json"}


def cut_off(tmp_path: Path, seed: int) -> None:
    """Take the image of a disk in the middle of a save: what was told as saved is on it."""
    needs("mkfs.ext4")
    image, place = tmp_path / "image", tmp_path / "disk"
    records = ["", *map(write, moments(200, Random(seed)))]
    with image.open("wb") as file:
        file.truncate(8 << 20)
    subprocess.run(["mkfs.ext4", "-q", "-F", str(image)], check=True)  # noqa: S607
    with mounted(place, "-o", "loop", str(image)):
        command = [sys.executable, "-c", SAVER, str(place / "home"), str(seed)]
        log = tmp_path / "log"
        with log.open("wb") as output, subprocess.Popen(command, stdout=output) as saver:
            count = Random(seed).randrange(1, 40)
            while log.read_bytes().count(b"\n") < count:
                assert saver.poll() is None
            saver.send_signal(signal.SIGSTOP)
            os.waitid(os.P_PID, saver.pid, os.WSTOPPED)
            told = log.read_bytes().count(b"\n")
            shutil.copyfile(image, tmp_path / "copy")
            saver.kill()
    with mounted(place, "-o", "loop", str(tmp_path / "copy")):
        store = FileStore(place / "home")
        match = store.load_match()
        assert store.notices == []

    found = records.index("" if match is None else write(match))
    assert told <= found <= told + 1


@pytest.mark.parametrize("seed", [1, 2])
def test_a_disk_cut_off_in_the_middle_of_a_save_has_that_save_or_the_one_before(
    tmp_path: Path, seed: int
) -> None:
    cut_off(tmp_path, seed)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(50))
def test_many_disks_cut_off_have_that_save_or_the_one_before(tmp_path: Path, number: int) -> None:
    cut_off(tmp_path, SEED * 1000 + number)
