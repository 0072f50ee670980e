"""The strip of a player: name, dealer, calls, score, hand, taken cards, sets in reach."""

from __future__ import annotations

from dataclasses import dataclass

from device.geometry import Box
from device.look.items import Align, Fan, Item, Mark, Pill, Sign, Text, Token, Tokens
from device.look.lettering import fits, height, width, wrapped
from device.look.look import Look
from device.look.metrics import Metrics
from device.look.pieces import RIBBON_WIDTH, TOKEN_HEIGHT, TOKEN_WIDTH
from device.look.words import Away, away, kind_name, listed, who
from device.settings import Hints
from koikoi.cards import Card, Fuda, Kind
from koikoi.match import Match
from koikoi.seat import NORTH, Seat

SIGN = 10
"""The sign of a kind with the gap to its tokens, in pixels."""
PIPS_WIDTH = 24
COUNT_WIDTH = 14
DEALER = 12
CALL = 7
MARKED_CALLS = 3
"""As many calls are marked one by one; more of them are counted."""
BACK_PITCH = 3
GHOST_GAP = 4


def strip(look: Look, match: Match, seat: Seat, fresh: Fuda) -> list[Item]:
    """Return the strip of a seat; `fresh` are the cards it took in the last turn."""
    metrics = look.metrics
    top = metrics.opponent_strip if seat is NORTH else metrics.own_strip
    round_ = match.round
    items = _person(look, match, seat, top)
    right = metrics.table_right - metrics.margin
    groups = _groups(metrics, round_.torifuda[seat])
    pitch = metrics.token_pitch
    near: tuple[Away, ...] = ()
    if look.hints is Hints.FULL and metrics.reach_width:
        near = away(look, round_.rules, round_.sight(seat))
    if near:
        right -= TOKEN_WIDTH * metrics.scale
        extent, tall = TOKEN_WIDTH * metrics.scale, TOKEN_HEIGHT * metrics.scale
        ghost = Box(right, _token_top(metrics, top), extent, tall)
        room = right - metrics.strip_tokens - _extent(metrics, groups, pitch) - metrics.group_gap
        words = _away(look, near, min(room - 2 * GHOST_GAP, metrics.reach_width))
        items += _hoped(look, near[0].cards[0], words, ghost, top)
        right -= GHOST_GAP
    pitch = _pitch(metrics, groups, right - metrics.strip_tokens)
    return items + _tokens(look, groups, fresh, top, pitch)


