"""Large figures for the screen.

A numeral is a skeleton of box lines. Each cell of the skeleton is a cell of ink whose line is drawn in the
colour of the ground: the inline. Half a cell of ink is added left and right of a stroke with quadrant
blocks. A stroke is two columns wide or one row high, which is the same length on a screen.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

Size: TypeAlias = Literal["L", "M", "S"]
HEIGHT: dict[Size, int] = {"L": 9, "M": 5, "S": 3}

LARGE = {  # 9 rows
    "0": " ╭────╮ |╭╯    ╰╮|│      │|│      │|│      │|│      │|│      │|╰╮    ╭╯| ╰────╯ ",
    "1": "  ╱╮  | ╱ │  |   │  |   │  |   │  |   │  |   │  |   │  |╶──┴─╴",
    "2": " ╭────╮ |╭╯    ╰╮|╵      │|       │|      ╱ |     ╱  |    ╱   |   ╱    | ╶─────╴",
    "3": "╶─────╴ |     ╱  |    ╱   |   ╱    |  ╶───╮ |      ╰╮|       │|╷     ╭╯|╰─────╯ ",
    "4": "     ╱╮ |    ╱ │ |   ╱  │ |  ╱   │ | ╱    │ |╱     │ |──────┼╴|      │ |      ╵ ",
    "5": "╭─────╴ |│       |│       |╰────╮  |     ╰─╮|       │|       │|╷     ╭╯|╰─────╯ ",
    "6": "    ╱   |   ╱    |  ╱     | ╱───╮  |╭╯   ╰─╮|│      │|│      │|╰╮    ╭╯| ╰────╯ ",
    "7": "╶──────╮|       ╱|      ╱ |     ╱  |    ╱   |   ╱    |  ╱     | ╱      |╱       ",
    "8": " ╭────╮ |╭╯    ╰╮|│      │|╰╮    ╭╯| ├────┤ |╭╯    ╰╮|│      │|╰╮    ╭╯| ╰────╯ ",
    "9": " ╭────╮ |╭╯    ╰╮|│      │|│      │|╰─╮   ╭╯|  ╰───╱ |     ╱  |    ╱   |   ╱    ",
}
MIDDLE = {  # 5 rows
    "0": "╭───╮|│   │|│   │|│   │|╰───╯",
    "1": "╱╮ | │ | │ | │ |─┴─",
    "2": "╭───╮|╵   │|   ╱ |  ╱  |╶───╴",
    "3": "╶───╴|   ╱ |  ╶─╮|    │|╶───╯",
    "4": "  ╱╮ | ╱ │ |╱  │ |───┼╴|   ╵ ",
    "5": "╭───╴|│    |╰───╮|    │|╶───╯",
    "6": "  ╱  | ╱   |╭───╮|│   │|╰───╯",
    "7": "╶───╮|   ╱ |  ╱  | ╱  |╱   ",
    "8": "╭───╮|│   │|├───┤|│   │|╰───╯",
    "9": "╭───╮|│   │|╰───╯|   ╱ |  ╱  ",
}
SMALL = {  # 3 rows, solid
    "0": "┏━┓|┃ ┃|┗━┛",
    "1": "━┓ | ┃ |━┻━",
    "2": "━━┓|┏━┛|┗━━",
    "3": "━━┓| ━┫|━━┛",
    "4": "╻ ╻|┗━╋|  ╹",
    "5": "┏━━|┗━┓|━━┛",
    "6": "┏━━|┣━┓|┗━┛",
    "7": "━━┓| ┏┛| ╹ ",
    "8": "┏━┓|┣━┫|┗━┛",
    "9": "┏━┓|┗━┫|━━┛",
    "+": "   |╺╋╸|   ",
    "×": "   | × |   ",
    "=": "   |━━━|━━━",
    "−": "   |━━━|   ",
    "?": "━━┓| ┏┛| ╹ ",
}
QUAD = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"  # bit 1 upper left, 2 upper right, 4 lower left, 8 lower right
UP, DOWN = frozenset("│╵╷╯╰┤├┴┼"), frozenset("│╵╷╮╭┤├┬┼")  # lines with ink above, below


class Cell(NamedTuple):
    """One cell of a numeral: inline cells are ink, with the glyph in the colour of the ground."""

    glyph: str
    inline: bool


@lru_cache(maxsize=512)
def cells(text: str, size: Size) -> tuple[tuple[Cell, ...], ...]:
    """Return the rows of a number, figure by figure."""
    if size == "S":
        figures = zip(*(SMALL[figure].split("|") for figure in text), strict=True)
        return tuple(tuple(Cell(glyph, False) for glyph in " ".join(row)) for row in figures)
    font = LARGE if size == "L" else MIDDLE
    rows: list[list[Cell]] = [[] for _ in range(HEIGHT[size])]
    for at, figure in enumerate(text):
        for row, drawn in zip(rows, _figure(font[figure].split("|")), strict=True):
            row += [Cell(" ", False)] * (at > 0) + drawn
    return tuple(map(tuple, rows))


def _figure(sketch: list[str]) -> list[list[Cell]]:
    """Return the cells of one figure with its flanks of ink."""
    width = max(map(len, sketch)) + 2
    return [_row(line, width) for line in sketch]


def _row(line: str, width: int) -> list[Cell]:
    ink = [0] * width  # quadrants, as in QUAD
    for x, glyph in enumerate(line, 1):
        if glyph != " ":
            ink[x - 1] |= 14 * (glyph == "╱") | 2 * (glyph in UP) | 8 * (glyph in DOWN)
            ink[x + 1] |= 7 * (glyph == "╱") | 1 * (glyph in UP) | 4 * (glyph in DOWN)
    line = f" {line}".ljust(width)
    return [
        Cell(QUAD[part], False) if glyph == " " else Cell(glyph, True)
        for glyph, part in zip(line, ink, strict=True)
    ]


def width(text: str, size: Size) -> int:
    """Return the columns that a number takes."""
    return len(cells(text, size)[0]) if text else 0


def fitting(text: str, columns: int, rows: int) -> Size | None:
    """Return the largest size in which a number fits; None if it fits in none."""
    sizes: tuple[Size, ...] = ("L", "M", "S")
    return next((size for size in sizes if HEIGHT[size] <= rows and width(text, size) <= columns), None)
