"""The archive of the matches that are over, on a real disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.archive import FIGURES, FOLDER, Archive
from device.events import Archived, Wanted
from device.store import FileStore, StoreError
from koikoi import record
from koikoi.match import Match
from koikoi.seat import SOUTH
from koikoi.tally import Tallies, tallies
from tests.device.test_store import WatchedFiles
from tests.games import new_match, played

MATCHES = [played(new_match(bytes([seed]), "nintendo rounds=1"))[-1] for seed in range(5)]


def kept(directory: Path) -> list[str]:
    return sorted(path.name for path in (directory / FOLDER).iterdir())


def figures(directory: Path) -> Tallies:
    return Archive(directory).read(Wanted(0, 0)).tallies


def filled(directory: Path, matches: list[Match] = MATCHES) -> Archive:
    keeping = Archive(directory)
    for match in matches:
        keeping.add(match)
    return keeping


def test_without_a_folder_there_is_nothing(tmp_path: Path) -> None:
    assert Archive(tmp_path).read(Wanted(0, 9)) == Archived(Wanted(0, 9), 0)
    assert figures(tmp_path) == ()
    assert list(tmp_path.iterdir()) == []


def test_each_match_is_a_record_in_a_file_of_its_own(tmp_path: Path) -> None:
    filled(tmp_path, MATCHES[:2])

    assert kept(tmp_path) == ["000001.record", "000002.record", FIGURES]
    text = (tmp_path / FOLDER / "000002.record").read_text()
    assert record.read(text) == MATCHES[1]
    assert (tmp_path / FOLDER).stat().st_mode & 0o777 == 0o700
    assert (tmp_path / FOLDER / "000002.record").stat().st_mode & 0o777 == 0o600


def test_the_newest_come_first_and_as_many_as_wanted(tmp_path: Path) -> None:
    answer = filled(tmp_path).read(Wanted(1, 2))

    assert answer == Archived(Wanted(1, 2), 5, (MATCHES[3], MATCHES[2]))


def test_the_figures_are_those_of_all_matches(tmp_path: Path) -> None:
    filled(tmp_path)

    assert figures(tmp_path) == tallies(MATCHES)


def test_a_match_that_was_added_is_not_added_again_nor_by_the_next_start(tmp_path: Path) -> None:
    filled(tmp_path).add(MATCHES[-1])
    Archive(tmp_path).add(MATCHES[-1])

    assert figures(tmp_path)[0].matches == len(MATCHES)
    assert len(kept(tmp_path)) == len(MATCHES) + 1


def test_what_is_said_of_a_match_afterwards_goes_into_its_record(tmp_path: Path) -> None:
    keeping = filled(tmp_path)
    reviewed = MATCHES[-1].reviewed(1, ())

    keeping.add(reviewed)
    Archive(tmp_path).add(reviewed)

    assert keeping.read(Wanted(0, 2)).matches == (reviewed, MATCHES[-2])
    assert figures(tmp_path) == tallies(MATCHES)


@pytest.mark.parametrize(
    "lost", [b"", b"{}", b"\xff", b"[" * 9999, b'{"format": "koikoi-figures"}']
)
def test_figures_that_cannot_be_used_are_added_up_anew(tmp_path: Path, lost: bytes) -> None:
    filled(tmp_path)
    (tmp_path / FOLDER / FIGURES).write_bytes(lost)

    assert figures(tmp_path) == tallies(MATCHES)


@pytest.mark.parametrize(
    ("was", "instead"),
    [('"counted": 5', '"counted": "5"'), ('"counted": 5', '"counted": 77'), ('"won"', '"wun"')],
)
def test_figures_that_make_no_sense_are_added_up_anew(
    tmp_path: Path, was: str, instead: str
) -> None:
    filled(tmp_path)
    path = tmp_path / FOLDER / FIGURES
    assert was in path.read_text()
    path.write_text(path.read_text().replace(was, instead))

    assert figures(tmp_path) == tallies(MATCHES)


def test_a_power_cut_between_the_record_and_the_figures_counts_it_once(tmp_path: Path) -> None:
    filled(tmp_path, MATCHES[:3])
    before = (tmp_path / FOLDER / FIGURES).read_bytes()
    filled(tmp_path, MATCHES[3:4])
    (tmp_path / FOLDER / FIGURES).write_bytes(before)

    assert figures(tmp_path) == tallies(MATCHES[:4])
    # The store adds the match that it finds over at the next start.
    Archive(tmp_path).add(MATCHES[3])
    assert figures(tmp_path) == tallies(MATCHES[:4])


@pytest.mark.parametrize("harm", [b"", b"\xff\xfe", b"nonsense", b"koikoi record 9\n"])
def test_a_damaged_record_is_passed_over(tmp_path: Path, harm: bytes) -> None:
    keeping = filled(tmp_path)
    (tmp_path / FOLDER / "000004.record").write_bytes(harm)

    assert keeping.read(Wanted(0, 3)).matches == (MATCHES[4], None, MATCHES[2])
    # Its figures have been added up.
    assert figures(tmp_path) == tallies(MATCHES)


def test_a_missing_record_and_files_of_others_do_no_harm(tmp_path: Path) -> None:
    keeping = filled(tmp_path)
    (tmp_path / FOLDER / "000004.record").unlink()
    (tmp_path / FOLDER / "notes.txt").write_text("mine")
    (tmp_path / FOLDER / "000003.record").unlink()
    (tmp_path / FOLDER / "000003.record").mkdir()

    assert keeping.read(Wanted(0, 3)).matches == (MATCHES[4], None, MATCHES[1])


def test_the_newest_are_kept_and_the_figures_forget_none(tmp_path: Path) -> None:
    keeping = Archive(tmp_path, most=3)
    for match in MATCHES:
        keeping.add(match)

    assert kept(tmp_path) == ["000003.record", "000004.record", "000005.record", FIGURES]
    assert figures(tmp_path) == tallies(MATCHES)


@pytest.mark.parametrize("call", ["create", "write", "sync file", "replace", "sync directory"])
def test_what_could_not_be_written_is_tried_again(tmp_path: Path, call: str) -> None:
    files = WatchedFiles(failing=call)
    store = FileStore(tmp_path, files=files)
    with pytest.raises(StoreError, match="free some room"):
        store.save_match(MATCHES[0])

    files.failing = ""
    store.save_match(MATCHES[0])

    assert figures(tmp_path) == tallies(MATCHES[:1])
    assert kept(tmp_path) == ["000001.record", FIGURES]


def test_a_match_goes_to_the_archive_when_it_is_over_and_only_then(tmp_path: Path) -> None:
    store = FileStore(tmp_path)
    store.open()
    states = played(new_match(b"\x09", "nintendo rounds=1"))
    for match in states[:-1]:
        store.save_match(match)
    assert not (tmp_path / FOLDER).exists()

    store.save_match(states[-1])
    store.save_match(states[-1])

    answer = store.archived(Wanted(0, 5))
    assert answer.matches == (states[-1],)


def test_a_match_given_up_is_over(tmp_path: Path) -> None:
    store = FileStore(tmp_path)
    store.open()
    match = new_match(b"z").give_up(SOUTH)

    store.save_match(match)

    assert store.archived(Wanted(0, 5)).matches == (match,)


def test_nothing_is_written_when_a_match_was_added_before(tmp_path: Path) -> None:
    files = WatchedFiles()
    store = FileStore(tmp_path, files=files)
    store.open()
    store.save_match(MATCHES[0])
    files.calls.clear()

    store.save_match(MATCHES[0])

    assert "write" not in files.calls


def test_a_folder_in_the_way_is_told_with_the_remedy(tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("in the way")
    store = FileStore(tmp_path)
    store.open()

    with pytest.raises(StoreError, match="archive") as failed:
        store.save_match(MATCHES[0])

    assert len(str(failed.value).splitlines()) == 1
    # The match itself is safe.
    assert FileStore(tmp_path).load_match() == MATCHES[0]


def test_what_a_write_that_was_cut_off_has_left_is_removed_at_the_start(tmp_path: Path) -> None:
    filled(tmp_path)
    before = kept(tmp_path)
    for name in (".000006.record.77.tmp", f".{FIGURES}.77.tmp"):
        (tmp_path / FOLDER / name).write_bytes(b"half")
    (tmp_path / FOLDER / ".000006.record.txt").write_bytes(b"somebody's")

    FileStore(tmp_path).open()

    assert kept(tmp_path) == [".000006.record.txt", *before]
