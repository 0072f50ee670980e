"""What the searching player sees, and what it makes of it."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from koikoi.cards import DECK, Card, fuda
from koikoi.match import Human, Match
from koikoi.moves import Call, Pick, Play
from koikoi.players.search import Hidden, evaluate
from koikoi.players.searcher import Searcher
from koikoi.position import dealt_yaku
from koikoi.round import Laid, Round
from koikoi.rules import PRESETS, RuleSet
from koikoi.seat import NORTH, SOUTH, Seat
from koikoi.view import View
from koikoi.yaku import Made
from tests.games import NINTENDO, apply, rounds, set_up, states


@given(rounds, st.integers(0, 99))
@settings(max_examples=25)
def test_what_is_hidden_decides_nothing(round_: Round, seed: int) -> None:
    assume(round_.result is None)
    view = View.of(round_, round_.turn)
    elsewhere = view.sample(Random(seed))
    player = Searcher(60)

    assert View.of(elsewhere, round_.turn) == view
    assert player.choose(View.of(elsewhere, round_.turn), Random(1)) == player.choose(
        view, Random(1)
    )


@given(rounds, st.integers(0, 99))
@settings(max_examples=25)
def test_the_same_view_seed_and_number_give_the_same_values(round_: Round, seed: int) -> None:
    assume(round_.result is None)
    view = View.of(round_, round_.turn)

    assert evaluate(view, 80, Random(seed)) == evaluate(view, 80, Random(seed))


@given(rounds)
@settings(max_examples=25)
def test_every_legal_move_is_valued_once(round_: Round) -> None:
    assume(round_.result is None)
    view = View.of(round_, round_.turn)

    valued = evaluate(view, 50, Random(1))

    assert sorted(str(each.move) for each in valued) == sorted(map(str, view.legal_moves))


@pytest.mark.parametrize("rules", PRESETS)
def test_it_plays_whole_rounds_by_every_preset(rules: str) -> None:
    match = Match.new(PRESETS[rules], b"search", (Human(), Human()))
    while match.round.result is None:
        match = match.apply(Searcher(30).choose(match.view(match.round.turn), Random(1)))

    assert match.round.result is not None


def test_the_only_move_is_played_without_a_search() -> None:
    round_ = set_up("1a", "2a", "3a", "4a")

    def fail() -> bool:
        raise AssertionError("it searched")

    assert Searcher(1000, fail).choose(View.of(round_, SOUTH), Random(1)) == Play(Card.MATSU_KASU_1)


def test_a_search_that_has_no_time_still_answers() -> None:
    view = View.of(states(5)[0], states(5)[0].turn)

    valued = evaluate(view, 1_000_000, Random(1), stop=lambda: True)

    assert len(valued) == len(view.legal_moves)
    assert all(each.playouts < 200 for each in valued)


def test_it_takes_the_third_bright_and_not_the_chaff() -> None:
    # The moon makes three brights: five points, and the round.
    round_ = set_up("8a 2a", "4a 5a", "8H 2b 6a 7a", took=("1H 3H", ""))

    best = evaluate(View.of(round_, SOUTH), 400, Random(1))[0]

    assert best.move == Play(Card.SUSUKI_KASU_1)
    assert best.mean > 3


def test_of_two_that_the_drawn_card_matches_it_picks_what_makes_a_yaku() -> None:
    round_ = set_up("2a 4a", "4b 5a", "8H 8T 6a", "8a", took=("1H 3H", ""))
    picking = apply(round_, Play(Card.UME_KASU_1))

    best = evaluate(View.of(picking, SOUTH), 400, Random(1))[0]

    assert best.move == Pick(Card.SUSUKI_TSUKI)


def asked(scores: tuple[int, int], number: int) -> View:
    """A view of South with three brights and the question, three cards left to each."""
    round_ = set_up("8a 2a 9a 9b", "4a 5a 4b 6b", "8H 2b 6a 7a", "7b", took=("1H 3H", ""))
    calling = apply(round_, Play(Card.SUSUKI_KASU_1))
    assert calling.calling
    return View.of(calling, SOUTH, number, scores)


def test_in_the_last_round_it_stops_when_that_wins_the_match() -> None:
    assert Searcher(200).choose(asked((10, 14), 12), Random(1)) is Call.SHOUBU


def test_in_the_last_round_it_goes_on_when_stopping_loses_the_match() -> None:
    assert Searcher(200).choose(asked((10, 40), 12), Random(1)) is Call.KOIKOI


def test_stopping_is_worth_what_the_rules_pay() -> None:
    view = asked((0, 0), 1)

    values = {each.move: each.mean for each in evaluate(view, 50, Random(1))}

    assert values[Call.SHOUBU] == 5
    doubled = view._replace(calls=(0, 1), held=((), (Made("kasu", 1),)))
    values = {each.move: each.mean for each in evaluate(doubled, 50, Random(1))}
    assert values[Call.SHOUBU] == 10


@given(rounds, st.sampled_from(Seat), st.integers(0, 99))
@settings(max_examples=40)
def test_the_deals_it_plays_out_are_deals_that_the_rules_accept(
    round_: Round, seat: Seat, seed: int
) -> None:
    view = View.of(round_, seat)
    other = seat.other
    played = tuple(
        event.card
        for event in round_.history
        if isinstance(event, Laid) and event.seat is other and not event.drawn
    )
    hidden = Hidden.of(view)

    deal = next(hidden.deals(Random(seed)))

    hand = tuple(DECK[code >> 4] for code in deal.other)
    assert sorted(deal.other + deal.draws) == [card << 4 for card in view.unseen]
    assert len(hand) == view.cards_in_hand[other]
    assert dealt_yaku(hand + played) == ()


def test_a_hand_that_would_have_ended_the_round_is_never_dealt() -> None:
    # Of the cards that South cannot see all but four are of three months.
    view = View.of(states(3)[0], SOUTH)
    hidden = Hidden.of(view)
    crowded = hidden._replace(unseen=[card << 4 for card in fuda("1H 1Z 1a 1b 2T 2Z 3H 4T 5T 6T")])

    hands = [deal.other for deal in islice(crowded.deals(Random(1)), 200)]

    assert all(sum(code >> 6 == 0 for code in hand) < 4 for hand in hands)


def test_every_hidden_card_is_dealt_to_every_place_equally_often() -> None:
    view = View.of(states(3, NINTENDO.but(teshi="off", kuttsuki="off"))[0], SOUTH)
    hidden = Hidden.of(view)
    count = 12_000

    deals = list(islice(hidden.deals(Random(1)), count))

    own = Counter(deal.own[0] for deal in deals)
    hand = Counter(card for deal in deals for card in deal.other)
    first, last = (Counter(deal.draws[place] for deal in deals) for place in (0, -1))
    for counted, places, cards in (
        (own, 1, hidden.own),
        (hand, hidden.other, hidden.unseen),
        (first, 1, hidden.unseen),
        (last, 1, hidden.unseen),
    ):
        expected = count * places / len(cards)
        # Five times the standard deviation of that many coins, at most.
        assert set(counted) == set(cards)
        assert all(abs(times - expected) < 5 * expected**0.5 for times in counted.values())


def test_rules_without_hand_yaku_accept_any_hand() -> None:
    rules = NINTENDO.but(teshi="off", kuttsuki="off")

    assert Hidden.of(View.of(states(3, rules)[0], NORTH)).shown is None
    assert Hidden.of(View.of(states(3, RuleSet())[0], NORTH)).shown is not None
