"""From edges to keys: bounce, holds, repeats, chords; and an independent model of the same."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

import pytest

from device.controls import Controls
from device.events import Key, KeyDown, Restore
from device.presses import Edge, Kind, Pressed, Presses, Timing

LEFT, RIGHT, SELECT, BACK, LOG, HELP = (
    Key.LEFT,
    Key.RIGHT,
    Key.SELECT,
    Key.BACK,
    Key.LOG,
    Key.HELP,
)
MS = Timing(*(round(1000 * seconds) for seconds in Timing()))
"""The times in whole milliseconds, so that sums are exact."""

PLAIN = Controls((LEFT, RIGHT, SELECT, BACK), repeats=(LEFT, RIGHT))
HELD = Controls(
    (LEFT, RIGHT, SELECT, BACK),
    holds=((LEFT, LOG), (RIGHT, Key.OPTIONS), (SELECT, HELP), (BACK, Key.QUIT)),
    chords=(((LEFT, RIGHT), Key.REFRESH),),
)
MIXED = Controls((LEFT, SELECT, HELP, LOG), holds=((HELP, Key.REFRESH),), repeats=(LEFT,))


def run(presses: Presses, edges: Iterable[Edge], until: float = 1e6) -> list[Pressed]:
    """Return what is made of edges, and of the time up to and after them."""
    found: list[Pressed] = []
    for edge in edges:
        while (due := presses.due) is not None and due <= edge.at:
            found += presses.tick(due)
        found += presses.feed(edge)
    while (due := presses.due) is not None and due <= until:
        found += presses.tick(due)
    return found


def made(
    controls: Controls, *edges: tuple[Key, bool, float], closed: Key | None = None
) -> list[Pressed]:
    """Return what is made of edges in milliseconds."""
    presses = Presses(controls, closed=() if closed is None else (closed,), timing=MS)
    return run(presses, (Edge(*edge) for edge in edges))


def keys(found: list[Pressed]) -> list[Key]:
    return [pressed.key for pressed in found]


def press(button: Key, at: float, lasts: float = 100) -> tuple[tuple[Key, bool, float], ...]:
    return (button, True, at), (button, False, at + lasts)


def test_a_press_counts_three_milliseconds_after_its_edge_however_long_it_lasts() -> None:
    presses = Presses(PLAIN, timing=MS)

    assert presses.feed(Edge(SELECT, down=True, at=1000)) == []
    assert presses.due == 1003
    assert presses.tick(1002) == []
    assert presses.tick(1003) == [Pressed(SELECT, Kind.PRESS, 1003, (SELECT,))]


@pytest.mark.parametrize("lasts", [0, 1, 2, 2.9])
def test_a_glitch_under_three_milliseconds_is_no_press(lasts: float) -> None:
    assert made(PLAIN, *press(SELECT, 1000, lasts)) == []


def test_a_bounce_train_of_ten_edges_in_five_milliseconds_is_one_press() -> None:
    train = [(SELECT, number % 2 == 0, 1000 + number * 0.5) for number in range(10)]

    found = made(PLAIN, *train, (SELECT, True, 1005), (SELECT, False, 1100))

    assert found == [Pressed(SELECT, Kind.PRESS, 1008, (SELECT,))]


def test_a_noisy_release_is_no_second_press() -> None:
    noise = [(SELECT, number % 2 == 1, 1100 + number * 4) for number in range(11)]

    found = made(PLAIN, (SELECT, True, 1000), *noise)

    assert keys(found) == [SELECT]


def test_no_press_follows_another_of_the_same_button_within_thirty_milliseconds() -> None:
    found = made(PLAIN, *press(SELECT, 1000, 5), *press(SELECT, 1014, 5), *press(SELECT, 1060, 40))

    assert [pressed.at for pressed in found] == [1003, 1063]


def test_fast_fingers_are_kept_up_with() -> None:
    """Twelve presses a second on each of two buttons, each 30 ms long."""
    edges = [edge for turn in range(12) for edge in press((LEFT, BACK)[turn % 2], 83 * turn, 30)]

    assert keys(made(PLAIN, *edges)) == [LEFT, BACK] * 6


def test_a_button_that_is_down_at_the_start_is_ignored_until_it_was_let_go() -> None:
    found = made(PLAIN, (SELECT, False, 9000), *press(SELECT, 9500), closed=SELECT)

    assert found == [Pressed(SELECT, Kind.PRESS, 9503, (SELECT,))]


def test_a_stuck_button_neither_repeats_nor_keeps_the_others_from_working() -> None:
    found = made(PLAIN, *press(BACK, 20_000), closed=LEFT)

    assert keys(found) == [BACK]


def test_an_edge_from_the_past_is_one_of_now() -> None:
    found = made(PLAIN, (SELECT, True, 1000), (BACK, True, 400), (SELECT, False, 1100))

    assert found == [
        Pressed(SELECT, Kind.PRESS, 1003, (SELECT,)),
        Pressed(BACK, Kind.PRESS, 1003, (BACK,)),
    ]


def test_the_same_edge_twice_is_one() -> None:
    found = made(PLAIN, (SELECT, True, 1000), (SELECT, True, 1002), (SELECT, False, 1100))

    assert [pressed.at for pressed in found] == [1003]


def test_a_direction_that_is_held_repeats_until_it_is_let_go() -> None:
    found = made(PLAIN, *press(RIGHT, 1000, 1100))

    assert [(pressed.kind, pressed.at) for pressed in found] == [
        (Kind.PRESS, 1003),
        (Kind.REPEAT, 1503),
        (Kind.REPEAT, 1753),
        (Kind.REPEAT, 2003),
    ]
    assert [pressed.events for pressed in found[:2]] == [
        (KeyDown(RIGHT, 1003),),
        (KeyDown(RIGHT, 1503, held=True),),
    ]


def test_after_a_pause_of_the_machine_nothing_is_made_up_for() -> None:
    presses = Presses(PLAIN, timing=MS)
    presses.feed(Edge(LEFT, down=True, at=0))

    assert keys(presses.tick(3000)) == [LEFT, LEFT]
    assert presses.due == 3250


def test_select_does_not_repeat() -> None:
    assert keys(made(PLAIN, *press(SELECT, 1000, 4000))) == [SELECT]


def test_a_key_with_a_hold_counts_when_it_is_let_go() -> None:
    assert made(HELD, *press(BACK, 1000, 200)) == [Pressed(BACK, Kind.PRESS, 1208, (BACK,))]


def test_a_hold_counts_while_it_is_held_and_once() -> None:
    assert made(HELD, *press(BACK, 1000, 3000)) == [Pressed(Key.QUIT, Kind.HOLD, 1603, (BACK,))]


def test_two_keys_of_a_chord_are_one_other_key_whichever_comes_first() -> None:
    for first, second in ((LEFT, RIGHT), (RIGHT, LEFT)):
        found = made(
            HELD, (first, True, 0), (second, True, 120), (first, False, 900), (second, False, 2000)
        )

        assert found == [Pressed(Key.REFRESH, Kind.CHORD, 123, (first, second))]


def test_a_second_key_that_comes_late_makes_no_chord_but_keeps_the_order() -> None:
    found = made(HELD, (LEFT, True, 0), (RIGHT, True, 200), (RIGHT, False, 250), (LEFT, False, 300))

    assert keys(found) == [LEFT, RIGHT]


def test_rolling_from_one_key_to_the_next_keeps_their_order() -> None:
    found = made(
        HELD, (SELECT, True, 0), (BACK, True, 50), (BACK, False, 100), (SELECT, False, 1000)
    )

    assert keys(found) == [SELECT, BACK]


def test_swapped_buttons_do_each_others_work_from_the_next_press_on() -> None:
    presses = Presses(HELD, timing=MS)
    presses.feed(Edge(BACK, down=True, at=0))
    presses.tick(10)

    presses.remap({BACK: SELECT, SELECT: BACK})

    assert presses.feed(Edge(BACK, down=False, at=100)) == []
    assert presses.tick(108) == [Pressed(BACK, Kind.PRESS, 108, (BACK,))]
    assert presses.feed(Edge(BACK, down=True, at=200)) == []
    # The hold belongs to the key, not to the button.
    assert presses.tick(1000) == [Pressed(HELP, Kind.HOLD, 803, (BACK,))]


def test_selects_own_button_held_for_five_seconds_is_the_rescue_whatever_it_does_now() -> None:
    presses = Presses(PLAIN, timing=MS)
    presses.remap({SELECT: BACK, BACK: SELECT})
    presses.feed(Edge(SELECT, down=True, at=0))

    found = presses.tick(6000)

    assert [(pressed.key, pressed.kind) for pressed in found] == [
        (BACK, Kind.PRESS),
        (SELECT, Kind.RESCUE),
    ]
    assert found[1].events == (Restore(5003), KeyDown(Key.REFRESH, 5003))


@dataclass
class Seen:
    """What the model knows of a button."""

    name: Key
    level: bool = False
    changed: int = -(10**9)
    down: bool = False
    pressed: int = -(10**9)
    undecided: bool = False
    repeat: int | None = None
    rescue: int | None = None


class Model:
    """Looks at every contact in every millisecond, and again after each edge."""

    def __init__(self, controls: Controls) -> None:
        self.buttons = {name: Seen(name) for name in controls.buttons}
        self.holds = dict(controls.holds)
        self.chords = [(set(pair), key) for pair, key in controls.chords]
        self.repeats = controls.repeats
        self.found: list[Pressed] = []

    def look(self, now: int) -> None:
        for button in self.buttons.values():
            quiet = now - button.changed
            if button.level and button.down:
                self.keep(button, now)
            elif button.level and quiet >= 3:
                button.down, button.pressed = True, now
                button.rescue = now + 5000 if button.name is SELECT else None
                self.press(button, now)
            elif not button.level and button.down and quiet >= 8 and now >= button.pressed + 30:
                if button.undecided:
                    self.say(button, button.name, Kind.PRESS, now)
                button.down = button.undecided = False
                button.repeat = button.rescue = None

    def press(self, button: Seen, now: int) -> None:
        undecided = [other for other in self.buttons.values() if other.undecided]
        for other in undecided:
            for pair, key in self.chords:
                if pair == {button.name, other.name} and now - other.pressed <= 150:
                    other.undecided = False
                    self.found.append(Pressed(key, Kind.CHORD, now, (other.name, button.name)))
                    return
        for other in undecided:
            # There is never more than one: each press decides those before it.
            assert len(undecided) == 1
            other.undecided = False
            self.say(other, other.name, Kind.PRESS, now)
        if button.name in self.holds:
            button.undecided = True
            return
        self.say(button, button.name, Kind.PRESS, now)
        if button.name in self.repeats:
            button.repeat = now + 500

    def keep(self, button: Seen, now: int) -> None:
        if button.undecided and now >= button.pressed + 600:
            button.undecided = False
            self.say(button, self.holds[button.name], Kind.HOLD, now)
        if button.rescue is not None and now >= button.rescue:
            button.rescue = None
            self.say(button, SELECT, Kind.RESCUE, now)
        if button.repeat is not None and now >= button.repeat:
            button.repeat = now + 250
            self.say(button, button.name, Kind.REPEAT, now)

    def say(self, button: Seen, key: Key, kind: Kind, now: int) -> None:
        self.found.append(Pressed(key, kind, now, (button.name,)))


def modelled(controls: Controls, edges: list[Edge], end: int) -> list[Pressed]:
    """Return what the model makes of edges at whole milliseconds, up to an end."""
    model = Model(controls)
    now = 0
    for edge in [*edges, None]:
        at = end if edge is None else max(int(edge.at), now)
        for moment in range(now, at + 1):
            model.look(moment)
        now = at
        if edge is not None:
            button = model.buttons[edge.button]
            if button.level != edge.down:
                button.level, button.changed = edge.down, now
            model.look(now)
    return model.found


def random_edges(rng: Random, controls: Controls, count: int) -> tuple[list[Edge], int]:
    """Return edges as fingers, dust and lightning make them, and when all has come to rest.

    Some are given twice, and some are from the past.
    """
    edges: list[Edge] = []
    now = 100
    while len(edges) < count:
        button = rng.choice(controls.buttons)
        pause = rng.choice(((0, 4), (0, 40), (20, 200), (100, 800), (400, 1000), (3000, 6000)))
        if rng.random() < 0.9 or pause[1] < 1000:
            now += rng.randint(*pause)
        for _ in range(rng.choice((1, 1, 1, 2, 3, 10))):
            late = rng.randint(0, 30) if rng.random() < 0.02 else 0
            edges.append(Edge(button, rng.random() < 0.5, max(0, now - late)))
            now += rng.choice((0, 0, 1, 1, 2, 3, 4, 7, 8, 9))
    return edges, now + 10_000


def agree(rng: Random, controls: Controls, count: int) -> list[Pressed]:
    """Compare machine and model over so many random edges; return the keys."""
    edges, end = random_edges(rng, controls, count)
    found = run(Presses(controls, timing=MS), edges, end)

    assert found == modelled(controls, edges, end)
    return found


def test_thousands_of_random_edges_mean_what_an_independent_model_says() -> None:
    kinds = set()
    for seed, controls in enumerate((PLAIN, HELD, MIXED)):
        found = agree(Random(seed), controls, 2000)
        kinds |= {pressed.kind for pressed in found}
        times = [pressed.at for pressed in found]
        assert times == sorted(times)

    assert kinds == set(Kind)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(100))
def test_a_million_random_edges_mean_what_an_independent_model_says(number: int) -> None:
    seed = int(os.environ.get("KOIKOI_SEED", "0"))

    agree(Random(seed * 1000 + number), (PLAIN, HELD, MIXED)[number % 3], 10_000)
