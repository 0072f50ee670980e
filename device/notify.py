"""What a service manager is told of the program: the protocol of systemd's sd_notify(3)."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from threading import Event as Flag
from threading import Thread
from time import monotonic

from device.events import Event, Glass, PanelState, Post, Stop, Tick
from device.settings import Settings

PLAYING = "playing"
"""The status while all is well."""

AGAIN = "; it is tried again and again"
"""What the status says of hardware that is missing."""


class Service:
    """The program as a service: READY once the glass shows a frame, or the panel is known lost.

    The watchdog is fed by the loop, not beside it: a Tick gets in line with all other events, and
    only when the loop has taken it up is the manager told that the program is alive.
    """

    def __init__(self, address: str, alive_s: float | None = None) -> None:
        """Tell it to the socket at `address`; feed its watchdog every so many seconds."""
        # A leading @ stands for the zero byte of a socket that is not in the file system.
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._alive_s = alive_s
        self._status = ""
        self._stopping = Flag()

    @classmethod
    def of(cls, environment: Mapping[str, str], process: int | None = None) -> Service | None:
        """Return the service that a process with this environment is, None if it is none."""
        address = environment.get("NOTIFY_SOCKET", "")
        if not address:
            return None
        process = os.getpid() if process is None else process
        # Set for another process where this one has inherited it.
        watched = environment.get("WATCHDOG_PID", str(process)) == str(process)
        limit_us = environment.get("WATCHDOG_USEC", "")
        if watched and limit_us.isdecimal() and int(limit_us):
            # Half of the time it is given, as the manual of sd_watchdog_enabled(3) asks for.
            return cls(address, int(limit_us) / 2_000_000)
        return cls(address)

    def start(self, post: Post) -> None:
        """Begin to put Ticks in line, if there is a watchdog."""
        if self._alive_s is not None:
            Thread(
                target=self._tick, args=(post, self._alive_s), name="watchdog", daemon=True
            ).start()

    def stop(self) -> None:
        """Put no more Ticks in line."""
        self._stopping.set()

    def adjust(self, settings: Settings) -> None:
        """Nothing here depends on the settings."""

    def heard(self, event: Event) -> None:
        """Tell what an event means for the manager; called by the loop as it takes them up."""
        match event:
            case PanelState(glass=Glass.SHOWN):
                self._stands(PLAYING)
            case PanelState(glass=Glass.LOST, detail=detail):
                self._stands(f"{detail}{AGAIN}")
            case Tick():
                self.tell("WATCHDOG=1")
            case Stop(reason=reason):
                self.tell("STOPPING=1", f"STATUS=stopping: {reason}")

    def waiting(self, trouble: str) -> None:
        """Tell that it waits for what a person may still plug in: that is no failure."""
        self.tell("READY=1", "WATCHDOG=1", f"STATUS={trouble}{AGAIN}")

    def tell(self, *lines: str) -> None:
        """Send lines of the protocol, in one message."""
        text = "\n".join(line.replace("\n", " ") for line in lines)
        # A manager that does not listen is no reason to end a game.
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.sendto(text.encode(), self._address)

    def _stands(self, status: str) -> None:
        """Tell how it stands, if that is news: most events are frames like those before."""
        if status != self._status:
            self._status = status
            self.tell("READY=1", f"STATUS={status}")

    def _tick(self, post: Post, every_s: float) -> None:
        while not self._stopping.wait(every_s):
            post(Tick(monotonic()))
