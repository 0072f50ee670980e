"""The letters that are shipped: just those that are needed, and dot for dot those of the fonts."""

from __future__ import annotations

import json
import os
from pathlib import Path
from shutil import copyfile

import pytest
from PIL import Image, ImageChops

from device.geometry import Size
from device.look.glyphs import mask, read_atlas
from device.look.items import Style
from device.look.letters import FOLDER, SMALL_LETTERS, UNKNOWN, FontError, font, read
from device.look.strings import letters
from scripts.make_atlases import ASCII, FitError, Source, atlas, sources

NAMES = ("galmuri7", "galmuri9", "galmuri11")
TINY = """STARTFONT 2.1
STARTCHAR U+004C
ENCODING 76
SWIDTH 0 0
DWIDTH 4 0
BBX 3 3 0 0
BITMAP
80
80
E0
ENDCHAR
STARTCHAR U+002C
ENCODING 44
SWIDTH 0 0
DWIDTH 2 0
BBX 1 2 0 -1
BITMAP
80
80
ENDCHAR
ENDFONT
"""
"""A font of two letters: L on the base line, and a comma that hangs below it."""


def rows(picture: Image.Image) -> list[str]:
    """A picture as rows of dots."""
    return [
        "".join("#" if picture.getpixel((x, y)) else "." for x in range(picture.width)).rstrip(".")
        for y in range(picture.height)
    ]


def test_words_can_be_struck_in_each_language_and_names_of_files_too() -> None:
    written = letters() | set(ASCII) | {UNKNOWN}

    assert set(font("galmuri9").letters) == written
    assert set(font("galmuri11").letters) == written


def test_the_small_letters_are_for_numbers_and_poems_alone() -> None:
    assert set(font("galmuri7").letters) == {*SMALL_LETTERS, UNKNOWN}


@pytest.mark.parametrize("name", NAMES)
def test_a_font_has_each_letter_once(name: str) -> None:
    held = font(name).letters

    assert len(held) == len(set(held))


@pytest.mark.parametrize("style", [Style.SMALL, Style.NORMAL, Style.TALL])
def test_every_letter_but_the_spaces_has_ink_and_keeps_a_gap_to_the_next(style: Style) -> None:
    name = {Style.SMALL: "galmuri7", Style.NORMAL: "galmuri9", Style.TALL: "galmuri11"}[style]
    touching = []
    for letter in font(name).letters:
        box = mask(letter, style).getbbox()
        if box is None:
            assert letter in " \u3000"
        elif box[2] >= mask(letter, style).width:
            touching.append(letter)

    assert touching == []


def test_letters_are_copied_dot_by_dot_onto_the_base_line() -> None:
    index, picture = atlas(Source("Tiny", above=3, below=1, letters=frozenset("L,")), TINY)

    assert index["letters"] == ",L"
    assert index["advances"] == [2, 4]
    assert rows(picture) == ["....#", "....#", "#...###", "#"]


def test_a_letter_that_the_font_lacks_is_an_error() -> None:
    with pytest.raises(FitError, match="Tiny has no X"):
        atlas(Source("Tiny", above=3, below=1, letters=frozenset("LX")), TINY)


def test_a_letter_that_reaches_out_of_its_line_is_an_error() -> None:
    with pytest.raises(FitError, match="L of Tiny reaches out of a line"):
        atlas(Source("Tiny", above=2, below=1, letters=frozenset("L")), TINY)


@pytest.mark.parametrize("source", sources(), ids=lambda source: source.name)
def test_the_shipped_letters_are_those_of_the_font(source: Source) -> None:
    folder = os.environ.get("KOIKOI_FONTS")
    if folder is None:
        pytest.skip("KOIKOI_FONTS is unset: the letters are NOT compared with the fonts")
    index, picture = atlas(source, (Path(folder) / f"{source.name}.bdf").read_text("utf-8"))

    shipped = FOLDER / f"{source.name.lower()}.json"
    assert json.loads(shipped.read_text("utf-8")) == index
    with Image.open(shipped.with_suffix(".png")) as kept:
        assert kept.size == picture.size
        assert ImageChops.logical_xor(kept, picture).getbbox() is None


def test_the_licence_of_the_fonts_is_shipped_with_them() -> None:
    licence = (FOLDER / "LICENSE.txt").read_text("utf-8")

    assert "Lee Minseo" in licence
    assert "SIL Open Font License, Version 1.1" in licence


def test_a_missing_index_is_an_error_that_names_the_file(tmp_path: Path) -> None:
    with pytest.raises(FontError, match=r"galmuri9\.json cannot be read"):
        read(tmp_path / "galmuri9.json")


@pytest.mark.parametrize(
    "damage",
    [
        "",
        "{",
        "[]",
        '{"letters": "ab", "advances": [1], "cell": [1, 1], "columns": 1}',
        '{"letters": "ab", "advances": [1, 1], "cell": [1], "columns": 1}',
        '{"letters": "ab", "advances": [1, 1], "cell": [1, 1]}',
    ],
)
def test_a_damaged_index_is_an_error_that_names_the_file(tmp_path: Path, damage: str) -> None:
    (tmp_path / "galmuri9.json").write_text(damage)

    with pytest.raises(FontError, match=r"galmuri9\.json cannot be read"):
        read(tmp_path / "galmuri9.json")


def test_a_missing_atlas_is_an_error_that_names_the_file(tmp_path: Path) -> None:
    with pytest.raises(FontError, match=r"galmuri9\.png cannot be read"):
        read_atlas(tmp_path / "galmuri9.png", font("galmuri9"))


@pytest.mark.parametrize("kept", [0, 8, 40, 2000])
def test_a_cut_off_atlas_is_an_error_that_names_the_file(tmp_path: Path, kept: int) -> None:
    whole = (FOLDER / "galmuri9.png").read_bytes()
    (tmp_path / "galmuri9.png").write_bytes(whole[:kept])

    with pytest.raises(FontError, match=r"galmuri9\.png cannot be read"):
        read_atlas(tmp_path / "galmuri9.png", font("galmuri9"))


def test_the_atlas_of_another_font_is_an_error_that_names_the_file(tmp_path: Path) -> None:
    copyfile(FOLDER / "galmuri11.png", tmp_path / "galmuri9.png")

    with pytest.raises(FontError, match=r"galmuri9\.png are \d+x\d+, not"):
        read_atlas(tmp_path / "galmuri9.png", font("galmuri9"))


def test_an_atlas_is_as_large_as_its_letters_need() -> None:
    of = font("galmuri7")

    assert of.atlas_size == Size(of.columns * of.cell.width, of.cell.height)
