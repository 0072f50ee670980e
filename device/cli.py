"""The command `koikoi`."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from koikoi import __version__
from koikoi.cards import KoiKoiError
from koikoi.commands import Parser, add_command, add_commands, complain, guarded, say

if TYPE_CHECKING:
    from koikoi.commands import Commands


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
        choices=("panel",),
        help="panel: what an update of the e-paper costs, beside other ways to send it",
    )
    measuring.add_argument("--json", action="store_true", help="answer in JSON (panel)")
    _add_gallery(commands)
    adding = add_command(
        commands, "boards", boards, "the devices: what each needs, how it is wired"
    )
    adding.add_argument("name", metavar="NAME", nargs="?", help="only this one, or a file of yours")
    _add_place(add_command(commands, "keys", keys, "show live what each press is taken for"))
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
    options.add_argument(
        "--config",
        "-config",
        metavar="DIR",
        type=Path,
        default=argparse.SUPPRESS,
        help="where the match and the settings are kept (~/.koikoi)",
    )
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


def play(options: argparse.Namespace) -> int:
    """Play until it is left; return 1 if that went wrong."""
    try:
        return _play(options)
    except KoiKoiError as error:
        complain(str(error))
        return 1


def _play(options: argparse.Namespace) -> int:
    import secrets

    from device.app import App
    from device.boards import PANELS, BoardError, load, with_tty
    from device.build import GLASS, build, has_display, panel_for
    from device.events import Key, KeyDown, Stop
    from device.store import FileStore
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
    app = App(
        store=FileStore(directory),
        panel=parts.panel,
        keypads=parts.keypads,
        thinker=ProcessThinker(),
        seed=options.seed or secrets.token_bytes(16),
        controls=board.controls,
        pump=parts.pump,
    )
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda received, _: app.post(Stop(signal.Signals(received).name)))
    if panel in ("terminal", "braille"):
        # A terminal of another size needs the whole picture anew.
        signal.signal(signal.SIGWINCH, lambda *_: app.post(KeyDown(Key.REFRESH)))
    app.run()
    return 0
