"""Each line of the doctor, on machines that are laid out for it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import date
from pathlib import Path
from queue import SimpleQueue

import pytest

from device import boards
from device.doctor import (
    ALWAYS,
    ON_A_DEVICE,
    Finding,
    Patient,
    Severity,
    examine,
    picture,
    pressed,
    shown,
)
from device.events import Event, Key, KeyDown, Stop
from device.geometry import Size
from device.keypads.scripted import ScriptedKeypad
from device.look import Frame
from device.look.metrics import METRICS
from device.panels.memory import MemoryPanel
from device.system import Ran, System

POCKET = boards.load("pocket-4in2")
SAVES = Path("/var/lib/koikoi")
GOOD = {
    "/proc/device-tree/model": "Raspberry Pi Zero 2 W Rev 1.0\0",
    "/etc/os-release": 'NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n',
    "/boot/firmware/config.txt": "[all]\ndtparam=spi=on\n",
    "/dev/spidev0.0": "",
    "/etc/group": "spi:x:998:pi\ngpio:x:997:pi\n",
    "/etc/passwd": "koikoi:x:990:990::/var/lib/koikoi:/usr/sbin/nologin\n",
    "/proc/mounts": "/dev/mmcblk0p2 / ext4 rw 0 0\ntmpfs /run tmpfs rw 0 0\n",
    "/usr/lib/koikoi-driver/waveshare_epd/epd4in2_V2.py": "",
    "/usr/lib/koikoi-driver/waveshare_epd/epdconfig.py": "",
    "/var/lib/koikoi/game.json": "{}",
}
"""The files of a device on which all is well."""

TOLD = {
    "vcgencmd": Ran(0, "throttled=0x0"),
    "systemctl": Ran(
        0,
        "ActiveState=active\nSubState=running\nResult=success\nUnitFileState=enabled\n"
        "StatusText=playing",
    ),
    "journalctl": Ran(0, ""),
}
"""What its programs say."""

PACKAGES = {"gpiozero": "2.0.1", "lgpio": "0.2.2.0"}


def patient(
    root: Path,
    files: dict[str, str | None] | None = None,
    *,
    told: dict[str, Ran] | None = None,
    packages: dict[str, str] | None = None,
    board: boards.Board = POCKET,
    today: date = date(2026, 12, 1),
    free: int | None = 1 << 30,
) -> Patient:
    for name, text in ((GOOD | files) if files is not None else GOOD).items():
        if text is not None:
            path = root / name.lstrip("/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    answers = TOLD | (told or {})
    versions = PACKAGES if packages is None else packages
    system = System(root, lambda *command, **_: answers.get(command[0], Ran(127, "")))
    return Patient(system, board, SAVES, versions.get, today, lambda _: free)


def found(some: Patient, check: str) -> Finding:
    (finding,) = (each for each in examine(some) if each.check == check)
    return finding


def test_on_a_device_on_which_all_is_well_every_line_is_ok(tmp_path: Path) -> None:
    findings = list(examine(patient(tmp_path)))

    assert [str(each) for each in findings if each.severity is not Severity.OK] == []
    assert len(findings) == len(ALWAYS) + len(ON_A_DEVICE)
    assert all(len(str(each).splitlines()) == 1 and not each.remedy for each in findings)


@pytest.mark.parametrize(
    ("files", "check", "severity", "told"),
    [
        ({"/proc/device-tree/model": None}, "model", "note", "no Raspberry Pi"),
        ({"/proc/device-tree/model": "Rock 5"}, "model", "note", "(Rock 5)"),
        ({"/etc/os-release": None}, "system", "note", "does not say"),
        ({"/dev/spidev0.0": None}, "SPI", "problem", "off"),
        ({"/boot/firmware/config.txt": None}, "config.txt", "note", "there is none"),
        (
            {"/boot/firmware/config.txt": "#dtparam=spi=on\n"},
            "config.txt",
            "problem",
            "not switched on",
        ),
        (
            {"/boot/firmware/config.txt": "dtparam=spi=on\ndtoverlay=spi0-0cs\n"},
            "config.txt",
            "problem",
            "spi0-0cs takes the panel's CS",
        ),
        (
            {"/boot/firmware/config.txt": "dtparam=spi=on\ndtoverlay=gpio-shutdown,gpio_pin=5\n"},
            "config.txt",
            "problem",
            "gpio-shutdown takes pin 5",
        ),
        ({"/etc/group": "spi:x:998:\n"}, "groups", "problem", "no group gpio"),
        ({"/etc/group": None}, "groups", "note", "no /etc/group"),
        ({"/etc/passwd": "root:x:0:0\n"}, "groups", "note", "no user koikoi"),
        (
            {"/usr/lib/koikoi-driver/waveshare_epd/epd4in2_V2.py": None},
            "driver",
            "problem",
            "missing",
        ),
        ({"/var/lib/koikoi/game.json": None}, "saves", "note", "not there yet"),
        (
            {"/proc/mounts": "/dev/x / ext4 rw\ntmpfs /var/lib tmpfs rw\n"},
            "saves",
            "problem",
            "on tmpfs, which forgets",
        ),
        (
            {"/proc/mounts": "overlayroot / overlay rw\n/dev/x /boot ext4 rw\n"},
            "saves",
            "problem",
            "on overlay, which forgets",
        ),
        (
            {"/proc/mounts": "overlayroot / overlay rw\n/dev/x /var/lib/koikoi ext4 rw\n"},
            "saves",
            "ok",
            "on ext4",
        ),
        ({"/proc/mounts": None}, "saves", "ok", "unknown file system"),
    ],
)
def test_what_the_files_of_a_machine_say_is_told(
    files: dict[str, str | None], check: str, severity: str, told: str, tmp_path: Path
) -> None:
    finding = found(patient(tmp_path, files), check)

    assert (finding.severity.value, told in finding.told) == (severity, True), finding
    assert bool(finding.remedy) or finding.severity is not Severity.PROBLEM


@pytest.mark.parametrize(
    ("told", "check", "severity", "words"),
    [
        ({"vcgencmd": Ran(0, "throttled=0x50005")}, "supply", "problem", "too weak"),
        ({"vcgencmd": Ran(0, "throttled=0x50000")}, "supply", "note", "was too weak"),
        ({"vcgencmd": Ran(127, "")}, "supply", "ok", "does not tell"),
        ({"vcgencmd": Ran(0, "nonsense")}, "supply", "ok", "does not tell"),
        (
            {"systemctl": Ran(0, "ActiveState=failed\nResult=start-limit-hit")},
            "service",
            "problem",
            "given up (start-limit-hit)",
        ),
        (
            {"systemctl": Ran(0, "ActiveState=inactive\nUnitFileState=disabled")},
            "service",
            "problem",
            "not started at boot",
        ),
        (
            {
                "systemctl": Ran(
                    0,
                    "ActiveState=active\nUnitFileState=enabled\n"
                    "StatusText=the panel does not answer; it is tried again and again",
                )
            },
            "service",
            "problem",
            "the panel does not answer",
        ),
        ({"systemctl": Ran(1, "Failed to connect to bus")}, "service", "note", "does not tell"),
        (
            {"journalctl": Ran(0, "2026-12-01T10:00:00 zero koikoi[7]: Segmentation fault")},
            "last error",
            "note",
            "Segmentation fault",
        ),
    ],
)
def test_what_the_programs_of_a_machine_say_is_told(
    told: dict[str, Ran], check: str, severity: str, words: str, tmp_path: Path
) -> None:
    finding = found(patient(tmp_path, told=told), check)

    assert (finding.severity.value, words in finding.told) == (severity, True), finding


@pytest.mark.parametrize(
    ("packages", "severity", "words"),
    [
        ({}, "problem", "gpiozero is missing"),
        ({"gpiozero": "2.0.1"}, "problem", "lgpio is missing"),
        ({"gpiozero": "1.6.2", "lgpio": "0.2.2.0"}, "problem", "SET_BIAS_DISABLE"),
        ({"gpiozero": "1.6.2", "lgpio": "0.1.6"}, "ok", "gpiozero 1.6.2"),
        ({"gpiozero": "2.0.1", "lgpio": "0.2.2.0"}, "ok", "lgpio 0.2.2.0"),
    ],
)
def test_the_pin_library_must_be_there_and_fit(
    packages: dict[str, str], severity: str, words: str, tmp_path: Path
) -> None:
    finding = found(patient(tmp_path, packages=packages), "pins")

    assert (finding.severity.value, words in finding.told) == (severity, True), finding


def test_another_pin_library_than_the_services_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "rpigpio")

    finding = found(patient(tmp_path), "pins")

    assert (finding.severity, "rpigpio" in finding.told) == (Severity.NOTE, True)


def held(root: Path, number: int, name: str, command: str) -> None:
    """Lay out a process that has the panel's bus open."""
    process = root / "proc" / str(number)
    (process / "fd").mkdir(parents=True)
    (process / "fd" / "3").symlink_to("/dev/spidev0.0")
    (process / "comm").write_text(f"{name}\n")
    (process / "cmdline").write_text(command.replace(" ", "\0"))


