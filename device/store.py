"""Where the match and the settings outlive the program: small files in one directory.

A power cut at any moment leaves the old file or the new one, whole. Of the match the save before
the last one is kept as well, and taken where the last one cannot be used. What we cannot read is
moved aside and told about, never overwritten: other programs use the same names.
"""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Protocol, TypeVar

from device.archive import Archive
from device.documents import Trouble, UnfitError, unwrap
from device.events import Archived, Wanted
from device.files import Files, make_directory, read_whole, sync_directory, write_durably
from device.notices import Adopted, Notice, Restored, SetAside
from device.settings import ROUNDS, Parsed, Settings
from koikoi import gokoikoi, record
from koikoi.cards import KoiKoiError
from koikoi.match import Match
from koikoi.tally import tallies

GAME = "game.json"
BEFORE = "game.before.json"
"""The save before the last one."""

SETTINGS = "settings.json"
FORMAT = "koikoi"
VERSION = 2
"""Version 1 had no checksum."""

STAMP = 15
"""How many letters a time has in the name of a file."""

ASIDE = 8
"""So many files that were moved aside are kept of each name, the newest."""

LONGEST_DETAIL = 120
"""Characters of what is wrong with a file that are told to the player."""

ADOPTED = ".go-koikoi"
"""What is added to the name of a file of go-koikoi under which it is kept."""

TEMPORARY = re.compile(
    rf"\.({re.escape(GAME)}|{re.escape(SETTINGS)})({re.escape(ADOPTED)}(-\d+)?)?\.\d+\.tmp"
)
"""The names that `write_durably` gives to a file that is not in place yet."""

Value = TypeVar("Value")

REMEDIES = {
    errno.EACCES: "give yourself the right to write there",
    errno.EDQUOT: "free some room on the disk",
    errno.ENOSPC: "free some room on the disk",
    errno.EPERM: "give yourself the right to write there",
    errno.EROFS: "make the disk writable",
}


class StoreError(KoiKoiError, OSError):
    """Something could not be saved; the message is one line with the remedy. Try again later."""


class Store(Protocol):
    """Keeps one match and the settings; `notices` collects what the player should be told."""

    notices: list[Notice]

    def open(self) -> None:
        """Get ready; raises StoreError, after which saving is still tried."""

    def load_match(self) -> Match | None:
        """Return the match that was saved last, None where there is none."""

    def load_settings(self) -> Settings:
        """Return the settings that were saved last, the defaults where there are none."""

    def save_match(self, match: Match) -> None:
        """Keep a match in place of the last one; returns when it is durable; raises StoreError."""

    def save_settings(self, settings: Settings) -> None:
        """Keep settings in place of the last; returns when they are durable; raises StoreError."""

    def archived(self, wanted: Wanted) -> Archived:
        """Return what is kept of the matches that are over; what cannot be read is None there."""


class MemoryStore:
    """A store that lasts as long as the program; where `refusal` is set, saving fails with it."""

    def __init__(self, match: Match | None = None, settings: Settings | None = None) -> None:
        self.match = match
        self.settings = settings or Settings()
        self.finished: list[Match] = []
        """The matches that are over, the newest first."""
        self.refusal: str | None = None
        self.notices: list[Notice] = []

    def open(self) -> None:
        """Get ready."""

    def load_match(self) -> Match | None:
        """Return the match in memory."""
        return self.match

    def load_settings(self) -> Settings:
        """Return the settings in memory."""
        return self.settings

    def save_match(self, match: Match) -> None:
        """Keep a match; raises StoreError where `refusal` is set."""
        self._refuse()
        self.match = match
        if match.over and match not in self.finished:
            self.finished.insert(0, match)

    def save_settings(self, settings: Settings) -> None:
        """Keep settings; raises StoreError where `refusal` is set."""
        self._refuse()
        self.settings = settings

    def archived(self, wanted: Wanted) -> Archived:
        """Return what was wanted of the matches in memory."""
        first, most = wanted
        matches = tuple(self.finished[first : first + most])
        figures = () if most else tallies(self.finished)
        return Archived(wanted, len(self.finished), matches, figures)

    def _refuse(self) -> None:
        if self.refusal is not None:
            raise StoreError(self.refusal)


def local_time() -> datetime:
    """Return the time on the clock of the device."""
    return datetime.now(tz=UTC).astimezone()


