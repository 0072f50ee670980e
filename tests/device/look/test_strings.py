"""The string tables: everything the program can say has words, in each language, that fit."""

from __future__ import annotations

import string
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations

import pytest

from device.documents import Trouble
from device.geometry import Size
from device.look import Layout, Look, layout
from device.look.items import Back, Button, Face, Fan, Item, Mark, Pill, Style, Text, Tokens
from device.look.lettering import height, width
from device.look.metrics import METRICS
from device.look.strings import LANGUAGES, counted, exists, table, text
from device.look.words import card_sentences, choice_sentences, turn_sentences
from device.screens.confirm import Question
from device.screens.pages import HELP_PAGES
from device.settings import Hints
from device.settings import choices as settings_choices
from koikoi.cards import DECK, Card, Fuda, Kind, Month
from koikoi.players import LEVELS
from koikoi.round import Laid
from koikoi.rules import PRESETS, RuleSet
from koikoi.score import Reason
from koikoi.seat import Seat
from koikoi.words import RULES
from koikoi.yaku import table as yaku_table
from tests.device.look.gallery import CROWDED, screens

Solid = Text | Pill | Face | Back | Fan | Tokens | Button | Mark
ENGLISH = table("en").texts
COUNTED = {
    stem
    for stem, _, form in (key.rpartition(".") for key in ENGLISH)
    if form == "one" and f"{stem}.other" in ENGLISH
}
"""The ids of which each language has one text for each of its forms."""

ROOM = {
    "status.month": (Style.NORMAL, 180),
    "turns_left": (Style.NORMAL, 90),
    "pill.": (Style.NORMAL, 100),
    "key.": (Style.NORMAL, 190),
    "yaku.": (Style.NORMAL, 132),
    "needs.": (Style.NORMAL, 204),
    "reading.": (Style.NORMAL, 132),
    "month.": (Style.NORMAL, 68),
    "flower.": (Style.NORMAL, 86),
    "south": (Style.NORMAL, 22),
    "north": (Style.NORMAL, 22),
    "decision.title": (Style.BIG, 240),
    "called.title": (Style.BIG, 240),
    "decision.stop": (Style.NORMAL, 118),
    "decision.go_on": (Style.BOLD, 118),
    "called.go_on": (Style.BOLD, 118),
    "factor.": (Style.NORMAL, 240),
    "result.south": (Style.BIG, 200),
    "result.north": (Style.BIG, 200),
    "result.nobody": (Style.BIG, 230),
    "match.": (Style.NORMAL, 392),
    "reason.": (Style.NORMAL, 338),
    "oyagime.": (Style.BOLD, 392),
    "new.": (Style.NORMAL, 380),
    "options.about.": (Style.NORMAL, 2 * 250),
    "options.": (Style.TALL, 230),
    "hints.": (Style.TALL, 140),
    "rules.": (Style.TALL, 160),
    "level.": (Style.NORMAL, 376),
    "confirm.": (Style.TALL, 392),
    "lesson.": (Style.NORMAL, 2 * 392),
    "log.redealt": (Style.NORMAL, 368),
    "rule.": (Style.NORMAL, 392),
}
"""How much room the layouts at 400x300 have for texts whose ids begin so; the fields filled."""

SHARED = (
    {"north", "rules.nintendo", "rules.clubhouse", "rules.open_hanafuda_ai", "rules.koikoi_japan"}
    | {key for key in ENGLISH if not any(map(str.isalpha, ENGLISH[key].partition("{")[0]))}
    | {"face.three", "factor.brief"}
)
"""What may be the same in another language as in English: names, numbers and signs."""


