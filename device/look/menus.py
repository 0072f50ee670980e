"""The title, the sheet for a new game, the options, and questions before something is done."""

from __future__ import annotations

from device.geometry import Box
from device.look.items import Align, Item, Layout, Line, Mark, Pill, Sign, Style, Target
from device.look.lettering import height, width, wrapped
from device.look.look import Look
from device.look.pieces import (
    PILL_MARGIN,
    Column,
    button,
    face,
    hint_line,
    page_column,
    page_head,
)
from device.screens.pages import Confirm, Options
from device.screens.session import Session
from device.screens.title import NEW_GAME_ROWS, NewGame, Title
from device.settings import Hints
from koikoi.yaku import HIKARI

INDENT = 12
"""What the pointer beside a row needs, in pixels."""


def title(screen: Title, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out the title with the five brights, and what can be chosen."""
    page, metrics = page_column(look), look.metrics
    column = Column(look, page.left, page.right, page.top - metrics.line)
    items: list[Item] = [
        column.text(0, look.text("game"), Align.CENTER, Style.BIG),
        column.text(2, look.text("game.subtitle"), Align.CENTER),
    ]
    extent = metrics.field_pitch * (len(HIKARI) - 1) + metrics.card.width
    left = (look.size.width - extent) // 2
    top = column.box(4).y
    for index, card in enumerate(HIKARI):
        box = Box(left + metrics.field_pitch * index, top, *metrics.card)
        items.append(face(look, card, box))
    rows = [(look.text(f"title.{row}"), "") for row in screen.rows]
    menu = Column(look, left, left + extent, column.box(10).y)
    listed, targets = _rows(menu, rows, screen.cursor, step=2)
    items += listed
    items += hint_line(look, _state(look, screen.session), look.text("key.menu"), alerts)
    return Layout(look.size, tuple(items), targets)


def _state(look: Look, session: Session) -> str:
    """Return where the match stands that can be continued."""
    match = session.running
    if match is None:
        return ""
    south, north = match.scores
    number, rounds = match.number, match.rules.rounds
    return look.text("title.state", number=number, rounds=rounds, south=south, north=north)


def new_game(screen: NewGame, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out the sheet on which a game is agreed."""
    column = page_column(look)
    items = page_head(look, look.text("new.title"))
    values = {
        "level": look.text(f"level.{screen.level}"),
        "rounds": str(screen.rounds),
        "rules": look.text(f"rules.{screen.rules}"),
        "sake": look.text("yes.value" if screen.sake else "no.value"),
        "start": "",
    }
    rows = [(look.text(f"new.{row}"), values[row]) for row in NEW_GAME_ROWS]
    listed, targets = _rows(column, rows, screen.cursor, step=2, first=1)
    items += listed
    row = NEW_GAME_ROWS[screen.cursor]
    about = f"level.{screen.level}.about" if row == "level" else f"new.about.{row}"
    words = wrapped(look.text(about), column.right - column.left - INDENT)
    below = Column(look, column.left + INDENT, column.right, column.box(13).y)
    items += [below.text(line, text) for line, text in enumerate(words)]
    items += hint_line(look, "", look.text("key.change"), alerts)
    return Layout(look.size, tuple(items), targets)


def options(screen: Options, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out what can be changed while playing."""
    column, settings = page_column(look), screen.session.settings
    items = page_head(look, look.text("options.title"), look.text("options.kept"))
    rows = []
    for row in screen.rows:
        value = getattr(settings, row, None)
        if isinstance(value, Hints):
            words = look.text(f"hints.{value.value}")
        else:
            words = "" if value is None else look.text("on" if value else "off")
        rows.append((look.text(f"options.{row}"), words))
    listed, targets = _rows(column, rows, screen.cursor, step=2, first=1)
    items += listed
    items += hint_line(look, look.text("key.change"), look.text("key.done"), alerts)
    return Layout(look.size, tuple(items), targets)


def _rows(
    column: Column, rows: list[tuple[str, str]], cursor: int, *, step: int, first: int = 0
) -> tuple[list[Item], tuple[Target, ...]]:
    """Return rows of a label and a value, the selected one marked, and where to touch them."""
    look = column.look
    style = Style.TALL if look.large_text else Style.NORMAL
    indented = Column(look, column.left + INDENT, column.right, column.top)
    items: list[Item] = []
    targets = []
    for index, (label, value) in enumerate(rows):
        line = first + step * index
        chosen = index == cursor
        bold = Style.BOLD if chosen and style is Style.NORMAL else style
        box = column.box(line, style)
        items.append(indented.text(line, label, style=bold))
        if chosen:
            items.append(Mark(Sign.POINTER, Box(column.left, box.y, 6, box.height)))
        if value and chosen and style is Style.NORMAL:
            extent = width(value) + 2 * PILL_MARGIN
            items.append(Pill(value, Box(column.right - extent, box.y, extent, height())))
        elif value:
            items.append(column.text(line, value, Align.RIGHT, style))
        tall = step * look.metrics.line
        row = Box(column.left, box.y - 1, column.right - column.left, tall)
        if style is Style.NORMAL:
            rule = Box(row.x, row.bottom - look.metrics.line // 2 - 1, row.width, 1)
            items.append(Line(rule, dotted=not chosen))
        targets.append(Target("row", index, row))
    return items, tuple(targets)


def confirm(screen: Confirm, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out a question with No and Yes."""
    column = page_column(look)
    key = f"confirm.{screen.question.value}"
    note = f"{key}.note"
    if screen.question.value == "quit" and screen.session.running is None:
        note = f"{note}.empty"
    items: list[Item] = [column.text(3, look.text(key), Align.CENTER, Style.BIG)]
    style = Style.TALL if look.large_text else Style.NORMAL
    items.append(column.text(6, look.text(note), Align.CENTER, style))
    extent, gap = 110, 40
    left = (look.size.width - 2 * extent - gap) // 2
    targets = []
    for index, answer in enumerate(("no", "yes")):
        box = Box(left + (extent + gap) * index, column.box(10).y, extent, 32)
        items += button(box, look.text(answer), "", selected=index == screen.cursor)
        targets.append(Target("answer", index, box))
    items += hint_line(look, look.text("key.answer"), "", alerts)
    return Layout(look.size, tuple(items), tuple(targets))
