"""Beside today's board: days in a row, three weeks, what comes back, what to share, what else there is."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from primeparlor.games import GAMES
from primeparlor.terminal.drawing import numerals
from primeparlor.terminal.drawing.canvas import Canvas, Run
from primeparlor.terminal.screen.coming_back import ComingBack

if TYPE_CHECKING:
    from primeparlor.terminal.daily_round import DailyRound

PITCH = 4  # columns of a day
SIGNS: dict[str, tuple[Run, ...]] = {
    "solved": (("◆", "brass"), ("✓", "good")),
    "missed": (("◇", "ink2"), ("✕", "bad")),
    "played": (("+", "ink2"),),
    "rest": (("·", "ghost"),),
    "ahead": (("◇", "ghost"),),
    "open": (("◇", "ink", "bold"),),  # today, as long as it can be solved
}
LEGEND: tuple[Run, ...] = (("◆", "brass"), ("✓", "good"), (" solved   ", "ink2"))
INKS = {"✓": "good", "✕": "bad", "·": "ink2"}
PRACTICE = "This is practice: only the real today counts."


def streak_row(c: Canvas, y: int, round: DailyRound) -> int:
    """The days in a row in words; the row after it."""
    now, best = round.streak
    x = c.put(2, y, f"{now:,} day{'s' * (now != 1)} in a row", "ink", "", "bold")
    if best and x + len(f", best: {best:,}") < c.w - 1:
        c.put(x, y, f", best: {best:,}", "ink2")
    return y + 1


def streak_numeral(c: Canvas, y: int, round: DailyRound) -> int:
    """The days in a row as a numeral; the row after it."""
    now, best = round.streak
    words = f"day{'s' * (now != 1)} in a row"
    if 2 + numerals.width(str(now), "M") + 1 + len(words) > c.w - 1:
        return streak_row(c, y, round)
    x = c.number(2, y, str(now), "M") + 1
    c.put(x, y + 2, words, "ink", "", "bold")
    if best:
        c.put(x, y + 3, f"best: {best:,}", "ink2")
    return y + 5


def weeks(c: Canvas, y: int, round: DailyRound) -> int:
    """Three weeks, each in two rows: what became of each day, and its number; the row after them."""
    for column, name in enumerate("MTWTFSS"):
        c.put(2 + PITCH * column, y, name, "ink2")
    for row, squares in enumerate(round.weeks):
        for column, square in enumerate(squares):
            at = c.window(2 + PITCH * column, y + 1 + 2 * row, 3, 2)
            here = square.day == round.today.day
            is_open = here and not round.is_over(round.today.main)
            _square(at, square.day, "open" if is_open else square.sign, here, column == 0)
    return y + 7


def _square(c: Canvas, day: date, sign: str, today: bool, named: bool) -> None:
    if today:
        c.fill(0, 0, 2, 1, "soft")
    c.runs(0, 0, *SIGNS[sign])
    if today or named:
        number = str(day.timetuple().tm_yday)
        c.put(0, 1, number, "ink" if today else "ink2", "", "bold" if today else "")


def legend(c: Canvas, y: int) -> int:
    """What the signs mean, in one row; the row after it."""
    c.runs(2, y, *LEGEND, ("◇", "ink2"), ("✕", "bad"), (" missed", "ink2"))
    return y + 1


def to_share(c: Canvas, y: int, lines: list[str]) -> int:
    """The three lines in a box, and the key that copies them; the row after it."""
    c.put(2, y, "To share", "ink", "", "bold")
    c.chips(c.w - 11, y, [("c", "copy")])
    c.fill(2, y + 1, c.w - 4, len(lines), "sunk")
    for row, line in enumerate(lines, y + 1):
        c.put(3, row, line, "ink")
    return y + 1 + len(lines)


def more(c: Canvas, y: int, round: DailyRound, on_board: str) -> int:
    """One more of each game, and the duel: what became of each; the row after them."""
    c.put(2, y, "One more of each game", "ink", "", "bold")
    for row, game in enumerate(round.today.others, y + 1):
        here, sign = game == on_board, round.sign(game)
        c.put(2, row, f"{'▶' if here else ' '} {GAMES[game].title}", "ink" if here else "ink2")
        c.right(c.w - 2, row, sign, INKS[sign])
        c.hit(2, row, c.w - 4, 1, f"go {game}")
    y += 1 + len(round.today.others)
    c.put(4, y, "The daily duel", "ink2")
    c.right(c.w - 2, y, duel_word(round), "ink")
    c.hit(2, y, c.w - 4, 1, "p")
    return y + 1


def duel_word(round: DailyRound) -> str:
    """How the duel went, in a word."""
    duel = round.done.duel
    if duel is None:
        return "played" if round.duelled else "press p"
    return "played" if duel.accuracy is None else f"{duel.accuracy} of 100"


def practice(c: Canvas, y: int) -> int:
    """That nothing counts; the row after it."""
    c.put(2, y, "Practice", "ink", "", "bold")
    return c.para(2, y + 1, c.w - 4, PRACTICE)


def day(c: Canvas, round: DailyRound, on_board: str, back: ComingBack, top: int) -> None:
    """All of it from this row on, as far as there is room."""
    over = round.is_over(round.today.main)
    below = (6 if over or on_board != round.today.main else 0) + (5 if over and round.counts else 0)
    below = below or 7
    tall = c.h - top - below >= 15  # rows for the numeral, the weeks and the lines between
    if not round.counts:
        y = practice(c, top) + 1
    else:
        y = (streak_numeral if tall else streak_row)(c, top, round)
        y = weeks(c, y + (c.h - top - below >= 16), round)
        if c.h - 1 - y - below >= 1:
            y = legend(c, y)
    c.rule(y)
    if below == 7:
        y = back.paint(c, y + 1)
        c.chips(2, y + 1, [("z", "practise")])
        return
    if over and round.counts:
        y = to_share(c, y + 1, round.share)
        c.rule(y)
    more(c, y + 1, round, on_board)
