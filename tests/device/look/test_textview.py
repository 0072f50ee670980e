"""The text view: everything the picture says, in lines of text."""

from __future__ import annotations

import subprocess
import sys
from itertools import combinations

import pytest

from device.geometry import Box, Size
from device.look import Layout, Look, layout
from device.look.items import Align, Face, Item, Line, Rect, Text
from device.look.strings import LANGUAGES
from device.look.textview import cells, clipped, lines
from device.look.words import card_name, flower, yaku_name
from device.screens.pages import Help, Log
from device.screens.results import MatchResult, RoundResult
from device.screens.table import Choice, Decision, Table
from device.settings import Hints
from koikoi.cards import Card
from koikoi.yaku import judge
from tests.device.look.gallery import CALLING, THREE, holding, screens
from tests.games import set_up

SIZE = Size(400, 300)
LOOK = Look(SIZE, hints=Hints.FULL)
LOOKS = [Look(SIZE, language, Hints.FULL) for language in LANGUAGES]


def told(screen: Table | Choice | Decision | RoundResult | MatchResult | Help | Log) -> str:
    return "\n".join(lines(layout(screen, LOOK)))


def written(item: Item) -> set[tuple[int, int]]:
    """The cells that an item alone writes on."""
    page = lines(Layout(SIZE, (item,)))
    return {(y, x) for y, line in enumerate(page) for x, cell in enumerate(line) if cell != " "}


def test_every_screen_is_24_lines_of_80_cells() -> None:
    for screen in screens():
        page = lines(layout(screen, LOOK))

        assert [cells(line) for line in page] == [80] * 24


@pytest.mark.parametrize(("columns", "rows"), [(132, 44), (200, 75), (81, 24)])
def test_a_larger_terminal_is_filled(columns: int, rows: int) -> None:
    for screen in screens()[::20]:
        page = lines(layout(screen, LOOK), columns, rows)

        assert [cells(line) for line in page] == [columns] * rows


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.language)
def test_no_word_is_written_over_another(look: Look) -> None:
    for screen in screens()[::7]:
        items = [i for i in layout(screen, look).items if not isinstance(i, Rect | Line)]
        for (one, cells_of_one), (other, cells_of_other) in combinations(
            [(item, written(item)) for item in items], 2
        ):
            stacked = isinstance(one, Face) and isinstance(other, Face)

            assert stacked or not cells_of_one & cells_of_other, (one, other)


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.language)
def test_every_word_of_a_text_is_in_the_view(look: Look) -> None:
    for screen in screens()[::7]:
        shown = layout(screen, look)
        page = "\n".join(lines(shown))

        assert [i.text for i in shown.items if isinstance(i, Text) and i.text not in page] == []


def test_the_table_tells_month_scores_cards_and_the_card_under_the_cursor() -> None:
    screens_of_tables = [screen for screen in screens() if isinstance(screen, Table)]
    for screen in screens_of_tables:
        match = screen.session.open_match
        page = lines(layout(screen, LOOK))

        assert f"{match.number}/{match.rules.rounds}: {flower(LOOK, match.round.month)}" in page[0]
        assert page[2].startswith(f"{match.scores[1]} ")
        assert page[16].startswith(f"{match.scores[0]} ")
        assert f"x{len(match.round.tefuda[1])}" in page[2] or not match.round.tefuda[1]


def test_the_selected_card_is_named_and_underlined() -> None:
    start = set_up("1a 4T 9T", "3a BZ", "5a 6a", "7a 8a")

    page = lines(layout(Table.on_card(holding(start), Card.KIKU_SAKAZUKI), LOOK))

    assert page[23].startswith(card_name(LOOK, Card.KIKU_SAKAZUKI))
    start_of_card = page[17].index("┌9")
    assert page[22].index("════════") == start_of_card


def test_a_card_says_month_flower_and_kind() -> None:
    page = told(Table.at(holding(set_up("7T", "3a", "6Z", "7a 8a"))))

    for words in (
        "┌7─────┐",
        "│Bush  │",
        "│Clover│",
        "│Animal│",
        "┌6─────┐",
        "│Peony │",
        "│Blue  │",
    ):
        assert words in page


def test_a_stack_shows_its_top_card_and_how_many_they_are() -> None:
    page = told(Table.at(holding(THREE)))

    assert "└x3────┘" in page
    assert page.count("┌9─────┐") == 2  # one on the table, one in the hand


def test_the_question_tells_every_yaku() -> None:
    page = told(Decision(holding(CALLING)))

    for made in judge(CALLING.rules, CALLING.sight(CALLING.turn)):
        assert yaku_name(LOOK, made.key) in page


def test_a_result_tells_the_points_of_every_month() -> None:
    results = [screen for screen in screens() if isinstance(screen, MatchResult)]
    for screen in results:
        page = told(screen)
        match = screen.session.open_match

        for round_ in match.rounds:
            if round_.result is not None:
                assert all(str(points) in page for points in round_.result.points if points)


def test_wide_letters_take_two_cells() -> None:
    shown = Layout(SIZE, (Text("花見で一杯", Box(0, 0, 100, 12)),))

    first = lines(shown)[0]

    assert first.rstrip() == "花見で一杯"
    assert cells(first) == 80


def test_a_text_that_runs_off_the_page_is_cut_there() -> None:
    shown = Layout(SIZE, (Text("花見で一杯", Box(385, 0, 15, 12), Align.LEFT),))

    first = lines(shown)[0]

    assert first.strip() == "花"


@pytest.mark.parametrize(("text", "fitting"), [("abc", "abc"), ("花見", "花"), ("a花", "a花")])
def test_clipping_counts_cells(text: str, fitting: str) -> None:
    kept = clipped(text, 3)

    assert kept == fitting


def test_the_terminal_needs_no_imaging_library() -> None:
    imports = "import sys; import device.look; import device.look.textview"
    program = f"{imports}; sys.exit('PIL' in sys.modules)"

    ended = subprocess.run([sys.executable, "-c", program], check=False)

    assert ended.returncode == 0
