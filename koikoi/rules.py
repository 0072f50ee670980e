"""The rules in force: the options that the sources of the game disagree on, and named sets.

Option names and values are those of docs/rules.md. A yaku worth 0 points does not exist.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, Literal, get_args, get_type_hints

from koikoi.cards import KoiKoiError, Month

MONTHS = "or 123456789ABC in some order"


class RulesError(KoiKoiError, ValueError):
    """A rule set that contradicts itself or is written wrongly."""


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """One way to play; the values given here are those of the preset `nintendo`.

    Points and counts are whole numbers, 0 or more; where 0 means "off", that is said.

    >>> str(RuleSet.parse("nintendo rounds=3 viewing_yaku=off"))
    'nintendo rounds=3 viewing_yaku=off'
    """

    preset: str = "nintendo"

    # The match.
    rounds: int = 12
    target_score: int = 0  # off: only the rounds end it
    month_order: str = "sequential"  # or "random", or the months as hexadecimal digits: "312456..."
    final_tie: Literal["draw", "extra_round", "dealer_wins"] = "draw"
    start_points: int = 0
    zero_sum: bool = False
    bankrupt_ends: bool = False
    first_dealer: Literal["draw_card", "draw_of_twelve", "random", "player"] = "draw_card"
    first_dealer_tie: Literal["higher_card_then_redraw", "redraw"] = "higher_card_then_redraw"
    next_dealer: Literal["winner", "alternate", "loser"] = "winner"
    next_dealer_on_draw: Literal["keep", "switch"] = "switch"

    # The deal.
    field_four_of_month: Literal[
        "redeal", "ignore", "dealer_takes", "dealer_wins_6", "void_round"
    ] = "redeal"
    field_four_pairs: Literal["redeal", "ignore"] = "redeal"
    field_three_of_month: Literal["play", "redeal"] = "play"
    teshi: Literal["score", "redeal", "off"] = "score"
    kuttsuki: Literal["score", "redeal", "off"] = "score"
    hand_yaku_points: int = 6
    hand_yaku_both_players: Literal["draw", "dealer_wins", "ignore_and_play", "both_score"] = "draw"
    hand_yaku_stack: Literal["six", "twelve"] = "six"

    # What the yaku are worth; one worth 0 does not exist.
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
    tsukifuda: int = 4

    # How the yaku combine.
    stacking: Literal["exclusive_in_group", "brights_only_exclusive"] = "exclusive_in_group"
    redblue_mode: Literal["replaces", "adds_10", "none"] = "replaces"
    set_yaku_extra: bool = True
    extra_only_after_koikoi: bool = False
    sake_cup_as_chaff: Literal["0", "1", "2", "either"] = "1"
    special_chaff_double: bool = False
    viewing_yaku: Literal["on", "off", "needs_other_yaku", "seasonal"] = "on"
    viewing_growth: Literal["fixed", "kkj"] = "fixed"
    rain_cancels_viewing: Literal[
        "off", "captured_november", "captured_rain_man", "field_november_fog"
    ] = "off"
    month_cards: Literal["off", "current_month_12_only", "current_month", "any_month"] = "off"

    # Koi-koi.
    koikoi_limit: Literal["unlimited", "once_per_player", "once_per_round"] = "unlimited"
    koikoi_min_points: int = 0  # off
    koikoi_empty_hand: Literal["stop", "ask"] = "stop"
    koikoi_bonus: Literal["none", "kkj", "multiplier_all_calls", "own_call_x2"] = "none"
    improve_test: Literal["total_increased", "new_or_changed_yaku", "new_yaku_only"] = (
        "total_increased"
    )

    # What a won round is worth, and one that nobody won.
    double_at: int = 7  # 0: off
    double_opponent_koikoi: bool = True
    field_bright_multiplier: Literal["off", "n_plus_1", "n_min_1"] = "off"
    exhaust_no_yaku: Literal["draw", "dealer_1", "dealer_6", "child_1"] = "draw"
    exhaust_after_koikoi: Literal[
        "void", "same_as_no_yaku", "last_caller_scores", "highest_scores"
    ] = "void"

    def __post_init__(self) -> None:
        """Refuse what no option can be, and a set that contradicts itself; raises RulesError."""
        for name, values in choices().items():
            value = getattr(self, name)
            if values and value not in values:
                known = ", ".join(_written(known) for known in values)
                raise RulesError(f"rule {name} is {value!r}; it can be {known}")
            if not values and name != "month_order" and (type(value) is not int or value < 0):
                raise RulesError(f"rule {name} is {value!r}; it must be a whole number, 0 or more")
        for wrong, reason in self._contradictions():
            if wrong:
                raise RulesError(reason)

    def decides_match(self, number: int) -> bool:
        """Whether a round of this number is the last: only who wins the match counts in it."""
        return number >= self.rounds

    def _contradictions(self) -> Iterator[tuple[bool, str]]:
        """Yield each thing that would make no sense, and why."""
        ordered = self.month_order in ("sequential", "random")
        yield (
            not ordered and sorted(self.month_order) != sorted(f"{month:X}" for month in Month),
            f"rule month_order is {self.month_order!r}; it can be sequential, random, {MONTHS}",
        )
        yield self.rounds < 1, "rule rounds is 0; a match has at least one round"
        yield (
            self.bankrupt_ends and not self.start_points,
            "rule bankrupt_ends is yes, but start_points is 0: everyone begins bankrupt",
        )
        yield (
            0 < self.target_score <= self.start_points,
            f"rule target_score is {self.target_score}, which start_points reaches at once",
        )
        yield (
            self.month_cards != "off" and not self.tsukifuda,
            "rule month_cards is on, but tsukifuda is worth 0",
        )
        yield (
            self.redblue_mode != "none" and not self.akatan_aotan,
            f"rule redblue_mode is {self.redblue_mode}, but akatan_aotan is worth 0",
        )
        yield (
            self.viewing_growth != "fixed" and self.viewing_yaku == "off",
            "rule viewing_growth needs viewing_yaku, which is off",
        )

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
    if not values and option != "month_order":
        if word.isascii() and word.isdigit():
            return int(word)
        raise RulesError(f"rule {option} is {word!r}; it must be a whole number, 0 or more")
    return word


@cache
def choices() -> dict[str, tuple[object, ...]]:
    """Return every option with the values it can have, () where it is a number or an order."""
    hints = get_type_hints(RuleSet)
    names = [each.name for each in fields(RuleSet) if each.name != "preset"]
    return {name: (True, False) if hints[name] is bool else get_args(hints[name]) for name in names}


def _presets(nintendo: RuleSet) -> Iterator[RuleSet]:
    """Yield the named rule sets, each by what differs from another one."""
    yield nintendo
    ja_wiki = nintendo.but(
        preset="ja_wiki",
        next_dealer_on_draw="keep",
        field_four_pairs="ignore",
        stacking="brights_only_exclusive",
        redblue_mode="none",
        set_yaku_extra=False,
    )
    yield ja_wiki
    namuwiki = nintendo.but(
        preset="namuwiki",
        next_dealer_on_draw="keep",
        gokou=15,
        sankou=6,
        sake_cup_as_chaff="0",
        month_cards="current_month_12_only",
        exhaust_no_yaku="dealer_1",
        exhaust_after_koikoi="last_caller_scores",
    )
    yield namuwiki
    yield nintendo.but(
        preset="en_wiki",
        next_dealer_on_draw="keep",
        stacking="brights_only_exclusive",
        set_yaku_extra=False,
        exhaust_no_yaku="dealer_1",
        exhaust_after_koikoi="same_as_no_yaku",
    )
    yield ja_wiki.but(preset="ru_wiki")
    go_koikoi = nintendo.but(
        preset="go_koikoi",
        first_dealer="player",
        first_dealer_tie="redraw",
        next_dealer_on_draw="keep",
        field_four_pairs="ignore",
        teshi="off",
        kuttsuki="off",
        sake_cup_as_chaff="0",
        improve_test="new_or_changed_yaku",
        exhaust_after_koikoi="last_caller_scores",
    )
    yield go_koikoi
    yield go_koikoi.but(
        preset="go_koikoi_program",
        first_dealer="draw_card",
        field_four_of_month="ignore",
        exhaust_after_koikoi="void",
    )
    yield nintendo.but(
        preset="open_hanafuda_ai",
        first_dealer="random",
        field_three_of_month="redeal",
        teshi="redeal",
        kuttsuki="redeal",
        koikoi_limit="once_per_round",
    )
    yield nintendo.but(
        preset="koikoi_japan",
        rounds=8,
        start_points=30,
        zero_sum=True,
        bankrupt_ends=True,
        first_dealer="random",
        next_dealer_on_draw="keep",
        field_four_pairs="ignore",
        teshi="redeal",
        kuttsuki="off",
        hanami=1,
        tsukimi=1,
        viewing_growth="kkj",
        stacking="brights_only_exclusive",
        redblue_mode="adds_10",
        set_yaku_extra=False,
        koikoi_bonus="kkj",
        double_at=0,
        double_opponent_koikoi=False,
        exhaust_no_yaku="dealer_1",
        exhaust_after_koikoi="same_as_no_yaku",
    )
    yield nintendo.but(
        preset="clubhouse",
        start_points=50,
        zero_sum=True,
        first_dealer="draw_of_twelve",
        next_dealer_on_draw="keep",
        field_four_pairs="ignore",
        stacking="brights_only_exclusive",
        koikoi_limit="once_per_player",
    )
    yield nintendo.but(
        preset="classic",
        next_dealer_on_draw="keep",
        field_four_pairs="ignore",
        gokou=15,
        shikou=10,
        ameshikou=8,
        sankou=6,
        inoshikachou=6,
        akatan=6,
        aotan=6,
        stacking="brights_only_exclusive",
        redblue_mode="none",
        set_yaku_extra=False,
        viewing_yaku="off",
        double_at=0,
        double_opponent_koikoi=False,
        exhaust_no_yaku="dealer_6",
    )
    yield namuwiki.but(
        preset="stake50",
        rounds=6,
        start_points=50,
        zero_sum=True,
        bankrupt_ends=True,
        month_cards="off",
        field_bright_multiplier="n_plus_1",
    )


PRESETS: dict[str, RuleSet] = {rules.preset: rules for rules in _presets(RuleSet())}
"""The named rule sets, the default first."""
