"""What the program does while nobody does anything: next to nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from device.store import FileStore
from tests.processes import SETTINGS, first_match

IDLE_S = 60
MOST = 20
"""Context switches in a minute at the table: what a battery can well afford."""

PROGRAM = """
import os, sys, threading
from pathlib import Path
import gpiozero
from gpiozero.pins.mock import MockFactory
from device.app import App
from device.boards import load
from device.build import build
from device.events import Stop
from device.store import FileStore
from device.workers import ProcessThinker

gpiozero.Device.pin_factory = MockFactory()
board = load("pocket-4in2")
parts = build(board, "memory", Path("."))
keypads = [each for each in parts.keypads if type(each).__name__ == "GpioKeypad"]

def switches(process):
    lines = []
    for task in Path(f"/proc/{process}/task").iterdir():
        lines += (task / "status").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if "ctxt_switches" in line)

def family():
    pids = [os.getpid()]
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == os.getpid():
            pids.append(int(path.parent.name))
    return pids

app = App(store=FileStore(Path(sys.argv[1])), panel=parts.panel, keypads=keypads,
          thinker=ProcessThinker(), seed=bytes(16), controls=board.controls)

def watch():
    pause = threading.Event()
    pause.wait(3)  # It has come to rest.
    pids = family()
    before = {pid: switches(pid) for pid in pids}
    pause.wait(float(sys.argv[2]))
    counted = {pid: switches(pid) - before[pid] for pid in pids}
    print(len(keypads), *counted.values(), flush=True)
    app.post(Stop("seen"))

threading.Thread(target=watch).start()
app.run()
"""


@pytest.mark.soak
def test_a_minute_at_the_table_takes_few_context_switches(tmp_path: Path) -> None:
    store = FileStore(tmp_path)
    store.open()
    store.save_settings(SETTINGS)
    store.save_match(first_match())

    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path), str(IDLE_S)],
        capture_output=True,
        text=True,
        check=True,
        timeout=IDLE_S + 60,
    )

    keypads, *counted = map(int, done.stdout.split())
    assert keypads == 1
    assert len(counted) == 2
    assert sum(counted) < MOST
