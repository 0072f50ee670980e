"""How the program looks to this player on this panel: size, language, and how much it helps."""

from __future__ import annotations

from dataclasses import dataclass

from device.controls import KEYBOARD, Controls
from device.events import Key
from device.geometry import Size
from device.look.metrics import METRICS, NUMERAL_CARD, Metrics
from device.look.strings import LANGUAGES, counted, exists, text
from device.settings import Hints, Settings
from koikoi.cards import KoiKoiError


class LookError(KoiKoiError, ValueError):
    """A size or a language that nothing was drawn or written for."""


@dataclass(frozen=True, slots=True)
class Look:
    """All that a layout depends on beside its screen."""

    size: Size
    language: str = "en"
    hints: Hints = Hints.MATCHES
    numerals: bool = True
    large_text: bool = False
    controls: Controls = KEYBOARD
    battery: int | None = None
    """How many of 3 bars the battery has; None where there is none, or nothing is known of it."""

    def __post_init__(self) -> None:
        """Refuse a size or language that we do not have; raises LookError."""
        if self.size not in METRICS:
            known = ", ".join(str(size) for size in METRICS)
            raise LookError(f"no screens are drawn for {self.size}; there are {known}")
        if self.language not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            raise LookError(f"no texts are written in {self.language!r}; there are {known}")

    @classmethod
    def of(
        cls,
        size: Size,
        settings: Settings,
        controls: Controls = KEYBOARD,
        battery: int | None = None,
    ) -> Look:
        """Return the look that the settings ask for on a panel of this size; raises LookError."""
        small = size in METRICS and METRICS[size].card.width < NUMERAL_CARD
        numerals = settings.numerals or small
        large, hints = settings.large_text, settings.hints
        return cls(size, settings.language, hints, numerals, large, controls, battery)

    @property
    def metrics(self) -> Metrics:
        """The places on this panel."""
        return METRICS[self.size]

    def text(self, key: str, **values: object) -> str:
        """Return the text with this id in the player's language.

        What tells of keys (`key.`) tells of those that the device has.
        """
        if not key.startswith("key."):
            return text(self.language, key, **values)
        if Key.OPTIONS not in self.controls.reached and exists(self.language, f"{key}.no_options"):
            key = f"{key}.no_options"
        words = text(self.language, key, **values)
        # QUIT closes what is open where there is no BACK to do it.
        if Key.BACK not in self.controls.reached:
            words = words.replace("BACK", "QUIT")
        for button, label in self.controls.labels:
            words = words.replace(KEYBOARD.label(button), label)
        return words

    def counted(self, key: str, number: int, **values: object) -> str:
        """Return the text in the form that goes with a number."""
        return counted(self.language, key, number, **values)
