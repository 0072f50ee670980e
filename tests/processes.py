"""The program as a process of its own, with the robot at its keys and its save to look at."""

from __future__ import annotations

import select
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import IO, Self

from device.events import Key
from device.screens.session import Session
from device.settings import Settings
from device.store import FileStore
from koikoi.match import Match
from koikoi.rules import RuleSet
from tests.driver import Planner, opening_keys, robot_match

SEED = bytes(range(16))
SETTINGS = Settings(rounds=3, coach=False)
"""Without the coach, whose word on a month comes when it comes."""
LETTERS = {
    Key.LEFT: b"h",
    Key.RIGHT: b"\x1b[C",
    Key.SELECT: b" ",
    Key.HELP: b"?",
    Key.QUIT: b"q",
}
PATIENCE_S = 60.0


class Game:
    """The program on one directory. Its keys come through a pipe unless `stdin` says otherwise."""

    def __init__(
        self,
        directory: Path,
        *options: str,
        stdin: int | IO[bytes] = subprocess.PIPE,
        stdout: int | IO[bytes] = subprocess.DEVNULL,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.directory = directory
        options = options or ("--panel", "memory")
        command = [sys.executable, "-m", "device", *options, "--config", str(directory)]
        self._process = subprocess.Popen(
            [*command, "--seed", SEED.hex()],
            stdin=stdin,
            stdout=stdout,
            stderr=subprocess.PIPE,
            env=environment,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Kill it, if it still runs, as a power cut does."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def press(self, keys: Sequence[Key]) -> None:
        """Press keys, as fast as it goes."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"".join(LETTERS[key] for key in keys))
        self._process.stdin.flush()

    def idle(self, seconds: float) -> None:
        """Let it be for so long, or shorter if it complains."""
        assert self._process.stderr is not None
        select.select([self._process.stderr], [], [], seconds)

    def saved(self) -> Match | None:
        """Return the match on the disk, which can be read at any moment."""
        store = FileStore(self.directory)
        match = store.load_match()
        assert store.notices == []
        return match

    def wait_for(self, condition: Callable[[Match | None], bool]) -> Match | None:
        """Wait until the save fulfils the condition, and return it."""
        self.wait_until(lambda: condition(self.saved()))
        return self.saved()

    def wait_until(self, condition: Callable[[], bool]) -> bool:
        """Wait until something is so; fails when the program ends or nothing happens."""
        deadline = monotonic() + PATIENCE_S
        while not condition():
            assert self._process.poll() is None, self.errors()
            assert monotonic() < deadline, "the program does not get on"
            self.idle(0.002)
        return True

    def play_on(self, planner: Planner, match: Match | None) -> Match | None:
        """Press for the decision that is open and wait for what is saved then."""
        keys = opening_keys(len(first_match().oyagime)) if match is None else planner.keys(match)
        if keys:
            self.press(keys)
        if match is not None and planner.acknowledging:
            return match
        return self.wait_for(lambda saved: saved != match)

    def signalled(self, number: signal.Signals) -> int:
        """Send a signal and return the exit status."""
        self.signal(number)
        return self.ended()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal that does not end it."""
        self._process.send_signal(number)

    def ended(self) -> int:
        """Return the exit status, once it has ended."""
        return self._process.wait(PATIENCE_S)

    def errors(self) -> str:
        """Return what it complained about, once it has ended."""
        assert self._process.stderr is not None
        return self._process.stderr.read().decode()


def first_match() -> Match:
    """Return the match that a new game on SETTINGS and SEED begins."""
    session = Session(None, SETTINGS, SEED)
    return session.new_match(RuleSet().but(rounds=SETTINGS.rounds)).open_match


def expected_match() -> Match:
    """Return that match as the robot plays it to its end, without any device."""
    return robot_match(first_match(), SETTINGS.level)


def prepare(directory: Path) -> None:
    """Put the settings there before the first start."""
    FileStore(directory).save_settings(SETTINGS)
