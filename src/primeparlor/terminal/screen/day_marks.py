"""The marks of days in a calendar. Each has one meaning and one word, wherever days are shown.

✓ and ✕ are those of the result to share.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from primeparlor.terminal.drawing.canvas import Canvas

if TYPE_CHECKING:
    from primeparlor.coach.days import Square

GAP = 2  # columns between two marks of a legend


class DayMark(NamedTuple):
    """How a day is shown, and what that means in a word or two."""

    glyph: str
    ink: str
    word: str


MARKS = {
    "solved": DayMark("✓", "good", "solved"),
    "missed": DayMark("✕", "bad", "missed"),
    "open": DayMark("○", "ink", "open"),  # today, as long as it can be solved
    "played": DayMark("+", "ink2", "only played"),
    "rest": DayMark("·", "ghost", "rest"),
}
AHEAD = DayMark(" ", "ink", "")


def sign_of(square: Square, still_open: date | None) -> str:
    """What is known of a day; `still_open` is the one whose puzzle can still be solved, if any."""
    return "open" if square.day == still_open else square.sign


def put(c: Canvas, x: int, y: int, sign: str, ground: str = "") -> None:
    """The mark of one day; a day ahead has none."""
    glyph, ink, _ = MARKS.get(sign, AHEAD)
    c.put(x, y, glyph, "ink2" if ground and ink == "ghost" else ink, ground, "bold")


def legend(signs: Collection[str], width: int) -> list[list[DayMark]]:
    """The marks of these signs in rows, so that each stands with its word."""
    rows: list[list[DayMark]] = [[]]
    for mark in (mark for sign, mark in MARKS.items() if sign in signs):
        if sum(GAP + 2 + len(each.word) for each in (*rows[-1], mark)) - GAP > width:
            rows.append([])
        rows[-1].append(mark)
    return rows


def put_legend(c: Canvas, x: int, y: int, rows: Sequence[Sequence[DayMark]]) -> int:
    """What these marks mean; the row after them."""
    for row in rows:
        at = x
        for glyph, ink, word in row:
            at = c.put(c.put(at, y, f"{glyph} ", ink, "", "bold"), y, word, "ink2") + GAP
        y += 1
    return y
