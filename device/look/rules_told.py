"""The rules in force, in words: two pages."""

from __future__ import annotations

from device.look.look import Look
from device.look.pieces import page_column, page_lines
from koikoi.rules import PRESETS, RuleSet
from koikoi.words import GROUPS, matters, told

ON_THE_YAKU_PAGE = GROUPS["What the sets are worth"]
TOLD = tuple(name for group in GROUPS.values() for name in group if name not in ON_THE_YAKU_PAGE)
"""The options in the order in which they are told; what the yaku are worth has a page."""

IMPORTANT = (
    "rounds",
    "koikoi_limit",
    "double_at",
    "double_opponent_koikoi",
    "exhaust_no_yaku",
    "exhaust_after_koikoi",
    "stacking",
    "sake_cup_as_chaff",
    "viewing_yaku",
    "next_dealer",
    "next_dealer_on_draw",
    "teshi",
    "kuttsuki",
    "field_four_of_month",
    "first_dealer",
    "field_four_pairs",
    "field_three_of_month",
    "hand_yaku_both_players",
)
"""The options that are told even where they are as most play them, while there is room."""


def rules_told(look: Look, rules: RuleSet) -> tuple[list[str], list[str]]:
    """Return the rules as sentences, on two pages.

    What is unusual is told first, then what is important, then the rest while there is room. Of
    what is unusual and has no room it is said how much it is; `koikoi rules` tells everything.
    """
    usual = next(iter(PRESETS.values()))
    unusual = [name for name in TOLD if getattr(rules, name) != getattr(usual, name)]
    wanted = [name for name in dict.fromkeys([*unusual, *IMPORTANT, *TOLD]) if matters(rules, name)]
    sentences = {name: _sentence(look, rules, name) for name in wanted}
    kept: list[str] = []
    for name in wanted:
        longer = [each for each in TOLD if each in {*kept, name}]
        if _pages(look, [sentences[each] for each in longer]) is not None:
            kept = longer
    more = sum(name in unusual for name in wanted if name not in kept)
    told = [sentences[name] for name in kept]
    if more:
        told.append(look.text("rule.more", n=more))
    while (pages := _pages(look, told)) is None:
        told.pop(-2)
        more += 1
        told[-1] = look.text("rule.more", n=more)
    return pages


def _pages(look: Look, sentences: list[str]) -> tuple[list[str], list[str]] | None:
    """Return sentences on two pages, or None if they have no room there."""
    room, column = page_lines(look), page_column(look)
    lines = [len(column.wrapped(words)) for words in sentences]
    first = 0
    while first < len(lines) and sum(lines[: first + 1]) <= min(room, -(-sum(lines) // 2) + 1):
        first += 1
    if max(sum(lines[:first]), sum(lines[first:])) > room:
        return None
    return sentences[:first], sentences[first:]


def _sentence(look: Look, rules: RuleSet, option: str) -> str:
    """Return an option in words."""
    key, number = told(rules, option)
    return look.text(key, n=number)
