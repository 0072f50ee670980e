"""The bus and the pins of a panel: the maker's driver, unmodified, on an emulated controller.

What the driver needs of a Raspberry Pi is put in its place while it is imported: a `spidev`, mock
pins, and a machine that calls itself one. It then believes in them to its end.
"""

from __future__ import annotations

import errno
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import ModuleType, TracebackType
from typing import Any, Self, cast

import gpiozero
from gpiozero.pins.mock import MockFactory, MockPin

from device.panels.emulator import AfterPartial, Controller, VirtualClock, emulate
from device.panels.epaper import vendor
from device.papers import BYTE_S, TRANSFER_S

RST, DC, PWR, BUSY = 17, 25, 18, 24
"""The pins of the panel, as BCM numbers."""

LONGEST = 4096
"""Bytes of one `writebytes`, at most."""


class _Pin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A mock pin that tells whoever is wired to it, asks them, and keeps no history."""

    wrote: Callable[[bool], None] | None = None
    read: Callable[[], bool] | None = None

    _state: bool

    def _get_state(self) -> bool:
        return self._state if self.read is None else self.read()

    def _change_state(self, value: bool) -> bool:  # noqa: FBT001 - gpiozero calls it so
        changed = self._state != value
        self._state = value
        if changed and self.wrote is not None:
            self.wrote(value)
        return changed


class Spi:
    """A `spidev.SpiDev`: a transfer is a command or data by the level of the D/C pin."""

    max_speed_hz = 0
    mode = 0

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self.is_open = False
        self.opens = 0
        self.leaked = 0
        """Opened again without a close: the real one forgets a file descriptor each time."""
        self.transfers = 0
        self.failures = 0
        """How many of the next transfers fail."""

    def open(self, bus: int, device: int) -> None:
        """Open /dev/spidev<bus>.<device>."""
        del bus, device
        self.leaked += self.is_open
        self.opens += 1
        self.is_open = True

    def close(self) -> None:
        """Close it; more than once is allowed."""
        self.is_open = False

    def writebytes(self, values: Iterable[int]) -> None:
        """Send up to 4096 bytes."""
        sent = _bytes(values)
        if len(sent) > LONGEST:
            raise OverflowError(f"Argument list size exceeds {LONGEST} bytes.")
        self._send(sent)

    def writebytes2(self, values: Iterable[int]) -> None:
        """Send any number of bytes."""
        self._send(_bytes(values))

    def _send(self, sent: bytes) -> None:
        if not self.is_open:
            raise OSError(errno.EBADF, "Bad file descriptor")
        self.transfers += 1
        if self.failures:
            self.failures -= 1
            raise OSError(errno.EIO, "Input/output error")
        self._wire.send(sent)


def _bytes(values: Iterable[int]) -> bytes:
    """Return the values as bytes, negative ones too, as the real one casts them."""
    if isinstance(values, bytes | bytearray | memoryview):
        return bytes(values)
    return bytes([value & 0xFF for value in values])


class Wire:
    """A panel's driver wired to a controller; one at a time, because the driver is one a process.

    With `controller` the driver starts on a glass that is there already. `power_pin` says whether
    the board can switch the panel's supply.
    """

    def __init__(
        self,
        model: str,
        after_partial: AfterPartial = "copy",
        *,
        clock: VirtualClock | None = None,
        controller: Controller | None = None,
        power_pin: bool = True,
    ) -> None:
        self.clock = clock or VirtualClock()
        self.controller = controller or emulate(model, self.clock, after_partial)
        self.spi = Spi(self)
        self.heard: Callable[[bool, bytes], None] | None = None
        """Who else listens: whether it is a command, and the bytes."""
        self._before = gpiozero.Device.pin_factory
        self.factory = gpiozero.Device.pin_factory = MockFactory(pin_class=_Pin)
        self._dc = self.factory.pin(DC)
        self.factory.pin(BUSY).read = lambda: self.controller.busy_level
        self.factory.pin(RST).wrote = lambda high: self.controller.reset_line(high=high)
        if power_pin:
            self.factory.pin(PWR).wrote = lambda high: self.controller.power(on=high)
        # All lines are low until the driver raises them.
        self.controller.reset_line(high=False)
        self.controller.power(on=not power_pin)
        try:
            with _raspberry_pi(self.spi):
                # All of it, not only what the adapters use.
                self.module = cast(ModuleType, vendor.load(model))
        except BaseException:
            self._leave()
            raise
        self.config = self.module.epdconfig
        self.config.delay_ms = lambda delay: self.clock.advance(delay / 1000)

    def __enter__(self) -> Self:
        """Leave with the pins and the driver's modules gone."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def epd(self) -> Any:  # noqa: ANN401 - the maker's driver has no types
        """Return a new object of the maker's driver."""
        return self.module.EPD()

    def send(self, sent: bytes) -> None:
        """Hand a transfer to the controller; time passes as on the real bus."""
        command = not self._dc.state
        if self.heard is not None:
            self.heard(command, sent)
        self.clock.advance(TRANSFER_S + BYTE_S * len(sent))
        if command:
            for byte in sent:
                self.controller.command(byte)
        else:
            self.controller.data(sent)

    def close(self) -> None:
        """Close the pins and forget the driver; safe to call twice."""
        if gpiozero.Device.pin_factory is self.factory:
            self.config.module_exit(cleanup=True)
            self._leave()

    def _leave(self) -> None:
        self.factory.close()
        gpiozero.Device.pin_factory = self._before
        for name in list(sys.modules):
            if name.split(".")[0] in {"waveshare_epd", "epaper"}:
                del sys.modules[name]


class _CpuInfo:
    """The process that asks what machine this is; it is told."""

    def __init__(self, *_: object, **__: object) -> None:
        """Start nothing."""

    def communicate(self) -> tuple[str, str]:
        """Return what a Raspberry Pi says."""
        return "Model : Raspberry Pi Zero 2 W Rev 1.0\n", ""


@contextmanager
def _raspberry_pi(spi: Spi) -> Iterator[None]:
    """Be a Raspberry Pi for the time of an import."""
    spidev: Any = ModuleType("spidev")
    spidev.SpiDev = lambda: spi
    before, real = sys.modules.get("spidev"), subprocess.Popen
    sys.modules["spidev"] = spidev
    subprocess.Popen = _CpuInfo  # type: ignore[assignment,misc]
    try:
        yield
    finally:
        subprocess.Popen = real  # type: ignore[misc]
        del sys.modules["spidev"]
        if before is not None:
            sys.modules["spidev"] = before
