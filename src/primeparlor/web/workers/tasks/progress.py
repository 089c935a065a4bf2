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
from primeparlor.coach.ladder import summary
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.progress.document import Data, Day
from primeparlor.coach.progress.file import VERSION, Carried, written
from primeparlor.coach.progress.import_games import look_through
from primeparlor.coach.training import daily
from primeparlor.coach.training.practice import Attempt, puzzle_again
from primeparlor.core import ParlorError, Player


def progress(progress: Data, changes: Sequence[Data], day: str, now: float, minutes: int) -> dict[str, Any]:
    """Return the document after these changes, its summary on this day, and messages about the changes."""
    version = progress.get("version")
    if type(version) is int and version > VERSION:
        raise ParlorError("This progress was written by a newer Prime Parlor: load the page again.")
    diary = Diary("", file=Carried(progress), zone=timezone(timedelta(minutes=minutes)))
    told = [sentence for change in changes if (sentence := DOES[change["do"]](diary, change))]
    today = daily.in_range(date.fromisoformat(day))
    return {"progress": diary.data, "summary": _summed_up(diary, today, now), "told": told}


# Changes --------------------------------------------------------------------------------------------


def _answered(diary: Diary, change: Data) -> None:
    """Store an answer as the terminal does; the hints and tries before it decide what it counts."""
    puzzle = puzzle_again(change["position"], change["mistake"])
    if puzzle is not None:
        attempt = Attempt(puzzle, diary, now=change["now"])
        attempt.tries, attempt.step = change["tries"], change["hints"]
        attempt.keep(change["mark"])


def _slipped(diary: Diary, change: Data) -> None:
    """Store a mistake in a rush: the puzzle comes back, but the rating does not change."""
    puzzle = puzzle_again(change["position"], change["mistake"])
    if puzzle is not None:
        diary.answered(puzzle, False, first=False, now=change["now"])


def _tried(diary: Diary, change: Data) -> None:
    day = date.fromisoformat(change["day"])
    diary.tried_today(day, change["game"], change["mark"], daily.today(day).main == change["game"])


def _hinted(diary: Diary, change: Data) -> None:
    diary.hinted_today(date.fromisoformat(change["day"]), change["game"], change["hints"])


def _rushed(diary: Diary, change: Data) -> None:
    diary.rushed(change["game"], date.fromisoformat(change["day"]), change["right"], change["slips"])


def _played(diary: Diary, change: Data) -> None:
    """Import a finished game; a daily duel counts for its day too."""
    lines: list[str] = change["lines"]
    seat: Player = change["seat"]
    record = records.read(line.encode() for line in lines)
    taken, mistakes = look_through(record, sum(map(len, lines)), seat, diary.zone)
    stamp = record.began.translate({ord(sign): None for sign in "-:TZ"})
    name = f"{stamp[:8]}-{stamp[8:]}-{record.match.start.name}-{change['table'][:4]}{records.SUFFIX}"
    diary.took_in({name: taken}, mistakes)
    if (day := record.match.day) is not None:
        diary.duelled(date.fromisoformat(day), taken.accuracy, bool(taken.won), name)


def _joined(diary: Diary, change: Data) -> str:
    return diary.take(written(change["progress"]))


DOES: dict[str, Callable[[Diary, Data], str | None]] = {
    "answered": _answered,
    "tried": _tried,
    "hinted": _hinted,
    "slipped": _slipped,
    "rushed": _rushed,
    "played": _played,
    "join": _joined,
}


# Summary --------------------------------------------------------------------------------------------


def _summed_up(diary: Diary, today: date, now: float) -> dict[str, Any]:
    """Return the summary of `parlor progress --json`, with what the pages need besides."""
    done = diary.days.get(today, Day())
    return summary(diary, today, now) | {
        "due": [
            {"position": position, "mistake": diary.cards[position].mistake}
            for position in diary.due(None, now)
        ],
        "today": {"tries": done.tries, "hints": dict(done.hints), "duel": _duel(done)},
        "share": sharing.share(diary, daily.today(today)),
    }


def _duel(done: Day) -> dict[str, Any] | None:
    return None if done.duel is None else {"accuracy": done.duel.accuracy, "won": done.duel.won}


TASKS: dict[str, Callable[..., dict[str, Any]]] = {"progress": progress}
