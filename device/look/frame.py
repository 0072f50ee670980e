"""A frame: what a panel is asked to show, painted only where somebody looks at the picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from device.look.items import Layout

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass(frozen=True)
class Frame:
    """A whole screen; two frames are equal when their layouts are."""

    # No slots: the painted picture is kept in the frame.
    layout: Layout

    @cached_property
    def image(self) -> Image:
        """The picture, one bit a pixel; whoever changes it works on a copy."""
        # The terminal never looks at it, and starts faster without the imaging library.
        from device.look.paint import paint

        return paint(self.layout)
