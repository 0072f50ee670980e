"""`koikoi bench start`: from nothing to the first frame, and the memory at the table."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

from device.store import FileStore
from koikoi.match import Cpu, Human, Match
from koikoi.rules import RuleSet
from koikoi.seat import NORTH

STARTS = 9
AIM_S, AIM_MIB = 0.4, 45.0
"""What a start may take on a desktop, and what all processes together may hold at the table."""

THINKS_S = 3.0
"""How long the strongest player is given to settle at the table, in seconds."""

SAMPLED_S = 0.05
"""How often its memory is looked at meanwhile, in seconds."""

READY_S = 60.0
"""After how long a start has failed."""

HEAVIEST = 12
"""How many imports are told of."""


def bench(*, as_json: bool) -> int:
    """Print both figures, and what is imported; return the exit status."""
    times, memory = [], 0.0
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "config"
        FileStore(config).open()
        FileStore(config).save_match(_master_begins())
        for turn in range(STARTS + 1):
            with _started(folder) as (process, seconds):
                if turn:  # the first one only warms up
                    times.append(seconds)
                if turn == STARTS:
                    memory = max(_pss_mib(process.pid) for _ in _moments())
        imports = _imports(folder)
    start, best = median(times), min(times)
    if as_json:
        print(
            json.dumps(
                {"ready_s": start, "best_s": best, "pss_mib": memory, "imports_us": dict(imports)}
            )
        )
        return 0
    aim = f"aim {AIM_S * 1000:.0f} ms"
    print(f"start to READY           {start * 1000:8.1f} ms, best {best * 1000:.1f} ms, {aim}")
    told = f"{memory:8.1f} MiB at most (PSS, all processes)" if memory else " not known: no /proc"
    print(f"memory, master playing   {told}, aim {AIM_MIB:.0f} MiB")
    for name, spent in imports[:HEAVIEST]:
        print(f"  import {name:32s} {spent / 1000:6.1f} ms itself")
    return 0


def _master_begins() -> Match:
    """Return a match in which master has the first move."""
    seeds = (b"bench%d" % number for number in count())
    matches = (Match.new(RuleSet(), seed, (Human(), Cpu("master"))) for seed in seeds)
    return next(match for match in matches if match.round.turn is NORTH)


def _moments() -> Iterator[int]:
    """Yield now and then while master decides and settles."""
    for moment in range(round(THINKS_S / SAMPLED_S)):
        sleep(SAMPLED_S)
        yield moment


def _environment(folder: str) -> dict[str, str]:
    """Return an environment in which byte code is kept, as where the program is installed."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    # Installed, the program lies in a directory of its own, which only its launcher knows.
    above = str(Path(__file__).parent.parent)
    return kept | {"PYTHONPYCACHEPREFIX": f"{folder}/bytecode", "PYTHONPATH": above}


def _command(folder: str) -> list[str]:
    return ["-m", "device", "--panel", "memory", "--config", f"{folder}/config"]


@contextmanager
def _started(folder: str) -> Iterator[tuple[subprocess.Popen[bytes], float]]:
    """Start the program as a service manager does; yield it, and the seconds until READY."""
    address = f"{folder}/notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(address)
        manager.settimeout(READY_S)
        began = perf_counter()
        # A pipe that stays open: the end of the input would end the game.
        process = subprocess.Popen(
            [sys.executable, *_command(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            env=_environment(folder) | {"NOTIFY_SOCKET": address},
        )
        try:
            while b"READY=1" not in manager.recv(4096):
                pass
            yield process, perf_counter() - began
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()
            if process.stdin is not None:
                process.stdin.close()
            os.unlink(address)  # noqa: PTH108 - a socket, not a file


def _family(process: int) -> list[int]:
    """Return a process and its children, by their numbers."""
    found = [process]
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent in found:
            found.append(int(path.parent.name))
    return found


def _pss_mib(process: int) -> float:
    """Return what a process and its children hold, in MiB."""
    return sum(_pss_kib(each) for each in _family(process)) / 1024


def _pss_kib(process: int) -> int:
    """Return what a process holds, its share of what it shares with others, in KiB.

    One that has just ended holds nothing; where there is no /proc nothing is known.
    """
    try:
        text = Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:
        return 0
    return int(text.partition("\nPss:")[2].split()[0])


def _imports(folder: str) -> list[tuple[str, int]]:
    """Return what is imported by a start, and the microseconds each takes itself, most first."""
    heaviest: dict[str, int] = {}
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *_command(folder)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        env=_environment(folder),
        timeout=READY_S,
    )
    for line in done.stderr.splitlines():
        match = re.match(r"import time:\s+(\d+) \|\s+\d+ \|\s+(\S+)$", line)
        if match is not None:
            heaviest[match[2]] = int(match[1])
    return sorted(heaviest.items(), key=lambda each: -each[1])
