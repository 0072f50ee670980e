"""Rule sets: values that check themselves, written as one line."""

from __future__ import annotations

import pickle
from dataclasses import fields

import pytest
from hypothesis import given

from koikoi.rules import PRESETS, RulesError, RuleSet
from tests.games import NINTENDO, rule_sets


@given(rule_sets)
def test_a_rule_set_is_read_back_from_its_text(rules: RuleSet) -> None:
    assert RuleSet.parse(str(rules)) == rules


@given(rule_sets)
def test_a_rule_set_survives_the_way_to_another_process(rules: RuleSet) -> None:
    assert pickle.loads(pickle.dumps(rules)) == rules  # noqa: S301 - our own bytes


def test_only_what_differs_from_the_preset_is_written() -> None:
    assert str(NINTENDO) == "nintendo"
    assert str(NINTENDO.but(rounds=3, double_opponent_koikoi=False)) == (
        "nintendo rounds=3 double_opponent_koikoi=no"
    )


def test_the_first_preset_is_nintendo() -> None:
    assert next(iter(PRESETS)) == "nintendo"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no rules are called ''; there are nintendo"),
        ("mine", "no rules are called 'mine'"),
        ("nintendo rounds", "'rounds' is no rule"),
        ("nintendo hats=3", "'hats=3' is no rule"),
        ("nintendo preset=x", "'preset=x' is no rule"),
        ("nintendo rounds=many", "rule rounds is 'many'; it must be a whole number"),
        ("nintendo rounds=-1", "rule rounds is '-1'; it must be a whole number"),
        ("nintendo rounds=0", "at least one round"),
        ("nintendo teshi=maybe", "rule teshi is 'maybe'; it can be score, redeal, off"),
        ("nintendo set_yaku_extra=true", "it can be yes, no"),
        ("nintendo rounds=3 rounds=6", "rounds is given twice"),
        ("nintendo month_order=backwards", "month_order is 'backwards'; it can be sequential"),
        ("nintendo month_order=12345678AABC", "month_order is '12345678AABC'"),
        ("nintendo bankrupt_ends=yes", "start_points is 0: everyone begins bankrupt"),
        ("clubhouse target_score=50", "which start_points reaches at once"),
        ("namuwiki tsukifuda=0", "month_cards is on, but tsukifuda is worth 0"),
        ("nintendo akatan_aotan=0", "redblue_mode is replaces, but akatan_aotan is worth 0"),
        ("classic viewing_growth=kkj", "viewing_growth needs viewing_yaku, which is off"),
    ],
)
def test_wrong_rules_are_refused_with_the_reason(text: str, complaint: str) -> None:
    with pytest.raises(RulesError, match=complaint):
        RuleSet.parse(text)


def test_a_value_of_the_wrong_type_is_refused() -> None:
    with pytest.raises(RulesError, match="rounds is True"):
        NINTENDO.but(rounds=True)


def test_every_option_has_a_value_in_every_preset() -> None:
    for rules in PRESETS.values():
        assert all(getattr(rules, each.name) is not None for each in fields(rules))
