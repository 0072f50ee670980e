"""The Debian package and the unit, as far as they can be judged without installing them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from koikoi import __version__

ROOT = Path(__file__).resolve().parent.parent
UNIT = ROOT / "systemd" / "koikoi.service"
UNITS = sorted((ROOT / "systemd").glob("*.service"))

systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze here"
)
debhelper = pytest.mark.skipif(
    not all(shutil.which(tool) for tool in ("dpkg-buildpackage", "dh", "dh_python3")),
    reason="there is no debhelper here: apt install dpkg-dev debhelper dh-python",
)


def values(unit: Path, key: str) -> list[str]:
    """What a unit says under a key, line by line."""
    return re.findall(rf"^{key}=(.*)$", unit.read_text(encoding="utf-8"), re.MULTILINE)


def ran(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


@systemd
def test_systemd_has_nothing_to_say_of_the_units(tmp_path: Path) -> None:
    # It wants the program to be there; an unknown key it only mentions, so a word is a failure.
    for unit in UNITS:
        text = unit.read_text(encoding="utf-8").replace("/usr/bin/koikoi", "/bin/true")
        (tmp_path / unit.name).write_text(text, encoding="utf-8")

    done = ran("systemd-analyze", "verify", *(tmp_path / unit.name for unit in UNITS))

    assert done.stdout + done.stderr == ""


@systemd
def test_the_service_is_exposed_by_two_of_ten_at_most() -> None:
    done = ran("systemd-analyze", "security", "--offline=true", "--threshold=20", UNIT)

    assert done.returncode == 0, done.stdout[-300:]


def test_the_user_has_the_groups_that_the_service_has() -> None:
    # For the commands run by hand as this user: they see what the service sees.
    lines = (ROOT / "debian" / "koikoi.sysusers").read_text(encoding="utf-8").splitlines()
    members = [line.split()[2] for line in lines if line.startswith("m koikoi ")]

    assert values(UNIT, "SupplementaryGroups") == [" ".join(members)]


def test_the_last_frame_is_shown_with_the_same_files_and_pins() -> None:
    failed = ROOT / "systemd" / "koikoi-failed.service"

    assert values(UNIT, "OnFailure") == [failed.name]
    for key in ("User", "StateDirectory", "WorkingDirectory", "Environment", "EnvironmentFile"):
        assert values(failed, key) == values(UNIT, key)
    start = values(UNIT, "ExecStart")[0]
    assert values(failed, "ExecStart") == [
        start.replace("koikoi --config", "koikoi failed --config")
    ]


@debhelper
def test_the_package_holds_the_program_and_nothing_of_pythons(tmp_path: Path) -> None:
    built = ran(ROOT / "scripts" / "build-deb", "--output", tmp_path)
    assert built.returncode == 0, built.stderr
    package = tmp_path / f"koikoi_{__version__}_all.deb"
    ran("dpkg-deb", "-x", package, tmp_path / "root").check_returncode()
    there = {
        path.relative_to(tmp_path / "root").as_posix()
        for path in (tmp_path / "root").rglob("*")
        if path.is_file()
    }

    source = {
        f"usr/lib/koikoi/{path.relative_to(ROOT).as_posix()}"
        for folder in ("koikoi", "device")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    boards = {
        f"usr/lib/koikoi/device/_boards/{path.name}"
        for path in (ROOT / "hardware" / "boards").glob("*.toml")
    }
    assert source <= there
    assert boards <= there
    assert not [name for name in there if "dist-packages" in name or name.endswith(".pyc")]
    assert {"usr/bin/koikoi", "usr/lib/sysusers.d/koikoi.conf"} <= there
    assert {f"lib/systemd/system/{unit.name}" for unit in UNITS} <= there
    assert ran("dpkg-deb", "-f", package, "Version").stdout.strip() == __version__


@debhelper
def test_an_option_that_the_build_does_not_know_is_one_line() -> None:
    done = ran(ROOT / "scripts" / "build-deb", "--outptu", "x")

    assert done.returncode == 1
    assert done.stderr == "koikoi: usage: scripts/build-deb [--output DIR]\n"
