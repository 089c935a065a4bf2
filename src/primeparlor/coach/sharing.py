"""The rules of a day and its result: three lines to share, and JSON data. Neither gives an answer away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from primeparlor.coach.progress.calendar import Streak, compute_streak
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.progress.document import (
    RIGHT,
    SHOWN,
    TRIES,
    WRONG,
    Day,
    DuelResult,
    is_over,
    is_solved,
)
from primeparlor.coach.puzzles.puzzle import Puzzle
from primeparlor.coach.training.daily import Today, build_duel, build_puzzle
from primeparlor.games import GAMES
from primeparlor.solve import Progress
from primeparlor.wording import format_figures

SIGNS = {WRONG: "✕", RIGHT: "✓", SHOWN: "?"}
OPEN = "·"  # not tried
PLAYED = "played"
STREAK_RULE = "Any of them keeps your streak; three misses end it, and so does asking for the answer."


def format_share(diary: Diary, today: Today, real: bool = True) -> list[str]:
    """Return three lines: the day, the tries and hints at its puzzles, and the streak with the duel.

    For a past day (`real` is False), the streak is the one of that day.
    """
    done = diary.days.get(today.day, Day())
    prime = " ◆" if today.is_prime else ""
    return [
        f"Prime Parlor № {today.number}{prime}",
        f"{GAMES[today.main].title} {_format_tries(done, today.main)}{_format_more(done, today)}",
        f"{_find_streak(diary, today, real).in_a_row}{_format_duel_part(done)}",
    ]


def _find_streak(diary: Diary, today: Today, real: bool) -> Streak:
    days = {day: done for day, done in diary.days.items() if real or day <= today.day}
    return compute_streak(days, today.day)


def find_sign(tries: str) -> str:
    """Return one sign for all tries at a puzzle."""
    return (SIGNS[RIGHT] if is_solved(tries) else SIGNS[WRONG]) if tries else OPEN


def format_price(streak: Streak) -> str:
    """Say what it costs to see the answer to the puzzle of the day."""
    days = format_figures(streak.now, "day")
    return f"This ends your streak of {days}." if streak.now else "Then today counts as missed."


def format_duel(done: DuelResult | None) -> str:
    """Format the result of a duel in a word or two; None means that no result was stored."""
    return PLAYED if done is None or done.accuracy is None else f"{done.accuracy} of 100"


def _format_tries(done: Day, main: str) -> str:
    tries = done.puzzle.tries if done.puzzle else ""
    return f"{''.join(SIGNS[mark] for mark in tries) or OPEN}{_format_hints(done, (main,))}"


def _format_hints(done: Day, games: Iterable[str]) -> str:
    """Format the number of hints at these puzzles; where only the legal moves were listed, that is one."""
    hints = sum(max(1, done.hints[game]) for game in games if game in done.hints)
    return f" with {format_figures(hints, 'hint')}" if hints else ""


def _format_more(done: Day, today: Today) -> str:
    if not done.more:
        return ""
    signs = "".join(find_sign(done.more.get(game, "")) for game in today.others)
    return f", more {signs}{_format_hints(done, today.others)}"


def _format_duel_part(done: Day) -> str:
    if done.duel is None:
        return ""
    return f", duel {PLAYED}" if done.duel.accuracy is None else f", duel {done.duel.accuracy} of 100"


def as_data(
    diary: Diary, today: Today, progress: Progress | None = None, real: bool = True
) -> dict[str, Any]:
    """Return the puzzles of the day and their results as JSON data, without answers."""
    done = diary.days.get(today.day, Day())
    puzzles = {
        game: _build_puzzle_data(
            build_puzzle(today.day, game, progress), done.tries.get(game, ""), done.hints.get(game, 0)
        )
        for game in (today.main, *today.others)
    }
    return {
        "day": today.day.isoformat(),
        "version": today.version,
        "number": today.number,
        "prime": today.is_prime,
        "most_tries": TRIES,
        "streak": _find_streak(diary, today, real)._asdict(),
        "puzzle": puzzles[today.main],
        "more": [puzzles[game] for game in today.others],
        "duel": {
            "game": today.duel,
            "level": build_duel(today.day).level,
            **(done.duel._asdict() if done.duel else {"accuracy": None, "won": None, "record": None}),
            "done": done.duel is not None,
        },
        "share": format_share(diary, today, real),
    }


def _build_puzzle_data(asked: Puzzle, tries: str, hints: int) -> dict[str, Any]:
    return {
        "game": asked.state.name,
        "position": asked.position,
        "question": asked.question,
        "difficulty": asked.difficulty,
        "rating": asked.rating,
        "among": list(asked.among),
        "tries": tries,
        "hints": hints,
        "done": is_over(tries),
    }
