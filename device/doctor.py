"""What keeps a device from playing: a line for each check, with the remedy where one is needed.

All is read through a `System`, so that each line is tested on a machine that a test lays out.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime
from enum import Enum
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from device.boards import Board, load
from device.bootfiles import with_line
from device.events import Events, Key, KeyDown, Stop
from device.failed import show_last
from device.geometry import Box, Size
from device.intents import Intent
from device.keypads import Keypad
from device.look import Frame, Layout
from device.look.items import Line, Rect, Style, Text
from device.look.lettering import width
from device.notify import AGAIN
from device.panels import Panel
from device.papers import MODELS
from device.settings import Settings
from device.setup import DRIVER, ENVIRONMENT, GAUGES, boot_changes, boot_folder, has_driver
from device.system import UNIT, System

ROOM = 16 << 20
"""Bytes that should be free where the games are kept: a match takes a few kilobytes."""

FORGETFUL = ("tmpfs", "ramfs", "overlay", "overlayfs", "squashfs")
"""File systems that forget at power-off, or cannot be written at all."""

DESKTOP = "desktop"
STATE = Path("/var/lib/koikoi")
"""Where the games of the service are."""

UNSET = 2024
"""A clock that shows this year or an earlier one has not been set."""

GROUPS = {"spi": "the bus", "gpio": "the pins"}
OLD_LGPIO, NEW_GPIOZERO = (0, 2), (2, 0)
"""gpiozero 1.6.2 knows only lgpio before 0.2: the names of its flags have changed."""

Say = Callable[[str], None]
VersionOf = Callable[[str], str | None]
"""Returns the version of an installed Python package, or None."""


class Severity(Enum):
    """How bad it is; only a problem keeps the game from being played as it should."""

    OK = "ok"
    NOTE = "note"
    PROBLEM = "problem"


class Finding(NamedTuple):
    """What a check has found, and what to do about it."""

    check: str
    severity: Severity
    told: str
    remedy: str = ""

    def __str__(self) -> str:
        remedy = f": {self.remedy}" if self.remedy else ""
        return f"{self.severity.value:8} {self.check}: {self.told}{remedy}"


class Patient(NamedTuple):
    """What is looked over: a machine, the board it should be, where its games are kept."""

    system: System
    board: Board
    saves: Path
    version_of: VersionOf
    today: date
    free: Callable[[Path], int | None]
    """Returns how many bytes are free in a directory."""

    @property
    def paper(self) -> bool:
        """Whether the board has an e-paper panel."""
        return self.board.panel in MODELS

    @property
    def set_up(self) -> str:
        """The command that brings what the board needs."""
        return f"sudo koikoi setup --board {self.board.name}"


def patient_of(board: str, saves: Path) -> Patient:
    """Return this machine, as the board that it is set up as; raises BoardError."""
    system = System()
    named = re.search(r"^KOIKOI_BOARD=(\S+)", system.text(ENVIRONMENT) or "", re.MULTILINE)
    if named and board == DESKTOP:
        board, saves = named[1], STATE
    return Patient(system, load(board), saves, _version, datetime.now(UTC).date(), _free)


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _free(place: Path) -> int | None:
    try:
        return shutil.disk_usage(place).free
    except OSError:
        return None


def ok(check: str, told: str) -> Finding:
    """Return that nothing is wrong."""
    return Finding(check, Severity.OK, told)


def note(check: str, told: str, remedy: str = "") -> Finding:
    """Return what may be meant so."""
    return Finding(check, Severity.NOTE, told, remedy)


def problem(check: str, told: str, remedy: str) -> Finding:
    """Return what is wrong, and what to do."""
    return Finding(check, Severity.PROBLEM, told, remedy)


def examine(patient: Patient) -> Iterator[Finding]:
    """Yield a finding for each check that makes sense for the board; raises nothing."""
    for check in (*ALWAYS, *(ON_A_DEVICE if patient.board.panel != "window" else ())):
        yield check(patient)


def model(patient: Patient) -> Finding:
    """Look for a Raspberry Pi."""
    found = patient.system.model
    if "Raspberry Pi" in found:
        return ok("model", found)
    return note("model", f"no Raspberry Pi ({found}); pins and panel need one")


def os_release(patient: Patient) -> Finding:
    """Name the system."""
    text = patient.system.text("/etc/os-release") or ""
    found = re.search(r'^PRETTY_NAME="?([^"\n]*)', text, re.MULTILINE)
    return ok("system", found[1]) if found else note("system", "it does not say which it is")


def bus(patient: Patient) -> Finding:
    """Look for the panel's bus, and who else has it open."""
    if not patient.paper:
        return ok("SPI", "not needed")
    device = patient.system.path("/dev/spidev0.0")
    if not device.exists():
        return problem("SPI", "off", f"{patient.set_up}, restart")
    holders = [each for each in _holders(patient.system, "/dev/spidev0.0") if each[1] != "koikoi"]
    if holders:
        number, name = holders[0]
        return problem(
            "SPI", f"{name} (process {number}) has it too", f"end it: sudo kill {number}"
        )
    return ok("SPI", "on and free")


