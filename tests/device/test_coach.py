"""The coach on the glass: what it is asked, what it says, and what of it stays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.app import App
from device.events import Advised, Asked, Event, Key, KeyDown, Post, Reviewed, Stop
from device.geometry import Size
from device.panels.memory import MemoryPanel
from device.screens import flow
from device.screens.coach import Coach, Mistakes, taken_up
from device.screens.pages import Help
from device.screens.results import RoundResult
from device.screens.screen import Screen
from device.screens.session import Session
from device.screens.table import Choice, Decision, Table
from device.settings import Settings
from device.store import MemoryStore
from device.workers import Question
from koikoi import record
from koikoi.advice import Hint, Judged, Review
from koikoi.cards import Card
from koikoi.match import Cpu, Human, Match
from koikoi.moves import Call, Move, Pick, Play
from koikoi.round import Round
from koikoi.seat import NORTH, SOUTH
from tests.games import NINTENDO, apply, new_match, played, set_up

OPEN = set_up("8a 2a 3a", "4a 5a 7b", "8H 8T 2b 6a", "9a", took=("1H 3H", ""))
CALLING = set_up("1a 5b", "1b 7b", "4a 5a", took=("2T 4T 5T 6T 7T", ""))._replace(calling=True)
PICKING = apply(set_up("2a 4a", "4b 5a", "8T 8H 6a", "8a"), Play(Card.UME_KASU_1))


def session(round_: Round, *, coach: bool = True, playouts: int = 50) -> Session:
    match = Match(NINTENDO, b"coach", (Human(), Cpu("hard")), (), (round_,), 3, (5, 7))
    return Session(match, Settings(coach=coach), bytes(16), playouts=playouts)


def press(screen: Screen, *keys: Key) -> Screen:
    for key in keys:
        screen = tell(screen, KeyDown(key))
    return screen


def tell(screen: Screen, event: Event) -> Screen:
    following = flow.step(screen, event)
    assert following is not None
    return following


def advice(*moves: Move) -> Advised:
    hints = tuple(Hint(move, 3 - n, 0.5, 0.3, "", "") for n, move in enumerate(moves))
    return Advised(hints, Asked(SOUTH, 3, 0, b"coach"))


@pytest.mark.parametrize("round_", [OPEN, CALLING])
def test_help_at_an_open_decision_offers_the_coach_first(round_: Round) -> None:
    at_table = flow.current(session(round_))

    page = press(at_table, Key.HELP)
    asked = press(page, Key.SELECT)

    assert isinstance(page, Help)
    assert page.name == "coach"
    assert isinstance(asked, Coach)
    assert asked.asks == Asked(SOUTH, 3, 0, b"coach")
    assert press(asked, Key.BACK) == press(asked, Key.HELP) == at_table


@pytest.mark.parametrize("some", [session(OPEN, coach=False), session(OPEN, playouts=0)])
def test_a_coach_that_is_off_or_cannot_be_afforded_is_not_offered(some: Session) -> None:
    page = press(flow.current(some), Key.HELP)

    assert isinstance(page, Help)
    assert page.pages[0] == "keys"


def test_while_the_cpu_thinks_the_coach_is_not_offered() -> None:
    waiting = flow.current(session(OPEN.apply(OPEN.legal_moves[-1])))
    page = press(waiting, Key.HELP)

    assert isinstance(page, Help)
    assert "coach" not in page.pages


def test_what_the_coach_says_is_shown_and_the_match_remembers_that_it_was_asked() -> None:
    asked = Coach(flow.current(session(OPEN)))

    said = tell(asked, advice(*OPEN.legal_moves))

    assert isinstance(said, Coach)
    assert said.asks is None
    assert said.session.open_match.coached == 1
    assert "coached 1" in record.write(said.session.open_match).splitlines()
    assert press(said, Key.BACK).session.open_match.coached == 1


def test_an_answer_to_another_decision_is_no_answer() -> None:
    asked = Coach(flow.current(session(OPEN)))
    stale = advice(*OPEN.legal_moves)._replace(asked=Asked(SOUTH, 3, 4, b"coach"))

    assert tell(asked, stale) == asked
    assert tell(asked.under, advice(*OPEN.legal_moves)) == asked.under


def test_select_goes_back_with_the_cursor_on_the_move_and_decides_nothing() -> None:
    take = Play(Card.SUSUKI_KASU_1, Card.SUSUKI_TSUKI)
    said = tell(Coach(flow.current(session(OPEN))), advice(Play(Card.SAKURA_KASU_1), take))

    first, second = press(said, Key.SELECT), press(said, Key.RIGHT, Key.SELECT)

    assert isinstance(first, Table)
    assert first.card is Card.SAKURA_KASU_1
    assert isinstance(second, Choice)
    assert second.candidates[second.cursor] is Card.SUSUKI_TSUKI
    assert second.session.open_match.round == OPEN


@pytest.mark.parametrize("call", Call)
def test_the_question_is_left_with_the_answer_under_the_cursor(call: Call) -> None:
    asked = Decision(session(CALLING), peeking=True)

    back = taken_up(asked, call)

    assert isinstance(back, Decision)
    assert not back.peeking
    assert flow.step(back, KeyDown(Key.SELECT)) == flow.current(asked.session.apply(call))


def test_a_drawn_card_is_left_with_the_better_of_the_two_under_the_cursor() -> None:
    asked = flow.current(session(PICKING))
    assert isinstance(asked, Choice)
    for card in asked.candidates:
        back = taken_up(asked, Pick(card))

        assert isinstance(back, Choice)
        assert back.candidates[back.cursor] is card


def test_chaff_of_one_month_is_named_once() -> None:
    round_ = set_up("2a 2b 3a 5a", "4a 6a 7b 7a", "8H 9T")
    said = tell(Coach(flow.current(session(round_))), advice(*round_.legal_moves))

    assert isinstance(said, Coach)
    moves = [hint.move for hint in said.shown]
    named = {move.card.month for move in moves if isinstance(move, Play)}
    assert len(said.shown) == len(named) == 3


OVER = next(match for match in played(new_match(b"coach")) if match.round.result is not None)


def result(review: Review | None, playouts: int = 50) -> RoundResult:
    match = OVER if review is None else OVER.reviewed(OVER.number, review)
    shown = flow.current(Session(match, Settings(), bytes(16), playouts=playouts))
    assert isinstance(shown, RoundResult)
    return shown


def decisions(*costs: float) -> Review:
    """A review of as many of South's decisions as there are costs."""
    own = [number for number in range(9) if OVER.round.at(number).turn is SOUTH]
    best = [OVER.round.at(number).legal_moves[0] for number in own]
    found = zip(own, best, costs, strict=False)
    return tuple(Judged(number, move, cost) for number, move, cost in found)


