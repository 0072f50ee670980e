"""The command `koikoi`."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from koikoi import __version__
from koikoi.cards import KoiKoiError
from koikoi.commands import Parser, add_command, add_commands, complain, guarded, say

if TYPE_CHECKING:
    from device.boards import Board
    from device.notify import Service
    from device.system import System
    from koikoi.commands import Commands

SWITCHED_OFF = 3
"""The exit status of a service that is not to be started again: the machine goes off."""

AGAIN_S = 10.0
"""How long a service waits for hardware that it cannot open, in seconds."""


def parser() -> Parser:
    """Return the options of the command, and its sub-commands."""
    options = Parser(
        prog="koikoi",
        description="Koi-Koi against the CPU. It goes on where it was left, whatever happened.",
        allow_abbrev=False,
    )
    options.add_argument("--version", action="version", version=f"koikoi {__version__}")
    _add_playing(options)
    options.set_defaults(run=play, **PLAYING)
    commands = options.add_subparsers(
        title="commands", metavar="COMMAND", description="COMMAND --help tells more of each."
    )
    _add_playing(add_command(commands, "play", play, "play: what it does without a command"))
    measuring = add_command(commands, "bench", bench, "measure how fast it is here")
    measuring.add_argument(
        "what",
        metavar="WHAT",
        nargs="?",
        choices=("panel", "players", "start"),
        help="panel: what an update of the e-paper costs, beside other ways to send it; "
        "players: rounds played out in a second by each rule set; "
        "start: the time to the first frame, and the memory at the table",
    )
    measuring.add_argument(
        "--positions",
        metavar="N",
        type=int,
        default=0,
        help="how far the coach can be trusted, on so many positions; takes minutes (players)",
    )
    measuring.add_argument("--json", action="store_true", help="answer in JSON (panel, start)")
    _add_gallery(commands)
    adding = add_command(
        commands, "boards", boards, "the devices: what each needs, how it is wired"
    )
    adding.add_argument("name", metavar="NAME", nargs="?", help="only this one, or a file of yours")
    adding = add_command(commands, "import", import_, "go on with a game from a file")
    adding.add_argument(
        "file",
        metavar="FILE",
        type=Path,
        help="a record or a saved game of ours, or a saved game of go-koikoi",
    )
    adding.add_argument(
        "--replace",
        action="store_true",
        help="also where a game is running: that one is kept as a record",
    )
    _add_config(adding)
    adding = add_command(commands, "export", export, "print the saved game as a record")
    adding.add_argument("--json", action="store_true", help="as JSON, with what happened in it")
    _add_config(adding)
    adding = add_command(commands, "fsck", fsck, "look over the saved files")
    adding.add_argument("--repair", action="store_true", help="move aside what cannot be used")
    _add_place(adding)
    adding = add_command(
        commands, "doctor", doctor, "look over a device: what keeps it from playing"
    )
    adding.add_argument("--json", action="store_true", help="answer in JSON")
    adding.add_argument(
        "--panel", action="store_true", help="show a test picture: which way is up, what is black"
    )
    adding.add_argument(
        "--buttons", action="store_true", help="wait until each button was pressed, or Ctrl-C"
    )
    _add_place(adding)
    _add_place(add_command(commands, "keys", keys, "show live what each press is taken for"))
    _add_place(
        add_command(commands, "failed", failed, "show on the device that it failed, and what to do")
    )
    _add_setup(commands)
    add_commands(commands)
    return options


PLAYING = {
    "config": Path("~/.koikoi"),
    "board": "desktop",
    "panel": None,
    "speed": None,
    "tty": None,
    "frames": Path("frames"),
    "seed": None,
}
"""How it is played unless options say otherwise."""


COACHED = 2000
"""How many rounds the coach that is measured plays out for a decision."""

SLOWEST, FASTEST = 0.1, 10
"""The speeds of emulated glass: above, this program itself would be what is slow."""


def _add_playing(options: argparse.ArgumentParser) -> None:
    """Add the options of playing, which can stand before the command `play` and after it."""
    _add_place(options)
    options.add_argument(
        "--panel",
        metavar="PANEL",
        default=argparse.SUPPRESS,
        help=(
            "show it there and not on the board's own panel: window, terminal, braille (the "
            "picture in a terminal of 132x44 or more), png, memory, "
            "or glass, the board's e-paper emulated in a window"
        ),
    )
    options.add_argument(
        "--speed",
        metavar="N",
        type=_speed,
        default=argparse.SUPPRESS,
        help="show it on the panel glass, N times as fast as real (1); 0 or instant: at once",
    )
    options.add_argument(
        "--frames",
        metavar="DIR",
        type=Path,
        default=argparse.SUPPRESS,
        help="where --panel png writes its pictures (frames)",
    )
    options.add_argument(
        "--seed",
        metavar="HEX",
        type=_seed,
        default=argparse.SUPPRESS,
        help="the seed of the next match: the same seed deals the same cards",
    )


def _add_place(options: argparse.ArgumentParser) -> None:
    """Add the options that say which device this is, and where its files are.

    They have no defaults here: those of the command would undo what stands before it.
    """
    _add_config(options)
    options.add_argument(
        "--board",
        metavar="NAME",
        default=argparse.SUPPRESS,
        help="the device it runs on, or a file of yours (desktop)",
    )
    options.add_argument(
        "--tty",
        metavar="FILE",
        default=argparse.SUPPRESS,
        help="the terminal that keys are read from, and shown on with --panel terminal or braille: "
        "/dev/tty1 is the console of a Raspberry Pi (the terminal it is started in)",
    )


def _add_config(options: argparse.ArgumentParser) -> None:
    """Add the option that says where the files are."""
    options.add_argument(
        "--config",
        "-config",
        metavar="DIR",
        type=Path,
        default=argparse.SUPPRESS,
        help="where the match and the settings are kept (~/.koikoi)",
    )


def _add_gallery(commands: Commands) -> None:
    """Add the command `gallery`."""
    adding = add_command(commands, "gallery", gallery, "write every screen as a picture")
    adding.add_argument(
        "folder", metavar="DIR", type=Path, help="where the pictures go, and a page that shows them"
    )
    adding.add_argument(
        "--size", metavar="WxH", default="400x300", help="the panel's size in pixels (%(default)s)"
    )
    adding.add_argument(
        "--lang", metavar="XX", default="en", help="the language: en, ja and so on (%(default)s)"
    )


def _add_setup(commands: Commands) -> None:
    """Add the command `setup`."""
    adding = add_command(
        commands, "setup", setup, "let this Raspberry Pi play by itself, from its start on"
    )
    adding.add_argument(
        "--board",
        metavar="NAME",
        default=argparse.SUPPRESS,
        help="the device that it is (koikoi boards tells them), or a file of yours",
    )
    adding.add_argument(
        "--dry-run", action="store_true", help="only tell the steps, and change nothing"
    )
    adding.add_argument(
        "--no-driver", action="store_true", help="leave the panel maker's driver to you"
    )


def _seed(text: str) -> bytes:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if not 1 <= len(seed) <= 32:
        raise argparse.ArgumentTypeError(f"{text!r} is not 1 to 32 bytes in hexadecimal")
    return seed


def _speed(text: str) -> float:
    if text == "instant":
        return 0.0
    try:
        speed = float(text)
    except ValueError:
        speed = -1.0
    if not (speed == 0 or SLOWEST <= speed <= FASTEST):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a speed from {SLOWEST} to {FASTEST}, 0 or instant"
        )
    return speed


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status: 0, 1 for what went wrong, 2 for a bad option."""
    options = parser().parse_args(arguments)
    return guarded(options.run, options)


