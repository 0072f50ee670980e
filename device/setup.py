"""What a Raspberry Pi needs before it plays by itself, as steps that can be repeated.

`plan` only looks: so a dry run tells the same steps, and a second run finds nothing left to do.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from device.boards import Board
from device.bootfiles import with_line, without_console
from device.papers import MODELS
from device.steps import (
    PENDING,
    RESTART,
    Command,
    EditBoot,
    RemoveFile,
    SetupError,
    Step,
    WriteFile,
    do,
    readable,
)
from device.system import UNIT, System

UNITS = ("/usr/lib/systemd/system", "/lib/systemd/system")
ETC = "/etc/koikoi"
ENVIRONMENT = f"{ETC}/environment"
"""Where the service reads which board it is."""

DROP_IN = f"/etc/systemd/system/{UNIT}.d/board.conf"
DRIVER = "/usr/lib/koikoi-driver"
OURS = "# Written by koikoi setup."
BOOT = ("/boot/firmware", "/boot")
"""Where the boot files lie: since bookworm, and before."""

CONSOLE = "/dev/tty1"
"""The terminal of a board that wants one and names none: a service is started in none."""

GAUGES = ("max17040", "pisugar3")
"""The batteries that are asked over I2C."""

UARTS = ("/dev/serial0", "/dev/ttyS0", "/dev/ttyAMA0")
"""The serial port on the header's pins 8 and 10, by each of its names."""

PYTHON = ("/usr/bin/python3", "-I")
"""The Python that the service runs, blind for what lies in the directory that it is started in."""

ROOM = 32 << 20
"""Bytes that should be free: the driver takes 2 MB, pip its temporary files beside it."""

FETCH_S, START_S = 900.0, 180.0
"""How long pip may take, on a Zero and a slow line, and the service until it is ready (120 s)."""

_FILE = re.compile(r"[\w.+-]+")
_TTY = re.compile(r"/dev/[\w./-]+")


def refusals(system: System, board: Board, *, driver: bool = True) -> Iterator[str]:
    """Yield why nothing can be set up here, each with what to do; the first says the most."""
    if "Raspberry Pi" not in system.model:
        yield f"this is no Raspberry Pi ({system.model}): nothing was changed"
    if system.user != 0:
        yield "setup changes the system: sudo koikoi setup --board NAME"
    if not system.path("/run/systemd/system").is_dir():
        yield "systemd does not run here, so nothing would start the game: start it with koikoi"
    if not any(system.path(f"{units}/{UNIT}").is_file() for units in UNITS):
        yield f"{UNIT} is not installed: sudo apt install ./koikoi_VERSION_all.deb"
    if re.search(r"^\S+ / overlay ", system.text("/proc/mounts") or "", re.MULTILINE):
        yield (
            "the root is an overlay that forgets at power-off: "
            "switch it off (sudo raspi-config, Performance), set up, switch it on again"
        )
    if boot_changes(board) and not system.path(f"{boot_folder(system)}/config.txt").is_file():
        yield "there is no config.txt in /boot/firmware or /boot: sudo mount /boot/firmware"
    if driver and not has_driver(system, board) and shutil.disk_usage(system.root).free < ROOM:
        yield f"there are less than {ROOM >> 20} MB free: sudo apt clean, or a larger card"


def plan(system: System, board: Board, name: str, *, driver: bool = True) -> tuple[Step, ...]:
    """Return all steps for a board in their order, changing nothing; raises SetupError.

    `name` is the board's, or a file `mine.toml`. Whether the machine can be set up at all is not
    asked here.
    """
    if board.panel == "window":
        raise SetupError(
            "a desktop needs no setup; "
            "name the device that this is with --board (koikoi boards tells them)"
        )
    before = (*_boot_steps(system, board), *(_driver_steps(system, board) if driver else ()))
    files = (*_board_steps(system, name), *_tty_steps(system, board))
    return (*before, *files, *_service_steps(system, board, (*before, *files)))


def run(  # noqa: PLR0913 - the options of the command
    system: System,
    board: Board,
    name: str,
    say: Callable[[str], None],
    *,
    dry: bool = False,
    driver: bool = True,
) -> None:
    """Set a machine up and tell each step, or only tell them; raises SetupError.

    After an error the steps before it stay done, and another run goes on there.
    """
    steps = plan(system, board, name, driver=driver)
    for refusal in refusals(system, board, driver=driver):
        if not dry:
            raise SetupError(refusal)
        say(f"but {refusal}")
    for step in steps:
        mark = "done already: " if step.done else "would " if dry else ""
        say(f"{mark}{step.told}")
        if not (step.done or dry):
            do(system, step)
    say(_ending(system, board, steps, dry=dry))


