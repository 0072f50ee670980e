"""Runs as root in the guest: the panel and the fingers at the other ends of the wires.

The program is the installed one, under the machine's own systemd, on the kernel's own pins and bus.
Each check is a line "ok ..." or "FAIL ..." on the serial console.
"""

from __future__ import annotations

import importlib
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

sys.path[:0] = ["/usr/lib/koikoi", "/usr/lib/koikoi-driver"]

from device.app import App
from device.battery import Max1704xGauge, PiSugar3Gauge, Reading, i2c
from device.boards import load
from device.events import Key, Stop
from device.failed import show_failed
from device.geometry import Size
from device.panels.emulator import PacedClock, emulate
from device.panels.epaper.panel import packed
from device.panels.memory import MemoryPanel
from device.screens.session import Session
from device.settings import Settings
from device.store import FileStore, MemoryStore
from device.workers import InlineThinker
from koikoi.match import Match

RST, BUSY, PWR = 17, 24, 18
PANEL = 255
"""Not a pin: whether the module has a panel that answers."""
DEEP_SLEEP = 0x10
RECORD = struct.Struct("<IIIIQ")
SPEED = 4
"""How much faster than real glass this one is: its waveforms are not what is tested here."""

BOARD = load("pocket-4in2")
STATE = Path("/var/lib/koikoi")
UNIT = "koikoi.service"


class Wires:
    """The panel: an emulated controller that hears what comes out, and drives BUSY."""

    def __init__(self) -> None:
        self.controller = emulate(BOARD.panel, PacedClock(SPEED))
        self.sent: list[tuple[int, bytes]] = []
        """The commands heard, each with its first data."""
        self._file = os.open("/dev/fakepi", os.O_RDWR | os.O_NONBLOCK)
        self._busy: bool | None = None
        threading.Thread(target=self._listen, daemon=True).start()

    def drive(self, pin: int, *, high: bool) -> None:
        os.write(self._file, bytes((pin, high)))

    def plug(self, *, there: bool) -> None:
        self.controller.dead = not there
        self.drive(PANEL, high=there)

    def press(self, key: Key) -> None:
        pin = dict(BOARD.pins)[key]
        self.drive(pin, high=False)
        time.sleep(0.15)
        self.drive(pin, high=True)
        time.sleep(0.15)

    def _listen(self) -> None:
        heard = b""
        poll = select.poll()
        poll.register(self._file, select.POLLIN)
        while True:
            poll.poll(10)
            with suppress(BlockingIOError):
                heard += os.read(self._file, 1 << 16)
            while (taken := self._take(heard)) is not None:
                heard = taken
            # Refused while it has not yet heard all that there is to be busy with.
            with suppress(BlockingIOError):
                self.drive(BUSY, high=self.controller.busy_level)

    def _take(self, heard: bytes) -> bytes | None:
        """Work off one whole record and return the rest, or None."""
        if len(heard) < RECORD.size:
            return None
        kind, first, second, _, _ = RECORD.unpack_from(heard)
        end = RECORD.size + (0 if kind else first)
        if len(heard) < end:
            return None
        content = heard[RECORD.size : end]
        if kind == 0 and second:
            code, data = self.sent[-1]
            self.sent[-1] = code, (data + content)[:16]
            self.controller.data(content)
        elif kind == 0:
            for code in content:
                self.sent.append((code, b""))
                self.controller.command(code)
        elif first == RST:
            self.controller.reset_line(high=bool(second))
        elif first == PWR:
            self.controller.power(on=bool(second))
        return heard[end:]


FAILED: list[str] = []
"""The checks that were not passed."""


def check(name: str, told: object, *, good: bool) -> None:
    if not good:
        FAILED.append(name)
    print("ok  " if good else "FAIL", name, f"({told}; {time.monotonic():.0f} s)", flush=True)


def tell_why() -> None:
    """Tell what the machine did, for whoever has to find a fault: under emulation it takes long."""
    if FAILED:
        print(run("systemd-analyze", "critical-chain", "--no-pager", UNIT))
        print(run("journalctl", "-b", "-u", "koikoi*", "--no-pager", "-o", "short-monotonic"))


def until(true: Callable[[], object], seconds: float = 60) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.1)
    return bool(true())


def run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return (done.stdout + done.stderr).strip()


def shown(of: str, unit: str = UNIT) -> str:
    return run("systemctl", "show", "-P", of, unit)


def start() -> None:
    # So many starts in a few minutes would count as a fault of the program.
    run("systemctl", "reset-failed", UNIT)
    run("systemctl", "start", UNIT)


def active() -> bool:
    return shown("ActiveState") == "active"


def another(process: str) -> bool:
    return active() and shown("MainPID") not in ("0", process)


def saved() -> Match | None:
    return FileStore(STATE).load_match()


def moves() -> int:
    match = saved()
    return 0 if match is None else sum(len(each.moves) for each in match.rounds)


