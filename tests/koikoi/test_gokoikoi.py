"""Games and settings of go-koikoi, taken over."""

from __future__ import annotations

import json
from typing import Any

import pytest

from koikoi import record
from koikoi.cards import DECK, Fuda, fuda
from koikoi.gokoikoi import (
    ImpossibleError,
    Lost,
    NotGoKoikoiError,
    Settings,
    saved_game,
    settings,
)
from koikoi.match import Cpu, Human
from koikoi.moves import Play
from koikoi.seat import NORTH, SOUTH
from koikoi.yaku import Made

SOUTH_HAND, NORTH_HAND = fuda("3Z Ca"), fuda("8T BT")
FIELD = fuda("AZ BZ Ab 3b")
SOUTH_TOOK, NORTH_TOOK = fuda("1H 3H 9T 1Z 2Z 1a"), fuda("8H 4T")


def save(**changes: object) -> str:
    """A saved game in its own format: South is to play, two cards each."""
    placed = {*SOUTH_HAND, *NORTH_HAND, *FIELD, *SOUTH_TOOK, *NORTH_TOOK}
    told: dict[str, object] = {
        "round": 7,
        "max_rounds": 12,
        "player_score": 38,
        "cpu_score": 22,
        "deck_ids": ids(tuple(card for card in DECK if card not in placed)),
        "field_ids": ids(FIELD),
        "player_hand_ids": ids(SOUTH_HAND),
        "cpu_hand_ids": ids(NORTH_HAND),
        "player_captured_ids": ids(SOUTH_TOOK),
        "cpu_captured_ids": ids(NORTH_TOOK),
        "is_player_turn": True,
        "player_koikoi": True,
        "cpu_koikoi": False,
        "next_parent_is_player": False,
        "difficulty": "hard",
        "log_lines": ["[2026-03-09 14:13:17] --- 次は文月 ---", "[2026-03-09] --- 文月 開始 ---"],
    }
    return json.dumps(told | changes, ensure_ascii=False)


def ids(cards: Fuda) -> list[int]:
    return [int(card) for card in cards]


def test_a_saved_game_goes_on_where_it_was_left() -> None:
    match = saved_game(save()).match

    assert match.sitters == (Human(), Cpu("hard"))
    assert (match.number, match.scores, match.rules.rounds) == (7, (38, 22), 12)
    assert match.rules.preset == "go_koikoi_program"
    assert match.round.tefuda == (SOUTH_HAND, NORTH_HAND)
    assert match.round.bafuda == FIELD
    assert match.round.torifuda == (SOUTH_TOOK, NORTH_TOOK)
    assert match.round.turn is SOUTH
    assert match.round.calls == (1, 0)


def test_the_next_card_of_the_pile_is_the_first_that_it_names() -> None:
    told = json.loads(save())
    told["deck_ids"].reverse()

    match = saved_game(json.dumps(told)).match

    assert ids(match.round.yamafuda) == told["deck_ids"]


def test_a_caller_is_not_asked_again_for_what_it_had() -> None:
    # go-koikoi itself forgets what was held, and asks at the next turn whatever that brings.
    match = saved_game(save()).match
    after = match.apply(Play(fuda("Ca")[0])).round

    assert match.round.held == ((Made("hanami", 5),), ())
    assert not after.calling
    assert after.turn is NORTH


def test_the_dealer_is_the_one_that_it_names_for_the_next_month() -> None:
    assert saved_game(save()).match.round.oya is NORTH
    assert saved_game(save(next_parent_is_player=True)).match.round.oya is SOUTH
    assert saved_game(save()).lost == (Lost.OYA, Lost.QUESTION)


@pytest.mark.parametrize(
    "changes",
    [
        {"player_hand_ids": [], "cpu_hand_ids": []},
        {"player_hand_ids": None, "cpu_hand_ids": None},
        {
            "log_lines": [
                "--- 水無月 開始 ---",
                "--- 次は文月 ---",
                "--- セーブデータを復元しました ---",
            ]
        },
    ],
    ids=["no hands", "no lists", "the log says so"],
)
def test_a_month_that_has_ended_gives_way_to_the_next_one(changes: dict[str, Any]) -> None:
    # It saves at the end of a month, with the next number and the old cards.
    taken = saved_game(save(**changes))

    assert taken.lost == (Lost.ENDED,)
    assert [len(hand) for hand in taken.match.round.tefuda] == [8, 8]
    assert (taken.match.number, taken.match.scores) == (7, (38, 22))


def test_a_position_that_no_game_can_reach_is_played_on() -> None:
    # Ten cards of the pile more than so few cards in hand leave.
    match = saved_game(save()).match

    assert len(match.round.yamafuda) == 32
    assert match.round.legal_moves


def test_a_game_that_was_taken_over_is_saved_as_any_other() -> None:
    match = saved_game(save()).match

    assert record.read(record.write(match)) == match
    assert saved_game(save()).match == match


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"deck_ids": [1, 2]}, "a card lies in two places"),
        ({"field_ids": ids(FIELD[:3])}, "48 cards are needed, there are 47"),
        ({"field_ids": [48]}, "field_ids has 48; cards are 0 to 47"),
        ({"field_ids": [-1]}, "field_ids has -1"),
        ({"field_ids": [True]}, "field_ids has true"),
        ({"field_ids": "all"}, "field_ids must be a list of cards"),
        ({"round": 13}, "it stands in round 13 of 12"),
        ({"round": 0}, "it stands in round 0 of 12"),
        ({"max_rounds": 10**9}, "max_rounds must be a whole number from 0 to 999"),
        ({"player_score": -5}, "player_score must be a whole number"),
        ({"player_score": 1.5}, "player_score must be a whole number"),
        ({"is_player_turn": 1}, "is_player_turn must be true or false"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(
    changes: dict[str, Any], reason: str
) -> None:
    with pytest.raises(ImpossibleError, match=reason):
        saved_game(save(**changes))


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"round": 3}', "[" * 100_000, "null"])
def test_other_files_are_not_its_games(text: str) -> None:
    with pytest.raises(NotGoKoikoiError):
        saved_game(text)


def test_a_level_that_is_not_known_is_normal() -> None:
    assert saved_game(save(difficulty="brutal")).match.sitters[NORTH] == Cpu("normal")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"rounds": 6, "difficulty": "easy"}', Settings(6, "easy")),
        ('{"rounds": 0, "difficulty": ""}', Settings(12, "normal")),
        ('{"difficulty": "hard"}', Settings(12, "hard")),
        ('{"rounds": true}', Settings(12, "normal")),
    ],
)
def test_settings_are_read_as_it_reads_them(text: str, expected: Settings) -> None:
    assert settings(text) == expected


@pytest.mark.parametrize("text", ["{}", "[]", '{"format": "koikoi-settings", "version": 1}', "x"])
def test_other_files_are_not_its_settings(text: str) -> None:
    with pytest.raises(NotGoKoikoiError):
        settings(text)
