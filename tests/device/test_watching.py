"""Card by card: every card is shown, whenever the CPU answers, and the match is none the wiser."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from device.events import Asked, Chosen, Key, KeyDown
from device.geometry import Size
from device.look import Look, layout
from device.look.items import Face, Tokens
from device.screens import flow
from device.screens.results import CpuCalled, RoundResult
from device.screens.screen import Screen
from device.screens.session import Session
from device.screens.watching import Watching
from device.settings import Pace, Settings
from koikoi import chance
from koikoi.cards import DECK
from koikoi.match import Match
from koikoi.moves import Move
from koikoi.round import Laid
from koikoi.rules import RuleSet
from koikoi.seat import SOUTH
from tests.driver import keys_for, south_move

READ = (Watching, RoundResult, CpuCalled)
"""The screens on which a press says that something was read."""


def cpu_move(match: Match, asked: Asked) -> Move:
    """Return what this CPU decides: any legal move."""
    return chance.pick(chance.generator(b"cpu", *asked[:3]), match.round.legal_moves)


def screens_of(seed: int, pace: Pace, haste: float) -> Iterator[Screen]:
    """Every screen of a match that robots play; `haste` is how likely the CPU answers at once."""
    session = Session(None, Settings(pace=pace), seed.to_bytes(16, "big"))
    screen: Screen | None = flow.current(session.new_match(RuleSet(rounds=3)))
    rng = Random(seed)
    while screen is not None:
        yield screen
        match, asked = screen.session.open_match, screen.session.asked
        if screen.waits and asked and (not isinstance(screen, Watching) or rng.random() < haste):
            screen = flow.step(screen, Chosen(cpu_move(match, asked), asked))
        elif isinstance(screen, READ) and not (match.over and isinstance(screen, RoundResult)):
            screen = flow.step(screen, KeyDown(Key.SELECT))
        elif match.over:
            return
        else:
            for key in keys_for(match, south_move(match)):
                screen = flow.step(screen, KeyDown(key)) if screen is not None else None


def events_shown(screen: Screen) -> tuple[int, int]:
    """The number of the month, and how many of its events a screen knows of."""
    match = screen.match if isinstance(screen, Watching) else screen.session.open_match
    return match.number, len(match.round.history)


@pytest.mark.parametrize("haste", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("seed", range(6))
def test_every_card_that_is_laid_is_seen_before_the_next(seed: int, haste: float) -> None:
    played = list(screens_of(seed, Pace.STEP, haste))

    shown = set(map(events_shown, played))
    laid = {
        (number, count)
        for number, round_ in enumerate(played[-1].session.open_match.rounds, start=1)
        for count, event in enumerate(round_.history, start=1)
        if isinstance(event, Laid)
    }
    assert laid - shown == set()


@pytest.mark.parametrize("seed", range(6))
def test_the_match_is_the_one_that_is_played_turn_by_turn(seed: int) -> None:
    *_, by_turn = screens_of(seed, Pace.TURN, 0.0)
    *_, by_card = screens_of(seed, Pace.STEP, 0.5)

    assert by_card.session.match == by_turn.session.match


def test_what_is_watched_never_goes_back_within_a_month() -> None:
    counts = [events_shown(screen) for screen in screens_of(3, Pace.STEP, 0.5)]

    assert counts == sorted(counts)


def test_started_again_the_program_shows_the_open_decision() -> None:
    for screen in screens_of(4, Pace.STEP, 1.0):
        session = screen.session
        if isinstance(screen, Watching):
            assert not isinstance(flow.resumed(session), Watching)


def test_no_card_is_shown_twice_and_the_cpus_hand_never() -> None:
    look = Look(Size(800, 480))
    for screen in screens_of(5, Pace.STEP, 0.5):
        if not isinstance(screen, Watching):
            continue
        items = layout(screen, look).items
        faces = [item.card for item in items if isinstance(item, Face)]
        taken = [card for item in items if isinstance(item, Tokens) for card in item.cards]
        round_ = screen.match.round

        assert sorted(faces) == sorted((*round_.bafuda, *round_.tefuda[SOUTH]))
        assert len(set(faces) | set(taken)) == len(faces) + len(taken)
        hidden = set(round_.tefuda[SOUTH.other]) | set(round_.yamafuda)
        assert set(faces) | set(taken) == set(DECK) - hidden
