"""The marks of days in a calendar, and their legend."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from primeparlor.terminal.calendar_signs import AHEAD, DAY_SIGNS
from primeparlor.terminal.drawing.canvas import Canvas

GAP = 2  # columns between two signs of a legend
INKS = {"solved": "good", "missed": "bad", "open": "ink", "played": "ink2", "rest": "ghost", "ahead": "ink"}


def draw_mark(c: Canvas, x: int, y: int, sign: str, ground: str = "") -> None:
    """Draw the mark of one day; a future day is left blank."""
    ink = INKS[sign]
    glyph = DAY_SIGNS.get(sign, AHEAD).glyph
    c.put(x, y, glyph, "ink2" if ground and ink == "ghost" else ink, ground, "bold")


def build_legend(signs: Collection[str], width: int) -> list[list[str]]:
    """Split these marks into legend rows, so that no mark is separated from its word."""
    rows: list[list[str]] = [[]]
    for sign in (sign for sign in DAY_SIGNS if sign in signs):
        if sum(GAP + 2 + len(DAY_SIGNS[each].word) for each in (*rows[-1], sign)) - GAP > width:
            rows.append([])
        rows[-1].append(sign)
    return rows


def draw_legend(c: Canvas, x: int, y: int, rows: Sequence[Sequence[str]]) -> int:
    """Draw the legend; return the row after it."""
    for row in rows:
        at = x
        for sign in row:
            glyph, word = DAY_SIGNS[sign]
            at = c.put(c.put(at, y, f"{glyph} ", INKS[sign], "", "bold"), y, word, "ink2") + GAP
        y += 1
    return y
