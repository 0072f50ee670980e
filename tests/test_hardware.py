"""The texts, drawings and cases of the hardware: they say what the boards say, and can be made."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

import pytest

from device import boards, cli
from device.boards import PANEL_PINS
from device.events import Key
from device.papers import MODELS
from device.wiring import GROUNDS, HEADER, PANEL_WIRES
from scripts.hardware import FITTED, FOLDER, OUTLINES, files, row

DRAWN = [name for name in boards.known() if boards.load(name).panel in MODELS]
HAND_WIRED = [name for name in DRAWN if boards.load(name).panel not in FITTED]
CASES = [path for path in files() if path.suffix == ".scad"]
TEXTS = sorted(FOLDER.rglob("*.md"))
PITCH = 0.212
"""Millimetres from pixel to pixel of the 4.2 inch panel, as its maker publishes it."""


def relative(path: Path) -> str:
    return str(path.relative_to(FOLDER))


@pytest.mark.parametrize("path", files(), ids=relative)
def test_what_follows_from_a_board_is_up_to_date(path: Path) -> None:
    assert path.read_text("utf-8") == files()[path], "scripts/hardware renews it"


def test_nothing_is_left_of_a_board_that_is_gone() -> None:
    made = {*(FOLDER / "wiring").iterdir(), *(FOLDER / "enclosure").glob("*.scad")}

    assert made - {FOLDER / "enclosure" / "case.scad"} == set(files())


class Place(NamedTuple):
    x: float
    y: float


class Drawing:
    """What a reader sees in a wiring drawing: where names stand, and how wires run."""

    def __init__(self, name: str) -> None:
        root = ET.parse(FOLDER / "wiring" / f"{name}.svg").getroot()  # noqa: S314 - our own file
        self.texts = [
            (Place(float(each.attrib["x"]), float(each.attrib["y"]) - 4), each.text or "")
            for each in root.iterfind(".//{*}text")
        ]
        # A wire lies in a white bed of its own, which is none.
        self.wires = [
            [
                Place(*map(float, pair))
                for pair in re.findall(r"([\d.]+) ([\d.]+)", each.attrib["d"])
            ]
            for each in root.iterfind(".//{*}path")
            if each.attrib["stroke"] != "#fff"
        ]

    def name_at(self, place: Place, *, within: tuple[float, float]) -> str | None:
        """Return the text whose anchor is nearest, if it is as near as this across and down."""
        near = [
            (abs(at.x - place.x) + abs(at.y - place.y), text)
            for at, text in self.texts
            if abs(at.x - place.x) <= within[0] and abs(at.y - place.y) <= within[1]
        ]
        return min(near)[1] if near else None

    def connections(self, names: tuple[str, ...], within: tuple[float, float]) -> dict[str, int]:
        """Return the header pin that the wire from each of these names leads to."""
        found = {}
        for wire in self.wires:
            name = self.name_at(wire[0], within=within)
            pin = self.name_at(wire[-1], within=(3, 12))
            if name in names and pin is not None:
                found[name] = int(pin)
        return found


@pytest.mark.parametrize("name", DRAWN)
def test_each_panel_wire_is_drawn_to_the_pin_that_the_driver_uses(name: str) -> None:
    drawn = Drawing(name).connections(("VCC", "GND", *PANEL_WIRES), within=(14, 3))

    driver = {wire: HEADER[PANEL_PINS[wire]] for wire in PANEL_WIRES}
    assert drawn == {"VCC": 1, "GND": GROUNDS[0]} | driver


@pytest.mark.parametrize("name", [name for name in DRAWN if boards.load(name).pins])
def test_each_button_is_drawn_to_its_pin(name: str) -> None:
    board = boards.load(name)
    drawing = Drawing(name)
    labels = {text: text.partition(":")[0] for _, text in drawing.texts}

    drawn = drawing.connections(tuple(labels), within=(60, 12))

    assert {
        labels[text]: pin for text, pin in drawn.items() if text not in PANEL_WIRES
    }.items() >= {(board.controls.label(key), HEADER[pin]) for key, pin in board.pins}


@pytest.mark.parametrize("name", DRAWN)
def test_no_two_wires_run_along_each_other(name: str) -> None:
    lines = [
        (number, min(one.x, other.x), max(one.x, other.x), one.y)
        for number, wire in enumerate(Drawing(name).wires)
        for one, other in pairwise(wire)
        if one.y == other.y
    ]

    for (wire, left, right, y), (wire2, left2, right2, y2) in combinations(lines, 2):
        together = min(right, right2) - max(left, left2)
        assert wire == wire2 or together <= 0 or abs(y - y2) >= 6, (y, y2)


@pytest.mark.parametrize("name", DRAWN)
def test_no_pin_of_the_header_is_asked_for_twice(name: str) -> None:
    text = (FOLDER / "wiring" / f"{name}.md").read_text("utf-8")

    rows = re.findall(r"^\| [^|]+ \| (\d+) \|", text, re.MULTILINE)
    grounds = re.findall(r"on pin (\d+)\.$", text, re.MULTILINE)

    counted = Counter(rows + grounds)
    board = boards.load(name)
    assert len(counted) == len(PANEL_WIRES) + 2 + len(board.pins) + (name in HAND_WIRED)
    assert max(counted.values()) == 1


@pytest.mark.parametrize("name", boards.known())
def test_the_overview_names_every_board_and_links_its_page(name: str) -> None:
    text = (FOLDER / "README.md").read_text("utf-8")

    assert f"(boards/{name}.toml)" in text
    assert name not in DRAWN or f"(wiring/{name}.md)" in text


@pytest.mark.parametrize("path", TEXTS, ids=relative)
def test_links_lead_to_what_is_there(path: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", path.read_text("utf-8")):
        assert link.startswith("https://") or (path.parent / link).exists(), link


@pytest.mark.parametrize("path", TEXTS, ids=relative)
def test_commands_that_a_text_tells_to_run_are_understood(path: Path) -> None:
    for line in re.findall(r"`koikoi ([^`]+)`", path.read_text("utf-8")):
        options = cli.parser().parse_args(line.split())
        board = getattr(options, "board", None) or "desktop"
        assert board in boards.known() or board.endswith(".toml"), line


@pytest.mark.parametrize("path", CASES, ids=relative)
def test_a_case_has_a_place_for_each_button_with_its_name(path: Path) -> None:
    board = boards.load(path.stem)
    (labels,) = re.findall(r"^labels = \[(.+)\];$", path.read_text("utf-8"), re.MULTILINE)

    told = labels.replace('"', "").split(", ")

    assert sorted(told) == sorted(board.controls.label(key) for key, _ in board.pins)
    assert told[:2] == ["LEFT", "RIGHT"]
    assert told[-1] == "SEL"


def test_back_lies_beside_select_at_the_right_thumb() -> None:
    assert row(boards.load("pocket-4in2"))[-2:] == (Key.BACK, Key.SELECT)


def test_the_guide_names_the_buttons_in_the_order_of_the_case() -> None:
    board = boards.load("pocket-4in2")
    labels = ", ".join(board.controls.label(key) for key in row(board))

    assert labels in (FOLDER / "README.md").read_text("utf-8").replace("\n", " ")


@pytest.mark.parametrize("panel", OUTLINES)
def test_the_window_is_as_large_as_the_pixels(panel: str) -> None:
    body, size = OUTLINES[panel], MODELS[panel].size

    assert body.active == pytest.approx((size.width * PITCH, size.height * PITCH))


@pytest.mark.parametrize("panel", OUTLINES)
def test_picture_lies_on_the_glass_and_glass_on_the_board(panel: str) -> None:
    body = OUTLINES[panel]

    assert body.active[1] / 2 + body.offset < body.board[1] / 2
    assert body.active[0] < body.glass[0] < body.board[0] - 2 * body.hole[0]
    assert body.active[1] < body.glass[1] < body.board[1]


OPENSCAD = shutil.which("openscad")
needs_openscad = pytest.mark.skipif(
    OPENSCAD is None,
    reason="openscad is missing, so no case is tried: apt install openscad",
)
COARSE = "$fn=8"
"""Circles with few corners: what is tried does not depend on them, and it is ten times as fast."""


def made(case: Path, part: str, folder: Path, *facts: str) -> tuple[str, list[tuple[float, ...]]]:
    """Let OpenSCAD make a part; return what it told, and the corners of the triangles it made."""
    out = folder / f"{part}.stl"
    options = [word for fact in (f'part="{part}"', COARSE, *facts) for word in ("-D", fact)]
    told = subprocess.run(
        [OPENSCAD or "", *options, "-o", str(out), str(case)],
        capture_output=True,
        text=True,
        check=True,
    ).stderr
    corners = re.findall(r"vertex (\S+) (\S+) (\S+)", out.read_text("utf-8"))
    return told, [tuple(map(float, corner)) for corner in corners]


@needs_openscad
@pytest.mark.parametrize("part", ["front", "back", "keys"])
@pytest.mark.parametrize("case", CASES, ids=relative)
def test_a_part_can_be_printed(case: Path, part: str, tmp_path: Path) -> None:
    told, corners = made(case, part, tmp_path)

    assert "WARNING" not in told
    assert re.search(r"Simple: +yes", told)
    # It stands on the printer's bed.
    assert min(z for _, _, z in corners) == pytest.approx(0, abs=0.001)


@needs_openscad
@pytest.mark.parametrize(
    "facts",
    [
        pytest.param((), id="flat"),
        pytest.param(("under_pi=8", "above_pi=22"), id="deep", marks=pytest.mark.soak),
    ],
)
def test_nothing_in_a_case_collides(facts: tuple[str, ...], tmp_path: Path) -> None:
    _, corners = made(FOLDER / "enclosure" / "pocket-4in2.scad", "collisions", tmp_path, *facts)

    # Parts touch where they are screwed together: that has an area and no volume.
    assert volume(corners) == pytest.approx(0, abs=0.01)


def volume(corners: list[tuple[float, ...]]) -> float:
    """The volume of a body, from the corners of its triangles: a sum of signed pyramids."""
    return sum(
        (
            a[0] * (b[1] * c[2] - b[2] * c[1])
            - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
        )
        / 6
        for a, b, c in zip(corners[::3], corners[1::3], corners[2::3], strict=True)
    )


def test_the_volume_of_a_pyramid_is_a_sixth_of_its_box() -> None:
    o, x, y, z = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 2.0, 0.0), (0.0, 0.0, 3.0)
    faces = [(o, y, x), (o, x, z), (o, z, y), (x, y, z)]

    assert volume([corner for face in faces for corner in face]) == pytest.approx(1.0)
