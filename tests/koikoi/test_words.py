"""The rules in words: every value of every option has a sentence of its own."""

from __future__ import annotations

import pytest

from koikoi.rules import PRESETS, RuleSet, choices
from koikoi.words import GROUPS, RULES, SOURCES, YAKU, matters, sentence, told
from koikoi.yaku import table

LINE = 65


def values(option: str) -> list[object]:
    """Return every value of an option, for a number 0 and another one."""
    if option == "month_order":
        return ["sequential", "random", "CBA987654321"]
    return list(choices()[option]) or [0, 50]


def set_to(option: str, value: object) -> RuleSet:
    """Return a rule set with this value, and with what it needs so as not to contradict itself."""
    needs: dict[str, dict[str, object]] = {
        "bankrupt_ends": {"start_points": 100},
        "akatan_aotan": {"redblue_mode": "none"},
        "rounds": {"rounds": value or 1},
    }
    return RuleSet().but(**{option: value, **needs.get(option, {})})


SETS = [(option, set_to(option, value)) for option in choices() for value in values(option)]


@pytest.mark.parametrize(("option", "rules"), SETS)
def test_every_value_has_a_sentence_that_fits_on_a_line(option: str, rules: RuleSet) -> None:
    words = sentence(rules, option)

    assert words.endswith(".")
    assert len(words) <= LINE


def test_the_sentences_of_an_option_differ() -> None:
    said = {sentence(rules, option) for option, rules in SETS}

    assert len(said) == len({(option, getattr(rules, option)) for option, rules in SETS})


def test_no_sentence_is_about_a_rule_that_does_not_exist() -> None:
    used = {told(rules, option)[0] for option, rules in SETS}

    assert set(RULES) - used == {"rule.hand_yaku_points.off"} - used


def test_every_option_is_told_under_one_heading() -> None:
    listed = [option for group in GROUPS.values() for option in group]

    assert sorted(listed) == sorted(choices())


def test_numbers_are_filled_in() -> None:
    rules = RuleSet().but(double_at=9, hand_yaku_points=4, month_order="CBA987654321")

    assert "9" in sentence(rules, "double_at")
    assert "4" in sentence(rules, "teshi")
    assert "CBA987654321" in sentence(rules, "month_order")


def test_every_preset_has_a_name_and_a_source() -> None:
    assert list(SOURCES) == list(PRESETS)
    assert len({name for name, _ in SOURCES.values()}) == len(PRESETS)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_yaku_of_a_preset_has_a_name(preset: str) -> None:
    assert {row.key for row in table(PRESETS[preset])} <= set(YAKU)


@pytest.mark.parametrize(
    ("option", "line"),
    [
        ("first_dealer_tie", "nintendo first_dealer=random"),
        ("bankrupt_ends", "nintendo"),
        ("hand_yaku_both_players", "nintendo teshi=off kuttsuki=redeal"),
        ("tsukimi", "nintendo viewing_yaku=off"),
        ("rain_cancels_viewing", "nintendo viewing_yaku=off"),
        ("akatan_aotan", "nintendo redblue_mode=none"),
        ("tsukifuda", "nintendo"),
    ],
)
def test_an_option_without_effect_does_not_matter(option: str, line: str) -> None:
    assert not matters(RuleSet.parse(line), option)


@pytest.mark.parametrize(
    ("option", "line"),
    [
        ("first_dealer_tie", "nintendo"),
        ("bankrupt_ends", "koikoi_japan"),
        ("hand_yaku_both_players", "nintendo teshi=off"),
        ("tsukimi", "nintendo viewing_yaku=seasonal"),
        ("akatan_aotan", "nintendo"),
        ("tsukifuda", "namuwiki"),
        ("koikoi_limit", "nintendo"),
    ],
)
def test_an_option_with_effect_matters(option: str, line: str) -> None:
    assert matters(RuleSet.parse(line), option)
