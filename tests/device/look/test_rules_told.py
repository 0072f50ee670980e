"""The pages of rules: they fit, whatever the rules, and tell first what is unusual."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.geometry import Size
from device.look.look import Look
from device.look.metrics import METRICS
from device.look.pieces import page_column, page_lines
from device.look.rules_told import TOLD, rules_told
from device.look.strings import LANGUAGES
from koikoi.rules import PRESETS, RuleSet, choices
from koikoi.words import matters, sentence

LOOKS = [Look(size, language) for size in METRICS for language in LANGUAGES]
REFERENCE = Look(Size(400, 300))
DEPENDENT = ("bankrupt_ends", "viewing_growth")
FREE = [option for option, values in choices().items() if values and option not in DEPENDENT]
"""The options that can take any of their values whatever the others say."""


def fits_on_pages(look: Look, told: tuple[list[str], list[str]]) -> bool:
    column = page_column(look)
    return all(
        sum(len(column.wrapped(words)) for words in page) <= page_lines(look) for page in told
    )


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_told_in_full_on_the_reference_panel(preset: str) -> None:
    rules = PRESETS[preset]

    first, second = rules_told(REFERENCE, rules)

    told = [*first, *second]
    assert fits_on_pages(REFERENCE, (first, second))
    assert [sentence(rules, name) for name in TOLD if matters(rules, name)] == told


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.size}-{look.language}")
@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_told_on_two_pages_of_every_panel(preset: str, look: Look) -> None:
    told = rules_told(look, PRESETS[preset])

    assert fits_on_pages(look, told)


@given(
    st.fixed_dictionaries({option: st.sampled_from(choices()[option]) for option in FREE}),
    st.sampled_from(LOOKS),
)
def test_any_rules_are_told_on_two_pages(changes: dict[str, object], look: Look) -> None:
    told = rules_told(look, RuleSet().but(**changes))

    assert fits_on_pages(look, told)


def test_what_is_unusual_and_has_no_room_is_counted() -> None:
    changes = {option: choices()[option][-1] for option in FREE}
    small = Look(Size(264, 176))

    _, second = rules_told(small, RuleSet().but(**changes))

    assert second[-1].startswith("And ")
