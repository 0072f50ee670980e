"""The log: what happened, in turns and in words."""

from __future__ import annotations

from itertools import pairwise

from device.geometry import Size
from device.look import Look
from device.look.entries import entry_lines
from device.screens.told import LOG_ENTRIES_PER_PAGE, Entry, log_pages, told
from koikoi.cards import Card, Month, fuda
from koikoi.moves import Call
from koikoi.round import Called, Laid, Redealt
from koikoi.score import Factor, Reason, Result
from koikoi.seat import NORTH, SOUTH
from koikoi.yaku import Made
from tests.device.look.gallery import screens
from tests.games import new_match, played

LOOK = Look(Size(400, 300))


def said(*events: Laid | Called | Redealt | Result) -> tuple[str, str]:
    return entry_lines(LOOK, Entry(3, Month.SAKURA, events))


def test_the_entries_hold_every_event_in_order() -> None:
    match = played(new_match(b"log"))[-1]

    entries = told(match)

    events = [event for entry in entries for event in entry.events]
    assert events == [event for round_ in match.rounds for event in round_.history]


def test_both_cards_of_a_turn_are_one_entry() -> None:
    match = played(new_match(b"log"))[-1]

    laid = [entry.events for entry in told(match) if isinstance(entry.events[0], Laid)]

    assert all(isinstance(one, Laid) for events in laid for one in events)
    assert all(len(events) == 2 for events in laid)


def test_the_newest_page_comes_first_and_is_full() -> None:
    match = played(new_match(b"log"))[-1]

    pages = log_pages(match)

    assert len(pages[0]) == LOG_ENTRIES_PER_PAGE
    assert pages[0][-1].events == (match.rounds[-1].history[-1],)
    oldest_first = [entry for page in reversed(pages) for entry in page]
    assert oldest_first == list(told(match))


def test_a_fresh_match_has_one_empty_page() -> None:
    fresh = next(m for m in map(new_match, (b"a", b"b", b"c", b"d")) if not m.round.history)

    pages = log_pages(fresh)

    assert pages == ((),)


def test_months_on_a_page_never_run_backwards() -> None:
    for page in log_pages(played(new_match(b"log"))[-1]):
        assert all(one.round <= other.round for one, other in pairwise(page))


def test_a_turn_is_told_in_two_lines() -> None:
    lines = said(
        Laid(SOUTH, Card.SAKURA_MAKU, fuda("3Z"), drawn=False),
        Laid(SOUTH, Card.YANAGI_KASU, (), drawn=True),
    )

    assert lines == (
        "You: Cherry with Curtain takes cherry ribbon",
        "drawn: Willow with Lightning stays on the table",
    )


def test_three_taken_at_once_are_all_three() -> None:
    lines = said(Laid(NORTH, Card.KIKU_SAKAZUKI, fuda("9Z 9a 9b"), drawn=False))

    assert lines == ("CPU: Chrysanthemum with Sake Cup takes all three", "")


def test_calls_are_told_by_who_made_them() -> None:
    told_calls = [
        said(Called(SOUTH, Call.KOIKOI))[0],
        said(Called(NORTH, Call.SHOUBU))[0],
        said(Called(NORTH, Call.SHOUBU, "koikoi_empty_hand"))[0],
    ]

    assert told_calls == ["You call Koi-Koi", "CPU stops", "CPU has to stop"]


def test_a_won_month_is_told_with_its_yaku() -> None:
    made = (Made("hanami", 5), Made("kasu", 2))
    won = Result(SOUTH, Reason.SHOUBU, (14, 0), made, 7, (Factor("double_at", 2),))

    lines = said(won)

    assert lines == ("You win 14 points.", "Flower Viewing 5, Chaff 2, x2")


def test_a_month_without_a_winner_and_a_new_deal_are_told() -> None:
    nobody = said(Result(None, Reason.NAGARE))
    again = said(Redealt("field_four_pairs"))

    assert nobody == ("No winner.", "")
    assert again == ("Dealt again:", "four pairs lay on the table")


def test_the_gallery_has_every_kind_of_screen() -> None:
    kinds = {type(screen).__name__ for screen in screens()}

    assert kinds == {
        "Asleep", "Choice", "Coach", "Confirm", "CpuCalled", "Decision", "Finished", "Help",
        "History", "HouseRules", "Lessons", "Log", "MatchResult", "Mistakes", "NewGame", "Notices",
        "Options", "Oyagime", "Replay", "RoundResult", "SwitchOff", "Table", "Title",
    }  # fmt: skip
