"""The deck."""

from __future__ import annotations

from collections import Counter

import pytest

from koikoi.cards import DECK, Card, Kind, Month, UnknownCardError, codes, fuda, matching


def test_the_deck_has_five_brights_nine_animals_ten_ribbons_and_24_chaff() -> None:
    kinds = Counter(card.kind for card in DECK)

    assert kinds == {Kind.HIKARI: 5, Kind.TANE: 9, Kind.TANZAKU: 10, Kind.KASU: 24}


@pytest.mark.parametrize(
    ("month", "kinds"),
    [
        (Month.MATSU, "HIKARI TANZAKU KASU KASU"),
        (Month.UME, "TANE TANZAKU KASU KASU"),
        (Month.SUSUKI, "HIKARI TANE KASU KASU"),
        (Month.YANAGI, "HIKARI TANE TANZAKU KASU"),
        (Month.KIRI, "HIKARI KASU KASU KASU"),
    ],
)
def test_a_month_has_its_four_cards_the_highest_first(month: Month, kinds: str) -> None:
    cards = [card for card in DECK if card.month is month]

    assert [card.kind.name for card in cards] == kinds.split()


def test_card_numbers_are_month_and_place() -> None:
    assert [int(card) // 4 + 1 for card in DECK] == [card.month for card in DECK]


def test_november_has_one_chaff_and_it_is_not_the_ribbon() -> None:
    assert Card.parse("Ba") is Card.YANAGI_KASU
    assert Card.parse("BZ") is Card.YANAGI_TANZAKU
    assert Card.YANAGI_KASU.kind is Kind.KASU


def test_a_card_is_read_back_from_its_code() -> None:
    assert fuda(codes(DECK)) == DECK


@pytest.mark.parametrize("text", ["", "0H", "DH", "1h", "1H9T", "2H"])
def test_a_code_of_no_card_is_refused_by_name(text: str) -> None:
    with pytest.raises(UnknownCardError, match=f"'{text}'"):
        Card.parse(text)


def test_cards_match_by_month() -> None:
    assert matching(Card.SUSUKI_TSUKI, fuda("8a 1H 8T 9T")) == fuda("8a 8T")
