"""First steps: five pages, each with a few cards and what they show."""

from __future__ import annotations

from device.geometry import Box
from device.look.items import Back, Item, Layout, Mark, Sign, Target
from device.look.lettering import wrapped
from device.look.look import Look
from device.look.pieces import Column, face, hint_line, page_column, page_head
from device.screens.pages import LESSONS, Lessons
from koikoi.cards import Fuda, fuda

SHOWN: dict[str, tuple[Fuda, Fuda]] = {
    "matching": (fuda("3a"), fuda("3H 7T 9Z")),
    "drawing": (fuda("6T"), fuda("1b 6Z Aa")),
    "sets": (fuda("3H 9T"), fuda("6Z 9Z AZ")),
    "koikoi": (fuda("3H 9T"), fuda("8H")),
    "doubling": (fuda("1H 3H 8H"), fuda("9T")),
}
"""The cards of each page: what is played or held, and what it meets or lacks."""

SENTENCES = {"matching": 3, "drawing": 3, "sets": 2, "koikoi": 3, "doubling": 3}
"""How many sentences stand below the cards."""

TAKING = ("matching", "drawing")
"""The pages on which one card takes another."""

GAP = 26
"""Between the two groups of cards, in pixels."""


def lessons(screen: Lessons, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out a page of the first steps."""
    lesson, metrics = screen.lesson, look.metrics
    column = page_column(look)
    page = look.text("page.of", page=screen.page + 1, pages=len(LESSONS))
    items = page_head(look, look.text(f"lesson.{lesson}.title"), page)
    top = column.top + metrics.line
    items += _cards(look, lesson, top)
    below = Column(look, column.left, column.right, top + metrics.card.height + metrics.line)
    sentences = (look.text(f"lesson.{lesson}.{n + 1}") for n in range(SENTENCES[lesson]))
    width = below.right - below.left
    lines = [words for sentence in sentences for words in wrapped(sentence, width)]
    items += [below.text(line, words) for line, words in enumerate(lines)]
    last = screen.page == len(LESSONS) - 1
    items += hint_line(look, "", look.text("key.lessons" if last else "key.lesson"), alerts)
    whole = Box(0, 0, *look.size)
    return Layout(look.size, tuple(items), (Target("go_on", 0, whole),))


def _cards(look: Look, lesson: str, top: int) -> list[Item]:
    """Return the two groups side by side, a pointer between them."""
    metrics = look.metrics
    own, other = SHOWN[lesson]
    pitch = metrics.field_pitch
    extent = pitch * (len(own) + len(other)) + GAP
    if lesson == "drawing":
        extent += pitch
    x = (look.size.width - extent) // 2
    items: list[Item] = []
    if lesson == "drawing":
        items.append(Back(Box(x, top, *metrics.card)))
        x += pitch
    for card in own:
        items.append(face(look, card, Box(x, top, *metrics.card)))
        x += pitch
    if lesson != "sets":
        middle = top + metrics.card.height // 2 - metrics.line // 2
        items.append(Mark(Sign.POINTER, Box(x + GAP // 2 - 5, middle, 6, metrics.line)))
    x += GAP
    for card in other:
        items.append(face(look, card, Box(x, top, *metrics.card)))
        if lesson in TAKING and card.month is own[0].month:
            left = x + (metrics.card.width - metrics.tab_width) // 2
            tab = Box(left, top - metrics.tab_height, metrics.tab_width, metrics.tab_height)
            items.append(Mark(Sign.MATCH, tab))
        x += pitch
    return items
