"""The strip of a player: name, dealer, calls, score, hand, taken cards, sets in reach."""

from __future__ import annotations

from dataclasses import dataclass

from device.geometry import Box
from device.look.items import Align, Fan, Item, Mark, Pill, Sign, Style, Text, Tokens
from device.look.lettering import fits, height, width
from device.look.look import Look
from device.look.words import away, kind_name, who
from device.settings import Hints
from koikoi.cards import Fuda, Kind
from koikoi.match import Match
from koikoi.seat import NORTH, Seat

ICON = 10
"""The sign of a kind with the gap to its tokens, in pixels."""
GROUP_LEAST = 32
CHAFF_WIDTH = 46
MARKED_CALLS = 3
"""As many calls are marked one by one; more of them are counted."""


def strip(look: Look, match: Match, seat: Seat, fresh: Fuda) -> list[Item]:
    """Return the strip of a seat; `fresh` are the cards it took in the last turn."""
    metrics = look.metrics
    top = metrics.opponent_strip if seat is NORTH else metrics.own_strip
    round_ = match.round
    words = away(look, round_.rules, round_.sight(seat)) if look.hints is Hints.FULL else ()
    items = _person(look, match, seat, top)
    edge = look.size.width - metrics.margin
    taken = round_.torifuda[seat]
    room = edge - metrics.strip_tokens
    if words:
        short = room - metrics.reach_width - metrics.group_gap
        if _pitch(look, taken, short) is not None:
            room = short
            items += _away(look, words, edge, top)
    pitch = _pitch(look, taken, room) or metrics.token_pitch_least
    return items + _tokens(look, taken, fresh, top, pitch)


def _person(look: Look, match: Match, seat: Seat, top: int) -> list[Item]:
    """Return who it is, with the dealer's mark, the calls, the score and the hand's backs."""
    metrics, round_ = look.metrics, match.round
    left, second = metrics.margin, top + metrics.line
    name = who(look, seat)
    items: list[Item] = [Text(name, Box(left, top, width(name), height()))]
    x = left + width(name) + 2
    if round_.oya is seat:
        items.append(Pill(look.text("dealer.sign"), Box(x, top + 1, 10, 10)))
    x += 13
    calls = round_.calls[seat]
    marked = calls if calls <= MARKED_CALLS else 1
    items += [Mark(Sign.CALL, Box(x + 7 * number, top + 3, 7, 7)) for number in range(marked)]
    if calls > MARKED_CALLS:
        items.append(Text(str(calls), Box(x + 8, top, width(str(calls)), height())))
    score = str(match.scores[seat])
    box = Box(left, second, width(score, Style.BOLD), height())
    items.append(Text(score, box, style=Style.BOLD))
    if seat is NORTH and round_.tefuda[seat]:
        count = len(round_.tefuda[seat])
        items.append(Fan(count, Box(metrics.strip_fan, second, 3 * count + 2, height())))
    return items


def _away(look: Look, words: tuple[str, ...], edge: int, top: int) -> list[Item]:
    """Return which sets are one card away: all that fit, then how many more."""
    metrics = look.metrics
    shown = words[0] if len(words) == 1 else ""
    for named in range(1, len(words) + 1):
        listed, more = ", ".join(words[:named]), len(words) - named
        line = look.text("strip.away.more", yaku=listed, more=more) if more else listed
        if named == 1 or fits(line, metrics.reach_width):
            shown = line
    title = look.text("strip.away")
    return [
        Text(line, Box(edge - width(line), y, width(line), height()), Align.RIGHT)
        for line, y in ((title, top), (shown, top + metrics.line))
    ]


@dataclass(frozen=True, slots=True)
class _Group:
    kind: Kind
    cards: Fuda

    def extent(self, pitch: int, token: int) -> int:
        """How wide the group is, in pixels."""
        if self.kind is Kind.KASU:
            return CHAFF_WIDTH
        tokens = pitch * (len(self.cards) - 1) + token if self.cards else 0
        return max(GROUP_LEAST, ICON + tokens)


def _groups(taken: Fuda) -> list[_Group]:
    return [_Group(kind, tuple(card for card in taken if card.kind is kind)) for kind in Kind]


def _pitch(look: Look, taken: Fuda, room: int) -> int | None:
    """Return the widest pitch at which all tokens go into the room."""
    metrics = look.metrics
    for pitch in range(metrics.token_pitch, metrics.token_pitch_least - 1, -1):
        groups = _groups(taken)
        wide = sum(group.extent(pitch, metrics.token.width) for group in groups)
        if wide + metrics.group_gap * (len(groups) - 1) <= room:
            return pitch
    return None


def _tokens(look: Look, taken: Fuda, fresh: Fuda, top: int, pitch: int) -> list[Item]:
    metrics = look.metrics
    items: list[Item] = []
    x = metrics.strip_tokens
    for group in _groups(taken):
        extent = group.extent(pitch, metrics.token.width)
        box = Box(x, top + 1, extent, metrics.token.height)
        new = tuple(card for card in group.cards if card in fresh)
        label = kind_name(look, group.kind)
        items.append(Tokens(group.kind, group.cards, box, pitch, label, new))
        x += extent + metrics.group_gap
    return items
