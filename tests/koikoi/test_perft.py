"""Perft: how many positions lie so many decisions deep. Any change of the rules shows here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from koikoi.chance import pick
from koikoi.match import dealt
from koikoi.round import Round
from koikoi.rules import PRESETS, RuleSet
from koikoi.seat import Seat

TABLE = Path(__file__).parent.parent / "perft.txt"


def rows() -> Iterator[list[str]]:
    for line in TABLE.read_text().splitlines():
        if line and not line.startswith("#"):
            yield [field.strip() for field in line.split(",")]


def counts(round_: Round, depth: int) -> list[int]:
    """Return the number of positions at each depth."""
    level = [round_]
    sizes = []
    for _ in range(depth):
        level = [state.apply(move) for state in level for move in state.legal_moves]
        sizes.append(len(level))
    return sizes


def position(seed: str, decisions: int, rules: str, dealer: str) -> Round:
    """Return the round of a seed after so many random decisions."""
    rng = Random(seed)
    round_ = dealt(RuleSet.parse(rules), seed.encode(), 1, Seat.parse(dealer))
    for _ in range(decisions):
        round_ = round_.apply(pick(rng, round_.legal_moves))
    return round_


@pytest.mark.parametrize("row", list(rows()), ids=lambda row: " ".join(row[:4]))
def test_the_tree_of_moves_has_its_size(row: list[str]) -> None:
    seed, decisions, rules, dealer, sizes = row
    expected = [int(size) for size in sizes.split()]

    assert counts(position(seed, int(decisions), rules, dealer), len(expected)) == expected


def test_every_preset_has_its_rows() -> None:
    assert {row[2] for row in rows()} == set(PRESETS)
