"""Screens: what each key does on each of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.events import Asked, Chosen, Key, KeyDown, Tick, Touched
from device.intents import Intent
from device.screens import flow
from device.screens.confirm import Confirm, Question
from device.screens.house import ROWS, HouseRules
from device.screens.options import Options
from device.screens.oyagime import Oyagime
from device.screens.pages import Help, Lessons, Log, Notices
from device.screens.results import CpuCalled, MatchResult, RoundResult
from device.screens.screen import Screen
from device.screens.session import Session
from device.screens.table import Choice, Decision, Table
from device.screens.title import NEW_GAME_ROWS, NewGame, Title
from device.settings import Hints, Settings
from koikoi.cards import fuda
from koikoi.match import Cpu, Human, Match
from koikoi.moves import Call, parse_move
from koikoi.round import Round
from koikoi.rules import PRESETS, RuleSet
from koikoi.seat import NORTH, SOUTH
from tests.games import NINTENDO, set_up

SEED = bytes(16)
EMPTY = Session(None, Settings(), SEED)


def press(screen: Screen, *keys: Key) -> Screen:
    """Return the screen after presses; none of them may end the program."""
    for key in keys:
        following = flow.step(screen, KeyDown(key))
        assert following is not None
        screen = following
    return screen


def holding(round_: Round, number: int = 1) -> Session:
    """Return a session in the middle of this round."""
    match = Match(NINTENDO, b"", (Human(), Cpu("normal")), (), (round_,), number, (10, 4))
    return Session(match, Settings(), SEED)


def open_match(screen: Screen) -> Match:
    return screen.session.open_match


# Title and new game.


def test_a_first_start_shows_the_title_without_continue() -> None:
    title = flow.current(EMPTY)

    assert isinstance(title, Title)
    assert title.rows == ("new", "lessons", "history", "options", "help", "quit")


def test_a_new_match_takes_two_presses_and_the_draw_for_dealer() -> None:
    draw = press(flow.current(EMPTY), Key.SELECT, Key.SELECT)

    assert isinstance(draw, Oyagime)
    draws = len(open_match(draw).oyagime)
    turned = press(draw, *[Key.SELECT] * draws)
    assert isinstance(turned, Oyagime)
    assert turned.decided
    assert isinstance(press(turned, Key.SELECT), Table)


def test_the_sheet_makes_the_match_it_describes_and_is_remembered() -> None:
    sheet = NewGame.of(EMPTY)
    # From "start" round to level, rounds and, past the rules, sake; then back to start.
    screen = press(sheet, Key.RIGHT, Key.SELECT, Key.RIGHT, Key.SELECT)
    screen = press(screen, *[Key.RIGHT] * 3, Key.SELECT, Key.RIGHT, Key.SELECT)

    match = open_match(screen)

    assert match.sitters == (Human(), Cpu("expert"))
    assert str(match.rules) == "nintendo rounds=3 viewing_yaku=off"
    settings = screen.session.settings
    assert (settings.level, settings.rounds, settings.sake) == ("expert", 3, False)


@pytest.mark.parametrize("preset", list(PRESETS))
@pytest.mark.parametrize("sake", [True, False])
def test_every_preset_can_be_played_with_and_without_the_sake_yaku(
    preset: str, *, sake: bool
) -> None:
    sheet = replace(NewGame.of(EMPTY), rules=preset, sake=sake)

    rules = open_match(press(sheet, Key.SELECT)).rules

    assert rules.preset == preset
    assert (rules.viewing_yaku != "off") is sake


def test_another_preset_brings_its_own_answer_to_the_sake_question() -> None:
    sheet = replace(NewGame.of(EMPTY), rules="clubhouse", cursor=2)

    screen = press(sheet, Key.SELECT)

    assert isinstance(screen, NewGame)
    assert (screen.rules, screen.sake) == ("classic", False)


def test_a_house_rule_is_changed_and_kept_with_the_match_and_for_the_next() -> None:
    sheet = replace(NewGame.of(EMPTY), cursor=NEW_GAME_ROWS.index("house"))
    page = press(sheet, Key.SELECT)
    assert isinstance(page, HouseRules)

    changed = replace(page, cursor=ROWS.index("double_at"))
    screen = press(changed, Key.SELECT, Key.BACK, Key.RIGHT, Key.RIGHT, Key.SELECT)

    assert str(open_match(screen).rules) == "nintendo double_at=10"
    assert NewGame.of(screen.session).rule_set.double_at == 10


@pytest.mark.parametrize("option", ROWS)
def test_every_house_rule_comes_back_to_where_it_was_and_never_contradicts(option: str) -> None:
    page = HouseRules(NewGame.of(EMPTY), PRESETS["koikoi_japan"], ROWS.index(option))
    first = press(page, Key.SELECT)
    seen = [first]

    while (following := press(seen[-1], Key.SELECT)) not in seen:
        seen.append(following)

    assert following == first
    values = {getattr(screen.rules, option) for screen in seen if isinstance(screen, HouseRules)}
    assert len(values) > 1


def test_two_matches_from_one_session_have_different_seeds() -> None:
    first = EMPTY.new_match(NINTENDO)
    second = first.new_match(NINTENDO)

    assert first.open_match.seed == SEED
    assert second.open_match.seed != SEED
    assert second.open_match.round.start != first.open_match.round.start


def test_a_new_match_in_the_middle_of_another_is_asked_about_first() -> None:
    session = holding(set_up("1a 4a", "2a 4b", "3a"))
    title = press(flow.current(session), Key.BACK)
    asked = press(title, Key.RIGHT, Key.SELECT, Key.SELECT)

    assert isinstance(asked, Confirm)
    assert asked.question is Question.NEW_GAME
    assert press(asked, Key.SELECT).session.match == session.match  # the default is No
    assert isinstance(press(asked, Key.RIGHT, Key.SELECT), Oyagime)


def test_back_on_the_table_leads_to_the_title_and_back_again() -> None:
    table = flow.current(holding(set_up("1a 4a", "2a 4b", "3a")))

    title = press(table, Key.BACK)

    assert isinstance(title, Title)
    assert title.rows[0] == "continue"
    assert press(title, Key.SELECT) == press(title, Key.BACK) == table


# The table.


def test_the_cursor_starts_on_the_first_card_that_takes_something() -> None:
    table = flow.current(holding(set_up("1a 4a 8a", "2a 4b 6a", "4Z")))

    assert isinstance(table, Table)
    assert table.card is fuda("4a")[0]


def test_the_cursor_goes_round_over_the_cards_that_are_left() -> None:
    round_ = set_up("1a 4a 8a", "2a 4b 6a", "3a", draws="5a 9a").apply(parse_move("4a"))
    table = flow.current(holding(round_.apply(parse_move("2a"))))
    assert isinstance(table, Table)

    seen = [
        screen.card
        for screen in (table, press(table, Key.RIGHT), press(table, Key.LEFT))
        if isinstance(screen, Table)
    ]

    assert seen == [*fuda("1a 8a 8a")]


def test_select_plays_the_card_under_the_cursor() -> None:
    table = flow.current(holding(set_up("1a 4a", "2a 4b", "3a", draws="5a")))

    after = press(table, Key.RIGHT, Key.SELECT)

    assert open_match(after).round.moves == (parse_move("4a"),)


def test_a_card_that_matches_two_opens_a_choice_that_can_be_left() -> None:
    table = flow.current(holding(set_up("1a 4a", "2a 4b", "1Z 1H 3a", draws="5a")))

    choice = press(table, Key.SELECT)

    assert isinstance(choice, Choice)
    assert choice.candidates == fuda("1Z 1H")
    assert press(choice, Key.BACK) == table
    taken = press(choice, Key.RIGHT, Key.SELECT)
    assert open_match(taken).round.moves == (parse_move("1a*1H"),)


def test_a_drawn_card_that_matches_two_opens_a_choice_that_stays() -> None:
    table = flow.current(holding(set_up("1a 4a", "2a 4b", "8H 8a 3a", draws="8T")))

    choice = press(table, Key.SELECT)

    assert isinstance(choice, Choice)
    assert choice.drawn
    assert isinstance(press(choice, Key.BACK), Title)
    assert press(choice, Key.BACK, Key.SELECT) == choice
    assert open_match(press(choice, Key.SELECT)).round.moves == (
        parse_move("1a"),
        parse_move("*8H"),
    )


def test_koikoi_or_stop_stands_on_stop_and_back_only_peeks() -> None:
    round_ = set_up("3a 1a 4a", "2a 4b 5b", "3H", draws="5a", took=("9T", ""))
    decision = press(flow.current(holding(round_)), Key.SELECT)

    assert decision == Decision(decision.session)
    peeking = press(decision, Key.BACK)
    assert peeking == replace(decision, peeking=True)
    # Nothing pressed while peeking decides anything.
    for key in (Key.SELECT, Key.BACK, Key.LEFT, Key.RIGHT):
        assert press(peeking, key) == decision
    stopped = press(decision, Key.SELECT)
    assert isinstance(stopped, RoundResult)
    gone_on = press(decision, Key.RIGHT, Key.SELECT)
    assert open_match(gone_on).round.moves[-1] is Call.KOIKOI


def test_what_the_cpu_called_waits_to_be_acknowledged() -> None:
    round_ = set_up("1a 4a", "3a 2a 5b", "3H", draws="5a", took=("", "9T"), oya=NORTH).apply(
        parse_move("3a")
    )
    called = flow.current(holding(round_.apply(Call.KOIKOI)))

    assert isinstance(called, CpuCalled)
    assert isinstance(press(called, Key.SELECT), Table)


# The CPU's move.


def cpu_to_move() -> Screen:
    return flow.current(holding(set_up("1a 4a", "2a 4b", "3a", draws="5a 6a", oya=NORTH)))


def test_the_cpus_move_is_taken_and_an_answer_to_another_question_is_not() -> None:
    table = cpu_to_move()
    asked = table.session.asked
    assert asked == Asked(NORTH, 1, 0)

    moved = flow.step(table, Chosen(parse_move("2a"), asked))
    stale = flow.step(table, Chosen(parse_move("2a"), Asked(NORTH, 1, 4)))

    assert moved is not None
    assert open_match(moved).round.moves == (parse_move("2a"),)
    assert stale == table


def test_an_answer_for_a_match_that_was_left_is_none_for_the_next_one() -> None:
    session = EMPTY
    led_by_north: list[Session] = []
    while len(led_by_north) < 2:
        session = session.new_match(NINTENDO)
        if session.asked is not None:
            led_by_north.append(session)
    left, next_one = led_by_north
    assert left.asked is not None
    late = Chosen(left.open_match.round.legal_moves[0], left.asked)
    table = flow.current(next_one)

    assert flow.step(table, late) == table


def test_nothing_is_played_for_you_while_the_cpu_thinks() -> None:
    table = cpu_to_move()

    assert press(table, Key.SELECT, Key.LEFT, Key.RIGHT) == table
    assert flow.step(table, Touched("hand", 0)) == table


def test_the_cpus_move_arrives_under_an_open_page() -> None:
    page = press(cpu_to_move(), Key.HELP)
    asked = page.session.asked
    assert asked is not None

    after = flow.step(page, Chosen(parse_move("2a"), asked))

    assert isinstance(after, Help)
    assert open_match(after).round.moves == (parse_move("2a"),)


def test_a_question_keeps_the_cpu_waiting() -> None:
    question = press(cpu_to_move(), Key.QUIT)
    asked = question.session.asked
    assert asked is not None

    assert flow.step(question, Chosen(parse_move("2a"), asked)) == question
    assert not question.waits


# Pages.


@pytest.mark.parametrize(
    ("key", "page"), [(Key.HELP, Help), (Key.LOG, Log), (Key.OPTIONS, Options)]
)
def test_a_pages_key_opens_it_and_closes_it_again(key: Key, page: type[Screen]) -> None:
    table = flow.current(holding(set_up("1a 4a", "2a 4b", "3a")))

    opened = press(table, key)

    assert isinstance(opened, page)
    for close in (key, Key.BACK, Key.QUIT):
        assert press(opened, close) == table


def test_pages_take_each_others_place() -> None:
    table = flow.current(holding(set_up("1a 4a", "2a 4b", "3a")))

    assert press(table, Key.HELP, Key.LOG, Key.OPTIONS) == Options(table)


def test_quitting_asks_first_and_no_is_the_default() -> None:
    table = flow.current(holding(set_up("1a 4a", "2a 4b", "3a")))
    asked = press(table, Key.QUIT)

    assert asked == Confirm(table, Question.QUIT, None)
    assert press(asked, Key.SELECT) == press(asked, Key.BACK) == press(asked, Key.QUIT) == table
    assert flow.step(press(asked, Key.RIGHT), KeyDown(Key.SELECT)) is None


def test_giving_up_takes_three_presses_and_a_confirmation() -> None:
    table = flow.current(holding(set_up("1a 4a", "2a 4b", "3a")))
    asked = press(table, Key.OPTIONS, Key.LEFT, Key.SELECT)

    assert isinstance(asked, Confirm)
    assert asked.question is Question.GIVE_UP
    assert open_match(press(asked, Key.SELECT)).given_up is None
    over = press(asked, Key.RIGHT, Key.SELECT)
    assert isinstance(over, MatchResult)
    assert open_match(over).given_up is SOUTH
    assert isinstance(press(over, Key.SELECT), Title)


def test_an_option_changes_under_the_page_and_the_match_stays() -> None:
    table = flow.current(holding(set_up("1a 4a", "2a 4b", "3a")))

    changed = press(table, Key.OPTIONS, Key.SELECT)

    assert changed.session.settings.hints is Hints.MATCHES
    assert press(changed, Key.BACK).session.settings == changed.session.settings
    assert open_match(changed) == open_match(table)


def test_help_has_an_end_on_both_sides() -> None:
    title = flow.current(EMPTY)
    first = press(title, Key.HELP)

    last = press(first, *[Key.RIGHT] * 20)

    assert press(first, Key.LEFT) == first
    assert press(last, Key.RIGHT) == last
    assert press(last, *[Key.LEFT] * 20) == first


def test_confirming_leads_through_the_lessons_and_back_to_the_title() -> None:
    title = replace(Title(EMPTY), cursor=1)
    lesson = press(title, Key.SELECT)
    seen = []
    while isinstance(lesson, Lessons):
        seen.append(lesson.lesson)
        lesson = press(lesson, Key.SELECT)

    assert seen == ["matching", "drawing", "sets", "koikoi", "doubling"]
    assert lesson == title


def test_the_lessons_can_be_left_and_turned_back() -> None:
    title = replace(Title(EMPTY), cursor=1)
    second = press(title, Key.SELECT, Key.RIGHT)

    assert press(second, Key.LEFT) == press(title, Key.SELECT)
    assert isinstance(press(second, Key.BACK), Title)
    assert press(second, Key.BACK) == press(second, Key.QUIT)


def test_lessons_that_were_left_half_way_go_on_there_after_a_restart() -> None:
    title = replace(Title(EMPTY), cursor=1)
    left = press(title, Key.SELECT, Key.SELECT, Key.SELECT, Key.BACK)

    kept = Settings.parse(str(left.session.settings)).settings
    again = replace(Title(replace(EMPTY, settings=kept)), cursor=1)

    lesson = press(again, Key.SELECT)
    assert isinstance(lesson, Lessons)
    assert lesson.lesson == "sets"
    finished = press(lesson, Key.SELECT, Key.SELECT, Key.SELECT)
    assert finished == title


def test_there_is_no_log_without_a_match() -> None:
    assert press(flow.current(EMPTY), Key.LOG) == flow.current(EMPTY)


def test_notices_are_read_before_anything_else() -> None:
    title = flow.current(EMPTY)
    told = Notices(title, ())

    assert press(told, Key.LEFT, Key.HELP) == told
    assert press(told, Key.SELECT) == title


# The end of a month, and what the panel is told.


def test_the_next_month_is_dealt_from_the_result() -> None:
    over = set_up("3a 4a", "2a 4b", "3H", draws="5a", took=("9T", "")).apply(parse_move("3a"))
    result = flow.current(holding(over.apply(Call.SHOUBU)))
    assert isinstance(result, RoundResult)

    after = press(result, Key.SELECT)

    assert open_match(after).number == 2
    assert open_match(after).scores == (15, 4)
    assert open_match(after).round.oya is SOUTH


def test_the_last_month_ends_the_match() -> None:
    over = set_up("3a 4a", "2a 4b", "3H", draws="5a", took=("9T", "")).apply(parse_move("3a"))
    session = holding(over.apply(Call.SHOUBU), number=12)
    result = flow.current(session)

    assert isinstance(result, RoundResult)
    assert isinstance(press(result, Key.SELECT), MatchResult)
    assert isinstance(press(result, Key.SELECT, Key.SELECT), Title)
    assert isinstance(flow.resumed(session), MatchResult)


def test_each_step_has_its_intent() -> None:
    table = flow.current(holding(set_up("3a 1a 4a", "2a 4b 5b", "3H", draws="5a", took=("9T", ""))))
    moved = press(table, Key.RIGHT)
    page = press(table, Key.HELP)
    decision = press(table, Key.SELECT)
    result = press(decision, Key.SELECT)
    dealt = press(result, Key.SELECT)

    assert flow.intent(None, table) is Intent.BOOT
    assert flow.intent(table, moved) is Intent.MOVE
    assert flow.intent(table, page) is Intent.OPEN
    assert flow.intent(page, table) is Intent.CLOSE
    assert flow.intent(table, decision) is Intent.MOVE
    assert flow.intent(decision, result) is Intent.RESULT
    assert flow.intent(result, dealt) is Intent.DEAL


def test_time_changes_nothing() -> None:
    table = flow.current(holding(set_up("1a 4a", "2a 4b", "3a")))

    assert flow.step(table, Tick(1.0)) == table


@pytest.mark.parametrize(("level", "budget"), [("master", 1234), ("expert", 0), ("normal", 0)])
def test_the_strongest_level_is_agreed_with_what_the_board_affords(level: str, budget: int) -> None:
    session = replace(EMPTY, settings=Settings(level=level), playouts=1234)

    match = session.new_match(RuleSet()).open_match

    assert match.sitters == (Human(), Cpu(level, budget=budget))
