"""Rounds played out on tables of numbers end as the engine ends them, by any rules."""

from __future__ import annotations

import os
from functools import partial
from random import Random

import pytest

from koikoi.cards import DECK, Fuda, Month, matching
from koikoi.match import dealt
from koikoi.moves import Call, Move, Pick, Play
from koikoi.players.packed import NOTHING, code, compared, laid_out, tables, taken_by
from koikoi.players.playout import BELOW, GOES_ON, WITH, Coin, Spot, play_out, turns
from koikoi.round import Called, Round
from koikoi.rules import PRESETS, RuleSet
from koikoi.seat import Seat
from koikoi.yaku import Sight, judge, total
from tests.koikoi.test_slow_judge import random_round, random_rules

SEED = int(os.environ.get("KOIKOI_SEED", "0"))
ODD_RULES = (
    "nintendo viewing_yaku=needs_other_yaku",
    "nintendo viewing_yaku=needs_other_yaku improve_test=new_or_changed_yaku",
    "nintendo viewing_yaku=seasonal",
    "nintendo rain_cancels_viewing=captured_november",
    "nintendo rain_cancels_viewing=field_november_fog",
    "nintendo month_cards=any_month improve_test=new_yaku_only",
    "nintendo sake_cup_as_chaff=either special_chaff_double=yes",
    "nintendo sake_cup_as_chaff=2 special_chaff_double=yes",
    "nintendo extra_only_after_koikoi=yes",
    "nintendo koikoi_bonus=multiplier_all_calls koikoi_min_points=3",
    "nintendo koikoi_bonus=own_call_x2 koikoi_limit=once_per_player",
    "nintendo exhaust_after_koikoi=highest_scores koikoi_empty_hand=ask",
    "nintendo field_four_of_month=dealer_takes field_bright_multiplier=n_min_1",
)


def spot_of(round_: Round) -> Spot:
    """Return a round before a turn as playing out wants it."""
    laws, rules = tables(round_.rules, round_.month), round_.rules
    first, other = round_.turn, round_.turn.other
    nibbles = laid_out(round_.bafuda)
    piles = laws.pile(round_.torifuda[first]), laws.pile(round_.torifuda[other])
    calls = round_.calls[first], round_.calls[other]
    called = [event.seat for event in round_.history if isinstance(event, Called)]
    return Spot(
        tables=laws,
        nibbles=tuple(nibbles),
        piles=piles,
        calls=calls,
        held=(total(round_.held[first]), total(round_.held[other])),
        held_made=(compared(rules, round_.held[first]), compared(rules, round_.held[other])),
        before=(
            laws.score(piles[0], nibbles, calls[0]),
            laws.score(piles[1], nibbles, calls[1]),
        ),
        last_caller=(first, other).index(called[-1]) if called else None,
        oya=(first, other).index(round_.oya),
        brights=round_.start.brights,
    )


def worthier(cards: Fuda) -> Fuda:
    """Return the card that playing out takes of two, or nothing to choose."""
    return (max(cards, key=lambda card: (card.kind.value, -card)),) if len(cards) == 2 else ()


def decide(round_: Round, hands: tuple[Fuda, Fuda], coin: Coin) -> Move:
    """Return what playing out does, as a move: cards in their order, few calls."""
    hand = round_.tefuda[round_.turn]
    if round_.calling:
        points = total(judge(round_.rules, round_.sight(round_.turn)))
        goes_on = points < BELOW and len(hand) >= WITH and coin() < GOES_ON
        return Call.KOIKOI if goes_on else Call.SHOUBU
    if round_.drawn is not None:
        return Pick(*worthier(matching(round_.drawn, round_.bafuda)))
    card = next(card for card in hands[round_.turn] if card in hand)
    return Play(card, *worthier(matching(card, round_.bafuda)))


