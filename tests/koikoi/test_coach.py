"""What the coach says, and why."""

from __future__ import annotations

from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from koikoi import chance
from koikoi.advice import Hint
from koikoi.cards import Card
from koikoi.coach import hints, review
from koikoi.match import Match
from koikoi.moves import Call, Move, Pick, Play
from koikoi.round import Round
from koikoi.seat import NORTH, SOUTH
from koikoi.view import View
from tests.games import apply, new_match, played, rounds, set_up


def said(round_: Round, move: Move) -> Hint:
    """Return what the coach says of a move of the seat whose turn it is."""
    found = hints(View.of(round_, round_.turn), 60, Random(1))
    return next(hint for hint in found if hint.move == move)


def test_the_best_move_comes_first_and_every_move_once() -> None:
    round_ = set_up("8a 2a", "4a 5a", "8H 2b 6a 7a", took=("1H 3H", ""))

    found = hints(View.of(round_, SOUTH), 300, Random(1))

    assert [hint.move for hint in found] == [Play(Card.SUSUKI_KASU_1), Play(Card.UME_KASU_1)]
    assert found[0].points > found[1].points


def test_a_move_serves_the_yaku_that_it_makes() -> None:
    round_ = set_up("8a 2a", "4a 5a", "8H 2b 6a 7a", took=("1H 3H", ""))

    assert said(round_, Play(Card.SUSUKI_KASU_1)).serves == "sankou"


def test_a_move_serves_the_yaku_that_it_comes_nearest_to() -> None:
    # The boar makes two of three; nothing else is as near.
    round_ = set_up("7a 2a 3a", "4a 5a 1a", "7T 2b 6a 8a", took=("6T 1b", ""))

    assert said(round_, Play(Card.HAGI_KASU_1)).serves == "inoshikachou"


def test_a_move_denies_the_yaku_that_the_other_seat_was_one_card_away_from() -> None:
    round_ = set_up("8a 2a", "4a 5a", "8H 2b 6a 7a", took=("", "1H 3H"))

    assert said(round_, Play(Card.SUSUKI_KASU_1)).denies == "sankou"
    assert said(round_, Play(Card.UME_KASU_1)).denies == ""


def test_a_card_that_takes_nothing_serves_and_denies_nothing() -> None:
    round_ = set_up("8a 2a", "4a 5a", "8H 3b 6a 7a", took=("1H 3H", "CH"))
    hint = said(round_, Play(Card.UME_KASU_1))

    assert (hint.serves, hint.denies) == ("", "")


def test_the_drawn_card_counts_with_what_it_takes() -> None:
    round_ = set_up("2a 4a", "4b 5a", "8T 8H 6a", "8a", took=("1H 3H", ""))
    picking = apply(round_, Play(Card.UME_KASU_1))

    assert said(picking, Pick(Card.SUSUKI_TSUKI)).serves == "sankou"


def test_the_odds_of_going_on_are_shares_of_the_rounds_played_out() -> None:
    round_ = set_up("8a 2a 9a 9b", "4a 5a 4b 6b", "8H 2b 6a 7a", "7b", took=("1H 3H", ""))
    calling = apply(round_, Play(Card.SUSUKI_KASU_1))
    found = {hint.move: hint for hint in hints(View.of(calling, SOUTH), 400, Random(1))}
    going_on = found[Call.KOIKOI]

    assert 0 < going_on.won < 1
    assert 0 <= going_on.lost < 1
    assert going_on.won + going_on.lost <= 1
    assert found[Call.SHOUBU].points == 5


def careless() -> Match:
    """A match in which South plays anything."""
    return played(new_match(b"coach"), ("random", "normal"))[-1]


def test_a_review_judges_each_decision_once_and_the_dearest_first() -> None:
    match = careless()
    judged = review(match, 1, SOUTH, 200)
    costs = [each.cost for each in judged]
    before = [match.rounds[0].at(each.number) for each in judged]

    assert costs == sorted(costs, reverse=True)
    assert len({each.number for each in judged}) == len(judged)
    assert all(state.turn is SOUTH and len(state.legal_moves) > 1 for state in before)
    assert min(costs) >= 0


def test_the_moon_that_was_left_lying_is_the_dearest_decision() -> None:
    round_ = set_up("2a 4a", "4b 5a", "8H 8T 6a", "8a", took=("1H 3H", ""))
    left = apply(round_, Play(Card.UME_KASU_1), Pick(Card.SUSUKI_KARI))
    match = careless()._replace(rounds=(left,))

    (dearest, *_) = review(match, 1, SOUTH, 400)

    assert (dearest.number, left.moves[dearest.number]) == (1, Pick(Card.SUSUKI_KARI))
    assert dearest.best == Pick(Card.SUSUKI_TSUKI)
    # Three brights are five points, and hardly another yaku is left.
    assert 3 < dearest.cost < 7


def test_the_same_match_gets_the_same_review() -> None:
    match = careless()

    assert review(match, 2, NORTH, 100) == review(match, 2, NORTH, 100)


def test_a_review_stops_when_it_is_told_to() -> None:
    assert review(careless(), 1, SOUTH, 100, stop=lambda: True) == ()


def test_what_is_best_could_have_been_played() -> None:
    match = careless()

    for each in review(match, 1, SOUTH, 20):
        assert each.best in match.rounds[0].at(each.number).legal_moves


def test_what_the_coach_called_best_costs_nothing_when_it_was_played() -> None:
    match = careless()
    for each in review(match, 1, SOUTH, 60):
        view = View.of(match.rounds[0].at(each.number), SOUTH, 1, match.scores_after(0))
        rng = Random(chance.coach_seed(match.seed, SOUTH, 1, each.number))

        assert hints(view, 60, rng)[0].move == each.best
        if match.rounds[0].moves[each.number] == each.best:
            assert each.cost == 0


@given(rounds, st.integers(0, 99))
@settings(max_examples=25)
def test_what_is_hidden_changes_no_word_of_the_coach(round_: Round, seed: int) -> None:
    assume(round_.result is None)
    view = View.of(round_, round_.turn)
    elsewhere = View.of(view.sample(Random(seed)), round_.turn)

    assert hints(elsewhere, 60, Random(1)) == hints(view, 60, Random(1))
