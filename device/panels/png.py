"""A panel that writes each frame into a directory, as a picture file."""

from __future__ import annotations

from pathlib import Path

from device.events import Glass, PanelState, Post
from device.geometry import Size
from device.intents import Intent
from device.look.frame import Frame
from device.settings import Settings


class PngPanel:
    """Writes frame-00001.png, frame-00002.png and so on: one bit a pixel, as the glass has it."""

    def __init__(self, size: Size, directory: Path) -> None:
        self.size = size
        self._directory = directory
        self._count = 0
        self._lost = False
        self._post: Post | None = None

    def adjust(self, settings: Settings) -> None:
        """A picture is for a reader: it stays upright, black on white."""

    def start(self, post: Post) -> None:
        """Begin to post; the directory is made with the first frame."""
        self._post = post

    def submit(self, frame: Frame, intent: Intent) -> None:  # noqa: ARG002 - every frame is a file
        """Write the frame; a directory that cannot be written is a lost panel, not an error."""
        self._count += 1
        path = self._directory / f"frame-{self._count:05}.png"
        try:
            self._write(frame, path)
        except OSError as error:
            # Once a loss, not once a frame: nothing new is said by the next one.
            if not self._lost:
                self._tell(Glass.LOST, f"cannot write {path}: {error.strerror or error}")
            self._lost = True
            return
        if self._lost:
            self._lost = False
            self._tell(Glass.BACK)
        self._tell(Glass.SHOWN)

    def sleep(self) -> None:
        """Report the panel asleep."""
        self._tell(Glass.ASLEEP)

    def stop(self) -> None:
        """Post no more; the files stay."""
        self._post = None

    def _write(self, frame: Frame, path: Path) -> None:
        self._directory.mkdir(parents=True, exist_ok=True)
        # Under another name first: who watches the directory never sees half a picture.
        partial = path.with_suffix(".part")
        try:
            frame.image.save(partial, format="PNG")
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)

    def _tell(self, glass: Glass, detail: str = "") -> None:
        if self._post is not None:
            self._post(PanelState(glass, detail))
