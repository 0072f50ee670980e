"""South as a robot: what it decides follows from the match alone, and it presses keys for it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from threading import Semaphore

from device.app import App
from device.controls import KEYBOARD, Controls
from device.events import Event, Key, KeyDown, Post, Stop
from device.geometry import Size
from device.intents import Intent
from device.keypads import Keypad
from device.keypads.scripted import ScriptedKeypad
from device.look import Frame
from device.panels import Panel
from device.panels.memory import MemoryPanel
from device.screens.slots import hand_slots, slot_of, table_slots
from device.screens.table import first_cursor
from device.settings import Settings
from device.store import MemoryStore
from device.workers import InlineThinker
from koikoi import chance
from koikoi.cards import Card, matching
from koikoi.match import Match
from koikoi.moves import Call, Move, Pick, Play
from koikoi.round import Called
from koikoi.seat import NORTH, SOUTH

PATIENCE_S = 60.0
"""How long a press may take to arrive, in seconds."""

SIZE = Size(400, 300)


def south_move(match: Match) -> Move:
    """Return what the robot decides: any legal move, but stop two times in three."""
    rng = chance.generator(b"robot", SOUTH, match.number, len(match.round.moves))
    legal = match.round.legal_moves
    return chance.pick(rng, (*legal, Call.SHOUBU) if Call.SHOUBU in legal else legal)


def robot_match(match: Match, level: str) -> Match:
    """Return the match as the robot and a level play it to its end, without any device."""
    from koikoi.players import LEVELS

    while not match.over:
        if match.round.result is not None:
            match = match.next_round()
        elif match.round.turn is SOUTH:
            match = match.apply(south_move(match))
        else:
            rng = chance.generator(match.seed, NORTH, match.number, len(match.round.moves))
            match = match.apply(LEVELS[level].player.choose(match.view(NORTH), rng))
    return match


def keys_for(match: Match, move: Move) -> list[Key]:
    """Return the presses that make a move, from the screen on which its decision opens."""
    round_ = match.round
    match move:
        case Call():
            return [Key.SELECT] if move is Call.SHOUBU else [Key.RIGHT, Key.SELECT]
        case Pick(take=take):
            assert round_.drawn is not None
            return _keys_to_take(match, round_.drawn, take)
        case Play(card=card, take=take):
            slots = hand_slots(round_, SOUTH)
            held = [slot for slot, at in enumerate(slots) if at is not None]
            steps = held.index(slots.index(card)) - held.index(first_cursor(match))
            there = [Key.RIGHT] * (steps % len(held))
            choice = [] if take is None else _keys_to_take(match, card, take)
            return [*there, Key.SELECT, *choice]


def _keys_to_take(match: Match, card: Card, take: Card) -> list[Key]:
    slots = table_slots(match.round)
    two = sorted(
        matching(card, match.round.bafuda), key=lambda candidate: slot_of(slots, candidate)
    )
    return [Key.SELECT] if two[0] is take else [Key.RIGHT, Key.SELECT]


class Planner:
    """Says which keys to press next, looking only at the match that was saved last."""

    def __init__(self) -> None:
        self._acknowledged: tuple[int, int] | None = None
        self.acknowledging = False
        """Whether the presses that `keys` gave last only say that something was read."""

    def keys(self, match: Match) -> list[Key]:
        """Return the presses for what is on the screen now; none while the CPU is to move."""
        round_ = match.round
        self.acknowledging = False
        if match.over:
            return []
        if round_.result is not None:
            return [Key.SELECT]
        if round_.turn is NORTH:
            return []
        here = (match.number, len(round_.moves))
        if round_.history[-1:] == (Called(NORTH, Call.KOIKOI),) and self._acknowledged != here:
            self._acknowledged = here
            self.acknowledging = True
            return [Key.SELECT]
        return keys_for(match, south_move(match))


class Robot:
    """Plays a whole match on an app whose store lies in memory: a press whenever it is its turn.

    `pump` is called by the loop before it waits; `done` says that the match is over.
    """

    def __init__(self, store: MemoryStore, opening: list[Key], done: Callable[[], Event]) -> None:
        self._store = store
        self._keys = deque(opening)
        self._planner = Planner()
        self._done = done
        self.post: Callable[[Event], None] = lambda _: None

    def pump(self) -> None:
        """Post the next press, if it is South's turn."""
        match = self._store.match
        if not self._keys and match is not None:
            if match.over:
                self.post(self._done())
                return
            self._keys.extend(self._planner.keys(match))
        if self._keys:
            self.post(KeyDown(self._keys.popleft()))


