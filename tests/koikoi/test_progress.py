"""How far a side has come with each yaku: what the help and the wide panel show."""

from __future__ import annotations

from koikoi.cards import Month, fuda
from koikoi.progress import gained, makers, nearest, progress
from koikoi.rules import RuleSet
from koikoi.yaku import Made, Sight, table

RULES = RuleSet()


def sight(own: str, other: str = "") -> Sight:
    return Sight(fuda(own), fuda(other), (), Month.MATSU, 0)


def test_every_yaku_in_force_is_there_in_order() -> None:
    told = [each.row.key for each in progress(RULES, sight(""))]

    assert told == [row.key for row in table(RULES)]


def test_a_named_yaku_tells_what_is_missing_and_what_is_gone() -> None:
    found = {each.row.key: each for each in progress(RULES, sight("7T 3H", "6T"))}

    boar = found["inoshikachou"]
    assert (set(boar.cards), boar.missing, boar.gone) == (
        {*fuda("6T 7T AT")},
        *map(fuda, ("AT", "6T")),
    )
    assert not boar.possible
    assert found["hanami"].missing == fuda("9T")
    assert found["hanami"].possible


def test_brights_that_can_be_chosen_need_fewer_than_there_are() -> None:
    found = {each.row.key: each for each in progress(RULES, sight("1H 3H", "8H"))}

    assert (found["sankou"].have, found["sankou"].need) == (2, 3)
    assert found["sankou"].possible
    assert (found["ameshikou"].have, found["ameshikou"].need) == (2, 4)
    assert found["ameshikou"].possible
    assert not found["gokou"].possible
    assert not found["shikou"].possible


def test_any_cards_of_a_kind_are_only_counted() -> None:
    found = {each.row.key: each for each in progress(RULES, sight("2T 4T 9T"))}

    assert found["tane"].cards == ()
    assert (found["tane"].have, found["tane"].need, found["tane"].lacks) == (3, 5, 2)
    # The sake cup is a Chaff as well.
    assert found["kasu"].have == 1


def test_the_nearest_come_first_and_what_is_made_or_far_away_not_at_all() -> None:
    near = nearest(RULES, sight("3H 9T 1Z 2Z 6T"), most=4, lacking=2)

    assert [each.row.key for each in near][:2] == ["tsukimi", "akatan"]
    assert all(each.lacks <= 2 and each.row.key != "hanami" for each in near)


def test_the_cards_that_make_a_yaku_are_those_one_has_of_it() -> None:
    own = fuda("3H 9T 1Z 4Z 2T")

    assert makers(RULES, "hanami", own) == fuda("3H 9T")
    assert makers(RULES, "tan", own) == fuda("1Z 4Z")
    assert makers(RULES, "teshi", own) == ()


def test_two_cards_together_can_make_what_neither_makes_alone() -> None:
    eight_chaff = sight("1a 1b 2a 2b 3a 3b 4a 4b")

    assert gained(RULES, eight_chaff, fuda("5a")) == ()
    assert gained(RULES, eight_chaff, fuda("5a 5b")) == (Made("kasu", 1),)


def test_a_yaku_that_grows_is_gained_as_what_it_has_become() -> None:
    assert gained(RULES, sight("2T 4T 5T 6T 7T"), fuda("8T 8a")) == (Made("tane", 2),)


def test_the_best_of_several_gained_yaku_comes_first() -> None:
    keys = [made.key for made in gained(RULES, sight("1H 3H 9T"), fuda("8H 8a"))]

    assert keys == ["sankou", "tsukimi"]


def test_what_is_worth_no_more_than_before_is_not_gained() -> None:
    without_rain_man = sight("1H 3H 8H CH")

    assert gained(RULES, without_rain_man, fuda("7a 7b")) == ()
