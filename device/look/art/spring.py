"""Pine, plum and cherry: January, February and March."""

from __future__ import annotations

from device.look.art.canvas import PAPER, Canvas
from device.look.art.curves import closed, disc, ellipse, polar, smooth, taper
from device.look.art.raster import Point
from device.look.art.ribbon import poem
from koikoi.cards import Card

Spot = tuple[float, float, float]
"""Where something is and how large."""


def matsu(c: Canvas, card: Card) -> None:
    """Draw a card of January: fans of black needles."""
    if card is Card.MATSU_TSURU:
        c.solid(disc((34, 11), 9.5))
        tuft(c, (9, 66, 14))
        tuft(c, (30, 68, 15))
        tuft(c, (43, 60, 11))
        crane(c)
        return
    wide: dict[Card, list[Spot]] = {
        Card.MATSU_AKATAN: [
            (9, 20, 10), (35, 19, 11), (7, 44, 10), (38, 46, 11), (12, 67, 13), (34, 68, 14),
        ],
        Card.MATSU_KASU_1: [
            (12, 24, 13), (33, 19, 12), (22, 44, 15), (6, 50, 10), (40, 46, 11), (13, 66, 13),
            (34, 68, 14),
        ],
        Card.MATSU_KASU_2: [
            (31, 20, 13), (9, 27, 11), (38, 42, 11), (17, 46, 14), (31, 66, 14), (8, 67, 11),
        ],
    }  # fmt: skip
    narrow: dict[Card, list[Spot]] = {
        Card.MATSU_AKATAN: [(7, 30, 14), (38, 40, 14), (9, 69, 16), (36, 69, 15)],
        Card.MATSU_KASU_1: [(14, 25, 17), (33, 47, 17), (12, 68, 16)],
        Card.MATSU_KASU_2: [(30, 25, 17), (12, 47, 17), (33, 68, 16)],
    }
    for spot in (narrow if c.small else wide)[card]:
        tuft(c, spot)
    if card is Card.MATSU_AKATAN:
        poem(c, "あかよろし")


def tuft(c: Canvas, spot: Spot) -> None:
    """Draw a fan of needles."""
    x, y, r = spot
    needles = 9
    rays = range(2 * needles + 1)
    tips = [polar((x, y), r * (0.8 if at % 2 else 1), 180 + 90 * at / needles) for at in rays]
    c.solid([(x, y), *tips])
    for at in range(1, needles):
        angle = 180 + 180 * at / needles
        c.line(polar((x, y), r * 0.3, angle), polar((x, y), r * 0.85, angle), tone=PAPER)


def crane(c: Canvas) -> None:
    """Draw the crane: white, with black neck and tail."""
    c.line((18, 49), (17, 63))
    c.line((22, 49), (23, 63))
    c.solid(closed([(24, 33), (35, 35), (41, 43), (38, 53), (33, 49), (27, 46)]))
    for start, end in (((29, 39), (38, 49)), ((29, 43), (34, 49)), ((31, 37), (39, 45))):
        c.line(start, end, tone=PAPER)
    body = [(9, 40), (13, 33), (21, 30), (29, 33), (31, 39), (27, 46), (19, 50), (12, 47)]
    c.hollow(closed(body), rim=True)
    for start, end in (((16, 42), (27, 37)), ((15, 45), (26, 41)), ((18, 47), (24, 45))):
        c.line(start, end)
    c.solid(taper([(14, 36), (8, 31), (7, 25), (11, 20), (15, 17)], 5.2, 3), rim=False)
    head = (15.2, 16.3)
    c.hollow(ellipse(head, 5.2 if c.small else 4.8, 4 if c.small else 3.5), rim=True)
    if not c.small:
        c.dots((16, 16), (16, 17))
    c.solid([(19, 14.2), (27.5, 18.4), (18.5, 18.8)], rim=False)
    c.solid(closed([(12.5, 14), (14.5, 11.4), (17.5, 12.6)]), rim=False)
    c.line((12, 21), (10, 25), tone=PAPER)


