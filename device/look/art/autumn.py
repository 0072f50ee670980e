"""Bush clover, pampas grass and chrysanthemum: July, August and September."""

from __future__ import annotations

from device.look.art.canvas import PAPER, Canvas
from device.look.art.curves import Path, closed, disc, ellipse, moved, parts, polar, smooth, taper
from device.look.art.raster import Point
from device.look.art.ribbon import blue, plain
from koikoi.cards import Card


def hagi(c: Canvas, card: Card) -> None:
    """Draw a card of July: arching stems with small leaves, black and white."""
    wide: dict[Card, list[Path]] = {
        Card.HAGI_INOSHISHI: [[(4, 37), (7, 22), (18, 12), (40, 7)]],
        Card.HAGI_TANZAKU: [
            [(4, 70), (5, 50), (9, 28), (9, 6)], [(38, 70), (40, 48), (38, 26), (36, 6)],
        ],
        Card.HAGI_KASU_1: [
            [(4, 70), (10, 40), (30, 14), (40, 10)], [(20, 70), (24, 46), (36, 30), (42, 30)],
            [(4, 50), (6, 30), (14, 12), (20, 6)],
        ],
        Card.HAGI_KASU_2: [
            [(40, 70), (34, 40), (14, 14), (4, 10)], [(24, 70), (20, 46), (8, 30), (2, 30)],
            [(40, 50), (38, 30), (30, 12), (24, 6)],
        ],
    }  # fmt: skip
    narrow: dict[Card, list[Path]] = {
        Card.HAGI_INOSHISHI: [[(4, 34), (8, 20), (20, 11), (38, 8)]],
        Card.HAGI_TANZAKU: [
            [(5, 70), (6, 40), (8, 16), (11, 6)],
            [(40, 70), (39, 40), (38, 18), (34, 6)],
        ],
        Card.HAGI_KASU_1: [
            [(6, 70), (10, 40), (26, 18), (40, 10)],
            [(26, 70), (28, 52), (36, 38), (42, 34)],
        ],
        Card.HAGI_KASU_2: [
            [(38, 70), (34, 40), (18, 18), (4, 10)],
            [(18, 70), (16, 52), (8, 38), (2, 34)],
        ],
    }
    boar_card = card is Card.HAGI_INOSHISHI
    for stem in (narrow if c.small else wide)[card]:
        clover(c, stem, 5 if c.small else max(2, round(len(stem) * 1.7)), 8 if c.small else 5.5)
    if boar_card:
        boar(c)
    if card is Card.HAGI_TANZAKU:
        plain(c)


def clover(c: Canvas, stem: Path, groups: int, length: float) -> None:
    """Draw a stem of bush clover: leaves in threes."""
    line = smooth(stem, 12)
    c.line(*line)
    for index, at in enumerate(parts(line, groups)):
        for angle in (200, 340, 90):
            leaf = ellipse(polar(at, length * 0.55, angle), length * 0.48, length * 0.3, angle)
            if index % 2:
                c.hollow(leaf)
            else:
                c.solid(leaf, rim=False)


def boar(c: Canvas) -> None:
    """Draw the boar: high shoulders, a long snout with a tusk, a white cheek, four legs."""
    c.blank([(0, 54), (44, 54), (44, 68), (0, 68)])
    c.line((2, 65), (42, 65))
    for top, foot in ((14, 12), (32, 33)):
        leg(c, top, foot, 62)
    body = [
        (2, 49.5), (3, 46), (8, 42), (13, 36), (19, 31), (26, 29.5), (34, 32), (39.5, 37),
        (41, 43), (39, 50), (32, 52.5), (22, 53), (14, 53), (8, 54), (3, 53),
    ]  # fmt: skip
    c.solid(closed(body))
    for top, foot in ((20, 19), (37, 38)):
        leg(c, top, foot, 64)
    for x, y in ((20, 31), (23, 29.8), (26, 29.2), (29, 29.6), (32, 30.6)):
        c.line((x, y), (x + 1.6, y - 2.6))
    c.solid([(14.5, 36.5), (13.5, 28), (20, 33.5)])
    c.line((15.5, 34), (15, 31), tone=PAPER)
    c.blank(closed([(9.5, 49), (11.5, 46), (16, 45), (18.5, 47.5), (15.5, 51.5), (11, 51.5)]))
    if not c.small:
        c.dots((12.5, 41.5), (13.5, 41.5), tone=PAPER)
        c.line((5, 52), (8, 46.5), tone=PAPER)
        c.line((6, 52), (8, 48), tone=PAPER)
    c.curve((41, 39), (43, 42), (42.5, 46))
    bristles = (
        [(26, 37), (33, 37)]
        if c.small
        else [(23, 36), (28, 34), (33, 36), (26, 42), (31, 41), (36, 43)]
    )
    for x, y in bristles:
        c.line((x, y), (x + 3, y + 4), tone=PAPER)


