"""Maple, willow and paulownia: October, November and December."""

from __future__ import annotations

from device.look.art.canvas import INK, PAPER, Canvas
from device.look.art.curves import band, closed, disc, ellipse, moved, polar, smooth, taper
from device.look.art.raster import Point
from device.look.art.ribbon import blue, plain
from koikoi.cards import Card

Leaf = tuple[float, float, float, float]
"""Where a leaf is, how large, and where its tip points."""


def momiji(c: Canvas, card: Card) -> None:
    """Draw a card of October: five-pointed leaves, black and white in turn."""
    wide: dict[Card, list[Leaf]] = {
        Card.MOMIJI_SHIKA: [
            (6, 12, 10, -60), (30, 8, 9, -100), (37, 21, 11, -120), (40, 36, 7, -110),
        ],
        Card.MOMIJI_AOTAN: [
            (8, 16, 12, -60), (38, 22, 11, -120), (6, 44, 11, -60), (38, 50, 12, -120),
            (17, 65, 9, -80),
        ],
        Card.MOMIJI_KASU_1: [
            (14, 18, 14, -70), (31, 36, 12.5, -125), (14, 54, 12.5, -60), (37, 62, 9, -100),
            (37, 10, 8, -110),
        ],
        Card.MOMIJI_KASU_2: [
            (30, 18, 14, -110), (13, 35, 12.5, -55), (31, 53, 13, -110), (8, 61, 9, -80),
            (7, 10, 8, -70),
        ],
    }  # fmt: skip
    narrow: dict[Card, list[Leaf]] = {
        Card.MOMIJI_SHIKA: [(8, 13, 13, -60), (36, 12, 14, -115)],
        Card.MOMIJI_AOTAN: [(6, 18, 15, -60), (40, 30, 15, -120), (5, 56, 14, -60)],
        Card.MOMIJI_KASU_1: [(15, 22, 18, -70), (30, 50, 17, -120)],
        Card.MOMIJI_KASU_2: [(29, 22, 18, -110), (14, 50, 17, -60)],
    }
    for index, leaf in enumerate((narrow if c.small else wide)[card]):
        maple(c, leaf, tone=PAPER if index % 2 else INK)
    if card is Card.MOMIJI_SHIKA:
        deer(c)
    if card is Card.MOMIJI_AOTAN:
        blue(c)


def maple(c: Canvas, leaf: Leaf, *, tone: bool) -> None:
    """Draw a maple leaf: five pointed lobes."""
    x, y, r, tip = leaf
    at = (x, y)
    lobes = [(-128, 0.62, 20), (-66, 0.98, 21), (0, 1.18, 20), (66, 0.98, 21), (128, 0.62, 20)]
    notches = [-97, -33, 33, 97, 180]
    outline: list[Point] = []
    for (turn, far, half), notch in zip(lobes, notches, strict=True):
        outline += [
            polar(at, r * far * 0.58, tip + turn - half),
            polar(at, r * far, tip + turn),
            polar(at, r * far * 0.58, tip + turn + half),
            polar(at, r * (0.3 if notch == 180 else 0.4), tip + notch),
        ]
    if tone:
        c.solid(outline)
    else:
        c.hollow(outline, rim=True)
    if r * c.unit >= 9:
        for turn, far, _ in lobes[1:4]:
            c.line(
                polar(at, r * 0.12, tip + turn),
                polar(at, r * far * 0.62, tip + turn),
                tone=not tone,
            )
    c.line(polar(at, r * 0.25, tip + 180), polar(at, r * 0.8, tip + 172))


def deer(c: Canvas) -> None:
    """Draw the deer: antlers, and white spots on its back."""
    body = [
        (10, 41),
        (17, 37),
        (27, 38),
        (35, 40),
        (37, 46),
        (34, 51),
        (24, 51),
        (15, 51),
        (10, 48),
    ]
    c.solid(closed(body))
    c.solid(taper([(13, 44), (11, 36), (14, 28)], 6.5, 4.4), rim=False)
    c.solid(closed([(12, 25), (17, 22), (24, 26), (24, 29), (18, 30), (12, 30)]), rim=False)
    c.solid([(12, 26), (6, 22), (12, 29)], rim=False)
    c.dots((18, 26), (19, 26), tone=PAPER)
    for antler in ([(15, 24), (11.5, 16), (14, 9)], [(17.5, 23.5), (20, 16), (18, 9.5)]):
        c.solid(band(antler, 1.7, 1.7))
    for tine in ([(12, 17), (7.5, 12.5)], [(20, 17), (24, 12.5)]):
        c.solid(band(tine, 1.5, 1.5), rim=False)
    for top, knee, foot in ((12, 11, 12), (17, 18, 17), (29, 28, 30), (34, 36, 35)):
        c.solid(
            [
                (top - 1.8, 49), (top + 1.8, 49), (knee + 1, 58), (foot + 1, 66),
                (foot - 1.2, 66), (knee - 1, 58),
            ],
            rim=False,
        )  # fmt: skip
    c.solid(closed([(35, 41), (40, 40), (39, 45), (36, 45)]), rim=False)
    spots = [(17, 42), (22, 41), (27, 43), (32, 44), (20, 46), (25, 47), (30, 48)]
    c.dots(*spots, *((x + 1, y) for x, y in spots), (15, 46), tone=PAPER)
    c.line((2, 66), (42, 66))