def test_who_holds_the_bus_is_named_unless_it_is_the_game_itself(tmp_path: Path) -> None:
    some = patient(tmp_path)
    held(tmp_path, 77, "python3", "/usr/bin/python3 /usr/bin/koikoi --board pocket-4in2")
    assert found(some, "SPI").severity is Severity.OK

    held(tmp_path, 78, "inky-clock", "/usr/bin/inky-clock")

    finding = found(some, "SPI")
    assert finding.severity is Severity.PROBLEM
    assert "inky-clock (process 78)" in finding.told
    assert "sudo kill 78" in finding.remedy


@pytest.mark.parametrize(
    ("free", "severity"), [(1 << 30, "ok"), (1 << 20, "problem"), (None, "note")]
)
def test_room_for_games_is_looked_at(free: int | None, severity: str, tmp_path: Path) -> None:
    assert found(patient(tmp_path, free=free), "space").severity.value == severity


def test_a_clock_that_is_not_set_is_told_and_does_no_harm(tmp_path: Path) -> None:
    finding = found(patient(tmp_path, today=date(1970, 1, 1)), "clock")

    assert finding.severity is Severity.NOTE


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_place_that_may_not_be_written_is_a_problem(tmp_path: Path) -> None:
    some = patient(tmp_path)
    (tmp_path / "var/lib/koikoi").chmod(0o500)

    assert found(some, "saves").severity is Severity.PROBLEM