def _holders(system: System, name: str) -> Iterator[tuple[str, str]]:
    """Yield number and name of each process that has a file open, as far as one may look."""
    for link in sorted(system.path("/proc").glob("[0-9]*/fd/*")):
        try:
            target = str(link.readlink())
        except OSError:
            continue
        if target == name:
            number = link.parent.parent.name
            yield number, _called(system, number)


def _called(system: System, number: str) -> str:
    """Return what a process is: koikoi if it is ours, whatever runs it."""
    words = (system.text(f"/proc/{number}/cmdline") or "").split("\0")
    if any(word.rpartition("/")[2] == "koikoi" for word in words[:3]):
        return "koikoi"
    return system.text(f"/proc/{number}/comm") or "a program"


TAKERS = {
    "spi0-0cs": "the panel's CS",
    "spi0-1cs": "a chip select of the panel's bus",
    "hifiberry-dac": "pin 18, the panel's PWR",
    "i2s-mmap": "pin 18, the panel's PWR",
    "tft35a": "the panel's bus",
    "waveshare35a": "the panel's bus",
    "ads7846": "the panel's bus",
}
"""Overlays that take what the panel needs."""


def boot_files(patient: Patient) -> Finding:
    """Look in config.txt for what the board needs, and for what takes it away."""
    config = patient.system.text(f"{boot_folder(patient.system)}/config.txt")
    if config is None:
        return note("config.txt", "there is none", "sudo mount /boot/firmware, if this is a Pi")
    for line, purpose, _ in boot_changes(patient.board):
        if with_line(config.encode(), line) != config.encode():
            return problem("config.txt", f"{purpose} is not switched on", patient.set_up)
    overlays = re.findall(r"^\s*dtoverlay=([\w-]+)([^\n]*)", config, re.MULTILINE)
    for name, _ in overlays if patient.paper else ():
        if name in TAKERS:
            remedy = f"take dtoverlay={name} out, if nothing else needs it"
            return problem("config.txt", f"{name} takes {TAKERS[name]}", remedy)
    pins = {pin for _, pin in patient.board.pins}
    for name, parameters in overlays:
        taken = {int(pin) for pin in re.findall(r"gpio(?:_?pin)?=(\d+)", parameters)}
        if name == "w1-gpio" and not taken:
            taken = {4}
        if taken & pins:
            pin = min(taken & pins)
            told = f"{name} takes pin {pin}, which a button has"
            return problem("config.txt", told, "give one of them another pin")
    return ok("config.txt", "what the board needs")


def groups(patient: Patient) -> Finding:
    """Look whether the service's user may use the bus and the pins."""
    lines = (patient.system.text("/etc/group") or "").splitlines()
    if not lines:
        return note("groups", "there is no /etc/group")
    there = {line.partition(":")[0] for line in lines}
    for group, what in GROUPS.items():
        if group not in there:
            told = f"there is no group {group}, which may use {what}"
            return problem("groups", told, "Raspberry Pi OS has it")
    if not (patient.system.text("/etc/passwd") or "").count("koikoi:"):
        return note("groups", "no user koikoi yet", "install the package: docs/boot.md")
    return ok("groups", "spi and gpio are there, and the service's user")


