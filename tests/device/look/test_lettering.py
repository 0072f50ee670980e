"""How much room text takes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.look.glyphs import mask
from device.look.items import Style
from device.look.lettering import fits, height, width, wrapped

WORDS = st.text("abc ", max_size=60)


@pytest.mark.parametrize("style", Style)
def test_the_painter_strikes_a_line_as_large_as_it_was_measured(style: Style) -> None:
    struck = mask("Koi-Koi?", style)

    assert struck.size == (width("Koi-Koi?", style), height(style))


@given(WORDS, st.integers(20, 200))
def test_wrapped_lines_fit_and_lose_no_letter(words: str, room: int) -> None:
    lines = list(wrapped(words, room))

    assert all(fits(line, room) for line in lines)
    assert "".join(lines).replace(" ", "") == words.replace(" ", "")


def test_a_word_longer_than_a_line_is_broken() -> None:
    lines = list(wrapped("ab abcdefg", 24))

    assert lines == ["ab", "abcd", "efg"]