def frames() -> list[bytes]:
    """What the program shows of what is saved: its first frame, and its last when it is stopped."""
    store = MemoryStore(saved(), FileStore(STATE).load_settings())
    panel = MemoryPanel(Size(*BOARD.size), keep=True)
    app = App(
        store=store,
        panel=panel,
        keypads=(),
        thinker=InlineThinker(),
        seed=bytes(16),
        controls=BOARD.controls,
        appliance=True,
    )
    app.post(Stop("seen"))
    app.run()
    return [
        packed(each.frame.image, BOARD.rotation, invert=BOARD.invert)
        for each in (panel.shown[0], panel.shown[-1])
    ]


def given_up_frame() -> bytes:
    panel = MemoryPanel(Size(*BOARD.size))
    store = MemoryStore(saved(), FileStore(STATE).load_settings())
    show_failed(store, panel, Session(None, Settings(), b"", BOARD.controls))
    return packed(panel.shown[0].frame.image, BOARD.rotation, invert=BOARD.invert)


def shows(wires: Wires, which: int, seconds: float = 60) -> bool:
    wanted = frames()[which]
    return until(lambda: wires.controller.glass == wanted, seconds)


def play(wires: Wires, turns: int) -> None:
    """Press SELECT until so many more moves are saved."""
    wanted = moves() + turns
    for _ in range(20 * turns):
        if moves() >= wanted:
            break
        wires.press(Key.SELECT)
        until(lambda: moves() >= wanted, 1)


def fault(wires: Wires) -> object:
    return dict(wires.controller.violations) or "nothing wrong on the bus"


def first_boot(wires: Wires, *, everything: bool) -> None:
    good = until(active, 180)
    check("started at boot, READY", shown("StatusText"), good=good)
    owner = Path("/proc", shown("MainPID")).owner()
    check("runs as koikoi", owner, good=owner == "koikoi")
    check("the glass shows the first frame", fault(wires), good=shows(wires, 0))
    play(wires, 1)
    check("buttons play a turn, and it is saved", f"{moves()} moves", good=moves() >= 1)
    # The CPU may still have to answer.
    time.sleep(3)
    terminated(wires)
    crashed(wires)
    hung(wires)
    unplugged(wires)
    battery()
    if everything:
        pin_in_use(wires)
        upgraded(wires)
        restarted(wires)
        looked_over()
        given_up(wires)
    play(wires, 2)
    tell_why()
    # Whoever reads this cuts the power.
    print(f"MOVES {moves()}\nMIDGAME", flush=True)
    time.sleep(600)


def terminated(wires: Wires) -> None:
    before, began = moves(), time.monotonic()
    run("systemctl", "stop", UNIT)
    took = time.monotonic() - began
    check("SIGTERM: out within 10 s", f"{took:.1f} s", good=took < 10)
    check("SIGTERM: exit 0", shown("Result"), good=shown("Result") == "success")
    check("SIGTERM: the match is saved", f"{moves()} moves", good=moves() >= before > 0)
    check("SIGTERM: the last frame stays", fault(wires), good=shows(wires, -1, 5))
    last = wires.sent[-1]
    check("SIGTERM: deep sleep comes last", last, good=last[0] == DEEP_SLEEP)
    check("not one violation so far", fault(wires), good=not wires.controller.violations)
    start()
    check("started again: where it was left", f"{moves()} moves", good=shows(wires, 0))


def crashed(wires: Wires) -> None:
    process = shown("MainPID")
    run("systemctl", "kill", "--kill-whom=main", "--signal=SEGV", UNIT)
    good = until(lambda: another(process), 120)
    check("a crash: started again", shown("NRestarts") + " restarts", good=good)
    check("a crash: the glass shows the match", fault(wires), good=shows(wires, 0))


def hung(wires: Wires) -> None:
    process, began = shown("MainPID"), time.monotonic()
    run("systemctl", "kill", "--kill-whom=main", "--signal=STOP", UNIT)
    good = until(lambda: another(process), 180)
    check("a hang: the watchdog starts it again", f"{time.monotonic() - began:.0f} s", good=good)
    check("a hang: the glass shows the match", fault(wires), good=shows(wires, 0))


def unplugged(wires: Wires) -> None:
    run("systemctl", "stop", UNIT)
    wires.plug(there=False)
    start()
    status = shown("StatusText")
    check("no panel: READY all the same", status, good=active() and "again" in status)
    wires.plug(there=True)
    check("no panel: shown once it is there", shown("StatusText"), good=shows(wires, 0))


def pin_in_use(wires: Wires) -> None:
    lgpio = importlib.import_module("lgpio")
    run("systemctl", "stop", UNIT)
    chip = lgpio.gpiochip_open(0)
    lgpio.gpio_claim_input(chip, dict(BOARD.pins)[Key.LEFT])
    start()
    process, status = shown("MainPID"), shown("StatusText")
    check("a pin in use: it waits and says so", status, good=active() and "in use" in status)
    lgpio.gpiochip_close(chip)
    good = until(lambda: shown("StatusText") == "playing", 120)
    same = shown("MainPID") == process and shown("NRestarts") == "0"
    check("a pin in use: it plays once it is free", shown("StatusText"), good=good and same)
    check("a pin in use: the glass shows the match", fault(wires), good=shows(wires, 0))


