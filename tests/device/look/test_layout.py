"""Layouts: everything fits, nothing hides anything, and the right things can be touched."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from device.geometry import Box, Size
from device.look import Layout, Look, layout
from device.look.items import Back, Face, Fan, Mark, Pill, Sign, Text, Token, Tokens
from device.look.metrics import METRICS
from device.screens import flow
from device.screens.results import RoundResult
from device.screens.screen import Screen
from device.screens.slots import hand_slots, table_slots
from device.screens.table import Choice, Decision, Table
from device.screens.title import Title
from device.settings import Hints, Settings
from koikoi.cards import Card, fuda
from koikoi.moves import Call, parse_move
from koikoi.score import Reason, Result
from koikoi.seat import NORTH, SOUTH
from koikoi.yaku import Made
from tests.device.look.gallery import (
    CALLING,
    CROWDED,
    DIVIDED,
    LONG_HAND,
    MOST,
    THREE,
    holding,
    in_debt,
    new_session,
    played,
    screens,
    states,
)
from tests.device.look.places import EVERYWHERE, named, troubles, words
from tests.games import apply, set_up

SIZE = Size(400, 300)
LOOKS = (
    Look(SIZE, hints=Hints.FULL),
    Look(SIZE, hints=Hints.MATCHES, large_text=True),
    Look(SIZE, hints=Hints.OFF, numerals=False),
)
SEED = int(os.environ.get("KOIKOI_SEED", "0"))
PLAYING = set_up("1a 2a 3a", "1b 2b 3b", "1H 4a 2T 2Z", "4b 5a")


def faces(shown: Layout) -> dict[Card, Box]:
    return {item.card: item.box for item in shown.items if isinstance(item, Face)}


def marks(shown: Layout, sign: Sign) -> list[Box]:
    return [item.box for item in shown.items if isinstance(item, Mark) and item.sign is sign]


def above(shown: Layout, marked: Box) -> set[Card]:
    """The cards whose upper edge a mark touches."""
    return {
        card
        for card, box in faces(shown).items()
        if marked.bottom in (box.y, box.y - 1) and box.x <= marked.x < box.right
    }


def is_below(mark: Box, box: Box) -> bool:
    """Whether a mark stands in the cursor's strip under a card."""
    return mark.y > box.bottom and box.x <= mark.x < box.right and box.bottom > 250


@pytest.mark.parametrize("look", EVERYWHERE, ids=named)
def test_nothing_is_clipped_or_hidden_on_any_panel_in_any_language(look: Look) -> None:
    looks = (
        look,
        replace(look, hints=Hints.MATCHES, large_text=True),
        replace(look, hints=Hints.OFF, numerals=False),
    )

    found = [
        f"{type(screen).__name__}: {trouble}"
        for number, screen in enumerate(screens()[:: 3 if look.language == "en" else 7])
        for trouble in troubles(screen, looks[number % 3])
    ]

    assert found == []


@pytest.mark.parametrize("look", EVERYWHERE, ids=named)
def test_the_telling_screens_are_whole_in_every_look(look: Look) -> None:
    telling = [
        *states(holding(MOST)),
        *states(in_debt(MOST.apply(Call.SHOUBU))),
        *states(in_debt(DIVIDED)),
        *states(holding(CROWDED)),
        *states(holding(LONG_HAND)),
    ]

    found = [
        trouble
        for screen in telling
        for hints in Hints
        for trouble in troubles(screen, replace(look, hints=hints))
    ]

    assert found == []


def random_matches(look: Look, seed: int, rounds: int) -> list[str]:
    """What is wrong anywhere in a match that is played at random."""
    return [
        trouble
        for session in played(new_session(seed, rounds), "random", Random(seed))
        for trouble in troubles(flow.current(session), look)
    ]


@pytest.mark.parametrize("look", EVERYWHERE, ids=named)
def test_ten_random_rounds_can_be_shown_on_any_panel_in_any_language(look: Look) -> None:
    found = random_matches(look, EVERYWHERE.index(look), 10)

    assert found == []


@pytest.mark.soak
@pytest.mark.parametrize("look", EVERYWHERE, ids=named)
def test_a_hundred_random_rounds_can_be_shown_on_any_panel_in_any_language(look: Look) -> None:
    for number in range(10):
        seed = SEED + 10 * EVERYWHERE.index(look) + number

        assert random_matches(look, seed, 10) == []


