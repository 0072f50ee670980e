"""What a newcomer and a package builder rely on."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import koikoi

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[^\w.-]", requirement)[0].lower() for requirement in requirements}


@pytest.mark.parametrize("script", ["scripts/play", "scripts/test", "scripts/soak", ".ci/run"])
def test_a_script_can_be_run(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)


def test_pillow_is_all_that_the_program_needs() -> None:
    assert names(PROJECT["dependencies"]) == {"pillow"}


def test_developing_takes_no_compiler() -> None:
    compiled = {"lgpio", "spidev", "rpi.gpio", "waveshare-epaper", "waveshare-epd"}

    assert names(PROJECT["optional-dependencies"]["dev"]) & compiled == set()


def test_the_rules_and_players_run_without_the_device() -> None:
    program = [sys.executable, "-m", "koikoi", "--version"]

    answer = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=True)

    assert koikoi.__version__ in answer.stdout


def test_starting_loads_no_toolkit() -> None:
    program = "import sys, device.cli; print(*sys.modules)"

    answer = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert {"pygame", "gpiozero", "serial", "PIL"} & set(answer.stdout.split()) == set()


def test_the_wheel_carries_both_packages_and_the_boards(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, capture_output=True, check=True)

    with zipfile.ZipFile(next(tmp_path.glob("koikoi-*.whl"))) as wheel:
        files = set(wheel.namelist())

    boards = {f"device/_boards/{path.name}" for path in (ROOT / "hardware/boards").glob("*.toml")}
    assert {"koikoi/__init__.py", "device/cli.py", "device/_boards/desktop.toml"} | boards <= files
