"""The machine that the program runs on: its files, its programs, and whose rights it has."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

UNIT = "koikoi.service"
"""The service that starts the game with the machine."""

UNNAMED = "it does not say what it is"
"""What is told of a machine without a name."""

PATIENCE_S = 30.0
"""How long a program that is only asked something may take, in seconds."""


class Ran(NamedTuple):
    """How a program ended, and all that it wrote; 127 where there is no such program."""

    status: int
    output: str


def run(*command: str, patience_s: float = PATIENCE_S) -> Ran:
    """Run a program to its end; raises nothing."""
    try:
        done = subprocess.run(  # noqa: S603 - the commands are ours
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=patience_s,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Ran(124, f"no answer within {patience_s:.0f} s")
    except OSError as error:
        return Ran(127, error.strerror or type(error).__name__)
    return Ran(done.returncode, done.stdout.strip())


class System(NamedTuple):
    """A machine as the commands that look at it or set it up see it.

    Its files lie below `root`, so that a test can lay out a machine of its own.
    """

    root: Path = Path("/")
    run: Callable[..., Ran] = run
    user: int = 0
    """Whose rights it has; 0 is root."""

    @property
    def model(self) -> str:
        """What machine it is, by its own words."""
        return self.text("/proc/device-tree/model") or UNNAMED

    def path(self, name: str) -> Path:
        """Return where a file of this machine lies, by its absolute name there."""
        return self.root / name.lstrip("/")

    def text(self, name: str) -> str | None:
        """Return what a file says, without the zero byte that device trees end with; or None."""
        try:
            return self.path(name).read_text("utf-8", "replace").strip("\0\n ")
        except OSError:
            return None
