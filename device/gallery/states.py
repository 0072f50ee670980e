"""Every screen in the states that tell most about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from device import boards
from device.documents import Trouble
from device.gallery import rounds
from device.look import Look
from device.notices import Adopted, SetAside
from device.screens import flow
from device.screens.buttons import Buttons
from device.screens.coach import Coach, Mistakes
from device.screens.confirm import Confirm, Question
from device.screens.goodbye import Goodbye
from device.screens.history import Finished, History
from device.screens.house import PAGES, ROWS, HouseRules
from device.screens.options import Options
from device.screens.oyagime import Oyagime
from device.screens.pages import HELP_PAGES, LESSONS, Help, Lessons, Log, Notices
from device.screens.replay import Replay
from device.screens.results import MatchResult
from device.screens.screen import Screen
from device.screens.session import Session
from device.screens.switch_off import ROWS as ROWS_OFF
from device.screens.switch_off import Asleep, SwitchOff
from device.screens.table import Choice, Decision, Table
from device.screens.title import NEW_GAME_ROWS, NewGame, Title
from device.screens.told import log_pages
from device.screens.watching import Watching
from device.settings import Hints, Settings, WrongValue
from koikoi.advice import Hint
from koikoi.cards import Card
from koikoi.gokoikoi import Lost
from koikoi.match import Match
from koikoi.moves import Call
from koikoi.round import Round
from koikoi.score import Reason
from koikoi.seat import NORTH
from koikoi.tally import tallies

ALERTS = ("unsaved", "panel_lost", "keypad_lost", "battery")


class State(NamedTuple):
    """A screen in a state: what both are called, and what has gone wrong meanwhile."""

    screen: str
    name: str
    shown: Screen
    alerts: tuple[str, ...] = ()
    battery: int | None = None

    def __str__(self) -> str:
        return f"{self.screen}-{self.name}"

    def look(self, look: Look) -> Look:
        """Return a look of the size and language asked for, with the settings of this state."""
        session = self.shown.session
        own = Look.of(look.size, session.settings, session.controls, self.battery)
        return replace(own, language=look.language)


def states(language: str) -> tuple[State, ...]:
    """Return all states; the settings say that they are in this language."""
    settings = Settings(language=language, hints=Hints.FULL, level="hard")
    return (
        *_title(settings),
        *_new_game(settings),
        *_table(settings),
        *_questions(settings),
        *_results(settings),
        *_coached(settings),
        *_pages(settings),
        *_history(settings),
        *_messages(settings),
    )


def _session(match: Match | None, settings: Settings) -> Session:
    return Session(match, settings, bytes(16))


def _in(round_: Round, settings: Settings) -> Session:
    """Return the session whose match has come to this round."""
    return _session(rounds.match_with(round_), settings)


def _title(settings: Settings) -> Iterator[State]:
    yield State("title", "first", Title(_session(None, settings)))
    for name, made in (("february", rounds.three_together), ("december", rounds.late)):
        yield State("title", name, Title(_in(made(), settings)))
    yield from (
        State("lessons", name, Lessons(Title(_session(None, replace(settings, lesson=page)))))
        for page, name in enumerate(LESSONS)
    )
    yield State("title", "lessons-left", Title(_session(None, replace(settings, lesson=2)), 1))
    late = _in(rounds.late(), settings)
    yield State("goodbye", "saved", Goodbye(late))
    yield State("goodbye", "unsaved", Goodbye(late), ALERTS[:1])
    yield State("goodbye", "failed", Goodbye(late), ("failed",))
    yield State("goodbye", "empty", Goodbye(late), ("empty",))
    yield State("goodbye", "asleep", Asleep(Table.at(late)))
    for cursor, row in enumerate(ROWS_OFF):
        yield State("switch-off", row, SwitchOff(Table.at(late), cursor))
    yield State("goodbye", "without-a-match", Goodbye(_session(None, settings)))


def _new_game(settings: Settings) -> Iterator[State]:
    sheet = NewGame.of(_session(None, settings))
    for cursor, row in enumerate(NEW_GAME_ROWS):
        yield State("new-game", row, replace(sheet, cursor=cursor))
    rules = sheet.rule_set.but(koikoi_limit="once_per_round", double_at=0, teshi="off")
    yield State("new-game", "house-changed", sheet.by_rules(rules))
    for number, page in enumerate(PAGES, start=1):
        house = HouseRules(sheet, rules, ROWS.index(page[0]))
        yield State("house-rules", str(number), house)
    began = _session(rounds.matches()[0], settings)
    yield State("oyagime", "face-down", Oyagime(began))
    yield State("oyagime", "decided", Oyagime(began, len(began.open_match.oyagime)))


def _table(settings: Settings) -> Iterator[State]:
    began = Table.at(_session(rounds.matches()[0], settings))
    yield State("table", "opening", began)
    yield State("table", "cpu-thinking", Table.at(_session(rounds.matches()[1], settings)))
    three = Table.on_card(_in(rounds.three_together(), settings), Card.KIKU_KASU_1)
    yield State("table", "three-together", three)
    crowded = Table.at(_in(rounds.crowded(), settings))
    yield State("table", "crowded", crowded)
    yield State("table", "longest-names", Table.at(_in(rounds.longest_names(), settings)))
    late = Table.at(_in(rounds.late(), settings))
    yield State("table", "last-card", late)
    for name, some in (
        ("hints-off", replace(settings, hints=Hints.OFF)),
        ("no-numerals", replace(settings, numerals=False)),
    ):
        yield State("table", name, replace(crowded, session=_in(rounds.crowded(), some)))
    yield from (
        State("watching", f"{events}-events", Watching(late.session, events))
        for events in (0, len(late.session.open_match.round.history) - 1)
    )
    yield State("table", "unsaved", began, ALERTS[:1])
    yield State("table", "panel-lost", late, ALERTS[1:2])
    yield State("table", "keypad-lost", late, ALERTS[2:3])
    yield State("table", "battery", late, ALERTS[3:], battery=0)
    yield State("table", "battery-full", began, battery=3)
    yield State("table", "unsaved-and-panel-lost", late, ALERTS[:2])


def _questions(settings: Settings) -> Iterator[State]:
    by_hand = _in(rounds.choice_of_hand(), settings)
    yield State("choice", "hand-card", Choice(by_hand, Card.KIKU_KASU_2))
    yield State("choice", "drawn-card", _shown(rounds.choice_of_drawn(), settings))
    first = Decision(_in(rounds.first_yaku(), settings))
    yield State("decision", "first-yaku", first)
    yield State("decision", "go-on", replace(first, cursor=1))
    yield State("decision", "peeking", replace(first, peeking=True))
    yield State("decision", "all-yaku", _shown(rounds.all_yaku(), settings))
    yield State("decision", "unsaved", first, ALERTS[:1])
    yield State("cpu-called", "koikoi", _shown(rounds.cpu_goes_on(), settings))


def _coached(settings: Settings) -> Iterator[State]:
    """Yield what the coach says; what it has found is made up here."""

    def to_coach(round_: Round) -> Session:
        return replace(_in(round_, settings), playouts=1)

    table = Table.at(to_coach(rounds.longest_names()))
    yield State("help", "coach", Help(table, coach=True))
    yield State("coach", "thinking", Coach(table))
    late = rounds.crowded()
    moves = [Hint(move, 2.4, 0.62, 0.25, "sankou", "hanami") for move in late.legal_moves]
    said = Coach(Table.at(to_coach(late)), tuple(moves))
    yield State("coach", "best", said)
    yield State("coach", "takes-nothing", replace(said, hints=_plain(moves), cursor=1))
    asked = Decision(to_coach(rounds.first_yaku()))
    calls = (Hint(Call.SHOUBU, 5, 1, 0, "", ""), Hint(Call.KOIKOI, 3.1, 0.43, 0.31, "", ""))
    yield State("coach", "stop", Coach(asked, calls))
    yield State("coach", "go-on", Coach(asked, calls, 1))
    last = Table.at(to_coach(rounds.late()))
    chances = [Hint(move, 0.62, 0.4, 0.3, "kasu", "") for move in rounds.late().legal_moves]
    yield State("coach", "last-month", Coach(last, tuple(chances)))
    won = next(match for match in rounds.matches() if match.number == 5 and match.round.result)
    over = replace(_session(won, settings), playouts=1)
    yield State("month-result", "coach-looks", flow.current(over))
    yield State("month-result", "coach-found-nothing", flow.current(over.reviewed(())))
    found = flow.current(over.reviewed(rounds.review_of(over.open_match.round)))
    yield State("month-result", "coach-found", found)
    for index in range(len(found.session.dear)):
        yield State("mistakes", str(index + 1), Mistakes(found, index))
    played = rounds.matches()[-1]._replace(coached=2)
    yield State("match-result", "coached", MatchResult(_session(played, settings)))


def _plain(hints: list[Hint]) -> tuple[Hint, ...]:
    """Return hints of which none goes for anything."""
    return tuple(hint._replace(serves="", denies="") for hint in hints)


def _shown(round_: Round, settings: Settings) -> Screen:
    """Return the screen that a round leads to."""
    return flow.current(_in(round_, settings))


def _results(settings: Settings) -> Iterator[State]:
    for name, round_ in (
        ("all-yaku", rounds.all_yaku().apply(Call.SHOUBU)),
        ("forced-stop", rounds.forced_stop()),
        ("nobody", rounds.nobody()),
        ("hand-yaku", rounds.dealt_four()),
        ("both-hand-yaku", rounds.dealt_to_both()),
        ("table-of-four", rounds.table_of_four()),
    ):
        yield State("month-result", name, _shown(round_, settings))
    lost = next(match for match in rounds.matches() if _won_by_north(match))
    yield State("month-result", "lost", flow.current(_session(lost, settings)))
    last = rounds.matches()[-1]
    yield State("month-result", "last-month", flow.current(_session(last, settings)))
    match = _session(last, settings)
    yield State("match-result", "won", MatchResult(match))
    ended = rounds.match_with(rounds.nobody())
    yield State("match-result", "given-up", MatchResult(_session(ended, settings).give_up()))
    drawn = ended._replace(rules=rounds.RULES.but(rounds=1), rounds=ended.rounds[-1:])
    yield State("match-result", "tie", MatchResult(_session(drawn, settings)))


def _won_by_north(match: Match) -> bool:
    result = match.round.result
    return result is not None and result.winner is NORTH and result.reason is Reason.SHOUBU


def _pages(settings: Settings) -> Iterator[State]:
    over = Table.at(_in(rounds.late(), settings))
    large = Table.at(_in(rounds.late(), replace(settings, large_text=True)))
    for page, name in enumerate(HELP_PAGES):
        words = name.replace("_", "-")
        yield State("help", words, Help(over, page))
        yield State("help", f"{words}-large-text", Help(large, page))
    began = Table.at(_session(rounds.matches()[0], settings))
    oldest = len(log_pages(over.session.open_match)) - 1
    yield State("log", "empty", Log(began))
    yield State("log", "newest", Log(over))
    yield State("log", "oldest", Log(over, oldest))
    for row, name in enumerate(Options(over).rows):
        yield State("options", name.replace("_", "-"), Options(over, row))
    yield State("options", "large-text-on", Options(large))
    yield State("options", "without-a-match", Options(Title(_session(None, settings))))
    yield from _boards(settings)
    for question in Question:
        name = question.value.replace("_", "-")
        back = over if question is Question.TAKE_BACK else None
        yield State("question", name, Confirm(over, question, None, back=back))
    yield State(
        "question",
        "quit-without-a-match",
        Confirm(Title(_session(None, settings)), Question.QUIT, None, 1),
    )


def _boards(settings: Settings) -> Iterator[State]:
    """Yield what differs between the devices: the help's keys, and the page that swaps them."""
    late = _in(rounds.late(), settings)
    for name in boards.known():
        session = replace(late, controls=boards.load(name).controls)
        if session.controls.buttons:
            options = Options(Table.at(session))
            yield State("help", f"keys-{name}", Help(Table.at(session)))
            yield State(
                "options", f"buttons-{name}", replace(options, cursor=options.rows.index("buttons"))
            )
            yield State("buttons", name, Buttons(options))
            yield State("buttons", f"{name}-listening", Buttons(options, 2, listening=True))


