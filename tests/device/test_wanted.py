"""What players of other programs of this kind asked for or got wrong: here it is, and stays."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import ImageChops

from device.events import Chosen, Key, KeyDown, Tick
from device.geometry import Box, Size
from device.look import Frame, Layout, Look, layout
from device.look.items import Face, Mark, Sign, Text, Tokens
from device.look.metrics import METRICS
from device.look.words import month_name, short_name, yaku_name
from device.screens import flow
from device.screens.pages import HELP_PAGES, Help
from device.screens.results import MatchResult
from device.screens.screen import Screen
from device.screens.slots import table_slots
from device.screens.table import Table
from device.screens.told import log_pages
from device.settings import Hints
from koikoi.cards import Card, Fuda, Month, fuda
from koikoi.moves import Call, Move, parse_move
from koikoi.round import Round
from koikoi.rules import PRESETS, RuleSet
from koikoi.seat import NORTH, SOUTH
from koikoi.yaku import table
from tests.device.look.gallery import CALLING, holding
from tests.device.look.places import words
from tests.games import apply, set_up

SIZE = Size(400, 300)
THREE_OF_JULY = "7T 7Z 7a 1a"
EVERY_YAKU = RuleSet.parse("koikoi_japan month_cards=any_month tsukifuda=4 redblue_mode=adds_10")
MOVED = set_up("1a 4a 8a", "2a 4b 6a", "4Z")
CHOOSING = set_up("1a 4a", "2a 4b", "8H 8a 3a", draws="8T")
CPU_CALLED = set_up("1a 4a", "3a 2a 5b", "3H", draws="5a", took=("", "9T"), oya=NORTH)


def press(screen: Screen, *keys: Key) -> Screen:
    """Return the screen after presses; none of them may end the program."""
    for key in keys:
        following = flow.step(screen, KeyDown(key))
        assert following is not None
        screen = following
    return screen


def screens_of_play() -> dict[str, Screen]:
    """Every screen of a month, with the cursor not where it starts."""
    table_ = flow.current(holding(MOVED))
    choice = press(flow.current(holding(CHOOSING)), Key.SELECT)
    decision = flow.current(holding(CALLING))
    called = apply(CPU_CALLED, parse_move("3a"), Call.KOIKOI)
    return {
        "the table": press(table_, Key.RIGHT),
        "a choice": press(choice, Key.RIGHT),
        "the question": press(decision, Key.RIGHT),
        "behind the question": press(decision, Key.BACK),
        "the CPU's call": flow.current(holding(called)),
        "the CPU thinks": flow.current(holding(CPU_CALLED)),
        "a month's result": flow.current(holding(CALLING.apply(Call.SHOUBU))),
    }


PLAY = [pytest.param(screen, id=name) for name, screen in screens_of_play().items()]


def answered(screen: Screen, move: Move) -> Screen:
    """Return the screen after the CPU's move."""
    asked = screen.session.asked
    assert asked is not None
    following = flow.step(screen, Chosen(move, asked))
    assert following is not None
    return following


def round_of(screen: Screen) -> Round:
    return screen.session.open_match.round


def marks(shown: Layout, *signs: Sign) -> list[Mark]:
    return [item for item in shown.items if isinstance(item, Mark) and item.sign in signs]


# Three of a month on the table.


def assert_all_taken(round_: Round, pile: Fuda) -> None:
    assert set(fuda("7T 7Z 7a 7b")) <= set(pile)
    assert Month.HAGI not in {card.month for card in round_.bafuda}


def test_three_of_a_month_lie_as_one_stack() -> None:
    screen = flow.current(holding(set_up("7b 4a", "2a 4b", THREE_OF_JULY)))

    assert table_slots(round_of(screen))[0] == fuda("7a 7Z 7T")
    (top,) = (
        item for item in layout(screen, Look(SIZE)).items if isinstance(item, Face) and item.note
    )
    assert (top.card, top.note) == (Card.HAGI_INOSHISHI, "x3")


def test_the_fourth_from_the_hand_takes_all_three() -> None:
    screen = flow.current(holding(set_up("7b 4a", "2a 4b", THREE_OF_JULY, draws="5a")))

    after = round_of(press(screen, Key.SELECT))

    assert_all_taken(after, after.torifuda[SOUTH])


def test_the_fourth_when_drawn_takes_all_three() -> None:
    screen = flow.current(holding(set_up("5b 4a", "2a 4b", THREE_OF_JULY, draws="7b")))

    after = round_of(press(screen, Key.SELECT))

    assert_all_taken(after, after.torifuda[SOUTH])


def test_the_fourth_takes_all_three_for_the_cpu_as_well() -> None:
    start = set_up("5b 4a", "7b 4b", THREE_OF_JULY, draws="2a", oya=NORTH)

    after = round_of(answered(flow.current(holding(start)), parse_move("7b")))

    assert_all_taken(after, after.torifuda[NORTH])


# The help, from anywhere.


@pytest.mark.parametrize("screen", PLAY)
def test_one_press_opens_the_help_and_one_returns_to_the_same_cursor(screen: Screen) -> None:
    opened = press(screen, Key.HELP)

    assert isinstance(opened, Help)
    assert press(opened, Key.BACK) == press(opened, Key.RIGHT, Key.HELP) == screen


