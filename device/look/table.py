"""The table while a card is to be played or taken, and what of it stays around a question."""

from __future__ import annotations

from dataclasses import dataclass

from device.geometry import Box
from device.look.beside import beside
from device.look.items import Align, Back, Item, Layout, Line, Mark, Rect, Sign, Target, Text
from device.look.lettering import height, width
from device.look.look import Look
from device.look.pieces import PILL_MARGIN, face, fitting, hint_line, pill
from device.look.strip import strip
from device.look.words import card_sentences, choice_sentences, flower, turn_sentences
from device.screens.slots import hand_slots, table_slots
from device.screens.table import Choice, Decision, Table, first_cursor
from device.screens.told import turns
from device.screens.watching import Watching
from device.settings import Hints
from koikoi.cards import Card, Fuda, matching
from koikoi.match import Match
from koikoi.progress import gained
from koikoi.round import Laid, Round
from koikoi.seat import NORTH, SOUTH
from koikoi.yaku import Made, total

CHOICE = 2
"""Of so many cards that match, one can be taken."""

BATTERY_WIDTH = 20
"""Of the battery with its pole, in pixels."""

STATUS_GAP = 4
"""Between the pill and its neighbours, at least, in pixels."""


def table(screen: Table, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out the table: the hand with its cursor, or the CPU's turn."""
    match = screen.session.open_match
    card = screen.card if screen.session.asked is None else None
    takes = matching(card, match.round.bafuda) if card is not None else ()
    marked = takes if look.hints is not Hints.OFF else ()
    words, keys, asked = _last_turn(look, match.round), "", "pill.thinking"
    if card is not None:
        keys, asked = look.text("key.play"), "pill.yours"
        if screen.cursor != first_cursor(match) or not any(words):
            words = card_sentences(look, card, takes, _makes(look, match.round, card))
    hand, targets = _hand(look, match.round, card, None)
    return Layout(
        look.size,
        (
            *around(look, screen.session.open_match, look.text(asked)),
            *field(look, match.round, marked),
            *hand,
            *hint_line(look, words, keys, alerts),
        ),
        tuple(targets) if card is not None else (),
    )


def watching(screen: Watching, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out the table as it lay when a card was laid; a touch anywhere goes on."""
    match, history = screen.match, screen.session.open_match.round.history
    ahead = [event for event in history[screen.events :] if isinstance(event, Laid)]
    turn = ahead[0].seat if ahead else match.round.turn
    hand, _ = _hand(look, match.round, None, None)
    return Layout(
        look.size,
        (
            *around(look, match, look.text("pill.its" if turn is NORTH else "pill.yours")),
            *field(look, match.round, ()),
            *hand,
            *hint_line(look, _last_turn(look, match.round), look.text("key.on"), alerts),
        ),
        (Target("go_on", 0, Box(0, 0, *look.size)),),
    )


def choice(screen: Choice, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out the table with two cards of which one is to be taken."""
    round_ = screen.session.open_match.round
    candidates = screen.candidates
    chosen = candidates[screen.cursor]
    words = choice_sentences(look, screen.card, chosen, drawn=screen.drawn)
    keys = look.text("key.take" if screen.drawn else "key.take.or_not")
    hand, _ = _hand(look, round_, None, screen.card)
    lift = look.metrics.tab_height
    lying = _Lying.of(look, round_)
    targets = [
        Target("candidate", index, Box(box.x, box.y - lift, box.width, box.height + lift))
        for index, card in enumerate(candidates)
        for box in (lying.visible(card),)
    ]
    return Layout(
        look.size,
        (
            *around(look, screen.session.open_match, look.text("pill.choose")),
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
            *around(look, screen.session.open_match, look.text("pill.decide")),
            *field(look, round_, ()),
            *hand,
            *hint_line(look, _last_turn(look, round_), look.text("key.return"), alerts),
        ),
    )


def around(look: Look, match: Match, asked: str) -> list[Item]:
    """Return what stays when a question takes the place of the field: status and both strips."""
    metrics, edge, round_ = look.metrics, look.metrics.table_right, match.round
    items = status(look, match, asked)
    items.append(Line(Box(0, metrics.own_strip - 1, edge, 1)))
    turn = last_turn(round_)
    for seat in (NORTH, SOUTH):
        laid = [event for event in turn if event.seat is seat and event.taken]
        fresh = tuple(card for event in laid for card in (event.card, *event.taken))
        items += strip(look, match, seat, fresh)
    if edge < look.size.width:
        items += beside(look, match)
    return items


def status(look: Look, match: Match, asked: str) -> list[Item]:
    """Return the first line: the month, what is asked, and how much is left to play."""
    metrics, body, edge = look.metrics, look.metrics.body, look.metrics.table_right
    round_ = match.round
    if metrics.deck is None:
        right = look.text("status.pile", n=len(round_.yamafuda))
    else:
        right = look.counted("turns_left", len(round_.tefuda[SOUTH]))
    icon = battery(look, edge - metrics.margin)
    right_end = min((item.box.x - STATUS_GAP for item in icon), default=edge - metrics.margin)
    x = right_end - width(right, body)
    values = {"number": match.number, "rounds": match.rules.rounds}
    forms = [
        look.text(key, **values, flower=flower(look, round_.month))
        for key in ("status.month", "status.brief")
    ]
    room = x - metrics.margin - width(asked, body) - 2 * (PILL_MARGIN + STATUS_GAP)
    month = fitting(look, room, *forms, f"{match.number}/{match.rules.rounds}")
    extent, line = width(month, body), height(body)
    return [
        Text(month, Box(metrics.margin, 0, extent, line), style=body),
        pill(look, asked, (metrics.margin + extent + x) // 2, 0),
        Text(right, Box(x, 0, width(right, body), line), Align.RIGHT, body),
        Line(Box(0, metrics.status_height, edge, 1)),
        *icon,
    ]


def battery(look: Look, right: int) -> list[Item]:
    """Return the battery with its bars, its right end there; nothing where there is none."""
    if look.battery is None:
        return []
    tall = look.metrics.status_height - 3
    case = Box(right - BATTERY_WIDTH, 1, BATTERY_WIDTH - 2, tall)
    bars = [
        Line(Box(case.x + 2 + 5 * bar + column, case.y + 2, 1, tall - 4))
        for bar in range(look.battery)
        for column in range(4)
    ]
    pole = [Line(Box(case.right + column, case.y + 2, 1, tall - 4)) for column in range(2)]
    return [Rect(case), *pole, *bars]


@dataclass(frozen=True, slots=True)
class _Lying:
    """Where each card of the table lies; a crowded table moves its columns closer."""

    boxes: dict[Card, Box]
    pitch: int
    last: int
    """Where the last column begins: nothing lies on its cards."""

    @classmethod
    def of(cls, look: Look, round_: Round) -> _Lying:
        """Return how the cards of a round lie."""
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
        return cls(boxes, pitch, left + pitch * (columns - 1))

    def visible(self, card: Card) -> Box:
        """Return the part of a card that no other column lies on."""
        box = self.boxes[card]
        free = box.width if box.x >= self.last else min(box.width, self.pitch)
        return box._replace(width=free)


def field(
    look: Look,
    round_: Round,
    marked: Fuda,
    chosen: Card | None = None,
    in_play: Card | None = None,
) -> list[Item]:
    """Return the draw pile, the card in play, and the cards on the table with their marks."""
    slots = table_slots(round_)
    lying = _Lying.of(look, round_)
    shown = round_.drawn if in_play is None else in_play
    items = _piles(look, round_, shown, crowded=lying.pitch < look.metrics.field_pitch)
    laid = {event.card for event in last_turn(round_) if not event.taken}
    for cards in slots.values():
        for card in cards:
            below = cards[:-1] if card is cards[-1] else ()
            items.append(face(look, card, lying.boxes[card], below))
        items += _tab(look, lying.visible(cards[-1]), cards[-1], (marked, chosen, laid))
    return items


def _piles(look: Look, round_: Round, shown: Card | None, *, crowded: bool) -> list[Item]:
    """Return the draw pile and the card in play, where the panel has room for them."""
    metrics = look.metrics
    items: list[Item] = []
    if metrics.deck is not None:
        if round_.yamafuda:
            items.append(Back(metrics.deck, str(len(round_.yamafuda))))
        else:
            items.append(Rect(metrics.deck, dashed=True))
    place = metrics.in_play
    if place is not None:
        items.append(Rect(place, dashed=True) if shown is None else face(look, shown, place))
    if metrics.deck is not None and place is not None and not crowded:
        divider = Box(metrics.divider, metrics.deck.y, 1, place.bottom - metrics.deck.y)
        items.append(Line(divider, dotted=True))
    return items


def _tab(
    look: Look, box: Box, card: Card, signs: tuple[Fuda, Card | None, set[Card]]
) -> list[Item]:
    """Return the mark above a card on the table, of which `box` can be seen."""
    metrics = look.metrics
    marked, chosen, laid = signs
    if card is chosen:
        bar = Box(box.x, box.y - metrics.tab_height, box.width, metrics.cursor_height)
        return [Mark(Sign.CURSOR, bar)]
    sign = Sign.MATCH if card in marked else Sign.LAID if card in laid else None
    if sign is None:
        return []
    extent = min(metrics.tab_width, box.width - 1)
    x = box.x + (box.width - extent) // 2
    return [Mark(sign, Box(x, box.y - metrics.tab_height, extent, metrics.tab_height))]


def hand_box(look: Look, slot: int, slots: int) -> Box:
    """Return where a card of the hand lies."""
    metrics = look.metrics
    room = metrics.table_right - 2 * metrics.hand_left - metrics.card.width
    pitch = min(metrics.hand_pitch, room // max(slots - 1, 1))
    return Box(metrics.hand_left + pitch * slot, metrics.hand_top, *metrics.card)


def _hand(
    look: Look, round_: Round, cursor: Card | None, played: Card | None
) -> tuple[list[Item], list[Target]]:
    """Return the own hand with the marks below it, and where it can be touched.

    The card that is being played lies in its own place, where there is one.
    """
    metrics = look.metrics
    items: list[Item] = []
    targets: list[Target] = []
    slots = hand_slots(round_, SOUTH)
    pitch = hand_box(look, 1, len(slots)).x - metrics.hand_left
    hinted = cursor is not None and look.hints is not Hints.OFF
    for slot, card in enumerate(slots):
        if card is None or (card is played and metrics.in_play is not None):
            continue
        box = hand_box(look, slot, len(slots))
        items.append(face(look, card, box))
        free = min(box.width, pitch) if slot < len(slots) - 1 else box.width
        below = metrics.cursor_top + metrics.cursor_height - box.y
        targets.append(Target("hand", slot, Box(box.x, box.y, free, below)))
        if card is cursor:
            bar = Box(box.x, metrics.cursor_top, free, metrics.cursor_height)
            items.append(Mark(Sign.CURSOR, bar))
        elif card is played or (hinted and matching(card, round_.bafuda)):
            makes = card is not played and _makes(look, round_, card)
            sign, parts = (Sign.MAKES, 3) if makes else (Sign.PLAYABLE, 1)
            extent = min(parts * metrics.dash_width, free - 1)
            x = box.x + (free - extent) // 2
            dash = Box(x, metrics.cursor_top, extent, metrics.cursor_height - 1)
            items.append(Mark(sign, dash))
    return items, targets


def _makes(look: Look, round_: Round, card: Card) -> tuple[Made, ...]:
    """Return what a card of the own hand would make, for who wants to be told of yaku."""
    takes = matching(card, round_.bafuda)
    if look.hints is not Hints.FULL or not takes:
        return ()
    sight = round_.sight(SOUTH)
    ways = [(take,) for take in takes] if len(takes) == CHOICE else [takes]
    return max((gained(round_.rules, sight, (card, *taken)) for taken in ways), key=total)


def hand(look: Look, round_: Round, cursor: Card | None = None) -> list[Item]:
    """Return the own hand: without any marks, or as it is seen with the cursor on a card."""
    return _hand(look, round_, cursor, None)[0]


def last_turn(round_: Round) -> tuple[Laid, ...]:
    """Return the cards of the last turn, also of one that still goes on."""
    for events in reversed(turns(round_)):
        laid = tuple(event for event in events if isinstance(event, Laid))
        if laid:
            return laid
    return ()


def _last_turn(look: Look, round_: Round) -> tuple[str, ...]:
    """Return what the last turn did in one sentence, in words and shorter and shorter."""
    turn = last_turn(round_)
    return turn_sentences(look, turn) if turn else ("",)
