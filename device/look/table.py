"""The table while a card is to be played or taken, and what of it stays around a question."""

from __future__ import annotations

from device.geometry import Box
from device.look.items import Align, Back, Item, Layout, Line, Mark, Rect, Sign, Target, Text
from device.look.lettering import fits, height, width
from device.look.look import Look
from device.look.pieces import face, hint_line, pill
from device.look.strip import strip
from device.look.words import (
    card_name,
    flower,
    kind_name,
    short_name,
    taken_name,
    turn_sentences,
)
from device.screens.session import Session
from device.screens.slots import hand_slots, table_slots
from device.screens.table import Choice, Decision, Table, first_cursor
from device.screens.told import turns
from device.settings import Hints
from koikoi.cards import Card, Fuda, matching
from koikoi.round import Laid, Round
from koikoi.seat import NORTH, SOUTH


def table(screen: Table, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out the table: the hand with its cursor, or the CPU's turn."""
    match = screen.session.open_match
    card = screen.card if screen.session.asked is None else None
    takes = matching(card, match.round.bafuda) if card is not None else ()
    marked = takes if look.hints is not Hints.OFF else ()
    if card is None:
        words, keys, asked = _last_turn(look, match.round), "", "pill.thinking"
    else:
        words = "" if screen.cursor != first_cursor(match) else _last_turn(look, match.round)
        words = words or _card_words(look, card, takes)
        keys, asked = look.text("key.play"), "pill.yours"
    hand, targets = _hand(look, match.round, card, None)
    return Layout(
        look.size,
        (
            *around(look, screen.session, look.text(asked)),
            *field(look, match.round, marked),
            *hand,
            *hint_line(look, words, keys, alerts),
        ),
        tuple(targets) if card is not None else (),
    )


def choice(screen: Choice, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out the table with two cards of which one is to be taken."""
    round_ = screen.session.open_match.round
    candidates = screen.candidates
    chosen = candidates[screen.cursor]
    name, taken = card_name(look, screen.card), taken_name(look, (chosen,))
    words = look.text("card.drawn" if screen.drawn else "card.played", card=name, taken=taken)
    keys = look.text("key.take" if screen.drawn else "key.take.or_not")
    hand, _ = _hand(look, round_, None, screen.card)
    boxes = _card_boxes(look, round_)
    lift = look.metrics.tab_height
    targets = [
        Target("candidate", index, Box(box.x, box.y - lift, box.width, box.height + lift))
        for index, card in enumerate(candidates)
        for box in (boxes[card],)
    ]
    return Layout(
        look.size,
        (
            *around(look, screen.session, look.text("pill.choose")),
            *field(look, round_, candidates, chosen, screen.card),
            *hand,
            *hint_line(look, words, keys, alerts),
        ),
        tuple(targets),
    )


def peek(screen: Decision, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out the table behind the question."""
    round_ = screen.session.open_match.round
    hand, _ = _hand(look, round_, None, None)
    return Layout(
        look.size,
        (
            *around(look, screen.session, look.text("pill.decide")),
            *field(look, round_, ()),
            *hand,
            *hint_line(look, _last_turn(look, round_), look.text("key.return"), alerts),
        ),
    )


def around(look: Look, session: Session, asked: str) -> list[Item]:
    """Return what stays when a question takes the place of the field: status and both strips."""
    metrics, match = look.metrics, session.open_match
    round_, edge = match.round, look.size.width
    month = look.text(
        "status.month",
        number=match.number,
        rounds=match.rules.rounds,
        flower=flower(look, round_.month),
    )
    left = look.counted("turns_left", len(round_.tefuda[SOUTH]))
    x = edge - metrics.margin - width(left)
    items: list[Item] = [
        Text(month, Box(metrics.margin, 0, width(month), height())),
        pill(look, asked, _pill_center(look, month, x), 0),
        Text(left, Box(x, 0, width(left), height()), Align.RIGHT),
        Line(Box(0, metrics.status_height, edge, 1)),
        Line(Box(0, metrics.own_strip - 1, edge, 1)),
    ]
    turn = last_turn(round_)
    for seat in (NORTH, SOUTH):
        laid = [event for event in turn if event.seat is seat and event.taken]
        fresh = tuple(card for event in laid for card in (event.card, *event.taken))
        items += strip(look, match, seat, fresh)
    return items


def _pill_center(look: Look, left: str, right: int) -> int:
    """Return the middle of the room between both ends of the status line."""
    return (look.metrics.margin + width(left) + right) // 2


def field(
    look: Look,
    round_: Round,
    marked: Fuda,
    chosen: Card | None = None,
    in_play: Card | None = None,
) -> list[Item]:
    """Return the draw pile, the card in play, and the cards on the table with their marks."""
    metrics = look.metrics
    divider = Box(metrics.divider, metrics.deck.y, 1, metrics.in_play.bottom - metrics.deck.y)
    items: list[Item] = []
    if round_.yamafuda:
        items.append(Back(metrics.deck, str(len(round_.yamafuda))))
    else:
        items.append(Rect(metrics.deck, dashed=True))
    shown = round_.drawn if in_play is None else in_play
    items.append(
        Rect(metrics.in_play, dashed=True) if shown is None else face(look, shown, metrics.in_play)
    )
    slots = table_slots(round_)
    if max(slots, default=0) < 2 * metrics.field_columns:
        items.append(Line(divider, dotted=True))
    laid = {event.card for event in last_turn(round_) if not event.taken}
    boxes = _card_boxes(look, round_)
    for cards in slots.values():
        for card in cards:
            stacked = len(cards) > 1 and card is cards[-1]
            note = look.text("face.three", n=len(cards)) if stacked else ""
            items.append(face(look, card, boxes[card], note))
        items += _tab(look, boxes[cards[-1]], cards[-1], (marked, chosen, laid))
    return items


def _tab(
    look: Look, box: Box, card: Card, signs: tuple[Fuda, Card | None, set[Card]]
) -> list[Item]:
    """Return the mark above a card on the table."""
    metrics = look.metrics
    marked, chosen, laid = signs
    if card is chosen:
        bar = Box(box.x, box.y - metrics.tab_height, box.width, metrics.cursor_height)
        return [Mark(Sign.CURSOR, bar)]
    sign = Sign.MATCH if card in marked else Sign.LAID if card in laid else None
    if sign is None:
        return []
    x = box.x + (box.width - metrics.tab_width) // 2
    tab = Box(x, box.y - metrics.tab_height, metrics.tab_width, metrics.tab_height)
    return [Mark(sign, tab)]


def _card_boxes(look: Look, round_: Round) -> dict[Card, Box]:
    """Return where each card of the table lies; only a crowded table moves its columns closer."""
    metrics = look.metrics
    slots = table_slots(round_)
    rows = len(metrics.field_rows)
    columns = max(slots, default=0) // rows + 1
    left, pitch = metrics.field_left, metrics.field_pitch
    if columns > metrics.field_columns:
        left = metrics.field_crowded_left
        pitch = (metrics.field_right - metrics.card.width - left) // (columns - 1)
    boxes = {}
    for slot, cards in slots.items():
        x, y = left + pitch * (slot // rows), metrics.field_rows[slot % rows]
        step = metrics.stack_room // max(len(cards) - 1, 1)
        for depth, card in enumerate(reversed(cards)):
            boxes[card] = Box(x - step * depth, y, *metrics.card)
    return boxes


def hand_box(look: Look, slot: int, slots: int) -> Box:
    """Return where a card of the hand lies."""
    metrics = look.metrics
    room = look.size.width - 2 * metrics.hand_left - metrics.card.width
    pitch = min(metrics.hand_pitch, room // max(slots - 1, 1))
    return Box(metrics.hand_left + pitch * slot, metrics.hand_top, *metrics.card)


def _hand(
    look: Look, round_: Round, cursor: Card | None, played: Card | None
) -> tuple[list[Item], list[Target]]:
    """Return the own hand with the marks below it, and where it can be touched."""
    metrics = look.metrics
    items: list[Item] = []
    targets: list[Target] = []
    slots = hand_slots(round_, SOUTH)
    for slot, card in enumerate(slots):
        if card is None or card is played:
            continue
        box = hand_box(look, slot, len(slots))
        items.append(face(look, card, box))
        below = metrics.cursor_top + metrics.cursor_height - box.y
        targets.append(Target("hand", slot, Box(box.x, box.y, box.width, below)))
        if card is cursor:
            bar = Box(box.x, metrics.cursor_top, box.width, metrics.cursor_height)
            items.append(Mark(Sign.CURSOR, bar))
        elif cursor is not None and look.hints is not Hints.OFF and matching(card, round_.bafuda):
            x = box.x + (box.width - metrics.dash_width) // 2
            dash = Box(x, metrics.cursor_top, metrics.dash_width, metrics.cursor_height - 1)
            items.append(Mark(Sign.PLAYABLE, dash))
    return items, targets


def hand(look: Look, round_: Round) -> list[Item]:
    """Return the own hand without any marks."""
    return _hand(look, round_, None, None)[0]


def last_turn(round_: Round) -> tuple[Laid, ...]:
    """Return the cards of the last turn, also of one that still goes on."""
    for events in reversed(turns(round_)):
        laid = tuple(event for event in events if isinstance(event, Laid))
        if laid:
            return laid
    return ()


def _last_turn(look: Look, round_: Round) -> str:
    """Return what the last turn did in one sentence, in a short form if it is a long one."""
    turn = last_turn(round_)
    if not turn:
        return ""
    room = look.size.width - 2 * look.metrics.margin
    full, brief = turn_sentences(look, turn)
    return full if fits(full, room) else brief


def _card_words(look: Look, card: Card, takes: Fuda) -> str:
    """Return the name of the card under the cursor and what it would take."""
    name = card_name(look, card)
    if look.hints is Hints.OFF:
        return look.text("card.plain", card=name, kind=kind_name(look, card.kind))
    if not takes:
        return look.text("card.stays", card=name)
    if len(takes) == 2:
        return look.text("card.takes.choice", card=name)
    taken = ", ".join(short_name(look, other) for other in takes)
    return look.text("card.takes", card=name, taken=taken)
