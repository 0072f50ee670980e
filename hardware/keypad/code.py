"""The keypad on an RP2040 under CircuitPython: contacts in, lines out over USB or UART."""

import time

import board
import busio
import digitalio
import usb_cdc
from keypad_logic import Keypad

# Key and pin of each button; the other leg of each button goes to GND.
BUTTONS = (
    ("left", board.GP2),
    ("right", board.GP3),
    ("select", board.GP4),
    ("back", board.GP5),
    ("help", board.GP6),
    ("log", board.GP7),
    ("options", board.GP8),
    ("quit", board.GP9),
)

# True: over two wires (GP0 is TX, GP1 is RX) to the header of the Raspberry Pi instead of USB.
UART = False


def contact(pin):
    """Return a pin that is held up, and pulled down by its button."""
    opened = digitalio.DigitalInOut(pin)
    opened.switch_to_input(pull=digitalio.Pull.UP)
    return opened


def now():
    """Return the time in milliseconds."""
    return time.monotonic_ns() // 1_000_000


port = busio.UART(board.GP0, board.GP1, baudrate=115200, timeout=0) if UART else usb_cdc.data
port.write_timeout = 0.1  # With nobody at the other end nothing may wait.
contacts = [contact(pin) for _, pin in BUTTONS]
keypad = Keypad([name for name, _ in BUTTONS], now())
port.write(keypad.hello())
while True:
    waiting = port.in_waiting
    lines = keypad.answer(port.read(waiting)) if waiting else []
    lines += keypad.scan([not pin.value for pin in contacts], now())
    for each in lines:
        port.write(each)
    time.sleep(0.001)
