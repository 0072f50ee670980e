"""A driver for a panel that is not there: as much of the vendor's as the adapters use.

It stands where the vendor's module does, on a machine that has neither that nor its pins and bus.
That the adapters do the same through both is tested; what the vendor's own functions do is not here
beyond `init`, of which there is only what the emulated controller needs to be told.
"""

from __future__ import annotations

import errno
from collections.abc import Callable

from device.panels.emulator.controller import Controller
from device.panels.emulator.uc import Uc8179
from device.papers import BYTE_S, TRANSFER_S

RST, DC, PWR, BUSY = 17, 25, 18, 24
"""The pins of the panel, as BCM numbers."""

RESET_MS, LOW_MS = 100, 2
"""How long the reset line is high before and after it is low, and how long low, in milliseconds."""

TABLE = 105
"""The bytes of a waveform table of an SSD1677; the emulated one has waveforms of its own."""


class Spi:
    """The device file of a bus that leads to a controller."""

    def __init__(self) -> None:
        self.is_open = False

    def close(self) -> None:
        """Close it; more than once is allowed."""
        self.is_open = False


class Machine:
    """What the vendor found: here, nothing but the device file."""

    def __init__(self) -> None:
        self.SPI = Spi()


class Pins:
    """The vendor's `epdconfig`: pins and bus, and how long a transfer takes."""

    def __init__(
        self,
        controller: Controller,
        wait: Callable[[float], None],
        heard: Callable[[], None] | None,
    ) -> None:
        self.implementation = Machine()
        self._controller = controller
        self._wait = wait
        self._heard = heard
        self._data = False
        self.module_exit()

    def module_init(self) -> None:
        """Give the panel power and open the device file."""
        self.digital_write(PWR, 1)
        self.implementation.SPI.is_open = True

    def module_exit(self) -> None:
        """Close the device file and let all lines of the panel go low."""
        self.implementation.SPI.close()
        for pin in (RST, DC, PWR):
            self.digital_write(pin, 0)

    def digital_write(self, pin: int, value: int) -> None:
        """Set the level of a pin."""
        if pin == RST:
            self._controller.reset_line(high=bool(value))
        elif pin == PWR:
            self._controller.power(on=bool(value))
        elif pin == DC:
            self._data = bool(value)

    def digital_read(self, pin: int) -> int:
        """Return the level of a pin, which is BUSY: no other one is read."""
        return int(pin == BUSY and self._controller.busy_level)

    def spi_writebyte2(self, data: bytes) -> None:
        """Send bytes in one transfer; raises OSError when the device file is closed."""
        if not self.implementation.SPI.is_open:
            raise OSError(errno.EBADF, "Bad file descriptor")
        if self._heard is not None:
            self._heard()
        self._wait(TRANSFER_S + BYTE_S * len(data))
        if self._data:
            self._controller.data(data)
        else:
            for byte in data:
                self._controller.command(byte)

    def delay_ms(self, delaytime: int) -> None:
        """Wait."""
        self._wait(delaytime / 1000)


class Panel:
    """The vendor's object."""

    lut_1Gray_GC = lut_1Gray_A2 = bytes(TABLE)  # noqa: N815 - the vendor's names
    dc_pin, busy_pin = DC, BUSY

    def __init__(self, pins: Pins, *, on_at_once: bool) -> None:
        self._pins = pins
        self._on_at_once = on_at_once
        self.ReadBusy: Callable[[], None] = lambda: None
        """The adapters put their own wait in its place."""

    def init(self, *_mode: int) -> None:
        """Reset the controller and set it up."""
        self._pins.module_init()
        for level, milliseconds in ((1, RESET_MS), (0, LOW_MS), (1, RESET_MS)):
            self._pins.digital_write(RST, level)
            self._pins.delay_ms(milliseconds)
        if self._on_at_once:
            # Two colours and not three; power on.
            self.send_command(0x00)
            self._pins.digital_write(DC, 1)
            self._pins.spi_writebyte2(b"\x1f")
            self.send_command(0x04)
        else:
            self.send_command(0x12)
        self.ReadBusy()

    def send_command(self, command: int) -> None:
        """Send a command."""
        self._pins.digital_write(DC, 0)
        self._pins.spi_writebyte2(bytes((command,)))

    def load_lut(self, lut: bytes) -> None:
        """Send a waveform table."""
        self.send_command(0x32)
        self._pins.digital_write(DC, 1)
        self._pins.spi_writebyte2(lut)


class EmulatedDriver:
    """The vendor's module, for one controller; `heard` is called before each transfer."""

    def __init__(
        self,
        controller: Controller,
        wait: Callable[[float], None],
        heard: Callable[[], None] | None = None,
    ) -> None:
        self.epdconfig = Pins(controller, wait, heard)
        self._on_at_once = isinstance(controller, Uc8179)

    def EPD(self) -> Panel:  # noqa: N802 - the vendor's name
        """Return the vendor's object."""
        return Panel(self.epdconfig, on_at_once=self._on_at_once)
