"""Files of ours: a JSON object that names its format and version, and what can be wrong with it."""

from __future__ import annotations

import json
from enum import Enum

from koikoi.cards import KoiKoiError


class Trouble(Enum):
    """Why a whole file cannot be used."""

    FOREIGN = "foreign"
    DAMAGED = "damaged"
    NEWER = "newer"
    UNREADABLE = "unreadable"


class UnfitError(KoiKoiError, ValueError):
    """A text or a file that cannot be used; `trouble` says in which way."""

    def __init__(self, message: str, trouble: Trouble = Trouble.DAMAGED) -> None:
        super().__init__(message)
        self.trouble = trouble


def unwrap(text: str, form: str, newest: int) -> dict[str, object]:
    """Return the JSON object of a file of ours: it names its format and version; raises UnfitError.

    `newest` is the latest version of the format that can be read.
    """
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):  # deep brackets exhaust the stack of the JSON reader
        raise UnfitError("it is not whole JSON") from None
    if not isinstance(document, dict) or document.get("format") != form:
        raise UnfitError(f'it does not say that its format is "{form}"', Trouble.FOREIGN)
    version = document.get("version")
    if type(version) is not int or version < 1:
        raise UnfitError("it does not say which version of the format it has")
    if version > newest:
        raise UnfitError(f"it has version {version}, we read up to {newest}", Trouble.NEWER)
    return document
