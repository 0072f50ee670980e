"""Who may import whom. A rule reads a file and complains; that it can complain is tested too."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).resolve().parent.parent

KOIKOI = (
    ("koikoi",),  # the package itself: its version
    ("koikoi.cards",),
    ("koikoi.seat",),
    ("koikoi.moves",),
    ("koikoi.rules",),
    ("koikoi.words",),
    ("koikoi.yaku",),
    ("koikoi.progress",),
    ("koikoi.score",),
    ("koikoi.position",),
    ("koikoi.chance", "koikoi.advice"),
    ("koikoi.round",),
    ("koikoi.view",),
    ("koikoi.match",),
    ("koikoi.record",),
    ("koikoi.tally",),
    ("koikoi.gokoikoi",),
    ("koikoi.replay",),
    ("koikoi.players",),
    ("koikoi.coach",),
    ("koikoi.arena",),
    ("koikoi.bench",),
    ("koikoi.bench_players",),
    ("koikoi.commands",),
    ("koikoi.__main__",),
)
"""From the ground up: a file imports only rows above its own (players also each other)."""

DEVICE = (
    ("device",),
    ("device.geometry",),
    ("device.events",),
    ("device.controls",),
    ("device.presses", "device.keylines"),
    ("device.intents",),
    ("device.papers", "device.planner", "device.refresh"),
    ("device.documents",),
    ("device.settings",),
    ("device.notices",),
    ("device.screens",),
    ("device.look",),
    ("device.files", "device.lock", "device.tty", "device.system", "device.bootfiles"),
    ("device.archive", "device.steps"),
    (
        "device.panels",
        "device.keypads",
        "device.store",
        "device.workers",
        "device.boards",
        "device.battery",
        "device.power",
    ),
    ("device.gallery", "device.wiring", "device.transfer"),
    ("device.notify",),
    ("device.app", "device.fsck"),
    ("device.build",),
    ("device.failed", "device.setup"),
    ("device.doctor",),
    ("device.watch_keys",),
    ("device.bench_press",),
    ("device.bench", "device.bench_panel", "device.bench_start"),
    ("device.cli",),
    ("device.__main__",),
)
"""The same for the device; files of one package may import each other, other neighbours may not."""

LEAVES = ("device.panels", "device.keypads")
WHOLE = ("device.panels.epaper", "device.panels.emulator")
"""Leaves of several files, which may import each other."""
TOOLKITS = ("gpiozero", "lgpio", "spidev", "serial", "pygame", "waveshare_epd", "epaper")
SOURCES = sorted(
    PurePosixPath(path.relative_to(ROOT).as_posix())
    for package in ("koikoi", "device")
    for path in (ROOT / package).rglob("*.py")
)


@dataclass(frozen=True, slots=True)
class Import:
    """One imported name in full, such as `device.panels.window`."""

    name: str
    at_import: bool  # it runs when the module is imported: not in a function, not for types only

    def within(self, package: str) -> bool:
        return f"{self.name}.".startswith(f"{package}.")


def imports(source: str) -> Iterator[Import]:
    yield from _imports(ast.parse(source), at_import=True)


def _imports(node: ast.AST, *, at_import: bool) -> Iterator[Import]:
    match node:
        case ast.Import(names=names):
            for alias in names:
                yield Import(alias.name, at_import)
        case ast.ImportFrom(module=module, names=names, level=level):
            for alias in names:
                yield Import(f"{'.' * level}{module or ''}.{alias.name}", at_import)
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
            at_import = False
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            at_import = False
    for child in ast.iter_child_nodes(node):
        yield from _imports(child, at_import=at_import)


def module_of(path: PurePosixPath) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def row(order: tuple[tuple[str, ...], ...], module: str) -> tuple[int, str] | None:
    """The row and the entry of a module: the entry is the longest that it is, or lies in."""
    entries = [(len(entry), index, entry) for index, row in enumerate(order) for entry in row]
    root = order[0][0]
    for _, index, entry in sorted(entries, reverse=True):
        if module == entry or (entry != root and module.startswith(f"{entry}.")):
            return index, entry
    return None


def is_module(name: str) -> bool:
    path = ROOT / name.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").is_file()


def target(name: str) -> str:
    """The module that an imported name lies in: `koikoi.cards.fuda` lies in `koikoi.cards`."""
    return name if is_module(name) or "." not in name else name.rpartition(".")[0]


def core_is_self_contained(path: PurePosixPath, source: str) -> Iterator[str]:
    """koikoi imports the standard library and itself."""
    if path.parts[0] == "koikoi":
        for imported in imports(source):
            if imported.name.split(".")[0] not in {"koikoi", *sys.stdlib_module_names}:
                yield f"imports {imported.name}"


def imports_go_up(path: PurePosixPath, source: str) -> Iterator[str]:
    """Every file has its place in the order and imports only what stands above it."""
    module = module_of(path)
    order = KOIKOI if path.parts[0] == "koikoi" else DEVICE
    here = row(order, module)
    if here is None:
        yield f"{module} has no place in the order: give it one in this test"
        return
    for imported in imports(source):
        if not imported.within(order[0][0]):
            continue
        there = row(order, target(imported.name))
        if there is None:
            yield f"imports {imported.name}, which has no place in the order"
        elif there[0] >= here[0] and there[1] != here[1]:
            yield f"imports {imported.name}, which is not above it"


def leaves_are_named_by_build(path: PurePosixPath, source: str) -> Iterator[str]:
    """A panel or a keypad is imported by build.py alone, not even by its neighbours."""
    module = module_of(path)
    if module == "device.build":
        return
    own = next((package for package in WHOLE if f"{module}.".startswith(f"{package}.")), module)
    for imported in imports(source):
        leaf = target(imported.name)
        inside = f"{leaf}.".startswith(f"{own}.")
        if leaf.startswith(tuple(f"{package}." for package in LEAVES)) and not inside:
            yield f"imports {leaf}"


def toolkits_are_imported_in_use(path: PurePosixPath, source: str) -> Iterator[str]:
    """gpiozero, serial, pygame and the vendor's driver: in panels and keypads, inside functions."""
    in_leaf = module_of(path).startswith(LEAVES)
    for imported in imports(source):
        if any(imported.within(toolkit) for toolkit in TOOLKITS):
            if not in_leaf:
                yield f"imports {imported.name} outside panels and keypads"
            elif imported.at_import:
                yield f"imports {imported.name} when it is imported itself"


