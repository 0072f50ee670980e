"""Import and export, and the files of go-koikoi that lie where ours do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from device import cli
from device.events import Key
from device.geometry import Size
from device.look import Look, layout
from device.notices import Adopted, SetAside
from device.screens.pages import Notices
from device.screens.session import Session
from device.screens.table import Table
from device.screens.title import Title
from device.settings import Settings
from device.store import FileStore
from koikoi import record
from koikoi.gokoikoi import Lost, saved_game
from koikoi.match import Cpu, Human, Match
from koikoi.moves import Play
from koikoi.seat import SOUTH
from tests.device.look.places import words
from tests.device.test_screens import press
from tests.device.test_store import clock, opened
from tests.games import new_match, played
from tests.koikoi.test_gokoikoi import save

RUNNING = new_match(b"running")
OTHER = new_match(b"other")


def koikoi(*arguments: str | Path) -> int:
    return cli.main([str(each) for each in arguments])


def start(directory: Path) -> FileStore:
    """A store that has read all it reads at a start."""
    store = opened(directory)
    store.load_settings()
    return store


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def record_file(tmp_path: Path) -> Path:
    path = tmp_path / "other.record"
    path.write_text(record.write(OTHER))
    return path


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    path = tmp_path / "theirs.json"
    path.write_text(save())
    return path


# Import.


def test_a_record_goes_on_here(
    home: Path, record_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert koikoi("import", record_file, "--config", home) == 0

    assert opened(home).load_match() == OTHER
    assert capsys.readouterr().out == (
        "other.record goes on here: month 1 of 3, you 0, CPU 0, against cpu hard\n"
    )


def test_a_game_of_go_koikoi_goes_on_and_what_it_lacked_is_told(
    home: Path, theirs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert koikoi("import", theirs, "--config", home) == 0

    assert opened(home).load_match() == saved_game(save()).match
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "theirs.json goes on here: month 7 of 12, you 38, CPU 22, against cpu hard"
    assert len(said) == 3
    assert "who dealt" in said[1]
    assert "what was asked" in said[2]


def test_a_saved_game_of_ours_goes_on(home: Path, tmp_path: Path) -> None:
    opened(tmp_path).save_match(OTHER)

    assert koikoi("import", tmp_path / "game.json", "--config", home) == 0

    assert opened(home).load_match() == OTHER


def test_a_running_game_does_not_make_way_unasked(
    home: Path, record_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    opened(home).save_match(RUNNING)

    assert koikoi("import", record_file, "--config", home) == 2

    assert opened(home).load_match() == RUNNING
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    assert "a game is running (month 1 of 3, you 0, CPU 0)" in said[0]
    assert "--replace" in said[0]


def test_what_was_replaced_is_kept_and_can_come_back(home: Path, record_file: Path) -> None:
    opened(home).save_match(RUNNING)

    assert koikoi("import", "--replace", record_file, "--config", home) == 0

    assert opened(home).load_match() == OTHER
    (kept,) = home.glob("replaced-*.record")
    assert koikoi("import", "--replace", kept, "--config", home) == 0
    assert opened(home).load_match() == RUNNING
    assert len(list(home.glob("replaced-*"))) == 2


def test_a_game_that_is_over_makes_way(home: Path, record_file: Path) -> None:
    opened(home).save_match(RUNNING.give_up(SOUTH))

    assert koikoi("import", record_file, "--config", home) == 0

    assert opened(home).load_match() == OTHER


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "a line 'koikoi' was expected"),
        (b"\xff\xfe", "it is not text in UTF-8"),
        (b"{}", "it does not say that its format"),
        (b"[1, 2]", "a line 'koikoi' was expected"),
        (b"koikoi record 9\n", "it is a record of version 9"),
        (save(round=13).encode(), "it stands in round 13 of 12"),
        (save(field_ids=[]).encode(), "48"),
        (record.write(OTHER.give_up(SOUTH)).encode(), "this game is over"),
        (record.write(OTHER._replace(sitters=(Cpu("easy"), Cpu("hard")))).encode(), "a person"),
        (record.write(OTHER._replace(sitters=(Human(), Human()))).encode(), "a person"),
        (record.write(OTHER._replace(sitters=(Human(), Cpu("boss")))).encode(), "a level of ours"),
    ],
)
def test_what_cannot_go_on_is_refused_in_one_line(
    home: Path,
    tmp_path: Path,
    content: bytes,
    complaint: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "some"
    path.write_bytes(content)

    assert koikoi("import", path, "--config", home) == 2

    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert complaint in said.err
    assert not home.exists()


def test_a_file_that_is_not_there_or_a_folder_is_refused(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert koikoi("import", tmp_path / "none", "--config", home) == 2
    assert koikoi("import", tmp_path, "--config", home) == 2

    said = capsys.readouterr().err.splitlines()
    assert "there is no such file" in said[0]
    assert "it is no plain file" in said[1]


# Export.


def test_the_saved_game_is_printed_as_a_record_and_nothing_is_changed(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    opened(home).save_match(RUNNING)
    before = {path: path.stat().st_mtime_ns for path in home.iterdir()}

    assert koikoi("export", "--config", home) == 0

    assert capsys.readouterr().out == record.write(RUNNING)
    assert {path: path.stat().st_mtime_ns for path in home.iterdir()} == before


def test_as_json_it_tells_what_happened_and_can_be_imported(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Some months are over, the last is not.
    match = [each for each in played(new_match(b"json")) if not each.over][-1]
    opened(home).save_match(match)

    assert koikoi("export", "--json", "--config", home) == 0

    text = capsys.readouterr().out
    told = json.loads(text)
    assert told["seats"] == {"south": "human", "north": "cpu hard"}
    assert told["scores"] == {"south": match.scores[0], "north": match.scores[1]}
    assert (told["over"], told["winner"], told["takebacks"]) == (False, None, 0)
    assert told["coached"] == 0
    first = match.rounds[0].result
    assert first is not None
    assert told["rounds"][0]["result"]["points"]["south"] == first.points[0]
    assert told["rounds"][0]["result"]["yaku"] == {made.key: made.points for made in first.made}
    assert told["rounds"][-1]["result"] is None
    (tmp_path / "again.json").write_text(text)
    assert koikoi("import", tmp_path / "again.json", "--config", tmp_path / "there") == 0
    assert opened(tmp_path / "there").load_match() == match


@pytest.mark.parametrize("content", [None, b"", b"{}", b'{"format": "koikoi", "version": 9}'])
def test_without_a_game_that_can_be_read_there_is_nothing_to_export(
    home: Path, content: bytes | None, capsys: pytest.CaptureFixture[str]
) -> None:
    home.mkdir()
    if content is not None:
        (home / "game.json").write_bytes(content)

    assert koikoi("export", "--config", home) == 2

    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    # Only reading: it lies where it lay.
    assert [path.name for path in home.iterdir()] == ([] if content is None else ["game.json"])


# Files of go-koikoi where ours lie.


def test_their_game_is_recognised_at_the_start_goes_on_and_is_kept(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(save())
    store = start(tmp_path)

    match = store.load_match()

    assert match == saved_game(save()).match
    assert store.notices == [Adopted("game.json", "game.json.go-koikoi", (Lost.OYA, Lost.QUESTION))]
    assert (tmp_path / "game.json.go-koikoi").read_text() == save()


def test_it_is_ours_from_the_first_save_on(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(save())
    store = start(tmp_path)
    match = store.load_match()
    assert match is not None

    store.save_match(match)

    again = opened(tmp_path)
    assert again.load_match() == match
    assert again.notices == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.json", "game.json.go-koikoi"]


def test_a_power_cut_before_the_first_save_keeps_one_copy(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(save())

    for _ in range(3):
        assert start(tmp_path).load_match() is not None

    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.json", "game.json.go-koikoi"]


def test_another_game_of_theirs_is_kept_beside_the_first(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(save())
    start(tmp_path).load_match()
    (tmp_path / "game.json").write_text(save(round=8))

    start(tmp_path).load_match()

    assert (tmp_path / "game.json.go-koikoi").read_text() == save()
    assert (tmp_path / "game.json.go-koikoi-2").read_text() == save(round=8)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"field_ids": [0, 0, 1]}, ""),
        ({"player_hand_ids": [48]}, "player_hand_ids has 48"),
        ({"round": 0}, "it stands in round 0 of 12"),
    ],
)
def test_a_game_of_theirs_that_cannot_be_is_moved_aside_with_the_reason(
    tmp_path: Path, changes: dict[str, object], reason: str
) -> None:
    (tmp_path / "game.json").write_text(save(**changes))
    store = start(tmp_path)

    assert store.load_match() is None

    (notice,) = store.notices
    assert isinstance(notice, SetAside)
    assert notice.detail.startswith("a game of go-koikoi: ")
    assert reason in notice.detail
    assert notice.kept_as == f"game.json.aside-{clock():%Y%m%d-%H%M%S}"


@pytest.mark.parametrize(("theirs", "ours"), [(1, 3), (3, 3), (5, 6), (7, 6), (12, 12), (99, 12)])
def test_their_level_and_the_nearest_length_become_ours(
    tmp_path: Path, theirs: int, ours: int
) -> None:
    (tmp_path / "settings.json").write_text(f'{{"rounds": {theirs}, "difficulty": "hard"}}')
    store = opened(tmp_path)

    settings = store.load_settings()

    assert settings == Settings(level="hard", rounds=ours)
    assert store.notices == [Adopted("settings.json", "settings.json.go-koikoi")]
    store.save_settings(settings)
    assert opened(tmp_path).load_settings() == settings


def test_the_player_is_told_and_the_game_goes_on_with_one_press(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(save())
    store = start(tmp_path)
    session = Session(store.load_match(), Settings(), bytes(16))
    screen = Notices(Title(session), tuple(store.notices))

    shown = words(layout(screen, Look(Size(400, 300)))).replace("\n", " ")

    assert "game.json comes from go-koikoi and goes on here" in shown
    assert "does not say who dealt" in shown
    assert "game.json.go-koikoi" in shown
    assert isinstance(press(screen, Key.SELECT, Key.SELECT), Table)


def test_it_can_be_played_on(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(save())
    match: Match | None = start(tmp_path).load_match()
    assert match is not None
    assert all(isinstance(move, Play) for move in match.round.legal_moves)
    assert match.round.legal_moves
