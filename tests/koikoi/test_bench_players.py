"""What is measured of the players is measured as it says."""

from __future__ import annotations

from random import Random

from koikoi.bench_players import agreement, foretold, questions, rounds_out
from koikoi.rules import PRESETS, RuleSet

RULES = RuleSet()


def test_rounds_are_played_out_by_every_rule_set() -> None:
    for rules in PRESETS.values():
        rounds_out(rules, 3, Random(1))


def test_questions_are_decisions_with_a_choice_and_the_same_for_the_same_seed() -> None:
    views = list(questions(RULES, "seed", 6))

    assert len(views) == 6
    assert all(len(view.legal_moves) > 1 for view in views)
    assert views == list(questions(RULES, "seed", 6))


def test_a_search_of_the_same_length_is_asked_as_often_and_agrees_at_least_sometimes() -> None:
    found = agreement(RULES, "seed", 8, playouts=200, times=2)

    assert found.asked == 8
    assert 0 < found.same <= found.as_good <= 8


def test_odds_are_parts_of_one_and_what_came_of_them_is_won_lost_or_nothing() -> None:
    told = list(foretold(RULES, "seed", 5, 100))

    assert len(told) == 5
    assert all(0 <= each.won <= 1 and 0 <= each.lost <= 1 - each.won + 1e-9 for each in told)
    assert {each.result for each in told} <= {-1, 0, 1}