GAUGED = boards.Board("mine", "epd4in2_V2", Size(400, 300), battery="max17040")


@pytest.mark.parametrize(
    ("files", "packages", "severity", "words"),
    [
        ({}, {}, "problem", "I2C is off"),
        ({"/dev/i2c-1": ""}, {}, "problem", "smbus2 is missing"),
        ({"/dev/i2c-1": ""}, {"smbus2": "0.4.2"}, "ok", "max17040"),
    ],
)
def test_a_gauge_needs_its_bus(
    files: dict[str, str | None],
    packages: dict[str, str],
    severity: str,
    words: str,
    tmp_path: Path,
) -> None:
    finding = found(patient(tmp_path, files, packages=packages, board=GAUGED), "battery")

    assert (finding.severity.value, words in finding.told) == (severity, True), finding


def test_config_txt_must_switch_on_all_that_the_board_needs(tmp_path: Path) -> None:
    """Not the panel's bus alone: a gauge has one too."""
    spi, both = "dtparam=spi=on\n", "dtparam=spi=on\ndtparam=i2c_arm=on\n"
    for config, told in ((spi, "the battery's bus is not switched on"), (both, "what the board")):
        some = patient(tmp_path, {"/boot/firmware/config.txt": config}, board=GAUGED)

        assert told in found(some, "config.txt").told


def test_a_driver_that_was_fetched_by_half_is_missing(tmp_path: Path) -> None:
    half: dict[str, str | None] = {"/usr/lib/koikoi-driver/waveshare_epd/epdconfig.py": None}

    assert found(patient(tmp_path, half), "driver").severity is Severity.PROBLEM


@pytest.mark.parametrize("name", boards.known())
def test_of_a_machine_with_nothing_on_it_each_line_is_still_told(name: str, tmp_path: Path) -> None:
    bare = Patient(
        System(tmp_path, lambda *_, **__: Ran(127, "")),
        boards.load(name),
        SAVES,
        lambda _: None,
        date(2026, 12, 1),
        lambda _: None,
    )

    findings = list(examine(bare))

    wanted = len(ALWAYS) + (0 if name == "desktop" else len(ON_A_DEVICE))
    assert len({each.check for each in findings}) == wanted


@pytest.mark.parametrize("size", METRICS, ids=str)
def test_the_test_picture_says_top_at_the_top_and_is_mostly_white(size: Size) -> None:
    panel = MemoryPanel(size)

    assert shown(panel)

    image = panel.shown[0].frame.image
    assert image.tobytes() == Frame(picture(size)).image.tobytes()
    dark = [sum(image.getpixel((x, y)) == 0 for x in range(size.width)) for y in range(size.height)]
    # The frame is whole, and the arrow grows from its tip downwards.
    assert dark[0] == dark[-1] == size.width
    assert dark[45] < dark[55] < dark[65]
    assert sum(dark) < size.width * size.height / 4


def test_buttons_are_asked_for_until_each_was_pressed() -> None:
    said: list[str] = []
    keys = {Key.LEFT, Key.RIGHT}
    keypad = ScriptedKeypad([Key.LEFT, Key.LEFT, Key.RIGHT])

    assert pressed([keypad], keys, SimpleQueue(), said.append) == set()
    assert said == ["left came; press right", "left came; press right", "right came"]


def test_buttons_that_never_came_are_named() -> None:
    events: SimpleQueue[Event] = SimpleQueue()
    events.put(KeyDown(Key.LEFT))
    events.put(Stop("SIGINT"))

    assert pressed([], {Key.LEFT, Key.QUIT}, events, lambda _: None) == {Key.QUIT}


def koikoi(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "device", "doctor", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_the_command_tells_a_desktop_a_few_lines_and_is_content(tmp_path: Path) -> None:
    done = koikoi("--board", "desktop", "--config", str(tmp_path))

    assert (done.stderr, done.returncode) == ("", 0)
    assert len(done.stdout.splitlines()) == len(ALWAYS)


def test_without_e_paper_there_is_no_panel_to_be_tried(tmp_path: Path) -> None:
    done = koikoi("--panel", "--board", "desktop", "--config", str(tmp_path))

    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout.splitlines()[-1].startswith("desktop has no e-paper to be tried")


def test_the_command_answers_in_json(tmp_path: Path) -> None:
    done = koikoi("--json", "--board", "pocket-4in2", "--config", str(tmp_path))

    told = json.loads(done.stdout)
    assert {each["severity"] for each in told} <= {"ok", "note", "problem"}
    assert done.returncode == any(each["severity"] == "problem" for each in told)
    assert [{*each} for each in told] == [{"check", "severity", "told", "remedy"}] * len(told)
