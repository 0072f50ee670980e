"""One program at a time for a directory of saves: the kernel's lock on a file in it."""

from __future__ import annotations

import errno
import fcntl
import os
from pathlib import Path
from types import TracebackType
from typing import Self

from koikoi.cards import KoiKoiError

NAME = ".lock"
LONGEST = 200
"""Bytes of what the file says of its holder."""


class LockedError(KoiKoiError, OSError):
    """Another program has the directory; the message says which, and the remedy."""


class Lock:
    """Held from `with` to its end. The kernel lets go of it when a process dies, however it died.

    Where there can be no lock (a disk that cannot be written, or knows none) the game is played
    without one.
    """

    def __init__(self, directory: Path, holder: str) -> None:
        self._path = directory / NAME
        self._holder = holder
        self._fd = -1

    def __enter__(self) -> Self:
        """Take the lock; raises LockedError."""
        try:
            self._path.parent.mkdir(0o700, parents=True, exist_ok=True)
            self._fd = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            # Not flock: the CPU's process would inherit that, and may outlive this one by a moment.
            fcntl.lockf(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.EACCES) or self._fd < 0:
                return self
            holder = os.read(self._fd, LONGEST).decode("utf-8", "replace").strip()
            self._close()
            who = holder or "another program"
            raise LockedError(
                f"the game in {self._path.parent} is being played by {who}; "
                "end that first, or name another directory with --config DIR"
            ) from None
        os.ftruncate(self._fd, 0)
        os.write(self._fd, f"process {os.getpid()}, {self._holder}\n".encode()[:LONGEST])
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Let go of it; the file stays, for one that is removed could be locked twice."""
        self._close()

    def _close(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1