def yanagi(c: Canvas, card: Card) -> None:
    """Draw a card of November: strings of leaves that hang down."""
    if card is Card.YANAGI_KASU:
        storm(c)
        return
    strings: dict[Card, list[tuple[float, float, float]]] = {
        Card.YANAGI_MICHIKAZE: [(4, 30, 1), (10, 14, 1), (35, 12, 2), (40, 30, 1)],
        Card.YANAGI_TSUBAME: [
            (4, 27, 2), (7, 64, 2), (12, 21, 2), (21, 15, 1), (31, 9, 2), (41, 60, 0),
        ],
        Card.YANAGI_TANZAKU: [
            (5, 62, 2), (11, 46, 2), (18, 30, 1), (24, 22, 1), (31, 32, 2), (36, 58, 2),
            (41, 40, 1),
        ],
    }  # fmt: skip
    for x, low, drift in strings[card]:
        willow(c, x, low, drift)
    match card:
        case Card.YANAGI_MICHIKAZE:
            poet(c)
        case Card.YANAGI_TSUBAME:
            swallow(c)
        case _:
            plain(c)


def willow(c: Canvas, x: float, low: float, drift: float) -> None:
    """Draw a string of willow leaves that hangs from the top."""
    line = smooth(
        [(x, 0), (x + drift * 0.2, low * 0.35), (x + drift * 0.8, low * 0.7), (x + drift, low)], 14
    )
    c.line(*line)
    last, side = 2.0, 1
    for px, py in line:
        if py - last < 4.2:
            continue
        last = py
        leaf = [(0, -2.2), (2.6, 0.2), (3.0, 3.6), (0.9, 1.4)]
        c.solid(closed(moved(leaf, px, py, flip=side < 0), 5), rim=False)
        side = -side


def poet(c: Canvas) -> None:
    """Draw the poet under his umbrella, who watches a frog by the stream."""
    c.curve((0, 60), (10, 58), (20, 61), (32, 60), (44, 62))
    c.curve((0, 64), (12, 62), (24, 65), (44, 65))
    c.solid(
        closed([(23, 33), (30, 33), (35, 40), (38, 51), (37, 58), (19, 58), (18, 49), (20, 39)], 5)
    )
    c.line((24, 38), (22, 55), tone=PAPER)
    c.line((29, 39), (31, 55), tone=PAPER)
    c.solid(closed([(21, 37), (13, 34), (12, 38), (19, 43)]))
    c.line((14, 22), (13, 44))
    umbrella = [(1, 21), (6, 12), (17, 6), (29, 8), (39, 16), (42, 22)]
    c.hollow([*smooth(umbrella), (32, 19.5), (22, 18), (12, 19)], rim=True)
    for x in (7, 15, 23, 32, 38):
        c.line((20, 6.5), (x, 19))
    c.solid(closed([*umbrella, (31, 13), (19, 10.5), (9, 15)], 4), rim=False)
    c.line((20, 6), (20, 3))
    c.hollow(ellipse((25.5, 28.5), 5, 5.4), rim=True)
    c.solid([(21, 26), (31, 26), (31, 20.5), (25, 20.5)], rim=False)
    c.dots((23, 28.5), (28, 28.5))
    if not c.small:
        c.dots((25, 31))
    for x in (21, 30):
        c.solid([(x, 58), (x + 5, 58), (x + 5, 61), (x - 1, 61)], rim=False)
    frog(c)


def frog(c: Canvas) -> None:
    """Draw the frog."""
    c.solid(closed([(3, 57), (5, 53), (9, 52), (13, 55), (12, 58), (4, 58.5)]))
    c.line((10, 58), (14, 59))
    c.dots((9, 54), tone=PAPER)


def swallow(c: Canvas) -> None:
    """Draw the swallow: swept wings, a forked tail, a white belly."""
    c.solid(closed([(24, 34), (14, 30), (4, 34), (13, 38), (21, 41)]))
    c.solid(closed([(25, 33), (30, 20), (40, 10), (37, 24), (31, 36)]))
    c.solid([(27, 38), (42, 50), (32, 46), (36, 62), (27, 48), (22, 42)])
    c.solid(
        closed([(15, 23), (19, 20), (24, 23), (29, 32), (30, 41), (26, 44), (20, 37), (15, 29)])
    )
    c.blank(closed([(17, 27), (20, 28), (25, 35), (26, 41), (22, 38), (18, 32)]))
    c.solid([(16, 22), (11, 22), (15, 26)], rim=False)
    c.dots((18, 23), tone=PAPER)
    c.line((27, 30), (35, 17), tone=PAPER)
    c.line((20, 36), (10, 35), tone=PAPER)


