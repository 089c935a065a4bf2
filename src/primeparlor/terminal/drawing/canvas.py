"""A grid of styled cells that painters draw on, with clickable areas.

Colours are names of tokens (see palette); the screen that shows the canvas maps them to colours, if any.
A window is a part of a canvas with its own origin; drawing outside of it has no effect.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import repeat
from typing import NamedTuple, TypeAlias

from primeparlor.core import Player
from primeparlor.terminal.drawing import numerals
from primeparlor.terminal.drawing.lines import JOINERS
from primeparlor.terminal.drawing.numerals import Size

MARK: dict[Player, str] = {1: "●", 2: "■"}
FRAMES = {"round": "╭╮╰╯─│", "line": "┌┐└┘─│", "heavy": "┏┓┗┛━┃", "dash": "╭╮╰╯╌┆"}
KEYS = {"Enter": "enter", "Esc": "escape", "Space": "space"}  # where a chip's name is not its key

Run: TypeAlias = tuple[str, str] | tuple[str, str, str]  # text, ink, attributes


class Cell(NamedTuple):
    """One character with its ink, its ground and its attributes ("bold", "underline", "strike")."""

    glyph: str = " "
    ink: str = "ink"
    ground: str = "paper"
    attributes: str = ""


class Hit(NamedTuple):
    """A clickable area; a click on it is the same as pressing its key."""

    x: int
    y: int
    width: int
    height: int
    key: str


class Canvas:
    """Cells in rows. `w` and `h` are the size; drawing beyond the edge has no effect."""

    def __init__(self, width: int, height: int, ground: str = "paper") -> None:
        self.w, self.h, self.ground = width, height, ground
        self.cells = [[Cell(ground=ground)] * width for _ in range(height)]
        self.hits: list[Hit] = []
        self._x = self._y = 0

    def window(self, x: int, y: int, width: int, height: int) -> Canvas:
        """Return a part of this canvas as a canvas: same cells, own origin and edges."""
        part = Canvas(0, 0, self.ground)
        part.w, part.h = max(0, min(width, self.w - x)), max(0, min(height, self.h - y))
        part.cells, part.hits, part._x, part._y = self.cells, self.hits, self._x + x, self._y + y
        return part

    def at(self, x: int, y: int) -> Cell:
        """Return the cell at this position."""
        return self.cells[self._y + y][self._x + x]

    def hit(self, x: int, y: int, width: int, height: int, key: str) -> None:
        """Make a click in this area press this key."""
        self.hits.append(Hit(self._x + x, self._y + y, width, height, key))

    # Text -------------------------------------------------------------------------------------------

    def put(self, x: int, y: int, text: str, ink: str = "ink", ground: str = "", attributes: str = "") -> int:
        """Write a text and return the column behind it. Without `ground`, the ground of the cells stays."""
        if not text.isascii() or not text.isprintable():
            text = _in_cells(text)
        if 0 <= y < self.h and 0 <= self._y + y < len(self.cells):  # a window may lie beyond the edge
            row = self.cells[self._y + y]
            if len(text) == 1:  # the most common case in a drawing
                if 0 <= x < self.w and 0 <= (at := self._x + x) < len(row):
                    row[at] = _cell(text, ink, ground or row[at].ground, attributes)
                return x + 1
            first, last = max(0, x, -self._x), min(x + len(text), self.w, len(row) - self._x)
            if first < last:
                there = slice(self._x + first, self._x + last)
                unders = [ground] * (last - first) if ground else [cell.ground for cell in row[there]]
                shown = text[first - x : last - x]
                row[there] = map(_cell, shown, repeat(ink), unders, repeat(attributes))
        return x + len(text)

    def runs(self, x: int, y: int, *parts: Run) -> int:
        """Write texts side by side, each in its own ink; return the column behind them."""
        for part in parts:
            x = self.put(x, y, part[0], part[1], "", part[2] if len(part) == 3 else "")
        return x

    def right(self, x: int, y: int, text: str, ink: str = "ink", attributes: str = "") -> None:
        """Write a text that ends before this column."""
        self.put(x - len(text), y, text, ink, "", attributes)

    def centre(
        self, x: int, y: int, width: int, text: str, ink: str = "ink", ground: str = "", attributes: str = ""
    ) -> None:
        """Write a text centred in this width."""
        self.put(x + (width - len(text) + 1) // 2, y, text, ink, ground, attributes)

    def para(self, x: int, y: int, width: int, text: str, ink: str = "ink2", rows: int | None = None) -> int:
        """Write a text in lines of this width; return the row after it. Lines beyond `rows` are left out."""
        for line in wrapped(text, width)[:rows]:
            self.put(x, y, line, ink)
            y += 1
        return y

    def all_of(self, x: int, y: int, width: int, text: str, ink: str = "ink2", end: int | None = None) -> int:
        """Write a text in lines, but only if all of them end before row `end`; return the row after it."""
        fits = y + len(wrapped(text, width)) <= (self.h if end is None else end)
        return self.para(x, y, width, text, ink) if fits else y

    # Shapes -----------------------------------------------------------------------------------------

    def fill(
        self, x: int, y: int, width: int, height: int, ground: str, glyph: str = " ", ink: str = "ink"
    ) -> None:
        """Fill a rectangle with one glyph on a ground."""
        left, top = self._x + max(0, x, -self._x), self._y + max(0, y, -self._y)
        right, bottom = self._x + min(x + width, self.w), self._y + min(y + height, self.h)
        cells = [_cell(_in_cells(glyph), ink, ground, "")] * (right - left)
        for row in self.cells[top : max(top, bottom)] if cells else ():
            row[left:right] = cells

    def box(
        self,
        x: int,
        y: int,
        width: int,
        height: int,
        ink: str = "edge",
        ground: str = "",
        style: str = "round",
    ) -> None:
        """Draw a frame, filled if it has a ground."""
        upper_left, upper_right, lower_left, lower_right, across, down = tuple(FRAMES[style])
        if ground:
            self.fill(x, y, width, height, ground)
        self.put(x, y, upper_left + across * (width - 2) + upper_right, ink)
        self.put(x, y + height - 1, lower_left + across * (width - 2) + lower_right, ink)
        for row in range(y + 1, y + height - 1):
            self.put(x, row, down, ink)
            self.put(x + width - 1, row, down, ink)

    def panel(self, title: str = "", aside: str = "") -> None:
        """Draw a thin frame around the whole canvas, with a title and an aside in its upper edge."""
        self.box(0, 0, self.w, self.h, "edge", "paper", "line")
        if title:
            self.put(2, 0, f" {title} ", "ink", "", "bold")
        if aside:
            self.right(self.w - 2, 0, f" {aside} ", "ink2")

    def rule(self, y: int) -> None:
        """Draw a line across a panel."""
        self.put(0, y, "├" + "─" * (self.w - 2) + "┤", "edge")
        self.put(1, y, "─" * (self.w - 2), "line")

    def mark(self, x: int, y: int, player: Player, ground: str = "") -> None:
        """Draw the sign of a player."""
        self.put(x, y, MARK[player], f"p{player}", ground)

    def bar(self, x: int, y: int, width: int, player: Player, text: str = "") -> None:
        """Draw a bar: solid for Player 1, hatched for Player 2; a text on it is not hatched."""
        self.put(x, y, (" " if player == 1 else "╱") * width, "p2h", f"p{player}f")
        if text and width >= len(text):
            shown = f" {text} " if width > len(text) + 1 else text
            self.put(x + (width - len(shown)) // 2, y, shown, "on", f"p{player}f", "bold")

    def chips(self, x: int, y: int, items: Sequence[tuple[str, str]], ground: str = "sunk") -> int:
        """Write keys and what they do, side by side and clickable; return the column behind them."""
        for key, word in items:
            start, x = x, self.put(x, y, f" {key} ", "ink", ground, "bold")
            x = self.put(x + 1, y, word, "ink2")
            if key in KEYS or len(key) == 1:  # other labels name several keys at once
                self.hit(start, y, x - start, 1, KEYS.get(key, key.lower()))
            x += 2
        return x

    def number(
        self,
        x: int,
        y: int,
        text: str,
        size: Size = "L",
        ink: str = "ink",
        rows: slice = slice(None),
        attributes: str = "",
    ) -> int:
        """Draw a number in large figures; return the column behind it."""
        for dy, row in enumerate(numerals.cells(text, size)[rows]):
            for dx, cell in enumerate(row):
                if not (0 <= x + dx < self.w and 0 <= y + dy < self.h):
                    continue
                if cell.inline:
                    under = self.at(x + dx, y + dy).ground
                    self.put(x + dx, y + dy, cell.glyph, under, ink, "inline")
                elif cell.glyph != " ":
                    self.put(x + dx, y + dy, cell.glyph, ink, "", attributes)
        return x + numerals.width(text, size)


_cell = cache(Cell)  # a screen has thousands of cells of few kinds


@lru_cache(1024)
def wrapped(text: str, width: int) -> tuple[str, ...]:
    """Wrap a text to this width; cached, since most texts are painted again and again."""
    return tuple(textwrap.wrap(text, max(1, width)))


@lru_cache(1024)
def _in_cells(text: str) -> str:
    """Return the text with one displayable character per cell; joiners, as in names, take none."""
    return "".join(map(_one_cell, text.translate(JOINERS)))


@cache
def _one_cell(sign: str) -> str:
    """Return the character, or ? for a control character or one that does not take exactly one cell."""
    wide = unicodedata.east_asian_width(sign) in ("W", "F") or unicodedata.combining(sign)
    return sign if sign.isprintable() and not wide else "?"
