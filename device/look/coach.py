"""What the coach says: the best moves and why, and what was lost in a month."""

from __future__ import annotations

from dataclasses import replace
from functools import partial, reduce

from device.geometry import Box
from device.look.items import Item, Layout, Style, Target
from device.look.lettering import fits, width
from device.look.look import Look
from device.look.menus import INDENT, listing
from device.look.pages import page_targets
from device.look.pieces import APART, Column, face, hint_line, page_column, page_head
from device.look.table import around, field, hand
from device.look.words import both, card_sentences, short_name, taken_name, yaku_name
from device.screens.coach import Coach, Mistakes
from device.screens.session import Session
from device.settings import Hints
from koikoi.advice import Hint
from koikoi.cards import Card, Fuda, matching
from koikoi.match import Match
from koikoi.moves import Call, Move, Pick, Play
from koikoi.round import Round

CARD_GAP = 4
"""Between the cards of a move, in pixels."""


def coach(screen: Coach, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out the best moves and what each may bring; the selected one with cards and reasons."""
    match = screen.session.open_match
    column = page_column(look)
    note, keys, more = "coach.points", look.text("key.coach.take"), look.text("key.coach.move")
    if match.rules.decides_match(match.number):
        note = "coach.chance"
    targets: tuple[Target, ...] = ()
    if screen.hints is None:
        items: list[Item] = column.paragraph(0, column.wrapped(look.text("coach.thinking")))
        keys, more = look.text("key.close"), ""
    else:
        rows = [
            (_said(column, match.round, hint.move), _worth(look, match, hint.points))
            for hint in screen.shown
        ]
        items, targets = listing(column, rows, screen.cursor)
        top = column.top + look.metrics.row_pitch * len(rows) + look.metrics.line // 2
        below = replace(column, top=top)
        items += _why(below, match.round, screen.shown[screen.cursor], best=not screen.cursor)
    return Layout(
        look.size,
        (
            *page_head(look, look.text("coach.title"), look.text(note)),
            *items,
            *hint_line(look, (more, ""), keys, alerts, keys_first=True),
        ),
        targets,
    )


def _worth(look: Look, match: Match, points: float) -> str:
    """Return what a move may be expected to bring: points, in the last month a share of matches."""
    if match.rules.decides_match(match.number):
        return look.text("coach.percent", n=round(100 * min(max(points, 0), 1)))
    return f"{points:+.1f}"


def _said(column: Column, round_: Round, move: Move) -> str:
    """Return a move in words, as many as have room beside what it is worth."""
    look = column.look
    room = column.width - INDENT - width(look.text("coach.percent", n=100), Style.TALL) - 2 * APART
    played = _played(round_, move)
    if played is None:
        return _call(look, move)
    card, takes = played
    forms = card_sentences(replace(look, hints=Hints.FULL), card, takes)
    return next((words for words in forms if fits(words, room, Style.BOLD)), forms[-1])


def _played(round_: Round, move: Move) -> tuple[Card, Fuda] | None:
    """Return which card a move plays, and what it takes; None of a call."""
    match move:
        case Play(card=card, take=None):
            return card, matching(card, round_.bafuda)
        case Play(card=card, take=Card() as take):
            return card, (take,)
        case Pick(take=take) if round_.drawn is not None:
            return round_.drawn, (take,)
    return None


def _call(look: Look, move: Move) -> str:
    return look.text("decision.go_on" if move is Call.KOIKOI else "decision.stop")


def _why(column: Column, round_: Round, hint: Hint, *, best: bool) -> list[Item]:
    """Return the cards of a move and what speaks for it, side by side."""
    look = column.look
    card, takes = _played(round_, hint.move) or (None, ())
    items: list[Item] = []
    left, room = column.left + INDENT, look.metrics.hint_line - column.top
    large, usual = look.metrics.title_card, look.metrics.card
    size = large if large.height <= room and len(takes) <= 1 else usual
    for each in () if card is None else (card, *takes):
        box = Box(left, column.top, *size)
        items.append(face(look, each, box))
        left = box.right + CARD_GAP
    words = replace(column, left=left + (CARD_GAP if items else 0))
    return items + words.paragraph(0, words.wrapped(_reasons(look, hint, best=best)))


def _reasons(look: Look, hint: Hint, *, best: bool) -> str:
    """Return what speaks for a move, and how the month goes on after it."""
    told = []
    if hint.move is Call.SHOUBU:
        return look.text("coach.sure")
    if hint.serves:
        told.append(look.text("coach.serves", yaku=yaku_name(look, hint.serves)))
    if hint.denies:
        told.append(look.text("coach.denies", yaku=yaku_name(look, hint.denies)))
    if best and not told and hint.move is not Call.KOIKOI:
        told.append(look.text("coach.least"))
    won, lost = round(100 * hint.won), round(100 * hint.lost)
    told.append(look.text("coach.odds", won=won, lost=lost))
    return reduce(partial(both, look), told)


def mistakes(screen: Mistakes, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out the table before a decision, with the cursor on what would have been better."""
    match, best = screen.match, screen.judged.best
    round_ = match.round
    shown = _played(round_, best)
    in_hand = shown[0] if shown is not None and isinstance(best, Play) else None
    takes = shown[1] if shown is not None else ()
    chosen = best.take if isinstance(best, Play | Pick) else None
    count = {"n": screen.index + 1, "all": len(screen.session.dear)}
    return Layout(
        look.size,
        (
            *around(look, match, look.text("pill.mistakes", **count)),
            *field(look, round_, takes, chosen),
            *hand(look, round_, in_hand),
            *hint_line(look, _better(look, screen), look.text("key.close"), alerts),
        ),
        page_targets(look),
    )


def _better(look: Look, screen: Mistakes) -> tuple[str, ...]:
    """Return what would have been better, than what, and by how much; then shorter."""
    match = screen.match
    cost, unit = f"{screen.judged.cost:.1f}", "mistakes.points"
    if match.rules.decides_match(match.number):
        cost, unit = f"{100 * screen.judged.cost:.0f}", "mistakes.percent"
    words = {
        "best": _brief(look, match.round, screen.judged.best),
        "played": _brief(look, match.round, screen.played),
        "cost": look.text(unit, n=cost),
    }
    shorter = {"best": words["best"], "cost": words["cost"]}
    return (
        look.text("mistakes.said", **words),
        look.text("mistakes.brief", **shorter),
        words["best"],
    )


def _brief(look: Look, round_: Round, move: Move) -> str:
    """Return a move in few words."""
    played = _played(round_, move)
    if played is None:
        return _call(look, move)
    card, takes = short_name(look, played[0]), played[1]
    if not takes:
        return look.text("brief.stays", card=card)
    return look.text("brief.takes", card=card, taken=taken_name(look, takes))


def told(look: Look, session: Session) -> tuple[str, ...]:
    """Return what the coach says to a month that is over, and shorter."""
    if not session.coaches:
        return ("",)
    if session.to_review is not None:
        return look.text("mistakes.looking"), ""
    dear = len(session.dear)
    if not dear:
        return look.text("mistakes.none"), ""
    return look.counted("mistakes.found", dear), look.text("mistakes.count", n=dear)