class FileStore:
    """A store in a directory; `clock` dates the files that are moved aside."""

    def __init__(
        self, directory: Path, clock: Callable[[], datetime] = local_time, files: Files = os
    ) -> None:
        self.notices: list[Notice] = []
        self._directory = directory
        self._archive = Archive(directory, files)
        self._clock = clock
        self._files = files
        # What is known to lie on the disk, whole, under each name.
        self._durable: dict[str, bytes] = {}
        # The names under which a file of go-koikoi lies, which is kept elsewhere.
        self._theirs: set[str] = set()

    def open(self) -> None:
        """Make the directory where it is missing and tidy it; raises StoreError."""
        try:
            make_directory(self._directory, self._files)
            names = self._files.listdir(self._directory)
        except OSError as error:
            raise _failure(f"cannot use the directory {self._directory}", error) from error
        for name in names:
            if TEMPORARY.fullmatch(name):
                # Harmless where it stays; a disk that refuses this refuses to save, and tells so.
                with suppress(OSError):
                    self._files.unlink(self._directory / name)
        self._archive.tidy()

    def load_match(self) -> Match | None:
        """Return the match that was saved last; what cannot be used ends in `notices`.

        Where that is none, it is the one before: a power cut may have come between the two names.
        """
        match = self._load(GAME, parse_game, _adopt_game)
        if match is not None:
            return match
        told = len(self.notices)
        match = self.load_before()
        if match is not None and told:
            self.notices.append(Restored(BEFORE))
        return match

    def load_before(self) -> Match | None:
        """Return the match of the save before the last one; one that cannot be used is told."""
        with suppress(_InTheWayError):
            return self._examine(BEFORE, parse_game)
        return None

    def load_settings(self) -> Settings:
        """Return the settings that were saved last; what cannot be used ends in `notices`."""
        parsed = self._load(SETTINGS, _parse_settings, _adopt_settings)
        if parsed is None:
            return Settings()
        self.notices.extend(parsed.wrong)
        return parsed.settings

    def save_match(self, match: Match) -> None:
        """Keep a match in place of the last one; raises StoreError."""
        self._save(GAME, json.dumps(in_document(match), indent=0), parse_game)
        if match.over:
            try:
                self._archive.add(match)
            except OSError as error:
                raise _failure(f"cannot add to the archive in {self._directory}", error) from error

    def archived(self, wanted: Wanted) -> Archived:
        """Return what is kept of the matches that are over; what cannot be read is None there."""
        return self._archive.read(wanted)

    def save_settings(self, settings: Settings) -> None:
        """Keep settings in place of the last; raises StoreError."""
        self._save(SETTINGS, str(settings), _parse_settings)

    def keep(self, name: str, text: str) -> str:
        """Write a text under a name that is free, and return that name; raises StoreError."""
        try:
            free = self._free_name(name)
            write_durably(self._directory / free, text.encode(), self._files)
        except OSError as error:
            raise _failure(f"cannot save {self._directory / name}", error) from error
        return free

    def _load(
        self,
        name: str,
        parse: Callable[[bytes], Value],
        adopt: Callable[[str], tuple[Value, tuple[gokoikoi.Lost, ...]]],
    ) -> Value | None:
        """Return what a file says, of ours or of go-koikoi, which uses the same names."""

        def parse_either(content: bytes) -> Value:
            try:
                return parse(content)
            except UnfitError as error:
                if error.trouble is not Trouble.FOREIGN:
                    raise
                try:
                    value, lost = adopt(_decode(content))
                except gokoikoi.NotGoKoikoiError:
                    raise error from None
            self.notices.append(Adopted(name, self._keep_theirs(name, content), lost))
            self._theirs.add(name)
            return value

        try:
            return self._examine(name, parse_either)
        except _InTheWayError as error:
            self.notices.append(error.notice)
            return None

    def _save(self, name: str, text: str, parse: Callable[[bytes], object]) -> None:
        content = f"{text}\n".encode()
        left = self._durable.get(name)
        if content == left:
            return

        def check(found: bytes) -> None:
            # Another program may have written there since: then it is read like at the start.
            if found != left:
                parse(found)

        self._examine(name, check)
        ours = name in self._durable and name not in self._theirs
        # Until the write has come to its end nothing is known of what the disk holds.
        self._durable.pop(name, None)
        before = self._directory / BEFORE if ours and name == GAME else None
        try:
            write_durably(self._directory / name, content, self._files, before)
        except OSError as error:
            raise _failure(f"cannot save {self._directory / name}", error) from error
        self._durable[name] = content
        self._theirs.discard(name)

    def _examine(self, name: str, parse: Callable[[bytes], Value]) -> Value | None:
        """Return what a file says; afterwards nothing unfit lies under its name, or it raises."""
        try:
            content = read_whole(self._directory / name, self._files)
            value = None if content is None else parse(content)
        except UnfitError as error:
            self._set_aside(name, error.trouble, _in_short(str(error)))
            return None
        except OSError as error:
            self._set_aside(name, Trouble.UNREADABLE, _reason(error))
            return None
        if content is not None:
            self._durable[name] = content
        return value

    def _keep_theirs(self, name: str, content: bytes) -> str:
        """Keep a copy of a file of go-koikoi before ours takes its place; return its name.

        A power cut may have come before ours was there: then the copy is there already.
        """
        kept_as = f"{name}{ADOPTED}"
        if read_whole(self._directory / kept_as, self._files) != content:
            kept_as = self._free_name(kept_as)
            write_durably(self._directory / kept_as, content, self._files)
        return kept_as

    def _set_aside(self, name: str, trouble: Trouble, detail: str) -> None:
        self._durable.pop(name, None)
        try:
            kept_as = self._free_name(f"{name}.aside-{self._clock():%Y%m%d-%H%M%S}")
            self._files.rename(self._directory / name, self._directory / kept_as)
            # The new name must be durable before another file can take the old one.
            sync_directory(self._directory, self._files)
        except OSError as error:
            both = f"{detail}; moving it: {_reason(error)}"
            raise _InTheWayError(SetAside(name, trouble, both, None)) from error
        self.notices.append(SetAside(name, trouble, detail, kept_as))
        begins = f"{name}.aside-"
        aside = [each for each in self._files.listdir(self._directory) if each.startswith(begins)]
        # By their time, and those of one time by their number.
        aside.sort(key=lambda each: (each[: len(begins) + STAMP], len(each), each))
        for each in aside[:-ASIDE]:
            # One too many does no harm.
            with suppress(OSError):
                self._files.unlink(self._directory / each)

    def _free_name(self, wanted: str) -> str:
        taken = set(self._files.listdir(self._directory))
        names = (wanted if number == 1 else f"{wanted}-{number}" for number in count(1))
        return next(name for name in names if name not in taken)


