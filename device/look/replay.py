"""The table of a match that is looked at again."""

from __future__ import annotations

from device.look.entries import entry_briefs
from device.look.items import Layout
from device.look.look import Look
from device.look.pages import page_targets
from device.look.pieces import hint_line
from device.look.table import around, field, hand
from device.screens.replay import Replay
from device.screens.told import Entry, turns


def replay(screen: Replay, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out the table as it lay, and what had just happened."""
    match = screen.match
    happened = turns(match.round)[-1:]
    words: tuple[str, ...] = (look.text("replay.dealt"),)
    if happened:
        words = entry_briefs(look, Entry(match.number, match.round.month, happened[0]))
    counted = look.text("pill.replay", turn=screen.turn, turns=screen.turns)
    last = screen.month + 1 == len(screen.played.rounds)
    keys = look.text("key.close" if last else "key.replay")
    return Layout(
        look.size,
        (
            *around(look, match, counted),
            *field(look, match.round, ()),
            *hand(look, match.round),
            *hint_line(look, words, keys, alerts),
        ),
        page_targets(look),
    )
