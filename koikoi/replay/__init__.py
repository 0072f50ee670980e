"""Matches that were played elsewhere or before, played again on the engine and compared."""

from __future__ import annotations

import json
from typing import Any

from koikoi.record import HEADING
from koikoi.replay import koikoi_japan, open_hanafuda_ai, own
from koikoi.replay.told import Mismatch, ReplayError, Tally, reading
from koikoi.rules import RuleSet

__all__ = ["Mismatch", "ReplayError", "Tally", "replay"]

KINDS = "a KoiKoi-Japan record, lines of open-hanafuda-ai, or a record or game of this program"


def replay(content: str | bytes, rules: RuleSet | None = None) -> Tally:
    """Replay all that a file holds, told apart by content; raises ReplayError.

    Without rules each kind is replayed by its own.
    """
    if isinstance(content, bytes):
        try:
            content = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise ReplayError(f"it is no text: {error}") from error
    if content.lstrip().startswith("{"):
        return _replay_json(content, rules)
    written = (line.strip() for line in content.splitlines())
    first = next((line for line in written if line and line[0] != "#"), "")
    if first.startswith(HEADING):
        return own.replay(content, rules)
    raise ReplayError(f"it is not {KINDS}")


def _replay_json(content: str, rules: RuleSet | None) -> Tally:
    """Replay one JSON object, or several, one to a line."""
    try:
        told = json.loads(content)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":
            return _replay_lines(content, rules)
        raise ReplayError(f"it is no JSON: {error}") from error
    except (ValueError, RecursionError) as error:
        raise ReplayError(f"it is no JSON: {error}") from error
    return _replay_object(told, rules, 1)


def _replay_lines(content: str, rules: RuleSet | None) -> Tally:
    tally = Tally()
    for number, line in enumerate(content.splitlines(), 1):
        if line.strip():
            with reading(f"line {number}"):
                told = json.loads(line)
                tally = tally.plus(_replay_object(told, rules, tally.matches + 1))
    return tally


def _replay_object(told: Any, rules: RuleSet | None, number: int) -> Tally:  # noqa: ANN401 - JSON
    """Replay what a JSON object tells; `number` is its place among the matches of the file."""
    match told:
        case {"format": "koikoi", "record": [*lines]} if all(isinstance(x, str) for x in lines):
            return own.replay("\n".join(lines), rules)
        case {"record": {}, "info": {}}:
            return koikoi_japan.replay(told, rules)
        case {"rounds": [*_]}:
            return open_hanafuda_ai.replay(told, rules, number)
    raise ReplayError(f"it is not {KINDS}")