def test_sixteen_cards_on_the_table_share_no_more_than_their_frames() -> None:
    shown = layout(Table.at(holding(CROWDED)), LOOKS[0])

    on_table = [faces(shown)[card] for card in CROWDED.bafuda]
    assert all(
        not one.inset(1).overlaps(other.inset(1)) for one, other in combinations(on_table, 2)
    )


def test_a_table_shows_each_card_that_may_be_seen_once() -> None:
    for screen in screens():
        if not isinstance(screen, Table | Choice):
            continue
        round_ = screen.session.open_match.round
        shown = [i.card for i in layout(screen, LOOKS[0]).items if isinstance(i, Face)]

        drawn = () if round_.drawn is None else (round_.drawn,)
        assert sorted(shown) == sorted((*round_.bafuda, *round_.tefuda[SOUTH], *drawn))


def test_a_card_that_stays_does_not_move() -> None:
    after = apply(PLAYING, parse_move("1a"))

    before_boxes = faces(layout(Table.at(holding(PLAYING)), LOOKS[0]))
    after_boxes = faces(layout(Table.at(holding(after)), LOOKS[0]))
    staying = set(before_boxes) & set(after_boxes)
    assert staying == set(fuda("2a 3a 2T 2Z"))
    assert all(before_boxes[card] == after_boxes[card] for card in staying)


def test_a_card_that_takes_nothing_gets_the_lowest_free_slot() -> None:
    # 1a takes the first slot's 1H and the drawn 4b the second one's 4a; the CPU's cards stay.
    round_ = set_up("1a 5b", "3b 6b", "1H 4a 2T", "4b 5a 7a")

    after = apply(round_, parse_move("1a"), parse_move("3b"))

    assert table_slots(after) == {0: fuda("3b"), 1: fuda("5a"), 2: fuda("2T")}


def test_three_of_a_month_share_a_slot_with_the_highest_on_top() -> None:
    slots = table_slots(THREE)

    assert slots[0] == fuda("9b 9Z 9T")


def test_the_hand_keeps_its_slots_when_a_card_is_played() -> None:
    after = apply(PLAYING, parse_move("1a"))

    assert hand_slots(after, SOUTH) == (None, *fuda("2a 3a"), *[None] * 5)


def test_the_cards_of_every_slot_are_those_on_the_table() -> None:
    for screen in screens():
        match = screen.session.match
        if match is not None:
            slots = table_slots(match.round)

            assert sorted(card for cards in slots.values() for card in cards) == sorted(
                match.round.bafuda
            )


def test_a_hand_of_more_than_eight_lies_on_the_panel_too() -> None:
    hand = "1a 2a 3a 4a 5a 6a 7a 8a 9a Aa"

    shown = layout(Table.at(holding(set_up(hand, "1b", "1H"))), LOOKS[0])

    boxes = [faces(shown)[card] for card in fuda(hand)]
    assert boxes == sorted(boxes)
    assert boxes[-1].right <= 400


def test_tabs_stand_above_the_cards_that_the_selected_one_takes() -> None:
    screen = Table.on_card(holding(PLAYING), Card.UME_KASU_1)

    shown = layout(screen, LOOKS[1])

    tabs = marks(shown, Sign.MATCH)
    assert [above(shown, tab) for tab in tabs] == [{Card.UME_UGUISU}, {Card.UME_AKATAN}]


def test_without_hints_no_card_is_marked() -> None:
    screen = Table.on_card(holding(PLAYING), Card.UME_KASU_1)

    shown = layout(screen, LOOKS[2])

    assert marks(shown, Sign.MATCH) + marks(shown, Sign.PLAYABLE) == []


def test_hand_cards_with_a_match_are_dashed_unless_the_cursor_is_there() -> None:
    screen = Table.on_card(holding(PLAYING), Card.SAKURA_KASU_1)

    dashes = marks(layout(screen, LOOKS[1]), Sign.PLAYABLE)

    boxes = faces(layout(screen, LOOKS[1]))
    under = {card for card, box in boxes.items() for dash in dashes if is_below(dash, box)}
    assert under == set(fuda("1a 2a"))


def test_the_cursor_of_a_choice_stands_above_its_candidate() -> None:
    screen = Choice(holding(PLAYING), Card.UME_KASU_1, cursor=1)

    shown = layout(screen, LOOKS[0])

    (bar,) = marks(shown, Sign.CURSOR)
    assert above(shown, bar) == {screen.candidates[1]}


