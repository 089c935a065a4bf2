"""The chart of winning chances over a game: a braille curve between the areas of the two players.

Your area is below the curve and your opponent's above it. Player 2's area is hatched.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from primeparlor.core import OTHER, PLAYERS, Player
from primeparlor.terminal.drawing.canvas import MARK, Canvas

DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # bits of a braille cell, row by row
FROM_AXIS = 2  # columns between the scale and a player's name
LEFT, RIGHT, BELOW = 8, 2, 2  # columns for the scale and the edge, rows for the numbers and the edge


class Chart(NamedTuple):
    """The data of the chart."""

    chances: Sequence[float]  # `me`'s chances before the first move and after each move
    me: Player
    names: tuple[str, str]  # of Player 1 and Player 2
    mistakes: Sequence[tuple[int, Player]]  # move numbers with the player who made the mistake
    at: int  # the move under the cursor, from 1
    caption: str  # the label at the cursor


def draw_chart(c: Canvas, chart: Chart) -> None:
    """Draw the chart on a canvas that already has a frame."""
    area = c.window(LEFT, 1, c.w - LEFT - RIGHT, c.h - 1 - BELOW)
    for part in range(3):
        c.right(LEFT - 1, 1 + round(part * (area.h - 1) / 2), f"{100 - 50 * part} %", "ink2")
    tops = _draw_curve(area, chart)
    _draw_marks(area, chart)
    _draw_names(area, chart, tops)
    for number in _build_ticks(len(chart.chances) - 1):
        c.centre(LEFT + _find_column(area, chart, number) - 1, c.h - 2, 3, str(number), "ink2")


def _draw_curve(c: Canvas, chart: Chart) -> list[tuple[int, int]]:
    """Draw the curve and both areas; return the first and last row of the curve in each column."""
    me, last = chart.me, None
    dots: dict[tuple[int, int], int] = {}
    for x in range(c.w * 2):
        y = round((1 - _interpolate_chance(chart.chances, x / max(1, c.w * 2 - 1))) * (c.h * 4 - 1))
        for dot in range(min(y, y if last is None else last), max(y, y if last is None else last) + 1):
            cell = (x // 2, dot // 4)
            dots[cell] = dots.get(cell, 0) | DOTS[dot % 4][x % 2]
        last = y
        for row in range(c.h):
            _draw_area(c, x // 2, row, me if row * 4 + 2 > y else OTHER[me])
    for (x, row), bits in dots.items():
        c.put(x, row, chr(0x2800 + bits), "ink", "", "bold")
    rows = [[row for at, row in dots if at == x] for x in range(c.w)]
    return [(min(taken), max(taken)) for taken in rows]


def _draw_area(c: Canvas, x: int, row: int, player: Player) -> None:
    """Draw one cell of a player's area: plain for Player 1, hatched for Player 2."""
    hatched = player == 2 and (x + row) % 2 == 0
    c.put(x, row, "╱" if hatched else " ", "p2h", f"p{player}s")


def _interpolate_chance(chances: Sequence[float], part: float) -> float:
    """Interpolate the chance at this fraction of the game, linearly between two moves."""
    at = part * (len(chances) - 1)
    before = min(int(at), max(0, len(chances) - 2))
    after = min(before + 1, len(chances) - 1)
    return chances[before] + (at - before) * (chances[after] - chances[before])


def _find_column(c: Canvas, chart: Chart, number: int) -> int:
    return round(number / max(1, len(chart.chances) - 1) * (c.w - 1))


def _find_row(c: Canvas, chart: Chart, number: int) -> int:
    return round((1 - chart.chances[number]) * (c.h - 1))


def _draw_marks(c: Canvas, chart: Chart) -> None:
    """Draw the cursor, the mistakes, and the caption of the move under the cursor."""
    if chart.at:
        for row in range(c.h):
            c.put(_find_column(c, chart, chart.at), row, "┆", "ink")
    for number, player in chart.mistakes:
        x = _find_column(c, chart, number)
        c.put(x, _find_row(c, chart, number), MARK[player], f"p{player}", "", "bold")
        c.hit(x - 1, 0, 3, c.h, f"select_move({number})")
    if (left := _find_caption_column(c, chart)) is not None:
        c.put(left, min(1, c.h - 1), f" {chart.caption} ", "paper", "ink", "bold")


def _find_caption_column(c: Canvas, chart: Chart) -> int | None:
    """Return the column where the caption begins, beside the cursor; None without a caption or room."""
    if not chart.at or not chart.caption or c.w <= len(chart.caption) + 4:
        return None
    x = _find_column(c, chart, chart.at)
    return x - len(chart.caption) - 2 if x > len(chart.caption) + 2 else x + 1


def _draw_names(c: Canvas, chart: Chart, tops: Sequence[tuple[int, int]]) -> None:
    """Draw each player's name within their own area, as far from everything else as possible.

    Next to the axis it would read as the label of a value. An area without room gets no name.
    """
    taken = {(_find_column(c, chart, number), _find_row(c, chart, number)) for number, _ in chart.mistakes}
    taken |= {(_find_column(c, chart, chart.at), row) for row in range(c.h)} if chart.at else set()
    if (left := _find_caption_column(c, chart)) is not None:
        taken |= {(x, min(1, c.h - 1)) for x in range(left - 1, left + len(chart.caption) + 3)}
    for player in PLAYERS:
        above = player != chart.me
        own = [range(first) if above else range(last + 1, c.h) for first, last in tops]
        text = f" {MARK[player]} {chart.names[player - 1]} "
        if (place := _find_place(own, taken, len(text))) is not None:
            c.put(*place, text, f"p{player}", "paper", "bold")


def _find_place(
    own: Sequence[range], taken: Collection[tuple[int, int]], width: int
) -> tuple[int, int] | None:
    """Find a free place of this width in an area: mid-height first, then rightmost; None if there is none."""
    best: tuple[float, int, int] | None = None
    for x in range(FROM_AXIS, len(own) - width + 1):
        columns = range(x, x + width)
        rows = range(max(own[at].start for at in columns), min(own[at].stop for at in columns))
        for row in rows:
            if any((at, row) in taken for at in columns):
                continue
            room = min(row - rows.start, rows.stop - 1 - row)
            best = max(best or (-1, 0, 0), (room, x, row))
    return best and (best[1], best[2])


def _build_ticks(moves: int) -> list[int]:
    step = next((step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500) if moves / step <= 8), 1000)
    return [1, *range(step if step > 1 else 2, moves + 1, step)] if moves else []
