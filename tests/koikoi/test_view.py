"""What a seat may know."""

from __future__ import annotations

import pickle
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koikoi.match import Human, Match
from koikoi.position import misdeal
from koikoi.round import Round
from koikoi.rules import PRESETS, RuleSet
from koikoi.seat import NORTH, SOUTH, Seat
from koikoi.view import View
from tests.games import rounds, states


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


@given(rounds, st.sampled_from(Seat), st.integers(0, 99))
def test_a_sampled_round_has_the_same_view(round_: Round, seat: Seat, seed: int) -> None:
    if round_.result is None:
        view = View.of(round_, seat)

        assert View.of(view.sample(Random(seed)), seat) == view


@pytest.mark.parametrize("rules", [*PRESETS, "nintendo field_four_of_month=dealer_takes"])
def test_a_sampled_round_began_with_a_deal_that_the_rules_accept(rules: str) -> None:
    rng = Random(rules)
    match = Match.new(RuleSet.parse(rules), rules.encode(), (Human(), Human()))
    while match.round.result is None:
        for seat in Seat:
            view = match.view(seat)
            sampled = view.sample(rng)

            assert View.of(sampled, seat, match.number, view.scores) == view
            assert sampled.start.is_deal
            assert misdeal(match.rules, sampled.start) == ""
        match = match.apply(rng.choice(match.round.legal_moves))


@given(rounds, st.sampled_from(Seat))
def test_what_is_unseen_is_the_other_hand_and_the_draw_pile(round_: Round, seat: Seat) -> None:
    hidden = sorted(round_.tefuda[seat.other] + round_.yamafuda)

    assert list(View.of(round_, seat).unseen) == hidden


def test_every_unseen_card_is_as_likely_in_the_other_hand() -> None:
    view = View.of(states(1)[0], SOUTH)
    rng = Random(1)
    times = Counter(card for _ in range(2000) for card in view.sample(rng).tefuda[NORTH])

    # Eight of 32: a quarter of 2000 each, 500; four standard deviations are 77.
    assert set(times) == set(view.unseen)
    assert all(422 < count < 578 for count in times.values())
