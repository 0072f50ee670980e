"""Replays: matches written as other programs write them agree, and any changed fact is noticed."""

from __future__ import annotations

import json
import re

import pytest

from koikoi.match import Cpu, Human, Match, dealt
from koikoi.moves import Pick, Play
from koikoi.position import four_of_a_month
from koikoi.record import write
from koikoi.replay import Mismatch, ReplayError, Tally, replay
from koikoi.round import Called
from koikoi.rules import PRESETS, RuleSet
from koikoi.score import Reason
from koikoi.seat import SOUTH
from tests.foreign import Json, Path, changed, facts, koikoi_japan, match_of, open_hanafuda_ai
from tests.games import new_match, played, set_up

JAPAN = PRESETS["koikoi_japan"]
OPEN = PRESETS["open_hanafuda_ai"]
JAPAN_STATES = match_of(JAPAN, b"japan")
OPEN_STATES = match_of(OPEN, b"open")
OWN_STATES = played(new_match(b"\x01\x02"))
SHORT_JAPAN = match_of(JAPAN.but(rounds=2), b"short")
SHORT_OPEN = match_of(OPEN.but(rounds=2), b"short")


def tally_of(match: Match) -> Tally:
    decisions = sum(len(round_.moves) for round_ in match.rounds)
    return Tally(1, len(match.rounds), decisions, ())


def whats(tally: Tally) -> list[str]:
    return [mismatch.what for mismatch in tally.mismatches]


def between_turns(states: list[Match]) -> list[Match]:
    """The states in which no drawn card and no question waits."""
    return [state for state in states if state.round.drawn is None and not state.round.calling]


def test_a_koikoi_japan_record_is_replayed_without_a_mismatch() -> None:
    match = JAPAN_STATES[-1]

    assert replay(json.dumps(koikoi_japan(match))) == tally_of(match)


def test_an_open_hanafuda_ai_line_is_replayed_without_a_mismatch() -> None:
    match = OPEN_STATES[-1]

    assert replay(json.dumps(open_hanafuda_ai(match))) == tally_of(match)


def test_our_own_record_is_replayed_without_a_mismatch() -> None:
    match = OWN_STATES[-1]

    assert replay(write(match)) == tally_of(match)


def test_a_saved_game_is_replayed_like_its_record() -> None:
    match = OWN_STATES[-1]
    save = {"format": "koikoi", "version": 1, "record": write(match).splitlines()}

    assert replay(json.dumps(save, indent=1)) == tally_of(match)


def test_the_matches_of_all_lines_of_a_file_count() -> None:
    lines = [json.dumps(open_hanafuda_ai(match_of(OPEN, seed)[-1])) for seed in (b"a", b"b")]
    both = replay(lines[0]).plus(replay(lines[1]))

    assert replay("\n\n".join(lines) + "\n") == both
    assert str(both).startswith("2 matches, 24 rounds, ")
    assert str(both).endswith(" decisions, 0 mismatches")


def test_bytes_are_read_like_text() -> None:
    record = write(OWN_STATES[-1])

    assert replay(record.encode("utf-8-sig")) == replay(record)


@pytest.mark.parametrize("place", range(0, 40, 3))
def test_a_koikoi_japan_record_that_breaks_off_is_replayed_as_far_as_it_goes(place: int) -> None:
    match = between_turns(JAPAN_STATES)[place]

    assert replay(json.dumps(koikoi_japan(match))) == tally_of(match)


@pytest.mark.parametrize("place", range(0, 40, 3))
def test_a_line_that_breaks_off_is_replayed_as_far_as_it_goes(place: int) -> None:
    match = between_turns(OPEN_STATES)[place]

    assert replay(json.dumps(open_hanafuda_ai(match))) == tally_of(match)


@pytest.mark.parametrize("place", range(0, 40, 3))
def test_our_own_record_that_breaks_off_is_replayed_as_far_as_it_goes(place: int) -> None:
    assert replay(write(OWN_STATES[place])) == tally_of(OWN_STATES[place])


