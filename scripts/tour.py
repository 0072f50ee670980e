"""Plays the first month of a match by its keys and keeps what is on the glass: for the README.

scripts/tour runs it.
"""  # noqa: INP001 - a script beside the package, not a part of it

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from device.events import Chosen, Event, Key, KeyDown
from device.gallery.rounds import simple_move
from device.geometry import Size
from device.look import Frame, Look, layout
from device.screens import flow
from device.screens.oyagime import Oyagime
from device.screens.results import CpuCalled, RoundResult
from device.screens.screen import Screen
from device.screens.session import Session
from device.screens.table import Decision, Table
from device.screens.title import NewGame, Title
from device.settings import Hints, Settings
from koikoi.moves import Call, Move
from koikoi.round import Round
from koikoi.seat import SOUTH
from tests.driver import keys_for

DOCS = Path("docs")
SIZE = Size(400, 300)
SETTINGS = Settings(hints=Hints.FULL)
SEED = (2323).to_bytes(16, "big")
"""South goes on with three brights, and gets boar, deer and butterflies."""

SCALE = 2
"""A pixel of the panel is so many in the pictures, for screens that have more of them."""

LOOKING = {Title: 2000, NewGame: 2000, Oyagime: 1500, Decision: 3500, CpuCalled: 3000}
"""How long a screen stays, in milliseconds."""

READING, WAITING, MOVING, RESTING = 1600, 800, 300, 6000
"""How long the others do: what is new, the CPU's turn, the cursor on its way, the last picture."""


class Shot(NamedTuple):
    """What was on the glass, and for how many milliseconds."""

    screen: Screen
    shown: int

    @property
    def picture(self) -> Image.Image:
        """It as a picture."""
        look = Look.of(SIZE, self.screen.session.settings)
        image = Frame(layout(self.screen, look)).image
        return image.resize((SCALE * image.width, SCALE * image.height), Image.Resampling.NEAREST)


def tour() -> Iterator[Shot]:
    """Yield what is shown from the title to the end of the first month."""
    screen: Screen = Title(Session(None, SETTINGS, SEED))
    while not isinstance(screen, RoundResult):
        on_the_way = False
        for event in _events(screen):
            yield Shot(screen, _time(screen, on_the_way=on_the_way))
            screen = _step(screen, event)
            on_the_way = True
    yield Shot(screen, RESTING)


def _time(screen: Screen, *, on_the_way: bool) -> int:
    """Return how long a screen is shown."""
    if on_the_way and isinstance(screen, Table | Decision):
        return MOVING
    usual = READING if screen.session.asked is None else WAITING
    return LOOKING.get(type(screen), usual)


def _events(screen: Screen) -> Iterator[Event]:
    """Yield what happens next on a screen."""
    session = screen.session
    if not isinstance(screen, Table | Decision):
        yield KeyDown(Key.SELECT)
        return
    move = _move(session.open_match.round)
    if session.asked is not None:
        yield Chosen(move, session.asked)
    else:
        yield from map(KeyDown, keys_for(session.open_match, move))


def _move(round_: Round) -> Move:
    """Return what is played: the simple move, but the first yaku is not enough for South."""
    if round_.calling and round_.turn is SOUTH and not round_.calls[SOUTH]:
        return Call.KOIKOI
    return simple_move(round_)


def _step(screen: Screen, event: Event) -> Screen:
    following = flow.step(screen, event)
    if following is None:
        raise RuntimeError("nothing in the tour ends the program")
    return following


def main() -> None:
    """Write the pictures."""
    shots = tuple(tour())
    stills = {
        "title": shots[0],
        "table": max((shot for shot in shots if isinstance(shot.screen, Table)), key=_cards_taken),
        "decision": [shot for shot in shots if isinstance(shot.screen, Decision)][-1],
        "result": shots[-1],
    }
    for name, shot in stills.items():
        shot.picture.save(DOCS / f"{name}.png")
    first, *others = (shot.picture.convert("P") for shot in shots)
    first.save(
        DOCS / "tour.gif",
        save_all=True,
        append_images=others,
        duration=[shot.shown for shot in shots],
        loop=0,
        optimize=True,
    )
    sizes = {path.name: path.stat().st_size for path in sorted(DOCS.iterdir())}
    pictures = ", ".join(f"{name} {size}" for name, size in sizes.items() if name[-3:] != ".md")
    sys.stdout.write(f"{len(shots)} pictures in the tour; bytes: {pictures}\n")


def _cards_taken(shot: Shot) -> int:
    round_ = shot.screen.session.open_match.round
    return len(round_.torifuda[SOUTH]) if round_.turn is SOUTH else 0


if __name__ == "__main__":
    main()
