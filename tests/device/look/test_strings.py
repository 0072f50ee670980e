"""The string tables: everything the program can say has words."""

from __future__ import annotations

import string

import pytest

from device.documents import Trouble
from device.look.letters import LETTERS
from device.look.rules_told import TOLD
from device.look.strings import LANGUAGES, counted, exists, text
from device.screens.pages import HELP_PAGES, Question
from device.settings import Hints
from device.settings import choices as settings_choices
from koikoi.cards import DECK, Kind, Month
from koikoi.players import LEVELS
from koikoi.rules import PRESETS, RuleSet
from koikoi.rules import choices as rule_choices
from koikoi.score import Reason
from koikoi.seat import Seat
from koikoi.yaku import table


def needed() -> set[str]:
    """The ids that are put together from names of the game."""
    ids: set[str] = set()
    for card in DECK:
        last = card.month.name.lower() if card.kind is Kind.KASU else card.code
        ids |= {f"card.{last}", f"short.{last}"}
    for month in Month:
        ids |= {f"{form}.{month.name.lower()}" for form in ("month", "flower", "face")}
    ids |= {f"kind.{kind.name.lower()}" for kind in Kind}
    ids |= {f"{form}.{row.key}" for row in table(RuleSet()) for form in ("yaku", "needs")}
    ids |= {"yaku.teshi", "yaku.kuttsuki"}
    for name, level in LEVELS.items():
        ids |= {f"level.{name}"} | ({f"level.{name}.about"} if level.offered else set())
    ids |= {f"rules.{name}" for name in PRESETS}
    ids |= {f"help.{page}.title" for page in HELP_PAGES}
    ids |= {f"confirm.{question.value}{end}" for question in Question for end in ("", ".note")}
    ids |= {f"notice.{trouble.value}" for trouble in Trouble}
    ids |= {f"hints.{hints.value}" for hints in Hints}
    for seat in Seat:
        ids |= {f"reason.{Reason.SHOUBU.value}.{seat}", f"reason.{Reason.HAND_YAKU.value}.{seat}"}
        ids |= {f"reason.koikoi_empty_hand.{seat}", f"reason.koikoi_limit.{seat}"}
        ids |= {f"factor.double_opponent_koikoi.{seat}", f"result.{seat}", f"match.{seat}"}
        ids |= {f"result.next.{seat}", f"oyagime.{seat}", f"log.forced.{seat}", str(seat)}
    for option in TOLD:
        for value in rule_choices()[option]:
            word = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
            ids.add(f"rule.{option}.{word}")
    for option in ("field_four_of_month", "field_four_pairs", "field_three_of_month"):
        ids.add(f"log.redealt.{option}")
    return ids | {"log.redealt.teshi", "log.redealt.kuttsuki", "unsaved", "panel_lost"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_in_the_game_has_words(language: str) -> None:
    missing = [key for key in sorted(needed()) if not exists(language, key)]

    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_the_texts_of_english_with_the_same_fields(language: str) -> None:
    def fields(words: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(words) if name}

    english, texts = LANGUAGES["en"].texts, LANGUAGES[language].texts

    assert {key: fields(words) for key, words in texts.items()} == {
        key: fields(words) for key, words in english.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_of_every_text_can_be_struck(language: str) -> None:
    used = set("".join(LANGUAGES[language].texts.values()))

    assert used - set(LETTERS) == set()


def test_settings_and_string_tables_know_the_same_languages() -> None:
    offered = settings_choices()["language"]

    assert set(offered) == set(LANGUAGES)


def test_fields_are_filled_in() -> None:
    words = text("en", "card.takes", card="Pine", taken="crane")

    assert words == "Pine: takes crane"


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "0 turns left"), (1, "1 turn left"), (2, "2 turns left"), (21, "21 turns left")],
)
def test_english_counts_one_and_others(number: int, words: str) -> None:
    told = counted("en", "turns_left", number)

    assert told == words


def test_an_unknown_id_is_an_error() -> None:
    with pytest.raises(KeyError):
        text("en", "nonsense")
