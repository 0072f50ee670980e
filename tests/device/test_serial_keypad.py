"""The keypad at a serial port: its lines, the firmware that says them, and ports that misbehave."""

from __future__ import annotations

import errno
import os
import re
import runpy
import tty
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from typing import Any

import pytest
import serial
from hypothesis import given
from hypothesis import strategies as st

from device import keylines
from device.app import App
from device.boards import load
from device.build import build
from device.events import Event, Key, KeyDown, KeypadState, Stop
from device.keylines import BEAT_S, LONGEST, QUIET_S, RUBBISH, Beat, Hello, Lines, Moved, Said
from device.keypads.serial import AUTO, SerialKeypad
from device.look import textview
from device.panels.memory import MemoryPanel
from device.store import MemoryStore
from device.workers import InlineThinker
from tests.driver import LOCKSTEP_KEYS, PATIENCE_S, SIZE, expected_frames, lockstep

FIRMWARE = Path(__file__).parents[2] / "hardware" / "keypad"
LOGIC = runpy.run_path(str(FIRMWARE / "keypad_logic.py"))
CODE = (FIRMWARE / "code.py").read_text()
KEYS = tuple(Key(name) for name in re.findall(r'\("(\w+)", board', CODE))
NAMES = [key.value for key in KEYS]


def line(text: str) -> bytes:
    made: bytes = LOGIC["line"](text)
    return made


HELLO = line(f"H 1 {','.join(NAMES)}")


def heard(*pieces: bytes, apart: float = 1.0) -> list[Said | Key]:
    """What is heard of pieces that come so far apart."""
    lines, found = Lines(), list[Said | Key]()
    for number, piece in enumerate(pieces):
        found += lines.feed(piece, number * apart)
    return [*found, *lines.tick(len(pieces) * apart + 1)]


# The lines


def test_the_examples_in_the_protocols_description_are_lines() -> None:
    examples = re.findall(r"\$[^ ].*?\*[0-9A-F]{2}", keylines.__doc__ or "")

    assert [keylines.parse(example.encode()) for example in examples] == [
        Hello((Key.LEFT, Key.RIGHT, Key.SELECT)),
        Moved(7, Key.SELECT, down=True),
        Moved(8, Key.SELECT, down=False),
        Beat(8, frozenset({Key.LEFT})),
    ]


@given(st.binary(max_size=64))
def test_firmware_and_game_have_the_same_checksum(data: bytes) -> None:
    assert LOGIC["crc8"](data) == keylines.crc8(data)


def test_the_checksum_is_the_crc_8_that_its_catalogue_names() -> None:
    # CRC-8/SMBUS: polynomial 0x07, nothing reflected; its check value.
    assert keylines.crc8(b"123456789") == 0xF4


@given(st.integers(0, 255), st.lists(st.integers(1, 30), max_size=8))
def test_lines_are_heard_however_they_are_cut(number: int, cuts: list[int]) -> None:
    said = HELLO + line(f"P {number} select") + line(f"B {number} select")
    pieces, start = [], 0
    for cut in cuts:
        pieces.append(said[start : start + cut])
        start += cut

    assert heard(*pieces, said[start:]) == [
        Hello(KEYS),
        Moved(number, Key.SELECT, down=True),
        Beat(number, frozenset({Key.SELECT})),
    ]


