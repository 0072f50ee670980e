"""What the player is told about the files at the start."""

from __future__ import annotations

from dataclasses import dataclass

from device.documents import Trouble
from device.settings import WrongValue

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


Notice = SetAside | WrongValue
"""What the player should be told about the files."""
