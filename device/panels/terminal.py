"""The terminal as a panel, on the alternate screen: the text view of the layout, or its picture."""

from __future__ import annotations

import os
import select

from device.events import Glass, PanelState, Post
from device.geometry import Size
from device.intents import Intent
from device.look import braille, textview
from device.look.frame import Frame
from device.look.metrics import METRICS
from device.settings import Settings
from device.tty import TtyError, open_tty

COLUMNS, ROWS = 80, 24
TOO_SMALL = f"terminal too small: {COLUMNS}x{ROWS} needed"

TEXT = Size(400, 300)
"""The layout that is told in words, whatever the size of the device's own panel."""

STUCK_S = 5.0
"""How long a terminal of a named device may take nothing before it counts as gone, in seconds."""

# The alternate screen keeps what was there before. No cursor: the frame marks what is selected.
# Bracketed paste, so that the keypad can tell a pasted text from keys.
ENTER = "\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[0m\x1b[2J"
LEAVE = "\x1b[0m\x1b[?2004l\x1b[?25h\x1b[?1049l"


class TerminalPanel:
    """Writes to a file descriptor, a terminal's or not, or to a named device: only what changed.

    With `picture` it shows the largest picture that goes in, in braille; words where none does.
    """

    def __init__(
        self, fd: int = 1, *, tty: str = "", picture: bool = False, stuck: float = STUCK_S
    ) -> None:
        self._fd = fd
        self._tty = tty
        self._picture = picture
        self._stuck = stuck
        self._invert = False
        self._lines: list[str] = []
        self._shown: tuple[Size, Size | None] | None = None
        self._post: Post | None = None

    @property
    def size(self) -> Size:
        """The size of the layout that goes into the terminal as it is now."""
        extent = self._measure()
        fitting = [size for size in METRICS if self._picture and _fits(size, extent)]
        return max(fitting, key=lambda size: size.width * size.height, default=TEXT)

    def adjust(self, settings: Settings) -> None:
        """Invert a picture; a terminal can neither be turned nor flash."""
        self._invert = settings.invert

    def start(self, post: Post) -> None:
        """Take the screen; what was on it comes back with stop. Raises TtyError."""
        if self._tty:
            self._fd = open_tty(self._tty)
        self._post = post
        self._write(ENTER)

    def submit(self, frame: Frame, intent: Intent) -> None:
        """Write what differs from what is on the screen; all of it to refresh it."""
        if self._post is None:
            return
        if intent is Intent.REFRESH:
            # The terminal was scribbled on.
            self._shown = None
        if self._open() and self._draw(frame):
            self._post(PanelState(Glass.SHOWN))

    def sleep(self) -> None:
        """Report the panel asleep: a terminal has no power to save."""
        if self._post is not None:
            self._post(PanelState(Glass.ASLEEP))

    def stop(self) -> None:
        """Give the screen back as it was."""
        if self._post is None:
            return
        if self._fd >= 0:
            self._write(LEAVE)
        self._post = None
        self._close()

    def _open(self) -> bool:
        """Open a named device again that was gone; return whether there is a terminal."""
        if self._fd < 0:
            try:
                self._fd = open_tty(self._tty)
            except TtyError as error:
                return self._lost(str(error))
            return self._write(ENTER)
        return True

    def _close(self) -> None:
        if self._tty and self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def _draw(self, frame: Frame) -> bool:
        extent = self._measure()
        size = frame.layout.size
        # A frame may be older than the terminal's size; the next one is on its way.
        pictured = self._picture and _fits(size, extent)
        page = self._pictured(frame, extent) if pictured else _told(frame, extent)
        shown = extent, size if pictured else None
        written = []
        if shown != self._shown:
            written.append("\x1b[2J")
            self._lines = []
        before = self._lines + [""] * (len(page) - len(self._lines))
        for row, (old, new) in enumerate(zip(before, page, strict=True), start=1):
            if old != new:
                written.append(_patch(row, old, new) if pictured else _whole(row, new))
        self._lines, self._shown = page, shown
        return not written or self._write("".join(written))

    def _pictured(self, frame: Frame, extent: Size) -> list[str]:
        """Return the lines of the picture in the middle of the screen, and those above it."""
        picture = frame.image.point(_NEGATIVE) if self._invert else frame.image
        lines = braille.lines(picture)
        left = " " * ((extent.width - len(lines[0])) // 2)
        return [""] * ((extent.height - len(lines)) // 2) + [left + line for line in lines]

    def _measure(self) -> Size:
        try:
            columns, rows = os.get_terminal_size(self._fd)
        except OSError:
            return Size(COLUMNS, ROWS)
        # A serial console tells nothing: 0x0.
        return Size(columns or COLUMNS, rows or ROWS)

    def _write(self, text: str) -> bool:
        """Write it all and say whether it worked; a terminal that is gone is a lost panel."""
        rest = text.encode(errors="replace")
        while rest:
            try:
                rest = rest[os.write(self._fd, rest) :]
            except BlockingIOError:
                # A named device never blocks, and who shares a terminal may have set it so.
                if not select.select([], [self._fd], [], self._stuck)[1]:
                    return self._lost("the terminal takes nothing")
            except OSError as error:
                return self._lost(f"the terminal is gone: {error.strerror}")
        return True

    def _lost(self, detail: str) -> bool:
        """Report the terminal lost; return that nothing was shown."""
        self._shown = None
        self._close()
        if self._post is not None:
            self._post(PanelState(Glass.LOST, detail))
        return False


_NEGATIVE = [255, *[0] * 255]
"""What becomes of each brightness of a one-bit picture to make it its negative."""


def _fits(size: Size, extent: Size) -> bool:
    """Whether a picture of so many pixels goes into so many cells."""
    needed = braille.cells(size)
    return needed.width <= extent.width and needed.height <= extent.height


def _whole(row: int, line: str) -> str:
    """Return what writes a line of words."""
    # Erased first: after a full line the cursor still stands on its last character. And whole: not
    # every terminal gives each letter the cells that we count.
    return f"\x1b[{row};1H\x1b[2K{line}"


def _patch(row: int, old: str, new: str) -> str:
    """Return what writes those letters of a picture's line that changed; each is a cell wide."""
    if len(old) != len(new):
        return f"\x1b[{row};1H{new}"
    changed = [at for at, pair in enumerate(zip(old, new, strict=True)) if pair[0] != pair[1]]
    first, last = changed[0], changed[-1]
    return f"\x1b[{row};{first + 1}H{new[first : last + 1]}"


def _told(frame: Frame, extent: Size) -> list[str]:
    """Return a line for each row of the screen, or for the first ones of a tall screen."""
    if extent.width >= COLUMNS and extent.height >= ROWS:
        return textview.lines(frame.layout, extent.width, extent.height)[: extent.height]
    page = textview.lines(frame.layout, COLUMNS, ROWS)[: extent.height - 1]
    page += [""] * (extent.height - 1 - len(page))
    return [textview.clipped(line, extent.width) for line in (*page, TOO_SMALL)]
