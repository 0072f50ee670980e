"""The window: a panel that is also a keypad, because one toolkit owns both its glass and its keys.

It satisfies both protocols, so it is handed over as a panel and as a keypad, and starting or
stopping it twice is the same as once. pygame wants the main thread: start, pump and stop belong
there; submit may be called from any.
"""

from __future__ import annotations

import os
import sys
import time
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from device.events import KEYS, Event, Glass, Key, KeyDown, PanelState, Post, Stop, Tap
from device.geometry import Box, Point, Size
from device.intents import Intent
from device.look.frame import Frame
from device.settings import Settings
from koikoi.cards import KoiKoiError

if TYPE_CHECKING:
    import pygame

INK = (28, 28, 30)
PAPER = (236, 234, 226)
BEZEL = (204, 202, 194)

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
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.size = size
        self._scale = scale
        self._clock = clock
        # One place: a newer frame drops one that was never shown. A deque needs no lock.
        self._waiting: deque[Frame] = deque(maxlen=1)
        self._frame: Frame | None = None
        # The moving key that is down: pygame's code for it, its meaning, when it repeats next.
        # pygame could repeat keys too, but all of them, and from a thread of its own.
        self._holding: tuple[int, Key, float] | None = None
        self._post: Post | None = None

    def adjust(self, settings: Settings) -> None:
        """Nothing yet."""

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
        if fresh or any(changed):
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
        import pygame

        pygame.display.quit()

    def _open(self) -> None:
        import pygame

        scale = self._scale or self._largest(pygame.display.get_desktop_sizes()[0])
        extent = (self.size.width * scale, self.size.height * scale)
        pygame.display.set_caption("Koi-Koi")
        pygame.display.set_mode(extent, pygame.RESIZABLE)

    def _largest(self, desktop: tuple[int, int]) -> int:
        # A tenth is left to the desktop: title bar, docks.
        width, height = (extent * 9 // 10 for extent in desktop)
        return max(1, min(width // self.size.width, height // self.size.height))

    def _place(self) -> tuple[int, Point]:
        """Return the scale now and where the top left pixel of the frame lies in the window."""
        import pygame

        width, height = pygame.display.get_window_size()
        scale = max(1, min(width // self.size.width, height // self.size.height))
        left = (width - self.size.width * scale) // 2
        top = (height - self.size.height * scale) // 2
        return scale, Point(left, top)

    def _paint(self) -> None:
        import pygame

        surface = pygame.display.get_surface()
        if surface is None:
            return
        surface.fill(BEZEL)
        if self._frame is not None:
            scale, corner = self._place()
            grey = self._frame.image.convert("L")
            pixels = pygame.image.frombuffer(grey.tobytes(), grey.size, "P")
            pixels.set_palette_at(0, INK)
            pixels.set_palette_at(255, PAPER)
            surface.blit(pygame.transform.scale_by(pixels, scale), corner)
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
        now, key = self._clock(), KEYS.get(self._name(event))
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
        return words.get(event.key, character.lower())

    def _clicked(self, x: int, y: int) -> None:
        scale, corner = self._place()
        point = Point((x - corner.x) // scale, (y - corner.y) // scale)
        if Box(0, 0, *self.size).contains(point):
            self._tell(Tap(point, self._clock()))

    def _tell(self, event: Event) -> None:
        if self._post is not None:
            self._post(event)
