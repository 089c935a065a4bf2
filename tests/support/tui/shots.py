"""A screen as its pictures paint it, cell by cell, and the words that did not fit."""

from __future__ import annotations

import textwrap
from typing import NamedTuple

from textual.strip import Strip

from primeparlor.terminal.drawing.canvas import Canvas, Cell
from primeparlor.terminal.drawing.palette import DARK
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget
from support.tui.visits import strips_of


class Strict(Canvas):
    """A canvas that notes which words did not fit."""

    cuts: list[str]

    def window(self, x: int, y: int, width: int, height: int) -> Canvas:
        part = super().window(x, y, width, height)
        part.__class__, part.cuts = Strict, self.cuts  # type: ignore[attr-defined]
        return part

    def put(self, x: int, y: int, text: str, ink: str = "ink", ground: str = "", attributes: str = "") -> int:
        beyond = text if not 0 <= y < self.h else text[: max(0, -x)] + text[max(0, self.w - x) :]
        if any(sign.isalpha() for sign in beyond):
            self.cuts.append(text)
        return super().put(x, y, text, ink, ground, attributes)

    def para(self, x: int, y: int, width: int, text: str, ink: str = "ink2", rows: int | None = None) -> int:
        if rows is not None and len(textwrap.wrap(text, max(1, width))) > rows:
            self.cuts.append(text)
        return super().para(x, y, width, text, ink, rows)


class Shot(NamedTuple):
    """A screen in a window of one size."""

    name: str
    cells: list[list[Cell]]
    cuts: list[str]  # words that did not fit

    @property
    def text(self) -> str:
        return "\n".join("".join(cell.glyph for cell in row).rstrip() for row in self.cells).rstrip() + "\n"


TOKENS = {colour: token for token, colour in DARK.items()}


def cells_of(strip: Strip) -> list[Cell]:
    """The cells of a row of Textual's own widgets, in the dark look."""
    cells: list[Cell] = []
    for text, style, _ in strip:
        ink, ground = (
            TOKENS.get(colour.triplet.hex, default) if colour and colour.triplet else default
            for colour, default in ((style and style.color, "ink"), (style and style.bgcolor, "wall"))
        )
        cells += [Cell(sign, ink, ground, "bold" if style and style.bold else "") for sign in text]
    return cells


def shot(app: ParlorApp, name: str) -> Shot:
    """What this screen shows, cell by cell; where pictures paint it, with the words that did not fit."""
    width, height = app.size
    cells = [cells_of(strip) for strip in strips_of(app)]
    cuts: list[str] = []
    for picture in app.screen.query(PaintedWidget):
        if picture.display and picture.size.width and picture.size.height:
            c = Strict(picture.size.width, picture.size.height, picture.ground)
            c.cuts = cuts
            picture.render_line(0)
            picture.paint(c)
            x, y = picture.content_region.offset
            for dy, row in enumerate(c.cells[: height - y]):
                cells[y + dy][x : x + c.w] = row[: width - x]
    return Shot(f"{name}-{width}", cells, cuts)
