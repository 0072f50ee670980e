"""What the player has chosen once for all matches, and the text it is kept as."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Any, NamedTuple

from device.controls import SwapError, parse_swaps
from device.documents import UnfitError, unwrap
from device.refresh import Flash
from koikoi.players import LEVELS
from koikoi.rules import PRESETS, RulesError, RuleSet

FORMAT = "koikoi-settings"
VERSION = 1
ROUNDS = (3, 6, 12)
LANGUAGES = ("en", "ja", "ko", "ru")
LESSONS = 5
"""How many pages the first steps have."""

LONGEST_QUOTE = 40
"""Characters of a wrong value that are repeated to the player."""


class Hints(Enum):
    """How much the table tells the player."""

    FULL = "full"
    MATCHES = "matches"
    OFF = "off"


class Pace(Enum):
    """How a turn of the CPU is shown."""

    TURN = "turn"
    """As one picture: what lies there afterwards, and what was done."""
    STEP = "step"
    """Card by card; a key goes on."""


class SettingsError(UnfitError):
    """A text that holds no settings of ours, or a value that a setting cannot have."""


class WrongValue(NamedTuple):
    """A setting whose value in a text was wrong: what was found, as JSON, and what is used."""

    setting: str
    found: str
    used: str

    def __str__(self) -> str:
        return f"setting {self.setting} cannot be {self.found}; using {self.used}"


class Parsed(NamedTuple):
    """The settings read from a text, and each value in it that was wrong."""

    settings: Settings
    wrong: tuple[WrongValue, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The player's choices; the values given here are those of a first match."""

    level: str = "normal"
    rounds: int = 12
    rules: str = "nintendo"
    sake: bool = True
    hints: Hints = Hints.FULL
    coach: bool = True
    """HELP offers the coach, who also says where a month was lost."""
    numerals: bool = True
    large_text: bool = False
    language: str = "en"
    pace: Pace = Pace.TURN
    flash: Flash = Flash.AUTO
    rotate: bool = False
    """The picture is turned half-way round, for a device that is held the other way up."""
    invert: bool = False
    """White on black."""
    vi_keys: bool = False
    """On keyboards `l` moves right, as in vi; `L` opens the log."""
    take_back: bool = False
    """BACK on the table offers to take the last decision back; the match then does not count."""
    lesson: int = 0
    """The page on which the first steps were left; 0 is the first."""
    buttons: str = ""
    """Which buttons of the device are swapped, as `controls.parse_swaps` reads it."""

    def __post_init__(self) -> None:
        """Refuse a value that a setting cannot have; raises SettingsError."""
        for name, values in choices().items():
            value = getattr(self, name)
            if name in FREE and FREE[name](value):
                continue
            if not any(_same(value, known) for known in values):
                offered = ", ".join(json.dumps(_written(known)) for known in values)
                raise SettingsError(f"setting {name} is {value!r}; it can be {offered}")

    def __str__(self) -> str:
        chosen = {name: _written(getattr(self, name)) for name in choices()}
        return json.dumps({"format": FORMAT, "version": VERSION, **chosen}, indent=2)

    @classmethod
    def parse(cls, text: str) -> Parsed:
        """Return the settings in a text and what was wrong there; raises SettingsError.

        A missing or wrong value leaves that setting at its default; unknown names are passed over.
        """
        try:
            document = unwrap(text, FORMAT, VERSION)
        except UnfitError as error:
            raise SettingsError(str(error), error.trouble) from error
        default = cls()
        chosen: dict[str, Any] = {}
        wrong: list[WrongValue] = []
        for name, values in choices().items():
            if name not in document:
                continue
            found = document[name]
            fitting = [known for known in values if _same(found, _written(known))]
            if name in FREE and FREE[name](found):
                fitting = [found]
            if fitting:
                chosen[name] = fitting[0]
            else:
                used = json.dumps(_written(getattr(default, name)))
                wrong.append(WrongValue(name, _quote(found), used))
        return Parsed(replace(default, **chosen), tuple(wrong))


def choices() -> dict[str, tuple[object, ...]]:
    """Return every setting with the values it can have, in the order of an options page."""
    offered: dict[str, tuple[object, ...]] = {
        "level": tuple(name for name, level in LEVELS.items() if level.offered),
        "rounds": ROUNDS,
        "rules": tuple(PRESETS),
        "hints": tuple(Hints),
        "language": LANGUAGES,
        "pace": tuple(Pace),
        "flash": tuple(Flash),
        "lesson": tuple(range(LESSONS)),
        "buttons": ("",),
    }
    return {each.name: offered.get(each.name, (True, False)) for each in fields(Settings)}


def _are_rules(text: object) -> bool:
    """Whether a text is a rule set: a preset, or one and what is different."""
    try:
        return isinstance(text, str) and bool(RuleSet.parse(text))
    except RulesError:
        return False


def _are_swaps(text: object) -> bool:
    """Whether a text says which buttons are swapped."""
    try:
        return isinstance(text, str) and parse_swaps(text) is not None
    except SwapError:
        return False


FREE = {"rules": _are_rules, "buttons": _are_swaps}
"""The settings that are a text, and how it is checked."""


def _same(one: object, other: object) -> bool:
    """Whether two values are equal and of one type: 1 is not True here."""
    return type(one) is type(other) and one == other


def _written(value: object) -> object:
    """Return the form of a value that JSON can hold."""
    return value.value if isinstance(value, Enum) else value


def _quote(found: object) -> str:
    """Return a value from a file as JSON in plain letters, shortened to fit in a line."""
    text = json.dumps(found)
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 3]}..."
