"""Every word on the glass, by language and string id. No other module contains words."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

LANGUAGES = {"en": "English", "ja": "日本語", "ko": "한국어", "ru": "Русский"}
"""The languages by the names that the settings give them, each as it calls itself."""


class Language(NamedTuple):
    """The texts of a language by their ids, and which form of a text goes with a number."""

    texts: dict[str, str]
    forms: tuple[str, ...]
    form: Callable[[int], str]


@cache
def table(language: str) -> Language:
    """Return a language, which is read when it is first spoken; raises KeyError."""
    match language:
        case "en":
            from device.look import english

            return Language(english.ENGLISH, english.FORMS, english.form)
        case "ja":
            from device.look import japanese

            return Language(japanese.JAPANESE, japanese.FORMS, japanese.form)
        case "ko":
            from device.look import korean

            return Language(korean.KOREAN, korean.FORMS, korean.form)
        case "ru":
            from device.look import russian

            return Language(russian.RUSSIAN, russian.FORMS, russian.form)
    raise KeyError(language)


def text(language: str, key: str, **values: object) -> str:
    """Return the text with this id, its fields filled in; raises KeyError for an unknown id."""
    return table(language).texts[key].format(**values)


def counted(language: str, key: str, number: int, **values: object) -> str:
    """Return the text in the form that goes with a number, which its field {n} shows."""
    return text(language, f"{key}.{table(language).form(number)}", n=number, **values)


def exists(language: str, key: str) -> bool:
    """Whether a language has a text with this id."""
    return key in table(language).texts


def letters() -> set[str]:
    """Return every letter that the texts of all languages are written in."""
    written = set("".join(LANGUAGES.values()))
    for language in LANGUAGES:
        written.update(*table(language).texts.values())
    return written
