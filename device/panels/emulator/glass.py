"""How emulated glass looks: grey while it is driven, and with the residue of what stood there.

The times of the flashes and the strength of the residue are drawn to look like the real thing; they
are not measured. What is exact is which pixels move, when, and what stands there in the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from PIL import Image

from device.panels.emulator.controller import Controller, Update, Waveform

WHITE = 255

PALER = 9
"""How much of 255 a pixel stays darker for each time that a differential update made it white."""

LAYERS = 3
"""How often that adds up."""

STEPS = 24
"""How many greys a change goes through; more of them cannot be told apart, but cost time."""


class Levels(NamedTuple):
    """Where pixels are, black is 0 and white 1, by what they were and what they become."""

    black_black: float
    black_white: float
    white_black: float
    white_white: float


BEFORE, AFTER = Levels(0, 0, 1, 1), Levels(0, 1, 0, 1)
OPPOSITE = Levels(1, 1, 0, 0)
ALL_BLACK, ALL_WHITE = Levels(0, 0, 0, 0), Levels(1, 1, 1, 1)

COURSES: dict[Waveform, tuple[tuple[float, Levels], ...]] = {
    Waveform.FULL: (
        (0.0, BEFORE),
        (0.14, OPPOSITE),
        (0.28, BEFORE),
        (0.42, ALL_BLACK),
        (0.58, ALL_WHITE),
        (0.72, ALL_BLACK),
        (0.86, ALL_WHITE),
        (1.0, AFTER),
    ),
    Waveform.FAST: (
        (0.0, BEFORE),
        (0.25, OPPOSITE),
        (0.5, ALL_BLACK),
        (0.75, ALL_WHITE),
        (1.0, AFTER),
    ),
    Waveform.PARTIAL: ((0.0, BEFORE), (1.0, AFTER)),
}
"""The way of the pixels through an update: where they are after which share of its time."""


class Still(NamedTuple):
    """A moment of the glass; two that are equal look the same."""

    update: Update | None
    step: int
    """How far the update is, of STEPS."""


def levels(waveform: Waveform, share: float) -> Levels:
    """Return where the pixels are after this share of an update's time."""
    course = COURSES[waveform]
    index = next((at for at, (end, _) in enumerate(course) if share < end), len(course) - 1)
    (start, here), (end, there) = course[max(0, index - 1)], course[index]
    part = min(1.0, max(0.0, (share - start) / (end - start)))
    return Levels(*(a + (b - a) * part for a, b in zip(here, there, strict=True)))


class Glass:
    """The glass of one controller, from the first update on; any thread may look at it."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        # The bits of a layer are the pixels that have so much residue; the deepest comes last.
        self._residue: tuple[int, ...] = (0,) * LAYERS
        controller.on_update = self._note

    @property
    def still(self) -> Still:
        """The moment now."""
        update = self._controller.update
        if update is None:
            return Still(None, STEPS)
        share = (self._controller.clock() - update.began) / (update.ends - update.began)
        return Still(update, min(STEPS, max(0, int(share * STEPS))))

    def picture(self, still: Still) -> Image.Image:
        """Return what is seen in a moment, in native rows and 256 greys."""
        size = self._controller.size
        update, step = still
        if update is None:
            return _one_bit(size, self._controller.glass).convert("L")
        picture = Image.new("L", size)
        picture.paste(WHITE, mask=_one_bit(size, update.after))
        for depth, layer in enumerate(self._residue, start=1):
            pale = layer & int.from_bytes(update.after)
            if pale:
                picture.paste(WHITE - depth * PALER, mask=_one_bit(size, _bytes(pale, update)))
        if step < STEPS:
            for level, moving in _moving(update, step / STEPS):
                if moving:
                    picture.paste(round(level * WHITE), mask=_one_bit(size, _bytes(moving, update)))
        return picture

    def _note(self, update: Update) -> None:
        """Add what an update leaves behind, or take away what it wipes off."""
        driven = int.from_bytes(update.driven)
        if update.waveform is Waveform.PARTIAL:
            whitened = driven & int.from_bytes(update.after)
            shallower = (-1, *self._residue[:-1])
            self._residue = tuple(
                layer | whitened & below
                for layer, below in zip(self._residue, shallower, strict=True)
            )
        else:
            self._residue = tuple(layer & ~driven for layer in self._residue)


def _moving(update: Update, share: float) -> Iterator[tuple[float, int]]:
    """Yield where the pixels are that are driven, kind by kind."""
    driven, before, after = (
        int.from_bytes(rows) for rows in (update.driven, update.before, update.after)
    )
    kinds = (
        driven & ~before & ~after,
        driven & ~before & after,
        driven & before & ~after,
        driven & before & after,
    )
    yield from zip(levels(update.waveform, share), kinds, strict=True)


def _bytes(pixels: int, update: Update) -> bytes:
    return pixels.to_bytes(len(update.after))


def _one_bit(size: tuple[int, int], rows: bytes) -> Image.Image:
    return Image.frombytes("1", size, rows)
