"""The gallery as a folder: a picture of each state, the sheets of cards, and a page of them all."""

from __future__ import annotations

from html import escape
from pathlib import Path

from PIL import Image

from device.gallery.states import State, states
from device.geometry import Size
from device.look import Frame, Look, layout
from device.look.faces import PAPER, card_back, card_face, icon, token
from device.look.look import LookError
from device.look.metrics import METRICS
from device.look.sheets import TOKEN
from device.look.strings import LANGUAGES
from koikoi.cards import DECK, Card, Kind, KoiKoiError

MONTHS, CARDS = 12, 4
"""How a sheet of cards is laid out: a column for each month."""

GAP = 4
"""Between two cards on a sheet, in pixels."""

STYLE = """
body { font: 16px sans-serif; margin: 24px; background: #eee; color: #000; }
figure { display: inline-block; margin: 0 16px 16px 0; }
img { display: block; border: 1px solid #888; image-rendering: pixelated; }
"""


class FolderError(KoiKoiError, OSError):
    """A folder that pictures cannot be written into."""


def look_for(size: str, language: str) -> Look:
    """Return the look with a size, such as "400x300", and a language; raises LookError."""
    sizes = {str(known): known for known in METRICS}
    if size not in sizes:
        raise LookError(f"no screens are drawn for {size!r}; there are {', '.join(sizes)}")
    return Look(sizes[size], language)


def write(folder: Path, look: Look) -> int:
    """Write the gallery; return how many pictures it has; raises FolderError."""
    shown = states(look.language)
    pictures = {str(state): picture(state, look) for state in shown}
    pictures |= {"sheet-deck": deck(look), "sheet-tokens": tokens(look)}
    page = _page(f"Koi-Koi, {look.size}, {LANGUAGES[look.language]}", pictures)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, image in pictures.items():
            image.save(folder / f"{name}.png")
        (folder / "index.html").write_text(page, "utf-8")
    except OSError as error:
        raise FolderError(f"{folder} cannot be written: {error.strerror or error}") from error
    return len(pictures)


def picture(state: State, look: Look) -> Image.Image:
    """Return the picture of a state."""
    return Frame(layout(state.shown, state.look(look), state.alerts)).image


def deck(look: Look) -> Image.Image:
    """Return all cards, a column for each month, and beside them the back."""
    size = look.metrics.card
    faces = {_cell(card): card_face(card, size, numeral=look.numerals) for card in DECK}
    return _sheet(faces | {(MONTHS, 0): card_back(size)}, size)


def tokens(look: Look) -> Image.Image:
    """Return what stands for taken cards.

    Below all of them are the highest of each month as they are when just taken and when missing,
    and the signs of the kinds.
    """
    scale = look.metrics.scale
    size = Size(scale * TOKEN.width, scale * TOKEN.height)
    cells = {_cell(card): token(card, size) for card in DECK}
    for card in DECK[::CARDS]:
        column, row = _cell(card)
        cells[column, row + CARDS] = token(card, size, fresh=True)
        cells[column, row + CARDS + 1] = token(card, size, ghost=True)
    cells |= {(column, CARDS + 2): icon(kind, scale) for column, kind in enumerate(Kind)}
    return _sheet(cells, size)


def _cell(card: Card) -> tuple[int, int]:
    """Return the column and the row of a card."""
    return divmod(card, CARDS)


def _sheet(cells: dict[tuple[int, int], Image.Image], size: Size) -> Image.Image:
    """Return pictures in columns and rows with a gap around each."""
    columns, rows = (1 + max(cell[way] for cell in cells) for way in (0, 1))
    pitch = Size(size.width + GAP, size.height + GAP)
    image = Image.new("1", (GAP + columns * pitch.width, GAP + rows * pitch.height), PAPER)
    for (column, row), cell in cells.items():
        image.paste(cell, (GAP + column * pitch.width, GAP + row * pitch.height))
    return image


def _page(title: str, pictures: dict[str, Image.Image]) -> str:
    """Return a page that shows all pictures in plain HTML."""
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        '<meta charset="utf-8">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style>",
        f"<h1>{escape(title)}</h1>",
    ]
    for name, image in pictures.items():
        source = f'<img src="{name}.png" width="{image.width}" height="{image.height}" alt="">'
        lines.append(f"<figure>{source}<figcaption>{name}</figcaption></figure>")
    return "\n".join(lines) + "\n"
