"""First steps: five pages, each with a few cards and what they show."""

from __future__ import annotations

from dataclasses import replace

from device.geometry import Box, Size
from device.look.items import Back, Item, Layout, Mark, Sign, Style, Target
from device.look.lettering import height
from device.look.look import Look
from device.look.pieces import face, hint_line, page_column, page_head, page_style
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

CARD_GAP = 4
GAP = 26
"""Between the two groups of cards, in pixels."""


def lessons(screen: Lessons, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out a page of the first steps."""
    lesson = screen.lesson
    page = look.text("page.of", page=screen.page + 1, pages=len(LESSONS))
    items = page_head(look, look.text(f"lesson.{lesson}.title"), page)
    items += taught(
        look, lesson, [look.text(f"lesson.{lesson}.{n + 1}") for n in range(SENTENCES[lesson])]
    )
    last = screen.page == len(LESSONS) - 1
    items += hint_line(look, "", look.text("key.lessons" if last else "key.lesson"), alerts)
    whole = Box(0, 0, *look.size)
    return Layout(look.size, tuple(items), (Target("go_on", 0, whole),))


def taught(look: Look, lesson: str, sentences: list[str]) -> list[Item]:
    """Return the cards of a lesson and sentences below them, as large as there is room for."""
    column, metrics = page_column(look), look.metrics
    lead = 2 if metrics.compact else metrics.line
    top = column.top + metrics.tab_height + lead
    # On a small panel some pages have room for large letters and others have not.
    large = page_style(look) if metrics.compact else Style.TALL
    for card, style in (
        (metrics.title_card, large),
        (metrics.card, large),
        (metrics.title_card, page_style(look)),
        (metrics.card, page_style(look)),
        (metrics.card, metrics.body),
    ):
        bottom = top + card.height + lead + 2
        step = height(style) + 1
        shown = [column.wrapped(words, style) for words in sentences]
        spare = metrics.hint_line - bottom - step * sum(len(lines) for lines in shown)
        if spare >= 0 and _extent(lesson, card) <= column.width:
            break
    gap = min(max(spare // len(shown), 0), step // 2)
    items = _cards(look, lesson, top, card)
    for lines in shown:
        for words in lines:
            items.append(replace(column, top=bottom).text(0, words, style=style))
            bottom += step
        bottom += gap
    return items


def _extent(lesson: str, card: Size) -> int:
    """Return how wide the cards of a lesson are together."""
    own, other = SHOWN[lesson]
    return (card.width + CARD_GAP) * (len(own) + len(other) + (lesson == "drawing")) + GAP


def _cards(look: Look, lesson: str, top: int, size: Size) -> list[Item]:
    """Return the cards of a lesson: two groups side by side, a pointer between them."""
    metrics = look.metrics
    own, other = SHOWN[lesson]
    pitch = size.width + CARD_GAP
    x = (look.size.width - _extent(lesson, size)) // 2
    items: list[Item] = []
    if lesson == "drawing":
        items.append(Back(Box(x, top, *size)))
        x += pitch
    for card in own:
        items.append(face(look, card, Box(x, top, *size)))
        x += pitch
    if lesson != "sets":
        middle = top + size.height // 2 - metrics.line // 2
        items.append(Mark(Sign.POINTER, Box(x + GAP // 2 - 5, middle, 6, metrics.line)))
    x += GAP
    for card in other:
        items.append(face(look, card, Box(x, top, *size)))
        if lesson in TAKING and card.month is own[0].month:
            left = x + (size.width - metrics.tab_width) // 2
            tab = Box(left, top - metrics.tab_height, metrics.tab_width, metrics.tab_height)
            items.append(Mark(Sign.MATCH, tab))
        x += pitch
    return items
