"""Chance, derived and never streamed: the same seed is the same match, resumed or not.

Every deal and every generator is a function of the match seed and of what it is for, so nothing
has to be remembered between two decisions. docs/record-format.md specifies it for other programs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from random import Random
from struct import unpack
from typing import TypeVar

from koikoi.cards import DECK, Card, Fuda
from koikoi.seat import Seat

T = TypeVar("T")


def _words(seed: bytes, purpose: str) -> Iterator[int]:
    """Yield 32-bit numbers: SHA-256 over seed, purpose and a block number, eight to a block."""
    for block in count():
        yield from unpack(">8I", sha256(seed + f"/{purpose}/{block}".encode()).digest())


FAIR: tuple[int, ...] = (0, *(2**32 - 2**32 % size for size in range(1, 49)))
"""For each size the last whole multiple of it: greater words are skipped, so that no place of
that many is likelier than another."""


def shuffled(seed: bytes, purpose: str) -> Fuda:
    """Return the deck in the order that seed and purpose give it (Fisher-Yates, from the end)."""
    cards: list[Card] = list(DECK)
    words = _words(seed, purpose)
    for size in range(48, 1, -1):
        word = next(words)
        while word >= FAIR[size]:
            word = next(words)
        last, place = size - 1, word % size
        cards[last], cards[place] = cards[place], cards[last]
    return tuple(cards)


def deal(seed: bytes, round_number: int, redeal: int) -> Fuda:
    """Return the deck of a round: South's 8, North's 8, the table's 8, then the draw pile."""
    return shuffled(seed, f"deal/{round_number}/{redeal}")


def choice_seed(seed: bytes, seat: Seat, round_number: int, decision: int) -> int:
    """Return what seeds the generator of one decision; a round's decisions count from 0."""
    purpose = f"choice/{seat}/{round_number}/{decision}"
    return int.from_bytes(sha256(seed + f"/{purpose}".encode()).digest(), "big")


def coach_seed(seed: bytes, seat: Seat, round_number: int, decision: int) -> int:
    """Return what seeds the coach for a decision, so that it says the same before and after it."""
    return choice_seed(seed + b"/coach", seat, round_number, decision)


def generator(seed: bytes, seat: Seat, round_number: int, decision: int) -> Random:
    """Return the generator for one decision of one seat."""
    return Random(choice_seed(seed, seat, round_number, decision))


def pick(rng: Random, things: Sequence[T]) -> T:
    """Return one of the things, each as likely; raises IndexError if there are none."""
    # Only random() is promised to give the same numbers on every Python.
    return things[int(rng.random() * len(things))]


def shuffled_by(rng: Random, things: Sequence[T]) -> tuple[T, ...]:
    """Return the things in random order: each gets 32 random bits and they are sorted by them."""
    bits = memoryview(rng.randbytes(4 * len(things))).cast("I")
    return tuple([things[place] for place in sorted(range(len(things)), key=bits.__getitem__)])