def ume(c: Canvas, card: Card) -> None:
    """Draw a card of February: black blossoms on a thick bough."""
    c.solid(taper([(4, 70), (10, 54), (22, 44), (24, 30), (34, 18), (38, 4)], 9, 3), rim=False)
    c.solid(taper([(22, 44), (34, 46), (44, 38)], 4, 2), rim=False)
    c.solid(taper([(24, 30), (13, 22), (8, 6)], 4, 1.6), rim=False)
    c.solid(taper([(10, 54), (22, 58), (30, 66)], 4, 2), rim=False)
    spots: dict[Card, list[Spot]] = {
        Card.UME_UGUISU: [(32, 60, 7), (9, 36, 7), (36, 33, 6), (9, 13, 5.5)],
        Card.UME_AKATAN: [(9, 14, 7), (35, 57, 7.5), (35, 16, 6.5), (7, 43, 6)],
        Card.UME_KASU_1: [(12, 18, 8), (33, 32, 8), (12, 42, 7), (33, 58, 7), (36, 10, 5.5)],
        Card.UME_KASU_2: [(32, 14, 7.5), (12, 30, 8), (34, 42, 8), (15, 60, 7.5), (10, 10, 5)],
    }
    for spot in spots[card]:
        plum(c, spot)
    if card is Card.UME_UGUISU:
        warbler(c)
    if card is Card.UME_AKATAN:
        poem(c, "あかよろし")


def plum(c: Canvas, spot: Spot) -> None:
    """Draw a plum blossom: black, with a white heart and stamens."""
    x, y, r = spot
    c.blank(disc((x, y), r + 1.2))
    petals = [-90 + 72 * at for at in range(5)]
    for angle in petals:
        c.solid(disc(polar((x, y), r * 0.62, angle), r * 0.46), rim=False)
    c.solid(disc((x, y), r * 0.45), rim=False)
    if r * c.unit < 4:
        c.dots((x, y), tone=PAPER)
        return
    c.blank(disc((x, y), r * 0.17))
    c.dots(*(polar((x, y), r * 0.52, angle) for angle in petals), tone=PAPER)


def warbler(c: Canvas) -> None:
    """Draw the bush warbler: a round bird with its tail cocked up."""
    body = [
        (11, 24), (13, 19), (18, 16.5), (23, 19), (28, 21), (32, 25), (30, 30), (24, 33),
        (16, 31.5), (12, 28),
    ]  # fmt: skip
    if c.tiny:
        c.solid(closed(body))
        c.solid([(29, 23), (41, 17), (42, 21), (31, 28)], rim=False)
        c.blank(closed([(14, 25), (18, 24), (23, 29), (24, 31.5), (17, 30.5)]))
        c.solid([(12.5, 20.5), (5.5, 24), (12, 27)], rim=False)
        return
    c.hollow(closed(body), rim=True)
    c.solid([(29, 23), (41, 17), (42, 21), (31, 28)])
    c.line((32, 24), (40, 20), tone=PAPER)
    c.solid(closed([(12, 22), (14, 18), (19, 16.5), (22, 19), (18, 20)]), rim=False)
    c.solid(closed([(19, 23), (25, 22.5), (33, 27), (27, 29.5), (21, 28)]), rim=False)
    c.line((22, 25), (29, 27), tone=PAPER)
    c.solid([(12.5, 21.2), (5.5, 24), (12, 26.2)], rim=False)
    c.dots((15, 23), (16, 23))
    c.line((20, 32), (20, 36))
    c.line((24, 32), (25, 36))


Blossom = tuple[float, float, float, float]
"""Where a cherry blossom is, how large, and how it is turned."""