def test_only_full_hints_say_what_is_one_card_away() -> None:
    round_ = set_up("1a", "1b", "2a", took=("3H", "8H 4T"))
    told = [words(layout(Table.at(holding(round_)), look)) for look in LOOKS]

    assert ["One card away:" in text for text in told] == [True, False, False]
    assert "Flower Viewing" in told[0]


def test_a_card_the_other_side_has_taken_is_not_hoped_for() -> None:
    round_ = set_up("1a", "1b", "2a", took=("3H", "9T"))

    told = words(layout(Table.at(holding(round_)), LOOKS[0]))

    assert "Flower Viewing" not in told


def test_the_question_names_every_yaku_every_factor_and_the_sum() -> None:
    told = words(layout(Decision(holding(CALLING)), LOOKS[0]))

    for name in ("Five Brights", "Flower Viewing", "Moon Viewing", "Boar-Deer-Butterfly"):
        assert name in told
    for name in ("Poetry and Blue", "Chaff", "7 or more: x2", "CPU called Koi-Koi: x2"):
        assert name in told
    # 10 + 5 + 5, Boar-Deer-Butterfly 5 and three more Animals, 10 and one more Ribbon, ten Chaff.
    assert "40 x2 x2 = 160" in told


def test_the_last_turn_is_told_until_the_cursor_moves() -> None:
    start = set_up("1a 2a 4T", "3a BZ", "5a 6a", "7a 8a")
    session = holding(apply(start, parse_move("1a"), parse_move("3a")))

    told = words(layout(Table.at(session), LOOKS[0]))
    moved = words(layout(Table.on_card(session, Card.FUJI_HOTOTOGISU), LOOKS[0]))

    assert "CPU: cherry stays; drawn pampas stays" in told
    assert "CPU: cherry stays" not in moved
    assert "Wisteria with Cuckoo: takes nothing" in moved


def test_the_question_always_tells_the_cards_that_are_left() -> None:
    for screen in screens():
        if isinstance(screen, Decision) and not screen.peeking:
            round_ = screen.session.open_match.round
            told = words(layout(screen, LOOKS[0]))

            left = f"{len(round_.tefuda[SOUTH])} in hand, {len(round_.yamafuda)} to draw."
            assert left in told


@pytest.mark.parametrize("look", EVERYWHERE, ids=named)
@pytest.mark.parametrize("alerts", [("unsaved",), ("panel_lost",), ("unsaved", "panel_lost")])
def test_an_alert_is_seen_on_every_screen(alerts: tuple[str, ...], look: Look) -> None:
    for screen in screens()[::29]:
        shown = layout(screen, look, alerts)

        assert troubles(screen, look, alerts) == []
        last = [item for item in shown.items if isinstance(item, Pill)][-1]
        assert last.box.y == look.metrics.hint_top
        for alert in alerts:
            assert look.text(alert) in last.text or look.text(f"{alert}.brief") in last.text


def test_only_the_own_hand_can_be_touched_and_only_in_the_own_turn() -> None:
    for screen in screens():
        if isinstance(screen, Table):
            shown = layout(screen, LOOKS[0])
            slots = hand_slots(screen.session.open_match.round, SOUTH)
            held = [slot for slot, card in enumerate(slots) if card is not None]

            asked = screen.session.asked is not None
            assert [(t.kind, t.index) for t in shown.targets] == (
                [] if asked else [("hand", slot) for slot in held]
            )


def test_a_forced_stop_names_its_rule() -> None:
    # The last card of the hand completes Flower Viewing.
    round_ = set_up("3a", "1b", "3H 5a", "6a", took=("9T", ""))

    ended = apply(round_, parse_move("3a"))

    told = words(layout(RoundResult(holding(ended)), LOOKS[0]))
    assert "You had to stop: no cards left in your hand." in told


TESHI = (Made("teshi", 6),)


@pytest.mark.parametrize(
    ("result", "calls", "said"),
    [
        (Result(NORTH, Reason.HAND_YAKU, (0, 6), TESHI), (0, 0), "The CPU was dealt it"),
        (Result(None, Reason.BOTH_HAND_YAKU), (0, 0), "Both were dealt a winning hand"),
        (Result(None, Reason.NAGARE), (0, 0), "nobody has stopped"),
        (Result(None, Reason.NAGARE), (1, 0), "after Koi-Koi nobody scores"),
        (Result(None, Reason.NAGARE, (6, 0)), (0, 0), "the dealer scores"),
    ],
)
def test_a_month_says_why_it_ended(result: Result, calls: tuple[int, int], said: str) -> None:
    ended = PLAYING._replace(result=result, calls=calls, history=(result,))

    told = words(layout(RoundResult(holding(ended)), LOOKS[0]))

    assert said in told