def _ending(system: System, board: Board, steps: tuple[Step, ...], *, dry: bool) -> str:
    """Return the last line: what is left to do, or how it runs."""
    done = all(step.done for step in steps)
    if dry:
        return "nothing is left to do" if done else "nothing was changed"
    starts = _starts(system, board, steps)
    left = _status(system) if starts else "restart now: sudo reboot"
    return f"everything is done already; {left}" if done else left


def _starts(system: System, board: Board, steps: tuple[Step, ...]) -> bool:
    """Return whether the game can start before the machine does, as the boot files are now."""
    changed = any(isinstance(step, EditBoot) and not step.done for step in steps)
    there = all(system.path(device).exists() for _, _, device in boot_changes(board))
    return there and not changed and not _console_runs(system, board)


def _status(system: System) -> str:
    """Return how the service says that it is."""
    ran = system.run("systemctl", "show", "--property=StatusText", "--value", UNIT)
    return f"koikoi runs: {ran.output}" if ran.status == 0 and ran.output else "koikoi runs"


def boot_changes(board: Board) -> tuple[tuple[str, str, str], ...]:
    """Return the lines for config.txt, what each is for, and the device that it brings."""
    changes = []
    if board.panel in MODELS:
        changes.append(("dtparam=spi=on", "the panel's bus", "/dev/spidev0.0"))
    if board.battery in GAUGES:
        changes.append(("dtparam=i2c_arm=on", "the battery's bus", "/dev/i2c-1"))
    if _on_header(board):
        changes.append(("enable_uart=1", "the keypad's port", board.serial.port))
    return tuple(changes)


def _on_header(board: Board) -> bool:
    return "serial" in board.keypads and board.serial.port in UARTS


def boot_folder(system: System) -> str:
    """Return where the boot files lie on this machine."""
    for folder in BOOT:
        if system.path(f"{folder}/config.txt").is_file():
            return folder
    return BOOT[0]


def _boot_steps(system: System, board: Board) -> Iterator[Step]:
    folder = boot_folder(system)
    for line, purpose, _ in boot_changes(board):
        yield _boot_step(
            system,
            f"put {line} into {folder}/config.txt ({purpose})",
            f"{folder}/config.txt",
            partial(with_line, line=line),
        )
    if _on_header(board):
        yield _boot_step(
            system,
            f"take the serial console out of {folder}/cmdline.txt (the keypad needs its port)",
            f"{folder}/cmdline.txt",
            without_console,
        )


def _boot_step(system: System, told: str, path: str, change: Callable[[bytes], bytes]) -> EditBoot:
    content = _bytes(system, path) or b""
    return EditBoot(told, change(content) == content, path, change)


def _driver_steps(system: System, board: Board) -> Iterator[Step]:
    if board.panel not in MODELS:
        return
    yield Command(
        f"fetch the panel maker's driver into {DRIVER}",
        has_driver(system, board),
        (
            *PYTHON,
            *("-m", "pip", "install", "--disable-pip-version-check", "--upgrade"),
            *("--no-deps", "--target", DRIVER, "waveshare-epaper"),
        ),
        "is the machine on line? Then repeat it; without the driver: --no-driver",
        patience_s=FETCH_S,
    )
    module = _driver_module(system, board)
    yield Command(
        f"compile what is in {DRIVER}, so that it starts faster",
        module is not None and Path(importlib.util.cache_from_source(str(module))).is_file(),
        (*PYTHON, "-m", "compileall", "-q", DRIVER),
        "",
        patience_s=FETCH_S,
        # Some of its files are for a Python of old, and none of those is used.
        must=False,
    )


def _driver_module(system: System, board: Board) -> Path | None:
    """Return the driver of the board's panel: in the maker's repository, or its copy on PyPI."""
    found = system.path(DRIVER).rglob(f"waveshare_epd/{board.panel}.py")
    return next(iter(sorted(found)), None)


def has_driver(system: System, board: Board) -> bool:
    """Return whether the panel maker's driver is there, or not needed."""
    if board.panel not in MODELS:
        return True
    module = _driver_module(system, board)
    return module is not None and module.with_name("epdconfig.py").is_file()


