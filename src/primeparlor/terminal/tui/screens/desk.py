"""The task panel of the home screen: keys for other activities, and what is due in each."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.widgets.favour import fit_text

if TYPE_CHECKING:
    from primeparlor.coach.progress.diary import Diary

WIDEST = 29  # columns of a task; the rest is for unfinished games
DOWN = 3  # tasks per column
PROGRESS, TODAY = "levels, accuracy, days", "a new puzzle every day"
PUZZLES, RUSH = "find the right move", "3 minutes, 3 slips"
APART = 30  # free columns from which on unfinished games get a column of their own


class Task(NamedTuple):
    """One task: its key, its name, and its state in a long and a short form."""

    key: str
    name: str
    long: str = ""
    short: str = ""


class HomeSummary(NamedTuple):
    """The player's progress for the task panel; the defaults stand until it is loaded."""

    levels: str = ""  # "15 of 25"
    today: tuple[str, str] = ("", "")  # long and short form
    due: Mapping[str, int] | None = None  # due puzzles by game
    rush: Mapping[str, int] | None = None  # best scores by game


def load_summary(tell: list[str], day: date) -> HomeSummary:
    """Load the player's progress for this day; append problems to `tell`.

    This is slow, as it imports the coach.
    """
    from primeparlor.coach.ladder import find_beaten
    from primeparlor.coach.progress.diary import Diary, diary_path
    from primeparlor.coach.progress.import_games import LEVELS
    from primeparlor.games import GAMES

    diary = Diary(diary_path(), tell.append)
    games = list(GAMES)
    sides = find_beaten(diary.games.values())
    count = sum(len(won) for game, won in sides.items() if game in games)
    due = [position.split(" ")[0] for position in diary.find_due(None)]
    return HomeSummary(
        f"{count} of {len(LEVELS) * len(games)}" if count else "",
        _format_today(diary, day),
        {game: due.count(game) for game in games},
        {game: scores[0].right for game, scores in diary.rush.items()},
    )


def _format_today(diary: Diary, day: date) -> tuple[str, str]:
    """Describe the day's number, whether it is prime, and the streak, in a long and a short form."""
    from primeparlor.coach.progress.calendar import compute_streak
    from primeparlor.coach.progress.document import Day
    from primeparlor.coach.training.daily import build_today

    given, run = build_today(day), compute_streak(diary.days, day)
    name = f"№ {given.number}{' ◆' * given.is_prime}"
    solved = diary.days.get(day, Day()).solved
    in_a_row = run.in_short if run.now else ""
    told = ", ".join(filter(None, (f"{name}{' solved' * solved}", in_a_row)))
    return told, "solved" if solved else in_a_row or name


def build_tasks(play: Task, kept: tuple[str, str], game: str, known: HomeSummary) -> list[Task]:
    """Return all tasks; those for puzzles and rush are about the chosen game."""
    due, best = (known.due or {}).get(game, 0), (known.rush or {}).get(game)
    again = f"{due:,} come{'s' * (due == 1)} back today"
    return [
        play,
        Task("g", "Your games", *kept),
        Task("s", "Progress", f"{known.levels} levels beaten" if known.levels else PROGRESS, known.levels),
        Task("d", "Today", known.today[0] or TODAY, known.today[1]),
        Task("z", "Puzzles", again if due else PUZZLES, f"{due:,} back" if due else ""),
        Task(
            "x", "Rush", RUSH if best is None else f"3 minutes, best {best:,}", f"best {best}" if best else ""
        ),
        Task("b", "Rules", "with every ruling"),
    ]


def count_rows(number: int, roomy: bool) -> int:
    """Return the number of rows that this many tasks need."""
    return 2 * DOWN + 2 if roomy else -(-number // 2)


def draw_tasks(c: Canvas, shown: Sequence[Task], roomy: bool, waiting: Sequence[str]) -> None:
    """Draw the tasks and the unfinished games."""
    if not roomy:
        _draw_task_list(
            c, [*shown, Task("r", "Resume", "", waiting[0].partition(",")[0])] if waiting else shown
        )
        return
    c.box(1, 0, c.w - 2, c.h, "line", "paper", "line")
    wide = min(WIDEST, (c.w - 2) // 3)
    for at, task in enumerate(shown):
        x, y = 3 + at // DOWN * wide, 1 + at % DOWN * 2
        _draw_key(c, x, y, task, at == 0)
        c.put(x + len(task.key) + 3, y, task.name, "ink", "", "bold")
        c.put(x + 1, y + 1, fit_text(task.long, wide - 2, 1)[0] if task.long else "", "ink2")
        c.hit(x, y, wide - 2, 2, "enter" if at == 0 else task.key)
    if waiting:
        x, y = (3 + 3 * wide, 1) if c.w - 4 - 3 * wide >= APART else (3 + 2 * wide, 3)
        _draw_unfinished(c.window(x, y, c.w - 3 - x, c.h - 1 - y), waiting)


def _draw_key(c: Canvas, x: int, y: int, task: Task, first: bool) -> None:
    ink, ground = ("paper", "ink") if first else ("ink", "sunk")
    c.put(x, y, f" {task.key} ", ink, ground, "bold")


def _draw_task_list(c: Canvas, shown: Sequence[Task]) -> None:
    """Draw the tasks in two columns, with their short forms where there is room."""
    wide = c.w // 2
    for at, task in enumerate(shown):
        x, y = 1 + at % 2 * wide, at // 2
        _draw_key(c, x, y, task, at == 0)
        end = c.put(x + len(task.key) + 3, y, task.name, "ink", "", "bold")
        if end + 1 + len(task.short) < x + wide:
            c.put(end + 1, y, task.short, "ink2")
        c.hit(x, y, wide - 2, 1, "enter" if at == 0 else task.key)


def _draw_unfinished(c: Canvas, waiting: Sequence[str]) -> None:
    """Draw the newest of the unfinished games."""
    c.put(0, 0, " r ", "ink", "sunk", "bold")
    c.put(4, 0, "Resume", "ink", "", "bold")
    y = 1
    for game in waiting:
        lines = textwrap.wrap(game, c.w - 1, subsequent_indent="  ")
        if y + len(lines) > c.h:
            break
        for line in lines:
            c.put(1, y, line, "ink2")
            y += 1
    c.hit(0, 0, c.w, 2, "r")