def bench(options: argparse.Namespace) -> int:
    """Measure how fast it is here."""
    if options.what == "panel":
        from device.bench_panel import bench as measure_panel

        return measure_panel(as_json=options.json)
    if options.what == "players":
        from koikoi.bench_players import coach_lines, speed_lines

        for line in speed_lines():
            say(line)
        for line in coach_lines(options.positions, COACHED) if options.positions > 0 else ():
            say(line)
        return 0
    if options.what == "start":
        from device.bench_start import bench as measure_start

        return measure_start(as_json=options.json)
    from device.bench import bench as measure

    return measure()


def gallery(options: argparse.Namespace) -> int:
    """Write every screen in telling states as pictures."""
    from device.gallery.folder import look_for, write

    folder = options.folder.expanduser()
    count = write(folder, look_for(options.size, options.lang))
    say(f"{folder}: {count} pictures, and index.html shows them all")
    return 0


def boards(options: argparse.Namespace) -> int:
    """Tell of each board what it needs and how it is wired."""
    from device.boards import known, load
    from device.wiring import told

    for name in known() if options.name is None else (options.name,):
        for line in told(load(name)):
            say(line)
    return 0


def fsck(options: argparse.Namespace) -> int:
    """Look over the directory of saves; return 1 if something is wrong there."""
    from device.fsck import look_over, repair
    from device.lock import Lock

    directory = options.config.expanduser()
    if options.repair and directory.is_dir():
        with Lock(directory, "koikoi fsck"):
            repair(directory)
    findings = list(look_over(directory))
    for finding in findings:
        say(str(finding))
    wrong = any(finding.wrong for finding in findings)
    if wrong and not options.repair:
        complain("koikoi fsck --repair moves aside what cannot be used, and tidies up")
    return int(wrong)


