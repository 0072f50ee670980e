"""What the player is told about the files at the start."""

from __future__ import annotations

from dataclasses import dataclass

from device.documents import Trouble
from device.settings import WrongValue
from koikoi.gokoikoi import Lost

HAPPENED = {
    Trouble.FOREIGN: "was not written by this program",
    Trouble.DAMAGED: "is damaged",
    Trouble.NEWER: "was written by a newer version of this program",
    Trouble.UNREADABLE: "cannot be read",
}


@dataclass(frozen=True, slots=True)
class SetAside:
    """A file that could not be used; `kept_as` is its new name, None where it is still in the way.

    While it is in the way nothing is saved over it.
    """

    file: str
    trouble: Trouble
    detail: str
    kept_as: str | None

    def __str__(self) -> str:
        happened = f"{self.file} {HAPPENED[self.trouble]} ({self.detail})"
        if self.kept_as is None:
            return f"{happened} and cannot be moved aside; move it away, until then it is not saved"
        return f"{happened}; it is kept as {self.kept_as}"


LOST = {
    Lost.OYA: "it does not say who dealt this month: whoever it names for the next",
    Lost.QUESTION: "it does not say what was asked: whose turn it is plays a card",
    Lost.ENDED: "its month had ended: the next one is dealt",
}


@dataclass(frozen=True, slots=True)
class Adopted:
    """A file of go-koikoi that is used here, and kept as it was under another name.

    `lost` is what it does not hold and was decided here.
    """

    file: str
    kept_as: str
    lost: tuple[Lost, ...] = ()

    def __str__(self) -> str:
        used = f"{self.file} is from go-koikoi and is used here; it is kept as {self.kept_as}"
        return "; ".join((used, *(LOST[each] for each in self.lost)))


@dataclass(frozen=True, slots=True)
class Restored:
    """The match goes on from the save before the last one, which could not be used."""

    file: str

    def __str__(self) -> str:
        return f"the game goes on from the save before it, {self.file}"


Notice = SetAside | Adopted | Restored | WrongValue
"""What the player should be told about the files."""