@pytest.mark.parametrize("rules", [*PRESETS.values(), EVERY_YAKU], ids=str)
def test_the_help_lists_every_yaku_in_force_and_no_other(rules: RuleSet) -> None:
    look = Look(SIZE)
    match = holding(set_up("1a 4a", "2a 4b", "3a", rules=rules)).open_match._replace(rules=rules)
    under = Table.at(replace(holding(MOVED), match=match))

    listed = {
        item.text
        for page in ("yaku", "more_yaku")
        for item in layout(Help(under, HELP_PAGES.index(page)), look).items
        if isinstance(item, Text)
    }

    names = {row.key: yaku_name(look, row.key) for row in table(EVERY_YAKU)}
    in_force = {row.key for row in table(rules)}
    assert {key for key, name in names.items() if name in listed} == in_force


def test_the_help_tells_the_months_in_their_order() -> None:
    look = Look(SIZE)
    page = Help(flow.current(holding(MOVED)), HELP_PAGES.index("months"))

    rows = {item.text: item.box.y for item in layout(page, look).items if isinstance(item, Text)}

    places = [rows[month_name(look, month)] for month in Month]
    assert places == sorted(places)


# Hints, by shape.

HINTED = set_up("3a 5a 6a 7a 8a Aa Ba Ca", "1b 2b", "3H 5T 6T 1a 2a", took=("9T", ""))
"""Three cards of the hand take something, and the cherry makes Flower Viewing with it."""


def hinted(hints: Hints, size: Size = SIZE) -> Layout:
    screen = Table.on_card(holding(HINTED), Card.KIRI_KASU_1)
    return layout(screen, Look(size, hints=hints))


def test_a_hand_with_three_matches_has_three_markers() -> None:
    assert len(marks(hinted(Hints.MATCHES), Sign.PLAYABLE)) == 3
    assert marks(hinted(Hints.MATCHES), Sign.MAKES) == []


def test_the_card_that_makes_a_yaku_has_another_marker() -> None:
    shown = hinted(Hints.FULL)

    (mark,) = marks(shown, Sign.MAKES)
    (cherry,) = (
        item.box
        for item in shown.items
        if isinstance(item, Face) and item.card is Card.SAKURA_KASU_1
    )
    assert cherry.x <= mark.box.x
    assert mark.box.right <= cherry.right
    assert len(marks(shown, Sign.PLAYABLE)) == 2


def test_without_hints_there_is_no_marker() -> None:
    assert marks(hinted(Hints.OFF), Sign.PLAYABLE, Sign.MAKES, Sign.MATCH) == []


def test_the_card_that_makes_a_yaku_is_told_with_it() -> None:
    screen = Table.on_card(holding(HINTED), Card.SAKURA_KASU_1)

    told = [words(layout(screen, Look(SIZE, hints=hints))) for hints in Hints]

    assert ["Cherry: takes curtain for Flower Viewing" in text for text in told] == [
        True,
        False,
        False,
    ]


@pytest.mark.parametrize("size", METRICS)
def test_markers_differ_from_nothing_and_from_each_other(size: Size) -> None:
    full, off = (Frame(hinted(hints, size)).image for hints in (Hints.FULL, Hints.OFF))
    shown = hinted(Hints.FULL, size)
    (makes,) = marks(shown, Sign.MAKES)
    playable = marks(shown, Sign.PLAYABLE)[0]

    def ink(box: Box) -> int:
        place = (box.x, box.y, box.right, box.bottom)
        differs = ImageChops.logical_xor(full.crop(place), off.crop(place))
        return differs.histogram()[255]

    assert ink(playable.box) >= 16
    assert ink(makes.box) >= 2 * ink(playable.box)


# What the CPU did.


def test_one_picture_shows_the_cpus_whole_turn_until_a_press() -> None:
    start = set_up("1a 2a 4T", "3a BZ 7b", "3H 6a", "6b 9a", oya=NORTH)

    after = answered(flow.current(holding(start)), parse_move("3a"))

    look = Look(SIZE, hints=Hints.MATCHES)
    shown = layout(after, look)
    told = words(shown)
    for card in fuda("3a 3H 6b 6a"):
        assert short_name(look, card) in told
    fresh = {card for item in shown.items if isinstance(item, Tokens) for card in item.fresh}
    assert fresh == set(fuda("3a 3H 6b 6a"))
    assert flow.step(after, Tick(1e6)) == after


def test_the_log_lists_every_event_of_the_month() -> None:
    over = apply(CPU_CALLED, parse_move("3a"), Call.KOIKOI, parse_move("1a"))
    match = holding(over).open_match

    logged = [event for page in reversed(log_pages(match)) for entry in page for event in entry[2]]

    assert tuple(logged) == over.history


# Leaving.


@pytest.mark.parametrize("screen", PLAY)
def test_giving_up_is_three_presses_away_and_asks_once(screen: Screen) -> None:
    asked = press(screen, Key.OPTIONS, Key.LEFT, Key.SELECT)

    assert press(asked, Key.BACK, Key.BACK) == screen
    over = press(asked, Key.RIGHT, Key.SELECT)
    assert isinstance(over, MatchResult)
    assert over.session.open_match.given_up is SOUTH
    assert over.session.open_match.scores == screen.session.open_match.scores