def doctor(options: argparse.Namespace) -> int:
    """Look a device over; return 1 if something keeps it from playing."""
    import json

    from device.doctor import Severity, examine, patient_of

    patient = patient_of(options.board, options.config.expanduser())
    findings = list(examine(patient))
    if options.json:
        told = [each._asdict() | {"severity": each.severity.value} for each in findings]
        say(json.dumps(told, indent=2))
    else:
        for finding in findings:
            say(str(finding))
    bad = any(finding.severity is Severity.PROBLEM for finding in findings)
    if options.panel:
        bad |= not _panel_answers(patient.board, options.frames)
    if options.buttons:
        bad |= not _buttons_answer(patient.board)
    return int(bad)


def _panel_answers(board: Board, frames: Path) -> bool:
    """Show the test picture on a board's panel, and say what must be seen there."""
    from device.build import build
    from device.doctor import shown
    from device.papers import MODELS

    if board.panel not in MODELS:
        say(f"{board.name} has no e-paper to be tried: its panel is the {board.panel}")
        return True
    if not shown(build(board, board.panel, frames).panel):
        complain("the panel does not answer: check its name, the cable and the 3.3 V supply")
        return False
    say(
        "The panel took the picture. An arrow points up to TOP, black on white, within a frame. "
        "Upside down: rotation in the board's file; white on black: invert."
    )
    return True


def _buttons_answer(board: Board) -> bool:
    """Wait for each button of a board, until Ctrl-C."""
    from device.build import keypads
    from device.doctor import pressed
    from device.events import Events, Key, Stop

    keys = set(board.controls.buttons) or {Key.LEFT, Key.RIGHT, Key.SELECT}
    say(f"press {', '.join(sorted(key.value for key in keys))}; Ctrl-C ends")
    events = Events()
    signal.signal(signal.SIGINT, lambda *_: events.put(Stop("SIGINT")))
    missing = pressed(keypads(board, board.keypads), keys, events, say)
    if missing:
        names = ", ".join(sorted(key.value for key in missing))
        complain(f"never came: {names}; check the wires with koikoi boards {board.name}")
    return not missing


def keys(options: argparse.Namespace) -> int:
    """Show live what each press is taken for, until Ctrl-C."""
    from queue import SimpleQueue

    from device.boards import load, with_tty
    from device.events import Stop
    from device.store import FileStore
    from device.watch_keys import Seen, watch_keys

    board = load(options.board)
    if options.tty is not None:
        board = with_tty(board, options.tty)
    settings = FileStore(options.config.expanduser()).load_settings()
    seen: SimpleQueue[Seen] = SimpleQueue()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda received, _: seen.put(Stop(signal.Signals(received).name)))
    watch_keys(board, settings, say, seen)
    return 0


def import_(options: argparse.Namespace) -> int:
    """Make the game in a file the one that is played here."""
    from contextlib import nullcontext

    from device.lock import Lock
    from device.store import FileStore
    from device.transfer import carried_in

    directory = options.config.expanduser()
    # Where there is no directory yet nobody plays.
    with Lock(directory, "koikoi import") if directory.is_dir() else nullcontext():
        store = FileStore(directory)
        for line in carried_in(options.file.expanduser(), store, replace=options.replace):
            say(line)
    return 0


def export(options: argparse.Namespace) -> int:
    """Print the game that is saved here."""
    from device.transfer import carried_out

    say(carried_out(options.config.expanduser(), as_json=options.json))
    return 0