def test_a_month_that_is_over_is_looked_at_by_the_coach() -> None:
    shown = result(None)
    assert shown.asks == Asked(SOUTH, OVER.number, len(OVER.round.moves), OVER.seed)

    told = tell(shown, Reviewed(decisions(1.5), shown.asks))

    assert isinstance(told, RoundResult)
    assert told.asks is None
    assert told.session.open_match.review(OVER.number) == decisions(1.5)


def test_a_month_is_looked_at_once_and_not_at_all_without_a_coach() -> None:
    off = result(None)
    off = replace(off, session=off.session.with_settings(Settings(coach=False)))

    assert result(()).asks is None
    assert result(None, playouts=0).asks is None
    assert off.asks is None


def test_left_and_right_show_what_cost_something_the_dearest_first() -> None:
    opened = press(result(decisions(2.5, 1.0, 0.31, 0.3)), Key.RIGHT)

    assert isinstance(opened, Mistakes)
    costs = [opened.judged.cost]
    for _ in range(4):
        opened = press(opened, Key.RIGHT)
        assert isinstance(opened, Mistakes)
        costs.append(opened.judged.cost)
    # What costs no more than 0.3 points may be the coach's own error; the last one stays.
    assert costs == [2.5, 1.0, 0.31, 0.31, 0.31]
    assert (
        press(opened, Key.SELECT)
        == press(opened, Key.BACK)
        == result(decisions(2.5, 1.0, 0.31, 0.3))
    )


def test_a_mistake_shows_the_table_as_it_lay_before_it() -> None:
    review = decisions(2.5, 1.0)
    opened = press(result(review), Key.LEFT, Key.RIGHT)

    assert isinstance(opened, Mistakes)
    assert opened.match.round == OVER.round.at(review[1].number)
    assert opened.played == OVER.round.moves[review[1].number]


def test_without_a_mistake_there_is_nothing_to_open() -> None:
    assert press(result(decisions(0.1)), Key.RIGHT) == result(decisions(0.1))
    assert press(result(None), Key.RIGHT) == result(None)


def test_in_the_last_month_a_mistake_is_what_costs_three_matches_in_a_hundred() -> None:
    last = OVER._replace(rules=OVER.rules.but(rounds=OVER.number))
    found = last.reviewed(last.number, decisions(0.05, 0.03))
    some = Session(found, Settings(), bytes(16), playouts=50)

    assert [each.cost for each in some.dear] == [0.05]


class Listening:
    """A thinker that never answers: what it was asked, and when it was let go."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def start(self, post: Post) -> None:
        """Nothing is posted."""

    def ask(self, question: Question) -> None:
        self.heard.append(type(question).__name__)

    def cancel(self) -> None:
        self.heard.append("let go")

    def stop(self) -> None:
        self.heard.append("stopped")


def heard(match: Match, *keys: Key) -> list[str]:
    """What the thinker hears when these keys are pressed one after the other."""
    left: list[Event] = [*map(KeyDown, keys), Stop("end")]
    thinker = Listening()
    app = App(
        store=MemoryStore(match),
        panel=MemoryPanel(Size(400, 300)),
        keypads=(),
        thinker=thinker,
        seed=bytes(16),
        playouts=50,
        pump=lambda: app.post(left.pop(0)) if left else None,
    )
    app.run()
    return thinker.heard


def test_a_question_to_the_coach_is_let_go_when_the_player_leaves() -> None:
    match = session(OPEN).open_match

    asked = heard(match, Key.HELP, Key.SELECT, Key.BACK)

    assert asked == ["WhatToSay", "let go", "stopped"]


def test_the_look_at_a_month_is_let_go_for_the_next_month_and_for_the_title() -> None:
    # North deals the next month, and is asked at once.
    following = "WhatToPlay" if OVER.next_oya is NORTH else "let go"

    assert heard(OVER, Key.SELECT) == ["WhereItWasLost", following, "stopped"]
    assert heard(OVER, Key.BACK) == ["WhereItWasLost", "let go", "stopped"]


def test_the_look_at_a_month_begins_again_after_a_page_over_it() -> None:
    asked = heard(OVER, Key.LOG, Key.BACK)

    assert asked == ["WhereItWasLost", "let go", "WhereItWasLost", "stopped"]
