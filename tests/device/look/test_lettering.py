"""How much room text takes, and that it is struck in just that room."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from device.look.glyphs import mask
from device.look.items import Style
from device.look.lettering import fits, height, packed, width, wrapped
from device.look.letters import UNKNOWN

WORDS = st.text("abc 花札。こいっー「」", max_size=60)
LANGUAGES = ("Koi-Koi?", "花見で一杯", "코이코이", "Кой-кой")
MAY_NOT_BEGIN = "。、」っー"


def same(one: Image.Image, other: Image.Image) -> bool:
    return one.size == other.size and ImageChops.logical_xor(one, other).getbbox() is None


@pytest.mark.parametrize("style", Style)
@pytest.mark.parametrize("text", LANGUAGES)
def test_the_painter_strikes_a_line_as_large_as_it_was_measured(text: str, style: Style) -> None:
    struck = mask(text, style)

    assert struck.size == (width(text, style), height(style))


@pytest.mark.parametrize("style", Style)
def test_an_empty_text_takes_no_room_and_leaves_no_ink(style: Style) -> None:
    assert width("", style) == 0
    assert mask("", style).getbbox() is None


def test_a_bold_text_is_struck_twice_side_by_side() -> None:
    once, bold = mask("I", Style.BIG), mask("I", Style.BOLD)

    thin = once.resize((once.width // 2, once.height // 2), Image.Resampling.NEAREST)
    twice = Image.new("1", bold.size, 0)
    for x in (0, 1):
        twice.paste(255, (x, 0), thin)
    assert same(bold, twice)


def test_kanji_are_struck_once_even_in_bold() -> None:
    big, bold = mask("第12局", Style.BIG), mask("第12局", Style.BOLD)

    assert same(bold, big.resize(bold.size, Image.Resampling.NEAREST))


@pytest.mark.parametrize("style", Style)
def test_a_letter_without_a_picture_is_an_empty_box(style: Style) -> None:
    assert same(mask("☃", style), mask(UNKNOWN, style))
    assert mask("☃", style).getbbox() is not None


@given(WORDS, st.integers(20, 200))
def test_wrapped_lines_fit_and_lose_no_letter(words: str, room: int) -> None:
    lines = list(wrapped(words, room))

    assert all(fits(line, room) for line in lines)
    assert "".join(lines).replace(" ", "") == words.replace(" ", "")


@given(st.lists(st.text("abx", min_size=1, max_size=6), max_size=12), st.integers(60, 200))
def test_wrapped_words_stay_apart(words: list[str], room: int) -> None:
    lines = list(wrapped(" ".join(words), room))

    assert " ".join(lines).split(" ") == (words or [""])


def test_a_word_longer_than_a_line_is_broken() -> None:
    room = width("abcd")

    lines = list(wrapped("ab abcdabcda", room))

    assert lines == ["ab", "abcd", "abcd", "a"]


def test_a_long_word_is_broken_after_a_hyphen() -> None:
    lines = list(wrapped("Кабан-олень-бабочки.", width("Кабан-олень-ба")))

    assert lines == ["Кабан-олень-", "бабочки."]


def test_a_word_that_fits_is_not_broken_at_its_hyphen() -> None:
    lines = list(wrapped("You call Koi-Koi", width("You call Koi-")))

    assert lines == ["You call", "Koi-Koi"]


def test_a_full_stop_is_never_alone_on_a_line() -> None:
    lines = list(wrapped("나비입니다.", width("나비입니다")))

    assert lines == ["나비입니", "다."]


def test_a_short_last_line_gets_a_word_from_the_line_above() -> None:
    lines = list(wrapped("Your points would count x2.", width("Your points would count")))

    assert lines == ["Your points would", "count x2."]


def test_japanese_is_broken_between_phrases_where_that_takes_no_more_lines() -> None:
    lines = list(wrapped("CPUはさらに上を狙います。", width("CPUはさらに上を狙い")))

    assert lines == ["CPUはさらに上を", "狙います。"]


@given(st.lists(st.text("ab", min_size=1, max_size=5), max_size=9), st.integers(40, 200))
def test_packed_texts_keep_their_order_and_fit(texts: list[str], room: int) -> None:
    lines = packed(texts, room)

    assert " ".join(lines).split() == texts
    assert all(fits(line, room) for line in lines)


def test_japanese_is_broken_between_letters() -> None:
    lines = list(wrapped("花札で遊ぶ", width("花札で")))

    assert lines == ["花札で", "遊ぶ"]


@pytest.mark.parametrize("room", range(40, 140, 7))
def test_no_line_begins_with_a_letter_that_may_not_begin_one(room: int) -> None:
    lines = list(wrapped("「勝負」、または「こいこい」。もっとホーに、やってみる。", room))

    assert not [line for line in lines if line[0] in MAY_NOT_BEGIN]


def test_korean_is_broken_between_words() -> None:
    lines = list(wrapped("더미의 맨 위 패", width("더미의 맨")))

    assert lines == ["더미의 맨", "위 패"]