def _history(settings: Settings) -> Iterator[State]:
    """Yield what tells of the matches that are over."""
    under = Title(_session(None, settings))
    played = rounds.matches()[-1]
    lost = _in(rounds.nobody(), settings).give_up().open_match
    yield State("history", "reading", History(under))
    yield State("history", "nothing-yet", History(under, ()))
    helped = played._replace(coached=1)
    figures = History(under, tallies((played,) * 36 + (helped,) * 5 + (lost,) * 7))
    yield State("history", "all", figures)
    yield State("history", "one-level", replace(figures, page=1))
    matches = Finished(figures, 1, 48, (played, lost, None, helped, lost))
    yield State("finished", "list", matches)
    yield State("finished", "reading", replace(matches, matches=None))
    replay = Replay(matches, played)
    yield State("replay", "deal", replay)
    yield State("replay", "middle", replace(replay, month=1, turn=5))
    yield State("replay", "end", replace(replay, month=1, turn=replace(replay, month=1).turns))


def _messages(settings: Settings) -> Iterator[State]:
    aside = SetAside("game.json", Trouble.FOREIGN, "no format", "game.json.foreign")
    notices = (
        aside,
        SetAside("settings.json", Trouble.DAMAGED, "it is not whole JSON", None),
        WrongValue("level", '"impossible"', '"normal"'),
    )
    over = Title(_session(None, settings))
    adopted = (
        Adopted("settings.json", "settings.json.go-koikoi"),
        Adopted("game.json", "game.json.go-koikoi", (Lost.OYA, Lost.QUESTION)),
    )
    yield State("notices", "one", Notices(over, (aside,)))
    yield State("notices", "go-koikoi", Notices(over, adopted))
    yield State("notices", "many", Notices(over, notices * 4))
