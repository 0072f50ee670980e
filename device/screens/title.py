"""The title, and the sheet on which a new match is agreed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from device.events import Event, Key, Touched
from device.screens.confirm import Confirm, Question
from device.screens.history import History
from device.screens.house import HouseRules, agreed, as_kept
from device.screens.options import Options
from device.screens.oyagime import Oyagime
from device.screens.pages import Help, Lessons
from device.screens.screen import Screen, after, pressed, step
from device.screens.session import Session
from device.screens.switch_off import leaving
from device.settings import ROUNDS
from koikoi.players import LEVELS
from koikoi.rules import PRESETS, RuleSet


@dataclass(frozen=True, slots=True)
class Title:
    """Where the program starts without a match, and where BACK leads from the table."""

    session: Session
    cursor: int = 0
    waits: bool = False

    @property
    def rows(self) -> tuple[str, ...]:
        """What can be chosen here."""
        rest = ("new", "lessons", "history", "options", "help", "quit")
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
            case "history":
                return History(self)
            case "options":
                return Options(self)
            case "help":
                return Help(self)
        return leaving(self)


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
        return agreed(self.rules, self.rounds, sake=self.sake)

    def by_rules(self, rules: RuleSet) -> NewGame:
        """Return the sheet with these rules; their rounds are on a row of their own."""
        kept, sake = as_kept(rules)
        return replace(self, rules=kept, sake=sake)

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
                return replace(self, level=after(offered, self.level))
            case "rounds":
                return replace(self, rounds=after(ROUNDS, self.rounds))
            case "rules":
                return self.by_rules(PRESETS[after(tuple(PRESETS), self.preset)])
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
