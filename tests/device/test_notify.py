"""What systemd is told; the test listens at the socket as systemd would."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from device.app import App
from device.events import Event, Glass, Key, KeyDown, PanelState, Stop, Tick
from device.geometry import Size
from device.notify import Service
from device.panels.memory import MemoryPanel
from device.store import MemoryStore
from device.workers import InlineThinker


class Manager:
    """The other end of the socket."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(f"\0{address[1:]}" if address.startswith("@") else address)

    def received(self) -> list[str]:
        """The lines of the next message, which has been sent or soon will be."""
        self._socket.settimeout(30)
        return self._socket.recv(4096).decode().split("\n")

    def nothing_received(self) -> bool:
        self._socket.settimeout(0)
        try:
            self._socket.recv(4096)
        except BlockingIOError:
            return True
        return False

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    manager = Manager(str(tmp_path / "notify"))
    yield manager
    manager.close()


def test_without_a_socket_the_program_is_no_service() -> None:
    assert Service.of({}, 7) is None
    assert Service.of({"NOTIFY_SOCKET": ""}, 7) is None


def test_a_socket_outside_the_file_system_is_reached() -> None:
    # Its name starts with a zero byte, which the environment spells @.
    manager = Manager(f"@koikoi-test-{id(object())}")
    service = Service.of({"NOTIFY_SOCKET": manager.address}, 7)
    assert service is not None

    service.tell("READY=1")

    assert manager.received() == ["READY=1"]
    manager.close()


@pytest.mark.parametrize(
    ("glass", "status"),
    [
        (PanelState(Glass.SHOWN), "STATUS=playing"),
        (
            PanelState(Glass.LOST, "epd4in2_V2 does not answer"),
            "STATUS=epd4in2_V2 does not answer; it is tried again and again",
        ),
    ],
)
def test_it_is_ready_once_the_glass_is_known(
    manager: Manager, glass: PanelState, status: str
) -> None:
    Service(manager.address).heard(glass)

    assert manager.received() == ["READY=1", status]


@pytest.mark.parametrize(
    "event", [KeyDown(Key.SELECT), PanelState(Glass.ASLEEP), PanelState(Glass.BACK)]
)
def test_what_concerns_the_player_alone_is_not_told(manager: Manager, event: Event) -> None:
    Service(manager.address).heard(event)

    assert manager.nothing_received()


def test_frame_after_frame_is_told_once_and_a_panel_that_is_back_again(manager: Manager) -> None:
    service = Service(manager.address)
    for glass in (Glass.SHOWN, Glass.SHOWN, Glass.LOST, Glass.BACK, Glass.SHOWN):
        service.heard(PanelState(glass, "no answer"))

    told = [manager.received()[1] for _ in range(3)]

    assert told == [
        "STATUS=playing",
        "STATUS=no answer; it is tried again and again",
        "STATUS=playing",
    ]
    assert manager.nothing_received()


def test_a_stop_is_told_with_its_reason(manager: Manager) -> None:
    Service(manager.address).heard(Stop("SIGTERM"))

    assert manager.received() == ["STOPPING=1", "STATUS=stopping: SIGTERM"]


def test_what_is_told_cannot_smuggle_in_a_line_of_the_protocol(manager: Manager) -> None:
    Service(manager.address).waiting("no pins\nMAINPID=1")

    assert manager.received() == [
        "READY=1",
        "WATCHDOG=1",
        "STATUS=no pins MAINPID=1; it is tried again and again",
    ]


def test_a_manager_that_is_gone_does_not_end_the_game(tmp_path: Path) -> None:
    Service(str(tmp_path / "nobody")).tell("READY=1")


def test_the_watchdog_gets_a_tick_in_line_and_no_word_before_it_is_taken_up(
    manager: Manager,
) -> None:
    line: SimpleQueue[Event] = SimpleQueue()
    # A millisecond is what systemd would wait; a tick is due after half of it.
    service = Service.of({"NOTIFY_SOCKET": manager.address, "WATCHDOG_USEC": "1000"}, 7)
    assert service is not None
    service.start(line.put)

    tick = line.get(timeout=30)

    assert isinstance(tick, Tick)
    assert manager.nothing_received()
    service.stop()
    service.heard(tick)
    assert manager.received() == ["WATCHDOG=1"]


def test_the_watchdog_of_another_process_is_not_fed() -> None:
    environment = {"NOTIFY_SOCKET": "/nowhere", "WATCHDOG_USEC": "1", "WATCHDOG_PID": "8"}
    line: SimpleQueue[Event] = SimpleQueue()
    service = Service.of(environment, 7)
    assert service is not None

    service.start(line.put)

    assert service._alive_s is None
    service.stop()


def test_the_loop_tells_of_each_event_as_it_takes_it_up() -> None:
    heard: list[Event] = []
    app = App(
        store=MemoryStore(),
        panel=MemoryPanel(Size(400, 300)),
        keypads=(),
        thinker=InlineThinker(),
        seed=bytes(16),
        heard=heard.append,
    )
    app.post(Tick(1.0))
    app.post(Stop("the end of the test"))

    app.run()

    assert heard == [Tick(1.0), Stop("the end of the test")]


def test_a_service_without_its_hardware_waits_for_it_and_can_be_stopped(
    manager: Manager, tmp_path: Path
) -> None:
    # Whatever machine this is: no pin can be opened with a library that is not there.
    environment = os.environ | {
        "NOTIFY_SOCKET": manager.address,
        "GPIOZERO_PIN_FACTORY": "none-of-that-name",
    }
    command = ["-m", "device", "--board", "pocket-4in2", "--config", str(tmp_path / "config")]
    with subprocess.Popen([sys.executable, *command], env=environment) as process:
        told = manager.received()
        process.send_signal(signal.SIGTERM)

    assert told[:2] == ["READY=1", "WATCHDOG=1"]
    assert told[2].endswith("; it is tried again and again")
    assert process.returncode == -signal.SIGTERM