def test_a_forced_stop_is_no_decision_and_an_answered_question_is_one() -> None:
    rounds = [round_ for state in (JAPAN_STATES[-1], OPEN_STATES[-1]) for round_ in state.rounds]
    choices = sum(len(round_.moves) for round_ in rounds)
    plays = sum(isinstance(move, Play) for round_ in rounds for move in round_.moves)
    picks = sum(isinstance(move, Pick) for round_ in rounds for move in round_.moves)
    told = (koikoi_japan(JAPAN_STATES[-1]), open_hanafuda_ai(OPEN_STATES[-1]))
    turns = [len(round_) - 1 for round_ in told[0]["record"].values()]
    turns += [len(round_["turns"]) for round_ in told[1]["rounds"]]

    both = replay(json.dumps(told[0])).plus(replay(json.dumps(told[1])))

    assert plays == sum(turns)
    assert plays + picks < both.decisions == choices


def noticed(told: Json, rules: RuleSet) -> bool:
    """Whether a replay complains of a record, by a mismatch or by refusing it."""
    try:
        return bool(replay(json.dumps(told), rules).mismatches)
    except ReplayError:
        return True


def unnoticed(told: Json, rules: RuleSet) -> list[Path]:
    """The facts whose change no replay notices."""
    return [path for path in facts(told) if not noticed(changed(told, path), rules)]


def test_any_one_fact_changed_in_a_koikoi_japan_record_is_noticed() -> None:
    told = koikoi_japan(SHORT_JAPAN[-1])

    assert not noticed(told, JAPAN.but(rounds=2))
    assert unnoticed(told, JAPAN.but(rounds=2)) == []


def test_any_one_fact_changed_in_an_unfinished_koikoi_japan_record_is_noticed() -> None:
    told = koikoi_japan(between_turns(SHORT_JAPAN)[4])

    assert told["save"]
    assert not noticed(told, JAPAN.but(rounds=2))
    assert unnoticed(told, JAPAN.but(rounds=2)) == []


def test_any_one_fact_changed_in_an_open_hanafuda_ai_line_is_noticed() -> None:
    told = open_hanafuda_ai(SHORT_OPEN[-1])
    # By rules that were asked for it does not matter which the line names.
    name = told.pop("rules")
    told["rules"] = None

    assert name == "open_hanafuda_ai"
    assert not noticed(told, OPEN.but(rounds=2))
    assert [path for path in unnoticed(told, OPEN.but(rounds=2)) if path != ("rules",)] == []


def shoubu_round(told: Json) -> int:
    """The first round of a line that somebody won."""
    return next(n for n, round_ in enumerate(told["rounds"]) if round_["winner"] is not None)


def last_call(told: Json, number: int) -> Path:
    return ("rounds", number, "turns", len(told["rounds"][number]["turns"]) - 1, "call")


@pytest.mark.parametrize(
    ("key", "what"),
    [
        ("points", ["points"]),
        ("base", ["points before doubling"]),
        ("multiplier", ["doubling"]),
        ("winner", ["winner", "points"]),
        ("totals", ["totals"]),
        ("yaku", ["yaku"]),
    ],
)
def test_a_changed_end_of_a_round_is_one_mismatch_by_its_name(key: str, what: list[str]) -> None:
    told = open_hanafuda_ai(OPEN_STATES[-1])
    number = shoubu_round(told)
    end = told["rounds"][number]
    other = {
        "winner": 1 - end["winner"],
        "totals": [end["totals"][0] + 1, end["totals"][1]],
        "yaku": [*end["yaku"], ["Moon Cake", 1]],
    }
    end[key] = other.get(key, end["points"] + 1)

    tally = replay(json.dumps(told))

    assert whats(tally) == what
    assert {mismatch.round for mismatch in tally.mismatches} == {number + 1}


def test_a_mismatch_says_where_it_is_what_was_told_and_what_the_engine_says() -> None:
    told = open_hanafuda_ai(OPEN_STATES[-1])
    number = shoubu_round(told)
    end = told["rounds"][number]
    end["multiplier"] += 1
    times, turns = end["multiplier"], len(end["turns"])

    (mismatch,) = replay(json.dumps(told)).mismatches

    assert mismatch == Mismatch(number + 1, turns, "doubling", str(times), str(times - 1), 1)
    assert str(mismatch) == (
        f"match 1, round {number + 1}, turn {turns}: doubling: expected {times}, got {times - 1}"
    )


