"""The canvas that painters draw on: what lies beyond an edge is left out."""

from __future__ import annotations

from itertools import product

from primeparlor.terminal.drawing.canvas import Canvas, Cell
from primeparlor.terminal.tui.widgets.chrome import draw_rail


def test_a_rectangle_is_filled_as_if_every_row_were_written() -> None:
    """In a window too, which may lie beyond the edge of its canvas or be larger than it."""
    for x, y, size, left, top in product((-2, 0, 3), (-2, 0, 3), (0, 2, 9), (-1, 2), (-1, 2)):
        filled, written = Canvas(6, 5, "wall"), Canvas(6, 5, "wall")
        filled.window(left, top, 4, 4).fill(x, y, size, size, "mat", "▌", "p1")
        for row in range(y, y + size):
            written.window(left, top, 4, 4).put(x, row, "▌" * size, "p1", "mat")
        assert filled.cells == written.cells


def test_joiners_of_a_name_take_no_cell_and_what_takes_two_stands_in() -> None:
    c = Canvas(9, 1)
    assert c.put(0, 0, "می\u200cخواهم 山") == 9
    assert "".join(cell.glyph for cell in c.cells[0]) == "میخواهم ?"


def test_the_rail_marks_primes_and_tens_up_to_its_limit() -> None:
    drawn = ["".join(cell.glyph for cell in row) for row in _rail(24, None) + _rail(24, 7) + _rail(24, 1)]
    assert drawn == [
        "──◆◆─◆─◆──┴◆─◆───◆─◆┴──◆",
        "──◆◆─◆─◆──┴─────────┴───",
        "──────────┴─────────┴───",
    ]
    inks = {cell.glyph: cell.ink for cell in _rail(24, None)[0]}
    assert inks == {"─": "edge", "┴": "edge", "◆": "brass"}


def _rail(width: int, limit: int | None) -> list[list[Cell]]:
    c = Canvas(width, 1)
    draw_rail(c, 0, limit)
    return c.cells
