"""What a serial keypad says, line by line. Pure: bytes and time are given.

The protocol is told in hardware/keypad/README.md. A line begins with `$` and ends with `*`, the
CRC-8 of what stands between in two hexadecimal digits, and a line feed:

    $H 1 left,right,select*39   hello: the version, and the names of its keys
    $P 7 select*88              pressed; each press and release has the next number, 0 to 255
    $R 8 select*B9              released
    $B 8 left*AD                every ten seconds: the last number, and the keys that are down now
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from device.events import Key, key_of

VERSION = 1
ASK = b"?\n"
"""Asks a keypad for its hello."""

LONGEST = 160
"""Bytes of a line; more before its end are rubbish."""

BEAT_S = 10.0
"""How often a keypad says that it is there, in seconds."""

QUIET_S = 0.02
"""A typed key has as much silence before and after it, in seconds; rubbish comes in bursts."""

RUBBISH = 64
"""After so many bytes that mean nothing, whoever is there is no terminal."""

ARROWS = {b"\x1b[A": "up", b"\x1b[B": "down", b"\x1b[C": "right", b"\x1b[D": "left"}
NAMES = {b"\r": "enter", b"\n": "enter", b"\x1b": "escape"}


class Hello(NamedTuple):
    """A keypad is there, and these are its keys."""

    keys: tuple[Key, ...]


class Moved(NamedTuple):
    """A button went down or up."""

    number: int
    key: Key
    down: bool


class Beat(NamedTuple):
    """All is well: the last number, and what is down now."""

    number: int
    down: frozenset[Key]


Said = Hello | Moved | Beat


def crc8(data: bytes) -> int:
    """Return the CRC-8 of bytes (polynomial 0x07, from 0).

    >>> f"{crc8(b'123456789'):02X}"
    'F4'
    """
    crc = 0
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc << 1 ^ 0x07) & 0xFF if crc & 0x80 else crc << 1
    return crc


def parse(line: bytes) -> Said | None:
    """Return what a line says, from its `$` to before the line feed; None for what is no line."""
    body, star, check = line.removesuffix(b"\r")[1:].rpartition(b"*")
    if not star or check != b"%02X" % crc8(body):
        return None
    words = body.decode("ascii", "replace").split(" ")
    try:
        match words:
            case ["H", version, names] if int(version) == VERSION:
                return Hello(_keys(names))
            case ["P" | "R" as kind, number, name]:
                return Moved(_number(number), Key(name), kind == "P")
            case ["B", number, names]:
                return Beat(_number(number), frozenset(_keys(names)))
    except ValueError:
        pass
    return None


def _keys(names: str) -> tuple[Key, ...]:
    return tuple(Key(name) for name in names.split(",")) if names else ()


def _number(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 255:
        raise ValueError(text)
    return number


@dataclass(slots=True)
class Lines:
    """Takes bytes as they come, in pieces of any length, and gives what they say.

    `rubbish` counts the bytes that meant nothing since the last line that did. Letters count as
    keys where no keypad has said hello: whoever has a plain terminal may play with it.
    """

    rubbish: int = 0
    greeted: bool = False
    _line: bytes = b""
    _typed: bytes = b""
    _last: float = float("-inf")
    _burst: bool = False

    @property
    def due(self) -> float | None:
        """When `tick` may find a typed key, if nothing comes before."""
        return self._last + QUIET_S if self._typed else None

    def feed(self, received: bytes, now: float) -> list[Said | Key]:
        """Return what these bytes complete."""
        found: list[Said | Key] = [*self.tick(now)]
        # Bytes soon after others are a burst, unless they finish a key such as an arrow.
        self._burst = now - self._last < QUIET_S and not self._typed
        self._last = now
        before, dollar, after = (self._line + received).partition(b"$")
        self._line = b""
        self._other(before)
        *lines, rest = (dollar + after).split(b"\n")
        for line in lines:
            start = line.rfind(b"$")
            said = parse(line[start:]) if start >= 0 else None
            if said is None:
                self.rubbish += len(line) + 1
            else:
                self.greeted = self.greeted or isinstance(said, Hello)
                self.rubbish = 0
                found.append(said)
        start = rest.rfind(b"$")
        if start >= 0 and len(rest) - start <= LONGEST:
            self._line = rest[start:]
        else:
            self.rubbish += len(rest)
        return found

    def tick(self, now: float) -> list[Key]:
        """Return the key that was typed, once it has been quiet for long enough."""
        if self.due is None or now < self.due:
            return []
        typed, self._typed = self._typed, b""
        name = ARROWS.get(typed) or NAMES.get(typed) or typed.decode("utf-8", "replace")
        key = key_of(name)
        if key is None:
            self.rubbish += len(typed)
        return [] if key is None or self.greeted or self.rubbish > RUBBISH else [key]

    def _other(self, received: bytes) -> None:
        """Take bytes that belong to no line: a key, if nothing is near them."""
        if not received:
            return
        if self._burst or len(self._typed) + len(received) > 4:
            self.rubbish += len(self._typed) + len(received)
            self._typed, self._burst = b"", True
        else:
            self._typed += received
