"""The rules in force, in words."""

from __future__ import annotations

from device.look.look import Look
from koikoi.rules import RuleSet

TOLD = (
    "first_dealer",
    "next_dealer",
    "next_dealer_on_draw",
    "field_four_of_month",
    "field_four_pairs",
    "field_three_of_month",
    "teshi",
    "kuttsuki",
    "hand_yaku_both_players",
    "stacking",
    "sake_cup_as_chaff",
    "viewing_yaku",
    "koikoi_limit",
    "double_at",
    "double_opponent_koikoi",
    "exhaust_no_yaku",
    "exhaust_after_koikoi",
)
"""The options that are told one by one; the number of months comes first, the yaku have a page."""


def rules_told(look: Look, rules: RuleSet) -> list[str]:
    """Return the rules as sentences, each short enough for a line."""
    return [look.counted("rule.rounds", rules.rounds), *(_told(look, rules, n) for n in TOLD)]


def _told(look: Look, rules: RuleSet, option: str) -> str:
    """Return an option in words: a text for each value, or one that shows a number."""
    value = getattr(rules, option)
    if isinstance(value, bool):
        return look.text(f"rule.{option}.{'yes' if value else 'no'}")
    if isinstance(value, int):
        return look.text(f"rule.{option}" if value else f"rule.{option}.off", n=value)
    return look.text(f"rule.{option}.{value}", n=rules.hand_yaku_points)