@given(st.integers(0, 7 * 8 - 1))
def test_a_line_with_a_wrong_bit_says_nothing(place: int) -> None:
    right = line("P 7 left")
    at = 1 + place % (len(right) - 2)
    wrong = bytearray(right)
    wrong[at] ^= 1 << (place // 8)

    assert heard(bytes(wrong), HELLO) == [Hello(KEYS)]


@given(st.binary(min_size=5, max_size=4000))
def test_rubbish_in_one_piece_is_no_key_and_the_next_line_is_heard(rubbish: bytes) -> None:
    lines = Lines()

    found = lines.feed(rubbish, 1.0)
    after = [*lines.feed(b"\n" + HELLO, 2.0), *lines.tick(3.0)]

    assert [each for each in found if not isinstance(each, Hello | Moved | Beat)] == []
    assert after[-1:] == [Hello(KEYS)]
    assert len(lines._line) <= LONGEST


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        (b"h", Key.LEFT),
        (b"Q", Key.QUIT),
        (b" ", Key.SELECT),
        (b"\r", Key.SELECT),
        (b"\x1b[C", Key.RIGHT),
        (b"\x1b", Key.BACK),
    ],
)
def test_a_plain_terminal_may_send_the_letters_of_the_keyboard(typed: bytes, key: Key) -> None:
    assert heard(typed) == [key]
    assert heard(typed[:1], typed[1:], apart=QUIET_S / 2) == [key]


def test_what_is_pasted_or_comes_in_bursts_is_no_key() -> None:
    assert heard(b"quit") == []
    assert heard(*[b"q"] * 50, apart=QUIET_S / 2) == []


def test_a_device_that_says_nothing_sensible_is_no_terminal_any_more() -> None:
    assert heard(b"\x00" * (RUBBISH + 1), b"q") == []


def test_a_keypad_that_has_said_hello_does_not_type() -> None:
    assert heard(HELLO, b"q") == [Hello(KEYS)]


def test_a_newer_version_is_not_taken_for_a_keypad_of_ours() -> None:
    assert heard(line("H 2 left")) == []


# The firmware


class Pico:
    """The firmware's logic with contacts, on a clock in milliseconds."""

    def __init__(self) -> None:
        self.now = 0
        self.keypad = LOGIC["Keypad"](list(NAMES), 0)
        self.contacts = [False] * len(NAMES)

    def run(self, milliseconds: int) -> bytes:
        """Let time pass, and return what was said."""
        said = b""
        for _ in range(milliseconds):
            self.now += 1
            said += b"".join(self.keypad.scan(self.contacts, self.now))
        return said

    def press(self, key: Key) -> bytes:
        place = KEYS.index(key)
        self.contacts[place] = True
        said = self.run(30)
        self.contacts[place] = False
        return said + self.run(30)


def test_a_press_and_its_release_are_said_once_however_the_contact_bounces() -> None:
    pico, place, said = Pico(), KEYS.index(Key.SELECT), b""
    for down in (True, False, True, False, True):
        pico.contacts[place] = down
        said += pico.run(2)
    said += pico.run(20)
    for down in (False, True, False):
        pico.contacts[place] = down
        said += pico.run(2)
    said += pico.run(20)

    assert heard(said) == [Moved(1, Key.SELECT, down=True), Moved(2, Key.SELECT, down=False)]


def test_it_says_every_ten_seconds_that_it_is_there_and_what_is_down() -> None:
    pico = Pico()
    pico.contacts[0] = True

    said = heard(pico.run(int(2.5 * 1000 * BEAT_S)))

    assert said == [Moved(1, KEYS[0], down=True), *[Beat(1, frozenset(KEYS[:1]))] * 2]


def test_numbers_go_round_after_255() -> None:
    pico = Pico()
    said = b"".join(pico.press(Key.LEFT) for _ in range(200))

    numbers = [each.number for each in heard(said) if isinstance(each, Moved)]

    assert numbers == [number % 256 for number in range(1, 401)]


def test_it_answers_a_question_with_hello_and_nothing_else() -> None:
    pico = Pico()

    assert heard(b"".join(pico.keypad.answer(b"noise\n?\n?"))) == [
        Hello(KEYS),
        Beat(0, frozenset()),
    ]
    assert pico.keypad.answer(b"x" * 1000) == []


def test_the_firmware_is_written_in_the_language_that_circuitpython_knows() -> None:
    text = CODE + (FIRMWARE / "keypad_logic.py").read_text()

    # What its Python has not: match, the walrus, types, f-strings in bytes, most of the library.
    imported = set(re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE))
    assert imported == {"time", "board", "busio", "digitalio", "usb_cdc", "keypad_logic"}
    assert not re.search(r"^\s+(match|case) |:=|-> ", text, re.MULTILINE)


