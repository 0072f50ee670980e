"""The engine against the judge that was written from docs/rules.md alone."""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest

from koikoi.cards import DECK, Month
from koikoi.match import dealt
from koikoi.moves import Call, Move
from koikoi.position import Position, misdeal
from koikoi.round import Round
from koikoi.rules import PRESETS, RulesError, RuleSet, choices
from koikoi.seat import Seat
from koikoi.yaku import Made, Sight, judge, reach, worth
from tests import slow_judge
from tests.games import everywhere
from tests.slow_judge import Replay, Seen

SEED = int(os.environ.get("KOIKOI_SEED", "0"))


def random_rules(rng: Random) -> RuleSet:
    """Return a rule set with every option by chance, or a few of them on top of a preset."""
    options = list(choices().items())
    few = rng.random() < 0.5
    if few:
        options = rng.sample(options, 4)
    changes = {}
    for name, values in options:
        if name != "month_order":
            changes[name] = rng.choice(values) if values else rng.randrange(12)
    try:
        return rng.choice(list(PRESETS.values())).but(**changes)
    except RulesError:
        return random_rules(rng)


def random_deal(rng: Random) -> Position:
    """Return a deal; one in four has four of a month where they seldom lie."""
    cards = rng.sample(DECK, 48)
    if rng.random() < 0.25:
        wanted = [card for card in DECK if card.month in {rng.randint(1, 12), rng.randint(1, 12)}]
        start = rng.choice([0, 8, 16])
        cards = [card for card in cards if card not in wanted]
        cards[start:start] = wanted
    return Position.deal(Month(rng.randint(1, 12)), Seat(rng.randrange(2)), tuple(cards))


def random_round(rules: RuleSet, rng: Random) -> Round:
    """Return the start of a round whose deal the rules accept."""
    deal = random_deal(rng)
    while misdeal(rules, deal):
        deal = random_deal(rng)
    return Round.begin(rules, deal)


def as_told(made: tuple[Made, ...]) -> dict[str, int]:
    """Return yaku as the slow judge has them: two of one kind in a hand as one."""
    points: Counter[str] = Counter()
    for yaku in made:
        points[yaku.key] += yaku.points
    return dict(points)


def choose(round_: Round, rng: Random) -> Move:
    """Return a legal move; koi-koi more often than not, so that rounds go on."""
    if round_.calling:
        return Call.KOIKOI if rng.random() < 0.7 else Call.SHOUBU
    return rng.choice(round_.legal_moves)


def same_round(round_: Round, rng: Random) -> None:
    """Play a round by chance through both: the same questions, the same end."""
    rules, story = round_.rules, f"{round_.rules}: {round_.start}"
    replay = Replay(rules, round_.start)
    while round_.result is None:
        move = choose(round_, rng)
        round_ = round_.apply(move)
        replay.play(move)
        story = f"{rules}: {round_.start} {' '.join(map(str, round_.moves))}"

        assert everywhere(round_) == list(DECK), story
        assert replay.asked == round_.calling, story
        assert (replay.verdict is None) == (round_.result is None), story
    result, verdict = round_.result, replay.verdict

    assert verdict is not None, story
    assert verdict.points == result.points, story
    assert verdict.winner == result.winner, story
    assert verdict.made == as_told(result.made), story


def same_rounds(seed: int, count: int) -> None:
    """Compare rounds, half of them by a preset, half by rules put together by chance."""
    rng = Random(seed)
    presets = list(PRESETS.values())
    for number in range(count):
        if number % 2:
            same_round(random_round(random_rules(rng), rng), rng)
        else:
            rules = presets[number // 2 % len(presets)]
            oya = Seat(rng.randrange(2))
            deal = dealt(rules, f"{seed}/{number}".encode(), rng.randint(1, 12), oya)
            same_round(deal, rng)


def same_piles(seed: int, count: int) -> None:
    """Compare what piles make, what that is worth, and what is within reach."""
    rng = Random(seed)
    for number in range(count):
        rules = random_rules(rng)
        cards = rng.sample(DECK, 48)
        mine = rng.randint(0, 36)
        others = mine + rng.randint(0, 10)
        month, calls = Month(rng.randint(1, 12)), rng.choice([0, 0, 1, 2, 3, 4, 5])
        own, other, table = cards[:mine], cards[mine:others], cards[others : others + 5]
        sight = Sight(tuple(own), tuple(other), tuple(table), month, calls)
        seen = Seen(frozenset(own), frozenset(table), month, calls)
        made = judge(rules, sight)
        story = f"{rules}: {sight}"
        expected = slow_judge.judge(rules, seen)

        assert [tuple(yaku) for yaku in made] == list(expected.items()), story
        assert worth(rules, made, calls) == slow_judge.worth(rules, expected, calls), story
        if number % 5 == 0:
            slow = slow_judge.reach(rules, seen, other)
            within = [(key, tuple(cards)) for key, cards in slow.items()]
            assert list(reach(rules, sight)) == within, story


def test_200_rounds_by_all_presets_and_others_end_as_the_slow_judge_says() -> None:
    same_rounds(0, 200)


@pytest.mark.parametrize(
    "rules",
    [
        # The table's brights multiply a stop alone, here beside yaku that are paid without one.
        "stake50 koikoi_empty_hand=ask",
        # Rain and fog come and go with the table, so that points fall and rise again.
        "nintendo rain_cancels_viewing=field_november_fog exhaust_after_koikoi=highest_scores",
        "koikoi_japan extra_only_after_koikoi=yes improve_test=new_or_changed_yaku",
    ],
)
def test_rounds_by_rules_that_seldom_matter_end_as_the_slow_judge_says(rules: str) -> None:
    rng = Random(1)
    for _ in range(60):
        same_round(random_round(RuleSet.parse(rules), rng), rng)


def test_random_piles_make_what_the_slow_judge_says() -> None:
    same_piles(0, 300)


def test_the_slow_judge_shares_no_code_with_the_engines_judge() -> None:
    names = vars(slow_judge).values()
    modules = {getattr(name, "__module__", "") for name in names}

    assert modules & {"koikoi.yaku", "koikoi.score", "koikoi.round", "koikoi.match"} == set()


@pytest.mark.soak
def test_100000_rounds_end_as_the_slow_judge_says() -> None:
    same_rounds(SEED, 100_000)


@pytest.mark.soak
def test_20000_piles_make_what_the_slow_judge_says() -> None:
    same_piles(SEED, 20_000)
