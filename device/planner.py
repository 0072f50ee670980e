"""Which parts of the glass to write for a new frame: pure arithmetic on packed rows.

A packed frame is what `Image.tobytes()` gives of a picture of one bit a pixel in the panel's own
orientation: each row is so many whole bytes of eight pixels, and 1 is white. A controller takes
whole bytes, so every region begins and ends on one.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from typing import NamedTuple

from device.geometry import Box, Size


class Cost(NamedTuple):
    """What a region costs on a controller, beside its bytes."""

    per_region: int
    """One region more is worth it if it saves more than so many bytes."""

    single: bool = False
    """Whether an update is one rectangle."""

    most: int = 16
    """How many regions an update has at most."""


MANY = Cost(per_region=64)
"""A window only limits what is written, and one waveform refreshes all of it (SSD16xx).

Its content is written three times; beside that a region takes 34 bytes and some 26 transfers. With
11 here there are the fewest bytes on the bus; 64 has 3 % more and a quarter fewer regions.
"""

ONE = Cost(per_region=0, single=True, most=1)
"""A window is what is refreshed, and each costs a waveform (UC81xx)."""


class _Run(NamedTuple):
    """Rows below each other that changed in the same bytes: bit n of `mask` is byte n of a row."""

    top: int
    bottom: int
    mask: int


class _Part(NamedTuple):
    """Some of the changes, from the top down; `mask` has all bytes of a row that they touch."""

    runs: list[_Run]
    mask: int

    @property
    def left(self) -> int:
        """The first byte of a row in it."""
        return (self.mask & -self.mask).bit_length() - 1

    @property
    def right(self) -> int:
        """The first byte to the right of it."""
        return self.mask.bit_length()

    @property
    def area(self) -> int:
        """The bytes of the least box around it."""
        return (self.right - self.left) * (self.runs[-1].bottom - self.runs[0].top)

    @property
    def box(self) -> Box:
        """The least box around it, in pixels."""
        top, bottom = self.runs[0].top, self.runs[-1].bottom
        return Box(8 * self.left, top, 8 * (self.right - self.left), bottom - top)

    def columns(self, mask: int) -> _Part:
        """Return what of it lies in these bytes of a row."""
        return _part(
            [_Run(top, bottom, run & mask) for top, bottom, run in self.runs if run & mask]
        )


class _Cut(NamedTuple):
    """A part in two, and the bytes that this saves."""

    gain: int
    part: _Part
    halves: tuple[_Part, _Part]


def stride(size: Size) -> int:
    """Return the bytes of a packed row."""
    return (size.width + 7) // 8


def cut(frame: bytes, size: Size, box: Box) -> bytes:
    """Return the packed bytes of a region, row after row."""
    row = stride(size)
    start, width = box.y * row + box.x // 8, box.width // 8
    if width == row:
        return frame[start : start + row * box.height]
    return b"".join([frame[at : at + width] for at in range(start, start + row * box.height, row)])


def plan(old: bytes, new: bytes, size: Size, cost: Cost) -> tuple[Box, ...]:
    """Return the regions to write: none where the frames are equal, and none over another.

    The least box around all changes is cut in two where that saves most, and so are its parts,
    as long as a cut saves more than a region costs. So nothing ever costs more than that box, and
    a frame that is new all over is one region.
    """
    if old == new:
        return ()
    part = _part(_runs(old, new, stride(size)))
    if cost.single:
        return (part.box,)
    finished: list[_Part] = []
    cuts: list[_Cut] = []
    _consider(part, cost.per_region, finished, cuts)
    while cuts and len(cuts) + len(finished) < cost.most:
        best = max(range(len(cuts)), key=lambda index: cuts[index].gain)
        for half in cuts.pop(best).halves:
            _consider(half, cost.per_region, finished, cuts)
    return tuple(sorted(part.box for part in (*finished, *[cut.part for cut in cuts])))


SAME_OR_NOT = bytes([ord("0"), *[ord("1")] * 255])
"""Turns the difference of two bytes into a digit."""


def _runs(old: bytes, new: bytes, row: int) -> list[_Run]:
    """Return what changed between two frames."""
    first, last = _rows(old, new, row)
    start, end = first * row, last * row
    difference = int.from_bytes(old[start:end], "big") ^ int.from_bytes(new[start:end], "big")
    signs = difference.to_bytes(end - start, "big").translate(SAME_OR_NOT)
    same = b"0" * row
    runs: list[_Run] = []
    top, before = first, same
    for y in range(first, last):
        here = signs[y * row - start : (y + 1) * row - start]
        if here != before:
            if before != same:
                runs.append(_Run(top, y, int(before[::-1], 2)))
            top, before = y, here
    runs.append(_Run(top, last, int(before[::-1], 2)))
    return runs


def _rows(old: bytes, new: bytes, row: int) -> tuple[int, int]:
    """Return the first row that changed, and the one below the last."""
    rows = range(len(old) // row)
    first = bisect_left(rows, x=True, key=lambda y: old[: (y + 1) * row] != new[: (y + 1) * row])
    last = bisect_left(rows, x=True, key=lambda y: old[y * row :] == new[y * row :])
    return first, last


def _part(runs: list[_Run]) -> _Part:
    mask = 0
    for run in runs:
        mask |= run.mask
    return _Part(runs, mask)


def _consider(part: _Part, per_region: int, finished: list[_Part], cuts: list[_Cut]) -> None:
    """Put a part where it belongs: to those that are worth a cut, or to the finished ones."""
    limit = part.area - per_region
    # No cut can save more than what has not changed.
    if limit <= sum([run.mask.bit_count() * (run.bottom - run.top) for run in part.runs]):
        finished.append(part)
        return
    across, index = _cut_across(part)
    down, column = _cut_down(part)
    if min(across, down) >= limit:
        finished.append(part)
    elif across <= down:
        halves = _part(part.runs[:index]), _part(part.runs[index:])
        cuts.append(_Cut(limit - across, part, halves))
    else:
        left = (1 << column) - 1
        halves = part.columns(left), part.columns(~left)
        cuts.append(_Cut(limit - down, part, halves))


def _cut_across(part: _Part) -> tuple[int, int]:
    """Return the fewest bytes in two boxes one above the other, and the first run of the lower."""
    runs = part.runs
    top, bottom = runs[0].top, runs[-1].bottom
    upper = []
    mask = width = 0
    for run in runs:
        if run.mask | mask != mask:
            mask |= run.mask
            width = mask.bit_length() - (mask & -mask).bit_length() + 1
        upper.append(width * (run.bottom - top))
    best, at = part.area, 0
    mask = width = 0
    for index in range(len(runs) - 1, 0, -1):
        run = runs[index]
        if run.mask | mask != mask:
            mask |= run.mask
            width = mask.bit_length() - (mask & -mask).bit_length() + 1
        both = upper[index - 1] + width * (bottom - run.top)
        if both < best:
            best, at = both, index
    return best, at


def _cut_down(part: _Part) -> tuple[int, int]:
    """Return the fewest bytes in two boxes side by side, and the first byte of the right one."""
    tops = _first(part.mask, [(run.mask, run.top) for run in part.runs])
    bottoms = _first(part.mask, [(run.mask, run.bottom) for run in reversed(part.runs)])
    columns = sorted(tops)
    if len(columns) == 1:
        return part.area, 0
    left, right = columns[0], columns[-1] + 1
    # Of the columns up to each one, and of those from each one on.
    top = list(accumulate([tops[column] for column in columns], min))
    bottom = list(accumulate([bottoms[column] for column in columns], max))
    columns.reverse()
    top_on = list(accumulate([tops[column] for column in columns], min))[::-1]
    bottom_on = list(accumulate([bottoms[column] for column in columns], max))[::-1]
    columns.reverse()
    both = [
        (columns[index - 1] + 1 - left) * (bottom[index - 1] - top[index - 1])
        + (right - columns[index]) * (bottom_on[index] - top_on[index])
        for index in range(1, len(columns))
    ]
    best = min(both)
    return best, columns[both.index(best) + 1]


def _first(columns: int, runs: list[tuple[int, int]]) -> dict[int, int]:
    """Return for each byte of a row the value of the first run that it changed in."""
    found: dict[int, int] = {}
    for mask, value in runs:
        fresh = mask & columns
        columns ^= fresh
        while fresh:
            last = fresh.bit_length() - 1
            found[last] = value
            fresh ^= 1 << last
        if not columns:
            break
    return found
