"""Koi-koi or stop, and the CPU's koi-koi: they take the place of the field, the rest stays."""

from __future__ import annotations

from dataclasses import replace
from functools import partial, reduce

from device.geometry import Box
from device.look.items import Item, Layout, Line, Style, Target
from device.look.lettering import fits, height
from device.look.look import Look
from device.look.pieces import Column, button, hint_line
from device.look.sums import Sum, sum_lines
from device.look.table import around, hand, status
from device.look.words import away, both, factor
from device.screens.results import CpuCalled
from device.screens.session import Session
from device.screens.table import Decision
from device.settings import Hints
from koikoi.round import Round
from koikoi.score import Factor, Terms, factors, shoubu
from koikoi.seat import NORTH, SOUTH, Seat
from koikoi.yaku import judge, worth

BUTTON_GAP = 5
POINTER_ROOM = 14
ANSWERS = 2
"""So many answers stand side by side where a panel has them so."""


def decision(screen: Decision, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out the question: what you have, what it is worth now, and what you risk."""
    round_ = screen.session.open_match.round
    rules = round_.rules
    made = judge(rules, round_.sight(SOUTH))
    ends = shoubu(round_.terms, made, SOUTH)
    reasons = tuple(factor(look, rules, each, SOUTH) for each in ends.factors)
    whole = Sum(rules, made, ends.base, ends.factors, reasons, round_.torifuda[SOUTH])
    items = _worth(look, look.text("decision.title"), look.text("decision.total"), whole)
    points = ends.points[SOUTH]
    answers = (
        (look.text("decision.stop"), look.counted("decision.stop.note", points)),
        (look.text("decision.go_on"), look.text("decision.go_on.note")),
    )
    boxes = _answer_boxes(look, len(answers))
    for index, (box, (words, note)) in enumerate(zip(boxes, answers, strict=True)):
        items += button(look, box, words, note, selected=index == screen.cursor)
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
    made = round_.held[NORTH]
    base = worth(round_.rules, made, round_.calls[NORTH])
    whole = Sum(round_.rules, made, base, (), (), round_.torifuda[NORTH])
    items = _worth(look, look.text("called.title"), look.text("called.total"), whole)
    box = _answer_boxes(look, 1)[0]
    go_on, note = look.text("called.go_on"), look.text("called.go_on.note")
    items += button(look, box, go_on, note, selected=True)
    doubled = _for_calls(round_.terms, SOUTH)
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


def _worth(look: Look, title: str, sum_title: str, whole: Sum) -> list[Item]:
    """Return the question, as large as there is room for, the yaku and their sum."""
    metrics = look.metrics
    column = Column(look, metrics.margin, metrics.zone_split - 12, metrics.zone_top)
    room = (metrics.zone_bottom - column.top) // metrics.line
    tall = -(-height(Style.BIG) // metrics.line)
    forms = [(Style.BIG, tall)] if fits(title, column.width, Style.BIG) else []
    forms.append((Style.BOLD, 2))
    needed = whole.lines(column)
    spacious = (form for form in forms if needed + form[1] <= room)
    style, lines = next(spacious, (Style.BOLD, 1))
    below = replace(column, top=column.top + max(metrics.line * lines, height(style)))
    asked = column.text(0, title, style=style)
    return [asked, *sum_lines(below, sum_title, whole, metrics.zone_bottom)]


def _answer_boxes(look: Look, count: int) -> list[Box]:
    """Return where the answers stand, side by side or one below the other."""
    metrics = look.metrics
    left, tall = metrics.zone_split + POINTER_ROOM - 4 * metrics.compact, metrics.button_height
    extent, top = metrics.table_right - metrics.margin - left, metrics.zone_top + 2
    if metrics.answers_abreast:
        wide = (extent - POINTER_ROOM * (ANSWERS - 1)) // ANSWERS
        return [
            Box(left + (wide + POINTER_ROOM) * index, top, wide, tall) for index in range(count)
        ]
    return [Box(left, top + (tall + BUTTON_GAP) * index, extent, tall) for index in range(count)]


def _small_print(look: Look, top: int, sentences: list[str]) -> list[Item]:
    """Return sentences below the answers: each in lines of its own, or one after the other."""
    metrics = look.metrics
    column = Column(look, metrics.zone_split, metrics.table_right - metrics.margin, top)
    room = (metrics.zone_bottom - top) // metrics.line
    for last in range(len(sentences), 0, -1):
        told = sentences[:last]
        apart = [line for words in told for line in column.wrapped(words)]
        for lines in (apart, column.wrapped(reduce(partial(both, look), told))):
            if len(lines) <= room:
                return column.paragraph(0, lines)
    return []


def _risk(look: Look, round_: Round) -> list[str]:
    """Return what speaks against going on."""
    rules = round_.rules
    sentences = []
    if look.hints is not Hints.OFF:
        near = away(look, rules, round_.sight(NORTH))
        if near:
            best, more = near[0].name, len(near) - 1
            best = look.text("strip.away.more", yaku=best, more=more) if more else best
            sentences.append(look.text("decision.away", yaku=best))
    calls = (round_.calls[SOUTH] + 1, round_.calls[NORTH])
    doubled = _for_calls(round_.terms._replace(calls=calls), NORTH)
    sentences += [look.text("decision.doubled", times=each.times) for each in doubled]
    hand_left, pile = len(round_.tefuda[SOUTH]), len(round_.yamafuda)
    cards = look.text("decision.cards", hand=hand_left, pile=pile)
    return [cards, *(sentences or [look.text("decision.risk")])]


def _for_calls(terms: Terms, seat: Seat) -> list[Factor]:
    """Return what multiplies a seat's stop because the other side called koi-koi."""
    return [each for each in factors(terms, 0, seat) if each.rule == "double_opponent_koikoi"]


def _behind(look: Look, session: Session, asked: str) -> list[Item]:
    """Return the table around a question, and the lines that set it off."""
    metrics = look.metrics
    x = metrics.zone_split - 6
    if metrics.compact:
        divider = Box(x, metrics.zone_top, 1, metrics.zone_bottom - metrics.zone_top - 2)
        return [*status(look, session.open_match, asked), Line(divider, dotted=True)]
    zone = metrics.opponent_strip + metrics.strip_height
    divider = Box(x, zone + 3, 1, metrics.own_strip - 1 - zone - 5)
    return [
        *around(look, session.open_match, asked),
        Line(Box(0, zone, metrics.table_right, 1)),
        Line(divider, dotted=True),
        *hand(look, session.open_match.round),
    ]