def rpi_gpio_is_not_needed(_: PurePosixPath, source: str) -> Iterator[str]:
    """RPi.GPIO does not work on a Pi 5."""
    for imported in imports(source):
        if imported.within("RPi"):
            yield f"imports {imported.name}"


def chance_and_time_are_arguments(path: PurePosixPath, source: str) -> Iterator[str]:
    """koikoi draws from no global generator and reads no clock of the day."""
    if path.parts[0] != "koikoi":
        return
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(value=ast.Name(id="random"), attr=used) if used != "Random":
                yield f"uses random.{used}"
            case ast.Attribute(value=ast.Name(id="time"), attr="time" | "time_ns" as used):
                yield f"uses time.{used}"
            case ast.ImportFrom(module="random", names=names):
                yield from (f"uses random.{name.name}" for name in names if name.name != "Random")
            case ast.ImportFrom(module="time", names=names):
                for name in names:
                    if name.name in {"time", "time_ns"}:
                        yield f"uses time.{name.name}"


Rule = Callable[[PurePosixPath, str], Iterator[str]]
RULES: tuple[Rule, ...] = (
    core_is_self_contained,
    imports_go_up,
    leaves_are_named_by_build,
    toolkits_are_imported_in_use,
    rpi_gpio_is_not_needed,
    chance_and_time_are_arguments,
)


@pytest.mark.parametrize("path", SOURCES, ids=str)
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_every_file_keeps(rule: Rule, path: PurePosixPath) -> None:
    source = (ROOT / path).read_text(encoding="utf-8")

    complaints = list(rule(path, source))

    assert complaints == []