def test_a_mismatch_in_a_file_of_several_matches_names_the_match() -> None:
    right = open_hanafuda_ai(OPEN_STATES[-1])
    wrong = changed(right, ("rounds", shoubu_round(right), "base"))

    tally = replay("\n".join(json.dumps(told) for told in (right, right, wrong)))

    assert [mismatch.match for mismatch in tally.mismatches] == [3]


def test_a_round_that_cannot_be_followed_is_left_for_the_next_one() -> None:
    told = open_hanafuda_ai(OPEN_STATES[-1])
    told["rounds"][0]["turns"][3]["draw"] = told["rounds"][0]["turns"][2]["draw"]

    tally = replay(json.dumps(told))

    assert whats(tally) == ["drawn card"]
    assert [(mismatch.round, mismatch.turn) for mismatch in tally.mismatches] == [(1, 4)]
    assert tally.rounds == 12
    assert tally.decisions > tally_of(OPEN_STATES[-1]).decisions * 0.8


def test_a_question_that_was_not_asked_is_named() -> None:
    told = open_hanafuda_ai(OPEN_STATES[-1])
    told["rounds"][0]["turns"][0]["call"] = "koikoi"

    (mismatch,) = replay(json.dumps(told)).mismatches

    assert mismatch == Mismatch(1, 1, "question", "koikoi", "no question", 1)


def test_a_question_that_was_left_out_is_named() -> None:
    told = open_hanafuda_ai(OPEN_STATES[-1])
    rounds = OPEN_STATES[-1].rounds
    number = next(n for n, each in enumerate(rounds) if "shoubu" in map(str, each.moves))
    *_, turn, _ = path = last_call(told, number)
    assert isinstance(turn, int)
    told["rounds"][number]["turns"][turn][path[-1]] = None

    (mismatch,) = replay(json.dumps(told)).mismatches

    assert mismatch == Mismatch(number + 1, turn + 1, "question", "no question", "asked", 1)


def test_a_forced_stop_that_was_left_out_is_named_with_its_rule() -> None:
    told = open_hanafuda_ai(OPEN_STATES[-1])
    number, call = next(
        (number, event)
        for number, round_ in enumerate(OPEN_STATES[-1].rounds)
        for event in round_.history
        if isinstance(event, Called) and event.forced
    )
    told["rounds"][number]["turns"][-1]["call"] = None

    (mismatch,) = replay(json.dumps(told)).mismatches

    assert mismatch.what == "question"
    assert (mismatch.expected, mismatch.got) == ("no question", f"stopped by {call.forced}")


def test_koikoi_where_a_rule_forces_a_stop_is_named() -> None:
    told = open_hanafuda_ai(OPEN_STATES[-1])
    number = next(
        number
        for number, round_ in enumerate(OPEN_STATES[-1].rounds)
        if any(isinstance(event, Called) and event.forced for event in round_.history)
    )
    told["rounds"][number]["turns"][-1]["call"] = "koikoi"

    (mismatch,) = replay(json.dumps(told)).mismatches

    assert (mismatch.what, mismatch.expected) == ("question", "koikoi")
    assert mismatch.got.startswith("stopped by koikoi_")


@pytest.mark.parametrize("key", ["take", "draw_take"])
def test_a_capture_that_was_left_out_is_named(key: str) -> None:
    right = open_hanafuda_ai(OPEN_STATES[-1])
    turns = right["rounds"][0]["turns"]
    for place, turn in enumerate(turns):
        told = json.loads(json.dumps(right))
        told["rounds"][0]["turns"][place][key] = []

        mismatches = replay(json.dumps(told)).mismatches

        wrong = [(each.round, each.turn) for each in mismatches]
        assert wrong == ([(1, place + 1)] if turn[key] else [])
        assert {each.what for each in mismatches} <= {"capture", "move"}


def test_a_choice_that_was_left_out_is_named() -> None:
    told = open_hanafuda_ai(OPEN_STATES[-1])
    number, place = next(
        (number, sum(isinstance(move, Play) for move in round_.moves[:index]))
        for number, round_ in enumerate(OPEN_STATES[-1].rounds)
        for index, move in enumerate(round_.moves)
        if isinstance(move, Pick)
    )
    told["rounds"][number]["turns"][place - 1]["draw_take"] = []

    (mismatch,) = replay(json.dumps(told)).mismatches

    assert mismatch[:4] == (number + 1, place, "capture", "nothing")
    assert mismatch.got.count("*") == 2


