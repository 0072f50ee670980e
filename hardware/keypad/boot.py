"""Gives the keypad a second serial port over USB, beside CircuitPython's console."""

import usb_cdc

usb_cdc.enable(console=True, data=True)