# The port


class Cable:
    """A pseudo-terminal: the game has one end by its name, somebody sits at the other."""

    def __init__(self, directory: Path) -> None:
        self.name = str(directory / "keypad")
        self.events: SimpleQueue[Event] = SimpleQueue()
        self.plug()

    def plug(self) -> None:
        self.ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        Path(self.name).unlink(missing_ok=True)
        Path(self.name).symlink_to(os.ttyname(self._theirs))

    def unplug(self) -> None:
        Path(self.name).unlink()
        os.close(self._theirs)
        os.close(self.ours)

    def say(self, said: bytes) -> None:
        os.write(self.ours, said)

    def asked(self) -> bytes:
        """Wait until the game has asked who is there."""
        return os.read(self.ours, 100)

    def next(self) -> Event:
        try:
            return self.events.get(timeout=PATIENCE_S)
        except Empty:
            pytest.fail("nothing was posted")


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[Cable]:
    cable = Cable(tmp_path)
    yield cable
    cable.unplug()


@pytest.fixture
def keypad(cable: Cable) -> Iterator[SerialKeypad]:
    keypad = SerialKeypad(cable.name)
    keypad.start(cable.events.put)
    yield keypad
    keypad.stop()


def keys(*events: Event) -> list[Key]:
    return [event.key for event in events if isinstance(event, KeyDown)]


@pytest.mark.usefixtures("keypad")
def test_a_press_of_the_firmware_is_one_key(cable: Cable) -> None:
    pico = Pico()
    assert cable.asked() == keylines.ASK
    cable.say(b"".join(pico.keypad.answer(keylines.ASK)))

    cable.say(pico.press(Key.SELECT) + pico.press(Key.LOG))

    assert keys(cable.next(), cable.next()) == [Key.SELECT, Key.LOG]
    assert cable.events.empty()


@pytest.mark.usefixtures("keypad")
def test_a_line_that_comes_twice_counts_once_and_a_lost_release_is_made_up_for(
    cable: Cable,
) -> None:
    cable.asked()
    cable.say(HELLO + line("P 1 back") * 2 + line("B 2 ") + line("P 3 back"))

    first, second = cable.next(), cable.next()

    assert keys(first, second) == [Key.BACK, Key.BACK]


@pytest.mark.usefixtures("keypad")
def test_a_flood_of_lines_does_not_fill_the_queue(cable: Cable) -> None:
    cable.asked()
    cable.say(HELLO)
    for number in range(0, 5000, 2):
        cable.say(line(f"P {number % 256} left") + line(f"R {(number + 1) % 256} left"))
    cable.unplug()
    cable.plug()

    came = []
    while isinstance(event := cable.next(), KeyDown):
        came.append(event)

    assert 0 < len(came) < 1000


@pytest.mark.usefixtures("keypad")
def test_a_letter_typed_at_a_terminal_is_a_key(cable: Cable) -> None:
    cable.asked()
    cable.say(b"o")

    assert keys(cable.next()) == [Key.OPTIONS]


@pytest.mark.usefixtures("keypad")
def test_pulling_it_out_is_told_once_and_plugging_it_in_again_is_enough(cable: Cable) -> None:
    cable.asked()
    cable.say(HELLO)
    cable.say(line("P 1 help"))
    assert keys(cable.next()) == [Key.HELP]

    cable.unplug()
    lost = cable.next()
    cable.plug()
    assert cable.asked() == keylines.ASK
    cable.say(HELLO)

    assert isinstance(lost, KeypadState)
    assert not lost.there
    assert lost.detail.startswith(f"{cable.name}: the line was lost")
    while not (event := cable.next()).there:  # type: ignore[union-attr]
        # Between the two there may have been no port at all, which is told as well.
        assert isinstance(event, KeypadState)
        assert "is not there; plug the keypad in" in event.detail


