"""A layout as a picture, one bit a pixel."""

from __future__ import annotations

from PIL import Image

from device.geometry import Box, Point, Size
from device.look.faces import (
    INK,
    PAPER,
    card_back,
    card_face,
    corners,
    fill,
    icon,
    outline,
    token,
    write,
)
from device.look.items import (
    Align,
    Back,
    Button,
    Emblem,
    Face,
    Fan,
    Item,
    Layout,
    Line,
    Mark,
    Pill,
    Pips,
    Rect,
    Sign,
    Style,
    Text,
    Token,
    Tokens,
)
from device.look.lettering import height, width
from koikoi.cards import Kind

ICON_WIDTH = 10
PIPS_A_ROW = 5
COMPACT_CHAFF = 20
"""With less room than this beside the sign of chaff there is only the count."""
OUTLINED_PIP = 7
"""From this width on an empty pip is a frame, below it a dot."""

MAKES_GAP = 2
"""Between the three parts of a mark, in pixels."""


def paint(layout: Layout) -> Image.Image:
    """Return the picture of a layout."""
    image = Image.new("1", layout.size, PAPER)
    for item in layout.items:
        _paint(image, item)
    return image


def _paint(image: Image.Image, item: Item) -> None:  # noqa: C901, PLR0912 - one case for each kind
    match item:
        case Text():
            _words(image, item)
        case Pill(text=text, box=box, style=style):
            fill(image, box)
            corners(image, box)
            _words(image, Text(text, box, Align.CENTER, style), PAPER)
        case Face(box=box):
            # A white line sets it off from a card that it lies on.
            fill(image, Box(box.x - 1, box.y, 1, box.height), PAPER)
            size = Size(box.width, box.height)
            picture = card_face(item.card, size, item.note, item.below, numeral=item.numeral)
            image.paste(picture, (box.x, box.y))
        case Back(box=box, text=text):
            _back(image, box, text)
        case Fan(count=count, box=box, pitch=pitch):
            wide = box.width - pitch * (count - 1)
            for index in reversed(range(count)):
                back = Box(box.x + pitch * index, box.y, wide, box.height)
                outline(image, back, round_=False)
        case Tokens():
            _tokens(image, item)
        case Token(card=card, box=box, ghost=ghost):
            image.paste(token(card, Size(box.width, box.height), ghost=ghost), (box.x, box.y))
        case Emblem(kind=kind, box=box):
            image.paste(icon(kind), (box.x, box.y))
        case Pips():
            _pips(image, item.box, item.count, item.of, item.of)
        case Line(box=box, dotted=dotted):
            _line(image, box, dotted=dotted)
        case Rect(box=box, dashed=dashed):
            _rect(image, box, dashed=dashed)
        case Mark(sign=sign, box=box):
            _mark(image, sign, box)
        case Button():
            _button(image, item)


