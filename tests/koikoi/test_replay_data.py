"""The recorded games of others: every one replayed, every pile judged, and changed facts noticed.

They lie outside the tree, in the directory that KOIKOI_DATA names.
"""

from __future__ import annotations

import gzip
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from koikoi.cards import DECK, Card, Fuda, Kind, Month, codes, fuda
from koikoi.replay import ReplayError, Tally, replay
from koikoi.rules import PRESETS
from koikoi.yaku import Sight, judge, reach, total
from tests.foreign import Json, changed, facts

if "KOIKOI_DATA" not in os.environ:
    pytest.skip(
        "KOIKOI_DATA is unset: the recorded games are NOT replayed", allow_module_level=True
    )

DATA = Path(os.environ["KOIKOI_DATA"])
JAPAN = sorted((DATA / "koikoi_japan").glob("*.json"))
OPEN = DATA / "open_hanafuda_ai_matches.jsonl.gz"
GO = DATA / "go_koikoi_yaku.jsonl"

GO_KOIKOI = PRESETS["go_koikoi"]
NAMES = {
    "五光": "gokou",
    "四光": "shikou",
    "雨四光": "ameshikou",
    "三光": "sankou",
    "花見で一杯": "hanami",
    "月見で一杯": "tsukimi",
    "猪鹿蝶": "inoshikachou",
    "タネ": "tane",
    "赤短": "akatan",
    "青短": "aotan",
    "赤短・青短の重複": "akatan_aotan",
    "タン": "tan",
    "カス": "kasu",
}


@cache
def japan() -> tuple[Json, ...]:
    return tuple(json.loads(path.read_text(encoding="utf-8")) for path in JAPAN)


@cache
def open_hanafuda_ai() -> tuple[Json, ...]:
    with gzip.open(OPEN, "rt", encoding="utf-8") as lines:
        return tuple(json.loads(line) for line in lines)


class Turn(NamedTuple):
    """A turn: the months of the cards laid and drawn, and how many cards each took, itself too."""

    seat: int
    hand: int
    hand_took: int
    drawn: int
    drawn_took: int
    call: bool | None


def japan_rounds(told: Json) -> Iterator[tuple[list[int], list[Turn]]]:
    """Yield the months on the table and the turns of each round of a KoiKoi-Japan record."""
    for round_ in told["record"].values():
        table = [month for month, _ in round_["basic"]["initBoard"]]
        turns = [round_[f"turn{number}"] for number in range(1, len(round_))]
        yield (
            table,
            [
                Turn(
                    turn["playerInTurn"],
                    turn["discardCard"][0],
                    len(turn["collectCard"]),
                    turn["drawCard"][0],
                    len(turn["collectCard2"]),
                    turn["isKoiKoi"],
                )
                for turn in turns
            ],
        )