def pin_library(patient: Patient) -> Finding:
    """Look for lgpio and a gpiozero that fits it."""
    if not patient.board.pins:
        return ok("pins", "no button is on a pin")
    zero, lgpio = patient.version_of("gpiozero"), patient.version_of("lgpio")
    if zero is None:
        return problem("pins", "gpiozero is missing", "sudo apt install python3-gpiozero")
    if lgpio is None:
        return problem("pins", "lgpio is missing", "sudo apt install python3-lgpio (docs/boot.md)")
    if _numbers(zero) < NEW_GPIOZERO and _numbers(lgpio) >= OLD_LGPIO:
        told = f"gpiozero {zero} does not work with lgpio {lgpio} (SET_BIAS_DISABLE)"
        return problem("pins", told, "take both from PyPI: docs/boot.md")
    factory = os.environ.get("GPIOZERO_PIN_FACTORY", "lgpio")
    if factory != "lgpio":
        return note("pins", f"GPIOZERO_PIN_FACTORY is {factory}", "the service uses lgpio")
    return ok("pins", f"gpiozero {zero}, lgpio {lgpio}")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version)[:2])


def driver(patient: Patient) -> Finding:
    """Look for the panel maker's driver."""
    if not patient.paper:
        return ok("driver", "not needed")
    if has_driver(patient.system, patient.board):
        return ok("driver", f"in {DRIVER}")
    version = patient.version_of("waveshare-epaper")
    if version is not None:
        return ok("driver", f"waveshare-epaper {version}")
    return problem("driver", "missing", patient.set_up)


def gauge(patient: Patient) -> Finding:
    """Look for the bus of a battery's gauge."""
    if patient.board.battery not in GAUGES:
        return ok("battery", f"gauge: {patient.board.battery}")
    if not patient.system.path("/dev/i2c-1").exists():
        return problem("battery", "I2C is off", f"{patient.set_up}, restart")
    if patient.version_of("smbus2") is None:
        return problem("battery", "smbus2 is missing", "sudo apt install python3-smbus2")
    return ok("battery", f"gauge: {patient.board.battery}")


def saves(patient: Patient) -> Finding:
    """Look whether games that are kept there are there after power-off."""
    place = patient.saves
    there = patient.system.path(str(place))
    if not there.is_dir():
        return note("saves", f"{place} is not there yet: it comes with the first game")
    kind = _file_system(patient.system, place)
    if kind in FORGETFUL:
        told = f"{place} is on {kind}, which forgets at power-off"
        return problem("saves", told, "give it a partition of its own: docs/boot.md")
    if not os.access(there, os.W_OK):
        return problem("saves", f"{place} may not be written", f"sudo chown -R koikoi: {place}")
    return ok("saves", f"{place}, on {kind or 'an unknown file system'}")


def _file_system(system: System, place: Path) -> str:
    """Return the kind of the file system that a directory is on, "" where nothing is known."""
    kind, longest = "", 0
    for line in (system.text("/proc/mounts") or "").splitlines():
        words = line.split()
        # Of two at one place the later one is seen.
        if len(words) > 2 and place.is_relative_to(words[1]) and len(words[1]) >= longest:
            kind, longest = words[2], len(words[1])
    return kind


def space(patient: Patient) -> Finding:
    """Look how much room there is for games."""
    there = patient.system.path(str(patient.saves))
    free = patient.free(there if there.is_dir() else patient.system.root)
    if free is None:
        return note("space", "nothing is known of it")
    if free < ROOM:
        return problem("space", f"{free >> 20} MB are free", "sudo apt clean, or a larger card")
    return ok("space", f"{free >> 20} MB are free")


def clock(patient: Patient) -> Finding:
    """Look whether the clock is set."""
    if patient.today.year <= UNSET:
        return note("clock", f"not set ({patient.today})", "it does no harm: games are numbered")
    return ok("clock", str(patient.today))


LOW_NOW, LOW_ONCE = 0x1, 0x10000
"""Bits of `vcgencmd get_throttled`: the supply is too weak now, and has been since the start."""


