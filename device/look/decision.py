"""Koi-koi or stop, and the CPU's koi-koi: they take the place of the field, the rest stays."""

from __future__ import annotations

from device.geometry import Box
from device.look.items import Item, Layout, Line, Style, Target
from device.look.lettering import wrapped
from device.look.look import Look
from device.look.pieces import Column, button, hint_line, made_lines, total_line
from device.look.table import around, hand
from device.look.words import away
from device.screens.results import CpuCalled
from device.screens.session import Session
from device.screens.table import Decision
from device.settings import Hints
from koikoi.round import Round
from koikoi.score import factors, shoubu
from koikoi.seat import NORTH, SOUTH
from koikoi.yaku import judge

BUTTON_HEIGHT = 31
BUTTON_GAP = 5


def decision(screen: Decision, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out the question: what you have, what it is worth now, and what you risk."""
    round_ = screen.session.open_match.round
    rules, calls = round_.rules, round_.calls
    made = judge(rules, round_.sight(SOUTH))
    ends = shoubu(rules, made, SOUTH, calls)
    column = _left(look)
    items: list[Item] = [column.text(0, look.text("decision.title"), style=Style.BIG)]
    doubled = tuple((each, SOUTH) for each in ends.factors)
    lines, line = made_lines(column, 2, made, doubled, rules)
    items += [*lines, *total_line(column, line, look.text("decision.total"), made, ends.factors)]
    points = ends.points[SOUTH]
    answers = (
        (look.text("decision.stop"), look.counted("decision.stop.note", points)),
        (look.text("decision.go_on"), look.text("decision.go_on.note")),
    )
    boxes = _answer_boxes(look, len(answers))
    for index, (box, (words, note)) in enumerate(zip(boxes, answers, strict=True)):
        items += button(box, words, note, selected=index == screen.cursor)
    items += _small_print(look, boxes[-1].bottom + 4, _risk(look, round_))
    targets = tuple(Target("call", index, box) for index, box in enumerate(boxes))
    return Layout(
        look.size,
        (
            *_behind(look, screen.session, look.text("pill.decide")),
            *items,
            *hint_line(look, "", look.text("key.choose"), alerts),
        ),
        targets,
    )


def called(screen: CpuCalled, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out the CPU's koi-koi: what it has, and what it means for you."""
    round_ = screen.session.open_match.round
    rules = round_.rules
    made = round_.held[NORTH]
    column = _left(look)
    items: list[Item] = [column.text(0, look.text("called.title"), style=Style.BIG)]
    lines, line = made_lines(column, 2, made, (), rules)
    items += [*lines, *total_line(column, line, look.text("called.total"), made, ())]
    box = _answer_boxes(look, 1)[0]
    go_on, note = look.text("called.go_on"), look.text("called.go_on.note")
    items += button(box, go_on, note, selected=True)
    doubled = factors(rules, (), SOUTH, round_.calls)
    means = [
        look.text("called.goes_on"),
        look.text("called.lost"),
        *(look.text("called.doubled", times=each.times) for each in doubled),
    ]
    items += _small_print(look, box.bottom + 4, means)
    return Layout(
        look.size,
        (
            *_behind(look, screen.session, look.text("pill.called")),
            *items,
            *hint_line(look, "", look.text("key.on"), alerts),
        ),
        (Target("go_on", 0, Box(0, 0, look.size.width, look.size.height)),),
    )


def _left(look: Look) -> Column:
    """Return the lines at the left: the yaku and their sum."""
    metrics = look.metrics
    return Column(look, metrics.margin, metrics.zone_split - 12, metrics.zone_top)


def _answer_boxes(look: Look, count: int) -> list[Box]:
    """Return where the answers stand, one below the other."""
    metrics = look.metrics
    left = metrics.zone_split + 14
    extent = look.size.width - metrics.margin - left
    tops = (metrics.zone_top + 2 + (BUTTON_HEIGHT + BUTTON_GAP) * index for index in range(count))
    return [Box(left, top, extent, BUTTON_HEIGHT) for top in tops]


def _small_print(look: Look, top: int, sentences: list[str]) -> list[Item]:
    """Return sentences below the answers, as many lines as there is room for."""
    metrics = look.metrics
    column = Column(look, metrics.zone_split, look.size.width - metrics.margin, top)
    lines = [line for words in sentences for line in wrapped(words, column.right - column.left)]
    room = (metrics.zone_bottom - top) // metrics.line
    return [column.text(index, line) for index, line in enumerate(lines[:room])]


def _risk(look: Look, round_: Round) -> list[str]:
    """Return what speaks against going on."""
    rules = round_.rules
    sentences = []
    if look.hints is not Hints.OFF:
        near = away(look, rules, round_.sight(NORTH))
        if near:
            more = len(near) - 1
            best = look.text("strip.away.more", yaku=near[0], more=more) if more else near[0]
            sentences.append(look.text("decision.away", yaku=best))
    calls = (round_.calls[SOUTH] + 1, round_.calls[NORTH])
    doubled = factors(rules, (), NORTH, calls)
    sentences += [look.text("decision.doubled", times=each.times) for each in doubled]
    hand_left, pile = len(round_.tefuda[SOUTH]), len(round_.yamafuda)
    cards = look.text("decision.cards", hand=hand_left, pile=pile)
    return [*(sentences or [look.text("decision.risk")]), cards]


def _behind(look: Look, session: Session, asked: str) -> list[Item]:
    """Return the table around a question, and the lines that set it off."""
    metrics = look.metrics
    zone = metrics.opponent_strip + metrics.strip_height
    divider = Box(metrics.zone_split - 6, zone + 3, 1, metrics.own_strip - 1 - zone - 5)
    return [
        *around(look, session, asked),
        Line(Box(0, zone, look.size.width, 1)),
        Line(divider, dotted=True),
        *hand(look, session.open_match.round),
    ]
