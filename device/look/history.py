"""What has been played: the figures, and the list of the matches."""

from __future__ import annotations

from dataclasses import replace

from device.geometry import Box
from device.look.items import Align, Item, Layout, Line, Target
from device.look.lettering import width
from device.look.look import Look
from device.look.menus import centered, listing
from device.look.pages import page_targets
from device.look.pieces import (
    APART,
    Column,
    fitting,
    hint_line,
    page_column,
    page_head,
)
from device.look.words import level, listed, yaku_name
from device.screens.history import Finished, History
from koikoi.match import Match
from koikoi.tally import Tally

ROW_GAP = 4
"""Between the line under a figure and the next one, in pixels."""


def history(screen: History, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out the figures of all matches, or of those against one level by one preset's rules."""
    column = page_column(look)
    notes: tuple[str, ...] = ()
    if not screen.tallies:
        items = _said(column, "history.reading" if screen.tallies is None else "history.none")
        keys = look.text("key.close")
    else:
        tally = screen.tallies[screen.page]
        notes = _kind(look, tally)
        items = _figures(column, tally)
        keys = look.text("key.history")
    pages = {"page": screen.page + 1, "pages": screen.pages}
    left = (look.text("key.page", **pages), look.text("page.of", **pages))
    return Layout(
        look.size,
        (
            *page_head(look, look.text("history.title"), *notes),
            *items,
            *hint_line(look, left if screen.pages > 1 else "", keys, alerts, keys_first=True),
        ),
        page_targets(look),
    )


def _said(column: Column, key: str) -> list[Item]:
    """Return a text on a page that has nothing else."""
    return column.paragraph(0, column.wrapped(column.look.text(key)))


def _kind(look: Look, tally: Tally) -> tuple[str, ...]:
    """Return which matches these are, and shorter."""
    if not tally.level:
        return (look.text("history.all"),)
    opponent, rules = look.text(f"level.{tally.level}"), look.text(f"rules.{tally.rules}")
    return listed(look, (opponent, rules)), opponent


def _figures(column: Column, tally: Tally) -> list[Item]:
    """Return a line for each figure, and in what is left of the page the sets."""
    look = column.look
    south, north = tally.points
    months = tally.months, tally.months_won, tally.months_lost
    rows: tuple[tuple[str, tuple[str, ...]], ...] = (
        ("history.games", _won(look, tally.matches, tally.won, tally.lost)),
        ("history.months", _won(look, *months)),
        ("history.points", (look.text("match.score", south=south, north=north),)),
        ("history.koikoi", _koikoi(look, tally)),
    )
    if tally.coached:
        rows = (*rows, ("history.coached", (look.text("history.coached.in", n=tally.coached),)))
    items: list[Item] = []
    row = column
    for key, forms in rows:
        label = look.text(key)
        room = column.width - APART - width(label, look.metrics.body)
        items.append(row.text(0, label))
        items.append(row.text(0, fitting(look, room, *forms), Align.RIGHT))
        row = replace(row, top=row.top + look.metrics.line + ROW_GAP)
        items.append(Line(Box(row.left, row.top - ROW_GAP, row.width, 1), dotted=True))
    below = replace(row, top=row.top + (0 if look.metrics.compact else look.metrics.line))
    items.append(below.text(0, look.text("history.yaku"), style=look.metrics.strong))
    room = (look.metrics.hint_line - below.top) // look.metrics.line - 1
    return items + below.paragraph(1, _made(below, tally, room))


def _won(look: Look, number: int, won: int, lost: int) -> tuple[str, ...]:
    """Return how many were won and lost of so many, and shorter."""
    values = {"n": number, "won": won, "lost": lost, "tied": number - won - lost}
    return look.text("history.won", **values), look.text("history.won.brief", **values)


def _koikoi(look: Look, tally: Tally) -> tuple[str, ...]:
    """Return in how many months koi-koi was called and how many of those were won, and shorter."""
    values = {"n": tally.called, "won": tally.called_won}
    return look.text("history.called", **values), look.text("history.called.brief", **values)


def _made(column: Column, tally: Tally, room: int) -> list[str]:
    """Return how often each set was made: as many, the most frequent first, as have room."""
    look = column.look
    made = [look.text("history.made", yaku=yaku_name(look, key), n=n) for key, n in tally.yaku]
    lines: list[str] = []
    for number in range(1, len(made) + 1):
        more = column.wrapped(listed(look, made[:number]))
        if len(more) > room:
            break
        lines = more
    return lines or [look.text("beside.none")]


def finished(screen: Finished, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out the matches around the cursor, each with how it ended."""
    column = page_column(look)
    items: list[Item] = []
    note = ""
    targets: tuple[Target, ...] = ()
    if screen.matches is None:
        items += _said(column, "history.reading")
    else:
        values = {"first": screen.first + 1, "last": screen.first + len(screen.matches)}
        note = look.text("history.part", kept=screen.kept, **values)
        rows = [_row(look, match) for match in screen.matches]
        place = centered(column, len(rows), look.metrics.hint_line)
        listed_, targets = listing(place, rows, screen.cursor - screen.first)
        items += listed_
    keys = (look.text("key.finished"), look.text("key.finished.brief"))
    return Layout(
        look.size,
        (
            *page_head(look, look.text("history.finished"), note),
            *items,
            *hint_line(look, keys, look.text("key.close"), alerts, keys_first=True),
        ),
        targets,
    )


def _row(look: Look, match: Match | None) -> tuple[str, str]:
    """Return how a match ended, and against whom."""
    if match is None:
        return look.text("history.unreadable"), ""
    south, north = match.scores
    winner = "tied" if match.winner is None else str(match.winner)
    against = level(look, match)
    if match.coached:
        against = look.text("history.coached.level", level=against)
    return look.text(f"history.{winner}", south=south, north=north), against
