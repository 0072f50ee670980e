"""Steps that set a machine up: each knows whether it is done, and can be carried out again."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from device.files import write_durably
from device.system import UNIT, System
from koikoi.cards import KoiKoiError

BEFORE = ".koikoi-before"
"""What a boot file's copy is called, from before the first change."""

READABLE = 0o644
ENTERED = 0o055
"""The rights by which everyone reads a file, and others than its owner get to it."""

RESTART = ("systemctl", "restart", UNIT)
PENDING = "/run/koikoi-setup"
"""There from the first file that is changed until the service has started with it.

A restart of the machine takes it away too.
"""


class SetupError(KoiKoiError):
    """A step that failed, or a machine that cannot be set up; says what to do."""


class WriteFile(NamedTuple):
    """A file of ours, which everyone may read."""

    told: str
    done: bool
    path: str
    content: bytes


class RemoveFile(NamedTuple):
    """A file of ours that is needed no more."""

    told: str
    done: bool
    path: str


class EditBoot(NamedTuple):
    """A change to a boot file, which is copied before the first one."""

    told: str
    done: bool
    path: str
    change: Callable[[bytes], bytes]


class Command(NamedTuple):
    """A program to run."""

    told: str
    done: bool
    command: tuple[str, ...]
    remedy: str
    patience_s: float = 60.0
    must: bool = True
    """Whether it is a fault when it fails."""


Step = WriteFile | RemoveFile | EditBoot | Command


def do(system: System, step: Step) -> None:
    """Carry a step out; raises SetupError."""
    try:
        match step:
            case WriteFile(path=path, content=content):
                system.path(PENDING).touch()
                _write(system.path(path), content)
            case RemoveFile(path=path):
                system.path(PENDING).touch()
                system.path(path).unlink(missing_ok=True)
            case EditBoot(path=path, change=change):
                _edit(system.path(path), change)
            case Command():
                _run(system, step)
                if step.command == RESTART:
                    system.path(PENDING).unlink(missing_ok=True)
    except OSError as error:
        raise SetupError(f"{step.told}: {error.strerror or error}: {_remedy(error)}") from error


def readable(path: Path) -> bool:
    """Return whether the service's user gets to a file and may read it."""
    return not READABLE & ~path.stat().st_mode and not ENTERED & ~path.parent.stat().st_mode


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.parent.chmod(path.parent.stat().st_mode | ENTERED)
    write_durably(path, content)
    path.chmod(READABLE)


def _edit(path: Path, change: Callable[[bytes], bytes]) -> None:
    content = path.read_bytes()
    mode = path.stat().st_mode
    before = path.with_name(f"{path.name}{BEFORE}")
    if not before.exists():
        write_durably(before, content)
    write_durably(path, change(content))
    # FAT has no modes of its own, and refuses others.
    if path.stat().st_mode != mode:
        path.chmod(mode)


def _run(system: System, step: Command) -> None:
    ran = system.run(*step.command, patience_s=step.patience_s)
    if "externally-managed-environment" in ran.output:
        # A pip of a distribution's own that does not see that its directory is ours alone.
        ran = system.run(*step.command, "--break-system-packages", patience_s=step.patience_s)
    if ran.status == 0 or not step.must:
        return
    if "No module named pip" in ran.output:
        raise SetupError(f"{step.told}: pip is missing: sudo apt install python3-pip")
    why = ran.output.splitlines()[-1] if ran.output else f"it ended with {ran.status}"
    raise SetupError(f"{step.told}: {why}: {step.remedy}")


def _remedy(error: OSError) -> str:
    match error.errno:
        case errno.ENOSPC:
            return "make room (sudo apt clean) and repeat it"
        case errno.EROFS:
            return "mount it for writing (sudo mount -o remount,rw and its place) and repeat it"
        case errno.EACCES | errno.EPERM:
            return "sudo koikoi setup --board NAME"
    return "repeat it; if it stays, look over the card (dmesg tells)"
