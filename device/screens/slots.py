"""Where each card lies: a card keeps its slot while it is there, so nothing on the glass moves."""

from __future__ import annotations

from itertools import count

from koikoi.cards import Card, Fuda, matching
from koikoi.round import Laid, Round
from koikoi.seat import Seat

HAND_SLOTS = 8


def hand_slots(round_: Round, seat: Seat) -> tuple[Card | None, ...]:
    """Return the slots of a hand, eight or more; None where a card was played.

    They are in the order of the deck as it was when the round began, and stay so to its end.
    """
    began = sorted(round_.start.tefuda[seat])
    held = round_.tefuda[seat]
    slots = [card if card in held else None for card in began]
    return (*slots, *[None] * (HAND_SLOTS - len(slots)))


def table_slots(round_: Round) -> dict[int, Fuda]:
    """Return the slots of the table that are in use, each with its cards, the top one last.

    Three of a month that are dealt together share a slot: they are taken together. Any other card
    takes the lowest slot that is free when it comes.
    """
    slots: dict[int, Fuda] = {}
    for card in round_.start.bafuda:
        together = matching(card, round_.start.bafuda)
        if len(together) < 3:
            slots[len(slots)] = (card,)
        elif card is together[0]:
            # The highest on top: it is the one worth seeing.
            slots[len(slots)] = tuple(sorted(together, reverse=True))
    for event in round_.history:
        if not isinstance(event, Laid):
            continue
        for slot in [slot for slot, cards in slots.items() if cards[0] in event.taken]:
            del slots[slot]
        if not event.taken:
            free = next(slot for slot in count() if slot not in slots)
            slots[free] = (event.card,)
    return dict(sorted(slots.items()))


def slot_of(slots: dict[int, Fuda], card: Card) -> int:
    """Return the slot that a card on the table lies in; raises KeyError."""
    for slot, cards in slots.items():
        if card in cards:
            return slot
    raise KeyError(card)
