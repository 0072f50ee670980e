"""Perft: how many positions lie so many decisions deep. Any change of the rules shows here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from koikoi.match import dealt
from koikoi.round import Round
from koikoi.rules import RuleSet
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


@pytest.mark.parametrize("row", list(rows()), ids=lambda row: " ".join(row[:3]))
def test_the_tree_of_moves_has_its_size(row: list[str]) -> None:
    seed, rules, dealer, sizes = row
    round_ = dealt(RuleSet.parse(rules), seed.encode(), 1, Seat.parse(dealer))
    expected = [int(size) for size in sizes.split()]

    assert counts(round_, len(expected)) == expected
