"""Durable files: after a power cut at any moment there is the old one or the new one, whole."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from device.documents import Trouble, UnfitError

LARGEST = 1 << 20
"""Bytes; a file above this is not ours: a whole match takes some four thousand."""


class Files(Protocol):
    """The calls of `os` that reach the disk; another object can stand in and let them fail."""

    def open(self, path: Path, flags: int, mode: int = 0o777, /) -> int: ...
    def close(self, fd: int, /) -> None: ...
    def fstat(self, fd: int, /) -> os.stat_result: ...
    def fsync(self, fd: int, /) -> None: ...
    def listdir(self, path: Path, /) -> list[str]: ...
    def mkdir(self, path: Path, mode: int, /) -> None: ...
    def read(self, fd: int, length: int, /) -> bytes: ...
    def rename(self, old: Path, new: Path, /) -> None: ...
    def replace(self, old: Path, new: Path, /) -> None: ...
    def unlink(self, path: Path, /) -> None: ...
    def write(self, fd: int, content: bytes, /) -> int: ...


def write_durably(
    path: Path, content: bytes, files: Files = os, before: Path | None = None
) -> None:
    """Put a file in place so that a power cut leaves the old one or the new one; raises OSError.

    With `before` the old one stays under that name; for a moment it is there only.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW
    try:
        fd = files.open(temporary, flags, 0o600)
        try:
            rest = content
            while rest:
                rest = rest[files.write(fd, rest) :]
            files.fsync(fd)
        finally:
            files.close(fd)
        if before is not None:
            with suppress(FileNotFoundError):
                files.replace(path, before)
        files.replace(temporary, path)
    except OSError:
        with suppress(OSError):
            files.unlink(temporary)
        raise
    sync_directory(path.parent, files)


def read_whole(path: Path, files: Files = os) -> bytes | None:
    """Return a file's bytes, None where there is none; raises OSError, UnfitError if not ours."""
    try:
        # Not to wait for a writer, should it be a pipe.
        fd = files.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except (FileNotFoundError, NotADirectoryError):
        return None
    try:
        if not stat.S_ISREG(files.fstat(fd).st_mode):
            raise UnfitError("it is no plain file", Trouble.FOREIGN)
        pieces: list[bytes] = []
        size = 0
        while piece := files.read(fd, LARGEST + 1 - size):
            pieces.append(piece)
            size += len(piece)
            if size > LARGEST:
                raise UnfitError(f"it is larger than {LARGEST} bytes", Trouble.FOREIGN)
        return b"".join(pieces)
    finally:
        files.close(fd)


def make_directory(directory: Path, files: Files = os) -> None:
    """Make a directory that only its owner can enter, and those above it; raises OSError."""
    try:
        files.mkdir(directory, 0o700)
    except FileExistsError:
        if not directory.is_dir():
            raise
        return
    except FileNotFoundError:
        if directory.parent == directory:
            raise
        make_directory(directory.parent, files)
        files.mkdir(directory, 0o700)
    sync_directory(directory.parent, files)


def sync_directory(directory: Path, files: Files = os) -> None:
    """Make the names in a directory durable; raises OSError."""
    fd = files.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        files.fsync(fd)
    finally:
        files.close(fd)
