"""Real processes, really killed: the match goes on to the same end."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from random import Random

import pytest

from device.events import Key
from koikoi.match import Match
from koikoi.record import write
from tests.driver import Planner
from tests.processes import Game, expected_match, prepare


def play_with_kills(directory: Path, rng: Random) -> tuple[Match, int]:
    """Play a match, killing the program every few decisions; return it and how often."""
    prepare(directory)
    match: Match | None = None
    kills = 0
    while match is None or not match.over:
        with Game(directory) as game:
            planner = Planner()
            for _ in range(rng.randrange(1, 9)):
                match = game.play_on(planner, match)
                if match is None or match.over:
                    break
            # In the middle of whatever follows: a press, a frame, a save, the CPU's thinking.
            if match is not None and not match.over:
                game.press(planner.keys(match))
                game.idle(rng.random() * 0.02)
        kills += 1
        match = game.saved()
    return match, kills


@pytest.mark.parametrize("seed", [1, 2])
def test_a_match_killed_at_random_moments_ends_with_the_same_record(
    tmp_path: Path, seed: int
) -> None:
    match, kills = play_with_kills(tmp_path, Random(seed))

    assert kills > 3
    assert write(match) == write(expected_match())


@pytest.mark.soak
def test_five_hundred_kills_change_nothing(tmp_path: Path) -> None:
    rng, kills = Random(int(os.environ.get("KOIKOI_SEED", "0"))), 0
    while kills < 500:
        directory = tmp_path / str(kills)
        directory.mkdir()
        match, more = play_with_kills(directory, rng)
        kills += more

        assert write(match) == write(expected_match())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_stop_signal_ends_it_in_order(tmp_path: Path, number: signal.Signals) -> None:
    with Game(tmp_path) as game:
        game.press([Key.SELECT, Key.SELECT])
        game.wait_for(lambda saved: saved is not None)

        assert game.signalled(number) == 0
        assert game.errors() == ""