def leg(c: Canvas, top: float, foot: float, ground: float) -> None:
    """Draw a leg that stands so low."""
    outline = [(top - 2.8, 49), (top + 2.8, 49), (foot + 1.8, ground), (foot - 1.4, ground)]
    c.solid(outline, rim=False)


def susuki(c: Canvas, card: Card) -> None:
    """Draw a card of August: a round hill with grass."""
    match card:
        case Card.SUSUKI_TSUKI:
            c.solid([(0, 0), (44, 0), (44, 68), (0, 68)])
            c.blank(disc((22, 22), 15.5))
            hill(c, 42, tone=PAPER)
            c.curve((-2, 51), (8, 44), (22, 41), (36, 44), (46, 51))
        case Card.SUSUKI_KARI:
            hill(c, 42)
            for at, size in (((31, 9), 0.95), ((13, 17), 1.0), ((30, 29), 1.15)):
                goose(c, at, size)
        case Card.SUSUKI_KASU_1:
            hill(c, 30)
            for foot, tip in ((13, (9, 8)), (22, (24, 4)), (31, (36, 9))):
                ear(c, foot, tip)
        case _:
            hill(c, 36)
            for foot, tip in ((12, (7, 15)), (20, (21, 9)), (30, (36, 14))):
                ear(c, foot, tip)


def hill(c: Canvas, y: float, *, tone: bool = True) -> None:
    """Draw the hill; the grass on it is white on black or the other way about."""
    ridge = smooth([(-2, y + 9), (8, y + 2), (22, y - 1), (36, y + 2), (46, y + 9)])
    c.paint(c.mask([*ridge, (46, 72), (-2, 72)]), tone)
    stalks = [
        (2, 10, 68, 8), (9, 20, 68, 10), (15, 7, 68, 12), (21, 31, 68, 9), (27, 17, 68, 11),
        (33, 41, 68, 12), (38, 28, 68, 10), (43, 36, 68, 16), (5, 0, 58, 14), (29, 38, 56, 8),
        (13, 22, 56, 5), (25, 16, 54, 4), (19, 26, 52, 3), (33, 30, 60, 6),
    ]  # fmt: skip
    for foot, tip, low, down in stalks:
        top, lean = y + down, tip - foot
        c.curve(
            (foot, low),
            (foot + lean * 0.25, low + (top - low) * 0.6),
            (foot + lean * 0.6, low + (top - low) * 0.9),
            (tip, top),
            tone=not tone,
        )


def ear(c: Canvas, foot: float, tip: Point) -> None:
    """Draw an ear of pampas grass, feathered."""
    x, y = tip
    c.curve((foot, 40), (foot + (x - foot) * 0.4, 24), tip)
    for step in range(6):
        at = (x + (foot - x) * step / 9, y + step * 2.5)
        length = 3.2 + 0.5 * step if step < 3 else 5 - 0.4 * step
        for side in (length, -length):
            c.line(at, (at[0] + side, at[1] + length + 0.8))


def goose(c: Canvas, at: Point, size: float) -> None:
    """Draw a wild goose in flight."""
    x, y = at
    body = [(-7, 5), (-3, 1.5), (3, 1), (8, 4.5), (3, 5), (-3, 5)]
    far = [(-1, 2), (-4, -5), (-9, -7), (-5, -1)]
    near = [(1, 2), (4, -6), (10, -8), (6, -1)]
    for part in (body, far, near):
        c.solid(closed(moved(part, x, y, size)), rim=False)
    c.solid(taper(moved([(-5, 4), (-9, 6), (-11, 7)], x, y, size), 2.6 * size, 1.4), rim=False)


Flower = tuple[float, float, float]


