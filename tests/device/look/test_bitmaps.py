"""One-bit PNG files: what is written is read, by others too, and nothing damaged is taken."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from device.geometry import Size
from device.look.bitmaps import DamagedError, decoded, encoded, read


def picture(width: int, height: int) -> Image.Image:
    content = Random(width).randbytes((width + 7) // 8 * height)
    return Image.frombytes("1", (width, height), content)


@pytest.mark.parametrize("size", [(1, 1), (7, 3), (8, 8), (45, 20)])
def test_what_is_written_is_read(size: tuple[int, int]) -> None:
    drawn = picture(*size)

    again = decoded(encoded(drawn))

    assert (again.mode, again.size, again.tobytes()) == ("1", drawn.size, drawn.tobytes())


def test_others_read_the_same() -> None:
    drawn = picture(45, 20)

    with Image.open(BytesIO(encoded(drawn))) as again:
        assert (again.mode, again.size, again.tobytes()) == ("1", drawn.size, drawn.tobytes())


def test_a_file_damaged_anywhere_is_refused() -> None:
    sound = encoded(picture(45, 20))

    for place in range(len(sound)):
        with pytest.raises(DamagedError):
            decoded(sound[:place])
        with pytest.raises(DamagedError):
            decoded(sound[:place] + bytes([sound[place] ^ 1]) + sound[place + 1 :])


@pytest.mark.parametrize("mode", ["L", "RGB", "P"])
def test_more_than_one_bit_a_pixel_is_refused(mode: str) -> None:
    content = BytesIO()
    Image.new(mode, (8, 8)).save(content, "PNG")

    with pytest.raises(DamagedError, match="one bit"):
        decoded(content.getvalue())


def test_another_format_is_refused() -> None:
    content = BytesIO()
    Image.new("1", (8, 8)).save(content, "BMP")

    with pytest.raises(DamagedError, match="no PNG"):
        decoded(content.getvalue())


def test_another_size_is_refused_with_both(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(encoded(picture(7, 3)))

    with pytest.raises(DamagedError, match="7x3, not 8x3"):
        read(path, Size(8, 3))


def test_a_missing_file_is_not_a_damaged_one(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "picture.png", Size(8, 3))
