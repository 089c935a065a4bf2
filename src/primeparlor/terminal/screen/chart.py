"""The winning chance over a game as a curve of dots, yours below it and the opponent's hatched above."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from primeparlor.core import OTHER, Player
from primeparlor.terminal.drawing.canvas import MARK, Canvas

DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # of a braille cell, row by row
LEFT, RIGHT, BELOW = 6, 2, 2  # columns for the scale and the edge, rows for the numbers and the edge


class Chart(NamedTuple):
    """What the curve shows."""

    chances: Sequence[float]  # of `me`, before the first move and after each
    me: Player
    names: tuple[str, str]  # of Player 1 and Player 2
    mistakes: Sequence[tuple[int, Player]]  # by the number of the move
    at: int  # the move under the cursor, from 1
    caption: str  # what is said about it


def draw(c: Canvas, chart: Chart) -> None:
    """Draw the curve on a panel that is already framed."""
    area = c.window(LEFT, 1, c.w - LEFT - RIGHT, c.h - 1 - BELOW)
    for part in range(3):
        c.right(LEFT - 1, 1 + round(part * (area.h - 1) / 2), str(100 - 50 * part), "ink2")
    _curve(area, chart)
    _marks(area, chart)
    for number in _ticks(len(chart.chances) - 1):
        c.centre(LEFT + _column(area, chart, number) - 1, c.h - 2, 3, str(number), "ink2")


def _curve(c: Canvas, chart: Chart) -> None:
    me, last = chart.me, None
    dots: dict[tuple[int, int], int] = {}
    for x in range(c.w * 2):
        y = round((1 - _between(chart.chances, x / max(1, c.w * 2 - 1))) * (c.h * 4 - 1))
        for dot in range(min(y, y if last is None else last), max(y, y if last is None else last) + 1):
            cell = (x // 2, dot // 4)
            dots[cell] = dots.get(cell, 0) | DOTS[dot % 4][x % 2]
        last = y
        for row in range(c.h):
            _ground(c, x // 2, row, me if row * 4 + 2 > y else OTHER[me])
    for (x, row), bits in dots.items():
        c.put(x, row, chr(0x2800 + bits), "ink", "", "bold")


def _ground(c: Canvas, x: int, row: int, player: Player) -> None:
    """Whose area this is: Player 1's plain, Player 2's hatched."""
    hatched = player == 2 and (x + row) % 2 == 0
    c.put(x, row, "╱" if hatched else " ", "p2h", f"p{player}s")


def _between(chances: Sequence[float], part: float) -> float:
    """The chance at this part of the way, on a straight line between two moves."""
    at = part * (len(chances) - 1)
    before = min(int(at), max(0, len(chances) - 2))
    after = min(before + 1, len(chances) - 1)
    return chances[before] + (at - before) * (chances[after] - chances[before])


def _column(c: Canvas, chart: Chart, number: int) -> int:
    return round(number / max(1, len(chart.chances) - 1) * (c.w - 1))


def _row(c: Canvas, chart: Chart, number: int) -> int:
    return round((1 - chart.chances[number]) * (c.h - 1))


def _marks(c: Canvas, chart: Chart) -> None:
    """Names, mistakes, and the cursor with what is said about it."""
    me = chart.me
    for player, row in ((OTHER[me], 0), (me, c.h - 1)):
        c.put(1, row, f" {MARK[player]} {chart.names[player - 1]} ", f"p{player}", "paper", "bold")
    for number, player in chart.mistakes:
        x = _column(c, chart, number)
        c.put(x, _row(c, chart, number), MARK[player], f"p{player}", "", "bold")
        c.hit(x - 1, 0, 3, c.h, f"move {number}")
    if chart.at:
        x = _column(c, chart, chart.at)
        for row in range(c.h):
            c.put(x, row, "┆", "ink")
        if chart.caption and c.w > len(chart.caption) + 4:
            left = x - len(chart.caption) - 2 if x > len(chart.caption) + 2 else x + 1
            c.put(left, min(1, c.h - 1), f" {chart.caption} ", "paper", "ink", "bold")


def _ticks(moves: int) -> list[int]:
    step = next((step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500) if moves / step <= 8), 1000)
    return [1, *range(step if step > 1 else 2, moves + 1, step)] if moves else []
