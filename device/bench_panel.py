"""`koikoi bench panel`: what the frames of a match cost on the bus of a panel, by several plans.

The panel is an epd4in2_V2. Nothing is sent: bytes are counted as the panel's adapter writes them,
times are those of a model, and only the time to compute is measured, and that from a press to the
first byte.
"""

from __future__ import annotations

import json
import os
import platform
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from importlib import import_module
from itertools import pairwise
from statistics import mean, median
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from device.bench_press import Press, presses
from device.events import Chosen, Event, Key, KeyDown
from device.geometry import Box, Size
from device.intents import Intent
from device.look import Frame, Look, layout
from device.papers import BYTE_S, TRANSFER_S
from device.planner import MANY, cut, plan
from device.refresh import Flash, Ghost, Mode, decide, tiles
from device.screens import flow
from device.screens.results import MatchResult
from device.screens.screen import Screen
from device.screens.session import Session
from device.screens.table import Choice, Decision, Table
from device.screens.title import Title
from device.settings import Settings
from koikoi import chance
from koikoi.commands import say
from koikoi.moves import Call, Move, Pick, Play
from koikoi.players import LEVELS

if TYPE_CHECKING:
    from PIL.Image import Image

SEED = b"a recorded match"
NORTH_LEVEL, SOUTH_LEVEL = "normal", "hard"
SIZE = Size(400, 300)
WHOLE = Box(0, 0, SIZE.width, SIZE.height)

ON_S, WAVEFORM_S, OFF_S = 0.096, 0.358, 0.268
"""Power on, differential waveform and power off, in seconds, as GxEPD2 1.6.9 has them for the
glass of this panel (GDEY042T81)."""

VENDOR_BYTES, VENDOR_TRANSFERS = 15_024, 25
"""Of the driver's display_Partial: it writes the whole frame once, and powers up and down."""

START_BYTES, START_TRANSFERS = 8, 7
"""Border, update control, sequence, activation: with each update."""

WRITE_BYTES, WRITE_TRANSFERS = 14, 10
"""A window, the counters and the command that takes a region's content, in the first round."""

SYNC_BYTES, SYNC_TRANSFERS = 20, 16
"""The same twice afterwards, when both memories are made equal to the glass: the second time
the window is still there."""

KEPT_BYTES, KEPT_TRANSFERS = 8, 4
"""A window that need not be set again, because the last region written is the first synced."""

