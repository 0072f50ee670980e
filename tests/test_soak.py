"""Long runs, started by scripts/soak with a printed seed."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from koikoi import chance
from koikoi.cards import DECK, Month
from koikoi.position import Position, misdeal
from koikoi.record import read, write
from koikoi.seat import SOUTH
from tests.device.test_app import press_at_random
from tests.device.test_power_cut import play_with_kills
from tests.games import NINTENDO, everywhere, new_match, played, states
from tests.processes import expected_match

pytestmark = pytest.mark.soak

SEED = int(os.environ.get("KOIKOI_SEED", "0"))


def test_20000_random_rounds_keep_their_48_cards_and_end() -> None:
    for number in range(20_000):
        seen = states(SEED + number)

        assert all(everywhere(state) == list(DECK) for state in seen)
        assert seen[-1].result is not None


def test_1000_matches_are_read_back_from_their_records() -> None:
    for number in range(1000):
        match = played(new_match((SEED + number).to_bytes(8, "big"), "nintendo rounds=12"))[-1]

        assert read(write(match)) == match


def test_misdeals_are_as_frequent_as_they_must_be() -> None:
    deals = 100_000
    found = Counter(
        misdeal(
            NINTENDO,
            Position.deal(Month.MATSU, SOUTH, chance.shuffled(str(SEED).encode(), str(number))),
        )
        for number in range(deals)
    )

    # Exactly 0.4317 % and 0.1700 % of all deals; four standard deviations either way.
    assert 349 < found["field_four_of_month"] < 515
    assert 117 < found["field_four_pairs"] < 222


def test_200000_presses_on_every_screen_raise_nothing() -> None:
    for number in range(40):
        press_at_random(Random(SEED + number), 5000)


@pytest.mark.parametrize("number", range(30))
def test_a_match_killed_again_and_again_ends_with_the_same_record(
    tmp_path: Path, number: int
) -> None:
    match, kills = play_with_kills(tmp_path, Random(SEED + number))

    assert kills > 3
    assert write(match) == write(expected_match())
