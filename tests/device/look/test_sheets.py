"""The sheets that ship: all there, read once and only when needed, and refused when damaged."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from device.geometry import Box, Size
from device.look import sheets
from device.look.faces import card_back, card_face, icon, token
from device.look.sheets import FOLDER, SIZES, SheetError, card_box, deck_extent, deck_name
from koikoi.cards import DECK, Card, Kind, KoiKoiError, Month

CARD = Size(44, 68)
SHEET = FOLDER / f"{deck_name(CARD)}.png"


def test_there_is_a_sheet_for_each_size_and_one_of_tokens_and_nothing_else() -> None:
    expected = {f"{deck_name(size)}.png" for size in SIZES} | {f"{sheets.TOKENS}.png"}

    assert {path.name for path in FOLDER.iterdir()} == expected


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_card_and_the_back_have_the_size_asked_for(size: Size) -> None:
    assert {card_face(card, size).size for card in DECK} == {tuple(size)}
    assert card_back(size).size == size


def test_places_on_a_sheet_do_not_overlap() -> None:
    cards: list[Card | None] = [*DECK, None]
    places = {
        "cards": [card_box(card, CARD) for card in cards],
        "tokens": [
            *(sheets.token_box(card) for card in DECK),
            *(sheets.tab_box(month) for month in Month),
            *(sheets.sign_box(kind) for kind in Kind),
        ],
    }
    whole = {
        "cards": Box(0, 0, *deck_extent(CARD)),
        "tokens": Box(0, 0, *sheets.TOKENS_EXTENT),
    }

    for name, boxes in places.items():
        assert not any(
            one.overlaps(other) for at, one in enumerate(boxes) for other in boxes[at + 1 :]
        )
        assert all(whole[name].right >= box.right for box in boxes)
        assert all(whole[name].bottom >= box.bottom for box in boxes)


def test_a_sheet_is_read_once() -> None:
    sheets._sheet.cache_clear()

    for card in DECK:
        sheets.card(card, CARD)

    assert sheets._sheet.cache_info().misses == 1


def test_a_size_without_a_sheet_is_refused_with_the_name_of_the_file() -> None:
    with pytest.raises(SheetError, match=r"deck-45x69\.png"):
        card_face(Card.MATSU_TSURU, Size(45, 69))


def test_a_missing_sheet_is_refused_with_its_name(tmp_path: Path) -> None:
    path = tmp_path / "deck.png"

    with pytest.raises(SheetError, match=str(path)) as caught:
        sheets.read(path, deck_extent(CARD))

    assert isinstance(caught.value, KoiKoiError)
    assert isinstance(caught.value, OSError)


@pytest.mark.parametrize("content", [b"", b"GIF89a", SHEET.read_bytes()[:-20]])
def test_a_damaged_sheet_is_refused_with_its_name(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "deck.png"
    path.write_bytes(content)

    with pytest.raises(SheetError, match=str(path)):
        sheets.read(path, deck_extent(CARD))


def test_a_picture_of_another_size_is_refused_with_its_name() -> None:
    with pytest.raises(SheetError, match=str(SHEET)):
        sheets.read(SHEET, deck_extent(Size(30, 45)))


def test_ribbons_have_narrow_tokens_and_all_grow_in_whole_steps() -> None:
    small, large = Size(15, 24), Size(30, 48)

    for card in DECK:
        wide = 11 if card.kind is Kind.TANZAKU else 15
        assert token(card, small).size == (wide, 24)
        assert token(card, large).size == (2 * wide, 48)


def test_a_fresh_token_differs_in_its_top_right_corner_only() -> None:
    for card in DECK:
        plain, fresh = (token(card, Size(15, 24), fresh=fresh) for fresh in (False, True))

        assert plain.tobytes() != fresh.tobytes()
        rest = (0, 0, plain.width - 6, 24)
        assert plain.crop(rest).tobytes() == fresh.crop(rest).tobytes()
        below = (0, 6, plain.width, 24)
        assert plain.crop(below).tobytes() == fresh.crop(below).tobytes()


def test_a_ghost_token_differs_in_its_frame_only() -> None:
    for card in DECK:
        plain, ghost = (token(card, Size(15, 24), ghost=ghost) for ghost in (False, True))

        assert plain.tobytes() != ghost.tobytes()
        inside = (1, 1, plain.width - 1, 23)
        assert plain.crop(inside).tobytes() == ghost.crop(inside).tobytes()


def test_the_four_signs_differ() -> None:
    assert len({icon(kind).tobytes() for kind in Kind}) == 4


def test_a_large_card_has_a_large_tab() -> None:
    size = Size(88, 136)
    bare, told = (card_face(Card.SUSUKI_TSUKI, size, numeral=numeral) for numeral in (False, True))

    tab = told.crop((2, 2, 2 + 2 * sheets.TAB_NARROW, 2 + 2 * sheets.TAB.height))

    assert bare.tobytes() != told.tobytes()
    assert (
        tab.resize((8, 10), Image.Resampling.NEAREST).tobytes()
        == sheets.tab(Month.SUSUKI).tobytes()
    )
