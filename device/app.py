"""The loop: an event makes the next screen, its frame goes to the panel, its match to the store."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from queue import Empty

from device.controls import KEYBOARD, Controls
from device.events import (
    Advised,
    Archived,
    Asked,
    BatteryState,
    Charge,
    Chosen,
    Event,
    Events,
    Glass,
    Key,
    KeyDown,
    KeypadState,
    PanelState,
    Reviewed,
    Stop,
    Tap,
    Tick,
    Touched,
    Wanted,
)
from device.geometry import Point
from device.intents import Intent
from device.keypads import Keypad
from device.look import Frame, Layout, Look, layout
from device.panels import Panel
from device.screens import flow
from device.screens.coach import Coach
from device.screens.goodbye import Goodbye
from device.screens.history import Finished, History
from device.screens.pages import Notices
from device.screens.results import RoundResult
from device.screens.screen import Screen
from device.screens.session import Session
from device.store import Store, StoreError
from device.workers import Question, Thinker, WhatToPlay, WhatToSay, WhereItWasLost
from koikoi import chance

PUMP_S = 1 / 60
"""How often a window is looked after, in seconds."""

RETRY_S = 5.0
"""How long after a save that failed the next one is tried, in seconds."""


class App:
    """The program, put together: `run` returns when it was left or stopped."""

    def __init__(
        self,
        *,
        store: Store,
        panel: Panel,
        keypads: Sequence[Keypad],
        thinker: Thinker,
        seed: bytes,
        controls: Controls = KEYBOARD,
        playouts: int = 0,
        appliance: bool = False,
        restarting: Callable[[], bool] | None = None,
        pump: Callable[[], None] | None = None,
        heard: Callable[[Event], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._events = Events()
        self._store = store
        self._panel = panel
        self._keypads = keypads
        self._thinker = thinker
        self._seed = seed
        self._controls = controls
        self._playouts = playouts
        self._appliance = appliance
        self._restarting = restarting
        self._pump = pump
        self._heard = heard
        self._clock = clock
        self._pending: Asked | None = None
        self._reading: Wanted | None = None
        self._alerts: dict[str, str] = {}
        self._bars: int | None = None
        self._shown: Layout | None = None

    def post(self, event: Event) -> None:
        """Put an event in the queue; from any thread, from a signal handler too."""
        self._events.put(event)

    def run(self) -> bool:
        """Play until the player, a Stop or an empty battery ends it; all is on the disk by then.

        Return whether the device is to be switched off.
        """
        # The thinking process is a copy of this one: it starts before any hardware is open.
        self._thinker.start(self.post)
        try:
            screen = self._first_screen()
            self._panel.start(self.post)
            self._settle(None, screen)
            for keypad in self._keypads:
                keypad.start(self.post)
            following = self._take_in(screen, self._next_event())
            while following is not None and not isinstance(following, Goodbye):
                self._settle(screen, following)
                screen, following = following, self._take_in(following, self._next_event())
            off = following is not None
            if "unsaved" in self._alerts:
                self._save(screen.session)
            if off or self._restarting is None or not self._restarting():
                self._show(Goodbye(screen.session), Intent.GOODBYE)
            return off
        finally:
            for keypad in self._keypads:
                keypad.stop()
            self._panel.stop()
            self._thinker.stop()

    def _first_screen(self) -> Screen:
        """Return the decision that was left open, after anything that has to be told."""
        try:
            self._store.open()
        except StoreError as error:
            # A match can be played all the same; each save tries again.
            self._alerts["unsaved"] = str(error)
        settings = self._store.load_settings()
        match = self._store.load_match()
        session = Session(
            match, settings, self._seed, self._controls, self._playouts, self._appliance
        )
        screen = flow.resumed(session)
        notices = tuple(self._store.notices)
        return Notices(screen, notices) if notices else screen

    def _next_event(self) -> Event:
        """Wait for an event; while a save is owed, no longer than until it is due again."""
        due = self._clock() + RETRY_S if "unsaved" in self._alerts else None
        while True:
            if self._pump is not None:
                self._pump()
            wait = None if due is None else max(0.0, due - self._clock())
            if self._pump is not None:
                wait = PUMP_S if wait is None else min(wait, PUMP_S)
            try:
                return self._events.get(timeout=wait)
            except Empty:
                if due is not None and self._clock() >= due:
                    return Tick(self._clock())

    def _take_in(self, screen: Screen, event: Event) -> Screen | None:
        """Work off what waits up to the first decision: it is shown and saved before the next."""
        session = screen.session
        while True:
            following = self._handle(screen, event)
            if following is None or isinstance(following, Goodbye):
                return following
            if following.session != session or self._events.empty():
                return following
            screen, event = following, self._events.get()

    def _handle(self, screen: Screen, event: Event) -> Screen | None:
        """Return the screen after one event."""
        if self._heard is not None:
            self._heard(event)
        match event:
            case Stop():
                return None
            case Tap(point=point):
                touched = self._target(point)
                return screen if touched is None else flow.step(screen, touched)
            case KeyDown(key=Key.REFRESH):
                self._show(screen, Intent.REFRESH)
                return screen
            case KeyDown(key=Key.SELECT, held=True):
                # Whoever keeps SELECT down has decided once.
                return screen
            case PanelState() | KeypadState() | BatteryState():
                self._note(event)
                if "empty" in self._alerts:
                    return Goodbye(screen.session)
            case Chosen() | Advised() | Reviewed() if event.asked == self._pending:
                self._pending = None
            case Archived():
                self._reading = None
        return flow.step(screen, event)

    def _note(self, state: PanelState | KeypadState | BatteryState) -> None:
        """Remember what was lost, until it is there again, and how it stands with the battery."""
        match state:
            case PanelState(glass=Glass.LOST, detail=detail):
                self._alerts["panel_lost"] = detail
            case PanelState(glass=Glass.SHOWN | Glass.BACK):
                self._alerts.pop("panel_lost", None)
            case KeypadState(there=False, detail=detail):
                self._alerts["keypad_lost"] = detail
            case KeypadState():
                self._alerts.pop("keypad_lost", None)
            case BatteryState(charge=charge, bars=bars):
                self._bars = bars
                self._alerts.pop("battery", None)
                if charge in (Charge.LOW, Charge.EMPTY):
                    self._alerts["battery" if charge is Charge.LOW else "empty"] = ""

    def _target(self, point: Point) -> Touched | None:
        """Return what lies under a tap."""
        targets = self._shown.targets if self._shown is not None else ()
        hit = next((target for target in targets if target.box.contains(point)), None)
        return None if hit is None else Touched(hit.kind, hit.index)

    def _settle(self, before: Screen | None, after: Screen) -> None:
        """Show a screen, save what was decided while it is being shown, ask the CPU to go on."""
        self._adjust(before, after)
        self._show(after, flow.intent(before, after))
        if self._save(after.session):
            self._show(after, Intent.MOVE)
        self._ask(after)
        self._read(after)

    def _adjust(self, before: Screen | None, after: Screen) -> None:
        """Hand the settings on when they are other ones."""
        settings = after.session.settings
        if before is None or before.session.settings != settings:
            for part in (self._panel, *self._keypads):
                part.adjust(settings)

    def _show(self, screen: Screen, intent: Intent) -> None:
        """Hand a frame to the panel unless it is the one that is there; to refresh it, always."""
        session = screen.session
        look = Look.of(self._panel.size, session.settings, session.controls, self._bars)
        new = layout(screen, look, tuple(self._alerts))
        if new != self._shown or intent is Intent.REFRESH:
            self._shown = new
            self._panel.submit(Frame(new), intent)

    def _save(self, session: Session) -> bool:
        """Keep match and settings, durably; return whether there is something new to tell."""
        told = "unsaved" in self._alerts
        try:
            self._store.save_settings(session.settings)
            if session.match is not None:
                self._store.save_match(session.match)
        except StoreError as error:
            self._alerts["unsaved"] = str(error)
            return not told
        self._alerts.pop("unsaved", None)
        return told

    def _ask(self, screen: Screen) -> None:
        """Have thought about what the screen waits for, if that is not being done, and no more."""
        asked = _asks(screen)
        if asked == self._pending:
            return
        self._pending = asked
        if asked is None:
            self._thinker.cancel()
        else:
            self._thinker.ask(_question(screen, asked))

    def _read(self, screen: Screen) -> None:
        """Read from the archive what the screen waits for; the answer is an event like all else."""
        wanted = screen.wanted if isinstance(screen, History | Finished) else None
        if wanted is not None and wanted != self._reading:
            self._reading = wanted
            self.post(self._store.archived(wanted))


def _asks(screen: Screen) -> Asked | None:
    """Return what a screen waits for: the CPU's decision, or the coach's word."""
    if isinstance(screen, Coach | RoundResult):
        return screen.asks
    return screen.session.asked if screen.waits else None


def _question(screen: Screen, asked: Asked) -> Question:
    """Return what has to be thought about for it."""
    session = screen.session
    match, sitter = session.open_match, session.asked_sitter
    if isinstance(screen, RoundResult):
        return WhereItWasLost(asked, match, session.playouts)
    if sitter is None:
        return WhatToSay(asked, match.view(asked.seat), session.playouts)
    seed = chance.choice_seed(match.seed, *asked[:3])
    return WhatToPlay(asked, sitter, match.view(asked.seat), seed)
