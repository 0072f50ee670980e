"""The settings as a value and as a text."""

from __future__ import annotations

import json
from typing import Any

import pytest

from device.documents import Trouble, UnfitError, unwrap
from device.settings import Hints, Settings, SettingsError, WrongValue, choices
from koikoi.cards import KoiKoiError

EVERY_CHOICE = [(name, value) for name, values in choices().items() for value in values]


def text_with(**entries: object) -> str:
    """Return a settings text with these entries."""
    return json.dumps({"format": "koikoi-settings", "version": 1, **entries})


def test_a_first_match_is_twelve_months_against_normal_with_full_hints() -> None:
    settings = Settings()

    assert (settings.level, settings.rounds, settings.rules) == ("normal", 12, "nintendo")
    assert (settings.sake, settings.hints, settings.language) == (True, Hints.FULL, "en")


def test_the_levels_are_offered_from_the_weakest_to_the_strongest() -> None:
    assert choices()["level"] == ("easy", "hard", "normal", "expert", "master")


@pytest.mark.parametrize(("name", "value"), EVERY_CHOICE)
def test_every_choice_survives_its_text(name: str, value: object) -> None:
    chosen: dict[str, Any] = {name: value}
    settings = Settings(**chosen)

    parsed = Settings.parse(str(settings))

    assert parsed == (settings, ())


def test_the_text_names_its_format_and_version() -> None:
    document = json.loads(str(Settings(rounds=3, hints=Hints.OFF)))

    assert document == {
        "format": "koikoi-settings",
        "version": 1,
        "level": "normal",
        "rounds": 3,
        "rules": "nintendo",
        "sake": True,
        "hints": "off",
        "coach": True,
        "numerals": True,
        "large_text": False,
        "language": "en",
        "pace": "turn",
        "flash": "auto",
        "rotate": False,
        "invert": False,
        "vi_keys": False,
        "take_back": False,
        "lesson": 0,
        "buttons": "",
    }


def test_a_missing_setting_is_at_its_default() -> None:
    parsed = Settings.parse(text_with(rounds=6))

    assert parsed == (Settings(rounds=6), ())


def test_an_unknown_setting_is_passed_over() -> None:
    parsed = Settings.parse(text_with(rounds=6, pace="turn"))

    assert parsed == (Settings(rounds=6), ())


@pytest.mark.parametrize(
    ("name", "value", "found", "used"),
    [
        ("level", "lunatic", '"lunatic"', '"normal"'),
        ("level", "random", '"random"', '"normal"'),
        ("rounds", 7, "7", "12"),
        ("rounds", "6", '"6"', "12"),
        ("rounds", 6.0, "6.0", "12"),
        ("rounds", float("nan"), "NaN", "12"),
        ("rules", "house", '"house"', '"nintendo"'),
        ("rules", ["nintendo"], '["nintendo"]', '"nintendo"'),
        ("sake", 1, "1", "true"),
        ("hints", "FULL", '"FULL"', '"full"'),
        ("numerals", None, "null", "true"),
        ("large_text", "yes", '"yes"', "false"),
        ("language", {"en": 1}, '{"en": 1}', '"en"'),
        ("language", "日本", '"\\u65e5\\u672c"', '"en"'),
    ],
)
def test_a_wrong_value_is_told_and_leaves_the_default(
    name: str, value: object, found: str, used: str
) -> None:
    others = {"rounds": 3} if name != "rounds" else {"level": "easy"}

    parsed = Settings.parse(text_with(**others, **{name: value}))

    chosen: dict[str, Any] = others
    assert parsed == (Settings(**chosen), (WrongValue(name, found, used),))


def test_a_long_wrong_value_is_told_in_short() -> None:
    _, (wrong,) = Settings.parse(text_with(level="x" * 100_000))

    assert len(wrong.found) == 40
    assert wrong.found.endswith("...")


def test_a_wrong_value_is_told_in_one_line() -> None:
    _, (wrong,) = Settings.parse(text_with(level="a\nb"))

    assert str(wrong) == r'setting level cannot be "a\nb"; using "normal"'


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ("", Trouble.DAMAGED),
        ("{", Trouble.DAMAGED),
        ("[" * 100_000, Trouble.DAMAGED),
        ("9" * 10_000, Trouble.DAMAGED),
        ("[]", Trouble.FOREIGN),
        ("null", Trouble.FOREIGN),
        ('{"rounds": 12, "difficulty": "normal"}', Trouble.FOREIGN),
        ('{"format": "koikoi", "version": 1}', Trouble.FOREIGN),
        ('{"format": ["koikoi-settings"], "version": 1}', Trouble.FOREIGN),
        ('{"format": "koikoi-settings"}', Trouble.DAMAGED),
        ('{"format": "koikoi-settings", "version": 0}', Trouble.DAMAGED),
        ('{"format": "koikoi-settings", "version": true}', Trouble.DAMAGED),
        ('{"format": "koikoi-settings", "version": "1"}', Trouble.DAMAGED),
        ('{"format": "koikoi-settings", "version": 2}', Trouble.NEWER),
    ],
)
def test_a_text_that_is_not_our_settings_is_refused_with_the_reason(
    text: str, trouble: Trouble
) -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.parse(text)

    assert caught.value.trouble is trouble
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "value"), [("level", "random"), ("rounds", 4), ("sake", 1), ("hints", "full")]
)
def test_a_value_no_setting_can_have_is_refused(name: str, value: object) -> None:
    wrong: dict[str, Any] = {name: value}

    with pytest.raises(SettingsError, match=f"setting {name} is {value!r}; it can be "):
        Settings(**wrong)


def test_a_settings_error_is_one_of_ours_and_a_value_error() -> None:
    assert issubclass(SettingsError, UnfitError)
    assert issubclass(SettingsError, KoiKoiError)
    assert issubclass(SettingsError, ValueError)


def test_every_version_up_to_the_newest_is_unwrapped() -> None:
    old = '{"format": "fan", "version": 1, "ribs": 12}'

    assert unwrap(old, "fan", 3) == {"format": "fan", "version": 1, "ribs": 12}


def test_swapped_buttons_are_kept_and_read_back() -> None:
    settings = Settings(buttons="select=back back=select")

    assert Settings.parse(str(settings)) == (settings, ())


@pytest.mark.parametrize(
    "text",
    [
        "select=back",
        "select=back back=back",
        "select=fire fire=select",
        "select",
        "left=left left=left",
    ],
)
def test_buttons_that_would_lose_a_key_are_left_as_they_came(text: str) -> None:
    document = json.loads(str(Settings()))

    parsed = Settings.parse(json.dumps({**document, "buttons": text}))

    assert parsed.settings == Settings()
    assert [wrong.setting for wrong in parsed.wrong] == ["buttons"]
