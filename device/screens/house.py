"""House rules: every option of the rules, to be changed one by one before a match."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from device.events import Event, Key, Touched
from device.screens.screen import Screen, pressed, step
from device.screens.session import Session
from koikoi.rules import PRESETS, RulesError, RuleSet, choices
from koikoi.words import GROUPS

PAGES = tuple(tuple(name for name in group if name != "rounds") for group in GROUPS.values())
"""The options by group; how many rounds are played has a row on the sheet itself."""

ROWS = tuple(name for page in PAGES for name in page)
NUMBERS: dict[str, tuple[int, ...]] = {
    "target_score": (0, 20, 50, 100),
    "start_points": (0, 30, 50, 100),
    "hand_yaku_points": (4, 6, 10),
    "koikoi_min_points": (0, 2, 3, 5, 7),
    "double_at": (0, 5, 7, 10),
}
POINTS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15)
"""What a yaku can be made worth here; another number can be written in a rule set's text."""


def agreed(rules: str, rounds: int, *, sake: bool) -> RuleSet:
    """Return the rules of a match: how long it is and the sake are agreed whatever they say."""
    rule_set = RuleSet.parse(rules).but(rounds=rounds)
    if sake == has_sake(rule_set):
        return rule_set
    if sake:
        return rule_set.but(viewing_yaku="on")
    # What does not count cannot grow either.
    return rule_set.but(viewing_yaku="off", viewing_growth="fixed")


def as_kept(rules: RuleSet) -> tuple[str, bool]:
    """Return rules as they are kept: without the rounds, and whether the sake counts."""
    return str(rules.but(rounds=PRESETS[rules.preset].rounds)), has_sake(rules)


def has_sake(rules: RuleSet) -> bool:
    """Whether Flower and Moon Viewing count by these rules."""
    return rules.viewing_yaku != "off"


class Sheet(Screen, Protocol):
    """A sheet that takes rules."""

    def by_rules(self, rules: RuleSet) -> Screen:
        """Return the sheet with these rules."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The rules of the next match, a row for each; `under` is the sheet they belong to."""

    under: Sheet
    rules: RuleSet
    cursor: int = 0
    waits: bool = False

    @property
    def session(self) -> Session:
        """That of the screen below."""
        return self.under.session

    @property
    def page(self) -> int:
        """The group in which the cursor stands, the first is 0."""
        return next(number for number, page in enumerate(PAGES) if ROWS[self.cursor] in page)

    @property
    def rows(self) -> tuple[str, ...]:
        """The options of this group."""
        return PAGES[self.page]

    @property
    def row(self) -> int:
        """Where in its group the cursor stands."""
        return self.rows.index(ROWS[self.cursor])

    def on(self, event: Event) -> Screen | Session | None:
        """Move between the rows, change one, or take the rules to the sheet."""
        if isinstance(event, Touched) and event.kind == "row":
            return replace(self, cursor=ROWS.index(self.rows[event.index]))._change()
        match pressed(event):
            case Key.SELECT:
                return self._change()
            case Key.BACK:
                return self.done()
            case key if step(key):
                return replace(self, cursor=(self.cursor + step(key)) % len(ROWS))
        return self

    def _change(self) -> HouseRules:
        return replace(self, rules=_next(self.rules, ROWS[self.cursor]))

    def done(self) -> Screen:
        """Return the sheet with the rules as they are now."""
        return self.under.by_rules(self.rules)


def _next(rules: RuleSet, option: str) -> RuleSet:
    """Return rules with an option at its next value that contradicts nothing."""
    values = choices()[option] or NUMBERS.get(option, POINTS)
    if option == "month_order":
        values = ("sequential", "random")
    now = getattr(rules, option)
    place = values.index(now) if now in values else -1
    for step_ in range(1, len(values) + 1):
        try:
            return rules.but(**{option: values[(place + step_) % len(values)]})
        except RulesError:
            continue
    return rules
