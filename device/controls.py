"""The keys of a device: which have a button, what else the buttons do, and how they are swapped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from device.events import Key

REPEATING = (Key.LEFT, Key.RIGHT, Key.UP, Key.DOWN)
"""The keys that can repeat while they are held: those that only move."""

RULES: dict[Key, tuple[Key, ...]] = {
    Key.UP: (Key.LEFT,),
    Key.DOWN: (Key.RIGHT,),
    Key.BACK: (Key.QUIT,),
    Key.OPTIONS: (Key.HELP, Key.SELECT),
    Key.REFRESH: (Key.SELECT,),
}
"""Keys that a device may lack, and by which others it does the same.

LEFT and RIGHT move as UP and DOWN do; where BACK is missing, QUIT closes what is open; SELECT on a
page of the help opens the options; SELECT held for five seconds draws the screen anew.
"""


NAMES = {Key.SELECT: "SEL", Key.OPTIONS: "OPT"}
"""What the screens call a key where that is not its whole name."""


class SwapError(ValueError):
    """A text that does not say which buttons are swapped."""


class How(Enum):
    """How buttons are pressed."""

    PRESS = "press"
    HOLD = "hold"
    TOGETHER = "together"
    LONG = "long"
    """For five seconds: whatever SELECT's own button does, the buttons are then as they came."""


class Way(NamedTuple):
    """The labels of the buttons that are pressed, how, and the key that they are."""

    labels: tuple[str, ...]
    how: How
    key: Key


@dataclass(frozen=True, slots=True)
class Controls:
    """What the buttons of a device do; without buttons it is played from a keyboard.

    A key with a hold counts when it is let go, and its hold when it was down long enough; any other
    counts at once. `labels` is what stands beside a button, where that is not the key's name.
    """

    buttons: tuple[Key, ...] = ()
    holds: tuple[tuple[Key, Key], ...] = ()
    """The key that is held, and the one that it then is."""
    chords: tuple[tuple[tuple[Key, Key], Key], ...] = ()
    """Two keys that are pressed together, and the one that they then are."""
    repeats: tuple[Key, ...] = ()
    labels: tuple[tuple[Key, str], ...] = ()

    @property
    def reached(self) -> frozenset[Key]:
        """Every key that a button, a hold or a chord is; of a keyboard, all."""
        if not self.buttons:
            return frozenset(Key)
        others = (key for _, key in (*self.holds, *self.chords))
        return frozenset((*self.buttons, *others))

    def label(self, button: Key) -> str:
        """Return what stands beside a button."""
        return dict(self.labels).get(button, NAMES.get(button, button.value.upper()))

    def told(self, swaps: str) -> tuple[Way, ...]:
        """Return every way to press a key, for those who want to read it.

        The keys that move are one way; the last is how to have the buttons as they came.
        """
        meanings = self.meanings(swaps)
        labels = {key: self.label(button) for button, key in meanings.items()}
        moves = tuple(labels[key] for key in REPEATING if key in labels)
        ways = [Way(moves, How.PRESS, REPEATING[0])] if moves else []
        ways += [
            Way((labels[key],), How.PRESS, key)
            for key in Key
            if key in labels and key not in REPEATING
        ]
        ways += [Way((labels[held],), How.HOLD, key) for held, key in self.holds]
        ways += [
            Way((labels[one], labels[other]), How.TOGETHER, key)
            for (one, other), key in self.chords
        ]
        if Key.SELECT in self.buttons:
            ways.append(Way((self.label(Key.SELECT),), How.LONG, Key.SELECT))
        return tuple(ways)

    def meanings(self, swaps: str) -> dict[Key, Key]:
        """Return what each button does when some are swapped.

        Swaps made on another device, with buttons that this one does not have, are passed over.
        """
        moved = parse_swaps(swaps)
        if not moved.keys() <= set(self.buttons):
            moved = {}
        return {button: moved.get(button, button) for button in self.buttons}

    def swapped(self, swaps: str, one: Key, other: Key) -> str:
        """Return the swaps after the buttons of two keys have changed places.

        With a key that no button has nothing changes.
        """
        meanings = self.meanings(swaps)
        if not {one, other} <= set(self.buttons):
            return swaps
        exchanged = {one: other, other: one}
        return write_swaps({at: exchanged.get(key, key) for at, key in meanings.items()})


KEYBOARD = Controls()
"""A device without buttons."""


def parse_swaps(text: str) -> dict[Key, Key]:
    """Return what the moved buttons do, read from a text like `left=right right=left`.

    Raises SwapError unless every button that loses its key has another one's, so that whatever is
    swapped, no key is lost.
    """
    moved: dict[Key, Key] = {}
    for pair in text.split():
        button, _, key = pair.partition("=")
        try:
            moved[Key(button)] = Key(key)
        except ValueError:
            raise SwapError(f"{pair!r} is not a button and a key, like left=right") from None
    if set(moved) != set(moved.values()) or len(moved) != len(text.split()):
        raise SwapError(f"{text!r} gives some key to no button or to two")
    return moved


def write_swaps(meanings: Mapping[Key, Key]) -> str:
    """Return the text for what buttons do; only those that are moved are named."""
    moved = [button for button in Key if meanings.get(button, button) is not button]
    return " ".join(f"{button.value}={meanings[button].value}" for button in moved)
