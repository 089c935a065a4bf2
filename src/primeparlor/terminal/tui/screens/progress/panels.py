"""The panels of the progress screen: ladders, accuracy, days, and the details of one game."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from primeparlor.terminal.calendar_signs import DAY_SIGNS
from primeparlor.terminal.drawing.canvas import Canvas, wrapped
from primeparlor.terminal.tui.widgets import calendar
from primeparlor.terminal.tui.widgets.chrome import find_first_row
from primeparlor.terminal.tui.widgets.favour import fit_text
from primeparlor.wording import format_figures

if TYPE_CHECKING:
    from primeparlor.coach.summary import GameProgress, ProgressSummary, Trend

GAME, ACCURACY, DAYS = VIEWS = ("Game", "Accuracy", "Days")  # tabs of a small window
NAMES = 19  # columns of the games' names
STEPS = 20  # bars of the accuracy chart
COLUMN = " ▁▂▃▄▅▆▇"
MARGIN = 15  # points by which the lowest bar rises above the base line
LABEL = 10  # columns of a label
LEFT = 61  # least columns of the ladders
TOP, USUAL = 13, 27  # rows of the ladders, and of the whole page, in a window of the usual height
MORE, AIRY = 12, 5  # each MORE extra rows of the page give the ladders AIRY more, at most twice
LEAST = 8  # rows of the accuracy and its bars
BELOW = 9  # rows of a view in the smallest window, with its tab
NO_ACCURACY = "Play against the house: how well you chose is told here."
NO_MISTAKES = "None known yet."


# The page -----------------------------------------------------------------------------------------


def draw_large_page(c: Canvas, summary: ProgressSummary, chosen: int, first: int, view: int) -> int:
    """Draw ladders and accuracy above, days and the chosen game below; return the first game shown."""
    c = c.window(1, 0, c.w - 2, c.h)
    left, top = max(LEFT, c.w * 5 // 8), TOP + AIRY * max(0, min(2, (c.h - USUAL) // MORE))
    x = left + 1
    draw_accuracy(c.window(x, 0, c.w - x, top), summary.trend, True)
    draw_days(c.window(0, top, left, c.h - top), summary, True)
    draw_game(c.window(x, top, c.w - x, c.h - top), summary.games[chosen], True)
    return draw_ladders(c.window(0, 0, left, top), summary, chosen, first, True)


def draw_small_page(c: Canvas, summary: ProgressSummary, chosen: int, first: int, view: int) -> int:
    """Draw the ladders, and below them the chosen view; return the first game shown."""
    c.fill(0, 0, c.w, c.h, "paper")
    top = 1 + min(len(summary.games), max(5, c.h - 1 - BELOW))
    _draw_tabs(c.window(0, top, c.w, 1), summary, chosen, view)
    below = c.window(1, top + 1, c.w - 2, c.h - top - 1)
    if VIEWS[view] == ACCURACY:
        draw_accuracy(below, summary.trend, False)
    elif VIEWS[view] == DAYS:
        draw_days(below, summary, False)
    else:
        draw_game(below, summary.games[chosen], False)
    return draw_ladders(c.window(0, 0, c.w, top), summary, chosen, first, False)


def _draw_tabs(c: Canvas, summary: ProgressSummary, chosen: int, view: int) -> None:
    """Draw the tabs of the views, which can be clicked."""
    c.fill(0, 0, c.w, 1, "mat")
    x = 1
    for at, name in enumerate((summary.games[chosen].game.title, *VIEWS[1:])):
        on = at == view
        end = c.put(x, 0, f" {name} ", "paper" if on else "ink", "ink" if on else "sunk", "bold")
        c.hit(x, 0, end - x, 1, f"show_view({at})")
        x = end + 1
    asides = {GAME: summary.games[chosen].counts_text, DAYS: format_streak(summary), ACCURACY: ""}
    if x + len(aside := asides[VIEWS[view]]) < c.w:
        c.right(c.w - 1, 0, aside, "ink2")


# Ladders ------------------------------------------------------------------------------------------


def draw_ladders(c: Canvas, summary: ProgressSummary, chosen: int, first: int, framed: bool) -> int:
    """Draw the ladder of each game; return the first game shown."""
    title, count = "Ladders", "{} of {} rungs".format(*summary.rungs)
    if framed:
        c.panel(title, count)
    else:
        c.put(1, 0, count, "ink", "", "bold")
    x, top = NAMES + 3, int(framed)
    longest = max(len(each.ladder.steps) for each in summary.games)
    pitch = (c.w - 5 - top - x) // max(1, longest - 1)
    for at in range(longest):
        c.centre(x + at * pitch - 1, top, 3, str(at + 1), "ink2")
    rows = c.h - 2 * top - 1
    each = max(1, min(4, rows // len(summary.games)))
    fit = min(len(summary.games), rows // each)
    first = min(find_first_row(chosen, first, fit), len(summary.games) - fit)
    for place in range(fit):
        at = first + place
        row = c.window(top, top + 1 + place * each, c.w - 2 * top, each)
        _draw_ladder(row, summary.games[at], x - top, pitch, at == chosen)
        row.hit(0, 0, row.w, each, f"choose({at})")
    if framed and len(summary.games) > fit:
        c.right(c.w - 2, c.h - 1, f" {first + 1}–{first + fit} of {len(summary.games)} games ", "ink2")
    return first


def _draw_ladder(c: Canvas, each: GameProgress, x: int, pitch: int, on: bool) -> None:
    """Draw one game: a mark for each rung, and below them what the next one asks for."""
    c.fill(0, 0, c.w, 1, "sunk" if on else "paper")
    c.put(0, 0, "▶" if on else " ", "brass")
    c.put(2, 0, fit_text(each.game.title, NAMES, 1)[0], "ink", "", "bold")
    steps = each.ladder.steps
    for at, step in enumerate(steps):
        c.put(x, 0, "◆" if step.passed else "◇", "brass" if step.passed else "edge", "", "bold")
        if at + 1 < len(steps):
            on_the_way = step.passed and steps[at + 1].passed
            c.put(x + 1, 0, "─" * (pitch - 1), "brass" if on_the_way else "line")
        x += pitch
    if each.ladder.next is None:
        c.put(x - pitch + 2, 0, "✓", "good", "", "bold")
    elif c.h > 1:
        rung = each.ladder.next.rung
        c.put(2, 1, f"next: {rung.act}", "ink2")


# Accuracy -----------------------------------------------------------------------------------------


def draw_accuracy(c: Canvas, trend: Trend, framed: bool) -> None:
    """Draw the average in large figures, its change in a month, and a bar for each recent game."""
    pad = int(framed)
    if framed:
        c.panel("Accuracy", _format_range(trend, c.w - 15))
    c = c.window(2 * pad, pad, c.w - 4 * pad, c.h - 2 * pad)
    if trend.now is None:
        c.para(0, c.h // 3, c.w, NO_ACCURACY)
        return
    c = _draw_explanation(c, trend.explained)
    end = c.number(0, 0, str(trend.now), "M")
    change = trend.change_text
    ink = "good" if (trend.change or 0) > 0 else "ink2"
    if framed and end + 2 + max(6, len(change)) <= c.w:
        c.put(end + 2, 2, "of 100", "ink", "", "bold")
        c.put(end + 2, 3, change, ink)
        draw_bars(c.window(0, 6, c.w, c.h - 6), trend.games)
    elif framed:
        c.put(end + 1, 3, "of 100", "ink", "", "bold")
        c.put(0, 5, change, ink)
        draw_bars(c.window(0, 7, c.w, c.h - 7), trend.games)
    else:
        c.put(0, 5, "of 100", "ink", "", "bold")
        c.put(0, 6, change, ink)
        draw_bars(c.window(19, 0, c.w - 20, c.h), trend.games)


def _draw_explanation(c: Canvas, sentence: str) -> Canvas:
    """Draw the sentence below, if the figures and bars have room above it; return the window that is left."""
    rows = len(wrapped(sentence, c.w))
    if not rows or c.h - rows < LEAST:
        return c
    c.para(0, c.h - rows, c.w, sentence, "ink2")
    return c.window(0, 0, c.w, c.h - rows)


def _format_range(trend: Trend, width: int) -> str:
    """Describe the games of the chart: how many, and the lowest and highest accuracy."""
    if len(trend.games) < 2:
        return ""
    last, between = f"last {len(trend.games)} games", f", {min(trend.games)} to {max(trend.games)}"
    return last + between * (len(last + between) <= width)


def draw_bars(c: Canvas, numbers: tuple[int, ...]) -> None:
    """Draw a bar for each of the last games, scaled to the best; the latest is highlighted."""
    least = max(0, min(numbers) - MARGIN)
    unit = c.h * 8 / max(1, max(numbers) - least)
    for at, number in enumerate(numbers):
        left, right = at * c.w // STEPS, (at + 1) * c.w // STEPS
        ink, height = "ink" if at == len(numbers) - 1 else "fill", max(1, round((number - least) * unit))
        full, part = divmod(height, 8)
        c.fill(left, c.h - full, right - left, full, ink)
        if part:
            c.put(left, c.h - full - 1, COLUMN[part] * (right - left), ink)


# Days ---------------------------------------------------------------------------------------------


def draw_days(c: Canvas, summary: ProgressSummary, framed: bool) -> None:
    """Draw the calendar, one column per week, and the totals."""
    pad = int(framed)
    if framed:
        c.panel("Days", format_streak(summary))
    c = c.window(pad, pad, c.w - 2 * pad, c.h - 2 * pad)
    pitch = max(2, min(4, (c.w - 4) // len(summary.calendar)))
    each = 2 if c.h >= 19 else 1
    _draw_months(c, summary, pitch)
    for weekday in range(7):
        y = 1 + weekday * each
        c.put(1, y, "MTWTFSS"[weekday], "ink2")
        for week, squares in enumerate(summary.calendar):
            ground = "soft" if squares[weekday].day == summary.today else ""
            calendar.draw_mark(c, 4 + week * pitch, y, squares[weekday].sign, ground)
    below = 1 + 7 * each
    if below < c.h:
        c.put(1, c.h - 1, format_totals(summary, c.w - 2), "ink")
    if below < c.h - 1:
        legend = calendar.build_legend(DAY_SIGNS, c.w - 2)
        calendar.draw_legend(c, 1, c.h - 2 - (below < c.h - 3), legend)


def _draw_months(c: Canvas, summary: ProgressSummary, pitch: int) -> None:
    """Draw the name of each month above the week in which it begins."""
    free = 0
    starts = [
        (4 + week * pitch, squares[-1].day)
        for week, squares in enumerate(summary.calendar)
        if squares[-1].day.day <= 7 or week == 0
    ]
    for at, (x, day) in enumerate(starts):
        following = starts[at + 1][0] if at + 1 < len(starts) else c.w
        if x >= free and x + 4 <= following and x + 3 <= c.w:
            free = c.put(x, 0, f"{day:%b}", "ink2") + 1


def format_streak(summary: ProgressSummary) -> str:
    """Describe the streak in a few words."""
    return f"{summary.streak.in_short}, {summary.streak.best_text}"


def format_totals(summary: ProgressSummary, width: int) -> str:
    """Describe how many puzzles and games there were, as far as there is room."""
    best = [] if summary.rush is None else [f"rush best {summary.rush:,}"]
    texts = [
        format_figures(summary.puzzles, "puzzle"),
        format_figures(summary.played, "game"),
        f"{summary.won:,} won",
        *best,
    ]
    while len("   ".join(texts)) > width:
        texts.pop()
    return "   ".join(texts)


# One game -----------------------------------------------------------------------------------------


def draw_game(c: Canvas, each: GameProgress, framed: bool) -> None:
    """Draw the details of the chosen game."""
    if framed:
        fits = len(each.counts_text) <= c.w - len(each.game.title) - 8
        c.panel(each.game.title, each.counts_text if fits else "")
        c = c.window(2, 1, c.w - 4, c.h - 2)
    else:
        c = c.window(1, 0, c.w - 2, c.h)
    y = 0
    for label, value in _build_values(each, c.w - LABEL):
        c.put(0, y, label, "ink2")
        c.put(LABEL, y, value, "ink")
        y += 1
    y += c.h - y > 5
    if y < c.h - 1:
        c.put(0, y, "Mistakes you make most", "ink", "", "bold")
        _draw_mistakes(c.window(0, y + 1, c.w, c.h - y - 1), each)


def _build_values(each: GameProgress, width: int) -> list[tuple[str, str]]:
    """Return the labels and values for this game; of a value that is too long, the first part."""
    return [
        (label, text if len(text) <= width else text.rpartition(", ")[0] or text)
        for label, text in each.values
    ]


def _draw_mistakes(c: Canvas, each: GameProgress) -> None:
    """Draw the most frequent mistakes, as many as fit."""
    y = 0
    for what, times in each.mistakes:
        lines = textwrap.wrap(f"{times:,} × {what}", max(8, c.w), subsequent_indent="    ")
        if y + len(lines) > c.h:
            break
        for line in lines:
            c.put(0, y, line, "ink")
            y += 1
    if not each.mistakes:
        c.put(0, 0, NO_MISTAKES, "ink2")
