"""Renders the sheets again: what `scripts/render-sheets` runs."""

from __future__ import annotations

import sys

from device.look import sheets
from device.look.art.printing import printed
from device.look.bitmaps import encoded


def main() -> None:
    """Write each sheet and say so."""
    sheets.FOLDER.mkdir(exist_ok=True)
    for name, sheet in printed():
        path = sheets.FOLDER / f"{name}.png"
        path.write_bytes(encoded(sheet))
        sys.stdout.write(f"{path.name}: {sheet.width}x{sheet.height}\n")


if __name__ == "__main__":
    main()
