"""`koikoi bench`: the engine's rate, the start, a save; ratios where something can be compared."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

from device.store import FileStore
from koikoi import bench as engine
from koikoi import chance
from koikoi.match import Cpu, Match
from koikoi.players import LEVELS
from koikoi.rules import RuleSet

STARTS = 9
NOT_UNLESS_USED = ("pygame", "gpiozero", "serial")


def bench() -> int:
    """Print every figure; return the exit status."""
    for figures in (engine.lines(), start_lines(), save_lines()):
        for line in figures:
            print(line, flush=True)
    return 0


def start_lines() -> Iterator[str]:
    """Yield what a start costs: a bare Python, `--version`, and a first frame painted and kept."""
    with tempfile.TemporaryDirectory() as directory:
        config = ["--config", f"{directory}/config", "--frames", f"{directory}/frames"]
        bare = [sys.executable, "-c", "pass"]
        version = [sys.executable, "-m", "device", "--version"]
        frame = [sys.executable, "-m", "device", "--panel", "png", *config]
        # Byte code is kept from one start to the next, as it is wherever the program is installed.
        environment = {
            name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
        } | {"PYTHONPYCACHEPREFIX": f"{directory}/bytecode"}
        times = _in_turns([bare, version, frame], environment)
    for name, seconds in zip(
        ("python3 -c pass", "koikoi --version", "first frame, and out"), times, strict=True
    ):
        yield f"{name:24s} {seconds * 1000:8.1f} ms, {seconds / times[0]:.1f} times a bare Python"
    there = f"[name for name in {NOT_UNLESS_USED} if name in sys.modules]"
    loaded = f"import sys, device.cli, device.app, device.build; print(*{there})"
    seen = subprocess.run(
        [sys.executable, "-c", loaded], capture_output=True, text=True, check=True
    )
    names = seen.stdout.strip() or "nothing"
    yield f"loaded without being used: {names} of {', '.join(NOT_UNLESS_USED)}"


def _in_turns(commands: list[list[str]], environment: Mapping[str, str]) -> list[float]:
    """Return the median seconds of each command, run in turns so that a slow spell hits all."""
    times: list[list[float]] = [[] for _ in commands]
    for turn in range(STARTS + 1):
        for command, taken in zip(commands, times, strict=True):
            seconds = _seconds(partial(_run, command, environment))
            if turn:  # the first one only warms up
                taken.append(seconds)
    return [median(taken) for taken in times]


def _run(command: list[str], environment: Mapping[str, str]) -> None:
    subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        check=True,
        env=environment,
    )


def _seconds(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started


def save_lines() -> Iterator[str]:
    """Yield what saving costs, decision by decision through a whole match, and loading it."""
    with tempfile.TemporaryDirectory() as directory:
        store = FileStore(Path(directory))
        store.open()
        sitters = Cpu("normal"), Cpu("hard")
        saves, sizes = [], []
        match = Match.new(RuleSet(), b"bench", sitters)
        while not match.over:
            match = _played_on(match)
            saves.append(_seconds(lambda: store.save_match(match)))  # noqa: B023 - called at once
            sizes.append((Path(directory) / "game.json").stat().st_size)
        load = _seconds(FileStore(Path(directory)).load_match)
    saves.sort()
    worst = saves[len(saves) * 99 // 100]
    yield f"a save                   {median(saves) * 1000:8.2f} ms, p99 {worst * 1000:.2f} ms"
    yield f"bytes of a save          {median(sizes):8.0f}, at most {max(sizes)}, {len(sizes)} saves"
    yield f"loading the whole match  {load * 1000:8.2f} ms"


def _played_on(match: Match) -> Match:
    """Return a match after its next decision, made by its players."""
    if match.round.result is not None:
        return match.next_round()
    seat = match.round.turn
    rng = chance.generator(match.seed, seat, match.number, len(match.round.moves))
    sitter = match.sitters[seat]
    level = sitter.level if isinstance(sitter, Cpu) else "normal"
    return match.apply(LEVELS[level].player.choose(match.view(seat), rng))
