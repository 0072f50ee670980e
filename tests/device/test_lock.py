"""Two programs never play on one save."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from device.lock import NAME, Lock, LockedError
from tests.processes import Game, prepare

HOLDER = """
import sys
from pathlib import Path
from device.lock import Lock
with Lock(Path(sys.argv[1]), "koikoi since noon"):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_the_second_one_is_told_who_holds_it(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLDER, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        told = f"played by process {holder.pid}, koikoi since noon; end that first"

        with pytest.raises(LockedError, match=told), Lock(tmp_path, "another"):
            pytest.fail("it was given twice")


def test_it_is_free_again_afterwards(tmp_path: Path) -> None:
    with Lock(tmp_path, "first"):
        pass
    with Lock(tmp_path, "second"):
        assert "second" in (tmp_path / NAME).read_text()
    assert (tmp_path / NAME).stat().st_mode & 0o777 == 0o600


def test_where_there_can_be_no_lock_it_is_played_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    with Lock(tmp_path / "file", "koikoi"):
        pass


def test_a_second_process_ends_in_one_line_and_a_dead_one_is_no_obstacle(tmp_path: Path) -> None:
    prepare(tmp_path)
    with Game(tmp_path) as first:
        first.wait_until(lambda: (tmp_path / NAME).exists() and bool((tmp_path / NAME).read_text()))
        with Game(tmp_path) as second:
            assert second.ended() == 1
            told = second.errors()

        assert told.startswith(f"koikoi: the game in {tmp_path} is being played by process ")
        assert told.count("\n") == 1
        first.signal(signal.SIGKILL)
        first.ended()
    with Game(tmp_path) as third:
        third.wait_until(lambda: f"process {third._process.pid}," in (tmp_path / NAME).read_text())
        assert third.signalled(signal.SIGTERM) == 0
