"""The terminal as a panel: the text view of the layout, on the alternate screen."""

from __future__ import annotations

import os
import select

from device.events import Glass, PanelState, Post
from device.geometry import Size
from device.intents import Intent
from device.look import textview
from device.look.frame import Frame
from device.settings import Settings

COLUMNS, ROWS = 80, 24
TOO_SMALL = f"terminal too small: {COLUMNS}x{ROWS} needed"

# The alternate screen keeps what was there before. No cursor: the frame marks what is selected.
# Bracketed paste, so that the keypad can tell a pasted text from keys.
ENTER = "\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[0m\x1b[2J"
LEAVE = "\x1b[0m\x1b[?2004l\x1b[?25h\x1b[?1049l"


class TerminalPanel:
    """Writes to a file descriptor, a terminal's or not; only lines that changed are written."""

    def __init__(self, size: Size, fd: int = 1) -> None:
        self.size = size
        self._fd = fd
        self._lines: list[str] = []
        self._extent = Size(0, 0)
        self._post: Post | None = None

    def adjust(self, settings: Settings) -> None:
        """A text can neither be turned nor flash."""

    def start(self, post: Post) -> None:
        """Take the screen; what was on it comes back with stop."""
        self._post = post
        self._write(ENTER)

    def submit(self, frame: Frame, intent: Intent) -> None:
        """Write the lines that differ from those on the screen; all of them to refresh it."""
        if intent is Intent.REFRESH:
            # The terminal was scribbled on.
            self._extent = Size(0, 0)
        if self._post is not None and self._draw(frame):
            self._post(PanelState(Glass.SHOWN))

    def sleep(self) -> None:
        """Report the panel asleep: a terminal has no power to save."""
        if self._post is not None:
            self._post(PanelState(Glass.ASLEEP))

    def stop(self) -> None:
        """Give the screen back as it was."""
        if self._post is not None:
            self._write(LEAVE)
            self._post = None

    def _draw(self, frame: Frame) -> bool:
        extent = self._measure()
        page = _page(frame, extent)
        written = []
        if extent != self._extent:
            written.append("\x1b[2J")
            self._lines = []
        shown = self._lines + [""] * (len(page) - len(self._lines))
        for row, (old, new) in enumerate(zip(shown, page, strict=True), start=1):
            if old != new:
                # Erased first: after a full line the cursor still stands on its last character.
                written.append(f"\x1b[{row};1H\x1b[2K{new}")
        self._lines, self._extent = page, extent
        return not written or self._write("".join(written))

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
                # Who shares the terminal may have made it non-blocking.
                select.select([], [self._fd], [])
            except OSError as error:
                self._extent = Size(0, 0)
                if self._post is not None:
                    detail = f"the terminal is gone: {error.strerror}"
                    self._post(PanelState(Glass.LOST, detail))
                return False
        return True


def _page(frame: Frame, extent: Size) -> list[str]:
    """Return a line for each row of the screen, or for the first ones of a tall screen."""
    if extent.width >= COLUMNS and extent.height >= ROWS:
        return textview.lines(frame.layout, extent.width, extent.height)[: extent.height]
    page = textview.lines(frame.layout, COLUMNS, ROWS)[: extent.height - 1]
    page += [""] * (extent.height - 1 - len(page))
    return [textview.clipped(line, extent.width) for line in (*page, TOO_SMALL)]
