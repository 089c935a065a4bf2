"""The layout of the progress screen: four panels, or in a small window the levels and one view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.screens.progress.panels import (
    draw_accuracy,
    draw_days,
    draw_game,
    draw_levels,
    format_counts,
    format_streak,
)

if TYPE_CHECKING:
    from primeparlor.terminal.tui.screens.progress.standing import ProgressSummary

GAME, ACCURACY, DAYS = VIEWS = ("Game", "Accuracy", "Days")  # tabs of a small window
LEFT = 61  # least columns of the levels, whose names stand side by side
TOP, USUAL = 13, 27  # rows of the levels, and of the whole page, in a window of the usual height
MORE, AIRY = 12, 5  # each MORE extra rows of the page give the levels AIRY more, at most twice
BELOW = 9  # rows of a view in the smallest window, with its tab


def draw_large_page(c: Canvas, told: ProgressSummary, chosen: int, first: int, view: int) -> int:
    """Draw levels and accuracy above, days and the chosen game below; return the first game shown."""
    c = c.window(1, 0, c.w - 2, c.h)
    left, top = max(LEFT, c.w * 5 // 8), TOP + AIRY * max(0, min(2, (c.h - USUAL) // MORE))
    x = left + 1
    draw_accuracy(c.window(x, 0, c.w - x, top), told.trend, True)
    draw_days(c.window(0, top, left, c.h - top), told, True)
    draw_game(c.window(x, top, c.w - x, c.h - top), told.games[chosen], True)
    return draw_levels(c.window(0, 0, left, top), told, chosen, first, True)


def draw_small_page(c: Canvas, told: ProgressSummary, chosen: int, first: int, view: int) -> int:
    """Draw the levels, and below them the chosen view; return the first game shown."""
    c.fill(0, 0, c.w, c.h, "paper")
    top = 1 + min(len(told.games), max(5, c.h - 1 - BELOW))
    _draw_tabs(c.window(0, top, c.w, 1), told, chosen, view)
    below = c.window(1, top + 1, c.w - 2, c.h - top - 1)
    if VIEWS[view] == ACCURACY:
        draw_accuracy(below, told.trend, False)
    elif VIEWS[view] == DAYS:
        draw_days(below, told, False)
    else:
        draw_game(below, told.games[chosen], False)
    return draw_levels(c.window(0, 0, c.w, top), told, chosen, first, False)


def _draw_tabs(c: Canvas, told: ProgressSummary, chosen: int, view: int) -> None:
    """Draw the tabs of the views, which can be clicked."""
    c.fill(0, 0, c.w, 1, "mat")
    x = 1
    for at, name in enumerate((told.games[chosen].game.title, *VIEWS[1:])):
        on = at == view
        end = c.put(x, 0, f" {name} ", "paper" if on else "ink", "ink" if on else "sunk", "bold")
        c.hit(x, 0, end - x, 1, f"view {at}")
        x = end + 1
    asides = {GAME: format_counts(told.games[chosen]), DAYS: format_streak(told), ACCURACY: ""}
    if x + len(aside := asides[VIEWS[view]]) < c.w:
        c.right(c.w - 1, 0, aside, "ink2")
