"""Worker task of a player's progress: the browser keeps it, the worker applies changes and sums it up.

The document is the terminal's `progress.json`. It comes with every request and goes back with the response,
and nothing of it is stored. So there is one place that knows how progress changes: the coach's diary.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta, timezone
from typing import Any

from primeparlor import records
from primeparlor.coach import sharing
from primeparlor.coach.progress.calendar import compute_streak
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.progress.document import ALL, Data, Day
from primeparlor.coach.progress.file import VERSION, MemoryStorage, format_data
from primeparlor.coach.progress.import_games import summarize_game
from primeparlor.coach.summary import build_summary
from primeparlor.coach.training import daily, rush_rules
from primeparlor.coach.training.ladder import build_ladder, format_outcome
from primeparlor.coach.training.practice import Attempt, describe_origin, repeat_puzzle
from primeparlor.coach.training.rush import format_result
from primeparlor.core import ParlorError, Player
from primeparlor.match import Match
from primeparlor.tables.rungs import compare_ladders, format_stake


def update_progress(
    progress: Data,
    changes: Sequence[Data],
    day: str,
    now: float,
    minutes: int,
    playing: Sequence[records.Line] | None = None,
) -> dict[str, Any]:
    """Return the document after these changes, its summary on this day, and a sentence about each change.

    `playing` is the record of a game that is being played: the answer says for which rung it counts.
    """
    version = progress.get("version")
    if type(version) is int and version > VERSION:
        raise ParlorError("This progress was written by a newer Prime Parlor: load the page again.")
    diary = Diary("", file=MemoryStorage(progress), zone=timezone(timedelta(minutes=minutes)))
    sentences = [HANDLERS[change["do"]](diary, change) or "" for change in changes]
    today = daily.check_day(date.fromisoformat(day))
    return {
        "progress": diary.data,
        "summary": _build_summary(diary, today, now),
        "told": sentences,
        "stake": "" if playing is None else _format_stake(diary, records.rebuild(playing).match),
    }


# Changes --------------------------------------------------------------------------------------------


def _store_answer(diary: Diary, change: Data) -> None:
    """Store an answer as the terminal does; the hints and tries before it decide what it counts."""
    puzzle = repeat_puzzle(change["position"], change["mistake"], line=change.get("line", False))
    if puzzle is not None:
        daily = date.fromisoformat(change["day"]) if change.get("daily") else None
        attempt = Attempt(puzzle, diary, now=change["now"], daily=daily)
        attempt.tries, attempt.step = change["tries"], change["hints"]
        attempt.store_try(change["mark"])


def _store_slip(diary: Diary, change: Data) -> None:
    """Store a mistake in a rush: the puzzle comes back, but the rating does not change."""
    puzzle = repeat_puzzle(change["position"], change["mistake"], line=change.get("line", False))
    if puzzle is not None:
        diary.store_answer(puzzle, False, first=False, now=change["now"])


def _store_try(diary: Diary, change: Data) -> None:
    day = date.fromisoformat(change["day"])
    diary.store_try(day, change["game"], change["mark"], daily.build_today(day).main == change["game"])


def _store_hints(diary: Diary, change: Data) -> None:
    diary.store_hints(date.fromisoformat(change["day"]), change["game"], change["hints"])


def _store_rush(diary: Diary, change: Data) -> str:
    """Store the score of a rush, if there is any, and return a sentence about it."""
    game, right, slips = change["game"], change["right"], change["slips"]
    result = format_result(right, slips, diary.rush.get(game or ALL, ()))
    if right:
        diary.store_rush(game, date.fromisoformat(change["day"]), right, slips)
    return " ".join(filter(None, result))


def _import_game(diary: Diary, change: Data) -> str:
    """Import a finished game and say what it meant for the ladder; a daily duel counts for its day too."""
    seat: Player = change["seat"]
    record = records.rebuild(change["record"])
    taken, mistakes = summarize_game(record, record.size, seat, diary.zone)
    stamp = record.began.translate({ord(sign): None for sign in "-:TZ"})
    name = f"{stamp[:8]}-{stamp[8:]}-{record.match.start.name}-{change['table'][:4]}{records.SUFFIX}"
    diary.store_games({name: taken}, dict.fromkeys(mistakes, taken.day))
    if (day := record.match.day) is not None:
        diary.store_duel(date.fromisoformat(day), taken.accuracy, bool(taken.won), name)
    return format_outcome(*compare_ladders(diary, type(record.match.start), name), taken)


def _format_stake(diary: Diary, match: Match) -> str:
    return format_stake(match, build_ladder(type(match.start), diary.own_games))


def _import_progress(diary: Diary, change: Data) -> str:
    return diary.import_progress(format_data(change["progress"]))


HANDLERS: dict[str, Callable[[Diary, Data], str | None]] = {
    "answered": _store_answer,
    "tried": _store_try,
    "hinted": _store_hints,
    "slipped": _store_slip,
    "rushed": _store_rush,
    "played": _import_game,
    "join": _import_progress,
}


# Summary --------------------------------------------------------------------------------------------


def _build_summary(diary: Diary, today: date, now: float) -> dict[str, Any]:
    """Return the summary of `parlor progress --json`, with what the pages need besides.

    Of each ladder they show the next rung only: all rungs were three fifths of an answer.
    """
    done, summary = diary.days.get(today, Day()), build_summary(diary, today, now)
    for ladder in (of_game["ladder"] for of_game in summary["by_game"].values()):
        del ladder["rungs"], ladder["badges"]
    return summary | {
        "due": [
            {
                "position": position,
                "mistake": diary.cards[position].mistake,
                "line": diary.cards[position].line,
                "origin": describe_origin(diary.cards[position], today),
            }
            for position in diary.find_due(None, now)
        ],
        "today": {
            "tries": done.tries,
            "hints": dict(done.hints),
            "duel": _format_duel(done),
            "price": sharing.format_price(compute_streak(diary.days, today)),
        },
        "share": sharing.format_share(diary, daily.build_today(today)),
        "rush_rules": {
            "seconds": rush_rules.SECONDS,
            "slips": rush_rules.SLIPS,
            "about": [rush_rules.AIM, rush_rules.COURSE],
            "ties": rush_rules.TIES,
            "no_score": rush_rules.NO_SCORE,
        },
    }


def _format_duel(done: Day) -> dict[str, Any] | None:
    if done.duel is None:
        return None
    won = "You won" if done.duel.won else "You lost"
    text = f"{won}. Your choices: {sharing.format_duel(done.duel)}."
    known = done.duel.accuracy is not None
    return {
        "accuracy": done.duel.accuracy,
        "won": done.duel.won,
        "text": text if known else f"{won}.",
    }


TASKS: dict[str, Callable[..., dict[str, Any]]] = {"progress": update_progress}
