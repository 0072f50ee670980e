"""`koikoi setup` on a machine laid out in a directory, whose programs are played by the test."""

from __future__ import annotations

import errno
import importlib.util
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from device import steps
from device.boards import Board, Serial, known, load
from device.setup import plan, refusals, run
from device.steps import Command, EditBoot, RemoveFile, SetupError, WriteFile, do
from device.system import Ran, System

CONFIG = b"dtparam=audio=on\n\n[pi4]\narm_boost=1\n"
CMDLINE = b"console=serial0,115200 console=tty1 root=PARTUUID=1-02 rootwait\n"
DROP_IN = "etc/systemd/system/koikoi.service.d/board.conf"
MODULE = "usr/lib/koikoi-driver/epaper/e-Paper/lib/waveshare_epd"
FETCH = (
    *("/usr/bin/python3", "-I", "-m", "pip", "install", "--disable-pip-version-check"),
    *("--upgrade", "--no-deps", "--target", "/usr/lib/koikoi-driver", "waveshare-epaper"),
)
COMPILE = ("/usr/bin/python3", "-I", "-m", "compileall", "-q", "/usr/lib/koikoi-driver")
RELOAD = ("systemctl", "daemon-reload")
ENABLE = ("systemctl", "enable", "koikoi.service")
RESTART = ("systemctl", "restart", "koikoi.service")
ASKED = ("show", "is-enabled", "is-active")