def test_a_turn_after_the_end_of_a_round_is_named() -> None:
    told = open_hanafuda_ai(OPEN_STATES[-1])
    turns = told["rounds"][0]["turns"]
    turns.append(turns[-1])

    (mismatch,) = replay(json.dumps(told)).mismatches

    assert mismatch == Mismatch(1, len(turns), "round", "another turn", "over", 1)


def test_a_round_that_stops_before_its_end_is_named() -> None:
    told = open_hanafuda_ai(OPEN_STATES[-1])
    turns = told["rounds"][0]["turns"]
    turns.pop()

    (mismatch,) = replay(json.dumps(told)).mismatches

    assert mismatch == Mismatch(1, len(turns), "round", "over", "not over", 1)


def test_a_dealer_that_the_last_round_did_not_make_is_named() -> None:
    told = koikoi_japan(JAPAN_STATES[-1])
    told["record"]["round2"]["basic"]["Dealer"] = 3 - told["record"]["round2"]["basic"]["Dealer"]

    first, *_ = replay(json.dumps(told)).mismatches

    assert (first.round, first.turn, first.what) == (2, 0, "dealer")
    assert {first.expected, first.got} == {"south", "north"}


def test_a_deal_that_the_rules_send_back_is_named() -> None:
    told = open_hanafuda_ai(OPEN_STATES[-1])
    # All four pines on the table: the cards there change places with those that lie elsewhere.
    deal = told["rounds"][0]["deal"]
    for pine, place in zip(range(4), range(16, 20), strict=True):
        other = deal.index(pine)
        deal[place], deal[other] = deal[other], deal[place]

    first, *_ = replay(json.dumps(told)).mismatches

    assert first[:5] == (1, 0, "deal", "no misdeal", "field_four_of_month")


def test_a_card_dealt_twice_is_named() -> None:
    told = open_hanafuda_ai(OPEN_STATES[-1])
    told["rounds"][0]["deal"][0] = told["rounds"][0]["deal"][1]

    (mismatch,) = replay(json.dumps(told)).mismatches

    assert mismatch[:4] == (1, 0, "deal", "48 cards")
    assert mismatch.got.startswith("a card lies in two places: ")


def test_a_round_after_the_last_is_named() -> None:
    told = open_hanafuda_ai(OPEN_STATES[-1])
    told["rounds"].append(told["rounds"][0])

    assert "match" in whats(replay(json.dumps(told)))


def test_a_line_played_by_other_rules_than_it_names_is_named() -> None:
    told = open_hanafuda_ai(OPEN_STATES[-1])
    told["rules"] = "nintendo"

    assert whats(replay(json.dumps(told))) == ["rules"]
    assert whats(replay(json.dumps(told), OPEN)) == []


def test_other_rules_disagree_with_a_foreign_record() -> None:
    told = koikoi_japan(JAPAN_STATES[-1])

    found = set(whats(replay(json.dumps(told), PRESETS["nintendo"])))

    assert {"rounds of the match", "points at the start", "points"} <= found


def test_a_match_of_koikoi_japan_that_ends_in_ruin_is_replayed_to_its_end() -> None:
    seeds = (str(seed).encode() for seed in range(200))
    match = next(
        match
        for match in (match_of(JAPAN, seed)[-1] for seed in seeds)
        if len(match.rounds) < JAPAN.rounds
    )
    told = koikoi_japan(match)

    assert replay(json.dumps(told)) == tally_of(match)
    assert replay(json.dumps(told), JAPAN.but(bankrupt_ends=False)).mismatches


RECORD = write(OWN_STATES[-1])


def own(pattern: str, new: str, text: str = RECORD) -> str:
    changed_text, times = re.subn(pattern, new, text, count=1, flags=re.MULTILINE)
    assert times == 1
    assert changed_text != text
    return changed_text


