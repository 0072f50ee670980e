"""A match: who deals, twelve months, who wins."""

from __future__ import annotations

import pytest

from koikoi.cards import Month, fuda
from koikoi.match import Match, MatchError, dealt, draw_for_oya, first_oya, month_of
from koikoi.moves import Call
from koikoi.rules import RuleSet
from koikoi.score import Reason, Result
from koikoi.seat import NORTH, SOUTH, Seat
from tests.games import NINTENDO, new_match, played


def ended(winner: Seat | None, points: tuple[int, int], match: Match) -> Match:
    """Return the match with its round ended like this."""
    result = Result(winner, Reason.SHOUBU if winner is not None else Reason.NAGARE, points)
    return match._replace(rounds=(*match.rounds[:-1], match.round._replace(result=result)))


def draw(text: str) -> tuple[tuple[object, object], ...]:
    south, north = fuda(text)
    return ((south, north),)


@pytest.mark.parametrize(
    ("cards", "oya"),
    [("1a CH", SOUTH), ("CH 1a", NORTH), ("8T 8H", NORTH), ("4Z 4a", SOUTH)],
)
def test_the_earlier_month_deals_and_of_one_month_the_better_card(cards: str, oya: Seat) -> None:
    assert first_oya(NINTENDO, b"", draw(cards)) is oya  # type: ignore[arg-type]


def test_equal_cards_are_drawn_again() -> None:
    draws = [draw_for_oya(NINTENDO, number.to_bytes(2, "big")) for number in range(2000)]

    for pairs in draws:
        for south, north in pairs[:-1]:
            assert (south.month, south.kind) == (north.month, north.kind)
        south, north = pairs[-1]
        assert (south.month, south.kind) != (north.month, north.kind)
    assert max(len(pairs) for pairs in draws) > 1


def test_by_the_other_rule_any_card_of_the_same_month_is_drawn_again() -> None:
    rules = RuleSet.parse("nintendo first_dealer_tie=redraw")
    draws = [draw_for_oya(rules, number.to_bytes(2, "big")) for number in range(300)]

    assert all(south.month is not north.month for *_, (south, north) in draws)


@pytest.mark.parametrize("rules", ["nintendo", "nintendo first_dealer=random"])
def test_either_seat_deals_first_half_of_the_time(rules: str) -> None:
    oya = [new_match(number.to_bytes(2, "big"), rules).round.oya for number in range(1000)]

    # Within four standard deviations of a fair coin.
    assert 437 < oya.count(SOUTH) < 563


def test_the_player_deals_first_where_the_rules_say_so() -> None:
    rules = "nintendo first_dealer=player"

    assert all(new_match(bytes([n]), rules).round.oya is SOUTH for n in range(8))


@pytest.mark.parametrize(
    ("rules", "winner", "oya"),
    [
        ("nintendo", SOUTH, SOUTH),
        ("nintendo", NORTH, NORTH),
        ("nintendo next_dealer=loser", SOUTH, NORTH),
        ("nintendo next_dealer_on_draw=keep", None, SOUTH),
        ("nintendo", None, NORTH),
        ("nintendo next_dealer=alternate", SOUTH, NORTH),
        ("nintendo next_dealer=alternate", NORTH, NORTH),
    ],
)
def test_who_deals_next_follows_its_rule(rules: str, winner: Seat | None, oya: Seat) -> None:
    match = new_match(b"x", f"{rules} first_dealer=player")

    assert ended(winner, (0, 0), match).next_round().round.oya is oya


def test_points_add_up_over_the_rounds() -> None:
    match = ended(SOUTH, (5, 0), new_match(b"x"))
    match = ended(NORTH, (0, 12), match.next_round())

    assert match.scores == (5, 12)
    assert match.number == 2


def test_months_follow_each_other_and_a_redeal_does_not_advance_them() -> None:
    match = new_match(b"x", "nintendo rounds=12")
    months = [match.round.month]
    while not (match := ended(None, (0, 0), match)).over:
        match = match.next_round()
        months.append(match.round.month)

    assert months == list(Month)
    assert month_of(match.rules, match.seed, 13) is Month.MATSU


@pytest.mark.parametrize(("points", "winner"), [((3, 2), SOUTH), ((2, 3), NORTH), ((4, 4), None)])
def test_more_points_win_and_a_tie_has_no_winner(
    points: tuple[int, int], winner: Seat | None
) -> None:
    match = ended(None, points, new_match(b"x", "nintendo rounds=1"))

    assert match.over
    assert match.winner is winner


def test_a_match_given_up_is_lost_whatever_the_points() -> None:
    match = ended(SOUTH, (50, 0), new_match(b"x")).next_round().give_up(SOUTH)

    assert match.over
    assert match.winner is NORTH
    with pytest.raises(MatchError, match="given up"):
        match.apply(match.round.legal_moves[0])
    with pytest.raises(MatchError, match="over"):
        match.give_up(NORTH)


def test_the_next_round_waits_for_the_end_of_this_one() -> None:
    with pytest.raises(MatchError, match="when this one has ended"):
        new_match(b"x").next_round()


def test_the_same_seed_is_the_same_match() -> None:
    assert played(new_match(b"same"))[-1] == played(new_match(b"same"))[-1]


def test_a_match_between_levels_lasts_its_rounds() -> None:
    match = played(new_match(b"rounds", "nintendo rounds=12"))[-1]

    assert match.over
    assert len(match.rounds) == 12
    assert any(Call.KOIKOI in round_.moves for round_ in match.rounds)


def test_a_round_is_the_same_whoever_deals_but_for_who_leads() -> None:
    south, north = dealt(NINTENDO, b"x", 1, SOUTH), dealt(NINTENDO, b"x", 1, NORTH)

    assert south.tefuda == north.tefuda
    assert (south.turn, north.turn) == (SOUTH, NORTH)
