"""Taking back on the device: where it is chosen BACK offers it, and nothing is lost by a No."""

from __future__ import annotations

from random import Random

import pytest

from device.events import Chosen, Event, Key, KeyDown
from device.geometry import Size
from device.look import Look, layout
from device.screens import flow
from device.screens.confirm import Confirm, Question
from device.screens.screen import Screen
from device.screens.session import Session
from device.screens.table import Choice, Table
from device.screens.title import Title
from device.settings import Settings
from koikoi.moves import parse_move
from koikoi.record import read, write
from koikoi.round import Round
from koikoi.rules import RuleSet
from koikoi.seat import NORTH, SOUTH
from tests.device.look.places import words
from tests.device.test_screens import holding, open_match, press
from tests.games import apply, set_up

START = set_up("1a 4a 6a", "2a 4b 7a", "1b 2b 3a", "8a 9a Aa Ba", oya=SOUTH)
LATER = apply(START, parse_move("1a"), parse_move("2a"))


def at(round_: Round, *, take_back: bool = True) -> Screen:
    session = holding(round_).with_settings(Settings(take_back=take_back))
    return flow.current(session)


def test_without_the_setting_back_leads_to_the_title() -> None:
    assert not Settings().take_back
    assert isinstance(press(at(LATER, take_back=False), Key.BACK), Title)


def test_back_offers_it_and_yes_stands_before_the_last_decision() -> None:
    asked = press(at(LATER), Key.BACK)

    assert isinstance(asked, Confirm)
    assert asked.question is Question.TAKE_BACK
    taken = press(asked, Key.RIGHT, Key.SELECT)
    assert isinstance(taken, Table)
    assert open_match(taken).round == START
    assert open_match(taken).takebacks == 1


def test_no_leaves_everything_as_it_was() -> None:
    table = at(LATER)

    assert press(table, Key.BACK, Key.SELECT) == table


def test_back_once_more_leads_to_the_title_and_the_match_is_as_it_was() -> None:
    title = press(at(LATER), Key.BACK, Key.BACK)

    assert isinstance(title, Title)
    assert open_match(title).round == LATER
    assert open_match(title).takebacks == 0


def test_the_question_names_both_ways_back() -> None:
    shown = layout(press(at(LATER), Key.BACK), Look(Size(400, 300)))

    assert "BACK to the title" in words(shown)


def test_before_the_first_decision_of_a_month_back_leads_to_the_title() -> None:
    assert isinstance(press(at(START), Key.BACK), Title)


def test_the_card_that_was_laid_can_be_taken_back_before_the_drawn_one_takes() -> None:
    waiting = apply(set_up("1a 4a", "2a 4b", "3a 8b 8T", "8a"), parse_move("4a"))
    choice = at(waiting)
    assert isinstance(choice, Choice)

    taken = press(choice, Key.BACK, Key.RIGHT, Key.SELECT)

    assert isinstance(taken, Table)
    assert open_match(taken).round.moves == ()


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_pressed_the_record_tells_the_match_and_how_often(seed: int) -> None:
    rng = Random(seed)
    session = Session(None, Settings(take_back=True), seed.to_bytes(16, "big"))
    screen: Screen = flow.current(session.new_match(RuleSet(rounds=3)))
    keys = (Key.SELECT, Key.SELECT, Key.SELECT, Key.RIGHT, Key.RIGHT, Key.BACK)
    most = 0
    for _ in range(1500):
        before = screen.session.open_match.takebacks
        screen = pressed_or_answered(screen, rng.choice(keys))
        match = screen.session.open_match
        assert match.takebacks - before in (0, 1, -before)
        assert read(write(match)) == match
        most = max(most, match.takebacks)
    assert most > 3


def pressed_or_answered(screen: Screen, key: Key) -> Screen:
    """The screen after the CPU's answer if it is asked, or else after a key."""
    asked = screen.session.asked
    event: Event = KeyDown(key)
    if screen.waits and asked is not None:
        event = Chosen(screen.session.open_match.round.legal_moves[0], asked)
    # A question whether to quit is answered with No.
    return flow.step(screen, event) or screen


def test_while_the_cpu_is_asked_nothing_is_taken_back_and_its_answer_still_fits() -> None:
    table = at(START.apply(parse_move("1a")))
    assert open_match(table).round.turn is NORTH
    session: Session = table.session
    assert session.asked is not None

    assert session.taken_back() is None
    assert isinstance(press(table, Key.BACK), Title)
    answered = flow.step(table, Chosen(parse_move("2a"), session.asked))
    assert answered is not None
    assert open_match(answered).round == LATER
