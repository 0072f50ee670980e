"""`python -m koikoi`: what needs no device."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from koikoi import __version__
from koikoi.commands import Parser, add_command, add_commands, guarded, say


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return its exit status."""
    parser = Parser(
        prog="python -m koikoi", description="Koi-Koi without a device.", allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"koikoi {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    add_commands(commands)
    add_command(commands, "bench", bench, "measure the rules engine")
    options = parser.parse_args(arguments)
    return guarded(options.run, options)


def bench(_: argparse.Namespace) -> int:
    """Measure how fast the rules are here."""
    from koikoi.bench import lines

    for line in lines():
        say(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