def sakura(c: Canvas, card: Card) -> None:
    """Draw a card of March: white notched blossoms."""
    if card is Card.SAKURA_MAKU:
        curtain(c)
        return
    c.solid(taper([(44, 70), (34, 52), (20, 44), (8, 24), (4, 8)], 5, 2), rim=False)
    c.solid(taper([(20, 44), (32, 30), (40, 10)], 3.4, 1.4), rim=False)
    wide: dict[Card, list[Blossom]] = {
        Card.SAKURA_AKATAN: [
            (8, 13, 9, -90), (38, 13, 9, -70), (7, 36, 8.5, -60), (38, 38, 8.5, -100),
            (10, 59, 9, -90), (34, 61, 8.5, -80),
        ],
        Card.SAKURA_KASU_1: [
            (13, 14, 10.5, -90), (34, 20, 9.5, -60), (11, 37, 9.5, -75), (32, 43, 10.5, -90),
            (13, 58, 9, -50),
        ],
        Card.SAKURA_KASU_2: [
            (32, 14, 10.5, -90), (11, 20, 9.5, -60), (33, 37, 9.5, -75), (12, 44, 10.5, -90),
            (31, 59, 9, -50),
        ],
    }  # fmt: skip
    narrow: dict[Card, list[Blossom]] = {
        Card.SAKURA_AKATAN: [
            (6, 16, 12, -90),
            (40, 24, 12, -70),
            (5, 46, 12, -80),
            (38, 56, 12, -90),
        ],
        Card.SAKURA_KASU_1: [(15, 18, 14, -90), (31, 45, 14, -70), (8, 60, 9, -60)],
        Card.SAKURA_KASU_2: [(30, 18, 14, -90), (14, 45, 14, -70), (36, 60, 9, -110)],
    }
    for blossom in (narrow if c.small else wide)[card]:
        cherry(c, blossom)
    if card is Card.SAKURA_AKATAN:
        poem(c, "みよしの")


def cherry(c: Canvas, blossom: Blossom) -> None:
    """Draw a cherry blossom: white, with a black star in it."""
    x, y, r, turned = blossom
    petal = [(0.42, -36), (0.86, -27), (1.0, -13), (0.74, 0), (1.0, 13), (0.86, 27)]
    outline: list[Point] = [
        polar((x, y), r * far, turned + 72 * at + angle) for at in range(5) for far, angle in petal
    ]
    c.hollow(outline, rim=True)
    for at in range(5):
        angle = turned + 72 * at
        c.line(polar((x, y), 0.5, angle), polar((x, y), r * 0.48, angle))
    if r * c.unit > 8:
        c.solid(disc((x, y), 1.4), rim=False)


def curtain(c: Canvas) -> None:
    """Draw the curtain under the cherries: a striped swag with a crest."""
    wide = [
        (9, 10, 8, -90), (25, 7, 7.5, -70), (38, 14, 8, -100), (17, 24, 7.5, -60),
        (33, 28, 7, -90), (6, 27, 6.5, -80),
    ]  # fmt: skip
    for blossom in [(11, 15, 12, -90), (33, 20, 12, -70)] if c.small else wide:
        cherry(c, blossom)
    top = smooth([(0, 37), (11, 41.5), (22, 43), (33, 41.5), (44, 37)])
    c.rim(c.blank([*top, (44, 70), (0, 70)]))
    for x in range(2, 44, 8):
        left = 38 + 5 * (1 - ((x + 2 - 22) / 22) ** 2)
        c.solid([(x, left), (x + 4, left), (x + 4, 70), (x, 70)], rim=False)
    c.bar(*top, width=2)
    crest = (22, 56)
    c.hollow(disc(crest, 8.5), rim=True)
    for petal in range(5):
        c.solid(disc(polar(crest, 3.9, -90 + 72 * petal), 2.5), rim=False)
    c.solid(disc(crest, 2.5), rim=False)
    if c.small:
        return
    c.dots(crest, *(polar(crest, 4.6, -90 + 72 * petal) for petal in range(5)), tone=PAPER)