def opening_keys(draws: int) -> list[Key]:
    """Return the presses from the title of a first start to the table of a new match."""
    return [Key.SELECT, Key.SELECT, *[Key.SELECT] * (draws + 1)]


class Heard:
    """A keypad that lets somebody count what it posts, and wait for the next."""

    def __init__(self, keypad: Keypad) -> None:
        self._keypad = keypad
        self._posted = Semaphore(0)

    def adjust(self, settings: Settings) -> None:
        self._keypad.adjust(settings)

    def start(self, post: Post) -> None:
        def heard(event: Event) -> None:
            post(event)
            self._posted.release()

        self._keypad.start(heard)

    def stop(self) -> None:
        self._keypad.stop()

    def wait(self) -> None:
        """Return once there was another event; fail if none comes."""
        assert self._posted.acquire(timeout=PATIENCE_S), "a press did not arrive"


class Seen:
    """A panel that remembers every frame it was given, and shows it on another one."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self.frames: list[Frame] = []

    @property
    def size(self) -> Size:
        return self._panel.size

    def adjust(self, settings: Settings) -> None:
        self._panel.adjust(settings)

    def start(self, post: Post) -> None:
        self._panel.start(post)

    def submit(self, frame: Frame, intent: Intent) -> None:
        self.frames.append(frame)
        self._panel.submit(frame, intent)

    def sleep(self) -> None:
        self._panel.sleep()

    def stop(self) -> None:
        self._panel.stop()


def lockstep(
    keypad: Keypad,
    press: Callable[[Key], None],
    keys: Iterable[Key],
    *,
    panel: Panel | None = None,
    pump: Callable[[], None] = lambda: None,
    controls: Controls = KEYBOARD,
) -> list[Frame]:
    """Run the program with a keypad and press one key whenever it is idle; return all frames.

    `press` makes the keypad post one event for a key: here or in another thread, within
    PATIENCE_S. `pump` is called before the program waits, for toolkits of the main thread.
    """
    heard, seen = Heard(keypad), Seen(panel or MemoryPanel(SIZE))
    left = deque(keys)

    def step() -> None:
        pump()
        if not app._events.empty():
            return
        if not left:
            app.post(Stop("the script is over"))
            return
        press(left.popleft())
        heard.wait()

    app = App(
        store=MemoryStore(),
        panel=seen,
        keypads=[heard],
        thinker=InlineThinker(),
        seed=bytes(range(16)),
        pump=step,
        clock=lambda: 0.0,
        controls=controls,
    )
    app.run()
    return seen.frames


def expected_frames(
    keys: Iterable[Key], *, controls: Controls = KEYBOARD, size: Size = SIZE
) -> list[Frame]:
    """Return the frames that a key script makes when no real keypad is in between."""
    keypad = ScriptedKeypad()
    return lockstep(keypad, keypad.press, keys, panel=MemoryPanel(size), controls=controls)


LOCKSTEP_KEYS = (
    *(Key.SELECT, Key.RIGHT, Key.HELP, Key.RIGHT, Key.LEFT, Key.BACK, Key.OPTIONS, Key.RIGHT),
    *(Key.OPTIONS, Key.LEFT, Key.SELECT, Key.SELECT, Key.SELECT, Key.SELECT, Key.RIGHT, Key.SELECT),
    *(Key.LOG, Key.LEFT, Key.RIGHT, Key.BACK, Key.SELECT, Key.LEFT, Key.SELECT, Key.QUIT, Key.QUIT),
    *(Key.RIGHT, Key.RIGHT, Key.SELECT, Key.SELECT, Key.BACK, Key.SELECT, Key.LOG, Key.HELP),
    *(Key.HELP, Key.SELECT, Key.SELECT, Key.RIGHT, Key.SELECT, Key.SELECT, Key.QUIT, Key.BACK),
)
"""A script with every key that a device must have, through menus and into a match."""
