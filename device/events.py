"""Everything that can happen to the program, as one union; all of it arrives through one queue."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from queue import SimpleQueue
from typing import NamedTuple
from unicodedata import normalize

from device.geometry import Point
from koikoi.advice import Hint, Review
from koikoi.match import Match
from koikoi.moves import Move
from koikoi.seat import Seat
from koikoi.tally import Tallies


class Key(Enum):
    """What a press means, whatever the button, keyboard or pin it came from."""

    LEFT = "left"
    RIGHT = "right"
    SELECT = "select"
    BACK = "back"
    HELP = "help"
    LOG = "log"
    OPTIONS = "options"
    QUIT = "quit"
    UP = "up"
    DOWN = "down"
    REFRESH = "refresh"


KEYS: dict[str, Key] = {
    "left": Key.LEFT,
    "right": Key.RIGHT,
    "up": Key.UP,
    "down": Key.DOWN,
    "h": Key.LEFT,
    "enter": Key.SELECT,
    "space": Key.SELECT,
    " ": Key.SELECT,
    "escape": Key.BACK,
    "?": Key.HELP,
    "l": Key.LOG,
    "o": Key.OPTIONS,
    "q": Key.QUIT,
    "r": Key.REFRESH,
}
"""The one key map of every keyboard. `l` opens the log: the source gives it to "right" as well."""

VI: dict[str, Key] = {"j": Key.DOWN, "k": Key.UP, "l": Key.RIGHT, "L": Key.LOG}
"""What the setting `vi_keys` changes in it."""

RUSSIAN = dict(zip("йкщролдЙКЩРОЛД,", "qrohjklQROHJKL?", strict=True))
"""The keys of the map on a Russian keyboard (ЙЦУКЕН): the key of `?` types a comma there."""

KOREAN = dict(zip("ㅂㄱㅐㅗㅓㅏㅣㅃㄲㅒ", "qrohjklQRO", strict=True))
"""The same on a Korean keyboard (Dubeolsik); the others type the same letter with Shift."""


def key_of(name: str, *, vi: bool = False) -> Key | None:
    """Return what a key of a keyboard means: by its name ("left"), or by the character it types.

    Capitals mean the same, so Caps Lock may be on; with `vi` a capital L does not. The keys work
    where they are whatever keyboard is set, and with full-width letters.

    >>> key_of("Q"), key_of("й"), key_of("ｑ")
    (<Key.QUIT: 'quit'>, <Key.QUIT: 'quit'>, <Key.QUIT: 'quit'>)
    """
    # Looked up first: to normalize, the letters of Korea are parts of syllables.
    typed = RUSSIAN.get(name) or KOREAN.get(name) or normalize("NFKC", name)
    keys = KEYS | VI if vi else KEYS
    return keys.get(typed) or keys.get(typed.lower())


class Asked(NamedTuple):
    """Which decision a player was asked for: an answer to any other is stale."""

    seat: Seat
    round: int
    decision: int
    match: bytes = b""
    """Its seed: an answer may come when another match has been begun."""


class Glass(Enum):
    """What became of the panel."""

    SHOWN = "shown"
    LOST = "lost"
    BACK = "back"
    ASLEEP = "asleep"


class KeyDown(NamedTuple):
    """A key was pressed, or is still held; `at` is in seconds of the monotonic clock."""

    key: Key
    at: float = 0.0
    held: bool = False


class Restore(NamedTuple):
    """The player wants the buttons as they came; `at` is in seconds of the monotonic clock."""

    at: float = 0.0


class Tap(NamedTuple):
    """A click or a touch, in panel pixels."""

    point: Point
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class Touched:
    """A tap on a target of the screen, as the layout names it; `index` counts within the kind."""

    kind: str
    index: int = 0


class Chosen(NamedTuple):
    """A player's choice for the decision it was asked for."""

    move: Move
    asked: Asked


class Advised(NamedTuple):
    """What the coach says to a decision of a person: its moves, the best first."""

    hints: tuple[Hint, ...]
    asked: Asked


class Reviewed(NamedTuple):
    """What the coach says to a round that is over: which one it was asked for, and the costs."""

    review: Review
    asked: Asked


class Wanted(NamedTuple):
    """What a screen needs from the archive: up to so many matches, from `first` on.

    They are counted from the newest, which is 0. With `most` at 0 it is the figures of all.
    """

    first: int
    most: int


class Archived(NamedTuple):
    """What the archive holds of what was wanted; None stands for a match that cannot be read.

    There are `kept` matches in all. Where no match was wanted the figures of all are there.
    """

    wanted: Wanted
    kept: int
    matches: tuple[Match | None, ...] = ()
    tallies: Tallies = ()


class Tick(NamedTuple):
    """Time has passed; `now` is in seconds of the monotonic clock."""

    now: float


class PanelState(NamedTuple):
    """The panel has shown a frame, was lost, came back or went to sleep."""

    glass: Glass
    detail: str = ""


class KeypadState(NamedTuple):
    """A keypad that can be unplugged is there, or is not, and why."""

    there: bool
    detail: str = ""


class Charge(Enum):
    """How it stands with the battery."""

    UNKNOWN = "unknown"
    FINE = "fine"
    LOW = "low"
    EMPTY = "empty"


class BatteryState(NamedTuple):
    """The battery stands otherwise than before; `bars` of 3, None where nothing is known."""

    charge: Charge
    bars: int | None = None


class Stop(NamedTuple):
    """The program is asked to end: a closed window, a signal, the end of a script."""

    reason: str


Thought = Chosen | Advised | Reviewed
"""What the process that thinks can answer."""

Event = (
    KeyDown
    | Restore
    | Tap
    | Touched
    | Thought
    | Archived
    | Tick
    | PanelState
    | KeypadState
    | BatteryState
    | Stop
)
Post = Callable[[Event], None]
Events = SimpleQueue[Event]
