"""The commands: what they answer, and that what is refused is one line and a status."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koikoi.__main__ import main
from koikoi.cards import Card, fuda
from koikoi.commands import CommandError, sight_of
from koikoi.match import Match
from koikoi.record import write
from koikoi.rules import PRESETS
from koikoi.words import SOURCES
from tests.games import new_match, played

MATCH = played(new_match(b"commands", "nintendo rounds=3"))[-1]


def koikoi(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "koikoi", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, check=False, timeout=60)


def ids(text: str) -> list[int]:
    return [card.value for card in fuda(text)]


def asked(rules: str, *questions: dict[str, Any]) -> list[Any]:
    """Return the answers to questions about piles."""
    lines = "\n".join(json.dumps(question) for question in questions)
    result = koikoi("yaku", "--rules", rules, stdin=lines.encode())
    assert (result.returncode, result.stderr) == (0, b"")
    return [json.loads(line) for line in result.stdout.splitlines()]


def summary(*matches: Match, mismatches: int = 0) -> str:
    rounds = [round_ for match in matches for round_ in match.rounds]
    decisions = sum(len(round_.moves) for round_ in rounds)
    return (
        f"{len(matches)} matches, {len(rounds)} rounds, {decisions} decisions, "
        f"{mismatches} mismatches"
    )


# In general.


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "COMMAND"),
        (["dance"], "invalid choice: 'dance'"),
        (["rules", "tennis"], "no rules are called 'tennis'; there are nintendo, ja_wiki"),
        (["rules", "nintendo rounds=0"], "a match has at least one round"),
        (["yaku", "--rules", "nintendo tea=yes"], "'tea=yes' is no rule"),
        (["yaku", "--rule", "nintendo"], "unrecognized arguments: --rule"),
        (["replay"], "FILE"),
        (["replay", "--rules", "tennis", "x"], "no rules are called 'tennis'"),
        (["arena", "easy", "hard", "--matches", "3", "--seed", "1"], "3 matches"),
        (["arena", "easy", "hard", "--matches", "x", "--seed", "1"], "invalid int value: 'x'"),
        (["arena", "easy", "hard", "--seed", "1"], "--matches"),
        (["arena", "easy", "hard", "--matches", "2"], "--seed"),
        (["arena", "easy", "best", "--matches", "2", "--seed", "1"], "there are random, easy"),
        (["arena", "easy:9", "hard", "--matches", "2", "--seed", "1"], "easy takes no budget"),
        (
            ["arena", "easy", "hard", "--matches", "2", "--seed", "1", "--rounds", "0"],
            "a match has at least one round",
        ),
        (["arena", "easy", "hard", "--matches", "2", "--seed", "1", "--jobs", "0"], "0 processes"),
    ],
)
def test_what_is_refused_is_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    try:
        status: object = main(arguments)
    except SystemExit as end:
        status = end.code

    said = capsys.readouterr()
    assert status == 2
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert said.err.startswith("koikoi: ")
    assert complaint in said.err


def test_a_reader_that_has_seen_enough_is_no_reason_for_a_traceback() -> None:
    command = [sys.executable, "-m", "koikoi", "rules"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        said = process.stderr.read()

    assert (process.returncode, said) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_said_in_one_line() -> None:
    command = [sys.executable, "-m", "koikoi", "rules"]
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)

    assert result.returncode == 2
    assert len(result.stderr.splitlines()) == 1
    assert b"cannot be written" in result.stderr


def test_the_commands_are_the_same_in_both_programs() -> None:
    device = [sys.executable, "-m", "device", "rules", "classic"]

    answer = subprocess.run(device, capture_output=True, check=True)

    assert answer.stdout == koikoi("rules", "classic").stdout


# replay


def test_a_record_is_replayed_and_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.txt"
    file.write_text(write(MATCH))

    status = main(["replay", str(file)])

    rate, last = capsys.readouterr().out.splitlines()
    assert (status, last) == (0, summary(MATCH))
    assert "rounds per second" in rate


def test_packed_and_plain_files_are_told_apart_by_content(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain, packed = tmp_path / "plain.gz", tmp_path / "packed"
    plain.write_text(write(MATCH))
    packed.write_bytes(gzip.compress(write(MATCH).encode()))

    status = main(["replay", str(plain), str(packed)])

    assert (status, capsys.readouterr().out.splitlines()[-1]) == (0, summary(MATCH, MATCH))


def test_a_mismatch_is_told_with_its_file_and_place_and_is_status_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "changed.txt"
    result = MATCH.rounds[1].result
    assert result is not None
    paid = f" {result.points[0]}:{result.points[1]}"
    before, right, after = write(MATCH).partition(f"result {str(result).partition(paid)[0]}{paid}")
    file.write_text(before + right.replace(paid, " 99:0") + after)

    status = main(["replay", str(file)])

    told, *_, last = capsys.readouterr().out.splitlines()
    assert (status, last.split(", ")[:3]) == (1, summary(MATCH).split(", ")[:3])
    assert not last.endswith(" 0 mismatches")
    assert told.startswith(f"{file}: match 1, round 2, turn ")
    assert ": expected " in told
    assert ", got " in told


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (None, "No such file"),
        (b"", "not a KoiKoi-Japan record"),
        (b"hello", "not a KoiKoi-Japan record"),
        (b"\xff\xfe", "no text"),
        (gzip.compress(b"koikoi record 1", mtime=0)[:-4], "cannot be unpacked"),
        (b"\x1f\x8b\x08" + b"x" * 40, ""),
        (b"koikoi record 1\nrules nintendo\n", ""),
        (b"[" * 99_999, ""),
        (b'{"a":' * 99_999, ""),
    ],
)
def test_a_file_that_cannot_be_read_is_named_and_the_others_are_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None, complaint: str
) -> None:
    good, bad = tmp_path / "good", tmp_path / "bad"
    good.write_text(write(MATCH))
    if content is not None:
        bad.write_bytes(content)

    status = main(["replay", str(bad), str(good)])

    said = capsys.readouterr()
    assert (status, said.out.splitlines()[-1]) == (2, summary(MATCH))
    assert len(said.err.splitlines()) == 1
    assert said.err.startswith(f"koikoi: {bad}: ")
    assert complaint in said.err


def test_a_directory_is_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["replay", str(tmp_path)])

    said = capsys.readouterr()
    assert (status, said.out.splitlines()[-1]) == (2, summary())
    assert "directory" in said.err


def test_a_file_name_that_is_no_text_can_be_named(tmp_path: Path) -> None:
    result = koikoi("replay", os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))

    assert result.returncode == 2
    assert len(result.stderr.splitlines()) == 1


# yaku


def test_the_owners_calls_are_in_the_points() -> None:
    pile = {"captured": ids("3H 9T"), "calls": 1}

    (answer,) = asked("koikoi_japan", pile)

    assert (answer["yaku"], answer["points"]) == ([["hanami", 3]], 4)


def test_each_line_is_answered_in_order_and_what_is_unknown_is_ignored() -> None:
    answers = asked(
        "nintendo",
        {"captured": []},
        {"captured": ids("6T 7T AT"), "colour": "red"},
        {"captured": ids("3H 9T"), "table": ids("1a"), "month": 12, "opponent": ids("8H")},
    )

    assert [answer["yaku"] for answer in answers] == [[], [["inoshikachou", 5]], [["hanami", 5]]]
    assert [list(answer) for answer in answers] == [["yaku", "points", "reach"]] * 3


def test_reach_tells_the_free_cards_that_would_make_a_yaku() -> None:
    # The crane and the curtain held, the moon with the other side: the phoenix is left.
    (answer,) = asked("nintendo", {"captured": ids("1H 3H"), "opponent": ids("8H")})

    assert answer["reach"] == [["sankou", ids("CH")], ["hanami", ids("9T")]]


def test_the_month_decides_about_its_cards() -> None:
    four = ids("3H 3Z 3a 3b")

    march, april = asked("namuwiki", {"captured": four, "month": 3}, {"captured": four, "month": 4})

    assert (march["yaku"], april["yaku"]) == ([["tsukifuda", 4]], [])


def test_yaku_and_reach_come_in_the_order_of_the_keys() -> None:
    order = [
        *("gokou", "shikou", "ameshikou", "sankou", "hanami", "tsukimi", "inoshikachou", "tane"),
        *("akatan", "aotan", "akatan_aotan", "tan", "kasu", "tsukifuda"),
    ]
    everything = [card.value for card in Card]

    for answer in asked(
        "koikoi_japan month_cards=current_month",
        {"captured": everything},
        {"captured": ids("1H 1Z 2Z 6Z 9Z 9T 6T 7T 4T 5T")},
    ):
        for keys in ([key for key, _ in answer["yaku"]], [key for key, _ in answer["reach"]]):
            assert keys == sorted(keys, key=order.index)
        for _, missing in answer["reach"]:
            assert missing == sorted(missing)


def test_an_answer_comes_before_the_next_question_is_asked() -> None:
    command = [sys.executable, "-m", "koikoi", "yaku"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b'{"captured": []}\n')
        process.stdin.flush()
        answer = process.stdout.readline()
        process.stdin.close()

    assert json.loads(answer) == {"yaku": [], "points": 0, "reach": []}


BAD = [
    b"",
    b"hello",
    b"[0, 8]",
    b"{}",
    b'{"captured": 8}',
    b'{"captured": [48]}',
    b'{"captured": [-1]}',
    b'{"captured": [true]}',
    b'{"captured": [1.0]}',
    b'{"captured": ["1H"]}',
    b'{"captured": [8, 8]}',
    b'{"captured": [8], "opponent": [8]}',
    b'{"captured": [8], "table": [8]}',
    b'{"captured": [8], "month": 0}',
    b'{"captured": [8], "month": 13}',
    b'{"captured": [8], "month": null}',
    b'{"captured": [8], "calls": -1}',
    b'{"captured": [8], "calls": 1' + b"0" * 5000 + b"}",
    b'{"captured": ["\xff"]}',
    b"[" * 99_999,
]


@pytest.mark.parametrize("line", BAD)
def test_a_line_that_asks_nothing_is_refused(line: bytes) -> None:
    with pytest.raises(CommandError):
        sight_of(line)


@given(st.binary() | st.text().map(str.encode))
def test_any_line_is_a_question_or_is_refused(line: bytes) -> None:
    with suppress(CommandError):
        sight_of(line)


def test_a_bad_line_is_named_and_ends_it_with_status_2() -> None:
    result = koikoi("yaku", stdin=b'{"captured": []}\n{"captured": [48]}\n{"captured": []}\n')

    assert result.returncode == 2
    assert len(result.stdout.splitlines()) == 1
    assert result.stderr.decode().splitlines() == [
        'koikoi: line 2: "captured": 48 is no whole number from 0 to 47'
    ]


# arena


def test_a_contest_is_told_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    contest = ["arena", "normal", "random", "--matches", "4", "--seed", "1", "--rounds", "1"]

    status = main([*contest, "--json", "--rules", "classic gokou=20"])

    told = json.loads(capsys.readouterr().out)
    assert status == 0
    assert list(told) == [
        *("a", "b", "rules", "matches", "wins", "losses", "draws", "win_rate", "ci95"),
        *("points_per_round", "points_ci95", "ms_per_decision"),
    ]
    assert (told["a"], told["b"], told["matches"]) == ("normal", "random", 4)
    assert told["rules"] == "classic rounds=1 gokou=20"
    assert told["wins"] + told["losses"] + told["draws"] == 4
    assert told["win_rate"] == (told["wins"] + told["draws"] / 2) / 4
    assert told["ci95"][0] <= told["win_rate"] <= told["ci95"][1]
    assert told["points_ci95"][0] <= told["points_per_round"] <= told["points_ci95"][1]
    for side in "ab":
        assert list(told["ms_per_decision"][side]) == ["median", "p99"]


def test_the_plain_answer_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    contest = ["arena", "normal", "random", "--matches", "4", "--seed", "1", "--rounds", "1"]

    main([*contest, "--json"])
    told = json.loads(capsys.readouterr().out)
    main(contest)
    said = capsys.readouterr().out

    counts = f"4: {told['wins']} wins, {told['losses']} losses, {told['draws']} draws"
    for words in ("normal", "random", told["rules"], counts):
        assert words in said
    for number in (told["win_rate"], *told["ci95"]):
        assert f"{number:.4f}" in said
    for number in (told["points_per_round"], *told["points_ci95"]):
        assert f"{number:+.4f}" in said
    assert said.count("median") == said.count("p99") == 2


# rules


def test_without_a_name_the_usual_rules_and_all_others_are_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status = main(["rules"])

    said = capsys.readouterr().out
    assert status == 0
    assert said.splitlines()[0] == "nintendo"
    for preset, (_, source) in SOURCES.items():
        assert preset in said
        assert source in said


@pytest.mark.parametrize("preset", PRESETS)
def test_what_differs_from_each_other_preset_is_told(
    capsys: pytest.CaptureFixture[str], preset: str
) -> None:
    main(["rules", preset])

    told = capsys.readouterr().out.partition("What differs in the others\n")[2].splitlines()
    heads = [line.split()[0] for line in told if not line.startswith("    ")]
    assert {head.rstrip(":") for head in heads} == set(PRESETS) - {preset}


def test_a_rule_line_is_told_and_compared_with_its_own_preset_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["rules", "nintendo rounds=3"])

    said = capsys.readouterr().out
    assert said.splitlines()[0] == "nintendo rounds=3"
    differing = said.partition("  nintendo ")[2].partition("  ja_wiki")[0].splitlines()[1:]
    assert [line.split() for line in differing if line.strip()] == [["rounds", "3", "12"]]


# Review.


def test_a_review_tells_each_round_and_what_was_better(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = tmp_path / "match.txt"
    name.write_text(write(MATCH), "utf-8")

    status = main(["review", str(name), "--playouts", "50", "--seat", "north"])

    lines = capsys.readouterr().out.splitlines()
    rounds = [line for line in lines if not line.startswith(" ")]
    assert status == 0
    assert [line.split(":")[0] for line in rounds] == ["round 1", "round 2", "round 3"]
    assert all(", better " in line for line in lines if line.startswith(" "))


def test_a_review_reads_a_saved_game_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, save = tmp_path / "match.txt", tmp_path / "game.json"
    record.write_text(write(MATCH), "utf-8")
    save.write_text(json.dumps({"format": "koikoi", "record": write(MATCH).splitlines()}))
    main(["review", str(record), "--playouts", "20", "--round", "2"])
    expected = capsys.readouterr().out

    main(["review", str(save), "--playouts", "20", "--round", "2"])

    assert capsys.readouterr().out == expected != ""


@pytest.mark.parametrize(
    ("content", "options", "complaint"),
    [
        ("nothing", [], "match.txt: line 1"),
        ("{}", [], "match.txt: it is no saved game of ours"),
        (write(MATCH), ["--round", "9"], "there is no round 9; the last one is 3"),
        (write(MATCH), ["--playouts", "0"], "--playouts must be 1 or more"),
    ],
)
def test_what_cannot_be_reviewed_is_said_in_one_line(
    content: str,
    options: list[str],
    complaint: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    name = tmp_path / "match.txt"
    name.write_text(content, "utf-8")

    assert main(["review", str(name), *options]) == 2
    assert complaint in capsys.readouterr().err
