"""The title, and the sheet on which a new match is agreed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from device.events import Event, Key, Touched
from device.screens.house import HouseRules
from device.screens.oyagime import Oyagime
from device.screens.pages import Confirm, Help, Lessons, Options, Question
from device.screens.screen import Screen, pressed, step
from device.screens.session import Session
from device.settings import ROUNDS
from koikoi.players import LEVELS
from koikoi.rules import PRESETS, RuleSet

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Title:
    """Where the program starts without a match, and where BACK leads from the table."""

    session: Session
    cursor: int = 0
    waits: bool = False

    @property
    def rows(self) -> tuple[str, ...]:
        """What can be chosen here."""
        rest = ("new", "lessons", "options", "help", "quit")
        return ("continue", *rest) if self.session.running else rest

    def on(self, event: Event) -> Screen | Session | None:
        """Move the cursor or follow it."""
        if isinstance(event, Touched) and event.kind == "row":
            return replace(self, cursor=event.index)._choose()
        match pressed(event):
            case Key.SELECT:
                return self._choose()
            case Key.BACK if self.session.running:
                return self.session
            case key if step(key):
                return replace(self, cursor=(self.cursor + step(key)) % len(self.rows))
        return self

    def _choose(self) -> Screen | Session:
        match self.rows[self.cursor]:
            case "continue":
                return self.session
            case "new":
                return NewGame.of(self.session)
            case "lessons":
                return Lessons(self)
            case "options":
                return Options(self)
            case "help":
                return Help(self)
        return Confirm(self, Question.QUIT, None)


NEW_GAME_ROWS = ("level", "rounds", "rules", "house", "sake", "start")


@dataclass(frozen=True, slots=True)
class NewGame:
    """The next match: whom against, how long, by which rules, and whether the sake yaku count.

    Whether they do is agreed before every game, whatever the rules say otherwise.
    """

    session: Session
    level: str
    rounds: int
    rules: str
    sake: bool
    cursor: int = NEW_GAME_ROWS.index("start")
    waits: bool = False

    @classmethod
    def of(cls, session: Session) -> NewGame:
        """Return the sheet as it was filled in last time."""
        settings = session.settings
        return cls(session, settings.level, settings.rounds, settings.rules, settings.sake)

    @property
    def preset(self) -> str:
        """The name of the rules, whatever was changed in them."""
        return self.rules.split()[0]

    @property
    def rule_set(self) -> RuleSet:
        """The rules that the sheet describes."""
        rules = RuleSet.parse(self.rules).but(rounds=self.rounds)
        if self.sake == _has_sake(rules):
            return rules
        if self.sake:
            return rules.but(viewing_yaku="on")
        # What does not count cannot grow either.
        return rules.but(viewing_yaku="off", viewing_growth="fixed")

    def by_rules(self, rules: RuleSet) -> NewGame:
        """Return the sheet with these rules; their rounds are on a row of their own."""
        kept = rules.but(rounds=PRESETS[rules.preset].rounds)
        return replace(self, rules=str(kept), sake=_has_sake(rules))

    def on(self, event: Event) -> Screen | Session | None:
        """Move between the rows, change one, or start."""
        if isinstance(event, Touched) and event.kind == "row":
            return replace(self, cursor=event.index)._change()
        match pressed(event):
            case Key.SELECT:
                return self._change()
            case Key.BACK:
                return Title(self.session)
            case key if step(key):
                return replace(self, cursor=(self.cursor + step(key)) % len(NEW_GAME_ROWS))
        return self

    def _change(self) -> Screen | Session:
        match NEW_GAME_ROWS[self.cursor]:
            case "level":
                offered = tuple(name for name, level in LEVELS.items() if level.offered)
                return replace(self, level=_after(offered, self.level))
            case "rounds":
                return replace(self, rounds=_after(ROUNDS, self.rounds))
            case "rules":
                return self.by_rules(PRESETS[_after(tuple(PRESETS), self.preset)])
            case "house":
                return HouseRules(self, self.rule_set)
            case "sake":
                return replace(self, sake=not self.sake)
        start = Oyagime(self._started())
        return Confirm(self, Question.NEW_GAME, start) if self.session.running else start

    def _started(self) -> Session:
        """Return the session with this match begun and the sheet remembered."""
        settings = replace(
            self.session.settings,
            level=self.level,
            rounds=self.rounds,
            rules=self.rules,
            sake=self.sake,
        )
        return self.session.with_settings(settings).new_match(self.rule_set)


def _has_sake(rules: RuleSet) -> bool:
    """Whether Flower and Moon Viewing count by these rules."""
    return rules.viewing_yaku != "off"


def _after(values: tuple[T, ...], value: T) -> T:
    """Return the value that follows, the first after the last."""
    return values[(values.index(value) + 1) % len(values)]
