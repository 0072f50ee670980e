"""Every word on the glass, by language and string id. No other module contains words."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from device.look.english import ENGLISH, english_form


class Language(NamedTuple):
    """The texts of a language by their ids, and which form of a text goes with a number."""

    texts: dict[str, str]
    form: Callable[[int], str]


LANGUAGES = {"en": Language(ENGLISH, english_form)}
"""The languages by the names that the settings give them."""


def text(language: str, key: str, **values: object) -> str:
    """Return the text with this id, its fields filled in; raises KeyError for an unknown id."""
    return LANGUAGES[language].texts[key].format(**values)


def counted(language: str, key: str, number: int, **values: object) -> str:
    """Return the text in the form that goes with a number, which its field {n} shows."""
    return text(language, f"{key}.{LANGUAGES[language].form(number)}", n=number, **values)


def exists(language: str, key: str) -> bool:
    """Whether a language has a text with this id."""
    return key in LANGUAGES[language].texts
