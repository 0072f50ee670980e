"""Wisteria, iris and peony: April, May and June."""

from __future__ import annotations

from device.look.art.canvas import PAPER, Canvas
from device.look.art.curves import closed, disc, ellipse, moved, polar, taper
from device.look.art.raster import Point
from device.look.art.ribbon import blue, plain
from koikoi.cards import Card

Raceme = tuple[float, float, int, float]
"""Where a raceme hangs, how many rows of flowers it has, and how wide it begins."""

Leaf = tuple[Point, float, float, float]
"""Where a leaf begins, how long and how wide it is, and where it points."""


def fuji(c: Canvas, card: Card) -> None:
    """Draw a card of April: racemes that hang from the top like grapes."""
    if card is Card.FUJI_HOTOTOGISU:
        moon(c)
    c.solid(taper([(0, 6), (14, 8), (30, 4), (44, 8)], 3, 2), rim=False)
    leaves: list[tuple[Point, float]] = [
        ((8, 7), 110),
        ((20, 8), 60),
        ((34, 6), 120),
        ((40, 6), 60),
    ]
    if card is Card.FUJI_HOTOTOGISU:
        leaves = leaves[2:]
    for at, angle in leaves:
        leaf(c, (at, 9, 5, angle))
    wide: dict[Card, list[Raceme]] = {
        Card.FUJI_HOTOTOGISU: [(7, 48, 7, 9), (36, 46, 7, 9)],
        Card.FUJI_TANZAKU: [(7, 16, 12, 9), (37, 15, 14, 9), (22, 52, 5, 8)],
        Card.FUJI_KASU_1: [(8, 18, 14, 10), (21, 15, 16, 11), (35, 17, 13, 10)],
        Card.FUJI_KASU_2: [(10, 16, 16, 11), (24, 19, 11, 9), (36, 15, 15, 10)],
    }
    narrow: dict[Card, list[Raceme]] = {
        Card.FUJI_HOTOTOGISU: [(9, 50, 5, 10), (36, 46, 6, 10)],
        Card.FUJI_TANZAKU: [(6, 17, 12, 10), (39, 15, 14, 10)],
        Card.FUJI_KASU_1: [(13, 16, 15, 13), (33, 15, 17, 13)],
        Card.FUJI_KASU_2: [(12, 15, 17, 13), (33, 17, 13, 13)],
    }
    for raceme in (narrow if c.small else wide)[card]:
        wisteria(c, raceme)
    if card is Card.FUJI_HOTOTOGISU:
        cuckoo(c)
    if card is Card.FUJI_TANZAKU:
        plain(c)


def leaf(c: Canvas, shape: Leaf, *, rim: bool = False) -> None:
    """Draw a black leaf with a white vein."""
    at, length, width, angle = shape
    middle = polar(at, length * 0.45, angle)
    sides = [polar(middle, width / 2, angle + turn) for turn in (90, -90)]
    c.solid(closed([at, sides[0], polar(at, length, angle), sides[1]]), rim=rim)
    c.line(polar(at, length * 0.2, angle), polar(at, length * 0.75, angle), tone=PAPER)


def wisteria(c: Canvas, raceme: Raceme) -> None:
    """Draw a raceme: rows of little bells that taper to a point; coarser on small cards."""
    x, y, count, width = raceme
    step, pitch, bell = (4.2, 4.8, 2.3) if c.small else (3.2, 3.5, 1.9)
    rows = max(3, int(count * 3 / step))
    for row in range(rows):
        wide = width * (1 - row / (rows - 1) * 0.85)
        bells = max(1, round(wide / (pitch - 0.5)))
        shift = 0.7 if row % 2 else -0.7
        for at in range(bells):
            middle = x + (at - (bells - 1) / 2) * pitch + shift
            c.solid(ellipse((middle, y + row * step), bell, min(bell, 2.1)), rim=False)
            c.dots((middle, y + row * step), tone=PAPER)


def moon(c: Canvas) -> None:
    """Draw the new moon above the cuckoo."""
    c.solid(disc((11, 17), 8.5))
    c.blank(disc((14.5, 14.5), 7.2))