def test_a_port_that_is_not_there_is_told_once_and_the_keypad_ends_at_once(tmp_path: Path) -> None:
    events: SimpleQueue[Event] = SimpleQueue()
    keypad = SerialKeypad(str(tmp_path / "none"))

    keypad.start(events.put)
    told = events.get(timeout=PATIENCE_S)
    keypad.stop()

    assert told == KeypadState(
        there=False,
        detail=f"{tmp_path / 'none'}: is not there; plug the keypad in, or name its port in the "
        "board file",
    )
    assert events.empty()


@pytest.mark.usefixtures("keypad")
def test_a_device_of_another_kind_is_told_once_and_presses_nothing(cable: Cable) -> None:
    rng = Random(5)
    cable.asked()
    for _ in range(200):
        cable.say(rng.randbytes(500).replace(b"$", b"#"))

    told = cable.next()
    cable.say(b"\n" + HELLO + line("P 1 log"))

    assert isinstance(told, KeypadState)
    assert told.detail == f"{cable.name}: what is there is no keypad of ours"
    assert cable.next() == KeypadState(there=True)
    assert keys(cable.next()) == [Key.LOG]


def test_a_keypad_is_found_among_ports_by_its_hello(cable: Cable, tmp_path: Path) -> None:
    asked: list[bytes] = []
    other = Cable(tmp_path / "..")
    keypad = SerialKeypad(AUTO, found=lambda: ["/nowhere", cable.name])

    keypad.start(cable.events.put)
    asked.append(cable.asked())
    cable.say(HELLO + line("P 1 right"))

    assert asked == [keylines.ASK]
    assert keys(cable.next()) == [Key.RIGHT]
    keypad.stop()
    other.unplug()


def test_a_port_of_pyserials_own_does_as_well() -> None:
    """`loop://` gives back what was written: the question, which is no key."""
    events: SimpleQueue[Event] = SimpleQueue()
    keypad = SerialKeypad("loop://")

    keypad.start(events.put)
    keypad.stop()

    assert events.empty()


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (serial.SerialException(errno.EACCES, "no"), "join the group dialout"),
        (serial.SerialException("Could not exclusively lock port x"), "in use by another program"),
        (serial.SerialException("device reports readiness"), "plug the keypad in again"),
    ],
)
def test_a_port_that_cannot_be_opened_is_told_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch, error: Exception, told: str
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(serial, "serial_for_url", refuse)
    events: SimpleQueue[Event] = SimpleQueue()
    keypad = SerialKeypad("/dev/ttyACM0")

    keypad.start(events.put)
    state = events.get(timeout=PATIENCE_S)
    keypad.stop()

    assert isinstance(state, KeypadState)
    assert told in state.detail


def test_a_script_at_the_firmware_makes_the_frames_of_the_scripted_keypad(cable: Cable) -> None:
    pico = Pico()

    def press(key: Key) -> None:
        if not pico.now:
            cable.say(b"".join(pico.keypad.answer(cable.asked())))
        cable.say(pico.press(key))

    frames = lockstep(SerialKeypad(cable.name), press, LOCKSTEP_KEYS)

    assert frames == expected_frames(LOCKSTEP_KEYS)


def test_a_lost_keypad_is_on_the_screen_until_it_is_back_and_the_game_goes_on() -> None:
    states = iter([KeypadState(there=False, detail="pulled out"), KeypadState(there=True)])
    panel = MemoryPanel(SIZE, keep=True)

    def pump() -> None:
        if app._events.empty():
            app.post(next(states, Stop("seen")))

    app = App(
        store=MemoryStore(),
        panel=panel,
        keypads=[],
        thinker=InlineThinker(),
        seed=bytes(16),
        pump=pump,
    )
    app.run()

    told = [
        "keypad was lost" in "\n".join(textview.lines(each.frame.layout)) for each in panel.shown
    ]
    assert told == [False, True, False, False]


def test_the_board_with_a_serial_keypad_gets_one(tmp_path: Path) -> None:
    parts: Any = build(load("table-7in5"), "memory", tmp_path)

    assert [type(each).__name__ for each in parts.keypads] == ["SerialKeypad", "TerminalKeypad"]
