"""The drawings: rendered again they are the sheets that ship, and no two cards are confused."""

from __future__ import annotations

import sys
from itertools import combinations, product

import pytest
from PIL import Image, ImageChops

from device.geometry import Size
from device.look import sheets
from device.look.art import raster, ribbon
from device.look.art.canvas import Canvas
from device.look.art.printing import deck_sheet, printed
from device.look.faces import token
from device.look.sheets import SIZES
from koikoi.cards import DECK, Card, Fuda, Kind
from koikoi.yaku import AKATAN, AOTAN

PLAIN = tuple(card for card in DECK if card.kind is Kind.TANZAKU and card not in {*AKATAN, *AOTAN})
RIBBONS: dict[str, Fuda] = {"poem": tuple(AKATAN), "blue": tuple(AOTAN), "plain": PLAIN}
BETWEEN_MONTHS, BETWEEN_KINDS, BETWEEN_RIBBONS = 0.14, 0.18, 0.25
"""How much of two cards, or of two ribbons, must differ at least."""
DRAWN = (*SIZES, Size(40, 61), Size(58, 90))
"""The sizes that ship, and some between them."""


def inked(image: Image.Image) -> int:
    return image.histogram()[0]


def difference(one: Image.Image, other: Image.Image) -> float:
    differing = ImageChops.logical_xor(one, other)
    return differing.histogram()[255] / (one.width * one.height)


def pictures(size: Size) -> dict[Card, Image.Image]:
    """The cards of a size, drawn where no sheet has them."""
    if size in SIZES:
        return {card: sheets.card(card, size) for card in DECK}
    sheet = deck_sheet(size)
    boxes = {card: sheets.card_box(card, size) for card in DECK}
    return {card: sheet.crop((box.x, box.y, box.right, box.bottom)) for card, box in boxes.items()}


def closest(pairs: list[tuple[Card, Card]], size: Size) -> float:
    """How much the closest pair differs; with -s the three closest are shown."""
    shown = pictures(size)
    found = sorted(
        (difference(shown[one], shown[other]), str(one), str(other)) for one, other in pairs
    )
    told = ", ".join(f"{one} {other} {share:.1%}" for share, one, other in found[:3])
    sys.stdout.write(f"closest at {size}: {told}\n")
    return found[0][0]


def test_the_drawings_are_the_sheets_that_ship() -> None:
    for name, drawn in printed():
        shipped = sheets.read(sheets.FOLDER / f"{name}.png", Size(*drawn.size))

        assert drawn.tobytes() == shipped.tobytes(), f"{name}: run scripts/render-sheets and look"


@pytest.mark.parametrize("size", DRAWN, ids=str)
def test_cards_of_different_months_differ(size: Size) -> None:
    pairs = [(one, other) for one, other in combinations(DECK, 2) if one.month is not other.month]

    assert closest(pairs, size) >= BETWEEN_MONTHS


@pytest.mark.parametrize("size", DRAWN, ids=str)
def test_cards_of_a_month_differ_by_kind(size: Size) -> None:
    pairs = [
        (one, other)
        for one, other in combinations(DECK, 2)
        if one.month is other.month and one.kind is not other.kind
    ]

    assert closest(pairs, size) >= BETWEEN_KINDS


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_ribbons_differ_by_their_kind_alone(size: Size) -> None:
    canvas = Canvas(size)
    slip = canvas.mask(ribbon.outline(canvas))
    places = [(x, y) for y, row in enumerate(slip) for x in range(size.width) if row >> x & 1]

    for one, other in combinations(RIBBONS, 2):
        for first, second in product(RIBBONS[one], RIBBONS[other]):
            left, right = (sheets.card(card, size) for card in (first, second))
            apart = sum(left.getpixel(at) != right.getpixel(at) for at in places)
            assert apart >= BETWEEN_RIBBONS * len(places), f"{first} {second}"


def test_tokens_of_ribbons_are_told_apart_without_their_numbers() -> None:
    slips = {
        name: {token(card, Size(15, 24)).crop((0, 0, 11, 14)).tobytes() for card in cards}
        for name, cards in RIBBONS.items()
    }

    assert all(len(pictures) == 1 for pictures in slips.values())
    assert len(set.union(*slips.values())) == 3


def test_no_two_pictograms_are_alike() -> None:
    pictures = [
        token(card, Size(15, 24)).crop((1, 1, 14, 14)).tobytes()
        for card in DECK
        if card.kind in (Kind.HIKARI, Kind.TANE)
    ]

    assert len(set(pictures)) == len(pictures) == 14


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_card_is_neither_empty_nor_black(size: Size) -> None:
    for card in DECK:
        share = inked(sheets.card(card, size)) / (size.width * size.height)
        assert 0.25 <= share <= 0.9, card


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_card_has_a_frame_with_its_corners_knocked_off(size: Size) -> None:
    width, height = size
    cards: list[Card | None] = [*DECK, None]
    for card in cards:
        picture = sheets.card(card, size)
        inside = picture.copy()
        inside.paste(255, (2, 2, width - 2, height - 2))
        border = 2 * 2 * (width + height - 4)
        corners = [picture.getpixel((x, y)) for x, y in product((0, width - 1), (0, height - 1))]
        assert corners == [255] * 4
        assert inked(inside) == border - 4


def test_a_polygon_covers_the_pixels_inside_it() -> None:
    square = [(2.0, 1.0), (5.0, 1.0), (5.0, 3.0), (2.0, 3.0)]

    assert raster.polygon(square, 8, 4) == (0, 0b11100, 0b11100, 0)


def test_a_polygon_may_reach_over_every_edge() -> None:
    square = [(-5.0, -5.0), (50.0, -5.0), (50.0, 50.0), (-5.0, 50.0)]

    assert raster.polygon(square, 3, 2) == (0b111, 0b111)


def test_a_polygon_that_crosses_itself_stays_filled() -> None:
    star = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]

    assert raster.polygon([*star, *star], 4, 4) == (0b1111,) * 4


def test_a_line_has_no_gaps() -> None:
    line = raster.stroke([(0, 0), (9, 4)], 1, 10, 5)

    assert all(line)
    assert [sum(row >> x & 1 for row in line) for x in range(10)] == [1] * 10


def test_a_mask_grows_by_its_neighbours_and_its_edge_is_what_touches_the_outside() -> None:
    square = (0, 0b01110, 0b01110, 0b01110, 0)

    assert raster.grown(square) == (0b01110, 0b11111, 0b11111, 0b11111, 0b01110)
    assert raster.edge(square) == (0, 0b01110, 0b01010, 0b01110, 0)
