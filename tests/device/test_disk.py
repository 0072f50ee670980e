"""A disk that may lose whatever was not synced: names and contents apart, in any combination.

The save before or after a decision is on it whatever happens, and that this is no matter of course
is shown by leaving out what makes it so.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, product
from pathlib import Path
from random import Random

import pytest

from device.store import FileStore
from koikoi.match import Match
from koikoi.record import write
from tests.games import new_match

SEED = int(os.environ.get("KOIKOI_SEED", "0"))


class PowerCutError(BaseException):
    """The power is gone; nothing catches this."""


@dataclass(eq=False)
class Inode:
    """A file whatever its name: what was written, and what of it is surely on the disk."""

    written: bytes = b""
    synced: bytes = b""

    def contents(self) -> set[bytes]:
        """What may be found in it after a power cut."""
        half = self.written[: len(self.written) // 2]
        return {self.synced, half, self.written} if self.synced != self.written else {self.written}


@dataclass
class Disk:
    """The calls of `os` on a real directory, and what a power cut may leave of them.

    The power goes at call number `cut`. `forgets` names what this disk's sync does not do.
    """

    cut: int = -1
    forgets: str = ""
    calls: int = 0
    names: dict[str, Inode] = field(default_factory=dict)
    durable: dict[str, Inode] = field(default_factory=dict)
    pending: list[tuple[str, str, Inode | None]] = field(default_factory=list)
    opened: dict[int, Inode | None] = field(default_factory=dict)

    def call(self) -> None:
        if self.calls == self.cut:
            raise PowerCutError
        self.calls += 1

    def open(self, path: Path, flags: int, mode: int = 0o777, /) -> int:
        self.call()
        fd = os.open(path, flags, mode)
        if flags & os.O_CREAT:
            inode = self.names[path.name] = Inode()
            self.pending.append((path.name, "", inode))
        self.opened[fd] = self.names.get(path.name)
        return fd

    def close(self, fd: int, /) -> None:
        os.close(fd)

    def fstat(self, fd: int, /) -> os.stat_result:
        return os.fstat(fd)

    def fsync(self, fd: int, /) -> None:
        self.call()
        if stat.S_ISDIR(os.fstat(fd).st_mode):
            if self.forgets != "directory":
                self.durable, self.pending = dict(self.names), []
        elif self.forgets != "file":
            inode = self.opened[fd]
            assert inode is not None
            inode.synced = inode.written

    def listdir(self, path: Path, /) -> list[str]:
        return [each.name for each in path.iterdir()]

    def mkdir(self, path: Path, mode: int, /) -> None:
        path.mkdir(mode)

    def read(self, fd: int, length: int, /) -> bytes:
        return os.read(fd, length)

    def rename(self, old: Path, new: Path, /) -> None:
        self.replace(old, new)

    def replace(self, old: Path, new: Path, /) -> None:
        self.call()
        old.replace(new)
        self.names[new.name] = self.names.pop(old.name)
        self.pending.append((new.name, old.name, None))

    def unlink(self, path: Path, /) -> None:
        self.call()
        path.unlink()
        del self.names[path.name]
        self.pending.append(("", path.name, None))

    def write(self, fd: int, content: bytes, /) -> int:
        self.call()
        inode = self.opened[fd]
        assert inode is not None
        length = os.write(fd, content[: 1 + len(content) // 2])
        inode.written += content[:length]
        return length

    def left(self) -> Iterator[dict[str, bytes]]:
        """Yield everything that may be found after a power cut now."""
        for count in range(len(self.pending) + 1):
            for kept in combinations(self.pending, count):
                names = dict(self.durable)
                for new, old, inode in kept:
                    if inode is not None:
                        names[new] = inode
                    elif old in names:
                        moved = names.pop(old)
                        if new:
                            names[new] = moved
                inodes = list(dict.fromkeys(names.values()))
                for contents in product(*(sorted(inode.contents()) for inode in inodes)):
                    found = dict(zip(inodes, contents, strict=True))
                    yield {name: found[inode] for name, inode in names.items()}


def moments(count: int, rng: Random) -> list[Match]:
    """Return a match after each of so many decisions, by any moves."""
    match = new_match(b"disk")
    found: list[Match] = []
    while len(found) < count:
        if match.round.result is None:
            match = match.apply(rng.choice(match.round.legal_moves))
        elif match.over:
            match = new_match(rng.randbytes(8))
        else:
            match = match.next_round()
        if not match.over:
            found.append(match)
    return found


class Loader:
    """Loads what a power cut left; the same is not loaded twice."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._known: dict[tuple[tuple[str, bytes], ...], str] = {}

    def load(self, files: dict[str, bytes]) -> str:
        """Return the record of the match that is loaded, an empty one for none."""
        key = tuple(sorted(files.items()))
        if key not in self._known:
            directory = self._directory / str(len(self._known))
            directory.mkdir()
            for name, content in files.items():
                (directory / name).write_bytes(content)
            store = FileStore(directory)
            store.open()
            match = store.load_match()
            self._known[key] = "" if match is None else write(match)
        return self._known[key]


def losses(directory: Path, matches: list[Match], forgets: str = "") -> list[str]:
    """Save matches one after the other, with a power cut at every call of the last of them.

    Returns what was loaded and should not have been.
    """
    records = ["", *map(write, matches)]
    loads = directory / "loads"
    loads.mkdir()
    loader, wrong = Loader(loads), list[str]()
    cut, whole = 0, False
    while not whole:
        home = directory / f"saves-{cut}"
        home.mkdir()
        disk = Disk(forgets=forgets)
        store = FileStore(home, files=disk)
        for match in matches[:-1]:
            store.save_match(match)
        disk.cut = disk.calls + cut
        try:
            store.save_match(matches[-1])
        except PowerCutError:
            allowed = records[-2:]
        else:
            # A save that has returned is there.
            allowed, whole = records[-1:], True
        wrong += [each for left in disk.left() if (each := loader.load(left)) not in allowed]
        cut += 1
    assert cut > 6
    return wrong


@pytest.mark.parametrize("saves", [1, 2, 3, 5])
def test_whatever_the_disk_loses_the_save_before_or_after_is_there(
    tmp_path: Path, saves: int
) -> None:
    assert losses(tmp_path, moments(saves, Random(saves))) == []


@pytest.mark.parametrize("forgets", ["file", "directory"])
def test_without_either_sync_a_save_can_be_lost(tmp_path: Path, forgets: str) -> None:
    assert losses(tmp_path, moments(3, Random(1)), forgets) != []


@pytest.mark.soak
@pytest.mark.parametrize("number", range(300))
def test_over_many_saves_the_save_before_or_after_is_there(tmp_path: Path, number: int) -> None:
    rng = Random(SEED * 1000 + number)

    assert losses(tmp_path, moments(rng.randrange(1, 120), rng)[-6:]) == []
