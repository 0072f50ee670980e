"""The draw for dealer, the end of a month and the end of the game."""

from __future__ import annotations

from device.geometry import Box
from device.look.items import Align, Back, Item, Layout, Style, Target
from device.look.lettering import wrapped
from device.look.look import Look
from device.look.pieces import (
    Column,
    face,
    hint_line,
    made_lines,
    page_column,
    page_head,
    total_line,
)
from device.look.sheet import score_sheet
from device.look.words import card_name, flower, level, month_name, who
from device.screens.oyagime import Oyagime
from device.screens.results import MatchResult, RoundResult
from koikoi.cards import DECK, Card
from koikoi.match import Match, month_of
from koikoi.round import Called, Round
from koikoi.score import Reason, Result
from koikoi.seat import NORTH, SOUTH

SHEET_LINE = 13
"""The line of a result page on which the score sheet begins."""


def oyagime(screen: Oyagime, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out the draws so far, one column each, and who deals."""
    match = screen.session.open_match
    column, metrics = page_column(look), look.metrics
    items = page_head(look, look.text("oyagime.title"))
    items.append(column.text(0, look.text("oyagime.about")))
    if match.rules.first_dealer_tie == "higher_card_then_redraw":
        items.append(column.text(1, look.text("oyagime.tie")))
    shown = match.oyagime[-metrics.field_columns :][: screen.turned + 1]
    tops = (column.box(3).y, column.box(9).y)
    for row, seat in enumerate((NORTH, SOUTH)):
        middle = Column(look, column.left, metrics.field_left, tops[row] + metrics.card.height // 2)
        items.append(middle.text(0, who(look, seat), style=Style.BOLD))
    for index, pair in enumerate(shown):
        x = metrics.field_left + metrics.field_pitch * index
        for row, seat in enumerate((NORTH, SOUTH)):
            box = Box(x, tops[row], *metrics.card)
            items.append(face(look, pair[seat], box) if index < screen.turned else Back(box))
    items += _drawn(look, column, match, screen.turned)
    keys = "key.deal" if screen.decided else "key.turn_card"
    items += hint_line(look, "", look.text(keys), alerts)
    return Layout(look.size, tuple(items), _anywhere(look))


def _drawn(look: Look, column: Column, match: Match, turned: int) -> list[Item]:
    """Return the last draw in words, and what follows from it."""
    items: list[Item] = []
    if turned:
        south, north = match.oyagime[min(turned, len(match.oyagime)) - 1]
        drawn = (
            f"{who(look, seat)}: {card_name(look, card)} ({month_name(look, card.month)})"
            for seat, card in ((NORTH, north), (SOUTH, south))
        )
        items += [column.text(16 + row, words) for row, words in enumerate(drawn)]
    if turned >= len(match.oyagime):
        dealer = look.text(f"oyagime.{match.rounds[0].oya}")
        items.append(column.text(18, dealer, style=Style.BOLD))
    elif turned:
        items.append(column.text(18, look.text("oyagime.again")))
    return items


def round_result(screen: RoundResult, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out who won a month, with what, and how the game stands."""
    match = screen.session.open_match
    round_, result = match.round, _ended(match.round)
    metrics, page = look.metrics, page_column(look)
    values = {"number": match.number, "rounds": match.rules.rounds}
    title = look.text("result.title", **values, flower=flower(look, round_.month))
    items = page_head(look, title, month_name(look, round_.month))
    card = Box(page.left, page.box(0).y, *metrics.card)
    items.append(face(look, _emblem(round_), card))
    column = Column(look, card.right + 10, page.right, page.top)
    winner = "nobody" if result.winner is None else str(result.winner)
    items.append(column.text(0, look.text(f"result.{winner}"), style=Style.BIG))
    if any(result.points):
        points = look.text("result.points", n=max(result.points))
        items.append(column.text(0, points, Align.RIGHT, Style.BIG))
    line = 2
    for words in wrapped(_reason(look, round_), column.right - column.left):
        items.append(column.text(line, words))
        line += 1
    if result.winner is not None:
        doubled = tuple((each, result.winner) for each in result.factors)
        lines, line = made_lines(column, line, result.made, doubled, round_.rules)
        items += lines
        title = look.text("result.total")
        items += total_line(column, line, title, result.made, result.factors)
    items.append(page.text(SHEET_LINE, look.text("result.sheet"), style=Style.BOLD))
    items += score_sheet(page, SHEET_LINE + 1, match)
    if not match.over:
        items.append(page.text(SHEET_LINE + 5, _next_deal(look, match)))
    keys = look.text("key.final" if match.over else "key.next")
    items += hint_line(look, "", keys, alerts)
    return Layout(look.size, tuple(items), _anywhere(look))


def _ended(round_: Round) -> Result:
    """Return how a round ended; raises ValueError while it goes on."""
    if round_.result is None:
        raise ValueError("a month has a result when it has ended")
    return round_.result


def _emblem(round_: Round) -> Card:
    """Return the highest card of the month."""
    return next(card for card in DECK if card.month is round_.month)


def _reason(look: Look, round_: Round) -> str:
    """Return why a month has ended; if a rule forced it, which."""
    result = _ended(round_)
    called = [event for event in round_.history if isinstance(event, Called)]
    match result.reason:
        case Reason.SHOUBU:
            forced = called[-1].forced if called else ""
            return look.text(f"reason.{forced or 'shoubu'}.{result.winner}")
        case Reason.HAND_YAKU:
            return look.text(f"reason.hand_yaku.{result.winner}")
        case Reason.BOTH_HAND_YAKU:
            return look.text("reason.both_hand_yaku")
    if any(result.points):
        return look.text("reason.nagare.dealer")
    return look.text("reason.nagare.called" if any(round_.calls) else "reason.nagare")


def _next_deal(look: Look, match: Match) -> str:
    """Return who deals the next month, and which it is."""
    number = match.number + 1
    month = month_of(number)
    values = {"month": month_name(look, month), "flower": flower(look, month)}
    return look.text(f"result.next.{match.next_oya}", number=number, **values)


def match_result(screen: MatchResult, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out who won the game, and the whole score sheet."""
    match = screen.session.open_match
    column = page_column(look)
    against = look.text("match.against", level=level(look, match))
    items: list[Item] = page_head(look, look.text("match.title"), against)
    winner = "tie" if match.winner is None else str(match.winner)
    items.append(column.text(2, look.text(f"match.{winner}"), Align.CENTER, Style.BIG))
    south, north = match.scores
    score = look.text("match.score", south=south, north=north)
    items.append(column.text(5, score, Align.CENTER, Style.BIG))
    if match.given_up is not None:
        words = look.text("match.given_up")
    elif match.winner is None:
        words = ""
    else:
        words = look.counted("match.lead", abs(south - north), level=level(look, match))
    items.append(column.text(8, words, Align.CENTER))
    items.append(column.text(11, look.text("result.sheet"), style=Style.BOLD))
    items += score_sheet(column, 12, match)
    items += hint_line(look, "", look.text("key.end"), alerts)
    return Layout(look.size, tuple(items), _anywhere(look))


def _anywhere(look: Look) -> tuple[Target, ...]:
    """Return a target that is the whole page: a touch goes on."""
    return (Target("go_on", 0, Box(0, 0, look.size.width, look.size.height)),)
