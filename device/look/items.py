"""What a screen is made of: a few kinds of items, each in its box, and what can be touched.

An item carries its words where it has any, so that a view in plain text says what a picture shows.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from device.geometry import Box, Size
from koikoi.cards import Card, Fuda, Kind


class Align(Enum):
    """Where in its box a text stands."""

    LEFT = "left"
    CENTER = "center"
    RIGHT = "right"


class Style(Enum):
    """How letters look: tiny digits, as they are, struck twice, drawn tall, twice as large."""

    SMALL = "small"
    NORMAL = "normal"
    BOLD = "bold"
    TALL = "tall"
    BIG = "big"


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text."""

    text: str
    box: Box
    align: Align = Align.LEFT
    style: Style = Style.NORMAL


@dataclass(frozen=True, slots=True)
class Pill:
    """A short text in white on black."""

    text: str
    box: Box
    style: Style = Style.NORMAL


@dataclass(frozen=True, slots=True)
class Face:
    """A card face up: its flower in one or two short lines, its kind, and a note such as "x3".

    `below` are the kinds of the cards of its month that lie under it.
    """

    card: Card
    box: Box
    flower: tuple[str, ...]
    kind: str
    numeral: bool = True
    note: str = ""
    below: tuple[Kind, ...] = ()


@dataclass(frozen=True, slots=True)
class Back:
    """A card face down; the draw pile has its count on it."""

    box: Box
    text: str = ""


@dataclass(frozen=True, slots=True)
class Fan:
    """The backs of a hand that is not shown; `pitch` is from one to the next."""

    count: int
    box: Box
    pitch: int = 3


@dataclass(frozen=True, slots=True)
class Tokens:
    """Taken cards of one kind, small; chaff is only counted. `fresh` ones came with the last turn.

    `label` names the kind in text.
    """

    kind: Kind
    cards: Fuda
    box: Box
    pitch: int
    label: str
    fresh: Fuda = ()
    scale: int = 1
    signed: bool = True
    """Whether the sign of the kind and the count stand before them."""


@dataclass(frozen=True, slots=True)
class Token:
    """One card, small; a ghost is a card that is missing. `text` is what it says in text."""

    card: Card
    box: Box
    ghost: bool = False
    text: str = ""


@dataclass(frozen=True, slots=True)
class Emblem:
    """The sign of a kind of cards."""

    kind: Kind
    box: Box


@dataclass(frozen=True, slots=True)
class Pips:
    """A count of cards as small boxes, so many of them filled."""

    count: int
    of: int
    box: Box


@dataclass(frozen=True, slots=True)
class Line:
    """A hairline along its box, which is one pixel high or wide."""

    box: Box
    dotted: bool = False


@dataclass(frozen=True, slots=True)
class Rect:
    """A frame around a place."""

    box: Box
    dashed: bool = False


class Sign(Enum):
    """What a mark says; the value is the mark in text."""

    CURSOR = "═"
    PLAYABLE = "·"
    MAKES = "*"
    MATCH = "▼"
    LAID = "▽"
    CALL = "◆"
    POINTER = "▶"


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark beside something."""

    sign: Sign
    box: Box


@dataclass(frozen=True, slots=True)
class Button:
    """Something to choose: what it does, and a line that says more."""

    text: str
    box: Box
    selected: bool
    note: str = ""
    style: Style = Style.NORMAL
    """How the note looks."""


Item = (
    Text | Pill | Face | Back | Fan | Tokens | Token | Emblem | Pips | Line | Rect | Mark | Button
)


@dataclass(frozen=True, slots=True)
class Target:
    """A place to touch, named as `events.Touched` names it."""

    kind: str
    index: int
    box: Box


@dataclass(frozen=True, slots=True)
class Layout:
    """A whole screen, ready to be painted; a later item lies on an earlier one."""

    size: Size
    items: tuple[Item, ...]
    targets: tuple[Target, ...] = ()
