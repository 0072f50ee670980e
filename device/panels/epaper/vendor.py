"""The panel maker's own driver: found, and imported around what keeps it from being imported."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import cast

from device.panels.epaper.bus import Driver
from device.papers import REFUSED
from koikoi.cards import KoiKoiError

MISSING = (
    "the panel maker's driver is missing: sudo koikoi setup --board NAME, or by hand "
    "pip install --no-deps waveshare-epaper, or its source: "
    "pip install --no-deps --group waveshare-git"
)
PINS = "17, 18, 24 and 25"
NO_PI = "the panel maker's driver finds no Raspberry Pi here"


class VendorError(KoiKoiError, OSError):
    """The panel maker's driver cannot be used; the message says why and what to do."""


def load(model: str) -> Driver:
    """Return the driver module of a panel: waveshare_epd's, else epaper's; raises VendorError.

    Importing it claims the panel's pins (BCM 17, 18, 24 and 25); its `epdconfig` owns them.
    """
    if model in REFUSED:
        raise VendorError(REFUSED[model])
    find = _finder()
    try:
        with _rpi_gpio():
            return cast(Driver, find(model))
    except ImportError as error:
        raise VendorError(_missing(model, error.name or str(error))) from error
    except Exception as error:  # each pin library raises errors of its own kind
        if "sysfs_software_spi" in str(error):
            raise VendorError(NO_PI) from error
        reason = str(error) or type(error).__name__
        raise VendorError(f"the panel's pins {PINS} cannot be opened: {reason}") from error


def _finder() -> Callable[[str], ModuleType]:
    """Return how to import a driver: the maker's repository first, then its copy on PyPI."""
    try:
        importlib.import_module("waveshare_epd")
    except ImportError:
        pass
    else:
        return lambda model: importlib.import_module(f"waveshare_epd.{model}")
    try:
        # The copy lies under a directory with a hyphen in its name: only this function reaches it.
        find: Callable[[str], ModuleType] = importlib.import_module("epaper").epaper
    except ImportError as error:
        raise VendorError(MISSING) from error
    return find


def _missing(model: str, name: str) -> str:
    """Return what to say of a module that was not found on the way to a driver."""
    if name.endswith(f".{model}"):
        return f"the panel maker's package has no driver called {model}"
    if name.startswith(("Jetson", "Hobot")):
        # What it takes a machine for that does not call itself a Raspberry Pi.
        return NO_PI
    return f"the panel maker's driver needs {name}: pip install 'koikoi[pi]'"


@contextmanager
def _rpi_gpio() -> Iterator[None]:
    """Let `import RPi.GPIO` pass: some drivers import it, none uses it, and a Pi 5 cannot have it.

    Only while they are imported: what is left behind would look like the real one to others.
    """
    try:
        importlib.import_module("RPi.GPIO")
    except (ImportError, RuntimeError, OSError):
        names = ("RPi", "RPi.GPIO")
        before = {name: sys.modules[name] for name in names if name in sys.modules}
        sys.modules.update({name: before.get(name, ModuleType(name)) for name in names})
        try:
            yield
        finally:
            for name in names:
                del sys.modules[name]
            sys.modules.update(before)
    else:
        yield