def open_rounds(told: Json) -> Iterator[tuple[list[int], list[Turn]]]:
    """Yield the months on the table and the turns of each round of an open-hanafuda-ai line."""
    for round_ in told["rounds"]:
        table = [number // 4 for number in round_["deal"][16:24]]
        yield (
            table,
            [
                Turn(
                    turn["seat"],
                    turn["play"] // 4,
                    len(turn["take"]),
                    turn["draw"] // 4,
                    len(turn["draw_take"]),
                    None if turn["call"] is None else turn["call"] == "koikoi",
                )
                for turn in round_["turns"]
            ],
        )


def decisions(table: list[int], turns: list[Turn], *, once_per_round: bool) -> int:
    """Count what was decided in a round by the months on the table alone, without the engine."""
    count, called = 0, False
    laid: Counter[int] = Counter()
    for turn in turns:
        laid[turn.seat] += 1
        lay(table, turn.hand, turn.hand_took)
        picks = table.count(turn.drawn) == 2
        lay(table, turn.drawn, turn.drawn_took)
        forced = laid[turn.seat] == 8 or (once_per_round and called)
        asked = turn.call is not None and not forced
        count += 1 + picks + asked
        called = called or turn.call is True
    return count


def lay(table: list[int], month: int, took: int) -> None:
    """Lay a card: it stays, or goes with the others that it took."""
    if not took:
        table.append(month)
    for _ in range(took - 1):
        table.remove(month)


def test_all_matches_of_koikoi_japan_are_replayed_without_a_mismatch() -> None:
    rounds = [round_ for told in japan() for round_ in japan_rounds(told)]
    decided = sum(decisions(*round_, once_per_round=False) for round_ in rounds)

    tally = Tally()
    for path in JAPAN:
        tally = tally.plus(replay(path.read_bytes()))

    assert tally == Tally(161, len(rounds), decided, ())


def test_all_matches_of_open_hanafuda_ai_are_replayed_without_a_mismatch() -> None:
    rounds = [round_ for told in open_hanafuda_ai() for round_ in open_rounds(told)]
    decided = sum(decisions(*round_, once_per_round=True) for round_ in rounds)

    tally = replay(gzip.decompress(OPEN.read_bytes()))

    assert tally == Tally(300, 3600, decided, ())


def is_noticed(told: Json) -> bool:
    try:
        return bool(replay(json.dumps(told)).mismatches)
    except ReplayError:
        return True


@pytest.mark.parametrize("kind", [japan, open_hanafuda_ai], ids=lambda kind: kind.__name__)
def test_a_fact_changed_anywhere_in_the_data_is_noticed(
    kind: Callable[[], tuple[Json, ...]],
) -> None:
    rng = Random(3)
    sample = [(told, rng.choice(list(facts(told)))) for told in rng.choices(kind(), k=150)]

    missed = [path for told, path in sample if not is_noticed(changed(told, path))]

    assert missed == []


JAPAN_FACTS = ("roundWinner", "player1RoundPts", "player2RoundPts", "Dealer", "isKoiKoi")
JAPAN_ENDS = ("gameWinner", "player1EndPts", "player2EndPts", "collectCard", "collectCard2")
OPEN_FACTS = ("points", "base", "multiplier", "winner", "dealer", "totals", "yaku")
OPEN_TURNS = ("take", "draw_take", "call", "seat", "play", "draw")


@pytest.mark.parametrize("key", JAPAN_FACTS + JAPAN_ENDS)
def test_each_kind_of_fact_changed_in_koikoi_japan_is_noticed(key: str) -> None:
    check_key(japan(), key)


@pytest.mark.parametrize("key", OPEN_FACTS + OPEN_TURNS)
def test_each_kind_of_fact_changed_in_open_hanafuda_ai_is_noticed(key: str) -> None:
    check_key(open_hanafuda_ai(), key)


def check_key(matches: tuple[Json, ...], key: str) -> None:
    """Change a fact of this kind in twenty matches, and expect twenty complaints."""
    rng = Random(key)
    sample = [
        (told, rng.choice([path for path in facts(told) if key in path]))
        for told in rng.sample(matches, 20)
    ]

    missed = [path for told, path in sample if not is_noticed(changed(told, path))]

    assert missed == []


class Row(NamedTuple):
    """A pile that go-koikoi judged."""

    sight: Sight
    yaku: list[tuple[str, int]]
    total: int
    reach: dict[str, Fuda]

    @property
    def free(self) -> Fuda:
        """The cards that lie in neither pile."""
        taken = {*self.sight.own, *self.sight.other}
        return tuple(card for card in DECK if card not in taken)


def pile(numbers: list[int]) -> Fuda:
    return tuple(DECK[number] for number in numbers)


@cache
def rows() -> tuple[Row, ...]:
    with GO.open(encoding="utf-8") as lines:
        return tuple(row(json.loads(line)) for line in lines)


def row(told: Json) -> Row:
    return Row(
        Sight(pile(told["captured"]), pile(told["opponent"]), (), Month.MATSU, 0),
        [(NAMES[name], points) for name, points in told["yaku"]],
        told["total"],
        {NAMES[name]: pile(missing) for name, missing in told["reach"]},
    )


def words(sight: Sight) -> str:
    return f"{codes(sight.own)} against {codes(sight.other)}"


def test_all_piles_are_judged_as_go_koikoi_judges_them() -> None:
    different = [
        words(row.sight)
        for row in rows()
        if sorted(judge(GO_KOIKOI, row.sight)) != sorted(row.yaku)
        or total(judge(GO_KOIKOI, row.sight)) != row.total
    ]

    assert len(rows()) == 4000
    assert different == []


def with_card(row: Row, card: Card) -> dict[str, int]:
    """What the pile makes with one card more."""
    made = judge(GO_KOIKOI, row.sight._replace(own=(*row.sight.own, card)))
    return {yaku.key: yaku.points for yaku in made}


def test_every_card_that_we_call_missing_makes_the_yaku_and_no_other_card_does() -> None:
    wrong = []
    for row in rows():
        now = dict(row.yaku)
        makes: dict[str, list[Card]] = {}
        for card in row.free:
            for key in with_card(row, card).keys() - now.keys():
                makes.setdefault(key, []).append(card)
        ours = {key: list(missing) for key, missing in reach(GO_KOIKOI, row.sight)}
        if ours != makes:
            wrong.append((words(row.sight), ours, makes))

    assert wrong == []


NEEDED = {
    "hanami": "3H 9T",
    "tsukimi": "8H 9T",
    "inoshikachou": "6T 7T AT",
    "akatan": "1Z 2Z 3Z",
    "aotan": "6Z 9Z AZ",
    "akatan_aotan": "1Z 2Z 3Z 6Z 9Z AZ",
}
"""Yaku of go-koikoi's reach list in which every card is needed."""

DRY = fuda("1H 3H 8H CH")
RAIN = Card.YANAGI_MICHIKAZE


def is_known_fault(row: Row, key: str) -> bool:
    """Whether go-koikoi calls a yaku within reach by one of its known faults.

    It tests "one card is missing" after it dropped the cards of the other pile, so it shows yaku
    that need one of those; for three brights and for four with rain it does not look whether any
    card is left; and for those that count cards it does not look either.
    """
    own, other = set(row.sight.own), set(row.sight.other)
    if key in NEEDED:
        return bool(other & set(fuda(NEEDED[key])))
    if key == "sankou":
        return not set(DRY) - own - other
    if key == "ameshikou":
        return RAIN in other or (RAIN in own and not set(DRY) - own - other)
    counted = {"tane": Kind.TANE, "tan": Kind.TANZAKU, "kasu": Kind.KASU}
    return key in counted and not any(
        card.kind is counted[key] and key in with_card(row, card) for card in row.free
    )


def test_our_reach_is_go_koikois_without_its_known_faults() -> None:
    different = []
    for row in rows():
        ours = dict(reach(GO_KOIKOI, row.sight))
        for key in NAMES.values():
            theirs = row.reach.get(key)
            fault = theirs is not None and is_known_fault(row, key)
            right = theirs is not None and not fault
            # It lists no cards for the yaku that count them.
            same = not right or not theirs or set(theirs) == set(ours.get(key, ()))
            if (key in ours) != right or not same:
                different.append((key, words(row.sight)))

    assert different == []


def test_the_known_faults_of_go_koikois_reach_are_in_the_data() -> None:
    faulty = {key for row in rows() for key in row.reach if is_known_fault(row, key)}

    assert faulty >= {*NEEDED, "sankou", "ameshikou"}
