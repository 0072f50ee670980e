"""`python -m koikoi`: what needs no device."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from koikoi import __version__
from koikoi.bench import lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return its exit status."""
    options = argparse.ArgumentParser(
        prog="python -m koikoi", description="Koi-Koi without a device."
    )
    options.add_argument("--version", action="version", version=f"koikoi {__version__}")
    options.add_argument("command", choices=("bench",), help="measure the rules engine")
    options.parse_args(arguments)
    for line in lines():
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
