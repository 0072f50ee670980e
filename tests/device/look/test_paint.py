"""Pictures: one bit a pixel, each card unlike the others, and two that were looked at and kept."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from device.geometry import Box, Size
from device.look import Frame, Layout, Look, layout
from device.look.faces import card_back, card_face
from device.look.items import Face, Mark, Sign
from device.look.paint import paint
from device.look.pieces import face
from device.screens.screen import Screen
from device.screens.table import Decision, Table
from device.settings import Hints
from koikoi.cards import DECK, Card, Kind
from tests.device.look.gallery import CALLING, THREE, holding, screens

SIZE = Size(400, 300)
WIDE = (Sign.MATCH, Sign.LAID, Sign.MAKES)
CARD = Size(44, 68)
LOOK = Look(SIZE, hints=Hints.FULL)
GOLDEN = Path(__file__).parent / "golden"
KEPT: dict[str, Screen] = {
    "table_400x300": Table.on_card(holding(THREE), Card.KIKU_KASU_1),
    "decision_400x300": Decision(holding(CALLING)),
}


def picture_of(card: Card) -> Image.Image:
    item = face(LOOK, card, Box(0, 0, *CARD))
    return card_face(card, CARD, item.note, numeral=item.numeral)


def same(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.logical_xor(one, other).getbbox() is None


def test_every_screen_becomes_a_picture_of_one_bit_a_pixel() -> None:
    for screen in screens()[::5]:
        picture = paint(layout(screen, LOOK))

        assert (picture.mode, picture.size) == ("1", SIZE)


@pytest.mark.parametrize("name", KEPT)
def test_a_picture_is_what_it_was_when_it_was_looked_at(name: str, tmp_path: Path) -> None:
    got = paint(layout(KEPT[name], LOOK))

    want = Image.open(GOLDEN / f"{name}.png")
    if not same(got, want):
        got.save(tmp_path / "got.png")
        ImageChops.logical_xor(got, want.convert("1")).save(tmp_path / "diff.png")
    assert same(got, want), f"see got.png and diff.png in {tmp_path}"


def test_cards_look_alike_only_within_the_chaff_of_a_month() -> None:
    alike = [
        (one, other) for one, other in combinations(DECK, 2) if same(*map(picture_of, (one, other)))
    ]

    assert all(one.month is other.month for one, other in alike)
    assert all({one.kind, other.kind} == {Kind.KASU} for one, other in alike)


def test_a_back_is_none_of_the_faces() -> None:
    back = card_back(CARD)

    assert not any(same(back, picture_of(card)) for card in DECK)


def test_a_month_is_shown_in_the_corner_of_a_card_and_nowhere_else() -> None:
    bare, told = (card_face(Card.MATSU_TSURU, CARD, numeral=numeral) for numeral in (False, True))

    changed = ImageChops.logical_xor(bare, told).getbbox()

    assert changed is not None
    assert changed[2:] <= (14, 12)


def test_moving_the_cursor_changes_its_own_strip_only() -> None:
    session = holding(THREE)
    one, other = (
        layout(Table.on_card(session, card), Look(SIZE, hints=Hints.OFF))
        for card in (Card.UME_KASU_2, Card.SAKURA_KASU_2)
    )

    changed = ImageChops.logical_xor(paint(one), paint(other)).crop((0, 0, 400, 288)).getbbox()

    assert changed == (10, 283, 10 + 48 + 44, 287)


@pytest.mark.parametrize("sign", Sign)
def test_a_mark_stays_in_its_box(sign: Sign) -> None:
    box = Box(100, 100, 22, 5) if sign in WIDE else Box(100, 100, 6, 11)

    picture = paint(Layout(SIZE, (Mark(sign, box),)))

    inked = ImageChops.invert(picture).getbbox()
    assert inked is not None
    assert inked[0] >= box.x
    assert inked[1] >= box.y
    assert inked[2] <= box.right
    assert inked[3] <= box.bottom


def test_frames_are_equal_when_their_layouts_are() -> None:
    one, other = (Frame(layout(KEPT["decision_400x300"], LOOK)) for _ in range(2))

    assert one == other
    assert one != Frame(Layout(SIZE, ()))
    assert len({one, other}) == 1


def test_a_frame_is_painted_once() -> None:
    frame = Frame(Layout(SIZE, (Face(Card.KIRI_HOUOU, Box(0, 0, *CARD), ("Paul-",), "Bright"),)))

    first = frame.image

    assert frame.image is first