def cuckoo(c: Canvas) -> None:
    """Draw the cuckoo in flight: wings high, a barred breast, a long tail."""
    # The far wing, the tail, the body, and the near wing: each lies over the one before.
    c.solid(closed([(17, 31), (16, 24), (20, 15), (26, 9), (26, 17), (24, 29)]))
    c.line((20, 28), (23, 15), tone=PAPER)
    c.solid([(25, 33), (43, 38), (40, 41.5), (42, 45.5), (35, 44), (23, 39)])
    for x in (32, 36):
        c.line((x + 1, 35.5 + (x - 32) * 0.3), (x - 1, 42 + (x - 32) * 0.4), tone=PAPER)
    body = [(5, 36), (8, 31.5), (13, 30), (20, 30), (28, 33), (31, 37), (24, 42), (14, 43), (8, 41)]
    c.hollow(closed(body), rim=True)
    back = [
        (5, 35.5), (8, 31.5), (13, 30), (20, 30), (27, 32.5), (20, 35), (13, 35), (9, 37),
    ]  # fmt: skip
    c.solid(closed(back), rim=False)
    for x in (12, 16, 20, 24):
        c.line((x, 38), (x + 1, 41))
    c.solid([(6.5, 34), (0.5, 39), (7, 38)], rim=False)
    c.dots((9, 34), tone=PAPER)
    c.solid(closed([(18, 34), (23, 26), (31, 17), (41, 13), (38, 21), (33, 29), (26, 36)]))
    for start, end in (((24, 30), (35, 18)), ((27, 32), (37, 22))):
        c.line(start, end, tone=PAPER)


Blade = tuple[float, float, float, float]
"""Where a sword leaf stands, how high it is and how far its tip leans."""


def ayame(c: Canvas, card: Card) -> None:
    """Draw a card of May: black sword leaves and three-petalled flags."""
    blades: dict[Card, list[Blade]] = {
        Card.AYAME_YATSUHASHI: [
            (3, 46, 32, 0),
            (9, 46, 24, -1),
            (19, 46, 30, 2),
            (27, 46, 22, -1),
            (41, 46, 36, 0),
        ],
        Card.AYAME_TANZAKU: [(5, 70, 34, -1), (12, 70, 34, 0), (33, 70, 34, 2), (40, 70, 52, 1)],
        Card.AYAME_KASU_1: [
            (6, 70, 40, -2),
            (14, 70, 52, 2),
            (23, 70, 40, -3),
            (31, 70, 50, 3),
            (39, 70, 38, 3),
        ],
        Card.AYAME_KASU_2: [
            (5, 70, 44, 1),
            (13, 70, 36, -2),
            (22, 70, 52, 0),
            (31, 70, 38, 3),
            (40, 70, 46, 2),
        ],
    }
    flags: dict[Card, list[tuple[float, float, float]]] = {
        Card.AYAME_YATSUHASHI: [(13, 14, 7.5), (32, 21, 7)],
        Card.AYAME_TANZAKU: [(34, 14, 7.5), (9, 30, 6.5)],
        Card.AYAME_KASU_1: [(13, 18, 8), (32, 30, 8)],
        Card.AYAME_KASU_2: [(31, 16, 8), (12, 30, 8)],
    }
    for blade in blades[card]:
        sword(c, blade)
    for x, y, r in flags[card]:
        c.line((x, y + r), (x + 1, 68))
        c.blank(disc((x, y), r * 1.35))
        iris(c, (x, y), r)
    if card is Card.AYAME_YATSUHASHI:
        bridge(c)
    if card is Card.AYAME_TANZAKU:
        plain(c)


def sword(c: Canvas, blade: Blade) -> None:
    """Draw a sword leaf."""
    x, y, high, lean = blade
    c.solid(
        closed(
            [
                (x - 2.5, y), (x - 2.5 + lean * 0.3, y - high * 0.5), (x + lean, y - high),
                (x + 2.5 + lean * 0.4, y - high * 0.5), (x + 2.5, y),
            ]
        )
    )  # fmt: skip


def iris(c: Canvas, at: Point, r: float) -> None:
    """Draw an iris flag: one petal up, one to each side, a white one down."""
    x, y = at
    c.solid(closed(moved([(0, -1), (0.45, -0.3), (0, 0.25), (-0.45, -0.3)], x, y, r)), rim=False)
    side = [(0, -0.1), (0.7, -0.35), (1.15, 0.25), (0.75, 0.85), (0.25, 0.35)]
    for flip in (False, True):
        c.solid(closed(moved(side, x, y, r, flip=flip)), rim=False)
        c.line(*moved([(0.35, 0.05), (0.85, 0.25)], x, y, r, flip=flip), tone=PAPER)
    down = [(-0.3, 0.1), (0.3, 0.1), (0.35, 0.8), (0, 1.15), (-0.35, 0.8)]
    c.hollow(closed(moved(down, x, y, r)))
    c.line((x, y + r * 0.3), (x, y + r * 0.7))