FULL_BYTES = 2 * (5 + 1 + SIZE.width // 8 * SIZE.height) + 8 + START_BYTES
"""A full refresh: both memories, and what an update always takes."""

SEGMENTS = (1, 4, 16, 25, 100, 400, 625)
"""The counts that luma.core can divide this size by, without the absurd ones."""

PRESS_S = 2.0
"""The time between two frames; no pause is long enough to wipe off residue in it, in seconds."""

TURNS = 3
"""How often each computation is timed; the least counts, for a shared machine may do other work."""


class Shot(NamedTuple):
    """A frame of the match, its packed rows, and why it was shown."""

    image: Image
    packed: bytes
    intent: Intent


class Update(NamedTuple):
    """A frame that is shown without a flash, and the one it follows."""

    before: Shot
    after: Shot


class Plan(NamedTuple):
    """A way to find what to write: its name, and what it computes for an update."""

    name: str
    regions: Callable[[Update], Sequence[Box]]
    prepare: Callable[[Update], Callable[[], object]]
    """Returns what is timed: from the new picture to what is to be sent."""


class Row(NamedTuple):
    """A line of the table; bytes and times are those of one update."""

    plan: str
    bytes_mean: float
    bytes_median: float
    regions_mean: float
    of_vendor: float
    """Bytes, as a share of the vendor's display_Partial."""
    of_whole: float
    """Bytes, as a share of the whole frame written in our way."""
    glass_ms: float
    """From the first byte until the picture stands, with the power on (the vendor's never is)."""
    glass_of_vendor: float
    ready_ms: float
    """From the first byte until the next update can begin."""
    ready_of_vendor: float
    compute_median_ms: float | None = None
    compute_p99_ms: float | None = None
    ours_of_median: float | None = None
    """What our planner and packing take, as a share of this median."""
    ours_of_p99: float | None = None


class Report(NamedTuple):
    """The table and what it was made of."""

    date: str
    machine: str
    frames: int
    updates: int
    full_refreshes: dict[str, int]
    full_refresh_bytes: int
    rows: tuple[Row, ...]
    notes: tuple[str, ...]
    presses: tuple[Press, ...] = ()
    """From a posted key to the first byte on the bus."""

    def __str__(self) -> str:
        shown = self._asdict() | {
            "rows": [row._asdict() for row in self.rows],
            "presses": [press._asdict() for press in self.presses],
        }
        return json.dumps(shown, indent=2)


def bench(*, as_json: bool) -> int:
    """Print the table; return the exit status."""
    made = report(tuple(shots(SEED)))._replace(presses=presses())
    if as_json:
        say(str(made))
    else:
        for line in lines(made):
            say(line)
    return 0


def shots(seed: bytes) -> Iterator[Shot]:
    """Yield every frame of a match of twelve months, from the title to the title."""
    session = Session(None, Settings(), seed)
    look = Look.of(SIZE, session.settings)
    before: Screen | None = None
    screen: Screen = Title(session)
    shown = None
    while True:
        new = layout(screen, look)
        if new != shown:
            image = Frame(new).image
            yield Shot(image, image.tobytes(), flow.intent(before, screen))
            shown = new
        following = flow.step(screen, _event(screen))
        if following is None or isinstance(before, MatchResult):
            return
        before, screen = screen, following


def _event(screen: Screen) -> Event:
    """Return what happens next: the CPU's choice, or a press on the way to South's."""
    session = screen.session
    if screen.waits and session.asked is not None:
        return Chosen(_choice(session, NORTH_LEVEL), session.asked)
    match screen:
        case Table() | Choice() | Decision():
            there = _stands_on(screen, _choice(session, SOUTH_LEVEL))
            return KeyDown(Key.SELECT if there else Key.RIGHT)
    return KeyDown(Key.SELECT)


def _choice(session: Session, level: str) -> Move:
    match = session.open_match
    seat = match.round.turn
    rng = chance.generator(match.seed, seat, match.number, len(match.round.moves))
    return LEVELS[level].player.choose(match.view(seat), rng)


def _stands_on(screen: Table | Choice | Decision, move: Move) -> bool:
    """Whether the cursor is where SELECT makes this move, or leads on to it."""
    match screen, move:
        case Table(), Play(card=card):
            return screen.card is card
        case Choice(), Play(take=take) | Pick(take=take):
            return screen.candidates[screen.cursor] is take
        case Decision(), Call():
            return move is (Call.SHOUBU, Call.KOIKOI)[screen.cursor]
    raise TypeError(f"{move} is not made on a {type(screen).__name__}")


def updates(frames: Sequence[Shot]) -> tuple[list[Update], Counter[str]]:
    """Return the updates without a flash, and the number of the others, as the policy has it."""
    ghost = Ghost()
    partial, counts = [], Counter[str]()
    now = 0.0
    blank = Shot(frames[0].image, bytes(len(frames[0].packed)), Intent.BOOT)
    for before, after in pairwise((blank, *frames)):
        now += PRESS_S
        changed = tiles(before.packed, after.packed, SIZE)
        mode = decide(ghost, after.intent, changed, Flash.AUTO, now)
        ghost = ghost.after(mode, changed, now)
        if mode is not Mode.DIFFERENTIAL:
            counts[mode.value] += 1
        elif changed:
            partial.append(Update(before, after))
    return partial, counts


def report(frames: Sequence[Shot]) -> Report:
    """Return the table for these frames."""
    partial, counts = updates(frames)
    whole = Plan("whole frame", lambda _: (WHOLE,), lambda update: update.after.image.tobytes)
    plans = [
        Plan("our planner", _ours, _prepare_ours),
        Plan("one bounding box", _bounding, _prepare_bounding),
        whole,
    ]
    notes = [f"{TRANSFER_S * 1e6:.0f} us a transfer are assumed, not measured"]
    framebuffer = _framebuffer()
    if framebuffer is None:
        notes.append("luma.core is not installed: no row for it")
    else:
        plans.insert(1, _best_luma(framebuffer, partial))
    rows = [_row(each, partial) for each in plans]
    times = _times(plans, partial)
    timed = [
        row._replace(
            compute_median_ms=_ms(median(taken)),
            compute_p99_ms=_ms(_p99(taken)),
            ours_of_median=round(median(times[0]) / median(taken), 3),
            ours_of_p99=round(_p99(times[0]) / _p99(taken), 3),
        )
        for row, taken in zip(rows, times, strict=True)
    ]
    return Report(
        date=datetime.now(UTC).date().isoformat(),
        machine=(
            f"{os.cpu_count()} {platform.machine()} cores, Python {platform.python_version()}"
        ),
        frames=len(frames),
        updates=len(partial),
        full_refreshes=dict(counts),
        full_refresh_bytes=FULL_BYTES,
        rows=(*timed, _vendor()),
        notes=tuple(notes),
    )


def lines(made: Report) -> Iterator[str]:
    """Yield a report as text."""
    yield f"epd4in2_V2, {made.frames} frames of a match of 12 months; {made.date}, {made.machine}"
    flashes = ", ".join(f"{count} {mode}" for mode, count in sorted(made.full_refreshes.items()))
    yield (
        f"{made.updates} updates without a flash, below; refreshes of all pixels apart: {flashes}, "
        f"{made.full_refresh_bytes} bytes each"
    )
    yield ""
    yield (
        f"{'':25s}{'bytes':>7s}{'median':>8s}{'regions':>9s}{'/vendor':>9s}{'/whole':>8s}"
        f"{'glass':>8s}{'ready':>8s}{'compute':>9s}{'p99 ms':>8s}{'ours/it':>9s}{'p99':>7s}"
    )
    for row in made.rows:
        taken = (
            f"{row.compute_median_ms:9.3f}{row.compute_p99_ms:8.3f}"
            f"{row.ours_of_median:9.2f}{row.ours_of_p99:7.2f}"
            if _timed(row)
            else ""
        )
        yield (
            f"{row.plan:25s}{row.bytes_mean:7.0f}{row.bytes_median:8.0f}{row.regions_mean:9.1f}"
            f"{row.of_vendor:9.3f}{row.of_whole:8.3f}{row.glass_ms:8.0f}{row.ready_ms:8.0f}{taken}"
        )
    ours, vendor = made.rows[0], made.rows[-1]
    yield ""
    yield (
        f"ours against the vendor's: {ours.glass_ms / vendor.glass_ms:.2f} of the time until the "
        f"picture stands, {ours.ready_ms / vendor.ready_ms:.2f} until the next can begin; after a "
        f"pause power comes on first, {ON_S * 1e3:.0f} ms"
    )
    for press in made.presses:
        yield (
            f"from key to bus beside {press.beside}: median {press.median_ms:.2f} ms, "
            f"p99 {press.p99_ms:.2f} ms, {press.presses} presses, load {press.load}"
        )
    yield from made.notes


def _timed(row: Row) -> bool:
    return row.compute_median_ms is not None


def bus_bytes(regions: Sequence[Box]) -> int:
    """Return the bytes of an update: each region once before the waveform, twice after it."""
    content = sum(region.width // 8 * region.height for region in regions)
    around = len(regions) * (WRITE_BYTES + SYNC_BYTES) - KEPT_BYTES
    return START_BYTES + around + 3 * content


def glass_s(regions: Sequence[Box]) -> float:
    """Return how long it takes until the picture stands, in seconds, with the power on."""
    content = sum(region.width // 8 * region.height for region in regions)
    sent = START_BYTES + len(regions) * WRITE_BYTES + content
    transfers = START_TRANSFERS + len(regions) * WRITE_TRANSFERS
    return sent * BYTE_S + transfers * TRANSFER_S + WAVEFORM_S


def ready_s(regions: Sequence[Box]) -> float:
    """Return how long it takes until the next update can begin, in seconds."""
    content = sum(region.width // 8 * region.height for region in regions)
    sent = len(regions) * SYNC_BYTES - KEPT_BYTES + 2 * content
    transfers = len(regions) * SYNC_TRANSFERS - KEPT_TRANSFERS
    return glass_s(regions) + sent * BYTE_S + transfers * TRANSFER_S


VENDOR_GLASS_S = VENDOR_BYTES * BYTE_S + VENDOR_TRANSFERS * TRANSFER_S + ON_S + WAVEFORM_S
VENDOR_READY_S = VENDOR_GLASS_S + OFF_S


def _row(plan_: Plan, partial: Sequence[Update]) -> Row:
    planned = [plan_.regions(update) for update in partial]
    sizes = [bus_bytes(regions) for regions in planned]
    glass = mean(glass_s(regions) for regions in planned)
    ready = mean(ready_s(regions) for regions in planned)
    return Row(
        plan=plan_.name,
        bytes_mean=round(mean(sizes), 1),
        bytes_median=median(sizes),
        regions_mean=round(mean(len(regions) for regions in planned), 2),
        of_vendor=round(mean(sizes) / VENDOR_BYTES, 4),
        of_whole=round(mean(sizes) / bus_bytes([WHOLE]), 4),
        glass_ms=_ms(glass),
        glass_of_vendor=round(glass / VENDOR_GLASS_S, 3),
        ready_ms=_ms(ready),
        ready_of_vendor=round(ready / VENDOR_READY_S, 3),
    )


def _vendor() -> Row:
    """Return the line of the vendor's display_Partial, in its own way of writing."""
    of_whole = round(VENDOR_BYTES / bus_bytes([WHOLE]), 4)
    glass, ready = _ms(VENDOR_GLASS_S), _ms(VENDOR_READY_S)
    return Row(
        "vendor's display_Partial", VENDOR_BYTES, VENDOR_BYTES, 1, 1, of_whole, glass, 1, ready, 1
    )


def _ours(update: Update) -> Sequence[Box]:
    return plan(update.before.packed, update.after.packed, SIZE, MANY)


def _prepare_ours(update: Update) -> Callable[[], object]:
    before, image = update.before.packed, update.after.image

    def work() -> object:
        packed = image.tobytes()
        return [cut(packed, SIZE, region) for region in plan(before, packed, SIZE, MANY)]

    return work


def _bounding(update: Update) -> Sequence[Box]:
    from PIL import ImageChops

    found = ImageChops.difference(update.before.image, update.after.image).getbbox()
    return () if found is None else (_widened(found),)


def _prepare_bounding(update: Update) -> Callable[[], object]:
    def work() -> object:
        (box,) = _bounding(update)
        return update.after.image.crop((box.x, box.y, box.right, box.bottom)).tobytes()

    return work


def _widened(found: tuple[int, int, int, int]) -> Box:
    """Return a box of left, top, right and bottom that begins and ends on whole bytes."""
    left, top, right, bottom = found
    start, end = left // 8 * 8, (right + 7) // 8 * 8
    return Box(start, top, end - start, bottom - top)


def _framebuffer() -> Any:  # noqa: ANN401 - luma.core has no types, and may not be there
    try:
        return import_module("luma.core.framebuffer")
    except ImportError:
        return None


def _best_luma(framebuffer: Any, partial: Sequence[Update]) -> Plan:  # noqa: ANN401 - as above
    plans = [_luma(framebuffer, segments) for segments in SEGMENTS]
    return min(plans, key=lambda each: sum(bus_bytes(each.regions(update)) for update in partial))


def _luma(framebuffer: Any, segments: int) -> Plan:  # noqa: ANN401 - as above
    def prepare(update: Update) -> Callable[[], Any]:
        differ = framebuffer.diff_to_previous(num_segments=segments)
        # The first picture is only remembered.
        list(differ.redraw(update.before.image))
        return lambda: list(differ.redraw(update.after.image))

    def regions(update: Update) -> Sequence[Box]:
        return [_widened(found) for _, found in prepare(update)()]

    return Plan(f"luma.core, {segments} segments", regions, prepare)


def _times(plans: Sequence[Plan], partial: Sequence[Update]) -> list[list[float]]:
    """Return the seconds that each plan computes for each update, timed in turns."""
    taken: list[list[float]] = [[] for _ in plans]
    for update in partial:
        least = [float("inf")] * len(plans)
        for _ in range(TURNS):
            for index, each in enumerate(plans):
                work = each.prepare(update)
                started = perf_counter()
                work()
                least[index] = min(least[index], perf_counter() - started)
        for times, seconds in zip(taken, least, strict=True):
            times.append(seconds)
    return taken


def _p99(values: Sequence[float]) -> float:
    return sorted(values)[len(values) * 99 // 100]


def _ms(seconds: float) -> float:
    return round(seconds * 1e3, 4)
