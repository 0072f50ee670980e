"""The deck: twelve months of four cards, and the piles they lie in."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, IntEnum
from typing import Self


class KoiKoiError(Exception):
    """Anything that this program refuses; the message is one line that a person can act on."""


class UnknownCardError(KoiKoiError, ValueError):
    """A text that names no card."""


class Month(IntEnum):
    """A month by its flower; the order decides who deals first."""

    MATSU = 1
    UME = 2
    SAKURA = 3
    FUJI = 4
    AYAME = 5
    BOTAN = 6
    HAGI = 7
    SUSUKI = 8
    KIKU = 9
    MOMIJI = 10
    YANAGI = 11
    KIRI = 12


class Kind(Enum):
    """What a card counts as; the value is what it is worth on its own in the oya draw."""

    HIKARI = 20
    TANE = 10
    TANZAKU = 5
    KASU = 1


class Card(IntEnum):
    """One of the 48 cards, 0 to 47: by month, the highest card of a month first.

    >>> str(Card.KIKU_SAKAZUKI), Card.KIKU_SAKAZUKI.month.name, Card.KIKU_SAKAZUKI.kind.name
    ('9T', 'KIKU', 'TANE')
    """

    month: Month
    kind: Kind
    code: str

    MATSU_TSURU = 0, "1H"
    MATSU_AKATAN = 1, "1Z"
    MATSU_KASU_1 = 2, "1a"
    MATSU_KASU_2 = 3, "1b"
    UME_UGUISU = 4, "2T"
    UME_AKATAN = 5, "2Z"
    UME_KASU_1 = 6, "2a"
    UME_KASU_2 = 7, "2b"
    SAKURA_MAKU = 8, "3H"
    SAKURA_AKATAN = 9, "3Z"
    SAKURA_KASU_1 = 10, "3a"
    SAKURA_KASU_2 = 11, "3b"
    FUJI_HOTOTOGISU = 12, "4T"
    FUJI_TANZAKU = 13, "4Z"
    FUJI_KASU_1 = 14, "4a"
    FUJI_KASU_2 = 15, "4b"
    AYAME_YATSUHASHI = 16, "5T"
    AYAME_TANZAKU = 17, "5Z"
    AYAME_KASU_1 = 18, "5a"
    AYAME_KASU_2 = 19, "5b"
    BOTAN_CHOU = 20, "6T"
    BOTAN_AOTAN = 21, "6Z"
    BOTAN_KASU_1 = 22, "6a"
    BOTAN_KASU_2 = 23, "6b"
    HAGI_INOSHISHI = 24, "7T"
    HAGI_TANZAKU = 25, "7Z"
    HAGI_KASU_1 = 26, "7a"
    HAGI_KASU_2 = 27, "7b"
    SUSUKI_TSUKI = 28, "8H"
    SUSUKI_KARI = 29, "8T"
    SUSUKI_KASU_1 = 30, "8a"
    SUSUKI_KASU_2 = 31, "8b"
    KIKU_SAKAZUKI = 32, "9T"
    KIKU_AOTAN = 33, "9Z"
    KIKU_KASU_1 = 34, "9a"
    KIKU_KASU_2 = 35, "9b"
    MOMIJI_SHIKA = 36, "AT"
    MOMIJI_AOTAN = 37, "AZ"
    MOMIJI_KASU_1 = 38, "Aa"
    MOMIJI_KASU_2 = 39, "Ab"
    YANAGI_MICHIKAZE = 40, "BH"
    YANAGI_TSUBAME = 41, "BT"
    YANAGI_TANZAKU = 42, "BZ"
    YANAGI_KASU = 43, "Ba"
    KIRI_HOUOU = 44, "CH"
    KIRI_KASU_1 = 45, "Ca"
    KIRI_KASU_2 = 46, "Cb"
    KIRI_KASU_3 = 47, "Cc"

    def __new__(cls, number: int, code: str) -> Self:
        """Read month and kind off the code: the month in hexadecimal, then H T Z or a b c."""
        card = int.__new__(cls, number)
        card._value_ = number
        card.code = code
        card.month = Month(int(code[0], 16))
        card.kind = {"H": Kind.HIKARI, "T": Kind.TANE, "Z": Kind.TANZAKU}.get(code[1], Kind.KASU)
        return card

    def __str__(self) -> str:
        return self.code

    @classmethod
    def parse(cls, text: str) -> Card:
        """Return the card with this code; raises UnknownCardError.

        >>> Card.parse("8H") is Card.SUSUKI_TSUKI
        True
        """
        card = BY_CODE.get(text)
        if card is None:
            raise UnknownCardError(f"no card is written {text!r}")
        return card


Fuda = tuple[Card, ...]
"""Any pile of cards, in order."""

DECK: Fuda = tuple(Card)
BY_CODE: dict[str, Card] = {card.code: card for card in DECK}


def fuda(text: str) -> Fuda:
    """Return the cards written in a text, codes with spaces between; raises UnknownCardError.

    >>> [card.name for card in fuda("1H 9T")]
    ['MATSU_TSURU', 'KIKU_SAKAZUKI']
    """
    return tuple(Card.parse(code) for code in text.split())


def codes(cards: Iterable[Card]) -> str:
    """Return the codes of cards with spaces between; `fuda` reads them back."""
    return " ".join(card.code for card in cards)


def matching(card: Card, bafuda: Fuda) -> Fuda:
    """Return the cards of the same month on the table."""
    month = card.month
    return tuple([other for other in bafuda if other.month is month])
