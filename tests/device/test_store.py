"""The two files of the store, on a real disk."""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Callable
from datetime import datetime
from hashlib import sha256
from pathlib import Path

import pytest

from device.documents import Trouble
from device.notices import Restored, SetAside
from device.settings import Hints, Settings, WrongValue
from device.store import ASIDE, FileStore, MemoryStore, Store, StoreError
from koikoi import record
from koikoi.cards import KoiKoiError
from koikoi.match import Cpu, Human, Match
from koikoi.rules import RuleSet
from koikoi.seat import SOUTH

NEW_MATCH = Match.new(RuleSet(rounds=3), b"sixteen months..", (Human(), Cpu("easy")))
MATCH = NEW_MATCH.apply(NEW_MATCH.round.legal_moves[0])
LATER = MATCH.apply(MATCH.round.legal_moves[0])
STAMP = "20261201-093005"
SAVES = Path(__file__).parents[1] / "saves"

GO_GAME = json.dumps(
    {
        "round": 2,
        "max_rounds": 12,
        "player_score": 5,
        "cpu_score": 0,
        "deck_ids": [3, 21],
        "player_hand_ids": [9],
        "is_player_turn": True,
        "difficulty": "normal",
        "log_lines": ["こいこい"],
    }
)
HALF_GAME = '{"format": "koikoi", "version": 1, "record": ["'

DAMAGED_ANYWHERE = {
    "empty": b"",
    "zero bytes": bytes(4096),
    "not UTF-8": b'{"format": "koikoi\xff"}',
    "a UTF-16 text": '{"format": "koikoi"}'.encode("utf-16"),
    "deep brackets": b"[" * 100_000,
    "deep objects": b'{"a":' * 100_000,
    "an endless number": b"9" * 100_000,
}
FOREIGN_ANYWHERE = {
    "a list": b"[]",
    "a word": b'"koikoi"',
    "another format": b'{"format": "chess", "version": 1}',
    "the format as a list": b'{"format": ["koikoi"], "version": 1}',
    "too large": b" " * (1 << 20) + b"{}",
}
BAD_GAMES = {
    **{name: (content, Trouble.DAMAGED) for name, content in DAMAGED_ANYWHERE.items()},
    **{name: (content, Trouble.FOREIGN) for name, content in FOREIGN_ANYWHERE.items()},
    "half of ours": (HALF_GAME.encode(), Trouble.DAMAGED),
    "go-koikoi's": (GO_GAME.encode(), Trouble.FOREIGN),
    "our settings": (f"{Settings()}\n".encode(), Trouble.FOREIGN),
    "no version": (b'{"format": "koikoi", "record": []}', Trouble.DAMAGED),
    "a wrong version": (b'{"format": "koikoi", "version": "1"}', Trouble.DAMAGED),
    "a newer version": (b'{"format": "koikoi", "version": 3}', Trouble.NEWER),
    "a record of a newer version": (
        b'{"format": "koikoi", "version": 1, "record": ["koikoi record 2"]}',
        Trouble.NEWER,
    ),
    "a wrong checksum": (
        b'{"format": "koikoi", "version": 2, "sha256": "00", "record": ["\\ud800"]}',
        Trouble.DAMAGED,
    ),
    "no record": (b'{"format": "koikoi", "version": 1}', Trouble.DAMAGED),
    "a record of numbers": (b'{"format": "koikoi", "version": 1, "record": [1]}', Trouble.DAMAGED),
    "a record in one piece": (
        b'{"format": "koikoi", "version": 1, "record": "x"}',
        Trouble.DAMAGED,
    ),
    "an empty record": (b'{"format": "koikoi", "version": 1, "record": []}', Trouble.DAMAGED),
    "a record of one endless line": (
        json.dumps({"format": "koikoi", "version": 1, "record": ["x" * 100_000]}).encode(),
        Trouble.DAMAGED,
    ),
    "a record of nonsense": (
        b'{"format": "koikoi", "version": 1, "record": ["nonsense", "\\ud800", ""]}',
        Trouble.DAMAGED,
    ),
}
BAD_SETTINGS = {
    **{name: (content, Trouble.DAMAGED) for name, content in DAMAGED_ANYWHERE.items()},
    **{name: (content, Trouble.FOREIGN) for name, content in FOREIGN_ANYWHERE.items()},
    "half of ours": (str(Settings())[:40].encode(), Trouble.DAMAGED),
    "a newer version": (b'{"format": "koikoi-settings", "version": 2}', Trouble.NEWER),
}


