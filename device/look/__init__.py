"""How screens look: a screen and a look make a layout, a layout a picture or lines of text."""

from device.look.frame import Frame
from device.look.items import Layout
from device.look.layout import layout
from device.look.look import Look, LookError

__all__ = ["Frame", "Layout", "Look", "LookError", "layout"]
