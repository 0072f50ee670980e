"""The draw for dealer, the end of a month and the end of the game."""

from __future__ import annotations

from dataclasses import replace

from device.geometry import Box
from device.look.coach import told
from device.look.items import Align, Back, Item, Layout, Style, Target
from device.look.lettering import height, width
from device.look.look import Look
from device.look.pieces import (
    Column,
    face,
    fitting,
    headline,
    hint_line,
    page_column,
    page_head,
    page_lines,
)
from device.look.sheet import score_sheet
from device.look.sums import Sum, sum_lines
from device.look.words import card_name, factor, flower, level, listed, month_name, who
from device.screens.oyagime import Oyagime
from device.screens.results import MatchResult, RoundResult
from koikoi.cards import DECK, Card
from koikoi.match import Match, month_of
from koikoi.round import Called, Round
from koikoi.score import Reason, Result
from koikoi.seat import NORTH, SOUTH, Seat

SIDE_GAP = 8
SHEET_GAP = 2
"""Between the title of the score sheet and its line, in pixels."""
DRAWS_SHOWN = 7


def oyagime(screen: Oyagime, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out the draws so far, one column each, and who deals."""
    match = screen.session.open_match
    column, metrics = page_column(look), look.metrics
    items = page_head(look, look.text("oyagime.title"))
    lines = column.wrapped(look.text("oyagime.about"))
    if match.rules.first_dealer_tie == "higher_card_then_redraw" and not metrics.compact:
        lines += column.wrapped(look.text("oyagime.tie"))
    items += column.paragraph(0, lines)
    gap = 2 if metrics.compact else metrics.line
    top = column.box(len(lines)).y + (0 if metrics.compact else metrics.line // 2)
    body, names = metrics.body, [who(look, seat) for seat in (NORTH, SOUTH)]
    left = column.left + max(width(name, Style.BOLD) for name in names) + SIDE_GAP
    pitch = metrics.card.width + 4
    most = min(DRAWS_SHOWN, (column.right - left) // pitch - metrics.compact * 4)
    for row, (seat, name) in enumerate(zip((NORTH, SOUTH), names, strict=True)):
        y = top + (metrics.card.height + gap) * row
        middle = y + (metrics.card.height - height(body)) // 2
        items.append(Column(look, column.left, left, middle).text(0, name, style=Style.BOLD))
        draws = match.oyagime[: screen.turned + 1][-most:]
        turned = screen.turned - (len(match.oyagime[: screen.turned + 1]) - len(draws))
        for index, pair in enumerate(draws):
            box = Box(left + pitch * index, y, *metrics.card)
            items.append(face(look, pair[seat], box) if index < turned else Back(box))
        beside = Column(look, left + pitch * len(draws) + SIDE_GAP, column.right, y)
        if screen.turned:
            words = beside.wrapped(_drawn(look, match, screen.turned, seat))
            lead = (metrics.card.height - metrics.line * len(words)) // 2
            if lead >= 0:
                items += replace(beside, top=y + lead).paragraph(0, words)
    below = Column(look, column.left, column.right, top + 2 * (metrics.card.height + gap))
    words = below.wrapped(_decided(look, match, screen.turned), Style.BOLD)
    if len(words) > 1 or metrics.compact:
        words = below.wrapped(_decided(look, match, screen.turned))
        items += below.paragraph(0, words)
    else:
        items += below.paragraph(0, words, Style.BOLD)
    keys = "key.deal" if screen.decided else "key.turn_card"
    items += hint_line(look, "", look.text(keys), alerts)
    return Layout(look.size, tuple(items), _anywhere(look))


def _drawn(look: Look, match: Match, turned: int, seat: Seat) -> str:
    """Return which card a seat has drawn last."""
    card = match.oyagime[min(turned, len(match.oyagime)) - 1][seat]
    return f"{card_name(look, card)} ({month_name(look, card.month)})"


def _decided(look: Look, match: Match, turned: int) -> str:
    """Return what follows from the last draw."""
    if turned >= len(match.oyagime):
        return look.text(f"oyagime.{match.rounds[0].oya}")
    return look.text("oyagime.again") if turned else ""


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
    large = Style.BOLD if metrics.compact else Style.BIG
    # Bold letters are a little higher than a line of the smallest panel.
    head = replace(column, top=column.top - metrics.compact)
    items.append(head.text(0, look.text(f"result.{winner}"), style=large))
    if any(result.points):
        points = look.text("result.points", n=max(result.points))
        items.append(head.text(0, points, Align.RIGHT, large))
    below, last = _standing(look, page, match)
    items += below
    line = -(-(height(large) - metrics.compact) // metrics.line)
    words = column.wrapped(_reason(look, round_))
    items += column.paragraph(line, words)
    line += len(words)
    if result.winner is not None:
        reasons = tuple(factor(look, round_.rules, each, result.winner) for each in result.factors)
        own = round_.torifuda[result.winner]
        whole = Sum(round_.rules, result.made, result.base, result.factors, reasons, own)
        title = look.text("result.total")
        # A line is left free above the score sheet, or the pixels of the rule there.
        bottom = column.box(last - (not metrics.compact)).y - metrics.compact
        items += sum_lines(replace(column, top=column.box(line).y), title, whole, bottom)
    keys = look.text("key.final" if match.over else "key.next")
    items += hint_line(look, told(look, screen.session), keys, alerts, keys_first=True)
    return Layout(look.size, tuple(items), _anywhere(look))


def _standing(look: Look, page: Column, match: Match) -> tuple[list[Item], int]:
    """Return how the game stands and who deals next, and the line that they begin on."""
    lines = page_lines(look)
    following = [] if match.over else page.wrapped(_next_deal(page, match))
    if look.metrics.compact:
        scores = [f"{who(look, seat)} {match.scores[seat]}" for seat in (SOUTH, NORTH)]
        first = lines - len(following) - 1
        words = [look.text("result.standing", scores=listed(look, scores)), *following]
        return [page.rule(first), *page.paragraph(first, words)], first
    _, end = score_sheet(page, 0, match)
    first = lines - len(following) - end - 1 - (1 if following else 0)
    above = replace(page, top=page.top - SHEET_GAP)
    items: list[Item] = [above.text(first, look.text("result.sheet"), style=Style.BOLD)]
    items += score_sheet(page, first + 1, match)[0]
    items += page.paragraph(first + 1 + end, following)
    return items, first


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
    winner = result.winner
    called = [event for event in round_.history if isinstance(event, Called)]
    match result.reason:
        case Reason.SHOUBU:
            forced = called[-1].forced if called else ""
            return look.text(f"reason.{forced or 'shoubu'}.{result.winner}")
        case Reason.HAND_YAKU:
            return look.text(f"reason.hand_yaku.{result.winner}")
        case Reason.BOTH_HAND_YAKU:
            paid = any(result.points)
            return look.text("reason.both_hand_yaku.paid" if paid else "reason.both_hand_yaku")
        case Reason.FIELD_FOUR:
            return look.text("reason.field_four.void" if winner is None else "reason.field_four")
    if winner is not None:
        return look.text("reason.nagare.yaku")
    if any(result.points):
        oya = result.points[round_.oya] > result.points[round_.oya.other]
        return look.text("reason.nagare.dealer" if oya else "reason.nagare.other")
    return look.text("reason.nagare.called" if any(round_.calls) else "reason.nagare")


def _next_deal(page: Column, match: Match) -> str:
    """Return who deals the next month, and which it is, in a line where that can be."""
    look = page.look
    number = match.number + 1
    month = month_of(match.rules, match.seed, number)
    values = {"month": month_name(look, month), "flower": flower(look, month)}
    forms = (
        look.text(f"result.next.{form}{match.next_oya}", number=number, **values)
        for form in ("", "brief.")
    )
    return fitting(look, page.width, *forms)


def match_result(screen: MatchResult, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out who won the game, and the whole score sheet."""
    match = screen.session.open_match
    column, metrics = page_column(look), look.metrics
    coached = "match.against.coached" if match.coached else "match.against"
    against = look.text(coached, level=level(look, match))
    items: list[Item] = page_head(look, look.text("match.title"), against)
    winner = "tie" if match.winner is None else str(match.winner)
    south, north = match.scores
    score = look.text("match.score", south=south, north=north)
    words = _margin(look, match)
    lines = column.wrapped(words) if words else []
    sheet = score_sheet(column, 0, match)[1] + 1
    spare = (page_lines(look) - sheet - len(lines)) * metrics.line - 2 * height(Style.BIG)
    gap = max(spare // 4, 0)
    top = column.top
    if not metrics.compact:
        lead, top = headline(column, top + gap, look.text(f"match.{winner}"), Align.CENTER)
        items += lead
        lead, top = headline(column, top + gap // 2, score, Align.CENTER)
        items += lead
    else:
        said = look.text(f"match.{winner}")
        both = width(said, Style.BIG) + width(score, Style.BIG) + SIDE_GAP
        style = Style.BIG if both <= column.width else Style.BOLD
        items.append(column.text(0, said, style=style))
        items.append(column.text(0, score, Align.RIGHT, style))
        top += height(Style.BIG)
    below = Column(look, column.left, column.right, top + gap // 2)
    items += [below.text(line, text, Align.CENTER) for line, text in enumerate(lines)]
    first = page_lines(look) - sheet - (0 if metrics.compact else 1)
    above = replace(column, top=column.top - SHEET_GAP + metrics.compact)
    items.append(above.text(first, look.text("result.sheet"), style=metrics.strong))
    items += score_sheet(column, first + 1, match)[0]
    items += hint_line(look, "", look.text("key.end"), alerts)
    return Layout(look.size, tuple(items), _anywhere(look))


def _margin(look: Look, match: Match) -> str:
    """Return by how much the game was won, or that it was given up."""
    if match.given_up is not None:
        return look.text("match.given_up")
    if match.winner is None:
        return ""
    south, north = match.scores
    return look.counted("match.lead", abs(south - north), level=level(look, match))


def _anywhere(look: Look) -> tuple[Target, ...]:
    """Return a target that is the whole page: a touch goes on."""
    return (Target("go_on", 0, Box(0, 0, look.size.width, look.size.height)),)
