"""The command `koikoi`."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from koikoi import __version__
from koikoi.cards import KoiKoiError


class _Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        print(f"koikoi: {message}; see koikoi --help", file=sys.stderr)
        raise SystemExit(2)


def parser() -> argparse.ArgumentParser:
    """Return the options of the command."""
    options = _Parser(
        prog="koikoi",
        description="Koi-Koi against the CPU. It goes on where it was left, whatever happened.",
        allow_abbrev=False,
    )
    options.add_argument("--version", action="version", version=f"koikoi {__version__}")
    options.add_argument(
        "command",
        nargs="?",
        choices=("play", "bench"),
        default="play",
        help="play (what it does by itself), or measure how fast it is here",
    )
    options.add_argument(
        "--config",
        "-config",
        metavar="DIR",
        type=Path,
        default=Path("~/.koikoi"),
        help="where the match and the settings are kept (%(default)s)",
    )
    options.add_argument("--board", metavar="NAME", default="desktop", help="the device it runs on")
    options.add_argument(
        "--panel",
        metavar="PANEL",
        help="show it there and not on the board's own panel: window, terminal, png or memory",
    )
    options.add_argument(
        "--frames",
        metavar="DIR",
        type=Path,
        default=Path("frames"),
        help="where --panel png writes its pictures (%(default)s)",
    )
    options.add_argument(
        "--seed",
        metavar="HEX",
        type=_seed,
        help="the seed of the next match: the same seed deals the same cards",
    )
    return options


def _seed(text: str) -> bytes:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if not 1 <= len(seed) <= 32:
        raise argparse.ArgumentTypeError(f"{text!r} is not 1 to 32 bytes in hexadecimal")
    return seed


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status: 0, 1 for what went wrong, 2 for a bad option."""
    options = parser().parse_args(arguments)
    try:
        if options.command == "bench":
            from device.bench import bench

            return bench()
        return play(options)
    except KoiKoiError as error:
        print(f"koikoi: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        # Whoever read what we print has seen enough; Python would complain once more at its end.
        sys.stdout = None
        return 1


def play(options: argparse.Namespace) -> int:
    """Play until it is left."""
    import secrets

    from device.app import App
    from device.boards import PANELS, BoardError, load
    from device.build import build, has_display, panel_for
    from device.events import Stop
    from device.store import FileStore
    from device.workers import ProcessThinker

    try:
        board = load(options.board)
    except BoardError as error:
        parser().error(str(error))
    if options.panel not in (None, *PANELS):
        parser().error(f"no panel is called {options.panel!r}; there are {', '.join(PANELS)}")
    directory = options.config.expanduser()
    if directory.exists() and not directory.is_dir():
        parser().error(f"--config {directory} is not a directory")
    panel = options.panel or panel_for(board, display=has_display())
    if panel != (options.panel or board.panel):
        print(f"koikoi: there is no display here, so this is the {panel}", file=sys.stderr)
    parts = build(board, panel, options.frames)
    app = App(
        store=FileStore(directory),
        panel=parts.panel,
        keypads=parts.keypads,
        thinker=ProcessThinker(),
        seed=options.seed or secrets.token_bytes(16),
        pump=parts.pump,
    )
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda received, _: app.post(Stop(signal.Signals(received).name)))
    app.run()
    return 0
