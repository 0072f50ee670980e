"""From the edges of buttons to keys: bounce, holds, repeats, two together. Pure: time is given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from device.controls import Controls
from device.events import Key, KeyDown, Restore

NEVER = float("-inf")


class Timing(NamedTuple):
    """How long things take, in seconds (in tests any unit will do).

    `press` is the longest glitch that is no press, which delays every press by as much; `release`
    outlasts a switch's bouncing, which its makers give as 5 ms at most; no finger presses twice
    within `apart`.
    """

    press: float = 0.003
    release: float = 0.008
    apart: float = 0.030
    hold: float = 0.6
    chord: float = 0.15
    """The second key of two must follow the first within this."""
    repeat_after: float = 0.5
    repeat_every: float = 0.25
    rescue: float = 5.0


class Kind(Enum):
    """How a key came about."""

    PRESS = "press"
    HOLD = "hold"
    CHORD = "chord"
    REPEAT = "repeat"
    RESCUE = "rescue"
    """SELECT's own button was held so long that the buttons shall be as they came."""


class Edge(NamedTuple):
    """A button went down or up, in seconds of the monotonic clock."""

    button: Key
    down: bool
    at: float


class Pressed(NamedTuple):
    """A key that counts, how, when, and by which buttons."""

    key: Key
    kind: Kind
    at: float
    buttons: tuple[Key, ...]

    @property
    def events(self) -> tuple[KeyDown | Restore, ...]:
        """What the program is told."""
        if self.kind is Kind.RESCUE:
            return Restore(self.at), KeyDown(Key.REFRESH, self.at)
        return (KeyDown(self.key, self.at, held=self.kind is Kind.REPEAT),)


Watch = Callable[[Edge | Pressed], None]
"""Is shown each edge and what was made of it; from the keypad's thread."""


@dataclass(slots=True)
class _Button:
    """A button: its contact, and what has been made of it."""

    name: Key
    key: Key
    """What it does, from a press to its release."""
    closed: bool
    """The contact, as the last edge left it."""
    down: bool
    """Whether it counts as pressed."""
    since: float = NEVER
    """When the last edge was."""
    pressed: float = NEVER
    waiting: bool = False
    """Whether it is open what the press means: the key itself, its hold, or one of two."""
    repeat: float | None = None
    rescue: float | None = None


class Presses:
    """The buttons of one device. Give it each edge, and a tick when it is `due`.

    A press counts once the contact was closed for `press` without a break; the next one only after
    the contact was open for `release`, and not within `apart`. A button that is closed at the start
    is passed over until it is let go. Time never goes back: an edge from the past is one of now.
    """

    def __init__(
        self, controls: Controls, *, closed: Iterable[Key] = (), timing: Timing | None = None
    ) -> None:
        self._timing = timing or Timing()
        self._holds = dict(controls.holds)
        self._chords = {frozenset(keys): key for keys, key in controls.chords}
        self._repeats = frozenset(controls.repeats)
        stuck = set(closed)
        self._buttons = {
            name: _Button(name, name, closed=name in stuck, down=name in stuck)
            for name in controls.buttons
        }
        self._meanings = {name: name for name in controls.buttons}
        self._now = NEVER

    @property
    def keys(self) -> frozenset[Key]:
        """The buttons that there are."""
        return frozenset(self._buttons)

    def remap(self, meanings: Mapping[Key, Key]) -> None:
        """Let the buttons do other things; one that is down does what it did until it is let go."""
        self._meanings = {**self._meanings, **meanings}

    @property
    def due(self) -> float | None:
        """When `tick` has something to do, if no edge comes before."""
        return min((due for due, _ in self._dues()), default=None)

    def feed(self, edge: Edge) -> list[Pressed]:
        """Take in an edge, after all that was due before it; return the keys that count now."""
        found = self.tick(edge.at)
        button = self._buttons[edge.button]
        if button.closed != edge.down:
            button.closed, button.since = edge.down, self._now
        return found

    def tick(self, now: float) -> list[Pressed]:
        """Return the keys that count by this time."""
        self._now = max(self._now, now)
        found: list[Pressed] = []
        while (due := self.due) is not None and due <= self._now:
            button = next(button for at, button in self._dues() if at == due)
            found += self._advance(button, due)
        return found

    def _dues(self) -> Iterable[tuple[float, _Button]]:
        """Yield when something happens to a button by itself."""
        timing = self._timing
        for button in self._buttons.values():
            if button.closed and not button.down:
                yield button.since + timing.press, button
            elif button.down and not button.closed:
                yield max(button.since + timing.release, button.pressed + timing.apart), button
            elif button.down:
                # What was due while the contact bounced is due when it has closed again.
                for due in (
                    button.pressed + timing.hold if button.waiting else None,
                    button.rescue,
                    button.repeat,
                ):
                    if due is not None:
                        yield max(due, button.since), button

    def _advance(self, button: _Button, now: float) -> list[Pressed]:
        """Let what is due now happen to a button."""
        if button.closed and not button.down:
            return self._press(button, now)
        if button.down and not button.closed:
            return self._release(button, now)
        if button.waiting and button.pressed + self._timing.hold <= now:
            button.waiting = False
            return [self._made(button, Kind.HOLD, now)]
        if button.rescue is not None and button.rescue <= now:
            button.rescue = None
            return [Pressed(Key.SELECT, Kind.RESCUE, now, (button.name,))]
        # Counted from now and not from when it was due: after a pause nothing is made up for.
        button.repeat = self._now + self._timing.repeat_every
        return [self._made(button, Kind.REPEAT, now)]

    def _press(self, button: _Button, now: float) -> list[Pressed]:
        key = self._meanings[button.name]
        button.down, button.key, button.pressed = True, key, now
        button.rescue = now + self._timing.rescue if button.name is Key.SELECT else None
        first = self._partner(button, now)
        if first is not None:
            first.waiting = False
            together = self._chords[frozenset((key, first.key))]
            return [Pressed(together, Kind.CHORD, now, (first.name, button.name))]
        # Whoever presses a second key has meant the first: the keys come in their order.
        others = sorted(
            (each for each in self._buttons.values() if each.waiting), key=lambda each: each.pressed
        )
        found = []
        for other in others:
            other.waiting = False
            found.append(self._made(other, Kind.PRESS, now))
        if key in self._holds:
            button.waiting = True
            return found
        if key in self._repeats:
            button.repeat = now + self._timing.repeat_after
        return [*found, self._made(button, Kind.PRESS, now)]

    def _release(self, button: _Button, now: float) -> list[Pressed]:
        found = [self._made(button, Kind.PRESS, now)] if button.waiting else []
        button.down = button.waiting = False
        button.repeat = button.rescue = None
        return found

    def _partner(self, button: _Button, now: float) -> _Button | None:
        """Return the button that was pressed just before, if the two are a chord."""
        for other in self._buttons.values():
            together = frozenset((button.key, other.key))
            soon = now - other.pressed <= self._timing.chord
            if other is not button and other.waiting and soon and together in self._chords:
                return other
        return None

    def _made(self, button: _Button, kind: Kind, now: float) -> Pressed:
        key = self._holds[button.key] if kind is Kind.HOLD else button.key
        return Pressed(key, kind, now, (button.name,))
