"""The last frame of a program that was given up: that it was, and what to do."""

from __future__ import annotations

from dataclasses import replace
from queue import Empty

from device.events import Events, Glass, PanelState
from device.intents import Intent
from device.look import Frame, Look, layout
from device.panels import Panel
from device.screens.goodbye import Goodbye
from device.screens.session import Session
from device.settings import Settings
from device.store import Store

SHOWN_S = 30.0
"""How long the slowest glass may take to show a frame after a reset, in seconds."""


def show_failed(store: Store, panel: Panel, session: Session) -> bool:
    """Show it on the panel, which is asleep afterwards; return whether it got there.

    `session` tells how the program would be shown; its match and settings come from the store.
    """
    session = _kept(store, session)
    look = Look.of(panel.size, session.settings, session.controls)
    frame = Frame(layout(Goodbye(session), look, ("failed",)))
    return show_last(panel, frame, Intent.GOODBYE, session.settings)


def show_last(panel: Panel, frame: Frame, intent: Intent, settings: Settings) -> bool:
    """Show one frame on a panel, which is asleep afterwards; return whether it got there."""
    events = Events()
    panel.start(events.put)
    try:
        panel.adjust(settings)
        panel.submit(frame, intent)
        return _arrived(events)
    finally:
        panel.stop()


def _kept(store: Store, session: Session) -> Session:
    """Return the session with what is saved, as far as it can be read."""
    try:
        return replace(session, match=store.load_match(), settings=store.load_settings())
    except Exception:  # noqa: BLE001 - whatever the program fails of, this frame must not
        return replace(session, settings=Settings())


def _arrived(events: Events) -> bool:
    """Wait for the panel's word on the frame."""
    try:
        while True:
            event = events.get(timeout=SHOWN_S)
            if isinstance(event, PanelState) and event.glass in (Glass.SHOWN, Glass.LOST):
                return event.glass is Glass.SHOWN
    except Empty:
        return False