def test_a_month_that_goes_on_has_no_result_to_lay_out() -> None:
    with pytest.raises(ValueError, match="a month has a result when it has ended"):
        layout(RoundResult(holding(PLAYING)), LOOKS[0])


@pytest.mark.parametrize("size", METRICS)
def test_the_table_tells_everything_on_every_panel(size: Size) -> None:
    look = Look(size, hints=Hints.FULL)
    round_ = set_up(
        "3a 4a 1a",
        "1b 2b",
        "3H 5a",
        took=("9T 6T 1Z", "1H 8H 2a"),
        calls=(2, 1),
    )

    shown = layout(Table.at(holding(round_)), look)

    told = words(shown)
    assert "9/12" in told
    assert "Your turn" in told
    assert {"57", "104"} <= {item.text for item in shown.items if isinstance(item, Text)}
    assert str(len(round_.yamafuda)) in told + "".join(
        item.text for item in shown.items if isinstance(item, Back)
    )
    fans = [item.count for item in shown.items if isinstance(item, Fan)]
    assert fans == [2] or "x2" in told
    taken = [item.cards for item in shown.items if isinstance(item, Tokens)]
    assert sorted(card for cards in taken for card in cards) == sorted(
        (*round_.torifuda[0], *round_.torifuda[1])
    )
    assert len(marks(shown, Sign.CALL)) == 3 or "2" in told
    ghosts = {item.card for item in shown.items if isinstance(item, Token) and item.ghost}
    # The CPU lacks the curtain (or the phoenix), and the curtain is what Flower Viewing needs.
    assert Card.SAKURA_MAKU in ghosts


@pytest.mark.parametrize("size", METRICS)
def test_what_was_taken_last_has_a_dog_ear_and_what_stays_a_hollow_tab(size: Size) -> None:
    start = set_up("1a 2a 4T", "3a BZ", "1Z 6a", "7a 6b")
    round_ = apply(start, parse_move("1a"), parse_move("3a"))

    shown = layout(Table.at(holding(round_)), Look(size, hints=Hints.OFF))

    fresh = [card for item in shown.items if isinstance(item, Tokens) for card in item.fresh]
    assert sorted(fresh) == sorted(fuda("6a 6b"))
    (tab,) = marks(shown, Sign.LAID)
    assert above(shown, tab) == {Card.SAKURA_KASU_1}


@pytest.mark.parametrize("size", METRICS)
def test_months_are_numbered_where_cards_are_small(size: Size) -> None:
    look = Look.of(size, Settings(numerals=False))

    assert look.numerals is (METRICS[size].card.width < 40)


def test_a_wide_panel_shows_the_last_turns_to_who_wants_no_hints() -> None:
    start = set_up("1a 2a 4T", "3a BZ", "1Z 6a", "7a 6b")
    session = holding(apply(start, parse_move("1a"), parse_move("3a")))
    wide = Size(800, 480)

    told = [words(layout(Table.at(session), Look(wide, hints=hints))) for hints in Hints]

    assert ["Within reach" in text for text in told] == [True, False, False]
    assert ["Last turns" in text for text in told] == [False, True, True]
    assert "drawn: Peony takes peony" in told[1]


def test_the_title_shows_the_month_that_is_played() -> None:
    title = Title(holding(THREE))

    shown = layout(title, LOOKS[0])

    assert set(faces(shown)) == set(fuda("1H 1Z 1a 1b"))


def test_nothing_of_the_opponents_hand_is_in_a_layout() -> None:
    for screen in screens():
        match = screen.session.match
        if match is None or not isinstance(screen, Table | Choice | Decision):
            continue
        shown = faces(layout(screen, LOOKS[0]))

        assert not set(shown) & set(match.round.tefuda[NORTH])


def test_an_unknown_screen_is_an_error() -> None:
    class Strange:
        """Not a screen of ours."""

    strange: Screen = Strange()  # type: ignore[assignment]

    with pytest.raises(TypeError, match="no layout is made for a Strange"):
        layout(strange, LOOKS[0])