def failed(options: argparse.Namespace) -> int:
    """Show as the last frame that the program was given up; return 1 if it cannot be shown."""
    from device.boards import load
    from device.build import build
    from device.failed import show_failed
    from device.screens.session import Session
    from device.settings import Settings
    from device.store import FileStore

    board = load(options.board)
    parts = build(board, board.panel, options.frames)
    session = Session(None, Settings(), b"", board.controls)
    shown = show_failed(FileStore(options.config.expanduser()), parts.panel, session)
    return 0 if shown else 1


def setup(options: argparse.Namespace) -> int:
    """Set this machine up for a board; return 1 if that cannot be done."""
    from device.boards import load
    from device.setup import run
    from device.steps import SetupError
    from device.system import System

    board = load(options.board)
    # Whoever calls this may keep their own files from others; what the service reads is not such.
    os.umask(0o022)
    system = System(user=os.geteuid())
    try:
        run(system, board, options.board, say, dry=options.dry_run, driver=not options.no_driver)
    except SetupError as error:
        complain(str(error))
        return 1
    return 0


def play(options: argparse.Namespace) -> int:
    """Play until it is left; return 1 if that went wrong."""
    from device.notify import Service

    service = Service.of(os.environ)
    try:
        return _play(options, service)
    except KoiKoiError as error:
        complain(str(error))
        if service is not None and isinstance(error, OSError):
            _start_again(service, str(error))
        return 1


def _start_again(service: Service, trouble: str) -> NoReturn:
    """Wait, and start afresh: a service without its buttons or its panel's pins never gives up.

    A new program, because no library that has failed to open a pin can be trusted to forget it;
    the same process, so that it is no failure to be counted.
    """
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    service.waiting(trouble)
    time.sleep(AGAIN_S)
    # Starting may take as long as a watchdog allows.
    service.tell("WATCHDOG=1")
    os.execv(sys.executable, sys.orig_argv)  # noqa: S606 - no shell is wanted


def _switched_off(system: System) -> int:
    """Switch the machine off; a service that may not is started again, and plays on."""
    from device.power import power_off

    done = power_off(system)
    if done.status:
        complain(f"it cannot be switched off ({done.output}): the package's polkit rule allows it")
        return 1
    return SWITCHED_OFF


def _play(options: argparse.Namespace, service: Service | None) -> int:
    import secrets

    from device.app import App
    from device.boards import PANELS, BoardError, load, with_tty
    from device.build import GLASS, build, has_display, panel_for
    from device.events import Key, KeyDown, Stop
    from device.lock import Lock
    from device.power import restarting
    from device.store import FileStore, local_time
    from device.system import System
    from device.workers import ProcessThinker

    try:
        board = load(options.board)
    except BoardError as error:
        parser().error(str(error))
    panels = (*PANELS, GLASS)
    asked = GLASS if options.panel is None and options.speed is not None else options.panel
    if asked not in (None, *panels):
        parser().error(f"no panel is called {asked!r}; there are {', '.join(panels)}")
    if options.speed is not None and asked != GLASS:
        parser().error(f"--speed is for --panel {GLASS}; the panel {asked} has no speed")
    directory = options.config.expanduser()
    if directory.exists() and not directory.is_dir():
        parser().error(f"--config {directory} is not a directory")
    panel = asked or panel_for(board, display=has_display())
    if panel != (asked or board.panel):
        complain(f"there is no display here, so this is the {panel}")
    if options.tty is not None:
        if panel in ("window", GLASS):
            parser().error(f"--tty is for a panel without a keyboard; the panel {panel} has one")
        board = with_tty(board, options.tty)
    speed = 1.0 if options.speed is None else options.speed
    parts = build(board, panel, options.frames, speed=speed)
    system = System()
    app = App(
        store=FileStore(directory),
        panel=parts.panel,
        keypads=(*parts.keypads, *([] if service is None else [service])),
        thinker=ProcessThinker(),
        seed=options.seed or secrets.token_bytes(16),
        controls=board.controls,
        playouts=board.playouts,
        appliance=service is not None,
        restarting=None if service is None else lambda: restarting(system),
        pump=parts.pump,
        heard=None if service is None else service.heard,
    )
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda received, _: app.post(Stop(signal.Signals(received).name)))
    if panel in ("terminal", "braille"):
        # A terminal of another size needs the whole picture anew.
        signal.signal(signal.SIGWINCH, lambda *_: app.post(KeyDown(Key.REFRESH)))
    with Lock(directory, f"koikoi {__version__} since {local_time():%Y-%m-%d %H:%M}"):
        off = app.run()
    return _switched_off(system) if off else 0
