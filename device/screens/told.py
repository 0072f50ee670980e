"""What happened in a match, as values for the log: a turn is one entry."""

from __future__ import annotations

from typing import NamedTuple

from koikoi.cards import Month
from koikoi.match import Match
from koikoi.round import Event, Laid, Round

LOG_ENTRIES_PER_PAGE = 8


class Entry(NamedTuple):
    """A line of the log: which round and month, and what happened there.

    The events are the hand card and the drawn card of one turn, or one event of another kind.
    """

    round: int
    month: Month
    events: tuple[Event, ...]


def told(match: Match) -> tuple[Entry, ...]:
    """Return everything that happened in a match, in its order."""
    return tuple(
        Entry(number, round_.month, events)
        for number, round_ in enumerate(match.rounds, start=match.first_round)
        for events in turns(round_)
    )


def turns(round_: Round) -> tuple[tuple[Event, ...], ...]:
    """Return the events of a round, the two cards of a turn together."""
    grouped: list[tuple[Event, ...]] = []
    for event in round_.history:
        last = grouped[-1][-1] if grouped else None
        follows = (
            isinstance(event, Laid)
            and event.drawn
            and isinstance(last, Laid)
            and not last.drawn
            and last.seat is event.seat
        )
        if follows:
            grouped[-1] = (*grouped[-1], event)
        else:
            grouped.append((event,))
    return tuple(grouped)


def log_pages(match: Match) -> tuple[tuple[Entry, ...], ...]:
    """Return the pages of the log, the newest page first and at least one; the last may be short.

    Within a page the entries are in the order in which they happened.
    """
    entries = told(match)
    ends = range(len(entries), 0, -LOG_ENTRIES_PER_PAGE)
    return tuple(entries[max(end - LOG_ENTRIES_PER_PAGE, 0) : end] for end in ends) or ((),)
