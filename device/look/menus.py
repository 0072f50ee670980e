"""The title, the sheet for a new game, the options, and questions before something is done."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from device.geometry import Box
from device.look.items import Align, Item, Layout, Line, Mark, Pill, Sign, Style, Target, Text
from device.look.lettering import fits, height, width, wrapped
from device.look.look import Look
from device.look.pieces import (
    APART,
    PILL_MARGIN,
    Column,
    button,
    face,
    headline,
    hint_line,
    page_column,
    page_head,
    page_lines,
    page_style,
)
from device.look.strings import LANGUAGES
from device.screens.confirm import Confirm
from device.screens.goodbye import Goodbye
from device.screens.house import PAGES, HouseRules
from device.screens.options import Options
from device.screens.session import Session
from device.screens.switch_off import ROWS, Asleep, SwitchOff
from device.screens.title import NEW_GAME_ROWS, NewGame, Title
from device.settings import LESSONS
from koikoi.cards import DECK, Fuda
from koikoi.rules import PRESETS, RuleSet, choices
from koikoi.words import told
from koikoi.yaku import DRY

INDENT = 12
"""What the pointer beside a row needs, in pixels."""


def title(screen: Title, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out the title with the cards of the month, and what can be chosen."""
    metrics = look.metrics
    column, items = _beside_season(look, screen.session)
    rows = [(_title_row(look, screen, row), "") for row in screen.rows]
    big = height(Style.BIG)
    pitch = min(metrics.row_pitch, (metrics.hint_line - big) // len(rows))
    subtitle = [] if metrics.compact else column.wrapped(look.text("game.subtitle"))
    below = metrics.line * len(subtitle) + pitch * len(rows)
    gap = min(pitch // 2, metrics.hint_line - big - below)
    y = (metrics.hint_line - big - below - gap) // 2
    items.append(replace(column, top=y).text(0, look.text("game"), style=Style.BIG))
    y += big
    items += replace(column, top=y).paragraph(0, subtitle)
    y += metrics.line * len(subtitle) + gap
    listed, targets = listing(replace(column, top=y), rows, screen.cursor, pitch=pitch)
    items += listed
    items += hint_line(look, _state(look, screen.session), look.text("key.menu"), alerts)
    return Layout(look.size, tuple(items), targets)


def _title_row(look: Look, screen: Title, row: str) -> str:
    """Return what a row of the title says; the first steps go on where they were left."""
    page = screen.session.settings.lesson
    if row == "lessons" and page:
        return look.text("title.lessons.on", page=page + 1, pages=LESSONS)
    return look.text(f"title.{row}")


def goodbye(screen: Goodbye | Asleep, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out what stays when it is off or asleep: the month, the score, and that all is saved."""
    metrics = look.metrics
    column, items = _beside_season(look, screen.session)
    usual = "asleep" if isinstance(screen, Asleep) else "saved"
    said = next((each for each in ("failed", "unsaved", "empty") if each in alerts), usual)
    words = column.wrapped(look.text(f"goodbye.{said}"))
    state = column.wrapped(_state(look, screen.session))
    lines = [*state, *([""] if state else []), *words]
    y = (metrics.hint_line - height(Style.BIG) - metrics.line * len(lines)) // 2
    items.append(replace(column, top=y).text(0, look.text("game"), style=Style.BIG))
    items += replace(column, top=y + height(Style.BIG)).paragraph(0, lines)
    return Layout(look.size, tuple(items))


def _beside_season(look: Look, session: Session) -> tuple[Column, list[Item]]:
    """Return the cards of the season on the left, and the column beside them."""
    metrics = look.metrics
    card, gap = metrics.title_card, 4
    tall, wide = 2 * card.height + gap, 2 * card.width + gap
    left = metrics.hand_left + (look.size.width // 2 - wide) // 6
    top = (metrics.hint_line - tall) // 2
    items: list[Item] = []
    for index, each in enumerate(_season(session)):
        row, place = divmod(index, 2)
        box = Box(left + place * (card.width + gap), top + row * (card.height + gap), *card)
        items.append(face(look, each, box))
    right = look.size.width - (look.size.width // 16)
    return Column(look, left + wide + left, right, 0), items


def _season(session: Session) -> Fuda:
    """Return four cards: those of the month that is played, or the brights that need no rain."""
    match = session.running
    if match is None:
        return DRY
    return tuple(card for card in DECK if card.month is match.round.month)


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
        "rules": look.text(f"rules.{screen.preset}"),
        "house": _changes(look, screen.rule_set),
        "sake": look.text("yes.value" if screen.sake else "no.value"),
        "start": "",
    }
    rows = [(look.text(f"new.{row}"), values[row]) for row in NEW_GAME_ROWS]
    row = NEW_GAME_ROWS[screen.cursor]
    about = f"level.{screen.level}.about" if row == "level" else f"new.about.{row}"
    below = Column(look, column.left + INDENT, column.right, 0)
    words = below.wrapped(look.text(about))
    top = look.metrics.hint_line - look.metrics.line * max(len(words), 2) - 2
    listed, targets = listing(centered(column, len(rows), top), rows, screen.cursor)
    items += listed
    items += replace(below, top=top).paragraph(0, words)
    items += hint_line(look, "", look.text("key.change"), alerts)
    return Layout(look.size, tuple(items), targets)


def centered(column: Column, rows: int, bottom: int) -> Column:
    """Return a column with rows a little below its top, where there is room."""
    spare = bottom - column.top - column.look.metrics.row_pitch * rows
    return replace(column, top=column.top + min(max(spare // 3, 0), column.look.metrics.line))


def _changes(look: Look, rules: RuleSet) -> str:
    """Return how many rules are not those of the preset; the rounds and the sake have rows."""
    preset = PRESETS[rules.preset]
    apart = ("rounds", "viewing_yaku")
    changed = [
        name
        for name in choices()
        if name not in apart and getattr(rules, name) != getattr(preset, name)
    ]
    return look.counted("new.house.changed", len(changed)) if changed else ""


def house_rules(screen: HouseRules, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out a group of rules, each in a sentence that says what it is set to."""
    column = page_column(look)
    inner = Column(look, column.left + INDENT, column.right, column.top)
    page = look.text("page.of", page=screen.page + 1, pages=len(PAGES))
    sentences = []
    for option in screen.rows:
        key, number = told(screen.rules, option)
        sentences.append(inner.wrapped(look.text(key, n=number)))
    first, last = part([len(lines) for lines in sentences], screen.row, page_lines(look))
    shown, step = sentences[first:last], look.metrics.line
    spare = look.metrics.hint_line - column.top - step * sum(len(lines) for lines in shown)
    gap = min(spare // len(shown), step // 2)
    items: list[Item] = []
    targets = []
    top = column.top
    for index, lines in enumerate(shown, start=first):
        tall = step * len(lines) + gap
        row = replace(inner, top=top + gap // 2)
        items += row.paragraph(0, lines)
        if index == screen.row:
            box = row.box(0)
            items.append(Mark(Sign.POINTER, Box(column.left, box.y, 6, box.height)))
            items.append(Line(Box(inner.left, top + tall - 1, inner.width, 1)))
        targets.append(Target("row", index, Box(column.left, top, column.width, tall)))
        top += tall
    items = [*page_head(look, look.text("house.title"), page), *items]
    items += hint_line(look, look.text("key.change"), look.text("key.done"), alerts)
    return Layout(look.size, tuple(items), tuple(targets))


def part(lines: list[int], chosen: int, room: int) -> tuple[int, int]:
    """Return which rows are shown when each needs so many lines: those of the chosen one's page."""
    first = taken = 0
    for index, needed in enumerate(lines):
        if taken + needed > room:
            if chosen < index:
                return first, index
            first, taken = index, 0
        taken += needed
    return first, len(lines)


def options(screen: Options, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out what can be changed while playing, as many rows as there is room for."""
    column, groups = page_column(look), screen.groups
    shown = groups[screen.group]
    first = screen.rows.index(shown[0])
    rows = [(_label(look, row), _value(look, screen, row)) for row in shown]
    note = look.text(
        "options.page",
        group=look.text(f"options.group.{screen.group}"),
        page=list(groups).index(screen.group) + 1,
        pages=len(groups),
    )
    about = {"level": f"level.{screen.session.settings.level}.about"}
    usual = (
        f"new.about.{screen.row}" if screen.row in NEW_GAME_ROWS else f"options.about.{screen.row}"
    )
    below = Column(look, column.left + INDENT, column.right, 0)
    words = below.wrapped(look.text(about.get(screen.row, usual)))
    top = look.metrics.hint_line - look.metrics.line * max(len(words), 2) - 2
    if top - column.top < len(rows) * look.metrics.row_pitch:
        words, top = [], look.metrics.hint_line
    items = page_head(look, look.text("options.title"), note)
    listed, targets = listing(centered(column, len(rows), top), rows, screen.cursor - first, first)
    items += listed
    items += replace(below, top=top).paragraph(0, words)
    items += hint_line(look, look.text("key.change"), look.text("key.done"), alerts)
    return Layout(look.size, tuple(items), targets)


def _label(look: Look, row: str) -> str:
    """Return what a row of the options is called; those of the next game as on its sheet."""
    return look.text(f"new.{row}" if row in NEW_GAME_ROWS else f"options.{row}")


def _value(look: Look, screen: Options, row: str) -> str:
    """Return a setting in words; nothing for a row that only does something."""
    if row == "house":
        return _changes(look, screen.rule_set)
    if row == "rules":
        return look.text(f"rules.{screen.rule_set.preset}")
    value = getattr(screen.session.settings, row, None) if row != "buttons" else None
    match value:
        case Enum():
            return look.text(f"{row}.{value.value}")
        case bool() if row == "sake":
            return look.text("yes.value" if value else "no.value")
        case bool():
            return look.text("on" if value else "off")
        case int():
            return str(value)
        case str() if row == "level":
            return look.text(f"level.{value}")
        case str():
            return LANGUAGES[value]
    return ""


def listing(
    column: Column,
    rows: list[tuple[str, str]],
    cursor: int,
    first: int = 0,
    pitch: int | None = None,
) -> tuple[list[Item], tuple[Target, ...]]:
    """Return rows of a label and a value, the selected one marked, and where to touch them.

    The targets are counted from `first`; rows stand closer than usual where `pitch` says so.
    """
    pitch = pitch or column.look.metrics.row_pitch
    items: list[Item] = []
    targets = []
    for index, (label, value) in enumerate(rows):
        chosen = index == cursor
        top = column.top + pitch * index
        style = _row_style(column, label, value, chosen=chosen)
        tall = height(style)
        y = top + (pitch - 1 - tall) // 2
        extent = width(label, style)
        items.append(Text(label, Box(column.left + INDENT, y, extent, tall), style=style))
        if chosen:
            items.append(Mark(Sign.POINTER, Box(column.left, y, 6, tall)))
        if value:
            items.append(_row_value(column, value, Box(0, y, 0, tall), chosen=chosen))
        row = Box(column.left, top, column.width, pitch)
        items.append(Line(Box(row.x, row.bottom - 1, row.width, 1), dotted=not chosen))
        targets.append(Target("row", first + index, row))
    return items, tuple(targets)


def _row_style(column: Column, label: str, value: str, *, chosen: bool) -> Style:
    """Return the largest letters in which a row has room; the selected one is struck twice."""
    look = column.look
    room = column.width - INDENT - APART - 2 * PILL_MARGIN - width(value, _value_style(look))
    wanted = (Style.BOLD,) if chosen else (Style.TALL,) if look.large_text else ()
    wanted = (*wanted, look.metrics.body)
    return next((style for style in wanted if fits(label, room, style)), Style.NORMAL)


def _value_style(look: Look) -> Style:
    """Return how values look; large letters only where there is room beside every label."""
    return page_style(look) if not look.metrics.compact else look.metrics.body


def _row_value(column: Column, value: str, line: Box, *, chosen: bool) -> Item:
    """Return the value of a row at its right end, in a pill when it is selected."""
    style = _value_style(column.look)
    tall = height(style)
    y = line.y + (line.height - tall) // 2
    extent = width(value, style) + (2 * PILL_MARGIN if chosen else 0)
    box = Box(column.right - extent, y, extent, tall)
    return Pill(value, box, style) if chosen else Text(value, box, Align.RIGHT, style)


def switch_off(screen: SwitchOff, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out the ways to leave a device of its own."""
    column = page_column(look)
    rows = [(look.text(f"switch_off.{row}"), "") for row in ROWS]
    note = "confirm.quit.note" if screen.session.running else "confirm.quit.note.empty"
    words = column.wrapped(look.text(note))
    top = column.top + look.metrics.line
    items = page_head(look, look.text("switch_off.title"))
    listed, targets = listing(replace(column, top=top), rows, screen.cursor)
    items += listed
    below = top + look.metrics.row_pitch * len(rows) + look.metrics.line
    items += replace(column, top=below).paragraph(0, words)
    items += hint_line(look, look.text("key.answer"), "", alerts)
    return Layout(look.size, tuple(items), targets)


def confirm(screen: Confirm, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out a question with No and Yes."""
    column, metrics = page_column(look), look.metrics
    key = f"confirm.{screen.question.value}"
    note = f"{key}.note"
    if screen.question.value == "quit" and screen.session.running is None:
        note = f"{note}.empty"
    third = metrics.hint_line // 3
    asked, top = headline(
        column, third - height(Style.BIG) - metrics.line // 2, look.text(key), Align.CENTER
    )
    items: list[Item] = list(asked)
    style = page_style(look)
    for words in wrapped(look.text(note), column.width, style):
        box = Box(0, top + metrics.line // 2, look.size.width, height(style))
        items.append(replace(column, top=box.y).text(0, words, Align.CENTER, style))
        top += height(style) + 1
    extent, gap, tall = look.size.width * 11 // 40, look.size.width // 10, metrics.button_height
    left = (look.size.width - 2 * extent - gap) // 2
    targets = []
    for index, answer in enumerate(("no", "yes")):
        box = Box(left + (extent + gap) * index, 2 * third, extent, tall)
        items += button(look, box, look.text(answer), "", selected=index == screen.cursor)
        targets.append(Target("answer", index, box))
    answer = look.text("key.answer")
    if screen.back is None:
        items += hint_line(look, answer, "", alerts)
    else:
        keys = look.text("key.title")
        items += hint_line(look, (answer, ""), keys, alerts, keys_first=True)
    return Layout(look.size, tuple(items), tuple(targets))
