"""Chance: the same on every Python, for ever."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from random import Random

from koikoi import chance
from koikoi.cards import DECK, codes
from koikoi.seat import NORTH, SOUTH


def shuffled_as_specified(seed: bytes, purpose: str) -> list[int]:
    """Do what docs/record-format.md says, step by step and slowly."""
    numbers: list[int] = []
    block = 0
    while len(numbers) < 400:
        digest = sha256(seed + b"/" + purpose.encode() + b"/" + str(block).encode()).hexdigest()
        numbers += [int(digest[place : place + 8], 16) for place in range(0, 64, 8)]
        block += 1
    cards = list(range(48))
    for size in range(48, 1, -1):
        number = numbers.pop(0)
        while number >= (2**32 // size) * size:
            number = numbers.pop(0)
        place = number % size
        cards[size - 1], cards[place] = cards[place], cards[size - 1]
    return cards


def test_a_deal_is_the_shuffle_that_the_record_format_specifies() -> None:
    for seed, number, redeal in [(b"", 1, 0), (b"koikoi", 12, 3), (bytes(range(16)), 7, 0)]:
        cards = chance.deal(seed, number, redeal)

        assert list(cards) == shuffled_as_specified(seed, f"deal/{number}/{redeal}")


def test_a_known_seed_deals_known_cards() -> None:
    # The vector of docs/record-format.md: a change here deals other cards in every saved match.
    assert codes(chance.deal(b"koikoi", 1, 0)[:12]) == "Cb 3a Aa 7Z 4Z Ba 7b 4T 9a 7a 2Z 8a"


def test_rounds_and_redeals_and_seeds_have_deals_of_their_own() -> None:
    deals = {
        chance.deal(seed, number, redeal)
        for seed in (b"a", b"b")
        for number in range(1, 13)
        for redeal in range(3)
    }

    assert len(deals) == 72


def test_every_card_is_as_likely_in_every_place() -> None:
    deals = 4800
    seen = Counter(
        (place, card)
        for number in range(deals)
        for place, card in enumerate(chance.shuffled(b"fair", str(number)))
    )

    # Chi-square over 48 x 48 cells has 47 x 47 degrees of freedom: mean 2209, deviation 66.5.
    expected = deals / 48
    square = sum(
        (seen[place, card] - expected) ** 2 / expected for place in range(48) for card in DECK
    )
    assert 2209 - 5 * 66.5 < square < 2209 + 5 * 66.5


def test_a_decision_has_a_generator_of_its_own() -> None:
    drawn = {
        chance.generator(b"seed", seat, number, decision).random()
        for seat in (SOUTH, NORTH)
        for number in (1, 2)
        for decision in (0, 1)
    }

    assert len(drawn) == 8
    assert chance.generator(b"seed", SOUTH, 1, 0).random() in drawn


def test_a_generator_is_seeded_as_the_record_format_specifies() -> None:
    digest = sha256(b"seed/choice/north/3/5").digest()

    assert (
        chance.generator(b"seed", NORTH, 3, 5).random()
        == Random(int.from_bytes(digest, "big")).random()
    )


def test_picking_reaches_everything_and_nothing_else() -> None:
    picked = {chance.pick(Random(number), "abc") for number in range(50)}

    assert picked == {"a", "b", "c"}