def needed() -> set[str]:
    """The ids that are put together from names of the game."""
    ids: set[str] = set()
    for card in DECK:
        last = card.month.name.lower() if card.kind is Kind.KASU else card.code
        ids |= {f"card.{last}", f"short.{last}"}
    for month in Month:
        ids |= {f"{form}.{month.name.lower()}" for form in ("month", "flower", "face")}
    ids |= {f"kind.{kind.name.lower()}" for kind in Kind}
    rows = yaku_table(RuleSet(month_cards="any_month"))
    ids |= {f"{form}.{row.key}" for row in rows for form in ("yaku", "needs", "reading")}
    ids |= {f"{form}.{key}" for form in ("yaku", "reading") for key in ("teshi", "kuttsuki")}
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
    for option in ("field_four_of_month", "field_four_pairs", "field_three_of_month"):
        ids.add(f"log.redealt.{option}")
    return ids | set(RULES) | {"log.redealt.teshi", "log.redealt.kuttsuki", "unsaved", "panel_lost"}


def fields(words: str) -> set[str]:
    """The names of the fields in a text."""
    return {name for _, name, _, _ in string.Formatter().parse(words) if name}


def forms(language: str) -> dict[str, set[str]]:
    """Each text of English with its fields, in the forms that go with a number in a language."""
    wanted: dict[str, set[str]] = {}
    for key, words in ENGLISH.items():
        stem, _, _ = key.rpartition(".")
        if stem in COUNTED:
            wanted |= {f"{stem}.{form}": fields(words) for form in table(language).forms}
        else:
            wanted[key] = fields(words)
    return wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_in_the_game_has_words(language: str) -> None:
    missing = [key for key in sorted(needed()) if not exists(language, key)]

    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_the_texts_of_english_with_the_same_fields(language: str) -> None:
    texts = table(language).texts

    assert {key: fields(words) for key, words in texts.items()} == forms(language)


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_nothing_is_left_in_english(language: str) -> None:
    texts = table(language).texts

    same = {key for key, words in texts.items() if words == ENGLISH.get(key)}
    assert same - SHARED == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_has_spaces_around_it(language: str) -> None:
    texts = table(language).texts

    untidy = [key for key, words in texts.items() if words != words.strip() or not words]

    assert untidy == []


def test_settings_and_string_tables_know_the_same_languages() -> None:
    offered = settings_choices()["language"]

    assert set(offered) == set(LANGUAGES)


def test_a_language_that_nobody_speaks_is_not_read() -> None:
    program = "import sys; from device.look.strings import text; text('ja', 'game')"
    program += "; print(*sys.modules)"

    answer = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    loaded = set(answer.stdout.split())
    assert "device.look.japanese" in loaded
    assert {"device.look.english", "device.look.korean", "device.look.russian"} & loaded == set()


def test_fields_are_filled_in() -> None:
    words = text("en", "card.takes", card="Pine", taken="crane")

    assert words == "Pine: takes crane"


@pytest.mark.parametrize(
    ("language", "number", "words"),
    [
        ("en", 0, "0 turns left"),
        ("en", 1, "1 turn left"),
        ("en", 2, "2 turns left"),
        ("en", 21, "21 turns left"),
        ("ja", 1, "残り1手"),
        ("ko", 8, "남은 차례 8"),
        ("ru", 0, "0 ходов"),
        ("ru", 1, "1 ход"),
        ("ru", 2, "2 хода"),
        ("ru", 4, "4 хода"),
        ("ru", 5, "5 ходов"),
        ("ru", 11, "11 ходов"),
        ("ru", 12, "12 ходов"),
        ("ru", 21, "21 ход"),
        ("ru", 22, "22 хода"),
        ("ru", 111, "111 ходов"),
    ],
)
def test_a_text_takes_the_form_that_goes_with_a_number(
    language: str, number: int, words: str
) -> None:
    told = counted(language, "turns_left", number)

    assert told == words


def test_an_unknown_id_or_language_is_an_error() -> None:
    with pytest.raises(KeyError):
        text("en", "nonsense")
    with pytest.raises(KeyError):
        text("xx", "game")


