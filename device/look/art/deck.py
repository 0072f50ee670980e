"""The whole deck: each card and the back as rows of bits."""

from __future__ import annotations

from device.geometry import Size
from device.look.art import raster
from device.look.art.autumn import hagi, kiku, susuki
from device.look.art.canvas import PAPER, Canvas
from device.look.art.spring import matsu, sakura, ume
from device.look.art.summer import ayame, botan, fuji
from device.look.art.winter import kiri, momiji, yanagi
from koikoi.cards import Card, Month

DRAW = {
    Month.MATSU: matsu,
    Month.UME: ume,
    Month.SAKURA: sakura,
    Month.FUJI: fuji,
    Month.AYAME: ayame,
    Month.BOTAN: botan,
    Month.HAGI: hagi,
    Month.SUSUKI: susuki,
    Month.KIKU: kiku,
    Month.MOMIJI: momiji,
    Month.YANAGI: yanagi,
    Month.KIRI: kiri,
}


PITCH = 6
"""From dot to dot on the back of a card."""


def face(card: Card, size: Size) -> list[int]:
    """Return a card face up, in rows; a set bit is ink."""
    canvas = Canvas(size)
    DRAW[card.month](canvas, card)
    return canvas.framed()


def back(size: Size) -> list[int]:
    """Return a card face down: black, with a white line and a grid of white dots."""
    canvas = Canvas(size)
    width, height = size
    canvas.paint(raster.box(0, 0, width, height, height))
    line = raster.box(3, 3, width - 3, height - 3, height)
    canvas.paint(raster.edge(line), PAPER)
    columns, rows = (width - 10) // PITCH, (height - 10) // PITCH
    left, top = (width - PITCH * columns + 4) // 2, (height - PITCH * rows + 4) // 2
    for row in range(rows):
        y = top + PITCH * row
        for column in range(columns - row % 2):
            x = left + PITCH * column + PITCH // 2 * (row % 2)
            canvas.paint(raster.box(x, y, x + 2, y + 2, height), PAPER)
    return canvas.framed()