class WatchedFiles:
    """The calls of `os`, noted in order; the one named by `failing` fails, writes are short."""

    def __init__(self, failing: str = "") -> None:
        self.failing = failing
        self.calls: list[str] = []

    def note(self, call: str) -> None:
        self.calls.append(call)
        if call == self.failing:
            raise OSError(errno.ENOSPC, "No space left on device")

    def open(self, path: Path, flags: int, mode: int = 0o777, /) -> int:
        self.note("create" if flags & os.O_CREAT else "open")
        return os.open(path, flags, mode)

    def close(self, fd: int, /) -> None:
        os.close(fd)

    def fstat(self, fd: int, /) -> os.stat_result:
        return os.fstat(fd)

    def fsync(self, fd: int, /) -> None:
        self.note("sync directory" if stat.S_ISDIR(os.fstat(fd).st_mode) else "sync file")
        os.fsync(fd)

    def listdir(self, path: Path, /) -> list[str]:
        return [each.name for each in path.iterdir()]

    def mkdir(self, path: Path, mode: int, /) -> None:
        path.mkdir(mode)

    def read(self, fd: int, length: int, /) -> bytes:
        return os.read(fd, length)

    def rename(self, old: Path, new: Path, /) -> None:
        self.note("rename")
        old.rename(new)

    def replace(self, old: Path, new: Path, /) -> None:
        self.note("replace")
        old.replace(new)

    def unlink(self, path: Path, /) -> None:
        self.note("unlink")
        path.unlink()

    def write(self, fd: int, content: bytes, /) -> int:
        self.note("write")
        return os.write(fd, content[: 1 + len(content) // 2])


def clock() -> datetime:
    return datetime.fromisoformat("2026-12-01T09:30:05+09:00")


def opened(directory: Path, files: WatchedFiles | None = None) -> FileStore:
    """Return an open store in a directory."""
    store = FileStore(directory, clock) if files is None else FileStore(directory, clock, files)
    store.open()
    return store


def put(path: Path, content: bytes) -> None:
    """Write a file as some other program would."""
    path.write_bytes(content)


def held(directory: Path) -> dict[str, bytes]:
    """Return every file of a directory with its bytes."""
    return {path.name: path.read_bytes() for path in directory.iterdir()}


# What was saved comes back.


def test_a_saved_match_is_loaded_by_the_next_start(tmp_path: Path) -> None:
    opened(tmp_path).save_match(MATCH)

    assert opened(tmp_path).load_match() == MATCH


def test_saved_settings_are_loaded_by_the_next_start(tmp_path: Path) -> None:
    settings = Settings(level="hard", rounds=3, hints=Hints.OFF, sake=False)
    opened(tmp_path).save_settings(settings)

    assert opened(tmp_path).load_settings() == settings


def test_the_last_match_saved_is_the_one_loaded(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.save_match(MATCH)
    store.save_match(LATER)

    assert opened(tmp_path).load_match() == LATER


def test_an_empty_directory_holds_no_match_and_the_default_settings(tmp_path: Path) -> None:
    store = opened(tmp_path)

    assert (store.load_match(), store.load_settings(), store.notices) == (None, Settings(), [])


def test_the_game_file_wraps_the_lines_of_the_record(tmp_path: Path) -> None:
    opened(tmp_path).save_match(MATCH)

    assert json.loads((tmp_path / "game.json").read_bytes()) == {
        "format": "koikoi",
        "version": 2,
        "sha256": sha256(record.write(MATCH).encode()).hexdigest(),
        "record": record.write(MATCH).splitlines(),
    }


@pytest.mark.parametrize("path", sorted(SAVES.iterdir()), ids=lambda path: path.stem)
def test_a_save_of_every_version_there_was_can_be_loaded(tmp_path: Path, path: Path) -> None:
    put(tmp_path / "game.json", path.read_bytes())
    store = opened(tmp_path)

    match = store.load_match()

    assert match is not None
    assert record.write(match).splitlines() == json.loads(path.read_bytes())["record"]
    assert store.notices == []


def test_the_save_before_the_last_is_kept_and_taken_where_the_last_cannot_be_used(
    tmp_path: Path,
) -> None:
    store = opened(tmp_path)
    store.save_match(MATCH)
    later = MATCH.give_up(SOUTH)
    store.save_match(later)
    content = bytearray((tmp_path / "game.json").read_bytes())
    content[len(content) // 2] ^= 1
    put(tmp_path / "game.json", bytes(content))

    again = opened(tmp_path)

    assert again.load_match() == MATCH
    aside, restored = again.notices
    assert isinstance(aside, SetAside)
    assert aside.trouble is Trouble.DAMAGED
    assert restored == Restored("game.before.json")
    again.save_match(later)
    assert opened(tmp_path).load_match() == later


def test_a_power_cut_between_the_two_names_costs_one_decision_and_says_nothing(
    tmp_path: Path,
) -> None:
    opened(tmp_path).save_match(MATCH)
    (tmp_path / "game.json").rename(tmp_path / "game.before.json")

    store = opened(tmp_path)

    assert store.load_match() == MATCH
    assert store.notices == []


def test_the_oldest_of_many_files_that_were_moved_aside_are_removed(tmp_path: Path) -> None:
    for number in range(ASIDE + 3):
        put(tmp_path / "game.json", b"%d" % number)
        opened(tmp_path).load_match()

    assert len(list(tmp_path.iterdir())) == ASIDE


def test_only_the_owner_can_read_what_the_store_makes(tmp_path: Path) -> None:
    directory = tmp_path / "config" / "koikoi"
    opened(directory).save_match(MATCH)

    assert stat.S_IMODE(directory.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(directory.stat().st_mode) == 0o700
    assert stat.S_IMODE((directory / "game.json").stat().st_mode) == 0o600


def test_a_wrong_setting_is_told_and_the_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    put(path, b'{"format": "koikoi-settings", "version": 1, "rounds": 5, "sake": false}')
    store = opened(tmp_path)

    settings = store.load_settings()

    assert settings == Settings(sake=False)
    assert store.notices == [WrongValue("rounds", "5", "12")]
    assert [path.name for path in tmp_path.iterdir()] == ["settings.json"]


# How it is written.


def test_a_file_is_synced_before_it_is_put_in_place_and_its_name_after(tmp_path: Path) -> None:
    files = WatchedFiles()
    store = opened(tmp_path, files)
    files.calls.clear()

    store.save_match(MATCH)

    order = [call for call in files.calls if call not in {"open", "write"}]
    assert order == ["create", "sync file", "replace", "sync directory"]
    assert files.calls.index("write") > files.calls.index("create")
    assert "write" not in files.calls[files.calls.index("sync file") :]


def test_a_new_directory_is_durable_in_the_one_above(tmp_path: Path) -> None:
    files = WatchedFiles()

    opened(tmp_path / "one" / "two", files)

    assert files.calls.count("sync directory") == 2


@pytest.mark.parametrize("restarted", [False, True])
def test_the_same_match_is_not_written_again(tmp_path: Path, *, restarted: bool) -> None:
    store = opened(tmp_path)
    store.save_match(MATCH)
    before = (tmp_path / "game.json").stat()
    if restarted:
        store = opened(tmp_path)
        store.load_match()

    store.save_match(MATCH)

    after = (tmp_path / "game.json").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_what_an_interrupted_save_left_is_removed_at_the_next_start(tmp_path: Path) -> None:
    put(tmp_path / ".game.json.812.tmp", b"half")
    put(tmp_path / ".settings.json.7.tmp", b"half")
    put(tmp_path / "notes.tmp", b"mine")

    opened(tmp_path)

    assert held(tmp_path) == {"notes.tmp": b"mine"}


# Files that cannot be used.


@pytest.mark.parametrize(("content", "trouble"), BAD_GAMES.values(), ids=BAD_GAMES)
def test_a_game_file_that_cannot_be_used_is_moved_aside_and_told(
    tmp_path: Path, content: bytes, trouble: Trouble
) -> None:
    put(tmp_path / "game.json", content)
    store = opened(tmp_path)

    match = store.load_match()

    (notice,) = store.notices
    assert match is None
    assert isinstance(notice, SetAside)
    assert (notice.file, notice.trouble) == ("game.json", trouble)
    assert notice.kept_as == f"game.json.aside-{STAMP}"
    assert len(str(notice).splitlines()) == 1
    assert len(str(notice)) < 300
    assert held(tmp_path) == {f"game.json.aside-{STAMP}": content}


@pytest.mark.parametrize(("content", "trouble"), BAD_SETTINGS.values(), ids=BAD_SETTINGS)
def test_a_settings_file_that_cannot_be_used_is_moved_aside_and_told(
    tmp_path: Path, content: bytes, trouble: Trouble
) -> None:
    put(tmp_path / "settings.json", content)
    store = opened(tmp_path)

    settings = store.load_settings()

    (notice,) = store.notices
    assert settings == Settings()
    assert isinstance(notice, SetAside)
    assert (notice.file, notice.trouble) == ("settings.json", trouble)
    assert held(tmp_path) == {f"settings.json.aside-{STAMP}": content}


@pytest.mark.parametrize("content", [content for content, _ in BAD_GAMES.values()], ids=BAD_GAMES)
def test_a_match_is_never_saved_over_a_file_that_cannot_be_used(
    tmp_path: Path, content: bytes
) -> None:
    put(tmp_path / "game.json", content)

    opened(tmp_path).save_match(MATCH)

    assert held(tmp_path)[f"game.json.aside-{STAMP}"] == content
    assert opened(tmp_path).load_match() == MATCH


def test_a_truncated_game_file_is_told_as_damaged(tmp_path: Path) -> None:
    opened(tmp_path).save_match(MATCH)
    whole = (tmp_path / "game.json").read_bytes()
    put(tmp_path / "game.json", whole[: len(whole) // 2])
    store = opened(tmp_path)

    match = store.load_match()

    (notice,) = store.notices
    assert match is None
    assert isinstance(notice, SetAside)
    assert notice.trouble is Trouble.DAMAGED


def make_directory_with_a_file(path: Path) -> None:
    path.mkdir()
    put(path / "precious", b"kept")


@pytest.mark.parametrize("make", [make_directory_with_a_file, os.mkfifo])
def test_what_is_no_plain_file_is_moved_aside(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(tmp_path / "game.json")
    store = opened(tmp_path)

    match = store.load_match()

    (notice,) = store.notices
    assert match is None
    assert isinstance(notice, SetAside)
    assert notice.trouble is Trouble.FOREIGN
    assert [path.name for path in tmp_path.iterdir()] == [f"game.json.aside-{STAMP}"]


def test_a_file_that_cannot_be_read_is_moved_aside(tmp_path: Path) -> None:
    (tmp_path / "game.json").symlink_to("game.json")
    store = opened(tmp_path)

    match = store.load_match()

    (notice,) = store.notices
    assert match is None
    assert isinstance(notice, SetAside)
    assert notice.trouble is Trouble.UNREADABLE


def test_nothing_that_was_moved_aside_is_ever_overwritten(tmp_path: Path) -> None:
    for content in (b"first", b"second", b"third"):
        put(tmp_path / "game.json", content)
        opened(tmp_path).load_match()

    assert held(tmp_path) == {
        f"game.json.aside-{STAMP}": b"first",
        f"game.json.aside-{STAMP}-2": b"second",
        f"game.json.aside-{STAMP}-3": b"third",
    }


def test_the_new_name_is_durable_before_the_old_one_is_taken(tmp_path: Path) -> None:
    put(tmp_path / "game.json", b"theirs")
    files = WatchedFiles()
    store = opened(tmp_path, files)

    store.save_match(MATCH)

    order = [call for call in files.calls if call in {"rename", "sync directory", "replace"}]
    assert order == ["rename", "sync directory", "replace", "sync directory"]


def test_what_another_program_wrote_meanwhile_is_moved_aside(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.save_match(MATCH)
    put(tmp_path / "game.json", GO_GAME.encode())

    store.save_match(LATER)

    assert held(tmp_path)[f"game.json.aside-{STAMP}"] == GO_GAME.encode()
    assert len(store.notices) == 1
    assert opened(tmp_path).load_match() == LATER


def test_a_file_that_cannot_be_moved_aside_is_told_at_the_start(tmp_path: Path) -> None:
    put(tmp_path / "game.json", b"theirs")
    store = opened(tmp_path, WatchedFiles(failing="rename"))

    match = store.load_match()

    (notice,) = store.notices
    assert match is None
    assert isinstance(notice, SetAside)
    assert notice.kept_as is None
    assert len(str(notice).splitlines()) == 1


def test_nothing_is_saved_over_a_file_that_cannot_be_moved_aside(tmp_path: Path) -> None:
    put(tmp_path / "game.json", b"theirs")
    store = opened(tmp_path, WatchedFiles(failing="rename"))

    with pytest.raises(StoreError, match=r"game\.json is damaged .* move it away"):
        store.save_match(MATCH)

    assert held(tmp_path) == {"game.json": b"theirs"}


def test_saving_works_again_once_the_file_can_be_moved_aside(tmp_path: Path) -> None:
    put(tmp_path / "game.json", b"theirs")
    files = WatchedFiles(failing="rename")
    store = opened(tmp_path, files)
    store.load_match()
    files.failing = ""

    store.save_match(MATCH)

    assert held(tmp_path)[f"game.json.aside-{STAMP}"] == b"theirs"
    assert opened(tmp_path).load_match() == MATCH


# Saves that fail.


@pytest.mark.parametrize("call", ["create", "write", "sync file", "replace"])
def test_a_save_that_fails_leaves_the_match_before_it(tmp_path: Path, call: str) -> None:
    files = WatchedFiles()
    store = opened(tmp_path, files)
    store.save_match(MATCH)
    before = held(tmp_path)
    files.failing = call

    with pytest.raises(StoreError, match=r"No space left on device; free some room on the disk"):
        store.save_match(LATER)

    assert held(tmp_path) == before


@pytest.mark.parametrize("call", ["create", "write", "sync file", "replace", "sync directory"])
def test_a_save_that_failed_is_written_when_tried_again(tmp_path: Path, call: str) -> None:
    files = WatchedFiles(failing=call)
    store = opened(tmp_path)
    store.save_match(MATCH)
    store = opened(tmp_path, files)
    with pytest.raises(StoreError):
        store.save_match(LATER)
    files.failing = ""
    files.calls.clear()

    store.save_match(LATER)

    assert files.calls[-1] == "sync directory"
    assert "replace" in files.calls
    assert opened(tmp_path).load_match() == LATER


def test_going_back_to_what_was_before_a_failed_save_is_written(tmp_path: Path) -> None:
    files = WatchedFiles()
    store = opened(tmp_path, files)
    store.save_settings(Settings(rounds=3))
    files.failing = "sync directory"
    with pytest.raises(StoreError):
        store.save_settings(Settings(rounds=6))
    files.failing = ""

    store.save_settings(Settings(rounds=3))

    assert opened(tmp_path).load_settings() == Settings(rounds=3)


def test_a_store_error_is_one_of_ours_and_an_os_error() -> None:
    assert issubclass(StoreError, KoiKoiError)
    assert issubclass(StoreError, OSError)


def test_a_directory_that_is_gone_is_told_in_one_line(tmp_path: Path) -> None:
    directory = tmp_path / "koikoi"
    store = opened(directory)
    directory.rmdir()

    with pytest.raises(StoreError, match=r"^cannot save .*game\.json: .*--config DIR$"):
        store.save_match(MATCH)


def test_a_directory_that_became_a_file_is_told_and_the_file_stays(tmp_path: Path) -> None:
    directory = tmp_path / "koikoi"
    store = opened(directory)
    directory.rmdir()
    put(directory, b"mine")

    with pytest.raises(StoreError, match=r"^cannot save .*game\.json: Not a directory; "):
        store.save_match(MATCH)

    assert directory.read_bytes() == b"mine"


@pytest.mark.parametrize("below", ["koikoi", "koikoi/deeper"])
def test_a_store_that_cannot_have_its_directory_says_so(tmp_path: Path, below: str) -> None:
    put(tmp_path / "koikoi", b"mine")
    store = FileStore(tmp_path / below, clock)

    with pytest.raises(StoreError, match=r"^cannot use the directory .*; .*--config DIR$"):
        store.open()


# The store in memory.


def test_a_memory_store_gives_back_what_it_was_given() -> None:
    store: Store = MemoryStore()
    store.save_match(MATCH)
    store.save_settings(Settings(rounds=6))

    assert (store.load_match(), store.load_settings()) == (MATCH, Settings(rounds=6))


def test_a_memory_store_starts_with_no_match_and_the_default_settings() -> None:
    store = MemoryStore()

    assert (store.load_match(), store.load_settings(), store.notices) == (None, Settings(), [])


def test_a_memory_store_can_refuse_and_keeps_what_it_has() -> None:
    store = MemoryStore(MATCH)
    store.refusal = "the disk is full"

    with pytest.raises(StoreError, match="the disk is full"):
        store.save_match(LATER)
    with pytest.raises(StoreError, match="the disk is full"):
        store.save_settings(Settings(rounds=6))

    assert (store.match, store.settings) == (MATCH, Settings())