def kiku(c: Canvas, card: Card) -> None:
    """Draw a card of September: flowers of many white rays with a dark heart."""
    cup_card = card is Card.KIKU_SAKAZUKI
    if cup_card:
        c.bar(*smooth([(13, 15), (13, 30), (15, 42)]), width=2)
        c.bar(*smooth([(35, 18), (36, 28), (33, 42)]), width=2)
    else:
        c.bar(*smooth([(22, 70), (21, 40), (26, 20)]), width=2)
    leaves: dict[Card, list[tuple[float, float, float, float]]] = {
        Card.KIKU_SAKAZUKI: [(6, 34, 7, 160), (27, 32, 7, 200)],
        Card.KIKU_AOTAN: [(8, 40, 8, 170), (37, 62, 9, 10), (9, 64, 8, 160)],
        Card.KIKU_KASU_1: [(9, 44, 9, 150), (36, 46, 9, 30), (12, 62, 9, 170), (34, 64, 9, 10)],
        Card.KIKU_KASU_2: [(36, 30, 8, 20), (9, 36, 9, 170), (36, 60, 9, 10), (9, 63, 8, 160)],
    }
    wide: dict[Card, list[Flower]] = {
        Card.KIKU_SAKAZUKI: [(14, 15, 12), (35, 17, 8)],
        Card.KIKU_AOTAN: [(35, 18, 11), (10, 22, 9.5), (35, 44, 9)],
        Card.KIKU_KASU_1: [(22, 21, 14)],
        Card.KIKU_KASU_2: [(15, 16, 11.5), (29, 45, 11.5)],
    }
    narrow: dict[Card, list[Flower]] = {
        Card.KIKU_SAKAZUKI: [(14, 15, 12.5), (36, 17, 9)],
        Card.KIKU_AOTAN: [(8, 20, 12), (39, 42, 12)],
        Card.KIKU_KASU_1: [(22, 24, 17)],
        Card.KIKU_KASU_2: [(16, 18, 14), (29, 48, 14)],
    }
    for x, y, r, angle in leaves[card]:
        notched_leaf(c, (x, y), r, angle)
    for x, y, r in (narrow if c.small else wide)[card]:
        chrysanthemum(c, (x, y), r)
    if cup_card:
        cup(c)
    if card is Card.KIKU_AOTAN:
        blue(c)


def chrysanthemum(c: Canvas, at: Point, r: float) -> None:
    """Draw a flower of white rays."""
    c.rim(c.blank(disc(at, r)))
    rays = 12 if c.small else 16
    for ray in range(rays):
        angle = 360 * ray / rays
        c.hollow(ellipse(polar(at, r * 0.74, angle), r * 0.28, r * 0.155, angle))
    c.solid(disc(at, r * 0.52), rim=False)
    for ray in range(rays // 2):
        angle = 720 * ray / rays + 11
        c.line(polar(at, r * 0.22, angle), polar(at, r * 0.48, angle), tone=PAPER)
    c.blank(disc(at, r * 0.18))


def notched_leaf(c: Canvas, at: Point, r: float, angle: float) -> None:
    """Draw a chrysanthemum leaf."""
    half = [(22, 0.82), (42, 0.58), (70, 0.95), (100, 0.62), (140, 0.45)]
    outline = [*((-turn, far) for turn, far in reversed(half)), (0, 1.2), *half]
    c.solid(closed([polar(at, r * far, angle + turn) for turn, far in outline], 4))
    c.line(polar(at, -r * 0.3, angle), polar(at, r * 0.75, angle), tone=PAPER)


def cup(c: Canvas) -> None:
    """Draw the sake cup: a black bowl with a wide white mouth, on its foot."""
    c.solid([(15, 58), (29, 58), (32, 66), (12, 66)])
    c.line((14, 62), (30, 62), tone=PAPER)
    bowl = smooth([(3, 43), (6, 51), (13, 58), (22, 60), (31, 58), (38, 51), (41, 43)])
    c.solid(bowl)
    c.hollow(ellipse((22, 43), 19.5, 6.2), rim=True)
    if c.small:
        return
    c.edge(c.mask(ellipse((22, 43.6), 15.5, 3.6)))
    for stroke in ([(18, 52), (26, 52)], [(22, 50), (22, 58)], [(19, 55), (25, 55)]):
        c.line(*stroke, tone=PAPER)