def bridge(c: Canvas) -> None:
    """Draw the bridge of planks that zigzags over the water."""
    c.blank([(0, 40), (44, 40), (44, 68), (0, 68)])
    for y, x0, x1 in ((64, 8, 14), (61, 2, 4), (64, 22, 27), (62, 35, 42), (43, 20, 25)):
        c.line((x0, y), (x1, y))
    for x, top in ((6, 52), (17, 60), (30, 54), (41, 58)):
        c.bar((x, top), (x, 66), width=2.6)
    plank(c, (-2, 42), (20, 53))
    plank(c, (46, 54), (28, 44))
    plank(c, (13, 56), (34, 43))


def plank(c: Canvas, start: Point, end: Point) -> None:
    """Draw a plank seen from above, with its dark side."""
    (x0, y0), (x1, y1) = start, end
    c.solid([(x0, y0), (x1, y1), (x1, y1 + 9), (x0, y0 + 9)])
    c.hollow([(x0, y0), (x1, y1), (x1, y1 + 7), (x0, y0 + 7)])
    if not c.tiny:
        c.line((x0, y0 + 3.4), (x1, y1 + 3.4))


def botan(c: Canvas, card: Card) -> None:
    """Draw a card of June: a great layered rose with broad leaves."""
    leaves: list[Leaf] = [
        ((22, 40), 15, 8, 200), ((22, 40), 15, 8, -20), ((20, 44), 20, 9, 150),
        ((24, 44), 20, 9, 30), ((22, 46), 20, 9, 90),
    ]  # fmt: skip
    for shape in leaves[2:] if c.small else leaves:
        leaf(c, shape, rim=True)
    match card:
        case Card.BOTAN_CHOU:
            peony(c, *(((24, 49), 16) if c.small else ((26, 50), 14)))
            butterfly(c, (27, 15), 1.25)
            butterfly(c, (9, 24), 0.75)
        case Card.BOTAN_AOTAN:
            leaf(c, ((10, 58), 14, 8, -60))
            leaf(c, ((34, 58), 14, 8, -120))
            peony(c, (9, 52), 11.5)
            peony(c, (35, 19), 11)
            blue(c)
        case Card.BOTAN_KASU_1:
            peony(c, (22, 26), 18)
        case _:
            peony(c, (15, 19), 13.5)
            peony(c, (29, 47), 13.5)


def peony(c: Canvas, at: Point, r: float) -> None:
    """Draw a peony: black petals around white ones around a black heart."""
    c.blank(disc(at, r))
    for petal in range(7):
        angle = -90 + 360 * petal / 7
        c.solid(ellipse(polar(at, r * 0.66, angle), r * 0.4, r * 0.344, angle + 90))
    c.blank(disc(at, r * 0.62))
    for petal in range(5):
        angle = -54 + 72 * petal
        c.hollow(ellipse(polar(at, r * 0.36, angle), r * 0.3, r * 0.258, angle + 90))
    c.solid(disc(at, r * 0.26))
    x, y = at
    c.dots((x - 1, y), (x + 1, y), (x, y - 1), tone=PAPER)
    for petal in range(7):
        angle = -90 + 360 * petal / 7
        c.line(polar(at, r * 0.72, angle), polar(at, r * 0.92, angle), tone=PAPER)


def butterfly(c: Canvas, at: Point, size: float) -> None:
    """Draw a butterfly with its wings open."""
    x, y = at
    upper = [(0, 0), (4, -9), (11, -10), (11, -3), (6, 1)]
    spot = [(3, -4), (6, -7.5), (9, -7), (8, -3.5)]
    lower = [(0, 0), (6, 1), (8, 6), (4, 8)]
    for flip in (False, True):
        c.hollow(closed(moved(upper, x, y, size, flip=flip)))
        c.solid(closed(moved(spot, x, y, size, flip=flip)), rim=False)
        c.solid(closed(moved(lower, x, y, size, flip=flip)), rim=False)
        c.line(*moved([(0, -2), (3, -7)], x, y, size, flip=flip))
    c.bar(*moved([(0, -2), (0, 6)], x, y, size), width=1.6 * size)
