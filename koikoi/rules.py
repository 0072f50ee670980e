"""The rules in force: the options that the sources of the game disagree on, and named sets.

Option names and values are those of docs/rules.md. A yaku worth 0 points does not exist.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, Literal, get_args, get_type_hints

from koikoi.cards import KoiKoiError


class RulesError(KoiKoiError, ValueError):
    """A rule set that contradicts itself or is written wrongly."""


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """One way to play; the values given here are those of the preset `nintendo`.

    >>> str(RuleSet.parse("nintendo rounds=3 viewing_yaku=off"))
    'nintendo rounds=3 viewing_yaku=off'
    """

    preset: str = "nintendo"

    # The match.
    rounds: int = 12
    first_dealer: Literal["draw_card", "random", "player"] = "draw_card"
    first_dealer_tie: Literal["higher_card_then_redraw", "redraw"] = "higher_card_then_redraw"
    next_dealer: Literal["winner", "alternate", "loser"] = "winner"
    next_dealer_on_draw: Literal["keep", "switch"] = "switch"

    # The deal.
    field_four_of_month: Literal["redeal", "ignore"] = "redeal"
    field_four_pairs: Literal["redeal", "ignore"] = "redeal"
    field_three_of_month: Literal["play", "redeal"] = "play"
    teshi: Literal["score", "redeal", "off"] = "score"
    kuttsuki: Literal["score", "redeal", "off"] = "score"
    hand_yaku_points: int = 6
    hand_yaku_both_players: Literal["draw", "dealer_wins", "ignore_and_play"] = "draw"

    # What the yaku are worth.
    gokou: int = 10
    shikou: int = 8
    ameshikou: int = 7
    sankou: int = 5
    hanami: int = 5
    tsukimi: int = 5
    inoshikachou: int = 5
    tane: int = 1
    akatan: int = 5
    aotan: int = 5
    akatan_aotan: int = 10
    tan: int = 1
    kasu: int = 1

    # How the yaku combine.
    set_yaku_extra: bool = True
    stacking: Literal["exclusive_in_group", "brights_only_exclusive"] = "exclusive_in_group"
    sake_cup_as_chaff: Literal["0", "1", "2"] = "1"
    viewing_yaku: Literal["on", "off"] = "on"

    # Koi-koi and what a won round is worth.
    koikoi_limit: Literal["unlimited", "once_per_player", "once_per_round"] = "unlimited"
    double_at: int = 7
    double_opponent_koikoi: bool = True
    exhaust_no_yaku: Literal["draw", "dealer_1", "dealer_6"] = "draw"
    exhaust_after_koikoi: Literal["void", "same_as_no_yaku"] = "void"

    def __post_init__(self) -> None:
        """Refuse values that no option has; raises RulesError."""
        for name, values in choices().items():
            value = getattr(self, name)
            if values and value not in values:
                known = ", ".join(str(known) for known in values)
                raise RulesError(f"rule {name} is {value!r}; it can be {known}")
            if not values and (type(value) is not int or value < 0):
                raise RulesError(f"rule {name} is {value!r}; it must be a whole number, 0 or more")
        if self.rounds < 1:
            raise RulesError("rule rounds is 0; a match has at least one round")

    def __str__(self) -> str:
        preset = PRESETS[self.preset]
        words = [self.preset]
        for name in choices():
            value = getattr(self, name)
            if value != getattr(preset, name):
                words.append(f"{name}={_written(value)}")
        return " ".join(words)

    def __hash__(self) -> int:
        # Equal rule sets agree on these; hashing all options would cost more than judging a pile.
        return hash((self.preset, self.rounds))

    def __reduce__(self) -> tuple[Any, ...]:
        # A rule set travels to the CPU's process with every question: as its short text.
        return RuleSet.parse, (str(self),)

    def but(self, **changes: Any) -> RuleSet:
        """Return the rule set with some options changed; raises RulesError."""
        return replace(self, **changes)

    @classmethod
    def parse(cls, text: str) -> RuleSet:
        """Return the rule set written as a preset and what differs from it; raises RulesError."""
        name, *words = text.split() or [""]
        if name not in PRESETS:
            raise RulesError(f"no rules are called {name!r}; there are {', '.join(PRESETS)}")
        changes: dict[str, Any] = {}
        for word in words:
            option, equals, value = word.partition("=")
            if not equals or option not in choices():
                raise RulesError(f"{word!r} is no rule; a rule is written option=value")
            if option in changes:
                raise RulesError(f"rule {option} is given twice")
            changes[option] = _read(option, value)
        return PRESETS[name].but(**changes)


def _written(value: object) -> str:
    """Return an option's value as a word."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _read(option: str, word: str) -> object:
    """Return the value a word stands for; raises RulesError."""
    values = choices()[option]
    if values == (True, False):
        if word in {"yes", "no"}:
            return word == "yes"
        raise RulesError(f"rule {option} is {word!r}; it can be yes, no")
    if not values:
        if word.isascii() and word.isdigit():
            return int(word)
        raise RulesError(f"rule {option} is {word!r}; it must be a whole number, 0 or more")
    return word


@cache
def choices() -> dict[str, tuple[object, ...]]:
    """Return every option with the values it can have, () where any whole number will do."""
    hints = get_type_hints(RuleSet)
    names = [each.name for each in fields(RuleSet) if each.name != "preset"]
    return {name: (True, False) if hints[name] is bool else get_args(hints[name]) for name in names}


PRESETS: dict[str, RuleSet] = {"nintendo": RuleSet()}
"""The named rule sets, the default first."""
