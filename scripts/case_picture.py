"""Draws the case of a board, closed and open, with OpenSCAD; `scripts/hardware picture` runs it."""  # noqa: INP001 - a script beside the package, not a part of it

from __future__ import annotations

import os
import subprocess
import sys
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from device.gallery.folder import look_for, picture
from device.gallery.states import states
from scripts.hardware import FOLDER, OUTLINES

PICTURE, FINER = (1300, 1000), 3
"""The size of a picture in pixels, and how much finer it is drawn, for OpenSCAD does not smooth."""

CAMERA = "65,52,-15,36,0,12,640"
"""Where it is looked at, the turns of the view in degrees, and from how far, in millimetres."""


def screen(state: str) -> str:
    """Return what the panel of a case shows in a state of the gallery, as an SVG in millimetres."""
    width, height = OUTLINES["epd4in2_V2"].active
    (shown,) = (each for each in states("en") if str(each) == state)
    image = picture(shown, look_for("400x300", "en"))
    pixels = image.convert("L").tobytes()
    dark = ""
    for y in range(image.height):
        x = y * image.width
        for shade, run in groupby(pixels[x : x + image.width]):
            length = len(tuple(run))
            if shade == 0:
                dark += f"M{x % image.width} {y}h{length}v1h-{length}z"
            x += length
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {image.width} {image.height}"><path d="{dark}"/></svg>'
    )


def photograph(board: str) -> Path:
    """Let OpenSCAD draw a case with its parts, closed and open; return the picture."""
    made = FOLDER / "enclosure" / f"{board}.png"
    with TemporaryDirectory() as folder:
        shown = Path(folder) / "screen.svg"
        shown.write_text(screen("table-crowded"))
        raw = Path(folder) / "raw.png"
        size = f"{PICTURE[0] * FINER},{PICTURE[1] * FINER}"
        view = ["--colorscheme", "Tomorrow", "--projection", "p", "--camera", CAMERA]
        command = ["openscad", "--imgsize", size, *view, "-D", f'screen="{shown}"', "-o", str(raw)]
        if "DISPLAY" not in os.environ:
            command = ["xvfb-run", "-a", *command]
        subprocess.run([*command, str(made.with_suffix(".scad"))], check=True, capture_output=True)
        with Image.open(raw) as image:
            smooth = image.convert("RGB").resize(PICTURE, Image.Resampling.LANCZOS)
    smooth.quantize(256).save(made, optimize=True)
    return made


if __name__ == "__main__":
    sys.stdout.write(f"{photograph('pocket-4in2')}\n")
