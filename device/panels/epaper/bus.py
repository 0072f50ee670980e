"""The way to the controller: the vendor's driver object, with a deadline on each wait."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

from device.papers import Family, Model
from koikoi.cards import KoiKoiError

POLL_MS = 5
"""How often BUSY is looked at, in milliseconds."""

RISES_S = 0.05
"""How long BUSY may take to come after an activation, in seconds; it takes microseconds."""

HARD_S = 10.0
"""The longest wait of all, in seconds."""

SETTLES_MS = 100
"""How long the controller is left alone before its power is cut, in milliseconds."""

CAUSES = "check the model's name, the cable and the 3.3 V supply"


class Config(Protocol):
    """What is used of the vendor's `epdconfig`: the pins, the device file, a pause."""

    @property
    def implementation(self) -> Any:  # noqa: ANN401 - the vendor's driver has no types
        """The machine it found; `implementation.SPI.close()` closes the device file."""

    def module_exit(self) -> None:
        """Close the device file and let all lines of the panel go low."""

    def digital_write(self, pin: int, value: int) -> None:
        """Set the level of a pin."""

    def digital_read(self, pin: int) -> int:
        """Return the level of a pin."""

    def spi_writebyte2(self, data: bytes) -> None:
        """Send bytes in one transfer."""

    def delay_ms(self, delaytime: int) -> None:
        """Wait."""


class Driver(Protocol):
    """What is used of a vendor's module; whatever satisfies it can be driven as one."""

    @property
    def epdconfig(self) -> Config:
        """The way to the pins and to the bus."""

    def EPD(self) -> Any:  # noqa: ANN401, N802 - the vendor's driver has no types, and its names
        """Return an object with `init`, `send_command`, `ReadBusy`, `dc_pin` and `busy_pin`."""


class PanelFailure(KoiKoiError, OSError):  # noqa: N818 - it is the panel that fails
    """The panel cannot be reached: an error of the bus or of a pin, or no answer."""


class PanelTimeout(PanelFailure, TimeoutError):  # noqa: N818 - as the built-in one
    """The panel has been busy for longer than anything it does can take."""


class Patience(NamedTuple):
    """How long something takes, and after how long it is given up, in seconds."""

    expected: float
    limit: float

    @classmethod
    def of(cls, expected: float, least: float = 1.5) -> Patience:
        """Wait three times as long as it takes, at least for so long, and never over the limit."""
        return cls(expected, min(HARD_S, max(least, 3 * expected)))


STARTING = Patience(0.5, 2.0)
"""A reset and what the vendor's `init` does after it."""


class Bus:
    """Commands and data for one panel; every error of the vendor's or a pin's is a PanelFailure.

    `hurried` says whether the program ends: then nothing is waited for that is overdue.
    """

    def __init__(
        self,
        driver: Driver,
        model: Model,
        clock: Callable[[], float],
        hurried: Callable[[], bool] = lambda: False,
    ) -> None:
        self.model = model
        self._clock = clock
        self._hurried = hurried
        self._config = driver.epdconfig
        self._epd = driver.EPD()
        self._patience = STARTING
        # Every wait of the vendor's goes through this method of its object, and has no end.
        self._epd.ReadBusy = self._wait
        self._busy_level = 1 if model.family is Family.SSD16XX else 0

    def open(self) -> None:
        """Give it power, reset it and have the vendor's driver set it up."""
        with self._guarded():
            # Each `init` opens the device file anew without closing it.
            self._config.implementation.SPI.close()
            self._patience = STARTING
            self._epd.init(*self.model.init)

    def close(self) -> None:
        """Close the device file and cut the power; whatever goes wrong, it is over."""
        try:
            with self._guarded():
                self._config.module_exit()
        except PanelFailure:
            # A pin that fails last has done so before, and that has been told.
            return

    def command(self, code: int, *parameters: int) -> None:
        """Send a command and its parameters, a byte each."""
        with self._guarded():
            self._epd.send_command(code)
        if parameters:
            self.data(bytes(parameters))

    def data(self, sent: bytes) -> None:
        """Send data for the last command."""
        with self._guarded():
            # As the vendor's send_data2 does, which not every driver of its has.
            self._config.digital_write(self._epd.dc_pin, 1)
            self._config.spi_writebyte2(sent)

    def load(self, method: str, table: str) -> None:
        """Have the vendor's driver send one of its waveform tables."""
        self._patience = STARTING
        with self._guarded():
            getattr(self._epd, method)(getattr(self._epd, table))

    def run(self, code: int, patience: Patience) -> None:
        """Send a command that makes the panel busy, and wait until it has done it."""
        self.command(code)
        self._patience = patience
        with self._guarded():
            self._rise()
            self._wait()

    def settle(self) -> None:
        """Leave the controller alone for a moment."""
        with self._guarded():
            self._config.delay_ms(SETTLES_MS)

    def _busy(self) -> bool:
        level: int = self._config.digital_read(self._epd.busy_pin)
        return level == self._busy_level

    def _rise(self) -> None:
        """Wait for BUSY to come; a panel without power or cable never gets there."""
        began = self._clock()
        while not self._busy():
            waited = self._clock() - began
            # So late that it may have come and gone unseen.
            if waited >= self._patience.expected / 2:
                return
            if waited >= RISES_S:
                raise PanelFailure(f"{self.model.name} does not answer: {CAUSES}")
            self._config.delay_ms(POLL_MS)

    def _wait(self) -> None:
        """Wait until the panel is no longer busy; raises PanelTimeout."""
        began = self._clock()
        while self._busy():
            waited = self._clock() - began
            patience = self._patience
            limit = 1.5 * patience.expected if self._hurried() else patience.limit
            if waited >= limit:
                raise PanelTimeout(f"{self.model.name} stays busy ({waited:.1f} s): {CAUSES}")
            self._config.delay_ms(POLL_MS)

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            yield
        except PanelFailure:
            raise
        except Exception as error:  # each pin library raises errors of its own kind
            detail = getattr(error, "strerror", None) or error
            raise PanelFailure(f"{self.model.name}: {detail}") from error
