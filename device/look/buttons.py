"""The page on which buttons are swapped."""

from __future__ import annotations

from dataclasses import replace

from device.events import Key
from device.look.items import Layout
from device.look.look import Look
from device.look.menus import INDENT, centered, listing, part
from device.look.pieces import Column, hint_line, page_column, page_head
from device.screens.buttons import Buttons


def buttons(screen: Buttons, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out a row for each key with what stands beside its button, and how this is done."""
    column, metrics = page_column(look), look.metrics
    controls = screen.session.controls
    values = [controls.label(screen.button(key)) for key in screen.keys]
    if screen.listening:
        values[screen.cursor] = look.text("buttons.press")
    rows = [
        (look.text(f"does.{key.value}"), value)
        for key, value in zip(screen.keys, values, strict=True)
    ]
    rows.append((look.text("buttons.restore"), ""))
    below = Column(look, column.left + INDENT, column.right, 0)
    words = [
        *below.wrapped(look.text("buttons.about")),
        *below.wrapped(look.text("buttons.rescue", one=controls.label(Key.SELECT))),
    ]
    top = metrics.hint_line - metrics.line * len(words) - 2
    least = 4
    if top - column.top < least * metrics.row_pitch:
        words, top = [], metrics.hint_line
    room = (top - column.top) // metrics.row_pitch
    first, last = part([1] * len(rows), screen.cursor, room)
    note = ""
    if last - first < len(rows):
        note = look.text("page.of", page=first // room + 1, pages=-(-len(rows) // room))
    place = centered(column, last - first, top)
    items = page_head(look, look.text("buttons.title"), note)
    listed, targets = listing(place, rows[first:last], screen.cursor - first, first)
    items += listed
    items += replace(below, top=top).paragraph(0, words)
    key = look.text("key.listen" if screen.listening else "key.change")
    items += hint_line(look, key, "" if screen.listening else look.text("key.done"), alerts)
    return Layout(look.size, tuple(items), targets)