@pytest.mark.parametrize(
    ("pattern", "new", "what"),
    [
        (r"^result (\w+ \w+) \d+", r"result \1 99", "result"),
        (r"^result (south|north)", "result nobody", "result"),
        (r"^seed 0102", "seed 0103", "draw for dealer"),
        (r"^oyagime (\S+)", r"oyagime \1 \1", "draw for dealer"),
        (r"^round 2", "round 3", "number of the round"),
        (r"^month 2", "month 3", "month"),
        (r"^play (\S+)", r"play koikoi", "move"),
        (r"^play (\S+)", r"play XX", "move"),
        (r"^play (\S+) /", r"play \1 / \1 /", "move"),
        (r"^deal (south=)(..)(..)", r"deal \1\3\2", "cards dealt"),
        (r"^(month .*)$", "\\1\nredealt teshi", "deals that went back"),
    ],
)
def test_a_changed_fact_in_our_own_record_is_named(pattern: str, new: str, what: str) -> None:
    assert what in whats(replay(own(pattern, new)))


def test_a_changed_dealer_in_our_own_record_is_named() -> None:
    first = "south" if OWN_STATES[-1].rounds[0].oya is SOUTH else "north"
    second = "south" if OWN_STATES[-1].rounds[1].oya is SOUTH else "north"
    other = {"south": "north", "north": "south"}

    for month, oya in ((1, first), (2, second)):
        text = own(f"^month {month} oya {oya}", f"month {month} oya {other[oya]}")
        assert "dealer" in whats(replay(text))


def test_an_illegal_move_is_named_with_the_legal_ones() -> None:
    round_ = OWN_STATES[-1].rounds[0]
    legal = " ".join(str(move) for move in round_.begin(round_.rules, round_.start).legal_moves)
    elsewhere = str(round_.start.bafuda[0])

    (mismatch, *_) = replay(own(r"^play (\S+)", f"play {elsewhere}")).mismatches

    assert mismatch == Mismatch(1, 1, "move", elsewhere, legal, 1)


def test_our_own_record_goes_on_with_the_next_round() -> None:
    tally = replay(own(r"^play (\S+)", r"play koikoi"))

    assert [mismatch.round for mismatch in tally.mismatches] == [1]
    assert tally.rounds == 3


def test_our_own_record_can_be_replayed_by_other_rules() -> None:
    wanted = {"result", "move", "match"}

    found = set(whats(replay(RECORD, RuleSet.parse("koikoi_japan rounds=2"))))

    assert found & wanted


def test_a_round_that_ended_at_the_deal_is_replayed() -> None:
    rules = RuleSet.parse("nintendo rounds=1")
    seed = next(
        seed
        for seed in (number.to_bytes(2, "big") for number in range(2000))
        if (result := Match.new(rules, seed, (Human(), Human())).round.result) is not None
        and result.reason is Reason.HAND_YAKU
    )
    match = Match.new(rules, seed, (Human(), Human()))

    assert replay(write(match)) == Tally(1, 1, 0, ())


def test_a_match_taken_over_in_a_later_round_is_replayed() -> None:
    round_ = set_up("3a 4a", "2a 4b", "3H 8H 8a", took=("9T 1a", "5T 5a"))
    match = Match(PRESETS["nintendo"], b"", (Human(), Cpu("hard")), (), (round_,), 7, (38, 22))

    assert replay(write(match)) == Tally(1, 1, 0, ())


def test_a_position_with_nothing_left_to_play_is_replayed() -> None:
    round_ = set_up("", "", "3H 8H 8a", took=("9T 1a", "5T 5a"))
    match = Match(PRESETS["nintendo"], b"", (Human(), Cpu("hard")), (), (round_,), 7, (38, 22))

    assert replay(write(match)) == Tally(1, 1, 0, ())


def test_a_match_that_was_given_up_is_replayed() -> None:
    match = new_match(b"x").give_up(SOUTH)

    assert replay(write(match)) == Tally(1, 1, 0, ())


def test_a_deal_without_a_seed_that_the_rules_send_back_is_named() -> None:
    rules = PRESETS["go_koikoi_program"]
    seed = next(
        seed
        for seed in (number.to_bytes(2, "big") for number in range(2000))
        if four_of_a_month(dealt(rules, seed, 1, SOUTH).start.bafuda)
    )
    sitters = (Human(), Human())
    match = Match(rules, b"", sitters, (), (dealt(rules, seed, 1, SOUTH),))

    assert whats(replay(write(match))) == []
    assert whats(replay(write(match), PRESETS["nintendo"])) == ["deal"]


