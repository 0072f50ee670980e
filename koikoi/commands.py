"""The commands that need no device: replay, review, yaku, arena, rules.

They are the same in `koikoi` and in `python -m koikoi`, and other programs may call them. What a
command works with is imported when it runs: a start must not pay for it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from io import TextIOWrapper
from typing import TYPE_CHECKING, NoReturn

from koikoi.cards import KoiKoiError

if TYPE_CHECKING:
    from koikoi.cards import Fuda
    from koikoi.match import Cpu, Match
    from koikoi.rules import RuleSet
    from koikoi.yaku import Sight

    Commands = argparse._SubParsersAction["Parser"]  # It has no public name.

REFUSED = 2
"""The exit status for a bad option, a bad line or a file that cannot be read."""


class CommandError(KoiKoiError, ValueError):
    """Something that a command cannot work with."""


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """Say it, and end with the status of a bad option."""
        complain(f"{message}; see {self.prog} --help")
        raise SystemExit(REFUSED)


def say(line: str) -> None:
    """Print a line at once: whoever asked may be waiting for it; raises CommandError."""
    try:
        print(line, flush=True)  # noqa: T201 - a command prints
    except BrokenPipeError:
        raise
    except OSError as error:
        sys.stdout = None  # Python would try it once more at its end, and complain.
        raise CommandError(f"the answer cannot be written: {error.strerror}") from error


def complain(line: str) -> None:
    """Print a line to standard error."""
    print(f"koikoi: {line}", file=sys.stderr)  # noqa: T201 - a command prints


def guarded(run: Callable[[argparse.Namespace], int], options: argparse.Namespace) -> int:
    """Return a command's exit status; what is refused is said in one line, never in a traceback."""
    if isinstance(sys.stdout, TextIOWrapper):
        # The name of a file may hold letters that the terminal lacks.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        return run(options)
    except KoiKoiError as error:
        complain(str(error))
        return REFUSED
    except BrokenPipeError:
        # Whoever read what we print has seen enough; Python would complain once more at its end.
        sys.stdout = None
        return 1
    except KeyboardInterrupt:
        return 130


def add_commands(commands: Commands) -> None:
    """Give a parser the commands of this module; `options.run` will be what runs one."""
    adding = add_command(commands, "replay", replay, "play recorded matches again and compare")
    adding.add_argument(
        "--rules",
        metavar="RULES",
        type=_rules,
        help="a preset or a quoted rule line; without it each kind of record has its own",
    )
    adding.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="records of KoiKoi-Japan, of open-hanafuda-ai (also packed, .gz) or our own",
    )

    adding = add_command(commands, "review", review, "tell where the points of a match were lost")
    adding.add_argument("file", metavar="RECORD", help="a record or a saved game of ours")
    adding.add_argument(
        "--seat", choices=("south", "north"), default="south", help="whose decisions (south)"
    )
    adding.add_argument("--round", metavar="N", type=int, help="only this round")
    adding.add_argument(
        "--playouts",
        metavar="N",
        type=int,
        default=8000,
        help="rounds played out for each decision: more are slower and surer (%(default)s)",
    )

    adding = add_command(commands, "yaku", yaku, "judge piles: a line of JSON in, a line out")
    _add_rules(adding)

    adding = add_command(commands, "arena", arena, "let two levels play against each other")
    for name in ("a", "b"):
        adding.add_argument(
            name, metavar=name.upper(), type=_entrant, help="LEVEL, or LEVEL:BUDGET if it has one"
        )
    adding.add_argument(
        "--matches",
        metavar="N",
        type=int,
        required=True,
        help="how many in all, an even number: each deal is played twice with seats swapped",
    )
    adding.add_argument(
        "--seed", metavar="S", required=True, help="the same seed deals the same cards"
    )
    _add_rules(adding)
    adding.add_argument("--rounds", metavar="K", type=int, help="months in a match")
    adding.add_argument(
        "--jobs", metavar="J", type=int, default=1, help="processes that share the work (1)"
    )
    adding.add_argument("--json", action="store_true", help="answer with one line of JSON")

    adding = add_command(commands, "rules", rules, "a rule set in words, and how the others differ")
    adding.add_argument(
        "name",
        metavar="NAME",
        nargs="?",
        type=_rules,
        help="a preset or a quoted rule line (nintendo)",
    )


