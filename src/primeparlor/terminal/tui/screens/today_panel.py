"""The panel beside today's board: the streak, three weeks, puzzles due, the result to share, other offers."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from primeparlor.games import GAMES
from primeparlor.terminal.calendar_signs import PRACTICE
from primeparlor.terminal.drawing import numerals
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.screens.puzzle.due_puzzles import DuePuzzles
from primeparlor.terminal.tui.widgets import calendar

if TYPE_CHECKING:
    from primeparlor.tables.daily.round import DailyRound

JOINED = "\N{NO-BREAK SPACE}"  # between words that stay in one row
PITCH = 4  # columns per day
INKS = {"✓": "good", "✕": "bad", "·": "ink2"}


def draw_streak_row(c: Canvas, y: int, round: DailyRound) -> int:
    """Paint the streak in words; return the row after it."""
    best = round.streak.best
    x = c.put(2, y, round.streak.in_a_row, "ink", "", "bold")
    if best and x + len(f", best: {best:,}") < c.w - 1:
        c.put(x, y, f", best: {best:,}", "ink2")
    return y + 1


def draw_streak_numeral(c: Canvas, y: int, round: DailyRound) -> int:
    """Paint the streak as a numeral; return the row after it."""
    now, best = round.streak
    words = round.streak.in_a_row.partition(" ")[2]
    if 2 + numerals.width(str(now), "M") + 1 + len(words) > c.w - 1:
        return draw_streak_row(c, y, round)
    x = c.number(2, y, str(now), "M") + 1
    c.put(x, y + 2, words, "ink", "", "bold")
    if best:
        c.put(x, y + 3, f"best: {best:,}", "ink2")
    return y + 5


def draw_weeks(c: Canvas, y: int, round: DailyRound) -> int:
    """Paint three weeks, two rows each: the results of the days and their numbers; return the next row."""
    for column, name in enumerate("MTWTFSS"):
        c.put(2 + PITCH * column, y, name, "ink2")
    for row, squares in enumerate(round.weeks):
        for column, square in enumerate(squares):
            at = c.window(2 + PITCH * column, y + 1 + 2 * row, 3, 2)
            here = square.day == round.today.day
            calendar.draw_mark(at, 0, 0, square.sign, "soft" if here else "")
            if here or column == 0:
                number = str(square.day.timetuple().tm_yday)
                at.put(0, 1, number, "ink" if here else "ink2", "", "bold" if here else "")
    return y + 7


def wrap_share(lines: Sequence[str], width: int) -> list[str]:
    """Wrap the lines to share where one is too long for the panel; what follows is indented."""
    whole = [line.replace("duel ", f"duel{JOINED}").replace(" of ", f"{JOINED}of{JOINED}") for line in lines]
    rows = (row for line in whole for row in textwrap.wrap(line, width - 6, subsequent_indent="  "))
    return [row.replace(JOINED, " ") for row in rows]


def draw_share(c: Canvas, y: int, lines: Sequence[str]) -> int:
    """Paint the lines to share in a box, and the key that copies them; return the row after it."""
    c.put(2, y, "To share", "ink", "", "bold")
    c.chips(c.w - 11, y, [("c", "copy")])
    c.fill(2, y + 1, c.w - 4, len(lines), "sunk")
    for row, line in enumerate(lines, y + 1):
        c.put(3, row, line, "ink")
    return y + 1 + len(lines)


def draw_offers(c: Canvas, y: int, round: DailyRound, on_board: str) -> int:
    """Paint one more puzzle of each game, and the duel, with their results; return the row after them."""
    c.put(2, y, "One more of each game", "ink", "", "bold")
    for row, game in enumerate(round.today.others, y + 1):
        here, sign = game == on_board, round.get_sign(game)
        c.put(2, row, f"{'▶' if here else ' '} {GAMES[game].title}", "ink" if here else "ink2")
        c.right(c.w - 2, row, sign, INKS[sign])
        c.hit(2, row, c.w - 4, 1, f"show_game('{game}')")
    y += 1 + len(round.today.others)
    c.put(4, y, "The daily duel", "ink2")
    c.right(c.w - 2, y, round.duel_result if round.duel_played else "press p", "ink")
    c.hit(2, y, c.w - 4, 1, "p")
    return y + 1


def draw_practice(c: Canvas, y: int) -> int:
    """Paint a note that nothing counts; return the row after it."""
    c.put(2, y, "Practice", "ink", "", "bold")
    return c.para(2, y + 1, c.w - 4, PRACTICE)


def draw_day(c: Canvas, round: DailyRound, on_board: str, due_puzzles: DuePuzzles, top: int) -> None:
    """Paint the whole panel from this row on, as far as there is room."""
    over = round.is_over(round.today.main)
    share = wrap_share(round.share, c.w) if over and round.counts else []
    below = (6 if over or on_board != round.today.main else 0) + (len(share) + 2 if share else 0)
    below = below or 7
    space, signs = c.h - 1 - top - below, {square.sign for week in round.weeks for square in week}
    legend = calendar.build_legend(signs, c.w - 4)
    tall = space >= 13 + len(legend)  # rows for the numeral, the weeks, their legend and a line
    if not round.counts:
        y = draw_practice(c, top) + 1
    else:
        y = (draw_streak_numeral if tall else draw_streak_row)(c, top, round)
        y = draw_weeks(c, y + (space > 13 + len(legend)), round)
        y = calendar.draw_legend(c, 2, y, legend[: max(0, c.h - 1 - y - below)])
    c.rule(y)
    if below == 7:
        y = due_puzzles.paint(c, y + 1)
        c.chips(2, y + 1, [("z", "practise")])
        return
    if share:
        y = draw_share(c, y + 1, share)
        c.rule(y)
    draw_offers(c, y + 1, round, on_board)
