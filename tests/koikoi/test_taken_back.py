"""Taking back: the match stands again before the own last decision, and says that it was used."""

from __future__ import annotations

import pytest
from hypothesis import given

from koikoi.match import Cpu, Human, Match
from koikoi.moves import Call, parse_move
from koikoi.record import RecordError, read, write
from koikoi.round import Round
from koikoi.seat import NORTH, SOUTH, Seat
from tests.games import NINTENDO, apply, matches, new_match, played, set_up

START = set_up("1a 4a 6a", "2a 4b 7a", "1b 2b 3a", "8a 9a Aa Ba", oya=SOUTH)


def match_of(round_: Round) -> Match:
    return Match(NINTENDO, b"", (Human(), Cpu("hard")), (), (round_,))


def test_before_the_first_decision_nothing_can_be_taken_back() -> None:
    assert match_of(START).taken_back(SOUTH) is None
    assert match_of(START.apply(parse_move("1a"))).taken_back(NORTH) is None


def test_the_other_sides_move_goes_back_with_it() -> None:
    later = match_of(apply(START, parse_move("1a"), parse_move("2a")))

    taken = later.taken_back(SOUTH)

    assert taken is not None
    assert taken == match_of(START)._replace(takebacks=1)


def test_what_was_seen_of_the_draw_pile_comes_again() -> None:
    later = match_of(apply(START, parse_move("1a"), parse_move("2a")))
    taken = later.taken_back(SOUTH)
    assert taken is not None

    other_way = taken.apply(parse_move("4a"))

    # 8a came after 1a; it comes after 4a as well.
    assert other_way.round.bafuda[-1].code == "8a"
    assert other_way.round.yamafuda == later.round.start.yamafuda[1:]


def test_a_card_can_be_taken_back_while_the_drawn_one_waits_for_a_choice() -> None:
    waiting = apply(set_up("1a 4a", "2a 4b", "3a 8b 8T", "8a"), parse_move("4a"))
    assert waiting.drawn is not None

    taken = match_of(waiting).taken_back(SOUTH)

    assert taken is not None
    assert taken.round.moves == ()
    assert taken.round.drawn is None


def test_a_call_is_a_decision_of_its_own() -> None:
    asked = set_up("1a 5b", "1b 7b", "4a 5a", took=("2T 4T 5T 6T 7T", ""))._replace(calling=True)
    start = asked.start._replace(calling=True)
    called = Round.begin(NINTENDO, start).apply(Call.KOIKOI)

    taken = match_of(called).taken_back(SOUTH)

    assert taken is not None
    assert taken.round.calling
    assert taken.round.calls == (0, 0)


def test_what_a_month_has_paid_stays_paid() -> None:
    ended = next(match for match in played(new_match(b"\x05")) if match.round.result is not None)

    assert ended.taken_back(SOUTH) is None
    assert ended.next_round().taken_back(SOUTH) is None
    assert new_match(b"x").give_up(SOUTH).taken_back(SOUTH) is None


@given(matches)
def test_the_moves_taken_back_lead_to_the_same_match_again(match: Match) -> None:
    for seat in Seat:
        taken = match.taken_back(seat)
        if taken is not None:
            assert taken.round.turn is seat
            moves = match.round.moves[len(taken.round.moves) :]
            assert taken._replace(rounds=(*taken.rounds[:-1], apply(taken.round, *moves))) == (
                match._replace(takebacks=1)
            )


def test_a_record_says_how_often_and_is_read_back() -> None:
    match = match_of(START)._replace(takebacks=3)

    assert "takebacks 3" in write(match).splitlines()
    assert read(write(match)) == match
    assert "takebacks" not in write(match_of(START))


@pytest.mark.parametrize("count", ["0", "-1", "x", "", "1234567", "٣"])
def test_a_record_with_a_count_that_is_none_is_refused(count: str) -> None:
    text = write(match_of(START)._replace(takebacks=3))

    with pytest.raises(RecordError, match="line"):
        read(text.replace("takebacks 3", f"takebacks {count}"))
