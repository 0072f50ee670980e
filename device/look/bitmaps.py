"""One-bit pictures as PNG files: written plainly, and read without the readers of other formats.

Pillow reads them too, but loading its readers takes longer than reading all that is on the glass.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from device.geometry import Size

SIGNATURE = b"\x89PNG\r\n\x1a\n"
HEADER = struct.Struct(">IIBBBBB")
ONE_BIT_GREY = (1, 0, 0, 0, 0)
"""One bit a pixel, grey, not interlaced; compressed and filtered as every PNG file is."""


class DamagedError(ValueError):
    """A file that is no picture as `encoded` writes them."""


def encoded(image: Image.Image) -> bytes:
    """Return a picture of one bit a pixel as a PNG file."""
    width, height = image.size
    row = (width + 7) // 8
    content = image.tobytes()
    rows = b"".join(b"\0" + content[at * row : (at + 1) * row] for at in range(height))
    chunks = (
        (b"IHDR", HEADER.pack(width, height, *ONE_BIT_GREY)),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    )
    return SIGNATURE + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )


def decoded(content: bytes) -> Image.Image:
    """Return the picture in a PNG file; raises DamagedError."""
    try:
        return _decoded(content)
    except (struct.error, zlib.error) as error:
        raise DamagedError(str(error)) from error


def _decoded(content: bytes) -> Image.Image:
    if not content.startswith(SIGNATURE):
        raise DamagedError("it is no PNG file")
    (first, header), *rest = _chunks(content)
    width, height, *kind = HEADER.unpack(header)
    if first != b"IHDR" or tuple(kind) != ONE_BIT_GREY:
        raise DamagedError("it is not one bit a pixel")
    packed = zlib.decompress(b"".join(body for name, body in rest if name == b"IDAT"))
    step = 1 + (width + 7) // 8
    if len(packed) != step * height or any(packed[::step]):
        raise DamagedError("its rows are not as they were written")
    rows = b"".join(packed[at + 1 : at + step] for at in range(0, len(packed), step))
    return Image.frombytes("1", (width, height), rows)


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the chunks of a file up to its end mark, each with its name."""
    at, name = len(SIGNATURE), b""
    while name != b"IEND":
        (length,) = struct.unpack_from(">I", content, at)
        named = content[at + 4 : at + 8 + length]
        (checksum,) = struct.unpack_from(">I", content, at + 8 + length)
        if zlib.crc32(named) != checksum:
            raise DamagedError("a checksum is wrong")
        name = named[:4]
        yield name, named[4:]
        at += 12 + length


def read(path: Path, size: Size) -> Image.Image:
    """Return the picture in a file, which must be so large; raises OSError and DamagedError."""
    picture = decoded(path.read_bytes())
    if picture.size != size:
        raise DamagedError(f"it is {picture.width}x{picture.height}, not {size}")
    return picture
