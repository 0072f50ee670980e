"""The key map: what a key means on each keyboard, with Caps Lock, with vi's keys."""

from __future__ import annotations

from string import ascii_letters, ascii_lowercase

import pytest

from device.events import Key, key_of

# The letters of the keyboards where they lie: row by row, from left to right.
QWERTY = ("qwertyuiop[]", "asdfghjkl;'", "zxcvbnm")
RUSSIAN = ("йцукенгшщзхъ", "фывапролджэ", "ячсмить")
KOREAN = ("ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ[]", "ㅁㄴㅇㄹㅎㅗㅓㅏㅣ;'", "ㅋㅌㅊㅍㅠㅜㅡ")
KOREAN_SHIFTED = ("ㅃㅉㄸㄲㅆㅛㅕㅑㅒㅖ[]", "ㅁㄴㅇㄹㅎㅗㅓㅏㅣ;'", "ㅋㅌㅊㅍㅠㅜㅡ")
FULL_WIDTH = {chr(code): chr(code + 0xFEE0) for code in range(0x21, 0x7F)}
"""Each character of ASCII and its full-width form (Unicode: Halfwidth and Fullwidth Forms)."""


def pairs(rows: tuple[str, ...]) -> list[tuple[str, str]]:
    """The letters that a keyboard and QWERTY have on the same keys."""
    return list(zip("".join(QWERTY), "".join(rows), strict=True))


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("left", Key.LEFT),
        ("right", Key.RIGHT),
        ("up", Key.UP),
        ("down", Key.DOWN),
        ("enter", Key.SELECT),
        ("space", Key.SELECT),
        (" ", Key.SELECT),
        ("escape", Key.BACK),
        ("?", Key.HELP),
        ("o", Key.OPTIONS),
        ("q", Key.QUIT),
        ("r", Key.REFRESH),
        ("h", Key.LEFT),
        ("x", None),
        ("", None),
        ("delete", None),
    ],
)
@pytest.mark.parametrize("vi", [False, True])
def test_a_key_by_its_name_or_its_character(name: str, key: Key | None, *, vi: bool) -> None:
    assert key_of(name, vi=vi) is key


def test_l_opens_the_log_and_j_and_k_are_nothing() -> None:
    assert [key_of(letter) for letter in "lLjk"] == [Key.LOG, Key.LOG, None, None]


def test_vi_moves_with_h_j_k_l_and_capital_l_opens_the_log() -> None:
    moves = [key_of(letter, vi=True) for letter in "hjklL"]

    assert moves == [Key.LEFT, Key.DOWN, Key.UP, Key.RIGHT, Key.LOG]


def test_caps_lock_changes_nothing_but_the_l_of_vi() -> None:
    for letter in ascii_lowercase:
        assert key_of(letter.upper()) is key_of(letter)
        assert letter == "l" or key_of(letter.upper(), vi=True) is key_of(letter, vi=True)


@pytest.mark.parametrize("vi", [False, True])
def test_on_a_russian_keyboard_the_keys_lie_where_they_lie(*, vi: bool) -> None:
    for latin, russian in pairs(RUSSIAN):
        assert key_of(russian, vi=vi) is key_of(latin, vi=vi)
        assert key_of(russian.upper(), vi=vi) is key_of(latin.upper(), vi=vi)
    assert key_of(",", vi=vi) is Key.HELP


def test_on_a_korean_keyboard_the_keys_lie_where_they_lie() -> None:
    for latin, korean in (*pairs(KOREAN), *pairs(KOREAN_SHIFTED)):
        assert key_of(korean) is key_of(latin)
    assert [key_of(letter, vi=True) for letter in "ㅗㅓㅏㅣ"] == [
        Key.LEFT,
        Key.DOWN,
        Key.UP,
        Key.RIGHT,
    ]


@pytest.mark.parametrize("vi", [False, True])
def test_full_width_letters_are_letters(*, vi: bool) -> None:
    for letter in (*ascii_letters, "?"):
        assert key_of(FULL_WIDTH[letter], vi=vi) is key_of(letter, vi=vi)
    assert key_of("\u3000", vi=vi) is Key.SELECT


def test_text_in_another_script_is_no_key() -> None:
    assert [key_of(letter) for letter in "あ花é보→"] == [None] * 5
