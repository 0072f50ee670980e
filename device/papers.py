"""The e-paper models that can be driven, and what differs between them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from device.geometry import Size


class Family(Enum):
    """Which kind of controller drives the glass."""

    SSD16XX = "SSD16xx"
    UC81XX = "UC81xx"


@dataclass(frozen=True, slots=True)
class Waveforms:
    """The vendor's tables for controllers that hold none: the names in the driver object."""

    load: str
    full: str
    partial: str


@dataclass(frozen=True, slots=True)
class Model:
    """A panel as the vendor's driver names it: native size in pixels, times in seconds.

    The times are those that GxEPD2 records for the same or the sibling glass; where two makes of
    the glass differ it is the longer one. Nothing waits for so long: they set the deadlines.
    """

    name: str
    size: Size
    family: Family
    full_s: float
    partial_s: float
    on_s: float
    off_s: float
    init: tuple[int, ...] = ()
    """What the driver object's `init` is called with."""
    wide: bool = False
    """The X addresses of the controller are pixels in two bytes, not bytes in one (SSD1677)."""
    control: tuple[tuple[int, int], tuple[int, int]] = ((0x00, 0x00), (0x00, 0x00))
    """Display update control 1 (0x21) for a full and for a differential update."""
    border: tuple[int, int] = (0x05, 0x80)
    """Border waveform (0x3C) for a full and for a differential update."""
    fast: tuple[int, ...] = ()
    """The temperature (0x1A) that makes a full update fast; empty where there is no such thing."""
    waveforms: Waveforms | None = None
    """None where the controller holds its own."""
    too_small: bool = False
    """It is driven and tested, but the game does not fit on it."""

    @property
    def row(self) -> int:
        """The bytes of one native row."""
        return -(-self.size.width // 8)

    @property
    def rotations(self) -> tuple[int, ...]:
        """The rotations, in degrees, in which it can be played on: the game lies on its side."""
        if self.too_small:
            return ()
        return (0, 180) if self.size.width > self.size.height else (90, 270)


BYTE_S = 8 / 4_000_000
"""A byte at the 4 MHz of the vendor's drivers, in seconds."""

TRANSFER_S = 100e-6
"""What a transfer takes beside its bytes, in seconds: a guess for a small Pi, not measured."""

_SSD, _UC = Family.SSD16XX, Family.UC81XX

MODELS = {
    model.name: model
    for model in (
        Model(
            name="epd4in2_V2",
            size=Size(400, 300),
            family=_SSD,
            full_s=1.140,
            partial_s=0.358,
            on_s=0.096,
            off_s=0.268,
            control=((0x40, 0x00), (0x00, 0x00)),
            fast=(0x6E,),
        ),
        Model(
            name="epd2in7_V2",
            size=Size(176, 264),
            family=_SSD,
            full_s=1.627,
            partial_s=0.459,
            on_s=0.096,
            off_s=0.141,
            fast=(0x64, 0x00),
        ),
        Model(
            name="epd3in7",
            size=Size(280, 480),
            family=_SSD,
            full_s=0.980,
            partial_s=0.781,
            on_s=0.082,
            off_s=0.139,
            init=(1,),
            wide=True,
            border=(0x03, 0xC0),
            waveforms=Waveforms("load_lut", full="lut_1Gray_GC", partial="lut_1Gray_A2"),
        ),
        Model(
            name="epd7in5_V2",
            size=Size(800, 480),
            family=_UC,
            full_s=4.200,
            partial_s=1.600,
            on_s=0.129,
            off_s=0.040,
        ),
        Model(
            name="epd5in83_V2",
            size=Size(648, 480),
            family=_UC,
            full_s=4.108,
            partial_s=1.584,
            on_s=0.134,
            off_s=0.040,
        ),
        Model(
            name="epd2in13_V4",
            size=Size(122, 250),
            family=_SSD,
            full_s=1.617,
            partial_s=0.457,
            on_s=0.095,
            off_s=0.140,
            control=((0x00, 0x80), (0x00, 0x80)),
            fast=(0x64, 0x00),
            too_small=True,
        ),
        Model(
            name="epd2in9_V2",
            size=Size(128, 296),
            family=_SSD,
            full_s=3.155,
            partial_s=0.458,
            on_s=0.096,
            off_s=0.140,
            control=((0x00, 0x80), (0x00, 0x80)),
            waveforms=Waveforms("SetLut", full="WS_20_30", partial="WF_PARTIAL_2IN9"),
            too_small=True,
        ),
    )
}
"""Every model that is driven, by the vendor's name."""

PLAYABLE = tuple(name for name, model in MODELS.items() if not model.too_small)
"""The models that a board can name."""


def turned(size: Size, rotation: int) -> Size:
    """Return the size of the frames for a panel of this native size."""
    return size if rotation % 180 == 0 else Size(size.height, size.width)


REFUSED = {
    "epd4in2": (
        "epd4in2, the first 4.2 inch panel, cannot be used: "
        "its maker's driver fails at every partial update; epd4in2_V2 can"
    ),
}
"""The panels whose driver cannot be used, with the reason."""
