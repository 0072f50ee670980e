"""The matches that are over: a record each in a folder, and their figures added up in a file.

The records are numbered, so no clock decides their order. The figures follow from the records: the
file says up to which number they are added up, and what comes after it is added when it is read. A
power cut between two writes therefore neither loses a match nor counts one twice.
"""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress
from pathlib import Path

from device.documents import UnfitError, unwrap
from device.events import Archived, Wanted
from device.files import Files, make_directory, read_whole, write_durably
from koikoi import record
from koikoi.cards import KoiKoiError
from koikoi.match import Match
from koikoi.tally import Tallies, Tally, tallies

FOLDER = "archive"
FIGURES = "figures.json"
FORMAT = "koikoi-figures"
VERSION = 1
MOST = 1000
"""How many records are kept: the newest, some four megabytes. The figures forget none."""

NAME = re.compile(r"(\d{6})\.record")
TEMPORARY = re.compile(rf"\.(\d{{6}}\.record|{re.escape(FIGURES)})\.\d+\.tmp")
"""The names that `write_durably` gives to a file that is not in place yet."""


class Archive:
    """The folder of the matches that are over, in a directory; the `most` newest are kept."""

    def __init__(self, directory: Path, files: Files = os, most: int = MOST) -> None:
        self._folder = directory / FOLDER
        self._files = files
        self._most = most
        self._added: Match | None = None

    def tidy(self) -> None:
        """Remove what a write that was cut off has left; it is harmless where it stays."""
        with suppress(OSError):
            for name in self._files.listdir(self._folder):
                if TEMPORARY.fullmatch(name):
                    self._files.unlink(self._folder / name)

    def add(self, match: Match) -> None:
        """Keep a match that is over; the newest is not kept twice. Raises OSError.

        What is said of it afterwards goes into the record that is there.
        """
        if match == self._added:
            return
        numbers = self._numbers()
        content = record.write(match).encode()
        if not numbers:
            make_directory(self._folder, self._files)
        kept = self._match(numbers[0]) if numbers else None
        if kept is None or _bare(kept) != _bare(match):
            numbers.insert(0, numbers[0] + 1 if numbers else 1)
            kept = None
        if kept != match:
            write_durably(self._path(numbers[0]), content, self._files)
        self._add_up(numbers)
        for number in numbers[self._most :]:
            # One too many does no harm.
            with suppress(OSError):
                self._files.unlink(self._path(number))
        self._added = match

    def read(self, wanted: Wanted) -> Archived:
        """Return what is kept of what was wanted; what cannot be read is None, and not counted."""
        numbers = self._numbers()
        if not wanted.most:
            return Archived(wanted, len(numbers), tallies=self._figures(numbers)[1])
        shown = numbers[wanted.first : wanted.first + wanted.most]
        return Archived(wanted, len(numbers), tuple(self._match(number) for number in shown))

    def _path(self, number: int) -> Path:
        return self._folder / f"{number:06}.record"

    def _numbers(self) -> list[int]:
        """Return the numbers of the records, the newest first."""
        try:
            names = self._files.listdir(self._folder)
        except OSError:
            return []
        found = (NAME.fullmatch(name) for name in names)
        return sorted((int(name[1]) for name in found if name), reverse=True)

    def _content(self, number: int) -> bytes | None:
        with suppress(OSError, UnfitError):
            return read_whole(self._path(number), self._files)
        return None

    def _match(self, number: int) -> Match | None:
        """Return the match of a record, None where it cannot be read."""
        content = self._content(number)
        with suppress(KoiKoiError, UnicodeDecodeError):
            return None if content is None else record.read(content.decode())
        return None

    def _figures(self, numbers: list[int]) -> tuple[int, Tallies]:
        """Return the figures of all records, and how many records they are the sum of, counted on.

        A file of figures that cannot be used is passed over: they are added up anew.
        """
        newest = numbers[0] if numbers else 0
        counted, figures = self._added_up()
        if counted > newest:
            counted, figures = 0, ()
        since = (self._match(number) for number in reversed(numbers) if number > counted)
        return newest, tallies((match for match in since if match is not None), figures)

    def _added_up(self) -> tuple[int, Tallies]:
        """Return the figures in their file, and up to which record they go; 0 without any."""
        with suppress(OSError, UnfitError):
            content = read_whole(self._folder / FIGURES, self._files)
            if content is not None:
                return _parse(content)
        return 0, ()

    def _add_up(self, numbers: list[int]) -> None:
        """Bring the file of figures up to the newest record; raises OSError."""
        if self._added_up()[0] == numbers[0]:
            return
        counted, figures = self._figures(numbers)
        told = [tally._asdict() for tally in figures]
        document = {"format": FORMAT, "version": VERSION, "counted": counted, "figures": told}
        content = f"{json.dumps(document, indent=0)}\n".encode()
        write_durably(self._folder / FIGURES, content, self._files)


def _bare(match: Match) -> Match:
    """Return a match without what was said of it."""
    return match._replace(reviews=())


def _parse(content: bytes) -> tuple[int, Tallies]:
    """Return up to which record a file has added up the figures, and these; raises UnfitError."""
    try:
        document = unwrap(content.decode(), FORMAT, VERSION)
        counted, told = document["counted"], document["figures"]
        if type(counted) is int and isinstance(told, list):
            return counted, tuple(Tally.of(each) for each in told)
    except (ValueError, KeyError, TypeError) as error:
        raise UnfitError("its figures make no sense") from error
    raise UnfitError("it has no figures")