@pytest.mark.parametrize(
    ("rule", "path", "source"),
    [
        (core_is_self_contained, "koikoi/cards.py", "import device.app"),
        (core_is_self_contained, "koikoi/cards.py", "from PIL import Image"),
        (core_is_self_contained, "koikoi/players/hard.py", "def f():\n    import gpiozero"),
        (imports_go_up, "koikoi/cards.py", "from koikoi.round import Round"),
        (imports_go_up, "koikoi/cards.py", "from koikoi import round"),
        (imports_go_up, "koikoi/view.py", "import koikoi.players.hard"),
        (imports_go_up, "koikoi/round.py", "from koikoi.nowhere import x"),
        (imports_go_up, "koikoi/nowhere.py", ""),
        (imports_go_up, "device/geometry.py", "from device.events import Key"),
        (imports_go_up, "device/screens/title.py", "from device.look import layout"),
        (imports_go_up, "device/look/layout.py", "from device import store"),
        (imports_go_up, "device/look/layout.py", "import device.panels.memory"),
        (imports_go_up, "device/store.py", "import device.workers"),
        (imports_go_up, "device/panels/memory.py", "import device.keypads"),
        (imports_go_up, "device/app.py", "def f():\n    from device.build import build"),
        (leaves_are_named_by_build, "device/app.py", "import device.panels.memory"),
        (leaves_are_named_by_build, "device/app.py", "from device.panels import memory"),
        (leaves_are_named_by_build, "device/panels/png.py", "import device.panels.memory"),
        (toolkits_are_imported_in_use, "device/app.py", "def f():\n    import pygame"),
        (toolkits_are_imported_in_use, "device/panels/window.py", "import pygame.display"),
        (toolkits_are_imported_in_use, "device/keypads/gpio.py", "from gpiozero import Button"),
        (toolkits_are_imported_in_use, "device/keypads/gpio.py", "class A:\n    import serial"),
        (rpi_gpio_is_not_needed, "device/keypads/gpio.py", "def f():\n    from RPi import GPIO"),
        (chance_and_time_are_arguments, "koikoi/chance.py", "import random\nrandom.shuffle([])"),
        (chance_and_time_are_arguments, "koikoi/chance.py", "from random import choice"),
        (chance_and_time_are_arguments, "koikoi/arena.py", "import time\ntime.time()"),
        (chance_and_time_are_arguments, "koikoi/arena.py", "from time import time"),
    ],
)
def test_a_rule_complains_once_when_broken(rule: Rule, path: str, source: str) -> None:
    complaints = list(rule(PurePosixPath(path), source))

    assert len(complaints) == 1


@pytest.mark.parametrize(
    ("rule", "path", "source"),
    [
        (core_is_self_contained, "koikoi/record.py", "import json\nfrom koikoi.match import Match"),
        (imports_go_up, "koikoi/cards.py", "from koikoi import __version__"),
        (imports_go_up, "koikoi/players/hard.py", "from koikoi.players.easy import Easy"),
        (imports_go_up, "device/panels/memory.py", "from device.panels import Panel"),
        (leaves_are_named_by_build, "device/app.py", "from device.panels import Panel"),
        (leaves_are_named_by_build, "device/build.py", "from device.panels import memory"),
        (toolkits_are_imported_in_use, "device/panels/window.py", "def f():\n    import pygame"),
        (
            toolkits_are_imported_in_use,
            "device/keypads/gpio.py",
            "if TYPE_CHECKING:\n    import gpiozero",
        ),
        (chance_and_time_are_arguments, "koikoi/chance.py", "import random\nrandom.Random(1)"),
        (chance_and_time_are_arguments, "device/store.py", "import time\ntime.time()"),
    ],
)
def test_a_rule_is_silent_when_kept(rule: Rule, path: str, source: str) -> None:
    complaints = list(rule(PurePosixPath(path), source))

    assert complaints == []
