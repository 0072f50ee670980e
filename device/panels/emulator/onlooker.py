"""Somebody in front of a device that is not there: the glass as it stands, figures below it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PIL import Image

from device.geometry import Box, Size
from device.look.items import Layout, Text
from device.look.lettering import height, width
from device.look.paint import paint
from device.look.strings import text
from device.panels import Scene
from device.panels.emulator.clock import PacedClock
from device.panels.emulator.controller import Controller, Waveform
from device.panels.emulator.glass import Glass, Still
from device.papers import turned
from device.refresh import SOFT, Ghost
from device.settings import Settings

MARGIN, GAP = 3, 10
"""Around the figures and between them, in pixels."""

PITCH = height() + 1

WIDE = 400
"""From this width on the figures go on two lines, in pixels."""


class Onlooker:
    """Sees a controller's glass as the board has it mounted, and keeps count.

    It is looked at by one thread. `rotation` is how frames are turned for the glass, in degrees,
    counter-clockwise; what is seen is turned back.
    """

    def __init__(
        self,
        controller: Controller,
        clock: PacedClock,
        ghost: Callable[[], Ghost],
        *,
        rotation: int = 0,
        invert: bool = False,
    ) -> None:
        self._controller = controller
        self._clock = clock
        self._ghost = ghost
        self._rotation = rotation
        self._invert = invert
        self._glass = Glass(controller)
        self._language = Settings().language
        self._still: Still | None = None
        self._figures: tuple[str, ...] = ()
        self._scene: Scene | None = None

    def adjust(self, settings: Settings) -> None:
        """Speak the player's language."""
        self._language = settings.language

    def scene(self) -> Scene:
        """Return what is seen now; the same object as before if nothing has changed."""
        still, figures = self._glass.still, tuple(self._told())
        if self._scene is None:
            self._scene = Scene(self._picture(still), self._caption(figures))
        elif still != self._still:
            self._scene = self._scene._replace(picture=self._picture(still))
        if figures != self._figures:
            self._scene = self._scene._replace(caption=self._caption(figures))
        self._still, self._figures = still, figures
        return self._scene

    def stop(self) -> None:
        """Nobody looks any more: the rest need not take its time."""
        self._clock.hurry()

    def _picture(self, still: Still) -> Image.Image:
        picture = self._glass.picture(still)
        if self._invert:
            picture = picture.point([255 - level for level in range(256)])
        return picture.rotate(-self._rotation, expand=True) if self._rotation else picture

    def _told(self) -> Iterator[str]:
        """Yield the figures, each a short text."""
        controller, ghost, language = self._controller, self._ghost(), self._language
        updates = controller.updates
        yield text(
            language,
            "glass.updates",
            updates=sum(updates.values()),
            flashes=updates[Waveform.FULL] + updates[Waveform.FAST],
        )
        yield text(language, "glass.bytes", bytes=controller.received)
        yield text(language, "glass.busy", seconds=f"{controller.busy_s:.1f}")
        yield text(
            language,
            "glass.ghost",
            updates=ghost.updates,
            limit=SOFT.all,
            tile=max(ghost.tiles.values(), default=0),
            tile_limit=SOFT.tile,
        )
        violations = sum(controller.violations.values())
        yield text(language, "glass.violations", violations=violations)

    def _caption(self, figures: tuple[str, ...]) -> Image.Image:
        return paint(caption(figures, turned(self._controller.size, self._rotation).width))


def caption(figures: tuple[str, ...], room: int) -> Layout:
    """Return the five figures on two lines or, where there is little room, on three."""
    updates, sent, busy, ghost, violations = figures
    wide = (updates, sent, busy), (ghost, violations)
    lines = wide if room >= WIDE else ((updates, busy), (sent, violations), (ghost,))
    items = []
    for row, line in enumerate(lines):
        left = MARGIN
        for figure in line:
            extent = width(figure)
            items.append(Text(figure, Box(left, MARGIN + row * PITCH, extent, height())))
            left += extent + GAP
    return Layout(Size(room, 2 * MARGIN + len(lines) * PITCH), tuple(items))