def _person(look: Look, match: Match, seat: Seat, top: int) -> list[Item]:
    """Return who it is, with the dealer's mark, the calls, the score and the hand's backs."""
    metrics, round_ = look.metrics, match.round
    body, left, second = metrics.body, metrics.margin, top + metrics.strip_second
    name = who(look, seat)
    tall = height(body)
    items: list[Item] = [Text(name, Box(left, top, width(name, body), tall), style=body)]
    x = left + width(name, body) + 2
    gap = 1 if metrics.compact else 2
    if round_.oya is seat:
        box = Box(x, top + (tall - height()) // 2, DEALER, height())
        items.append(Pill(look.text("dealer.sign"), box))
    x += DEALER + gap
    calls, middle = round_.calls[seat], top + (tall - CALL) // 2
    most = 1 if metrics.compact else MARKED_CALLS
    marked = calls if calls <= most else 1
    items += [
        Mark(Sign.CALL, Box(x + CALL * number, middle, CALL, CALL)) for number in range(marked)
    ]
    if calls > most:
        count = str(calls)
        items.append(Text(count, Box(x + CALL + 1, top, width(count, body), tall), style=body))
    score = str(match.scores[seat])
    box = Box(left, second, width(score, metrics.score), height(metrics.score))
    items.append(Text(score, box, style=metrics.score))
    hand = len(round_.tefuda[seat])
    if seat is NORTH and hand:
        items.append(_hand(look, hand, Box(box.right + 3, second, 0, box.height)))
    return items


def _hand(look: Look, count: int, after: Box) -> Item:
    """Return the backs of the hand that is not shown, or how many they are."""
    metrics = look.metrics
    if metrics.compact:
        words = look.text("face.three", n=count)
        return Text(words, Box(after.x, after.y, width(words), after.height))
    pitch, tall = BACK_PITCH + metrics.scale - 1, height() * metrics.scale
    x = max(metrics.strip_fan, after.x)
    return Fan(count, Box(x, after.y, pitch * count + 2 * metrics.scale, tall), pitch)


def _away(look: Look, near: tuple[Away, ...], room: int) -> list[str]:
    """Return in two lines or fewer which sets are one card away, or nothing if there is no room."""
    metrics, body = look.metrics, look.metrics.body
    names = [each.name for each in near]
    for named in range(len(names), 0, -1):
        more = len(names) - named
        line = listed(look, names[:named])
        line = look.text("strip.away.more", yaku=line, more=more) if more else line
        if not metrics.compact and fits(line, room, body):
            title = look.text("strip.away")
            return [title, line] if fits(title, room, body) else [line]
    more = len(names) - 1
    line = look.text("strip.away.more", yaku=names[0], more=more) if more else names[0]
    if more and fits(names[0], room, body):
        return [names[0], look.text("strip.away.more", yaku="", more=more).strip()]
    # A name is never broken within a word.
    if not all(fits(word, room, body) for word in line.split()):
        return []
    lines = list(wrapped(line, room, body))
    return lines if len(lines) <= 2 else []


def _hoped(look: Look, card: Card, words: list[str], ghost: Box, top: int) -> list[Item]:
    """Return the card that is hoped for, and beside it what for."""
    metrics, body = look.metrics, look.metrics.body
    text = "" if words else f"{card.month.value}?"
    items: list[Item] = [Token(card, ghost, ghost=True, text=text)]
    edge = ghost.x - GHOST_GAP
    for index, line in enumerate(words):
        extent = width(line, body)
        box = Box(edge - extent, top + index * metrics.strip_second, extent, height(body))
        items.append(Text(line, box, Align.RIGHT, body))
    return items


@dataclass(frozen=True, slots=True)
class _Group:
    """The taken cards of a kind; `lead` is the room for their sign and their count."""

    kind: Kind
    cards: Fuda
    lead: int
    least: int
    scale: int

    @property
    def token(self) -> int:
        """How wide one of them is."""
        return (RIBBON_WIDTH if self.kind is Kind.TANZAKU else TOKEN_WIDTH) * self.scale

    def pitch(self, pitch: int) -> int:
        """How far it is from one to the next; ribbons are narrower."""
        return min(pitch, self.token + 1)

    def extent(self, pitch: int) -> int:
        """How wide the group is, in pixels."""
        if self.kind is Kind.KASU:
            return self.least
        tokens = self.pitch(pitch) * (len(self.cards) - 1) + self.token if self.cards else 0
        return max(self.least, self.lead + tokens)


def _groups(metrics: Metrics, taken: Fuda) -> list[_Group]:
    """Return the taken cards by kind."""
    groups = []
    for kind in Kind:
        cards = tuple(card for card in taken if card.kind is kind)
        chaff = kind is Kind.KASU
        if metrics.compact and not chaff and not cards:
            continue
        lead = SIGN * metrics.scale if chaff or not metrics.compact else 0
        least = metrics.group_least
        if chaff:
            least = SIGN + COUNT_WIDTH if metrics.compact else lead + PIPS_WIDTH * metrics.scale + 4
        groups.append(_Group(kind, cards, lead, least, metrics.scale))
    return groups


def _extent(metrics: Metrics, groups: list[_Group], pitch: int) -> int:
    """Return how wide all groups are."""
    return sum(group.extent(pitch) for group in groups) + metrics.group_gap * (len(groups) - 1)


def _token_top(metrics: Metrics, top: int) -> int:
    """Return where in a strip the tokens stand."""
    return top + (metrics.strip_height - TOKEN_HEIGHT * metrics.scale) // 2


def _pitch(metrics: Metrics, groups: list[_Group], room: int) -> int:
    """Return the widest pitch at which all tokens go into the room, or the least."""
    pitches = range(metrics.token_pitch, metrics.token_pitch_least, -1)
    fitting = (pitch for pitch in pitches if _extent(metrics, groups, pitch) <= room)
    return next(fitting, metrics.token_pitch_least)


def _tokens(look: Look, groups: list[_Group], fresh: Fuda, top: int, pitch: int) -> list[Item]:
    metrics = look.metrics
    items: list[Item] = []
    x = metrics.strip_tokens
    tall, top = TOKEN_HEIGHT * metrics.scale, _token_top(metrics, top)
    for group in groups:
        extent = group.extent(pitch)
        box = Box(x, top, extent, tall)
        new = tuple(card for card in group.cards if card in fresh)
        items.append(
            Tokens(
                group.kind,
                group.cards,
                box,
                group.pitch(pitch),
                kind_name(look, group.kind),
                new,
                metrics.scale,
                bool(group.lead),
            )
        )
        x += extent + metrics.group_gap
    return items