def longest(language: str, prefix: str) -> str:
    """The widest text of a language whose id begins so."""
    texts = table(language).texts
    return max((words for key, words in texts.items() if key.startswith(prefix)), key=width)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("prefix", ROOM)
def test_a_text_stays_within_its_budget(prefix: str, language: str) -> None:
    style, room = ROOM[prefix]
    filled = {name: longest(language, f"{name}.") for name in ("flower", "month")}
    filled["level"] = max((text(language, f"level.{name}") for name in LEVELS), key=width)
    filled |= {"number": "12", "rounds": "12"}
    wide = {
        key: width(words.format_map(dict.fromkeys(fields(words), "100") | filled), style)
        for key, words in table(language).texts.items()
        if max((each for each in ROOM if key.startswith(each)), key=len, default="") == prefix
    }

    assert {key: extent for key, extent in wide.items() if extent > room} == {}


LOOKS = [
    Look(size, language, Hints.FULL, large_text=large_text)
    for size in METRICS
    for language in LANGUAGES
    for large_text in (False, True)
]


def named(look: Look) -> str:
    return f"{look.size}-{look.language}{'-large' * look.large_text}"


def hint_room(look: Look) -> int:
    """How wide the hint line is."""
    return look.size.width - 2 * look.metrics.margin


def others(card: Card) -> Fuda:
    """The other three of a card's month."""
    return tuple(other for other in DECK if other.month is card.month and other is not card)


@pytest.mark.parametrize("look", LOOKS[::2], ids=named)
@pytest.mark.parametrize("seat", Seat)
def test_whatever_a_turn_does_can_be_told_in_a_line(seat: Seat, look: Look) -> None:
    events = [
        Laid(seat, card, taken, drawn=False)
        for card in DECK
        for taken in (others(card), *((other,) for other in others(card)))
    ]
    *_, laid, drawn = sorted(events, key=lambda event: width(turn_sentences(look, (event,))[1]))

    brief = turn_sentences(look, (laid, drawn._replace(drawn=True)))[-1]

    assert width(brief) <= hint_room(look), brief


@pytest.mark.parametrize("look", LOOKS[::2], ids=named)
def test_whatever_a_card_may_take_can_be_told_in_a_line(look: Look) -> None:
    told = []
    for card in DECK:
        rest = others(card)
        told += [card_sentences(look, card, takes)[-1] for takes in ((), rest[:1], rest[:2], rest)]
        told += [
            choice_sentences(look, card, other, drawn=drawn)[-1]
            for other in rest
            for drawn in (True, False)
        ]

    assert [words for words in told if width(words) > hint_room(look)] == []


def in_its_box(item: Item) -> bool:
    """Whether the words of an item have room in its box."""
    match item:
        case Text(text=words, box=box, style=style):
            return width(words, style) <= box.width and height(style) <= box.height
        case Pill(text=words, box=box):
            return width(words) <= box.width
        case Button(text=words, note=note, box=box):
            return max(width(words, Style.BOLD), width(note)) <= box.width - 8
    return True


def on_the_panel(item: Item, size: Size) -> bool:
    box = item.box
    return min(box.x, box.y) >= 0 and box.right <= size.width and box.bottom <= size.height


def overlapping(shown: Layout) -> Iterator[tuple[Item, Item]]:
    """The words that share a place with something else."""
    solid = [item for item in shown.items if isinstance(item, Solid)]
    for one, other in combinations(solid, 2):
        if one.box.overlaps(other.box) and not (isinstance(one, Face) and isinstance(other, Face)):
            yield one, other


@pytest.mark.parametrize("look", LOOKS, ids=named)
def test_every_word_of_a_screen_has_its_place(look: Look) -> None:
    for screen in screens()[::3]:
        match = screen.session.match
        shown = layout(screen, look)

        assert [item for item in shown.items if not in_its_box(item)] == []
        assert [item for item in shown.items if not on_the_panel(item, look.size)] == []
        if match is None or match.round is not CROWDED:
            assert list(overlapping(shown)) == []
