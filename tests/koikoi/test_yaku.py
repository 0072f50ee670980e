"""What a pile is worth by docs/rules.md: Nintendo's points, best of a group, cup as chaff."""

from __future__ import annotations

import pytest

from koikoi.cards import Month, fuda
from koikoi.rules import RuleSet
from koikoi.yaku import Sight, judge, reach, table, total
from tests.games import NINTENDO

NINE_CHAFF = "1a 1b 2a 2b 3a 3b 4a 4b 5a"
FIVE_ANIMALS = "2T 4T 5T 6T 8T"


def sight(own: str, other: str = "") -> Sight:
    return Sight(fuda(own), fuda(other), (), Month.MATSU, 0)


@pytest.mark.parametrize(
    ("own", "made"),
    [
        ("", {}),
        # Brights: only the best of them counts, and rain is no third.
        ("1H 3H 8H", {"sankou": 5}),
        ("1H 3H BH", {}),
        ("1H 3H 8H BH", {"ameshikou": 7}),
        ("1H 3H 8H CH", {"shikou": 8}),
        ("1H 3H 8H BH CH", {"gokou": 10}),
        # The sake yaku stand beside each other and beside the brights.
        ("3H 9T", {"hanami": 5}),
        ("8H 9T", {"tsukimi": 5}),
        ("1H 3H 8H 9T", {"sankou": 5, "hanami": 5, "tsukimi": 5}),
        # Animals.
        ("6T 7T AT", {"inoshikachou": 5}),
        ("6T 7T AT 2T 4T 5T", {"inoshikachou": 8}),
        (FIVE_ANIMALS, {"tane": 1}),
        (FIVE_ANIMALS + " BT 7T", {"tane": 3}),
        # Ribbons: red, blue, both, any five; others are extra ones.
        ("1Z 2Z 3Z", {"akatan": 5}),
        ("6Z 9Z AZ", {"aotan": 5}),
        ("1Z 2Z 3Z 6Z", {"akatan": 6}),
        ("6Z 9Z AZ 4Z 5Z 7Z", {"aotan": 8}),
        ("1Z 2Z 3Z 6Z 9Z AZ", {"akatan_aotan": 10}),
        ("1Z 2Z 3Z 6Z 9Z AZ BZ", {"akatan_aotan": 11}),
        ("1Z 2Z 6Z 9Z 4Z", {"tan": 1}),
        ("1Z 2Z 6Z 9Z 4Z 5Z 7Z", {"tan": 3}),
        # Chaff, with the sake cup as an animal and one chaff at once, never twice.
        (NINE_CHAFF, {}),
        (NINE_CHAFF + " 5b", {"kasu": 1}),
        (NINE_CHAFF + " 9T", {"kasu": 1}),
        (NINE_CHAFF + " 5b 9T", {"kasu": 2}),
        ("2T 4T 5T 8T 9T", {"tane": 1}),
        (NINE_CHAFF + " 2T 4T 5T 8T 9T", {"tane": 1, "kasu": 1}),
        # The lightning of November is chaff like any other.
        (NINE_CHAFF + " Ba", {"kasu": 1}),
    ],
)
def test_a_pile_makes_its_yaku(own: str, made: dict[str, int]) -> None:
    assert dict(judge(NINTENDO, sight(own))) == made


def test_yaku_come_in_the_order_of_the_table() -> None:
    own = sight("1H 3H 8H 9T 6T 7T AT 1Z 2Z 3Z")

    made = judge(NINTENDO, own)

    assert [yaku.key for yaku in made] == ["sankou", "hanami", "tsukimi", "inoshikachou", "akatan"]
    assert total(made) == 5 + 5 + 5 + 6 + 5


@pytest.mark.parametrize(
    ("rules", "own", "made"),
    [
        ("viewing_yaku=off", "3H 8H 9T", {}),
        ("sake_cup_as_chaff=0", NINE_CHAFF + " 9T", {}),
        ("sake_cup_as_chaff=2", "1a 1b 2a 2b 3a 3b 4a 4b 9T", {"kasu": 1}),
        ("sake_cup_as_chaff=2", "1a 1b 2a 2b 3a 3b 4a 9T", {}),
        ("set_yaku_extra=no", "6T 7T AT 2T 4T", {"inoshikachou": 5}),
        # With groups the better one counts, whichever that is.
        ("tan=10", "1Z 2Z 3Z 4Z 5Z", {"tan": 10}),
        (
            "stacking=brights_only_exclusive set_yaku_extra=no",
            "6Z 9Z AZ 4Z 5Z 7Z",
            {"aotan": 5, "tan": 2},
        ),
        # Both together replace the two, but not the ribbons as such.
        (
            "stacking=brights_only_exclusive set_yaku_extra=no",
            "1Z 2Z 3Z 6Z 9Z AZ 4Z",
            {"akatan_aotan": 10, "tan": 3},
        ),
        ("stacking=brights_only_exclusive", "1H 3H 8H CH", {"shikou": 8}),
    ],
)
def test_options_change_what_a_pile_makes(rules: str, own: str, made: dict[str, int]) -> None:
    assert dict(judge(RuleSet.parse(f"nintendo {rules}"), sight(own))) == made


def test_a_yaku_worth_nothing_does_not_exist() -> None:
    rules = NINTENDO.but(hanami=0)

    assert "hanami" not in [row.key for row in table(rules)]
    assert judge(rules, sight("3H 9T")) == ()


@pytest.mark.parametrize(
    ("own", "other", "within"),
    [
        ("3H", "", {"hanami": "9T"}),
        ("1H 3H", "", {"sankou": "8H CH", "hanami": "9T"}),
        # Three dry brights: the fourth, or the rain man.
        ("1H 3H 8H", "9T", {"shikou": "CH", "ameshikou": "BH"}),
        # What the other side took is out of reach, and so is all that needs it.
        ("7T", "AT", {}),
        ("", "9T", {}),
        ("1H 3H", "8H CH 9T", {}),
        ("1H 3H", "8H 9T", {"sankou": "CH"}),
        ("1H 3H 8H", "BH CH 9T", {}),
        # A yaku that stands can be within reach only of a better one of its group.
        ("6T 7T AT 2T", "3H 8H 9T", {}),
        ("2T 4T 5T 8T", "3H 8H 9T", {"tane": "6T 7T AT BT"}),
    ],
)
def test_reach_names_each_free_card_that_makes_a_yaku(
    own: str, other: str, within: dict[str, str]
) -> None:
    found = reach(NINTENDO, sight(own, other))

    assert dict(found) == {key: fuda(cards) for key, cards in within.items()}
