"""What is true of every round, whatever is played."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given

from koikoi.cards import DECK, UnknownCardError
from koikoi.moves import Call, IllegalMoveError, Move, Pick, Play, parse_move
from koikoi.record import read_round, write_round
from koikoi.round import Round
from koikoi.yaku import judge, total
from tests.games import everywhere, rounds, seeds, states


@given(seeds)
def test_every_card_is_in_one_place_after_every_event(seed: int) -> None:
    for state in states(seed):
        assert everywhere(state) == list(DECK)


@given(seeds)
def test_a_round_ends_and_only_then_has_no_legal_moves(seed: int) -> None:
    *before, end = states(seed)

    assert all(state.result is None and state.legal_moves for state in before)
    assert end.result is not None


@given(seeds)
def test_history_only_grows(seed: int) -> None:
    seen = states(seed)

    for before, after in pairwise(seen):
        assert after.history[: len(before.history)] == before.history
        assert len(after.history) > len(before.history) or after.calling or after.drawn is not None


@given(rounds)
def test_what_is_not_listed_as_legal_is_refused(round_: Round) -> None:
    legal = set(round_.legal_moves)
    everything: list[Move] = [Call.KOIKOI, Call.SHOUBU]
    everything += [Play(card) for card in DECK] + [Pick(card) for card in DECK]
    everything += [Play(card, take) for card in DECK for take in round_.bafuda]
    for move in everything:
        if move in legal:
            round_.apply(move)
        else:
            with pytest.raises(IllegalMoveError):
                round_.apply(move)


@given(rounds)
def test_a_round_is_read_back_from_its_text(round_: Round) -> None:
    assert read_round(round_.rules, "\n".join(write_round(round_))) == round_


@given(rounds)
def test_a_move_is_read_back_from_its_text(round_: Round) -> None:
    for move in round_.legal_moves:
        assert parse_move(str(move)) == move


@given(seeds)
def test_the_table_never_comes_to_hold_three_of_a_month(seed: int) -> None:
    first, *rest = states(seed)
    dealt = {card.month for card in first.bafuda if _months(first).count(card.month) == 3}
    for state in rest:
        for month in set(_months(state)) - dealt:
            assert _months(state).count(month) < 3


def _months(round_: Round) -> list[int]:
    return [card.month for card in round_.bafuda]


@given(seeds)
def test_points_are_recomputed_from_the_events_alone(seed: int) -> None:
    end = states(seed)[-1]
    assert end.result is not None
    winner = end.result.winner
    if winner is None or not end.moves:
        return
    base = total(judge(end.rules, end.sight(winner)))
    doubled = (2 if base >= 7 else 1) * (2 if end.calls[winner.other] else 1)

    assert end.result.points[winner] == base * doubled
    assert end.result.points[winner.other] == 0


@pytest.mark.parametrize("text", ["", "1", "1H*", "*", "koi-koi", "1H*1a*1b", "*1H*1a", "XX"])
def test_a_text_that_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(UnknownCardError):
        parse_move(text)
