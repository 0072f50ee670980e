"""The window: a panel that is also a keypad, because one toolkit owns both its glass and its keys.

It satisfies both protocols, so it is handed over as a panel and as a keypad, and starting or
stopping it twice is the same as once. Given a show, a device that is not there, it is only the
keypad of that and shows what is seen of it. pygame wants the main thread: start, pump and stop
belong there; submit may be called from any.
"""

from __future__ import annotations

import os
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from device.events import Event, Glass, Key, KeyDown, PanelState, Post, Stop, Tap, key_of
from device.geometry import Box, Point, Size
from device.intents import Intent
from device.look.frame import Frame
from device.panels import Scene, Show
from device.settings import Settings
from koikoi.cards import KoiKoiError

if TYPE_CHECKING:
    import pygame
    from PIL.Image import Image

INK = (28, 28, 30)
PAPER = (236, 234, 226)
BEZEL = (204, 202, 194)

GREYS = [
    tuple(dark + (light - dark) * level // 255 for dark, light in zip(INK, PAPER, strict=True))
    for level in range(256)
]
"""The colours of the greys, from ink to paper."""

MOVING = frozenset({Key.LEFT, Key.RIGHT, Key.UP, Key.DOWN})
"""The keys that repeat while held; a held Select must not play a second card."""

UNSEEN = frozenset({"offscreen", "dummy"})
"""SDL's drivers without a screen; whoever names one in SDL_VIDEODRIVER means it."""

REPEAT_AFTER_S, REPEAT_EVERY_S = 0.4, 0.12


class WindowError(KoiKoiError, OSError):
    """The window cannot be opened."""


class Window:
    """The frame in whole multiples of its size, centred; without a scale, as large as fits."""

    def __init__(
        self,
        size: Size,
        *,
        scale: int | None = None,
        show: Show | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.size = size
        self._scale = scale
        self._show = show
        self._clock = clock
        # One place: a newer frame drops one that was never shown. A deque needs no lock.
        self._waiting: deque[Frame] = deque(maxlen=1)
        self._frame: Frame | None = None
        self._scene: Scene | None = None if show is None else show.scene()
        self._settings = Settings()
        # The moving key that is down: pygame's code for it, its meaning, when it repeats next.
        # pygame could repeat keys too, but all of them, and from a thread of its own.
        self._holding: tuple[int, Key, float] | None = None
        self._post: Post | None = None

    def adjust(self, settings: Settings) -> None:
        """Turn and invert as the player wants it, from the next frame on, and know vi's keys."""
        self._settings = settings
        if self._show is not None:
            self._show.adjust(settings)

    def start(self, post: Post) -> None:
        """Open the window; raises WindowError without a display or without pygame."""
        if self._post is not None:
            return
        # pygame greets on standard output otherwise, which is where a terminal may be drawn.
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        try:
            import pygame
        except ImportError as error:
            raise WindowError(
                "pygame is missing: pip install 'koikoi[desktop]', or run `koikoi --panel terminal`"
            ) from error
        # A still picture needs no 3D; with it the window opens three times slower, with 8 threads.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        # Without a display SDL would take over a Linux console, as if it were a window.
        variables = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
        if sys.platform == "linux" and not any(os.environ.get(name) for name in variables):
            raise WindowError("no display: run `koikoi --panel terminal`")
        try:
            pygame.display.init()
            # Where no display answers, SDL draws where nobody looks, and says nothing.
            unseen = pygame.display.get_driver() in UNSEEN and "SDL_VIDEODRIVER" not in os.environ
            if not unseen:
                self._open()
        except pygame.error:
            unseen = True
        if unseen:
            pygame.display.quit()
            raise WindowError("the display does not answer: run `koikoi --panel terminal`")
        self._post = post
        self._look()
        self._paint()

    def submit(self, frame: Frame, intent: Intent) -> None:  # noqa: ARG002 - a window never flashes
        """Show the frame at the next pump."""
        self._waiting.append(frame)

    def pump(self) -> None:
        """Post what was pressed and clicked, and show the newest frame; main thread only."""
        if self._post is None:
            return
        import pygame

        changed = [self._handle(event) for event in pygame.event.get()]
        self._repeat()
        fresh = bool(self._waiting)
        if fresh:
            self._frame = self._waiting.pop()
        if self._look() or fresh or any(changed):
            self._paint()
        if fresh:
            self._tell(PanelState(Glass.SHOWN))

    def sleep(self) -> None:
        """Report the panel asleep: a window has no power to save."""
        self._tell(PanelState(Glass.ASLEEP))

    def stop(self) -> None:
        """Close the window."""
        if self._post is None:
            return
        self._post = None
        if self._show is not None:
            self._show.stop()
        import pygame

        pygame.display.quit()

    @property
    def _extent(self) -> Size:
        """The size of all there is to see, in pixels of the panel."""
        caption = 0 if self._scene is None else self._scene.caption.height
        return Size(self.size.width, self.size.height + caption)

    def _look(self) -> bool:
        """Look at the show and return whether there is something new to see."""
        if self._show is None:
            return False
        before, self._scene = self._scene, self._show.scene()
        return self._scene is not before

    def _open(self) -> None:
        import pygame

        scale = self._scale or self._largest(pygame.display.get_desktop_sizes()[0])
        width, height = self._extent
        pygame.display.set_caption("Koi-Koi")
        pygame.display.set_mode((width * scale, height * scale), pygame.RESIZABLE)

    def _largest(self, desktop: tuple[int, int]) -> int:
        # A tenth is left to the desktop: title bar, docks.
        width, height = (extent * 9 // 10 for extent in desktop)
        return self._most(width, height)

    def _place(self) -> tuple[int, Point]:
        """Return the scale now and where the top left pixel of the frame lies in the window."""
        import pygame

        width, height = pygame.display.get_window_size()
        scale = self._most(width, height)
        left = (width - self._extent.width * scale) // 2
        top = (height - self._extent.height * scale) // 2
        return scale, Point(left, top)

    def _most(self, width: int, height: int) -> int:
        """Return the largest scale at which all there is to see goes into so many pixels."""
        return max(1, min(width // self._extent.width, height // self._extent.height))

    def _paint(self) -> None:
        import pygame

        surface = pygame.display.get_surface()
        if surface is None:
            return
        surface.fill(BEZEL)
        scale, corner = self._place()
        if self._scene is not None:
            picture, caption = self._scene
            _blit(surface, picture, corner, scale, GREYS)
            below = Point(corner.x, corner.y + picture.height * scale)
            _blit(surface, caption.convert("L"), below, scale, [INK, *[BEZEL] * 255])
        elif self._frame is not None:
            picture = self._frame.image.convert("L")
            if self._settings.rotate:
                picture = picture.rotate(180)
            greys = GREYS[::-1] if self._settings.invert else GREYS
            _blit(surface, picture, corner, scale, greys)
        pygame.display.flip()

    def _handle(self, event: pygame.event.Event) -> bool:
        """Post what the event means, and return whether the window needs painting after it."""
        import pygame

        match event.type:
            case pygame.KEYDOWN:
                self._pressed(event)
            case pygame.KEYUP:
                if self._holding is not None and self._holding[0] == event.key:
                    self._holding = None
            case pygame.MOUSEBUTTONDOWN if event.button == pygame.BUTTON_LEFT:
                self._clicked(*event.pos)
            case pygame.QUIT:
                self._tell(Stop("window closed"))
            case pygame.WINDOWEXPOSED | pygame.WINDOWSIZECHANGED:
                return True
        return False

    def _pressed(self, event: pygame.event.Event) -> None:
        now, key = self._clock(), key_of(self._name(event), vi=self._settings.vi_keys)
        self._holding = None
        if key in MOVING:
            self._holding = event.key, key, now + REPEAT_AFTER_S
        if key is not None:
            self._tell(KeyDown(key, now))

    def _repeat(self) -> None:
        if self._holding is None:
            return
        now = self._clock()
        code, key, due = self._holding
        if now >= due:
            self._holding = code, key, now + REPEAT_EVERY_S
            self._tell(KeyDown(key, now, held=True))

    def _name(self, event: pygame.event.Event) -> str:
        """Return the key's name in the key map: a word, or the character it types."""
        import pygame

        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_LALT | pygame.KMOD_META):
            return ""
        words = {
            pygame.K_LEFT: "left",
            pygame.K_RIGHT: "right",
            pygame.K_UP: "up",
            pygame.K_DOWN: "down",
            pygame.K_RETURN: "enter",
            pygame.K_KP_ENTER: "enter",
            pygame.K_SPACE: "space",
            pygame.K_ESCAPE: "escape",
        }
        character: str = event.unicode
        return words.get(event.key, character)

    def _clicked(self, x: int, y: int) -> None:
        scale, corner = self._place()
        point = Point((x - corner.x) // scale, (y - corner.y) // scale)
        if not Box(0, 0, *self.size).contains(point):
            return
        if self._settings.rotate:
            point = Point(self.size.width - 1 - point.x, self.size.height - 1 - point.y)
        self._tell(Tap(point, self._clock()))

    def _tell(self, event: Event) -> None:
        if self._post is not None:
            self._post(event)


def _blit(
    surface: pygame.Surface,
    picture: Image,
    corner: Point,
    scale: int,
    colours: Sequence[tuple[int, ...]],
) -> None:
    """Paint a picture of 256 greys, each of them in its colour."""
    import pygame

    pixels = pygame.image.frombuffer(picture.tobytes(), picture.size, "P")
    pixels.set_palette(colours)
    surface.blit(pygame.transform.scale_by(pixels, scale), corner)