def supply(patient: Patient) -> Finding:
    """Ask the firmware whether the supply holds."""
    done = patient.system.run("vcgencmd", "get_throttled")
    found = re.fullmatch(r"throttled=0x([0-9a-fA-F]+)", done.output)
    if done.status or found is None:
        return ok("supply", "the firmware does not tell")
    bits, remedy = int(found[1], 16), "use a better supply or a shorter cable"
    if bits & LOW_NOW:
        return problem("supply", "too weak", remedy)
    if bits & LOW_ONCE:
        return note("supply", "it was too weak since the start", remedy)
    return ok("supply", "strong enough")


def service(patient: Patient) -> Finding:
    """Ask systemd how it stands with the service."""
    names = ("ActiveState", "SubState", "Result", "UnitFileState", "StatusText")
    done = patient.system.run("systemctl", "show", UNIT, f"--property={','.join(names)}")
    told = dict(line.partition("=")[::2] for line in done.output.splitlines())
    if done.status or not told.get("ActiveState"):
        return note("service", "systemd does not tell")
    state, result = told["ActiveState"], told.get("Result", "")
    if state == "failed":
        remedy = "journalctl -u koikoi says why; sudo systemctl reset-failed koikoi, then start it"
        return problem("service", f"given up ({result})", remedy)
    if told.get("UnitFileState") != "enabled":
        return problem("service", f"{state}, not started at boot", patient.set_up)
    words = told.get("StatusText", "")
    if words.endswith(AGAIN):
        return problem("service", words, "plug it in, or free it: it is tried again by itself")
    return ok("service", f"{state}, {words or told.get('SubState', '')}")


def crash(patient: Patient) -> Finding:
    """Ask the journal for the last error of the program."""
    done = patient.system.run(
        "journalctl", "-u", UNIT, "-p", "err", "-n", "1", "-o", "short-iso", "--no-pager", "-q"
    )
    words = done.output.splitlines()
    if done.status or not words:
        return ok("last error", "none in the journal")
    return note("last error", words[-1], "journalctl -u koikoi tells more")


Check = Callable[[Patient], Finding]
ALWAYS: tuple[Check, ...] = (os_release, saves, space, clock)
ON_A_DEVICE: tuple[Check, ...] = (
    model,
    boot_files,
    bus,
    groups,
    pin_library,
    driver,
    gauge,
    supply,
    service,
    crash,
)


def picture(size: Size) -> Layout:
    """Return a test picture: which way is up, what is black, and whether every edge is there."""
    wide, tall = size
    middle = wide // 2
    arrow = [Line(Box(middle - row, 40 + row, 2 * row + 1, 1)) for row in range(30)]
    shaft = [Line(Box(middle - 8, row, 17, 1)) for row in range(70, tall - 40)]
    words = [
        Text(
            word,
            Box(middle - width(word, Style.BOLD) // 2, top, width(word, Style.BOLD), 16),
            style=Style.BOLD,
        )
        for word, top in (("TOP", 8), ("black on white", tall - 30))
    ]
    return Layout(size, (Rect(Box(0, 0, wide, tall)), *words, *arrow, *shaft))


def shown(panel: Panel) -> bool:
    """Show the test picture on a panel, which is asleep afterwards; return whether it got there."""
    return show_last(panel, Frame(picture(panel.size)), Intent.BOOT, Settings())


def pressed(keypads: Sequence[Keypad], keys: set[Key], events: Events, say: Say) -> set[Key]:
    """Tell each key that is pressed until all were, or a Stop comes; return those that are missing.

    Raises GpioError where the pins cannot be opened.
    """
    missing = set(keys)
    try:
        for keypad in keypads:
            keypad.start(events.put)
        while missing:
            match events.get():
                case KeyDown(key=key):
                    missing.discard(key)
                    left = ", ".join(sorted(each.value for each in missing))
                    say(f"{key.value} came" + (f"; press {left}" if left else ""))
                case Stop():
                    break
    finally:
        for keypad in keypads:
            keypad.stop()
    return missing
