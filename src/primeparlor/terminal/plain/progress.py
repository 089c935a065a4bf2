"""`parlor progress`: what you have learned and played, in plain lines; export and import of progress."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from datetime import date

from primeparlor.coach import summary
from primeparlor.coach.progress.calendar import CalendarDay, build_calendar
from primeparlor.coach.progress.diary import Diary, open_diary
from primeparlor.coach.progress.document import read_section
from primeparlor.coach.progress.import_games import import_saved
from primeparlor.coach.progress.merge import COUNTED
from primeparlor.coach.summary import ProgressSummary
from primeparlor.files import escape_text
from primeparlor.games import GAMES
from primeparlor.tables.rungs import format_command
from primeparlor.terminal import calendar_signs, progress_transfer
from primeparlor.terminal.calendar_signs import AHEAD, DAY_SIGNS
from primeparlor.terminal.plain.output import Output, print_notice
from primeparlor.terminal.progress_bar import ProgressBar
from primeparlor.wording import format_figures, join_words

WEEKS = 8  # of the calendar
LEGEND = ", ".join(f"{glyph} {word}" for glyph, word in DAY_SIGNS.values())
PIPE = "-"  # instead of a file: standard output, or standard input


def run(as_json: bool, export: str | None = None, import_from: str | None = None) -> int:
    """Import an export, or write one, or print the player's progress."""
    diary = open_diary(print_notice)
    if import_from is not None:
        print_notice(_import(diary, import_from))
    with ProgressBar("your games", "Looking through", live=not as_json) as progress:
        import_saved(diary, progress)
    if export is not None:
        _export(diary, export)
    elif as_json:
        Output().say(
            json.dumps(summary.build_summary(diary, calendar_signs.get_today()), indent=2, ensure_ascii=False)
        )
    elif import_from is None:
        Output().say(*format_lines(diary, calendar_signs.get_today()))
    return 0


# To another computer and back ----------------------------------------------------------------------


def _export(diary: Diary, path: str) -> None:
    """Write the whole diary to a file, or to standard output."""
    if path == PIPE:
        sys.stdout.write(diary.export())
        return
    progress_transfer.export_progress(diary, path)
    sizes = {thing: len(read_section(diary.data, key)) for key, thing in COUNTED.items()}
    counts = join_words([format_figures(size, thing) for thing, size in sizes.items() if size])
    print_notice(f"Wrote your progress to {escape_text(path)}: {counts or 'nothing yet'}.")


def _import(diary: Diary, path: str) -> str:
    """Import a file or standard input; return a sentence about what was new."""
    if path != PIPE:
        return progress_transfer.import_progress(diary, path)
    with open(0, "rb", closefd=False) as file:
        return progress_transfer.import_stream(diary, file, "Standard input")


# In lines ------------------------------------------------------------------------------------------


def format_lines(diary: Diary, today: date) -> list[str]:
    """Format the whole progress in short parts; empty parts are left out."""
    found = summary.summarize_progress(diary, today)
    parts = [
        [_format_totals(found)],
        _format_days(diary, today),
        _format_ladders(found),
        list(_format_numbers(diary, found)),
        list(_format_puzzles(diary, found)),
        _format_mistakes(found),
        list(_format_next(found)),
    ]
    return [line for at, part in enumerate(filter(None, parts)) for line in ([""] * (at > 0) + part)]


def _format_totals(found: ProgressSummary) -> str:
    return f"{found.streak.full_text}. {', '.join(found.totals)}."


def _format_days(diary: Diary, today: date) -> list[str]:
    """Format a row for each week from Monday to Sunday, from the first in which anything was done."""
    weeks = build_calendar(diary.days, WEEKS, today)
    while weeks and not any(square.day in diary.days for square in weeks[0]):
        weeks = weeks[1:]
    if not weeks:
        return []
    rows = [
        f"  {f'{week[0].day.day} {week[0].day:%b}':>6}  {' '.join(_find_glyph(square) for square in week)}"
        for week in weeks
    ]
    return [f"Puzzle of the day: {LEGEND}", f"{'':>8}  M T W T F S S", *(row.rstrip() for row in rows)]


def _find_glyph(square: CalendarDay) -> str:
    return DAY_SIGNS.get(square.sign, AHEAD).glyph


def _format_ladders(found: ProgressSummary) -> list[str]:
    """List the rungs passed in each game, and the next one."""
    rows = [f"  {each.game.title:<20} {each.ladder.count_text}" for each in found.games if each.ladder.passed]
    return ["Rungs passed, without hints or undo:", *rows] if rows else []


def _format_numbers(diary: Diary, found: ProgressSummary) -> Iterator[str]:
    """Format accuracy over time, the best rushes, and the sums of luck and choices."""
    trend = found.trend
    if trend.games:
        yield f"{trend.games_text} {trend.average_text}"
    if trend.explained:
        yield trend.explained
    if bests := [f"{title} {best.right:,}" for title, best in summary.list_rush_bests(diary)]:
        yield f"Best rush: {', '.join(bests)}."
    for each in found.games:
        swings = each.swings
        if swings.games:
            luck = f"luck {swings.luck_text}, your choices {swings.choices_text}"
            yield f"{each.game.title}, {format_figures(swings.games, 'game')}: {luck} of winning chance."


def _format_puzzles(diary: Diary, found: ProgressSummary) -> Iterator[str]:
    """Format the rating in each game's puzzles, and how many of its openings are known."""
    for each in found.games:
        values = dict(each.values)
        if each.rated.asked:
            yield f"{each.game.title} puzzles solved: {values['Puzzles']}."
        if each.game.name in diary.openings and "Openings" in values:
            yield f"{each.game.title} openings: {values['Openings']}."


def _format_mistakes(found: ProgressSummary) -> list[str]:
    """List the most frequent mistakes in each game."""
    rows = [
        f"  {each.game.title:<20} {', '.join(each.mistakes_text)}" for each in found.games if each.mistakes
    ]
    return ["Your usual mistakes:", *rows] if rows else []


def _format_next(found: ProgressSummary) -> Iterator[str]:
    """Say how many puzzles are due, and what to try next."""
    if found.waiting:
        yield f"{found.waiting_text}: parlor puzzle"
    if found.next is not None and (step := found.next.next) is not None:
        yield f"Next in {GAMES[found.next.game].title}: {found.next.next_text}"
        yield f"  {format_command(step.rung)}"
