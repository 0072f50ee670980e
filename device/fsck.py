"""Looks over the directory of saves, and repairs what can be repaired."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from device.archive import FIGURES, FOLDER, NAME
from device.documents import UnfitError
from device.files import read_whole
from device.settings import Settings
from device.store import BEFORE, GAME, SETTINGS, TEMPORARY, FileStore, parse_game
from koikoi import record
from koikoi.cards import KoiKoiError

OWNER_ONLY = 0o077
"""The rights of others, of which there should be none."""


class Finding(NamedTuple):
    """A file and what is wrong with it; nothing is where the text is empty."""

    name: str
    wrong: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.wrong or 'ok'}"


def look_over(directory: Path) -> Iterator[Finding]:
    """Yield a finding for each file of ours, and for what should not be there."""
    if not directory.is_dir():
        yield Finding(str(directory), "is not there; it is made when a game is saved")
        return
    yield Finding(str(directory), _open_to_others(directory))
    checks: dict[str, Callable[[bytes], object]] = {
        GAME: parse_game,
        BEFORE: parse_game,
        SETTINGS: lambda content: Settings.parse(content.decode()),
    }
    for name, parse in checks.items():
        if (directory / name).exists():
            path = directory / name
            yield Finding(name, _unfit(path, parse) or _open_to_others(path))
    for path in sorted(directory.iterdir()):
        if TEMPORARY.fullmatch(path.name):
            yield Finding(path.name, "was left by a save that was cut off")
        elif ".aside-" in path.name:
            yield Finding(path.name, "")
    folder = directory / FOLDER
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        name = f"{FOLDER}/{path.name}"
        if NAME.fullmatch(path.name):
            yield Finding(name, _unfit(path, lambda content: record.read(content.decode())))
        elif path.name != FIGURES:
            yield Finding(name, "is none of our files")


def repair(directory: Path) -> None:
    """Move aside what cannot be used, take what was kept before, tidy up; raises StoreError."""
    store = FileStore(directory)
    store.open()
    match = store.load_match()
    store.save_settings(store.load_settings())
    if match is not None:
        store.save_match(match)
    store.load_before()
    for path in (directory, *directory.rglob("*")):
        with suppress(OSError):
            path.chmod(0o700 if path.is_dir() else 0o600)


def _unfit(path: Path, parse: Callable[[bytes], object]) -> str:
    """Return why a file cannot be used, nothing if it can."""
    try:
        content = read_whole(path)
        if content is not None:
            parse(content)
    except (UnfitError, KoiKoiError, UnicodeDecodeError) as error:
        return f"cannot be used ({str(error)[:80]})"
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    return ""


def _open_to_others(path: Path) -> str:
    """Return that others may read what is yours, nothing if they may not."""
    return "others may read it" if path.stat().st_mode & OWNER_ONLY else ""
