"""What a seat may know."""

from __future__ import annotations

import pickle
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from koikoi.round import Round
from koikoi.seat import SOUTH, Seat
from koikoi.view import View
from tests.games import rounds


def with_hidden_cards_mixed(round_: Round, seat: Seat, rng: Random) -> Round:
    """Return the round with all that a seat cannot see dealt out otherwise."""
    theirs = len(round_.tefuda[seat.other])
    hidden = [*round_.tefuda[seat.other], *round_.yamafuda]
    rng.shuffle(hidden)
    other = tuple(hidden[:theirs])
    own = round_.tefuda[seat]
    tefuda = (own, other) if seat is SOUTH else (other, own)
    return round_._replace(tefuda=tefuda, yamafuda=tuple(hidden[theirs:]))


@given(rounds, st.sampled_from(Seat), st.randoms(use_true_random=False))
def test_rounds_that_differ_only_in_hidden_cards_look_the_same(
    round_: Round, seat: Seat, rng: Random
) -> None:
    other = with_hidden_cards_mixed(round_, seat, rng)

    assert View.of(other, seat) == View.of(round_, seat)


@given(rounds, st.sampled_from(Seat))
def test_a_view_travels_to_another_process(round_: Round, seat: Seat) -> None:
    view = View.of(round_, seat)

    assert pickle.loads(pickle.dumps(view)) == view  # noqa: S301 - our own bytes


@given(rounds)
def test_only_the_seat_to_move_sees_moves(round_: Round) -> None:
    turn = round_.turn

    assert View.of(round_, turn).legal_moves == round_.legal_moves
    assert View.of(round_, turn.other).legal_moves == ()
