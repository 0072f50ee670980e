"""The Raspberry Pi's boot files, config.txt and cmdline.txt, of which one thing is changed.

https://www.raspberrypi.com/documentation/computers/config_txt.html
"""

from __future__ import annotations

import re
from collections.abc import Iterator

PARAMETERS = ("dtparam", "device_tree_param")
"""What sets parameters of the device tree, several in a line, and its name of old."""

ON = ("", "1", "on", "true", "yes", "ok", "okay")
"""What switches a parameter on; nothing at all does."""

_CONSOLE = re.compile(rb"(?:\A|[ \t]+)console=(?:serial0|ttyS0|ttyAMA0)(?:,\S*)?(?=\s|\Z)")


def with_line(config: bytes, line: str) -> bytes:
    """Return config.txt with a line that switches something on, at its end if it is not on yet.

    The line is `dtparam=NAME=on` or `NAME=1`. It comes to stand where it counts for every model,
    and after what it overrules.
    """
    if _is_on(config, _settings(line)[0][0]):
        return config
    newline = b"\r\n" if config.endswith(b"\r\n") else b"\n"
    if config and not config.endswith(b"\n"):
        newline = b"\r\n" if b"\r\n" in config else b"\n"
        config += newline
    if not _everywhere(config):
        config += b"[all]" + newline
    return config + line.encode() + newline


def without_console(cmdline: bytes) -> bytes:
    """Return cmdline.txt without the console on the serial port's pins."""
    kept = _CONSOLE.sub(b"", cmdline)
    # The blank after what stood first goes with it.
    return kept if cmdline.startswith((b" ", b"\t")) else kept.lstrip(b" \t")


def _is_on(config: bytes, name: str) -> bool:
    """Return whether the last word on a setting, for every model, is that it is on."""
    on = False
    everywhere = True
    for line in _lines(config):
        if line.startswith("["):
            everywhere = line == "[all]"
        for setting, value in _settings(line):
            if setting == name:
                # On for one model says nothing of the others; off for one may be this one.
                on = (on or everywhere) if value in ON else False
    return on


def _everywhere(config: bytes) -> bool:
    """Return whether what is added at the end counts for every model."""
    filters = [line for line in _lines(config) if line.startswith("[")]
    return not filters or filters[-1] == "[all]"


def _lines(config: bytes) -> Iterator[str]:
    for line in config.decode("latin-1").split("\n"):
        yield line.strip()


def _settings(line: str) -> list[tuple[str, str]]:
    """Return the names and values that a line sets; a comment sets none."""
    name, _, value = line.partition("=")
    if name not in PARAMETERS:
        return [(name, value)]
    pairs = (each.partition("=") for each in value.split(","))
    # The bus on the header has two names.
    return [("i2c_arm" if key == "i2c" else key, setting) for key, _, setting in pairs]