def _words(image: Image.Image, line: Text, ink: int = INK) -> None:
    box, style = line.box, line.style
    spare = box.width - width(line.text, style)
    shift = {Align.LEFT: 0, Align.CENTER: (spare + 1) // 2, Align.RIGHT: spare}[line.align]
    top = box.y + (box.height - height(style)) // 2
    write(image, line.text, Point(box.x + shift, top), style, ink)


def _back(image: Image.Image, box: Box, text: str) -> None:
    image.paste(card_back(Size(box.width, box.height)), (box.x, box.y))
    if text:
        extent = width(text) + 6
        middle = Box(
            box.x + (box.width - extent) // 2,
            box.y + (box.height - height()) // 2 - 1,
            extent,
            height() + 2,
        )
        fill(image, middle, PAPER)
        _words(image, Text(text, middle, Align.CENTER))


def _line(image: Image.Image, box: Box, *, dotted: bool) -> None:
    if not dotted:
        fill(image, box)
        return
    for step in range(0, max(box.width, box.height), 3):
        across = box.width > box.height
        fill(image, Box(box.x + step * across, box.y + step * (not across), 1, 1))


def _rect(image: Image.Image, box: Box, *, dashed: bool) -> None:
    for edge in (
        Box(box.x, box.y, box.width, 1),
        Box(box.x, box.bottom - 1, box.width, 1),
        Box(box.x, box.y, 1, box.height),
        Box(box.right - 1, box.y, 1, box.height),
    ):
        _line(image, edge, dotted=dashed)


def _mark(image: Image.Image, sign: Sign, box: Box) -> None:
    match sign:
        case Sign.CURSOR | Sign.PLAYABLE:
            fill(image, box)
        case Sign.MAKES:
            _thirds(image, box)
        case Sign.MATCH | Sign.LAID:
            # It grows out of the card below: each row is wider than the one above.
            for row in range(box.height):
                inset = box.height - 1 - row
                fill(image, Box(box.x + inset, box.y + row, box.width - 2 * inset, 1))
                if sign is Sign.LAID and row:
                    inner = Box(box.x + inset + 1, box.y + row, box.width - 2 * inset - 2, 1)
                    fill(image, inner, PAPER)
        case Sign.CALL:
            half = (box.width - 1) // 2
            for row in range(box.height):
                reach = max(0, half - abs(row - box.height // 2))
                fill(image, Box(box.x + half - reach, box.y + row, 2 * reach + 1, 1))
        case Sign.POINTER:
            middle = box.y + box.height // 2
            for column in range(box.width):
                reach = box.width - 1 - column
                fill(image, Box(box.x + column, middle - reach, 1, 2 * reach + 1))


def _thirds(image: Image.Image, box: Box) -> None:
    """Fill a box but for two gaps."""
    part = (box.width - 2 * MAKES_GAP) // 3
    for block in range(3):
        fill(image, Box(box.x + (part + MAKES_GAP) * block, box.y, part, box.height))


def _button(image: Image.Image, button: Button) -> None:
    box = button.box
    outline(image, box)
    if button.selected:
        outline(image, box.inset(1))
        fill(image, box.inset(2), PAPER)
        inner = box.inset(3)
        outline(image, inner)
    lines = [button.text, button.note] if button.note else [button.text]
    tall = height(button.style)
    top = box.y + (box.height - (tall + 1) * len(lines)) // 2 + 1
    for index, words in enumerate(lines):
        line = Box(box.x, top + (tall + 1) * index, box.width, tall)
        style = button.style if index else Style.BOLD
        _words(image, Text(words, line, Align.CENTER, style))


def _tokens(image: Image.Image, tokens: Tokens) -> None:
    box, scale = tokens.box, tokens.scale
    left = box.x
    if tokens.signed:
        sign = icon(tokens.kind, scale)
        image.paste(sign, (box.x, box.y + scale))
        count = str(len(tokens.cards))
        style = Style.NORMAL if scale == 1 else Style.TALL
        beside = tokens.kind is Kind.KASU and box.width < ICON_WIDTH + COMPACT_CHAFF
        x = box.x + (sign.width - width(count, style) + 1) // 2
        if beside:
            x = box.x + sign.width + 2
        bottom = box.bottom - height(style) + scale - 1
        write(image, count, Point(x, box.y + 2 if beside else bottom), style)
        left += ICON_WIDTH * scale
        if beside:
            return
    if tokens.kind is Kind.KASU:
        _chaff(image, tokens, left + 2 * scale)
        return
    for index, card in enumerate(tokens.cards):
        x = left + tokens.pitch * index
        size = Size(0, box.height)
        image.paste(token(card, size, fresh=card in tokens.fresh), (x, box.y))


def _chaff(image: Image.Image, tokens: Tokens, left: int) -> None:
    """Draw ten pips in two rows, one filled for each card; a bar above them says some are new."""
    scale, count = tokens.scale, len(tokens.cards)
    pips = Box(left, tokens.box.y + 5 * scale, 4 * PIPS_A_ROW * scale, 14 * scale)
    _pips(image, pips, count, 2 * PIPS_A_ROW, PIPS_A_ROW)
    if tokens.fresh:
        fill(image, Box(left, tokens.box.y + scale, pips.width - scale, scale))


def _pips(image: Image.Image, box: Box, count: int, of: int, a_row: int) -> None:
    """Draw so many pips in rows that fill a box, the first of them filled."""
    wide, tall = box.width // a_row, box.height // -(-of // a_row)
    gap = max(1, wide // 4)
    for index in range(of):
        row, place = divmod(index, a_row)
        pip = Box(box.x + wide * place, box.y + tall * row, wide - gap, tall - 2)
        if index < count:
            fill(image, pip)
        elif wide < OUTLINED_PIP:
            fill(image, Box(pip.x + pip.width // 2, pip.y + pip.height // 2, 1, 1))
        else:
            outline(image, pip, round_=False)