def add_command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int], about: str
) -> argparse.ArgumentParser:
    """Give a parser one more command, and return the command's own parser."""
    adding = commands.add_parser(
        name, help=about, description=f"{about[0].upper()}{about[1:]}.", allow_abbrev=False
    )
    adding.set_defaults(run=run)
    return adding


def _add_rules(adding: argparse.ArgumentParser) -> None:
    adding.add_argument(
        "--rules",
        metavar="RULES",
        type=_rules,
        default="nintendo",
        help="a preset or a quoted rule line (%(default)s)",
    )


def _rules(text: str) -> RuleSet:
    """Return the rule set that an option names."""
    from koikoi.rules import RulesError, RuleSet

    try:
        return RuleSet.parse(text)
    except RulesError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _entrant(text: str) -> Cpu:
    """Return who an argument names."""
    from koikoi.arena import ArenaError, entrant

    try:
        return entrant(text)
    except ArenaError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def replay(options: argparse.Namespace) -> int:
    """Replay files; return 0, 1 if something differs, 2 if a file cannot be read."""
    from time import perf_counter

    from koikoi.replay import Tally
    from koikoi.replay import replay as replayed

    started = perf_counter()
    tally = Tally()
    unread = 0
    for name in options.files:
        try:
            found = replayed(_content(name), options.rules)
        except KoiKoiError as error:
            complain(f"{name}: {error}")
            unread += 1
            continue
        for mismatch in found.mismatches:
            say(f"{name}: {mismatch}")
        tally = tally.plus(found)
    seconds = perf_counter() - started
    say(f"{tally.rounds / seconds:,.0f} rounds per second, {seconds:.2f} seconds in all")
    say(str(tally))
    if unread:
        return REFUSED
    return 1 if tally.mismatches else 0


def _content(name: str) -> bytes:
    """Return what a file holds, unpacked if it is packed; raises CommandError."""
    import gzip
    import zlib
    from pathlib import Path

    try:
        content = Path(name).read_bytes()
        return gzip.decompress(content) if content.startswith(b"\x1f\x8b") else content
    except OSError as error:
        raise CommandError(error.strerror or str(error)) from error
    except (EOFError, zlib.error) as error:
        raise CommandError(f"it cannot be unpacked: {error}") from error


def review(options: argparse.Namespace) -> int:
    """Tell what each decision of a seat cost, the dearest of each round first."""
    from koikoi.coach import review as judged
    from koikoi.seat import Seat

    try:
        match = _match(_content(options.file))
    except KoiKoiError as error:
        raise CommandError(f"{options.file}: {error}") from error
    seat = Seat.parse(options.seat)
    last = match.first_round + len(match.rounds)
    numbers = range(match.first_round, last)
    if options.round is not None:
        if options.round not in numbers:
            raise CommandError(f"there is no round {options.round}; the last one is {last - 1}")
        numbers = range(options.round, options.round + 1)
    if options.playouts < 1:
        raise CommandError("--playouts must be 1 or more")
    for number in numbers:
        found = judged(match, number, seat, options.playouts)
        lost = sum(each.cost for each in found)
        unit = "matches" if match.rules.decides_match(number) else "points"
        say(f"round {number}: {lost:.1f} {unit} lost in {len(found)} decisions")
        moves = match.rounds[number - match.first_round].moves
        for each in found:
            if moves[each.number] != each.best:
                say(f"  {each.cost:5.2f}  {moves[each.number]}, better {each.best}")
    return 0


def _match(content: bytes) -> Match:
    """Return the match in a record, or in a saved game, which holds one; raises CommandError."""
    import json

    from koikoi.record import read

    text = content.decode(errors="replace")
    if text.lstrip().startswith("{"):
        try:
            lines = json.loads(text)["record"]
            text = "".join(f"{line}\n" for line in lines)
        except (ValueError, KeyError, TypeError, RecursionError):
            raise CommandError("it is no saved game of ours") from None
    return read(text)


def yaku(options: argparse.Namespace) -> int:
    """Judge what each line of standard input asks about, one line of answer for each."""
    import json

    from koikoi.yaku import judge, reach, worth

    in_force: RuleSet = options.rules
    if sys.stdin is None:
        raise CommandError("there is no standard input to read lines from")
    for number, line in enumerate(sys.stdin.buffer, 1):
        try:
            sight = sight_of(line)
        except CommandError as error:
            raise CommandError(f"line {number}: {error}") from error
        made = judge(in_force, sight)
        answer = {
            "yaku": made,
            "points": worth(in_force, made, sight.calls),
            "reach": reach(in_force, sight),
        }
        say(json.dumps(answer))
    return 0