class Machine:
    """A Raspberry Pi below a directory, with the package installed; its programs are recorded."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.ran: list[tuple[str, ...]] = []
        self.fails: dict[str, Ran] = {}
        """How programs end, by a word of their command line; those that are not here succeed."""
        self.loaded = b""
        """The drop-in that systemd has read."""
        self.runs_with = b"", b""
        self.enabled = "disabled"
        self.active = "inactive"
        self.write("proc/device-tree/model", b"Raspberry Pi Zero 2 W Rev 1.0\0")
        self.write("proc/cmdline", b"console=tty1 root=PARTUUID=1-02")
        self.write("proc/mounts", b"/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n")
        self.write("usr/lib/systemd/system/koikoi.service", b"[Unit]\n")
        self.write("boot/firmware/config.txt", CONFIG)
        self.write("boot/firmware/cmdline.txt", CMDLINE)
        (root / "run/systemd/system").mkdir(parents=True)
        self.system = System(root, self.run)

    def write(self, name: str, content: bytes) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def read(self, name: str) -> bytes:
        return (self.root / name).read_bytes()

    def restart(self) -> None:
        """Start anew, as the boot files have it now."""
        config = self.read("boot/firmware/config.txt").split()
        if b"dtparam=spi=on" in config:
            self.write("dev/spidev0.0", b"")
        if b"dtparam=i2c_arm=on" in config:
            self.write("dev/i2c-1", b"")
        if b"enable_uart=1" in config:
            self.write("dev/serial0", b"")
        self.write("proc/cmdline", self.read("boot/firmware/cmdline.txt"))
        (self.root / "run/koikoi-setup").unlink(missing_ok=True)
        self.loaded = self.drop_in()
        self.active = "inactive"
        if self.enabled == "enabled":
            self.start()

    def run(self, *command: str, patience_s: float = 0) -> Ran:
        assert patience_s >= 0
        if command[1] not in ASKED:
            self.ran.append(command)
        for word, ran in self.fails.items():
            if word in command:
                return ran
        if command[0] != "systemctl":
            self._python(command)
            return Ran(0, "")
        return Ran(0, self._systemctl(command[1:]))

    def _systemctl(self, command: tuple[str, ...]) -> str:
        match command:
            case ("show", "--property=NeedDaemonReload", *_):
                return "no" if self.loaded == self.drop_in() else "yes"
            case ("show", *_):
                return "the panel shows the game"
            case ("is-enabled", _):
                return self.enabled
            case ("is-active", _):
                return self.active
            case ("enable", _):
                self.enabled = "enabled"
            case ("restart", _):
                self.start()
            case ("reset-failed", _):
                self.active = "inactive"
            case ("daemon-reload",):
                self.loaded = self.drop_in()
            case _:
                raise AssertionError(command)
        return ""

    def _python(self, command: tuple[str, ...]) -> None:
        if "compileall" in command:
            for path in (self.root / MODULE).glob("epd*.py"):
                compiled = Path(importlib.util.cache_from_source(str(path)))
                compiled.parent.mkdir(exist_ok=True)
                compiled.write_bytes(b"")
        else:
            assert command[-1] in ("waveshare-epaper", "--break-system-packages")
            for name in ("epd4in2_V2", "epd2in7_V2", "epd7in5_V2", "epdconfig"):
                self.write(f"{MODULE}/{name}.py", b"")

    def drop_in(self) -> bytes:
        path = self.root / DROP_IN
        return path.read_bytes() if path.exists() else b""

    def start(self) -> None:
        """Start the service with what its files say, and systemd has read."""
        self.active = "active"
        self.runs_with = self.read("etc/koikoi/environment"), self.loaded

    def set_up(
        self, board: Board, name: str, *, dry: bool = False, driver: bool = True
    ) -> list[str]:
        told: list[str] = []
        run(self.system, board, name, told.append, dry=dry, driver=driver)
        return told


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "machine")


class File(NamedTuple):
    content: bytes
    mode: int
    changed: int


def files(root: Path) -> dict[str, File]:
    return {
        str(path.relative_to(root)): File(
            path.read_bytes() if path.is_file() else b"",
            path.stat().st_mode,
            path.stat().st_mtime_ns,
        )
        for path in root.rglob("*")
    }


POCKET = load("pocket-4in2")
GAUGED = replace(POCKET, battery="max17040")
WIRED = replace(POCKET, keypads=("gpio", "serial"), serial=Serial("/dev/serial0"))
TERMINAL = replace(load("desktop"), panel="terminal", without_display="")
BOARDS = {
    **{name: load(name) for name in known() if name != "desktop"},
    "gauged": GAUGED,
    "wired": WIRED,
    "console": TERMINAL,
}

HEAD = "put dtparam=spi=on into /boot/firmware/config.txt (the panel's bus)"
DRIVER = (
    "fetch the panel maker's driver into /usr/lib/koikoi-driver",
    "compile what is in /usr/lib/koikoi-driver, so that it starts faster",
)
OFF_LINE = "is the machine on line? Then repeat it; without the driver: --no-driver"
JOURNAL = "journalctl -u koikoi has the cause"
SERVICE = ("let systemd read its files again", "start the game with the machine")


def named(name: str) -> str:
    return f"name the board in /etc/koikoi/environment: {name}"


PLANS = {
    "pocket-4in2": (HEAD, *DRIVER, named("pocket-4in2"), *SERVICE),
    "six-buttons": (HEAD, *DRIVER, named("six-buttons"), *SERVICE),
    "hat-2in7": (HEAD, *DRIVER, named("hat-2in7"), *SERVICE),
    "table-7in5": (
        *(HEAD, *DRIVER, named("table-7in5")),
        f"give /dev/tty1 to the service (/{DROP_IN})",
        *SERVICE,
    ),
    "gauged": (
        HEAD,
        "put dtparam=i2c_arm=on into /boot/firmware/config.txt (the battery's bus)",
        *(*DRIVER, named("gauged"), *SERVICE),
    ),
    "wired": (
        HEAD,
        "put enable_uart=1 into /boot/firmware/config.txt (the keypad's port)",
        "take the serial console out of /boot/firmware/cmdline.txt (the keypad needs its port)",
        *(*DRIVER, named("wired"), *SERVICE),
    ),
    "console": (
        named("console"),
        f"give /dev/tty1 to the service (/{DROP_IN})",
        *(*SERVICE, "start the game now"),
    ),
}


@pytest.mark.parametrize("name", BOARDS)
def test_the_plan_of_each_board_on_a_fresh_machine(machine: Machine, name: str) -> None:
    steps = plan(machine.system, BOARDS[name], name)

    todo = [step.told for step in steps if not step.done or step.told == SERVICE[0]]
    assert tuple(todo) == PLANS[name]


@pytest.mark.parametrize("name", BOARDS)
def test_a_second_run_changes_nothing_before_the_restart_and_after(
    machine: Machine, name: str
) -> None:
    board = BOARDS[name]
    machine.set_up(board, name)

    for _ in range(2):
        machine.ran.clear()
        before = files(machine.root)
        told = machine.set_up(board, name)
        assert all(line.startswith("done already: ") for line in told[:-1])
        assert told[-1].startswith("everything is done already; ")
        assert (files(machine.root), machine.ran) == (before, [])
        machine.restart()

    assert machine.set_up(board, name)[-1] == (
        "everything is done already; koikoi runs: the panel shows the game"
    )
    assert machine.read("etc/koikoi/environment") == f"KOIKOI_BOARD={name}\n".encode()


@pytest.mark.parametrize("name", BOARDS)
def test_a_dry_run_tells_the_same_steps_and_leaves_every_byte(machine: Machine, name: str) -> None:
    before = files(machine.root)

    dry = machine.set_up(BOARDS[name], name, dry=True)

    assert (files(machine.root), machine.ran) == (before, [])
    assert dry[-1] == "nothing was changed"
    told = machine.set_up(BOARDS[name], name)
    assert [line.removeprefix("would ") for line in dry[:-1]] == told[:-1]


def test_a_pocket_is_set_up_up_to_its_restart(machine: Machine) -> None:
    told = machine.set_up(POCKET, "pocket-4in2")

    assert told[-1] == "restart now: sudo reboot"
    assert machine.read("boot/firmware/config.txt") == CONFIG + b"[all]\ndtparam=spi=on\n"
    assert machine.read("boot/firmware/config.txt.koikoi-before") == CONFIG
    assert machine.read("boot/firmware/cmdline.txt") == CMDLINE
    assert not (machine.root / DROP_IN).exists()
    environment = machine.root / "etc/koikoi/environment"
    assert (environment.stat().st_mode & 0o777, environment.parent.stat().st_mode & 0o777) == (
        0o644,
        0o755,
    )
    # Nothing that the unit is read from was changed, and it starts with the machine.
    assert machine.ran == [FETCH, COMPILE, ENABLE]


def test_where_the_bus_is_there_the_game_starts_at_once(machine: Machine) -> None:
    machine.write("boot/firmware/config.txt", b"dtparam=spi=on\n")
    machine.write("dev/spidev0.0", b"")

    told = machine.set_up(POCKET, "pocket-4in2")

    assert told[-2:] == ["start the game now", "koikoi runs: the panel shows the game"]
    assert machine.ran == [FETCH, COMPILE, ENABLE, RESTART]
    assert not (machine.root / "boot/firmware/config.txt.koikoi-before").exists()


def test_where_only_the_bus_is_missing_yet_it_says_to_restart(machine: Machine) -> None:
    machine.write("boot/firmware/config.txt", b"dtparam=spi=on\n")

    assert machine.set_up(POCKET, "pocket-4in2")[-1] == "restart now: sudo reboot"
    assert RESTART not in machine.ran


def test_a_changed_boot_file_wants_a_restart_though_the_bus_is_there(machine: Machine) -> None:
    machine.write("dev/spidev0.0", b"")

    assert machine.set_up(POCKET, "pocket-4in2")[-1] == "restart now: sudo reboot"
    assert RESTART not in machine.ran


def test_a_boot_file_keeps_its_mode(machine: Machine) -> None:
    config = machine.root / "boot/firmware/config.txt"
    config.chmod(0o755)

    machine.set_up(POCKET, "pocket-4in2")

    assert config.stat().st_mode & 0o777 == 0o755


def test_the_first_copy_of_a_boot_file_is_the_one_that_stays(machine: Machine) -> None:
    machine.set_up(POCKET, "pocket-4in2")
    machine.set_up(GAUGED, "gauged")

    assert machine.read("boot/firmware/config.txt.koikoi-before") == CONFIG
    assert machine.read("boot/firmware/config.txt") == (
        CONFIG + b"[all]\ndtparam=spi=on\ndtparam=i2c_arm=on\n"
    )


def test_an_older_system_has_its_boot_files_elsewhere(machine: Machine) -> None:
    shutil.rmtree(machine.root / "boot/firmware")
    machine.write("boot/config.txt", CONFIG)

    machine.set_up(POCKET, "pocket-4in2")

    assert machine.read("boot/config.txt") == CONFIG + b"[all]\ndtparam=spi=on\n"


def test_a_keypad_on_the_header_gets_its_port_to_itself(machine: Machine) -> None:
    machine.set_up(WIRED, "wired")

    assert machine.read("boot/firmware/config.txt").endswith(b"dtparam=spi=on\nenable_uart=1\n")
    assert machine.read("boot/firmware/cmdline.txt") == (
        b"console=tty1 root=PARTUUID=1-02 rootwait\n"
    )
    assert machine.read("boot/firmware/cmdline.txt.koikoi-before") == CMDLINE


def test_a_console_that_still_runs_on_the_port_wants_a_restart(machine: Machine) -> None:
    machine.set_up(WIRED, "wired")
    machine.restart()
    machine.write("proc/cmdline", b"console=ttyS0,115200 console=tty1")

    assert machine.set_up(WIRED, "wired")[-1] == (
        "everything is done already; restart now: sudo reboot"
    )


@pytest.mark.parametrize("port", ["auto", "/dev/ttyUSB0", "/dev/ttyACM0"])
def test_a_keypad_on_usb_changes_no_console(machine: Machine, port: str) -> None:
    board = replace(WIRED, serial=Serial(port))

    machine.set_up(board, "wired")

    assert machine.read("boot/firmware/cmdline.txt") == CMDLINE
    assert b"enable_uart" not in machine.read("boot/firmware/config.txt")


@pytest.mark.parametrize("port", ["/dev/serial0", "/dev/ttyS0", "/dev/ttyAMA0"])
def test_a_board_without_a_serial_keypad_needs_no_port(machine: Machine, port: str) -> None:
    machine.set_up(replace(POCKET, serial=Serial(port)), "pocket-4in2")

    assert b"enable_uart" not in machine.read("boot/firmware/config.txt")


@pytest.mark.parametrize(
    ("tty", "login"),
    [
        ("/dev/tty1", "getty@tty1.service"),
        ("/dev/tty3", "getty@tty3.service"),
        ("/dev/ttyUSB0", "serial-getty@ttyUSB0.service"),
    ],
)
def test_a_board_with_a_terminal_has_it_for_itself(machine: Machine, tty: str, login: str) -> None:
    machine.set_up(replace(POCKET, tty=tty), "pocket-4in2")

    assert machine.read(DROP_IN).decode().splitlines() == [
        "# Written by koikoi setup.",
        "[Unit]",
        f"Conflicts={login}",
        f"After={login}",
        "",
        "[Service]",
        f"DeviceAllow={tty} rw",
        "StandardInput=tty",
        f"TTYPath={tty}",
        "TTYReset=yes",
        "StandardOutput=journal",
        "StandardError=journal",
    ]
    assert RELOAD in machine.ran


def test_a_picture_on_the_console_goes_there_and_no_login_where_there_is_none(
    machine: Machine,
) -> None:
    machine.set_up(TERMINAL, "console")
    assert b"StandardOutput=tty\n" in machine.read(DROP_IN)

    machine.set_up(replace(POCKET, tty="/dev/console"), "pocket-4in2")
    assert b"[Unit]" not in machine.read(DROP_IN)


def test_a_board_without_a_terminal_loses_the_one_before_it(machine: Machine) -> None:
    machine.set_up(load("table-7in5"), "table-7in5")
    machine.ran.clear()

    told = machine.set_up(POCKET, "pocket-4in2")

    assert f"remove /{DROP_IN}: the board has no terminal" in told
    assert not (machine.root / DROP_IN).exists()
    assert RELOAD in machine.ran


def test_a_drop_in_of_somebody_else_stays(machine: Machine) -> None:
    machine.write(DROP_IN, b"[Service]\nNice=1\n")

    machine.set_up(POCKET, "pocket-4in2")

    assert machine.read(DROP_IN) == b"[Service]\nNice=1\n"


def test_a_terminal_that_is_no_device_is_refused(machine: Machine) -> None:
    with pytest.raises(SetupError, match=r"^tty: '/dev/tty1\\nUser=root' is no terminal's device"):
        plan(machine.system, replace(POCKET, tty="/dev/tty1\nUser=root"), "pocket-4in2")


def test_a_board_file_comes_to_where_the_service_may_read_it(
    machine: Machine, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.toml"
    shutil.copy(Path("hardware/boards/pocket-4in2.toml"), mine)
    mine.chmod(0o600)
    (machine.root / "etc/koikoi").mkdir(parents=True, mode=0o700)

    machine.set_up(load(str(mine)), str(mine))

    copy = machine.root / "etc/koikoi/mine.toml"
    assert copy.read_bytes() == mine.read_bytes()
    assert copy.stat().st_mode & 0o777 == 0o644
    assert copy.parent.stat().st_mode & 0o055 == 0o055
    assert machine.read("etc/koikoi/environment") == b"KOIKOI_BOARD=/etc/koikoi/mine.toml\n"


def test_a_board_file_that_others_may_not_read_is_put_right(
    machine: Machine, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.toml"
    shutil.copy(Path("hardware/boards/pocket-4in2.toml"), mine)
    machine.set_up(POCKET, str(mine))
    copy = machine.root / "etc/koikoi/mine.toml"
    copy.chmod(0o600)

    told = machine.set_up(POCKET, str(mine))

    assert "copy the board to /etc/koikoi/mine.toml" in told
    assert copy.stat().st_mode & 0o777 == 0o644


def test_a_board_file_with_a_name_that_systemd_would_split_is_refused(
    machine: Machine, tmp_path: Path
) -> None:
    mine = tmp_path / "my board.toml"
    shutil.copy(Path("hardware/boards/pocket-4in2.toml"), mine)

    with pytest.raises(SetupError, match=r"^my board\.toml: call it by letters and digits only"):
        plan(machine.system, POCKET, str(mine))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"KOIKOI_BOARD=hat-2in7\n", b"KOIKOI_BOARD=pocket-4in2\n"),
        (b"A=1\nKOIKOI_BOARD=x\nB=2\n", b"A=1\nKOIKOI_BOARD=pocket-4in2\nB=2\n"),
        (b"KOIKOI_BOARD=x\nA=1\nKOIKOI_BOARD=y", b"KOIKOI_BOARD=pocket-4in2\nA=1\n"),
        (b"# mine\nA=1", b"# mine\nA=1\nKOIKOI_BOARD=pocket-4in2\n"),
        (b"#KOIKOI_BOARD=x\n", b"#KOIKOI_BOARD=x\nKOIKOI_BOARD=pocket-4in2\n"),
    ],
)
def test_the_board_is_named_and_the_rest_of_the_environment_stays(
    machine: Machine, before: bytes, after: bytes
) -> None:
    machine.write("etc/koikoi/environment", before)

    machine.set_up(POCKET, "pocket-4in2")

    assert machine.read("etc/koikoi/environment") == after


def test_a_driver_that_is_there_is_not_fetched_again(machine: Machine) -> None:
    for name in ("epd4in2_V2", "epdconfig"):
        machine.write(f"usr/lib/koikoi-driver/waveshare_epd/{name}.py", b"")

    machine.set_up(POCKET, "pocket-4in2")

    assert FETCH not in machine.ran
    assert COMPILE in machine.ran


def test_without_the_driver_nothing_is_fetched(machine: Machine) -> None:
    machine.set_up(POCKET, "pocket-4in2", driver=False)

    assert machine.ran == [ENABLE]


def test_pip_is_told_that_the_directory_is_ours_only_where_it_asks(machine: Machine) -> None:
    machine.fails["--target"] = Ran(1, "error: externally-managed-environment\n\nhint: see PEP 668")

    with pytest.raises(SetupError, match="hint: see PEP 668"):
        machine.set_up(POCKET, "pocket-4in2")

    assert machine.ran == [FETCH, (*FETCH, "--break-system-packages")]


def test_files_that_cannot_be_compiled_do_no_harm(machine: Machine) -> None:
    machine.fails["compileall"] = Ran(1, "*** SyntaxError")

    assert machine.set_up(POCKET, "pocket-4in2")[-1] == "restart now: sudo reboot"


def test_a_service_that_was_given_up_is_started_all_the_same(machine: Machine) -> None:
    machine.set_up(POCKET, "pocket-4in2")
    machine.restart()
    machine.active = "failed"
    machine.ran.clear()

    machine.set_up(POCKET, "pocket-4in2")

    assert machine.ran == [("systemctl", "reset-failed", "koikoi.service"), RESTART]


def test_a_unit_that_systemd_has_not_read_is_read_and_started_again(machine: Machine) -> None:
    machine.set_up(POCKET, "pocket-4in2")
    machine.restart()
    machine.loaded = b"another"
    machine.ran.clear()

    machine.set_up(POCKET, "pocket-4in2")

    assert machine.ran == [RELOAD, RESTART]


@pytest.mark.parametrize(
    ("word", "ran", "complaint"),
    [
        (
            "waveshare-epaper",
            Ran(1, "/usr/bin/python3: No module named pip"),
            f"{DRIVER[0]}: pip is missing: sudo apt install python3-pip",
        ),
        (
            "waveshare-epaper",
            Ran(1, "WARNING: Retrying\nERROR: No matching distribution found"),
            f"{DRIVER[0]}: ERROR: No matching distribution found: {OFF_LINE}",
        ),
        (
            "enable",
            Ran(1, ""),
            f"start the game with the machine: it ended with 1: {JOURNAL}",
        ),
        (
            "restart",
            Ran(1, "Job for koikoi.service failed."),
            f"start the game now: Job for koikoi.service failed.: {JOURNAL}",
        ),
    ],
)
def test_a_step_that_fails_is_one_line_and_a_repeat_goes_on_there(
    machine: Machine, word: str, ran: Ran, complaint: str
) -> None:
    machine.write("boot/firmware/config.txt", b"dtparam=spi=on\n")
    machine.write("dev/spidev0.0", b"")
    machine.fails[word] = ran

    with pytest.raises(SetupError) as raised:
        machine.set_up(POCKET, "pocket-4in2")
    assert str(raised.value) == complaint
    failed = machine.ran.copy()
    machine.fails.clear()
    machine.ran.clear()
    told = machine.set_up(POCKET, "pocket-4in2")

    assert told[-1] == "koikoi runs: the panel shows the game"
    # Only what had failed, and what comes after it.
    assert machine.ran[0] == failed[-1]
    assert [*failed[:-1], *machine.ran] == [FETCH, COMPILE, ENABLE, RESTART]


@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        (errno.ENOSPC, r"make room \(sudo apt clean\) and repeat it"),
        (errno.EROFS, r"mount it for writing"),
        (errno.EIO, r"look over the card"),
    ],
)
def test_a_file_that_cannot_be_written_is_one_line(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, number: int, remedy: str
) -> None:
    def fails(*_: object) -> None:
        raise OSError(number, "it does not go")

    monkeypatch.setattr(steps, "write_durably", fails)

    with pytest.raises(
        SetupError, match=rf"^put dtparam=spi=on into .*: it does not go: .*{remedy}"
    ):
        machine.set_up(POCKET, "pocket-4in2")
    assert machine.read("boot/firmware/config.txt") == CONFIG


def test_however_often_it_is_cut_off_a_repeat_ends_where_one_run_does(tmp_path: Path) -> None:
    rng = Random("cut off")
    for number, (name, board) in enumerate((*BOARDS.items(),) * 4):
        straight, cut = Machine(tmp_path / f"{number}a"), Machine(tmp_path / f"{number}b")
        for machine in (straight, cut):
            # It plays already, as another board whose bus is there.
            machine.set_up(load("table-7in5"), "table-7in5")
            machine.restart()
        straight.set_up(board, name)
        for _ in range(rng.randrange(1, 4)):
            todo = [step for step in plan(cut.system, board, name) if not step.done]
            for step in todo[: rng.randrange(len(todo) + 1)]:
                do(cut.system, step)
        cut.set_up(board, name)

        ours, theirs = files(straight.root), files(cut.root)
        assert {path: file[:2] for path, file in ours.items()} == {
            path: file[:2] for path, file in theirs.items()
        }
        assert straight.runs_with == cut.runs_with
        assert straight.loaded == cut.loaded == cut.drop_in()


def complaint(machine: Machine, board: Board = POCKET, *, user: int = 0) -> str:
    """Return why a machine is refused, which must have changed nothing."""
    machine.system = machine.system._replace(user=user)
    before = files(machine.root)
    with pytest.raises(SetupError) as raised:
        machine.set_up(board, "pocket-4in2")
    assert (files(machine.root), machine.ran) == (before, [])
    assert "\n" not in str(raised.value)
    # A dry run goes on all the same, and says so.
    assert f"but {raised.value}" in machine.set_up(board, "pocket-4in2", dry=True)
    assert (files(machine.root), machine.ran) == (before, [])
    return str(raised.value)


def test_another_machine_is_refused(machine: Machine) -> None:
    machine.write("proc/device-tree/model", b"Orange Pi Zero2\0")
    assert complaint(machine) == "this is no Raspberry Pi (Orange Pi Zero2): nothing was changed"

    shutil.rmtree(machine.root / "proc/device-tree")
    assert complaint(machine) == (
        "this is no Raspberry Pi (it does not say what it is): nothing was changed"
    )


def test_a_user_is_refused(machine: Machine) -> None:
    assert complaint(machine, user=1000) == (
        "setup changes the system: sudo koikoi setup --board NAME"
    )


def test_a_machine_without_systemd_is_refused(machine: Machine) -> None:
    (machine.root / "run/systemd/system").rmdir()

    assert complaint(machine).startswith("systemd does not run here")


def test_a_machine_without_the_package_is_refused(machine: Machine) -> None:
    (machine.root / "usr/lib/systemd/system/koikoi.service").unlink()

    assert complaint(machine) == (
        "koikoi.service is not installed: sudo apt install ./koikoi_VERSION_all.deb"
    )


def test_a_unit_in_its_older_place_will_do(machine: Machine) -> None:
    (machine.root / "usr/lib/systemd/system/koikoi.service").unlink()
    machine.write("lib/systemd/system/koikoi.service", b"[Unit]\n")

    assert list(refusals(machine.system, POCKET)) == []


def test_a_root_that_forgets_is_refused(machine: Machine) -> None:
    machine.write("proc/mounts", b"proc /proc proc rw 0 0\noverlayroot / overlay rw 0 0\n")

    assert complaint(machine).startswith("the root is an overlay that forgets at power-off")


def test_a_boot_partition_that_is_not_mounted_is_refused_where_it_matters(machine: Machine) -> None:
    (machine.root / "boot/firmware/config.txt").unlink()

    assert complaint(machine).startswith("there is no config.txt")
    assert list(refusals(machine.system, TERMINAL)) == []


def test_a_full_card_is_refused_while_there_is_something_to_fetch(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(machine.root)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=(32 << 20) - 1))

    assert complaint(machine) == (
        "there are less than 32 MB free: sudo apt clean, or a larger card"
    )
    assert list(refusals(machine.system, POCKET, driver=False)) == []
    machine.run("pip", "waveshare-epaper")
    assert list(refusals(machine.system, POCKET)) == []


def test_a_desktop_needs_no_setup(machine: Machine) -> None:
    with pytest.raises(SetupError, match=r"^a desktop needs no setup"):
        plan(machine.system, load("desktop"), "desktop")


def test_steps_know_that_they_are_done(machine: Machine) -> None:
    """Whatever `do` has done, the next plan knows."""
    for step in plan(machine.system, replace(WIRED, tty="/dev/tty1"), "wired"):
        do(machine.system, step)
        again = {
            each.told: each
            for each in plan(machine.system, replace(WIRED, tty="/dev/tty1"), "wired")
        }
        match step:
            case WriteFile() | EditBoot() | RemoveFile():
                assert again[step.told].done
            case Command():
                assert again[step.told].done or step.told == SERVICE[0]


def koikoi(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "device", "setup", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_the_command_refuses_a_wrong_board_with_2_and_a_desktop_with_1() -> None:
    wrong, desktop, none = koikoi("--board", "pocket"), koikoi("--board", "desktop"), koikoi()

    assert wrong.returncode == 2
    assert wrong.stderr.startswith("koikoi: no board is called 'pocket'; there are ")
    assert (desktop.returncode, none.returncode) == (1, 1)
    assert desktop.stderr == none.stderr
    assert desktop.stderr.startswith("koikoi: a desktop needs no setup; name the device")


def test_the_command_tells_a_dry_run_anywhere() -> None:
    done = koikoi("--board", "pocket-4in2", "--dry-run", "--no-driver")

    assert (done.returncode, done.stderr) == (0, "")
    assert any(line.startswith(("would ", "done already: ")) for line in done.stdout.splitlines())
    assert "panel maker's driver" not in done.stdout