JAPAN_TEXT = json.dumps(koikoi_japan(JAPAN_STATES[-1]))
OPEN_TEXT = json.dumps(open_hanafuda_ai(OPEN_STATES[-1]))


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("", "it is not a KoiKoi-Japan record, lines of open-hanafuda-ai, or a record"),
        ("hello", "it is not a KoiKoi-Japan record"),
        ("[]", "it is not a KoiKoi-Japan record"),
        ('{"rounds": 12, "difficulty": "normal"}', "it is not a KoiKoi-Japan record"),
        (b"\xff\xfe", "it is no text: "),
        (JAPAN_TEXT[:-1], "it is no JSON: "),
        ('{"a":' * 100_000, "it is no JSON: "),
        (f"{OPEN_TEXT}\n[]", "line 2: it is not a KoiKoi-Japan record"),
        (f"{OPEN_TEXT}\n{OPEN_TEXT[:-1]}", "line 2: Expecting"),
        (RECORD.replace("koikoi record 1", "koikoi record 2"), "koikoi record 1 was expected"),
        (RECORD.replace("rules nintendo", "rules mine"), "no rules are called 'mine'"),
        (RECORD.replace("seed 0102\n", ""), "the record: 'seed' is missing"),
        (RECORD.replace("south human", "south nobody"), "line 3: nobody sits like 'nobody'"),
        (RECORD.replace("\nround 1\n", "\nround one\n"), "round one: invalid literal"),
        (RECORD.replace("deal south=", "deal east="), "round 1: .*does not belong here"),
        (RECORD.replace("\nround ", "\nfrom 2 1-1\nround ", 1), "'2 1-1' is no round and pair"),
        (RECORD.split("round 1", maxsplit=1)[0], "there is no round in it"),
    ],
)
def test_what_is_no_record_is_refused_with_the_reason(content: str | bytes, complaint: str) -> None:
    with pytest.raises(ReplayError, match=complaint):
        replay(content)


@pytest.mark.parametrize(
    ("path", "value", "complaint"),
    [
        (("info", "numRound"), "8", "the match: '8' is no whole number"),
        (("result", "isOver"), 1, "the match: isOver is 1"),
        (("result", "isOver"), False, "the match: it is not over, but has an end"),
        (("record", "round1", "basic", "Dealer"), 0, "round1: there is no player 0"),
        (("record", "round1", "basic", "initPile"), [], "round1: initPile has 0 cards, not 24"),
        (("record", "round1", "turn2", "drawCard"), [13, 1], "round1, turn2: .* is no card"),
        (("record", "round1", "turn2", "isKoiKoi"), 1, "round1, turn2: isKoiKoi is 1"),
        (("record", "round1", "turn2"), {}, "round1, turn2: 'playerInTurn' is missing"),
        (("record", "round1", "turn99"), {}, "round1: 'turn.*' is missing"),
    ],
)
def test_a_koikoi_japan_record_that_cannot_be_read_is_refused_by_place(
    path: tuple[str, ...], value: object, complaint: str
) -> None:
    told = json.loads(JAPAN_TEXT)
    place = told
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value

    with pytest.raises(ReplayError, match=complaint):
        replay(json.dumps(told))


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"dealer": ', '"dealer": 7', "round 1: "),
        ('"deal": [', '"deal": [1, ', "round 1: the deal has 49 cards, not 48"),
        ('"play": ', '"play": 9', "round 1, turn 1: 9.* is no card"),
        ('"call": null', '"call": "maybe"', "round 1, turn 1: 'maybe'"),
        ('"seat"', '"chair"', "round 1, turn 1: 'seat' is missing"),
        ('"rounds": [', '"rounds": [[], ', "round 1: "),
    ],
)
def test_a_line_that_cannot_be_read_is_refused_by_place(old: str, new: str, complaint: str) -> None:
    with pytest.raises(ReplayError, match=complaint):
        replay(OPEN_TEXT.replace(old, new, 1))