def restarted(wires: Wires) -> None:
    """A mere restart leaves the game on the glass: no last frame comes between."""
    process, goodbye = shown("MainPID"), frames()[-1]
    seen: set[bytes] = set()
    with subprocess.Popen(["systemctl", "restart", UNIT]) as command:  # noqa: S607
        while command.poll() is None:
            seen.add(wires.controller.glass)
            time.sleep(0.02)
    good = until(lambda: another(process), 60) and shows(wires, 0)
    check("a restart: the game goes on", shown("StatusText"), good=good)
    check("a restart: no goodbye", f"{len(seen)} pictures", good=goodbye not in seen)


def looked_over() -> None:
    """The doctor, on a real machine: what it says of what is so here."""
    told = run("koikoi", "doctor")
    for wanted in (
        "ok       saves: /var/lib/koikoi, on ext4",
        "ok       SPI: on and free",
        "ok       service: active, playing",
    ):
        check(f"doctor: {wanted[9:]}", "as told" if wanted in told else told, good=wanted in told)


def battery() -> None:
    """The gauges' own registers, on a bus that the kernel has made up."""
    run("modprobe", "i2c-dev")
    run("modprobe", "i2c-stub", "chip_addr=0x36,0x57")
    names = Path("/sys/class/i2c-adapter").glob("i2c-*/name")
    stubs = [path.parent.name for path in names if "stub" in path.read_text()]
    number = int(stubs[0].removeprefix("i2c-")) if stubs else 0
    with importlib.import_module("smbus2").SMBus(number) as bus:
        # 93 and 51/256 %, the high byte first; 87 % with power from outside.
        bus.write_word_data(0x36, 0x04, 51 << 8 | 93)
        bus.write_byte_data(0x57, 0x2A, 87)
        bus.write_byte_data(0x57, 0x02, 0x80)
    told = Max1704xGauge(i2c(number)).read(), PiSugar3Gauge(i2c(number)).read()
    good = told == (Reading(93 + 51 / 256), Reading(87.0, charging=True))
    check("the gauges are read over I2C", told, good=good)


def switched_off(wires: Wires) -> None:
    """From the menu, by the service's own user, through logind and the package's rule."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    goodbye = frames()[-1]
    for key in (Key.QUIT, Key.LEFT, Key.SELECT):
        wires.press(key)
    good = until(lambda: run("systemctl", "is-system-running") == "stopping", 30)
    check("switched off from the menu", run("systemctl", "is-system-running"), good=good)
    good = wires.controller.glass == goodbye
    check("switched off: the last frame stays", fault(wires), good=good)
    status = shown("ExecMainStatus")
    check("switched off: it is no failure", status, good=shown("Result") == "success")


def upgraded(wires: Wires) -> None:
    process, before = shown("MainPID"), moves()
    told = run("dpkg", "-i", "/koikoi.deb").splitlines()[-1]
    good = until(lambda: another(process), 60) and moves() == before
    check("an upgrade: started again", told, good=good)
    check("an upgrade: the glass shows the match", fault(wires), good=shows(wires, 0))


def given_up(wires: Wires) -> None:
    """A program that ends again and again is given up, with a frame that says so."""
    override = Path("/run/systemd/system/koikoi.service.d/crash.conf")
    override.parent.mkdir(parents=True, exist_ok=True)
    override.write_text("[Service]\nExecStart=\nExecStart=/bin/false\nRestartSec=100ms\n")
    run("systemctl", "daemon-reload")
    run("systemctl", "restart", UNIT)
    good = until(lambda: shown("ActiveState") == "failed", 60)
    check("a fault in the program: given up", shown("Result"), good=good)
    other = "koikoi-failed.service"
    wanted = given_up_frame()
    good = until(lambda: wires.controller.glass == wanted)
    check("a fault in the program: the glass says so", shown("Result", other), good=good)
    override.unlink()
    run("systemctl", "daemon-reload")
    start()
    check("after the fault: it plays on", shown("StatusText"), good=shows(wires, 0))


def second_boot(wires: Wires, before: int, *, everything: bool) -> None:
    good = until(active, 180)
    check("power cut: started at boot", shown("StatusText"), good=good)
    after = moves()
    check("power cut: no move is lost", f"{before} before, {after} now", good=after >= before > 0)
    check("power cut: goes on where it was", fault(wires), good=shows(wires, 0))
    aside = [each.name for each in STATE.iterdir() if "aside" in each.name]
    check("power cut: no file was damaged", aside or "none set aside", good=not aside)
    if everything:
        switched_off(wires)


def main() -> None:
    # It may start before anything is driven: buttons are up, the panel waits.
    wires = Wires()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"].replace("@", "\0", 1))
    words = dict(word.partition("=")[::2] for word in Path("/proc/cmdline").read_text().split())
    before = words.get("moves", "")
    try:
        if before:
            second_boot(wires, int(before), everything="everything" in words)
        else:
            first_boot(wires, everything="everything" in words)
    finally:
        if sys.exc_info()[0] is not None:
            FAILED.append("the checks themselves")
        tell_why()
        print("DONE", flush=True)
        run("systemctl", "poweroff", "--force")


main()
