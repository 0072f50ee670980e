"""The entries of the log in words."""

from __future__ import annotations

from device.look.look import Look
from device.look.words import both, card_name, listed, taken_name, turn_sentences, who, yaku_name
from device.screens.told import Entry
from koikoi.round import Called, Event, Laid, Redealt
from koikoi.score import Result


def entry_lines(look: Look, entry: Entry) -> tuple[str, str]:
    """Return an entry as two lines; the second may be empty."""
    first, second = _sentence(look, entry.events[0])
    if len(entry.events) == 2:
        second = _sentence(look, entry.events[1])[0]
    return first, second


def entry_briefs(look: Look, entry: Entry) -> tuple[str, ...]:
    """Return an entry as one line, then shorter and shorter."""
    laid = tuple(event for event in entry.events if isinstance(event, Laid))
    if laid:
        return turn_sentences(look, laid)
    first, second = entry_lines(look, entry)
    return (both(look, first, second), first) if second else (first,)


def _sentence(look: Look, event: Event) -> tuple[str, str]:
    """Return an event as one line or two."""
    match event:
        case Redealt(rule=rule):
            return look.text("log.redealt"), look.text(f"log.redealt.{rule}")
        case Laid():
            return _laid(look, event), ""
        case Called(seat=seat, call=call, forced=forced):
            key = "forced" if forced else call.value
            did = look.text(f"log.{key}.{seat}")
            return look.text("log.did", who=who(look, seat), did=did), ""
        case Result():
            return _result(look, event)


def _laid(look: Look, event: Laid) -> str:
    card = card_name(look, event.card)
    form = "drawn" if event.drawn else "laid"
    if event.taken:
        words = look.text(f"log.{form}.takes", card=card, taken=taken_name(look, event.taken))
    else:
        words = look.text(f"log.{form}.stays", card=card)
    return words if event.drawn else look.text("turn.one", who=who(look, event.seat), laid=words)


def _result(look: Look, result: Result) -> tuple[str, str]:
    if result.winner is None:
        return look.text("log.nobody"), ""
    seat = result.winner
    won = look.counted(f"log.win.{seat}", result.points[seat])
    made = [
        look.text("log.yaku", yaku=yaku_name(look, yaku.key), points=yaku.points)
        for yaku in result.made
    ]
    times = [look.text("factor.brief", times=each.times) for each in result.factors]
    first = look.text("log.did", who=who(look, seat), did=won)
    return first, listed(look, [*made, *times])
