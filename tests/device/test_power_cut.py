"""Real processes, really killed: the match goes on to the same end."""

from __future__ import annotations

import select
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from device.events import Key
from device.screens.session import Session
from device.settings import Settings
from device.store import FileStore
from koikoi.match import Match
from koikoi.record import write
from koikoi.rules import RuleSet
from tests.driver import Planner, opening_keys, robot_match

SEED = bytes(range(16))
LETTERS = {Key.LEFT: b"h", Key.RIGHT: b"\x1b[C", Key.SELECT: b" "}
PATIENCE_S = 60.0


class Game:
    """The program without any screen, its keys coming through a pipe."""

    def __init__(self, directory: Path) -> None:
        self._store = directory
        command = [sys.executable, "-m", "device", "--panel", "memory", "--config", str(directory)]
        self._process = subprocess.Popen(
            [*command, "--seed", SEED.hex()], stdin=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def press(self, keys: list[Key]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(b"".join(LETTERS[key] for key in keys))
        self._process.stdin.flush()

    def saved(self) -> Match | None:
        store = FileStore(self._store)
        match = store.load_match()
        assert store.notices == []
        return match

    def wait(self, seconds: float) -> None:
        """Wait so long, or shorter if the program says something."""
        assert self._process.stderr is not None
        select.select([self._process.stderr], [], [], seconds)

    def wait_for(self, condition: Callable[[Match | None], bool]) -> Match | None:
        """Wait until the save fulfils the condition, and return it."""
        deadline = monotonic() + PATIENCE_S
        while not condition(match := self.saved()):
            assert self._process.poll() is None, self.errors()
            assert monotonic() < deadline, "the program does not get on"
            self.wait(0.002)
        return match

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate()

    def signalled(self, number: signal.Signals) -> int:
        """Send a signal and return the exit status."""
        self._process.send_signal(number)
        return self._process.wait(PATIENCE_S)

    def errors(self) -> str:
        return self._process.communicate()[1].decode()


def play_on(game: Game, planner: Planner, match: Match | None, opening: list[Key]) -> Match | None:
    """Press for the decision that is open, and wait until it is saved and South is asked again."""
    keys = opening if match is None else planner.keys(match)
    if not keys:
        return game.wait_for(lambda saved: saved != match)
    game.press(keys)
    if match is not None and planner.acknowledging:
        return match
    return game.wait_for(lambda saved: saved != match)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_match_killed_at_random_moments_ends_with_the_same_record(
    tmp_path: Path, seed: int
) -> None:
    settings = Settings(rounds=3)
    FileStore(tmp_path).save_settings(settings)
    first = Session(None, settings, SEED).new_match(RuleSet().but(rounds=3)).open_match
    expected = robot_match(first, settings.level)
    opening = opening_keys(len(first.oyagime))
    rng = Random(seed)
    match: Match | None = None
    kills = 0

    while match is None or not match.over:
        game = Game(tmp_path)
        planner = Planner()
        for _ in range(rng.randrange(1, 9)):
            match = play_on(game, planner, match, opening)
            if match is None or match.over:
                break
        # In the middle of whatever follows: a press, a frame, a save, the CPU's thinking.
        if match is not None and not match.over:
            game.press(planner.keys(match))
            game.wait(rng.random() * 0.02)
        game.kill()
        kills += 1
        match = FileStore(tmp_path).load_match()

    assert kills > 3
    assert write(match) == write(expected)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_stop_signal_ends_it_in_order(tmp_path: Path, number: signal.Signals) -> None:
    game = Game(tmp_path)
    game.press([Key.SELECT, Key.SELECT])
    game.wait_for(lambda saved: saved is not None)

    assert game.signalled(number) == 0
    assert game.errors() == ""