def _board_steps(system: System, name: str) -> Iterator[Step]:
    """Yield how the service learns its board; a file comes out of a home, which it cannot see."""
    known_as = name
    if name.endswith(".toml"):
        file = Path(name)
        if not _FILE.fullmatch(file.name):
            raise SetupError(f"{file.name}: call it by letters and digits only, like mine.toml")
        known_as = f"{ETC}/{file.name}"
        try:
            content = file.read_bytes()
        except OSError as error:
            raise SetupError(f"{file}: cannot be read: {error.strerror}") from error
        yield _file_step(system, f"copy the board to {known_as}", known_as, content)
    content = _with_board(_bytes(system, ENVIRONMENT) or b"", known_as)
    told = f"name the board in {ENVIRONMENT}: {known_as}"
    yield _file_step(system, told, ENVIRONMENT, content)


def _with_board(environment: bytes, name: str) -> bytes:
    """Return the service's environment with this board, and all else as it stands there."""
    ours = f"KOIKOI_BOARD={name}\n".encode()
    if environment and not environment.endswith(b"\n"):
        environment += b"\n"
    lines = environment.splitlines(keepends=True)
    named = [line.lstrip().startswith(b"KOIKOI_BOARD=") for line in lines]
    at = named.index(True) if any(named) else len(lines)
    kept = [line for line, old in zip(lines, named, strict=True) if not old]
    return b"".join((*kept[:at], ours, *kept[at:]))


def _file_step(system: System, told: str, path: str, content: bytes) -> WriteFile:
    return WriteFile(
        told, _bytes(system, path) == content and readable(system.path(path)), path, content
    )


def _tty_steps(system: System, board: Board) -> Iterator[Step]:
    """Yield how the service gets the board's terminal, or loses one that it had."""
    tty = board.tty or (CONSOLE if {"terminal", "braille"} & {*board.keypads, board.panel} else "")
    if tty:
        if not _TTY.fullmatch(tty):
            raise SetupError(f"tty: {tty!r} is no terminal's device, such as {CONSOLE}")
        told = f"give {tty} to the service ({DROP_IN})"
        yield _file_step(system, told, DROP_IN, _drop_in(board, tty))
    elif (_bytes(system, DROP_IN) or b"").startswith(OURS.encode()):
        yield RemoveFile(f"remove {DROP_IN}: the board has no terminal", done=False, path=DROP_IN)


def _drop_in(board: Board, tty: str) -> bytes:
    """Return what the unit needs for a terminal of its own, without a login there."""
    number = tty.removeprefix("/dev/tty")
    login = ""
    if number and number != tty:
        login = f"{'getty' if number.isdigit() else 'serial-getty'}@tty{number}.service"
    shown = board.panel in ("terminal", "braille") and not board.tty
    lines = (
        OURS,
        *(("[Unit]", f"Conflicts={login}", f"After={login}", "") if login else ()),
        "[Service]",
        # The unit's policy keeps systemd itself from a device that it does not name.
        f"DeviceAllow={tty} rw",
        "StandardInput=tty",
        f"TTYPath={tty}",
        "TTYReset=yes",
        # What the program complains of is not for the picture.
        f"StandardOutput={'tty' if shown else 'journal'}",
        "StandardError=journal",
    )
    return "".join(f"{line}\n" for line in lines).encode()


def _service_steps(system: System, board: Board, earlier: tuple[Step, ...]) -> Iterator[Step]:
    """Yield what systemd is told after the earlier steps."""
    systemctl = partial(system.run, "systemctl")
    journal = "journalctl -u koikoi has the cause"
    stale = systemctl("show", "--property=NeedDaemonReload", "--value", UNIT).output != "no"
    written = [step for step in earlier if isinstance(step, WriteFile | RemoveFile)]
    read = all(step.done for step in written if step.path == DROP_IN) and not stale
    yield Command("let systemd read its files again", read, ("systemctl", "daemon-reload"), journal)
    yield Command(
        "start the game with the machine",
        systemctl("is-enabled", UNIT).output == "enabled",
        ("systemctl", "enable", UNIT),
        journal,
    )
    if not _starts(system, board, earlier):
        return
    state = systemctl("is-active", UNIT).output
    done = all(step.done for step in earlier)
    if state == "failed":
        yield Command(
            "forget its earlier faults",
            done=False,
            command=("systemctl", "reset-failed", UNIT),
            remedy=journal,
        )
    yield Command(
        "start the game now",
        state == "active" and read and not system.path(PENDING).exists() and done,
        RESTART,
        journal,
        patience_s=START_S,
    )


def _console_runs(system: System, board: Board) -> bool:
    """Return whether the kernel was started with a console on the keypad's port."""
    cmdline = (system.text("/proc/cmdline") or "").encode()
    return _on_header(board) and without_console(cmdline) != cmdline


def _bytes(system: System, path: str) -> bytes | None:
    try:
        return system.path(path).read_bytes()
    except OSError:
        return None
