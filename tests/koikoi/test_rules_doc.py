"""docs/rules.md says what the program does: its tables are read and compared."""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby
from pathlib import Path

import pytest

from koikoi.cards import DECK, Fuda, Kind, codes, fuda
from koikoi.rules import PRESETS, RuleSet, choices
from koikoi.words import YAKU
from koikoi.yaku import Yaku, table
from tests.games import NINTENDO

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")

Row = dict[str, str]


def tables(first: str) -> list[list[Row]]:
    """Return the tables whose first heading is this, rows by the names of their columns."""
    found: list[list[Row]] = []
    for is_table, lines in groupby(DOCUMENT.splitlines(), lambda line: line.startswith("|")):
        if not is_table:
            continue
        heading, _, *rows = ([cell.strip() for cell in line.split("|")[1:-1]] for line in lines)
        if heading[0] == first:
            found.append([dict(zip(heading, row, strict=True)) for row in rows])
    return found


def rows(first: str) -> list[Row]:
    """Return the rows of all tables whose first heading is this."""
    return [row for each in tables(first) for row in each]


def named(cell: str) -> list[str]:
    """Return what stands in backquotes in a cell."""
    return re.findall(r"`([^`]+)`", cell)


def cards(cell: str) -> Fuda:
    return fuda(" ".join(named(cell)))


def word(value: object) -> str:
    """Return a value as a rule set writes it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def expected_values(option: str) -> set[str]:
    if option == "month_order":
        return {"`sequential`", "`random`", "*order*"}
    return {f"`{word(value)}`" for value in choices()[option]} or {"*number*"}


# The options.


def test_every_option_stands_in_the_document_in_order() -> None:
    told = [named(row["option"])[0] for row in rows("option")]

    assert list(dict.fromkeys(told)) == list(choices())


@pytest.mark.parametrize("option", choices())
def test_every_value_of_an_option_is_told_once_and_no_other(option: str) -> None:
    values = [row["value"] for row in rows("option") if named(row["option"]) == [option]]

    assert Counter(values) == Counter(expected_values(option))


@pytest.mark.parametrize("row", rows("option"), ids=lambda row: f"{row['option']} {row['value']}")
def test_every_value_is_explained_and_has_a_source(row: Row) -> None:
    assert row["what it means"].endswith(".")
    assert row["said by"]


@pytest.mark.parametrize("line", re.findall(r"`((?:\w+) (?:\w+=\w+ ?)+)`", DOCUMENT))
def test_a_rule_set_in_the_text_can_be_read(line: str) -> None:
    assert str(RuleSet.parse(line)) == line


# The presets.


def preset_cells() -> dict[tuple[str, str], str]:
    """Return the word in each cell of the preset tables, by preset and option."""
    return {
        (preset, named(row["preset"])[0]): value
        for row in rows("preset")
        for preset, value in row.items()
        if preset != "preset"
    }


def test_every_preset_has_a_column() -> None:
    columns = [name for each in tables("preset") for name in each[0] if name != "preset"]

    assert columns == list(PRESETS)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_cell_of_a_preset_is_what_the_program_plays(preset: str) -> None:
    told = {option: value for (name, option), value in preset_cells().items() if name == preset}

    assert told == {option: word(getattr(PRESETS[preset], option)) for option in choices()}


def test_every_preset_is_among_the_sources() -> None:
    sources = " ".join(row["what it is"] for row in rows("short name"))

    assert set(PRESETS) - set(named(sources)) == {"nintendo"}


def test_the_cells_that_no_source_states_are_cells() -> None:
    told = {named(row["set"])[0]: set(named(row["not stated"])) for row in rows("set")}

    assert set(told) <= set(PRESETS)
    assert set().union(*told.values()) <= {*choices(), *PRESETS}


# The deck.


def test_the_deck_has_the_cards_of_the_document() -> None:
    told = [cards(row["cards"]) for row in rows("month")]

    assert tuple(card for month in told for card in month) == DECK
    assert all({card.month for card in month} == {number} for number, month in enumerate(told, 1))


def test_each_kind_has_the_cards_of_the_document() -> None:
    kinds = {row["kind"]: set(cards(row["cards"])) for row in rows("kind")}
    of = {kind: {card for card in DECK if card.kind is kind} for kind in Kind}

    assert kinds == {
        "the dry brights": of[Kind.HIKARI] - set(fuda("BH")),
        "the animals": of[Kind.TANE],
        "the ribbons": of[Kind.TANZAKU],
        "the chaff and the cup": of[Kind.KASU] | set(fuda("9T")),
    }


# The yaku.

KINDS = {row["kind"]: cards(row["cards"]) for row in rows("kind")}
EVERYTHING = NINTENDO.but(month_cards="current_month")
"""Nintendo's points, with the one yaku that it does not have."""


def engine_row(key: str) -> Yaku:
    return next(row for row in table(EVERYTHING) if row.key == key)


def test_the_yaku_stand_in_the_order_of_the_document() -> None:
    told = [named(row["key"])[0] for row in rows("key")]

    assert told == [row.key for row in table(EVERYTHING)]


@pytest.mark.parametrize("row", rows("key"), ids=lambda row: str(row["key"]))
def test_a_yaku_takes_the_cards_and_brings_the_points_of_its_row(row: Row) -> None:
    yaku = engine_row(named(row["key"])[0])
    need, _, kind = row["so many of"].partition(" of ")

    assert str(yaku.points) == row["points"]
    assert sorted(yaku.core) == sorted(cards(row["all of"]))
    if kind == "the month":
        assert (need, yaku.months) == ("4", "current")
    else:
        assert yaku.need == int(need or 0)
        assert codes(sorted(yaku.pool)) == codes(sorted(KINDS[kind] if kind else ()))


def test_the_yaku_are_called_as_the_program_calls_them() -> None:
    told = {named(row["key"])[0]: row["yaku"] for row in rows("key")}
    dealt = dict(re.findall(r"`(\w+)` \(([\w ]+), \w+\)", DOCUMENT))

    assert told | dealt == YAKU


def test_the_groups_are_those_of_the_document() -> None:
    told = {named(row["key"])[0]: row["group"] for row in rows("key")}
    names = {"hikari": "brights", "tane": "animals", "tan": "ribbons", "": ""}

    assert {row.key: names[row.group] for row in table(EVERYTHING)} == told


# The contradictions.


def test_nine_contradictions_are_named_with_what_was_chosen() -> None:
    told = rows("question")

    assert len(told) == 9
    assert all(row["who says what"] and row["chosen"] for row in told)
    options = {name for row in told for name in named(row["chosen"])}
    assert options - set(PRESETS) <= {word(v) for values in choices().values() for v in values}
