"""Tokens: a taken card as a pictogram above the number of its month; and month tabs and signs."""

from __future__ import annotations

from device.look.art import digits, raster
from device.look.art.pictograms import LEAF, PICTOGRAMS, SIGNS, rows
from device.look.sheets import TAB, TOKEN, tab_box, token_width
from koikoi.cards import Card, Kind, Month
from koikoi.yaku import AKATAN, AOTAN

FOOT = 14
"""The row where the number's part of a token begins."""


def token(card: Card) -> list[int]:
    """Return a token, in rows; a set bit is ink. A bright's number is white on black."""
    width, height = token_width(card), TOKEN.height
    whole = raster.box(0, 0, width, height, height)
    picture = list(raster.edge(whole))
    for end in (0, -1):
        picture[end] &= ~(1 | 1 << (width - 1))
    if card.kind is Kind.TANZAKU:
        _stamp(picture, _slip(card), (width - 7) // 2, 2)
    else:
        _stamp(picture, rows(PICTOGRAMS.get(card, LEAF)), 1, 1 if card.kind is Kind.HIKARI else 2)
    month = card.month.value
    foot = [0] * height
    _stamp(foot, digits.rows(month), (width - digits.width(month) + 1) // 2, FOOT + 1)
    if card.kind is Kind.HIKARI:
        field = raster.box(1, FOOT, width - 1, height - 1, height)
        foot = list(raster.minus(field, tuple(foot)))
    return [row | below for row, below in zip(picture, foot, strict=True)]


def _stamp(picture: list[int], stamp: list[int], x: int, y: int) -> None:
    for at, row in enumerate(stamp):
        picture[y + at] |= row << x


def _slip(card: Card) -> list[int]:
    """Return a ribbon, 7 by 12: written on, black or hatched."""
    high = 12
    lean = [1 if y < high // 2 else 0 for y in range(high)]
    whole = tuple(0b111111 << shift for shift in lean)
    rim = raster.edge(whole)
    if card in AOTAN:
        line = tuple(0b100 << shift if 1 < y < high - 2 else 0 for y, shift in enumerate(lean))
        return list(raster.minus(whole, line))
    if card in AKATAN:
        marks = [0b001100 << shift if y % 2 == 0 else 0 for y, shift in enumerate(lean)]
        return [row | mark for row, mark in zip(rim, marks, strict=True)]
    hatch = [sum(1 << x for x in range(7) if (x + y) % 3 == 0) for y in range(high)]
    inside = raster.both(whole, tuple(hatch))
    return [row | line for row, line in zip(rim, inside, strict=True)]


def tab(month: Month) -> list[int]:
    """Return the tab that shows a month in the corner of a card, a hairline below and beside it."""
    width = tab_box(month).width
    picture = [1 << (width - 1)] * (TAB.height - 1) + [(1 << width) - 1]
    _stamp(picture, digits.rows(month.value), (width - digits.width(month.value)) // 2, 1)
    return picture


def sign(kind: Kind) -> list[int]:
    """Return the sign of a kind."""
    return rows(SIGNS[kind])
