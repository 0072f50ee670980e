"""Everything that is to be read can be read: nothing left out, nothing touching, in any look."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PIL import ImageChops

from device.geometry import Box, Size
from device.look import Layout, Look, layout
from device.look.entries import entry_lines
from device.look.faces import card_face
from device.look.glyphs import mask
from device.look.items import (
    Align,
    Button,
    Emblem,
    Face,
    Item,
    Line,
    Rect,
    Text,
    Token,
    Tokens,
)
from device.look.lettering import height, width
from device.look.metrics import METRICS
from device.look.paint import paint
from device.look.words import away, short_name, yaku_name
from device.screens.house import HouseRules
from device.screens.pages import HELP_PAGES, Help
from device.screens.results import CpuCalled, RoundResult
from device.screens.screen import Screen
from device.screens.table import Decision, Table
from device.screens.told import Entry
from koikoi.cards import DECK, Card, Kind, Month
from koikoi.moves import Call
from koikoi.round import Called, Round
from koikoi.rules import PRESETS
from koikoi.score import Reason, Result
from koikoi.seat import NORTH, SOUTH
from koikoi.yaku import Made, judge, table
from tests.device.look.gallery import MOST, THREE, holding, in_debt, screens
from tests.device.look.places import EVERYWHERE, named, troubles, words
from tests.games import set_up

RICH = [*(MOST._replace(rules=rules) for rules in PRESETS.values()), MOST]
"""Nearly every card taken, by the rules of each preset and by rules that have everything."""
UNEVEN = set_up(
    "1b 2b 4b",
    "1Z 2Z 4Z",
    "5b 6b",
    took=("8H 9T 2T 4T 5T 8T", "6T 7T 9a 9b"),
    calls=(0, 1),
)._replace(calling=True)
"""South may call, North lacks only the deer, and North has called before."""


def ink_of(item: Text) -> Box | None:
    """Where the letters of a text are on the glass, without the room around them."""
    found = mask(item.text, item.style).getbbox()
    if found is None:
        return None
    box, spare = item.box, item.box.width - width(item.text, item.style)
    shift = {Align.LEFT: 0, Align.CENTER: (spare + 1) // 2, Align.RIGHT: spare}[item.align]
    left, top = box.x + shift + found[0], box.y + (box.height - height(item.style)) // 2 + found[1]
    return Box(left, top, found[2] - found[0], found[3] - found[1])


def strokes(item: Line | Rect) -> list[Box]:
    """The lines that a rule or a frame is drawn with."""
    box = item.box
    if isinstance(item, Line):
        return [box]
    return [
        Box(box.x, box.y, box.width, 1),
        Box(box.x, box.bottom - 1, box.width, 1),
        Box(box.x, box.y, 1, box.height),
        Box(box.right - 1, box.y, 1, box.height),
    ]


def touching(shown: Layout) -> Iterator[tuple[Item, Item]]:
    """Texts, cards and signs with no white pixel between them and a rule or a frame."""
    drawn = [item for item in shown.items if isinstance(item, Line | Rect)]
    for item in shown.items:
        box = ink_of(item) if isinstance(item, Text) else None
        if isinstance(item, Token | Tokens | Emblem):
            box = item.box
        if box is None:
            continue
        # A frame may stand in a row of tokens: it is a card that is gone.
        others = drawn if isinstance(item, Text) else [o for o in drawn if isinstance(o, Line)]
        for other in others:
            if any(box.inset(-1).overlaps(stroke) for stroke in strokes(other)):
                yield item, other


@pytest.mark.parametrize("look", EVERYWHERE, ids=named)
def test_no_letter_and_no_sign_touches_a_rule_or_a_frame(look: Look) -> None:
    # The line under the selected one of the house rules is its own.
    shown = [screen for screen in screens() if not isinstance(screen, HouseRules)]

    found = [
        f"{type(screen).__name__}: {pair}"
        for screen in shown[EVERYWHERE.index(look) % 4 :: 5]
        for pair in touching(layout(screen, look))
    ]

    assert found == []


@pytest.mark.parametrize("size", METRICS)
@pytest.mark.parametrize("text", ["Koi-Koi", "こいこい", "코이코이", "Щука, цц"])
def test_the_words_of_a_selected_button_keep_away_from_its_frame(text: str, size: Size) -> None:
    metrics = METRICS[size]
    box = Box(4, 4, 120, metrics.button_height)
    button = Button(text, box, selected=True, note="gq, 12", style=metrics.body)

    inside = paint(Layout(Size(128, 128), (button,))).crop(
        (box.x + 4, box.y + 4, box.right - 4, box.bottom - 4)
    )

    left, top, right, bottom = ImageChops.invert(inside).getbbox() or (0, 0, 0, 0)
    assert min(left, top) >= 1
    assert right < inside.width
    assert bottom < inside.height


def mirrored(round_: Round) -> Round:
    """A round in which North has taken and called what South could have."""
    made = judge(round_.rules, round_.sight(SOUTH))
    south, north = round_.torifuda
    return round_._replace(torifuda=(north, south), held=((), made), calling=False)


@pytest.mark.parametrize("look", EVERYWHERE, ids=named)
def test_every_yaku_is_named_below_its_headline_however_many_there_are(look: Look) -> None:
    for round_ in RICH:
        asked: list[tuple[Screen, tuple[Made, ...], str]] = [
            (Decision(in_debt(round_)), judge(round_.rules, round_.sight(SOUTH)), "decision.title")
        ]
        ended = round_.apply(Call.SHOUBU)
        assert ended.result is not None
        asked.append((RoundResult(in_debt(ended)), ended.result.made, "result.south"))
        called = mirrored(round_)
        asked.append((CpuCalled(in_debt(called)), called.held[NORTH], "called.title"))
        for screen, made, headline in asked:
            told = words(layout(screen, look))

            assert look.text(headline) in told
            assert [yaku.key for yaku in made if yaku_name(look, yaku.key) not in told] == []
            assert troubles(screen, look) == []


@pytest.mark.parametrize("look", EVERYWHERE, ids=named)
def test_the_question_says_what_the_cpu_is_one_card_away_from(look: Look) -> None:
    near = away(look, UNEVEN.rules, UNEVEN.sight(NORTH))

    told = "".join(words(layout(Decision(holding(UNEVEN)), look)).split())

    assert [each.name for each in near] == [yaku_name(look, "inoshikachou")]
    sentence = look.text("decision.away", yaku=near[0].name)
    assert "".join(sentence.split()) in told
    assert "".join(look.text("decision.doubled", times=2).split()) in told


@pytest.mark.parametrize("look", EVERYWHERE, ids=named)
def test_the_months_page_names_every_card_that_is_not_chaff(look: Look) -> None:
    under = Table.at(holding(THREE))

    told = words(layout(Help(under, HELP_PAGES.index("months")), look)).split("\n")

    for month in Month:
        cards = [card for card in DECK if card.month is month and card.kind is not Kind.KASU]
        assert any(all(short_name(look, card) in line for card in cards) for line in told), (
            month.name
        )


@pytest.mark.parametrize("size", [size for size in METRICS if not METRICS[size].compact])
def test_the_months_page_shows_the_kinds_beside_the_names(size: Size) -> None:
    under = Table.at(holding(THREE))

    shown = layout(Help(under, HELP_PAGES.index("months")), Look(size))

    kinds = [item.kind for item in shown.items if isinstance(item, Emblem)]
    kinds += [item.card.kind for item in shown.items if isinstance(item, Token)]
    # Of 48 cards 5 are bright, 9 animals and 10 ribbons.
    assert [kinds.count(kind) for kind in Kind] == [5, 9, 10, 0]


@pytest.mark.parametrize("size", METRICS)
@pytest.mark.parametrize(
    ("language", "row"), [("en", "1"), ("ja", "一月"), ("ko", "1월"), ("ru", "1")]
)
def test_a_month_says_its_number_once(language: str, row: str, size: Size) -> None:
    shown = layout(Help(Table.at(holding(THREE)), HELP_PAGES.index("months")), Look(size, language))

    said = [item.text for item in shown.items if isinstance(item, Text) and item.text == row]
    numbers = [
        item.text for item in shown.items if isinstance(item, Text) and item.text.startswith("1 ")
    ]
    assert said == [row]
    assert numbers == []


@pytest.mark.parametrize(
    "look", [look for look in EVERYWHERE if not look.metrics.compact], ids=named
)
def test_every_yaku_has_its_japanese_reading_beside_it(look: Look) -> None:
    session = holding(THREE)

    pages = [
        layout(Help(Table.at(session), HELP_PAGES.index(page)), look)
        for page in ("yaku", "more_yaku")
    ]

    texts = [item for page in pages for item in page.items if isinstance(item, Text)]
    rows = [row.key for row in table(THREE.rules)]
    readings = [look.text(f"reading.{key}") for key in rows]
    columns = {item.box.x for item in texts if item.text in readings and item.box.x > 20}
    assert {item.text for item in texts} >= set(readings)
    assert len(columns) == 1


def test_what_lies_below_a_card_is_shown_by_the_signs_of_its_kinds() -> None:
    shown = layout(Table.at(holding(THREE)), Look(Size(400, 300)))

    # 9b, 9Z and 9T lie together, the sake cup on top.
    (top,) = [item for item in shown.items if isinstance(item, Face) and item.below]
    assert top.card is Card.KIKU_SAKAZUKI
    assert top.below == (Kind.KASU, Kind.TANZAKU)


@pytest.mark.parametrize("size", sorted({metrics.card for metrics in METRICS.values()}))
def test_signs_below_the_note_do_not_hide_month_or_note(size: Size) -> None:
    bare = card_face(Card.KIKU_SAKAZUKI, size, "x3", numeral=True)
    signed = card_face(Card.KIKU_SAKAZUKI, size, "x3", (Kind.KASU, Kind.TANZAKU), numeral=True)

    changed = ImageChops.logical_xor(bare, signed).getbbox()

    assert changed is not None
    assert changed[1] > 2 + height()
    assert changed[2] <= size.width - 2


@pytest.mark.parametrize(
    ("language", "called", "won"),
    [
        ("en", "CPU calls Koi-Koi", ("You win 9 points.", "Three Brights 5, Ribbons 4")),
        ("ja", "CPU：こいこい", ("自分：9文の上がり。", "三光 5文、タン 4文")),
        ("ko", "CPU: 코이코이", ("나: 9점 남.", "삼광 5, 띠 4")),
        ("ru", "ИИ объявляет кой-кой", ("Вы получаете 9 очков.", "Три светлых 5, Ленты 4")),
    ],
)
def test_the_log_has_the_punctuation_of_its_language(
    language: str, called: str, won: tuple[str, str]
) -> None:
    look = Look(Size(400, 300), language)
    made = (Made("sankou", 5), Made("tan", 4))
    events = Called(NORTH, Call.KOIKOI), Result(SOUTH, Reason.SHOUBU, (9, 0), made, 9)

    told = [entry_lines(look, Entry(1, Month.MATSU, (event,))) for event in events]

    assert told == [(called, ""), won]
