"""The gallery: every screen is in it, it tells what it should, and some of it was looked at."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import is_dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest
from PIL import Image, ImageChops

from device import screens
from device.gallery import rounds
from device.gallery.folder import deck, picture, write
from device.gallery.states import State, states
from device.geometry import Size
from device.look import Look
from device.look.metrics import METRICS
from device.look.strings import LANGUAGES
from device.screens.slots import table_slots
from koikoi.match import Match
from koikoi.round import Called
from koikoi.yaku import judge, table

FOLDER = Path(__file__).parent / "golden"
POCKET = Size(400, 300)
OTHER_LANGUAGES = tuple(language for language in LANGUAGES if language != "en")
AT_400X300 = (
    "title-december",
    "lessons-matching",
    "house-rules-4",
    "table-opening",
    "table-crowded",
    "table-longest-names",
    "table-last-card",
    "choice-drawn-card",
    "decision-all-yaku",
    "cpu-called-koikoi",
    "month-result-forced-stop",
    "match-result-won",
    "help-yaku",
    "history-all",
    "replay-middle",
)
AT_OTHER_SIZES = ("table-crowded", "decision-all-yaku", "month-result-all-yaku")
IN_OTHER_LANGUAGES = ("table-longest-names", "help-yaku")


def golden() -> Iterator[tuple[Look, str]]:
    """The looks and names of the pictures that are kept."""
    for size in METRICS:
        names = AT_400X300 if size == POCKET else AT_OTHER_SIZES
        yield from ((Look(size), name) for name in names)
    for language in OTHER_LANGUAGES:
        yield from ((Look(POCKET, language), name) for name in IN_OTHER_LANGUAGES)


def kept(look: Look, name: str) -> str:
    """What the picture is called where it is kept."""
    return f"{look.size}-{look.language}-{name}.png"


all_states = cache(states)


def by_name(name: str, language: str = "en") -> State:
    (found,) = (state for state in all_states(language) if str(state) == name)
    return found


def picture_of(look: Look, name: str) -> Image.Image:
    return picture(by_name(name, look.language), look)


def compare(got: Image.Image, want: Path, folder: Path) -> None:
    """Fail unless two pictures are the same, and leave both and what differs in a folder."""
    with Image.open(want) as opened:
        wanted = opened.copy()
    if (got.mode, got.size, got.tobytes()) == (wanted.mode, wanted.size, wanted.tobytes()):
        return
    found = {"got": got, "want": wanted, "diff": ImageChops.logical_xor(got, wanted)}
    paths = [folder / f"{want.stem}-{name}.png" for name in found]
    for path, image in zip(paths, found.values(), strict=True):
        image.save(path)
    pytest.fail(f"{want.name} differs: see {', '.join(map(str, paths))}; scripts/golden renews it")


def match_of(name: str) -> Match:
    return by_name(name).shown.session.open_match


def koikoi(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "device", "gallery", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize(
    ("look", "name"), [pytest.param(*each, id=kept(*each)) for each in golden()]
)
def test_a_picture_is_what_it_was_when_it_was_looked_at(
    look: Look, name: str, tmp_path: Path
) -> None:
    compare(picture_of(look, name), FOLDER / kept(look, name), tmp_path)


def test_no_picture_is_kept_for_nothing() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {kept(*each) for each in golden()}


def test_a_picture_that_differs_leaves_three_to_look_at(tmp_path: Path) -> None:
    look, name = next(golden())
    changed = picture_of(look, name)
    changed.paste(ImageChops.invert(changed).crop((7, 9, 8, 10)), (7, 9))

    with pytest.raises(pytest.fail.Exception) as failed:
        compare(changed, FOLDER / kept(look, name), tmp_path)

    stem = Path(kept(look, name)).stem
    told = {part: tmp_path / f"{stem}-{part}.png" for part in ("got", "want", "diff")}
    assert all(str(path) in str(failed.value) for path in told.values())
    with Image.open(told["diff"]) as diff:
        assert diff.getbbox() == (7, 9, 8, 10)


def test_every_screen_is_in_the_gallery() -> None:
    modules = [
        import_module(f"device.screens.{each.name}") for each in iter_modules(screens.__path__)
    ]
    names = {
        name
        for module in modules
        for name, kind in vars(module).items()
        if is_dataclass(kind) and {"on", "waits", "session"} <= {*dir(kind)}
    }

    assert {type(state.shown).__name__ for state in all_states("en")} == names


def test_no_two_states_have_one_name() -> None:
    names = [str(state) for state in all_states("en")]

    assert len(set(names)) == len(names)


def test_the_crowded_table_has_fourteen_cards_in_slots_of_their_own() -> None:
    round_ = match_of("table-crowded").round

    assert [len(cards) for cards in table_slots(round_).values()] == [1] * 14


def test_all_yaku_are_all_that_can_be_held_at_once() -> None:
    round_ = match_of("decision-all-yaku").round

    groups = {row.group or row.key for row in table(round_.rules)}
    rows = {row.key: row for row in table(round_.rules)}
    made = judge(round_.rules, round_.sight(round_.turn))
    assert {rows[yaku.key].group or yaku.key for yaku in made} == groups


def test_the_first_month_and_the_last_are_there() -> None:
    assert match_of("table-opening").number == 1
    assert match_of("table-last-card").number == 12


def test_the_stop_is_forced_by_a_rule() -> None:
    called = match_of("month-result-forced-stop").round.history[-2]

    assert isinstance(called, Called)
    assert called.forced == "koikoi_empty_hand"


def test_positions_could_have_come_about() -> None:
    """The draw pile is as high as the turns played leave it, and cards were taken in pairs."""
    for round_ in (
        rounds.crowded(),
        rounds.longest_names(),
        rounds.late(),
        rounds.nobody(),
        rounds.choice_of_hand(),
        rounds.choice_of_drawn(),
        rounds.first_yaku(),
        rounds.cpu_goes_on(),
    ):
        start = round_.start
        turns = 16 - sum(map(len, start.tefuda))
        taken = [card.month for pile in start.torifuda for card in pile]

        assert len(start.yamafuda) == 24 - turns
        assert all(taken.count(month) % 2 == 0 for month in taken)


@pytest.mark.parametrize(
    "look",
    [*map(Look, METRICS), *(Look(POCKET, language) for language in OTHER_LANGUAGES)],
    ids=lambda look: f"{look.size}-{look.language}",
)
def test_a_gallery_is_a_folder_of_pictures_and_a_page_that_shows_them(
    look: Look, tmp_path: Path
) -> None:
    count = write(tmp_path / "gallery", look)

    pictures = [*(tmp_path / "gallery").glob("*.png")]
    page = (tmp_path / "gallery" / "index.html").read_text("utf-8")
    assert count == len(pictures) == page.count("<img ")
    assert all(f'src="{path.name}"' in page for path in pictures)
    assert "<script" not in page
    for state in all_states(look.language):
        with Image.open(tmp_path / "gallery" / f"{state}.png") as shown:
            assert (shown.mode, shown.size) == ("1", look.size)


def test_the_sheet_of_cards_has_thirteen_columns_of_four() -> None:
    sheet = deck(Look(POCKET))

    assert sheet.size == (4 + 13 * (44 + 4), 4 + 4 * (68 + 4))


@pytest.mark.parametrize(
    ("arguments", "known"),
    [
        (["--size", "123x45"], "there are " + ", ".join(map(str, METRICS))),
        (["--size", "large"], "there are " + ", ".join(map(str, METRICS))),
        (["--lang", "xx"], "there are " + ", ".join(LANGUAGES)),
    ],
)
def test_an_unknown_size_or_language_lists_the_known_ones(
    tmp_path: Path, arguments: list[str], known: str
) -> None:
    result = koikoi(str(tmp_path / "gallery"), *arguments)

    assert result.returncode == 2
    assert result.stderr.strip().endswith(known)
    assert len(result.stderr.splitlines()) == 1
    assert not (tmp_path / "gallery").exists()


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    result = koikoi(str(tmp_path / "file"))

    assert result.returncode == 2
    assert "file cannot be written" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_the_command_says_where_to_look(tmp_path: Path) -> None:
    result = koikoi(str(tmp_path))

    assert (result.returncode, result.stderr) == (0, "")
    assert "index.html" in result.stdout
