"""Writes the golden pictures anew and says which of them changed.

scripts/golden runs it.
"""  # noqa: INP001 - a script beside the package, not a part of it

from __future__ import annotations

import sys

from PIL import Image

from tests.device.test_gallery import FOLDER, golden, kept, picture_of


def main() -> None:
    """Write each picture that changed or is new, and remove those that are no longer kept."""
    FOLDER.mkdir(exist_ok=True)
    wanted = {kept(look, name): picture_of(look, name) for look, name in golden()}
    for path in sorted(FOLDER.iterdir()):
        if path.name not in wanted:
            path.unlink()
            sys.stdout.write(f"removed  {path}\n")
    for name, picture in wanted.items():
        path = FOLDER / name
        if not path.exists():
            told = "new"
        elif _same(Image.open(path), picture):
            continue
        else:
            told = "changed"
        picture.save(path)
        sys.stdout.write(f"{told:8} {path}\n")


def _same(one: Image.Image, other: Image.Image) -> bool:
    return (one.mode, one.size, one.tobytes()) == (other.mode, other.size, other.tobytes())


if __name__ == "__main__":
    main()
