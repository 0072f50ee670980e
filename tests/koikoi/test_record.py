"""Records: a match as text and back."""

from __future__ import annotations

import pytest
from hypothesis import given

from koikoi.coach import review
from koikoi.match import Cpu, Human, Match
from koikoi.record import NewerRecordError, RecordError, read, write
from koikoi.round import Round
from koikoi.seat import NORTH, SOUTH
from koikoi.yaku import Made
from tests.games import NINTENDO, matches, new_match, played, set_up

FINISHED = played(new_match(b"\x01\x02"))[-1]


@given(matches)
def test_a_match_is_read_back_from_its_record(match: Match) -> None:
    assert read(write(match)) == match


def test_a_record_says_rules_seats_and_seed_first() -> None:
    lines = write(new_match(b"\x01\x02")).splitlines()

    assert lines[:5] == [
        "koikoi record 1",
        "rules nintendo rounds=3",
        "south human",
        "north cpu hard",
        "seed 0102",
    ]


def test_a_match_given_up_is_read_back() -> None:
    match = new_match(b"x").give_up(SOUTH)

    assert read(write(match)) == match


def test_a_player_that_searches_keeps_its_means_and_budget() -> None:
    match = Match.new(NINTENDO, b"x", (Human(), Cpu("hard", "plain", 9000)))

    assert "north cpu hard plain 9000" in write(match).splitlines()
    assert read(write(match)) == match


def from_position(round_: Round) -> Match:
    return Match(NINTENDO, b"", (Human(), Cpu("hard")), (), (round_,), 7, (38, 22))


def test_a_match_can_start_from_a_position_in_a_later_round() -> None:
    round_ = set_up(
        "3a 4a",
        "2a 4b",
        "3H 8H 8a",
        draws="8T",
        took=("9T 1a", "5T 5a"),
        turn=NORTH,
        calls=(1, 2),
        held=(Made("kasu", 1), Made("tan", 2)),
    )
    match = from_position(round_)

    assert read(write(match)) == match
    assert match.scores == (38, 22)
    assert match.number == 7


def test_a_position_in_the_middle_of_a_choice_is_read_back() -> None:
    waiting = set_up("1a 4a", "2a 4b", "1H 8H 8a", draws="8T").apply(
        set_up("1a 4a", "2a 4b", "1H 8H 8a", draws="8T").legal_moves[0]
    )
    start = waiting.start
    middle = type(start)(
        month=start.month,
        oya=start.oya,
        turn=waiting.turn,
        tefuda=waiting.tefuda,
        bafuda=waiting.bafuda,
        yamafuda=waiting.yamafuda,
        torifuda=waiting.torifuda,
        drawn=waiting.drawn,
    )
    match = from_position(Round.begin(NINTENDO, middle))

    assert "drawn=8T" in write(match)
    assert read(write(match)) == match


def test_comments_and_blank_lines_are_passed_over() -> None:
    text = write(FINISHED).replace("south human", "# the player\n\n  south human  ")

    assert read(text) == FINISHED


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("koikoi record 1", "koikoi diary 1", "line 1: a record begins with 'koikoi record'"),
        ("koikoi record 1", "", "line 2: a line 'koikoi' was expected"),
        ("rules nintendo", "rules mine", "line 2: no rules are called 'mine'"),
        ("south human", "south nobody", "line 3: nobody sits like 'nobody'"),
        ("seed 0102", "seed 0103", "line 6: the seed draws other cards for dealer"),
        ("seed 0102", "seed 01zz", "line 5: "),
        ("\nround 1\n", "\nround 2\n", "line 7: round 1 was expected"),
        (" oya ", " aya ", "line 8: month and oya of the round were expected"),
        ("deal south=", "deal east=", "does not belong here"),
        ("result ", "result nobody ", "the result is "),
        ("round 3", "given_up south\nround 3", "does not belong here"),
    ],
)
def test_a_record_that_was_changed_is_refused_by_line(old: str, new: str, complaint: str) -> None:
    text = write(FINISHED)
    assert old in text

    with pytest.raises(RecordError, match=complaint):
        read(text.replace(old, new, 1))


def test_an_illegal_move_in_a_record_is_refused_with_its_line() -> None:
    lines = write(FINISHED).splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("play "))
    lines[place] = "play koikoi"

    with pytest.raises(RecordError, match=f"line {place + 1}: illegal move koikoi"):
        read("\n".join(lines))


def test_cards_dealt_otherwise_than_the_seed_deals_them_are_refused() -> None:
    lines = write(new_match(b"\x01\x02")).splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("deal "))
    start, south, rest = lines[place].split(" ", 2)
    lines[place] = f"{start} south={south[-2:]}{south[6:-2]} {rest}"

    with pytest.raises(RecordError, match="the seed deals round 1 otherwise"):
        read("\n".join(lines))


@pytest.mark.parametrize("cut", range(1, 9))
def test_a_record_that_ends_too_soon_is_refused(cut: int) -> None:
    lines = write(FINISHED).splitlines()

    with pytest.raises(RecordError, match="line"):
        read("\n".join(lines[:cut]))


def test_a_record_of_a_later_version_is_told_apart() -> None:
    with pytest.raises(NewerRecordError, match="version 2"):
        read(write(FINISHED).replace("record 1", "record 2"))


REVIEWED = FINISHED.reviewed(1, review(FINISHED, 1, SOUTH, 20))._replace(coached=3)


def test_what_the_coach_said_is_read_back() -> None:
    written = write(REVIEWED)

    assert read(written) == REVIEWED
    assert "coached 3" in written.splitlines()
    assert written.count("review ") == 1
    assert "review" not in write(FINISHED)
    assert "coached" not in write(FINISHED)


def test_a_round_without_a_choice_has_a_review_that_says_nothing() -> None:
    match = FINISHED.reviewed(2, ())

    assert read(write(match)) == match
    assert match.review(2) == ()
    assert match.review(1) is None


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("0:1a", "no decision with its cost"),
        ("0:1a:-1.000", "no decision with its cost"),
        ("0:1a:nan", "no decision with its cost"),
        ("90:1a:0.000", "not decisions of South"),
        ("{own}:koikoi:0.000", "could not be played"),
        ("{own} {own}", "no decision with its cost"),
    ],
)
def test_a_review_that_does_not_fit_its_round_is_refused(words: str, complaint: str) -> None:
    (number, found), *_ = REVIEWED.reviews
    lines = write(REVIEWED).splitlines()
    place = next(place for place, line in enumerate(lines) if line.startswith("review "))
    lines[place] = "review " + words.format(own=found[0].number)

    with pytest.raises(RecordError, match=f"line {place + 1}: .*{complaint}"):
        read("\n".join(lines))
    assert number == 1


def test_a_decision_is_reviewed_once() -> None:
    (_, found), *_ = REVIEWED.reviews
    word = f"{found[0].number}:{found[0].best}:{found[0].cost:.3f}"
    text = write(REVIEWED).replace(word, f"{word} {word}")

    with pytest.raises(RecordError, match="not decisions of South"):
        read(text)
