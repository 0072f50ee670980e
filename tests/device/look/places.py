"""What is wrong with where things are in a layout: the tests want nothing of it, anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from device.geometry import Box
from device.look import Layout, Look, layout
from device.look.items import (
    Back,
    Button,
    Emblem,
    Face,
    Fan,
    Item,
    Mark,
    Pill,
    Pips,
    Style,
    Text,
    Token,
    Tokens,
)
from device.look.lettering import height, width
from device.look.metrics import METRICS
from device.screens.coach import Mistakes
from device.screens.replay import Replay
from device.screens.screen import Screen
from device.screens.slots import HAND_SLOTS, hand_slots, table_slots
from device.settings import Hints
from koikoi.seat import SOUTH

EVERYWHERE = [
    Look(size, language, Hints.FULL) for size in METRICS for language in ("en", "ja", "ko", "ru")
]
"""Every size in every language, with all hints."""

Solid = Text | Pill | Face | Back | Fan | Tokens | Token | Emblem | Pips | Button | Mark
SEEN_LEAST = 10
"""How much of each card can be seen however crowded the table is, in pixels."""


def named(look: Look) -> str:
    """The name of a look in a test's."""
    return f"{look.size}-{look.language}"


def words(shown: Layout) -> str:
    """All that a layout says, an item a line."""
    return "\n".join(item.text for item in shown.items if isinstance(item, Text | Pill | Button))


def troubles(screen: Screen, look: Look, alerts: tuple[str, ...] = ()) -> list[str]:
    """Everything that is clipped, off the panel, hidden or cannot be touched alone."""
    shown = layout(screen, look, alerts)
    squeezed = is_crowded(screen, look)
    return [
        *(f"off the panel: {item}" for item in shown.items if not on_the_panel(item.box, shown)),
        *(f"clipped: {item}" for item in shown.items if not has_room(item)),
        *(f"hides another: {one} {other}" for one, other in hidden(shown, look, squeezed=squeezed)),
        *(f"off the panel: {each}" for each in shown.targets if not on_the_panel(each.box, shown)),
        *(
            f"touched together: {one} {other}"
            for one, other in combinations(shown.targets, 2)
            if one.box.overlaps(other.box)
        ),
    ]


def is_crowded(screen: Screen, look: Look) -> bool:
    """Whether more cards lie on the table or in the hand than have room side by side."""
    metrics = look.metrics
    match = screen.match if isinstance(screen, Replay | Mistakes) else screen.session.match
    if match is None:
        return False
    slots = table_slots(match.round)
    rows = len(metrics.field_rows)
    held = hand_slots(match.round, SOUTH)
    return max(slots, default=0) >= rows * metrics.field_columns or len(held) > HAND_SLOTS


def on_the_panel(box: Box, shown: Layout) -> bool:
    wide, tall = shown.size
    return min(box.x, box.y) >= 0 and box.right <= wide and box.bottom <= tall


def has_room(item: Item) -> bool:
    """Whether the words of an item fit in its box."""
    match item:
        case Text(text=words, box=box, style=style):
            return width(words, style) <= box.width and height(style) <= box.height
        case Pill(text=words, box=box, style=style):
            return width(words, style) < box.width and height(style) <= box.height
        case Button(text=words, note=note, box=box, style=style):
            wide = max(width(words, Style.BOLD), width(note, style))
            return wide <= box.width - 8 and (1 + bool(note)) * (height(style) + 1) <= box.height
    return True


def hidden(shown: Layout, look: Look, *, squeezed: bool) -> Iterator[tuple[Item, Item]]:
    """Items of which one lies on another: only cards may, in a stack or where it is crowded."""
    solid = [item for item in shown.items if isinstance(item, Solid)]
    for one, other in combinations(solid, 2):
        if not one.box.overlaps(other.box):
            continue
        if isinstance(one, Face) and isinstance(other, Face) and one.box.y == other.box.y:
            apart = abs(one.box.x - other.box.x)
            if apart <= look.metrics.stack_room or (squeezed and apart >= SEEN_LEAST):
                continue
        yield one, other