def storm(c: Canvas) -> None:
    """Draw the storm: lightning and the thunder's drum in the night."""
    c.solid([(0, 0), (44, 0), (44, 68), (0, 68)])
    c.blank([(32, 2), (14, 26), (22, 27), (8, 54), (30, 24), (21, 23), (40, 2)])
    for x in (6, 38, 26):
        c.line((x, 40), (x - 2, 66), tone=PAPER)
    c.blank(disc((33, 50), 8))
    for angle in (0, 120, 240):
        c.solid(disc(polar((33, 50), 4, angle), 2.6), rim=False)
        c.solid(disc(polar((33, 50), 3.2, angle + 35), 1.6), rim=False)


def kiri(c: Canvas, card: Card) -> None:
    """Draw a card of December: a black leaf of three lobes with spikes of white bells."""
    if card is Card.KIRI_HOUOU:
        paulownia_leaf(c, (22, 55), 0.8)
        phoenix(c)
        return
    spikes = {
        Card.KIRI_KASU_1: [(9, 4), (22, 6), (35, 4)],
        Card.KIRI_KASU_2: [(9, 5), (22, 5), (35, 5)],
        Card.KIRI_KASU_3: [(9, 4), (22, 5), (35, 6)],
    }
    for x, bells in spikes[card]:
        spike(c, (x, 38), bells)
    paulownia_leaf(c, (22, 43), 1.15)
    if card is Card.KIRI_KASU_3:
        c.solid([(0, 62), (44, 62), (44, 68), (0, 68)], rim=False)


def paulownia_leaf(c: Canvas, at: Point, size: float) -> None:
    """Draw the leaf."""
    x, y = at
    lobe(c, at, 17 * size, 160)
    lobe(c, at, 17 * size, 20)
    lobe(c, (x, y - size), 18 * size, 90)


def lobe(c: Canvas, at: Point, length: float, angle: float) -> None:
    """Draw one lobe of the leaf with its veins."""
    wide = 1.15
    outline = [
        (0.45, -42 * wide),
        (0.85, -22 * wide),
        (1.05, 0),
        (0.85, 22 * wide),
        (0.45, 42 * wide),
    ]
    c.solid(closed([at, *(polar(at, length * far, angle + turn) for far, turn in outline)]))
    c.line(polar(at, length * 0.1, angle), polar(at, length * 0.85, angle), tone=PAPER)
    for far in (0.3, 0.55):
        fork = polar(at, length * far, angle)
        for turn in (-40, 40):
            c.line(fork, polar(fork, length * 0.28, angle + turn), tone=PAPER)


def spike(c: Canvas, foot: Point, bells: int) -> None:
    """Draw a spike of bells."""
    x, y = foot
    c.line((x, y), (x, y - bells * 4.2))
    for at in range(bells):
        high = y - at * 4.2 - 2
        if at == bells - 1:
            c.hollow(ellipse((x, high), 2, 2.2))
        else:
            for side in (-2.6, 2.6):
                c.hollow(ellipse((x + side, high), 2.1, 2.3))


def phoenix(c: Canvas) -> None:
    """Draw the phoenix: wings up, three plumes with eyes sweeping down."""
    plumes = [
        [(20, 27), (12, 30), (6, 38), (7, 47)],
        [(22, 28), (17, 36), (18, 43), (22, 49)],
        [(25, 27), (31, 33), (37, 40), (38, 50)],
    ]
    for plume in plumes:
        c.solid(taper(plume, 4.6, 2.4), rim=False)
        c.hollow(disc(plume[-1], 3.4), rim=True)
        c.solid(disc(plume[-1], 1.3), rim=False)
    wing = [(0, 26), (5, 17), (12, 8), (20, 4), (19, 13), (16, 21), (9, 27)]
    feathers = [((4, 22), (18, 7)), ((6, 24), (18, 14)), ((7, 26), (16, 20))]
    for flip in (False, True):
        c.solid(closed(moved(wing, 22, 0, flip=flip)))
        for feather in feathers:
            c.line(*moved(feather, 22, 0, flip=flip), tone=PAPER)
    c.hollow(closed([(17, 24), (20, 19), (24, 19), (27, 24), (25, 30), (19, 30)]), rim=True)
    c.line((20, 25), (22, 27), (24, 25))
    c.solid(taper([(22, 22), (19.5, 16), (22, 10)], 4.6, 3.4))
    c.solid([(24, 7), (31.5, 11), (24, 12.5)])
    c.solid(ellipse((22, 9.5), 4, 3.4), rim=False)
    c.dots((23, 9), tone=PAPER)
    for crest in ([(20, 8), (16, 7), (12.5, 3.5)], [(21, 7), (19, 4.5), (17.5, 1)]):
        c.solid(taper(crest, 1.8, 1.4), rim=False)
