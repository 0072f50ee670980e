"""The glass flashes where it must and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.geometry import Size
from device.intents import Intent
from device.refresh import (
    DAY_S,
    HARD,
    SOFT,
    Flash,
    Ghost,
    Mode,
    Tile,
    decide,
    due,
    tiles,
)

HERE, THERE = Tile(3, 4), Tile(5, 4)
CLEAN = Ghost(full_at=0.0)
TILE_SOFT = Ghost({HERE: SOFT.tile}, SOFT.tile, 0.0)
TILE_HARD = Ghost({HERE: HARD.tile}, HARD.tile, 0.0)
ALL_SOFT = Ghost({HERE: 1}, SOFT.all, 0.0)
ALL_HARD = Ghost({HERE: 1}, HARD.all, 0.0)

AUTO, RARE, NEVER = Flash.AUTO, Flash.RARE, Flash.NEVER
DIFFERENTIAL, FAST, FULL = Mode.DIFFERENTIAL, Mode.FAST, Mode.FULL


@pytest.mark.parametrize(
    ("ghost", "intent", "auto", "rare", "never"),
    [
        (CLEAN, Intent.MOVE, DIFFERENTIAL, DIFFERENTIAL, DIFFERENTIAL),
        (CLEAN, Intent.OPEN, DIFFERENTIAL, DIFFERENTIAL, DIFFERENTIAL),
        (CLEAN, Intent.CLOSE, FAST, DIFFERENTIAL, DIFFERENTIAL),
        (CLEAN, Intent.DEAL, FAST, DIFFERENTIAL, DIFFERENTIAL),
        (CLEAN, Intent.RESULT, FAST, DIFFERENTIAL, DIFFERENTIAL),
        (CLEAN, Intent.BOOT, FULL, FULL, FULL),
        (CLEAN, Intent.REFRESH, FULL, FULL, FULL),
        (CLEAN, Intent.GOODBYE, FULL, FULL, FULL),
        (TILE_SOFT, Intent.MOVE, DIFFERENTIAL, DIFFERENTIAL, DIFFERENTIAL),
        (TILE_SOFT, Intent.OPEN, DIFFERENTIAL, DIFFERENTIAL, DIFFERENTIAL),
        (TILE_SOFT, Intent.CLOSE, FULL, FULL, DIFFERENTIAL),
        (TILE_SOFT, Intent.DEAL, FULL, FULL, DIFFERENTIAL),
        (TILE_SOFT, Intent.RESULT, FULL, FULL, DIFFERENTIAL),
        (ALL_SOFT, Intent.MOVE, DIFFERENTIAL, DIFFERENTIAL, DIFFERENTIAL),
        (ALL_SOFT, Intent.DEAL, FULL, FULL, DIFFERENTIAL),
        (TILE_HARD, Intent.MOVE, FULL, FULL, FULL),
        (ALL_HARD, Intent.MOVE, FULL, FULL, FULL),
        (ALL_HARD, Intent.DEAL, FULL, FULL, FULL),
        (Ghost(), Intent.MOVE, FULL, FULL, FULL),
        (Ghost(full_at=-DAY_S), Intent.MOVE, FULL, FULL, FULL),
        (Ghost(full_at=1.0 - DAY_S), Intent.MOVE, DIFFERENTIAL, DIFFERENTIAL, DIFFERENTIAL),
    ],
)
def test_a_frame_is_shown(
    ghost: Ghost, intent: Intent, auto: Mode, rare: Mode, never: Mode
) -> None:
    modes = [decide(ghost, intent, frozenset({HERE}), flash, 0.0) for flash in Flash]

    assert modes == [auto, rare, never]


def test_a_worn_tile_does_not_matter_to_an_update_elsewhere() -> None:
    assert decide(TILE_HARD, Intent.MOVE, frozenset({THERE}), AUTO, 0.0) is DIFFERENTIAL


@pytest.mark.parametrize(
    ("ghost", "now", "idle_s", "modes"),
    [
        (CLEAN, 5.0, 5.0, (None, None, None)),
        (TILE_SOFT, 5.0, 2.9, (None, None, None)),
        (TILE_SOFT, 5.0, 3.0, (FULL, FULL, None)),
        (ALL_SOFT, 5.0, 3.0, (FULL, FULL, None)),
        (TILE_HARD, 5.0, 2.9, (None, None, None)),
        (TILE_HARD, 5.0, 3.0, (FULL, FULL, FULL)),
        (ALL_HARD, 5.0, 3.0, (FULL, FULL, FULL)),
        (CLEAN, DAY_S - 1, 3.0, (None, None, None)),
        (CLEAN, DAY_S, 3.0, (FULL, FULL, FULL)),
        (Ghost(), 5.0, 2.9, (None, None, None)),
        (Ghost(), 5.0, 3.0, (FULL, FULL, FULL)),
    ],
)
def test_a_picture_that_stands_is_shown_again(
    ghost: Ghost, now: float, idle_s: float, modes: tuple[Mode | None, ...]
) -> None:
    assert tuple(due(ghost, now, idle_s, flash) for flash in Flash) == modes


def test_an_update_counts_once_in_each_tile_that_it_changes() -> None:
    ghost = CLEAN.after(DIFFERENTIAL, frozenset({HERE, THERE}), 1.0)
    ghost = ghost.after(DIFFERENTIAL, frozenset({THERE}), 2.0)

    assert ghost == Ghost({HERE: 1, THERE: 2}, 2, 0.0)


def test_a_fast_refresh_wipes_but_is_not_the_daily_one() -> None:
    assert ALL_HARD.after(FAST, frozenset({HERE}), 7.0) == Ghost(full_at=0.0)


def test_a_full_refresh_wipes_and_is_remembered() -> None:
    assert ALL_HARD.after(FULL, frozenset({HERE}), 7.0) == Ghost(full_at=7.0)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(Intent),
            st.frozensets(st.sampled_from([HERE, THERE]), min_size=1),
            st.sampled_from(Flash),
        ),
        min_size=HARD.tile,
        max_size=2 * HARD.all,
    )
)
def test_no_count_goes_over_its_hard_limit(
    frames: list[tuple[Intent, frozenset[Tile], Flash]],
) -> None:
    ghost = Ghost()
    for now, (intent, changed, flash) in enumerate(frames):
        ghost = ghost.after(decide(ghost, intent, changed, flash, now), changed, now)

        assert ghost.updates <= HARD.all
        assert max(ghost.tiles.values(), default=0) <= HARD.tile


@pytest.mark.parametrize("size", [Size(400, 300), Size(122, 250), Size(8, 1)], ids=str)
@given(data=st.data())
def test_exactly_the_tiles_with_another_pixel_have_changed(size: Size, data: st.DataObject) -> None:
    row = (size.width + 7) // 8
    pixels = data.draw(
        st.sets(
            st.tuples(st.integers(0, size.width - 1), st.integers(0, size.height - 1)), max_size=9
        )
    )
    old = bytes(row * size.height)
    new = bytearray(old)
    for x, y in pixels:
        new[y * row + x // 8] |= 0x80 >> x % 8

    assert tiles(old, bytes(new), size) == {Tile(x // 16, y // 16) for x, y in pixels}