class _InTheWayError(StoreError):
    """A file that cannot be used cannot be moved aside either."""

    def __init__(self, notice: SetAside) -> None:
        super().__init__(str(notice))
        self.notice = notice


def in_document(match: Match) -> dict[str, object]:
    """Return what a game file says of a match."""
    lines = record.write(match).splitlines()
    return {"format": FORMAT, "version": VERSION, "sha256": _checksum(lines), "record": lines}


def _checksum(lines: list[str]) -> str:
    """Return the SHA-256 of lines, each with its end, in hexadecimal digits."""
    whole = "".join(f"{line}\n" for line in lines)
    return sha256(whole.encode(errors="replace")).hexdigest()


def parse_game(content: bytes) -> Match:
    """Return the match in a game file; raises UnfitError."""
    document = unwrap(_decode(content), FORMAT, VERSION)
    lines = document.get("record")
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise UnfitError("its record is not a list of lines")
    if document["version"] != 1 and document.get("sha256") != _checksum(lines):
        raise UnfitError("its checksum does not fit")
    try:
        return record.read("".join(f"{line}\n" for line in lines))
    except record.NewerRecordError as error:
        raise UnfitError(str(error), Trouble.NEWER) from error
    except KoiKoiError as error:
        raise UnfitError(f"its record cannot be read: {error}") from error


def _adopt_game(text: str) -> tuple[Match, tuple[gokoikoi.Lost, ...]]:
    """Return the match of a game of go-koikoi, and what it has lost.

    Raises NotGoKoikoiError; UnfitError where it cannot be played on.
    """
    try:
        return gokoikoi.saved_game(text)
    except gokoikoi.ImpossibleError as error:
        raise UnfitError(f"a game of go-koikoi: {error}", Trouble.FOREIGN) from error


def _adopt_settings(text: str) -> tuple[Parsed, tuple[gokoikoi.Lost, ...]]:
    """Return the settings of go-koikoi: its level, and of our lengths of a match the nearest."""
    theirs = gokoikoi.settings(text)
    rounds = min(ROUNDS, key=lambda each: abs(each - theirs.rounds))
    return Parsed(Settings(level=theirs.level, rounds=rounds), ()), ()


def _parse_settings(content: bytes) -> Parsed:
    """Return the settings in a file; raises UnfitError."""
    return Settings.parse(_decode(content))


def _decode(content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise UnfitError("it is not text in UTF-8") from None


def _failure(what: str, error: OSError) -> StoreError:
    remedy = REMEDIES.get(error.errno or 0)
    advice = "name another directory with --config DIR"
    return StoreError(f"{what}: {_reason(error)}; {f'{remedy} or {advice}' if remedy else advice}")


def _in_short(detail: str) -> str:
    """Return a detail cut to fit in a line: it may quote a file of any kind."""
    return detail if len(detail) <= LONGEST_DETAIL else f"{detail[: LONGEST_DETAIL - 3]}..."


def _reason(error: OSError) -> str:
    return error.strerror or type(error).__name__
