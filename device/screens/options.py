"""The options: how to play, the panel and the keys, and the game that comes next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from device.events import Event, Key, Touched
from device.screens.buttons import Buttons
from device.screens.confirm import Confirm, Question
from device.screens.house import HouseRules, agreed, as_kept
from device.screens.over import Page, with_session
from device.screens.screen import Screen, after, pressed, step
from device.screens.session import Session
from device.settings import Settings, choices
from koikoi.rules import PRESETS, RuleSet

GROUPS: dict[str, tuple[str, ...]] = {
    "playing": ("hints", "coach", "pace", "numerals", "large_text", "language", "take_back"),
    "device": ("flash", "rotate", "invert", "vi_keys", "buttons"),
    "game": ("level", "rounds", "rules", "house", "sake", "give_up"),
}
"""The rows, by page; the last one of all is where LEFT leads from the first."""


@dataclass(frozen=True, slots=True)
class Options(Page):
    """Everything that can be chosen, at once for what it is about, and the way out of a match.

    Level and rules are those of the next game: what was agreed for this one stays.
    """

    cursor: int = 0

    @property
    def rows(self) -> tuple[str, ...]:
        """All rows that there are here and now."""
        return tuple(row for group in self.groups.values() for row in group)

    @property
    def groups(self) -> dict[str, tuple[str, ...]]:
        """The rows by page."""
        missing = set() if self.session.controls.buttons else {"buttons"}
        missing |= set() if self.session.running else {"give_up"}
        return {
            name: tuple(row for row in rows if row not in missing) for name, rows in GROUPS.items()
        }

    @property
    def row(self) -> str:
        """The row of the cursor."""
        return self.rows[self.cursor]

    @property
    def group(self) -> str:
        """The page of the cursor."""
        return next(name for name, rows in self.groups.items() if self.row in rows)

    @property
    def rule_set(self) -> RuleSet:
        """The rules of the next game."""
        settings = self.session.settings
        return agreed(settings.rules, settings.rounds, sake=settings.sake)

    def by_rules(self, rules: RuleSet) -> Options:
        """Return the page with other rules for the next game."""
        kept, sake = as_kept(rules)
        return self._with(replace(self.session.settings, rules=kept, sake=sake))

    def on(self, event: Event) -> Screen | Session | None:
        """Move between the rows, change one, or close."""
        if isinstance(event, Touched) and event.kind == "row":
            return replace(self, cursor=event.index)._change()
        match pressed(event):
            case Key.SELECT:
                return self._change()
            case Key.BACK:
                return self.under
            case key if step(key):
                return replace(self, cursor=(self.cursor + step(key)) % len(self.rows))
        return self

    def _change(self) -> Screen:
        match self.row:
            case "give_up":
                return Confirm(self, Question.GIVE_UP, self.session.give_up())
            case "buttons":
                return Buttons(self)
            case "house":
                return HouseRules(self, self.rule_set)
            case "rules":
                return self.by_rules(PRESETS[after(tuple(PRESETS), self.rule_set.preset)])
        return self._with(_changed(self.session.settings, self.row))

    def _with(self, settings: Settings) -> Options:
        return replace(self, under=with_session(self.under, self.session.with_settings(settings)))


def _changed(settings: Settings, name: str) -> Settings:
    """Return settings with one of them at its next value."""
    change: dict[str, Any] = {name: after(choices()[name], getattr(settings, name))}
    return replace(settings, **change)