def compare(round_: Round, rng: Random) -> None:
    """Play a round out through both, from each of its turns on: the same points and table."""
    hands = tuple(rng.sample(round_.tefuda[0], 8)), tuple(rng.sample(round_.tefuda[1], 8))
    story = f"{round_.rules}: {round_.start} {hands}"
    while round_.result is None:
        at_turn = not round_.calling and round_.drawn is None
        coin = partial(float, rng.random())
        if at_turn:
            same_end(round_, hands, coin, story)
        round_ = round_.apply(decide(round_, hands, coin))


def same_end(round_: Round, hands: tuple[Fuda, Fuda], coin: Coin, story: str) -> None:
    first = round_.turn
    own, other = (
        [code(card) for card in hands[seat] if card in round_.tefuda[seat]]
        for seat in (first, first.other)
    )
    cards = turns(own, other, [code(card) for card in round_.yamafuda])
    spot = spot_of(round_)
    nibbles = list(spot.nibbles)
    won = play_out(spot, cards, coin, nibbles)
    while round_.result is None:
        round_ = round_.apply(decide(round_, hands, coin))
    points = round_.result.points
    expected = points[first] if points[first] > 0 else -points[first.other]

    assert won == expected, story
    assert nibbles == laid_out(round_.bafuda), story


def compare_many(rules: RuleSet, seed: str, count: int) -> None:
    rng = Random(f"{seed}/{rules}")
    for number in range(count):
        round_ = dealt(rules, rng.randbytes(8), 1 + number % 12, Seat(number % 2))
        if round_.result is None:
            compare(round_, rng)


@pytest.mark.parametrize("rules", [*PRESETS, *ODD_RULES])
def test_played_out_rounds_end_as_the_engine_ends_them(rules: str) -> None:
    compare_many(RuleSet.parse(rules), "suite", 20)


@pytest.mark.soak
def test_many_played_out_rounds_end_as_the_engine_ends_them() -> None:
    rng = Random(SEED)
    for rules in (*PRESETS, *ODD_RULES):
        compare_many(RuleSet.parse(rules), str(SEED), 500)
    for _ in range(5000):
        round_ = random_round(random_rules(rng), rng)
        if round_.result is None:
            compare(round_, rng)


def test_rounds_by_rules_put_together_by_chance_end_as_the_engine_ends_them() -> None:
    rng = Random(1)
    for _ in range(60):
        round_ = random_round(random_rules(rng), rng)
        if round_.result is None:
            compare(round_, rng)


def test_the_tables_are_worth_what_the_judge_says_of_any_pile() -> None:
    rng = Random(2)
    for _ in range(400):
        rules = random_rules(rng)
        cards = rng.sample(DECK, 48)
        cut = rng.randint(0, 40)
        own, bafuda = tuple(cards[:cut]), tuple(cards[cut : cut + 8])
        month, calls = Month(rng.randint(1, 12)), rng.choice([0, 1, 2])
        laws = tables(rules, month)
        pile, nibbles = laws.pile(own), laid_out(bafuda)

        made = judge(rules, Sight(own, (), bafuda, month, calls))

        assert laws.score(pile, nibbles, calls) == total(made), (rules, own, bafuda, month)
        assert laws.made(pile, nibbles, calls) == compared(rules, made), (rules, own, bafuda)


def test_a_card_that_finds_two_takes_the_one_worth_more() -> None:
    moon, geese, chaff, other = DECK[28:32]

    assert taken_by(chaff, 0b0011) == (moon,)
    assert taken_by(chaff, 0b1010) == (geese,)
    assert taken_by(moon, 0b1100) == (chaff,)
    assert taken_by(moon, 0b1110) == (geese, chaff, other)
    assert taken_by(moon, 0) == ()


def test_the_seat_with_more_cards_plays_on_alone() -> None:
    two = turns([1], [2, 3, 4], [10, 20, 30, 40, 50])

    assert [turn[:2] for turn in two] == [(1, 10), (NOTHING, NOTHING), (NOTHING, NOTHING)]
    assert [turn[3:] for turn in two] == [(2, 20, 2), (3, 30, 1), (4, 40, 0)]