def sight_of(line: bytes) -> Sight:
    """Return what a line asks about; raises CommandError."""
    import json

    from koikoi.cards import Month
    from koikoi.yaku import Sight

    try:
        asked = json.loads(line.decode())
    except json.JSONDecodeError as error:
        raise CommandError(f"it is no JSON: {error.msg}, column {error.colno}") from error
    except (ValueError, RecursionError) as error:
        raise CommandError(f"it is no JSON: {error}") from error
    if not isinstance(asked, dict) or "captured" not in asked:
        raise CommandError('it must be an object with "captured"')
    piles = {name: _pile(asked.get(name, []), name) for name in ("captured", "opponent", "table")}
    together = [card for pile in piles.values() for card in pile]
    twice = [card for card in dict.fromkeys(together) if together.count(card) > 1]
    if twice:
        raise CommandError(f"card {twice[0].value} is there twice")
    return Sight(
        own=piles["captured"],
        other=piles["opponent"],
        bafuda=piles["table"],
        month=Month(_number(asked.get("month", 1), "month", 1, 12)),
        calls=_number(asked.get("calls", 0), "calls", 0, 99),
    )


def _pile(ids: object, name: str) -> Fuda:
    from koikoi.cards import DECK

    if not isinstance(ids, list):
        raise CommandError(f'"{name}" must be a list of cards, 0 to 47')
    return tuple(DECK[_number(card, name, 0, 47)] for card in ids)


def _number(value: object, name: str, least: int, most: int) -> int:
    # True and 1.0 are equal to 1, but nobody means a card by them.
    if type(value) is not int or not least <= value <= most:
        raise CommandError(f'"{name}": {_short(value)} is no whole number from {least} to {most}')
    return value


def _short(value: object) -> str:
    """Return a value as JSON has it, its first letters if it is long."""
    import json

    try:
        written = json.dumps(value)
    except ValueError:
        return "that"  # a number of thousands of digits
    return written if len(written) <= 20 else f"{written[:20]}..."


def arena(options: argparse.Namespace) -> int:
    """Let two levels play, and tell how it went."""
    import json

    from koikoi.arena import Contest, as_json, as_lines, contend

    in_force: RuleSet = options.rules
    if options.rounds is not None:
        in_force = in_force.but(rounds=options.rounds)
    contest = Contest(options.a, options.b, in_force, options.seed)
    outcome = contend(contest, options.matches, options.jobs)
    if options.json:
        say(json.dumps(as_json(outcome)))
    else:
        for line in as_lines(outcome):
            say(line)
    return 0


def rules(options: argparse.Namespace) -> int:
    """Tell a rule set in words, and what differs in each preset."""
    from koikoi.rules import PRESETS
    from koikoi.words import SOURCES

    in_force: RuleSet = options.name or next(iter(PRESETS.values()))
    for line in _in_words(in_force):
        say(line)
    if options.name is None:
        say("Rule sets")
        for name, (_, source) in SOURCES.items():
            say(f"  {name:18} {source}")
        say("")
    say("What differs in the others")
    for preset in PRESETS.values():
        if preset != in_force:
            for line in _differences(in_force, preset):
                say(line)
    return 0


def _in_words(in_force: RuleSet) -> Iterator[str]:
    """Yield a rule set in words, what does not matter left out."""
    from koikoi.words import GROUPS, SOURCES, matters, sentence

    name, source = SOURCES[in_force.preset]
    yield f"{in_force}"
    yield f"{name}: {source}"
    for heading, names in GROUPS.items():
        yield ""
        yield heading
        for option in names:
            if matters(in_force, option):
                yield f"  {sentence(in_force, option)}"
    yield ""


def _differences(here: RuleSet, there: RuleSet) -> Iterator[str]:
    """Yield a table of the options in which two rule sets differ."""
    from koikoi.rules import choices

    rows = [
        (option, _word(getattr(here, option)), _word(getattr(there, option)))
        for option in choices()
        if getattr(here, option) != getattr(there, option)
    ]
    if not rows:
        yield f"  {there.preset}: nothing"
        return
    yield f"  {there.preset:24} {'here':26} there"
    for option, ours, theirs in rows:
        yield f"    {option:22} {ours:26} {theirs}"


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
