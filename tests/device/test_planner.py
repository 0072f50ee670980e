"""The regions of an update: enough to make the new frame of the old one, and little more."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.geometry import Box, Size
from device.planner import MANY, ONE, Cost, cut, plan, stride

SIZE = Size(400, 300)
SIZES = (SIZE, Size(122, 250), Size(8, 1), Size(1, 9), Size(800, 480))
COSTS = (MANY, ONE, Cost(per_region=0), Cost(per_region=0, most=3), Cost(per_region=500))


def white(size: Size) -> bytes:
    return b"\xff" * (stride(size) * size.height)


def with_boxes(frame: bytes, size: Size, *boxes: Box) -> bytes:
    """Return a frame in which these boxes are drawn with all their pixels inverted."""
    row, drawn = stride(size), bytearray(frame)
    for box in boxes:
        for y in range(box.y, box.bottom):
            for x in range(box.x, box.right):
                drawn[y * row + x // 8] ^= 0x80 >> x % 8
    return bytes(drawn)


def patched(old: bytes, new: bytes, size: Size, regions: tuple[Box, ...]) -> bytes:
    """Return the old frame with the regions of the new one written into it."""
    row, drawn = stride(size), bytearray(old)
    for region in regions:
        content, width = cut(new, size, region), region.width // 8
        for line in range(region.height):
            start = (region.y + line) * row + region.x // 8
            drawn[start : start + width] = content[line * width : (line + 1) * width]
    return bytes(drawn)


def area(regions: tuple[Box, ...]) -> int:
    """Return the bytes in the regions."""
    return sum(region.width // 8 * region.height for region in regions)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Size, bytes, bytes]:
    """Two frames: the second is the first with some boxes and some single pixels changed."""
    size = draw(st.sampled_from(SIZES))
    random = Random(draw(st.integers(0, 2**32)))
    old = random.randbytes(stride(size) * size.height)
    boxes = []
    for widest in draw(st.lists(st.sampled_from([1, 9, 50, 400]), max_size=9)):
        x, y = random.randrange(size.width), random.randrange(size.height)
        width = random.randint(1, min(widest, size.width - x))
        boxes.append(Box(x, y, width, random.randint(1, min(widest, size.height - y))))
    return size, old, with_boxes(old, size, *boxes)


@given(pairs(), st.sampled_from(COSTS))
def test_the_old_frame_with_the_regions_written_is_the_new_frame(
    frames: tuple[Size, bytes, bytes], cost: Cost
) -> None:
    size, old, new = frames

    regions = plan(old, new, size, cost)

    assert patched(old, new, size, regions) == new


@given(pairs(), st.sampled_from(COSTS))
def test_regions_lie_on_whole_bytes_inside_the_frame_and_apart(
    frames: tuple[Size, bytes, bytes], cost: Cost
) -> None:
    size, old, new = frames

    regions = plan(old, new, size, cost)

    for region in regions:
        assert region.x % 8 == region.width % 8 == 0
        assert region.width > 0 <= region.x
        assert region.height > 0 <= region.y
        assert region.right <= 8 * stride(size)
        assert region.bottom <= size.height
        assert [other for other in regions if region.overlaps(other)] == [region]


@given(pairs(), st.sampled_from(COSTS))
def test_regions_cost_no_more_than_one_box_and_that_no_more_than_the_frame(
    frames: tuple[Size, bytes, bytes], cost: Cost
) -> None:
    size, old, new = frames

    regions = plan(old, new, size, cost)
    box = plan(old, new, size, ONE)

    assert area(regions) + cost.per_region * (len(regions) - len(box)) <= area(box)
    assert area(box) <= len(new)
    assert len(regions) <= cost.most


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("cost", COSTS)
def test_equal_frames_need_nothing(size: Size, cost: Cost) -> None:
    assert plan(white(size), white(size), size, cost) == ()


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("cost", COSTS)
def test_a_frame_that_is_new_all_over_is_one_region(size: Size, cost: Cost) -> None:
    black = bytes(len(white(size)))

    assert plan(white(size), black, size, cost) == (Box(0, 0, 8 * stride(size), size.height),)


@pytest.mark.parametrize(
    ("changed", "regions"),
    [
        ([Box(20, 9, 1, 1)], [Box(16, 9, 8, 1)]),
        ([Box(7, 9, 2, 2)], [Box(0, 9, 16, 2)]),
        ([Box(255, 0, 2, 300)], [Box(248, 0, 16, 300)]),
        # Far apart they stay apart, close together they are one.
        ([Box(0, 0, 8, 8), Box(392, 292, 8, 8)], [Box(0, 0, 8, 8), Box(392, 292, 8, 8)]),
        ([Box(0, 0, 8, 8), Box(24, 10, 8, 8)], [Box(0, 0, 32, 18)]),
        # A card leaves the hand, another lies on the table, and the line below tells of it.
        (
            [Box(58, 214, 44, 70), Box(154, 118, 44, 68), Box(0, 289, 320, 11)],
            [Box(0, 289, 320, 11), Box(56, 214, 48, 70), Box(152, 118, 48, 68)],
        ),
        # A cut down is found where none across would do.
        ([Box(0, 0, 8, 300), Box(200, 0, 8, 300)], [Box(0, 0, 8, 300), Box(200, 0, 8, 300)]),
        # An L.
        ([Box(0, 0, 8, 292), Box(0, 292, 400, 8)], [Box(0, 0, 8, 292), Box(0, 292, 400, 8)]),
    ],
)
def test_changes_make_regions(changed: list[Box], regions: list[Box]) -> None:
    old = white(SIZE)

    assert list(plan(old, with_boxes(old, SIZE, *changed), SIZE, MANY)) == sorted(regions)


def test_a_dear_region_is_not_worth_a_cut() -> None:
    old = white(SIZE)
    new = with_boxes(old, SIZE, Box(0, 0, 8, 8), Box(40, 0, 8, 8))

    # Between them lie 32 bytes.
    assert len(plan(old, new, SIZE, Cost(per_region=32))) == 1
    assert len(plan(old, new, SIZE, Cost(per_region=31))) == 2


def test_where_regions_are_few_those_that_save_most_come_first() -> None:
    old = white(SIZE)
    corners = [Box(0, 0, 8, 8), Box(24, 0, 8, 8), Box(392, 292, 8, 8)]

    regions = plan(old, with_boxes(old, SIZE, *corners), SIZE, Cost(per_region=0, most=2))

    assert regions == (Box(0, 0, 32, 8), Box(392, 292, 8, 8))


def test_a_region_is_cut_out_row_after_row() -> None:
    frame = bytes(range(12))

    assert cut(frame, Size(32, 3), Box(8, 1, 16, 2)) == bytes([5, 6, 9, 10])
    assert cut(frame, Size(32, 3), Box(0, 1, 32, 2)) == frame[4:]
    assert cut(frame, Size(30, 3), Box(0, 1, 32, 1)) == frame[4:8]
