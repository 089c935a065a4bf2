"""The daily duel at a table: opened or resumed with the day's cards, and stored in the diary when it is over.

It is saved like every game. Its record names the day, so that the duel can be resumed with the cards that are
left of that day, from any command that resumes a game.
"""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import date, datetime, timedelta
from typing import NamedTuple

from primeparlor import records
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.progress.values import as_day
from primeparlor.coach.review.review import Review, review
from primeparlor.coach.training import daily
from primeparlor.games import GAMES
from primeparlor.match import HUMAN, Match, Settings
from primeparlor.solve import Progress as Work
from primeparlor.solve import analyse
from primeparlor.tables.daily_duel import AGREED, deal_on, laid
from primeparlor.tables.table import Table, players_for
from primeparlor.terminal.open_table import Seated, kept, saved_table
from primeparlor.terminal.progress_bar import Progress
from primeparlor.wording import signed, whole_percent

PRACTISED = Settings(undo=False)  # unlike AGREED, so that practice is never taken for the duel of its day
ONE = timedelta(days=1)


class Result(NamedTuple):
    """The result of a duel."""

    accuracy: float | None  # of the player's choices, from 0 to 100; None if nothing was at stake
    won: bool
    sentences: list[str]


def sit(day: date, progress: Progress, counts: bool = True) -> Seated:
    """Open the table of this day's duel: the unfinished one if there is one. Practice is always new."""
    if counts and (path := unfinished(day)) is not None:
        table, _ = saved_table(path, (None, None), None)
        return Seated(table)
    match = laid(daily.duel(day), settings=AGREED if counts else PRACTISED)
    with progress:
        table = Table(match, players_for(match, match.seats, progress))
    return Seated(table, unkept=kept(table))


def restore(match: Match, named: str) -> None:
    """Deal the rest of the named day's cards if this match is its duel; otherwise cards come at random."""
    day = as_day(named)
    if day is None or not daily.FIRST <= day <= daily.LAST:
        return
    duel = daily.duel(day)
    if is_duel(match, duel):
        deal_on(match, duel)


def is_duel(match: Match, duel: daily.Duel) -> bool:
    """Return True if this match is that duel, for practice or not: its chance events are the day's cards."""
    seats = (HUMAN, duel.level)
    agreed = (match.start, match.first_seats, match.seats, match.seeded)
    if agreed != (GAMES[duel.game].start(), seats, seats, True):
        return False
    fate = [event for event in match.history if event.who is None]
    return all(event.by_hand and event.move == card for event, card in zip(fate, duel.dealt, strict=False))


# The records of a day ------------------------------------------------------------------------------


def unfinished(day: date) -> str | None:
    """Return the path of this day's unfinished duel, or None."""
    return next((path for path, match in _of_day(day) if match.ended() is None), None)


def _of_day(day: date) -> list[tuple[str, Match]]:
    """Return the paths and matches of this day's duel, the first to be finished first."""
    duel = daily.duel(day)
    before = day - ONE  # in another time zone it was this day already
    found = []
    for path in _saved_since(datetime(before.year, before.month, before.day).timestamp(), duel.game):
        with suppress(records.RecordError):  # `parlor games` shows what is wrong with it
            match = records.load(path).match
            if match.day == day.isoformat() and match.settings == AGREED and is_duel(match, duel):
                found.append((path, match))
    return found


def _saved_since(dawn: float, game: str) -> list[str]:
    """Return the paths of this game's records that were written since then."""
    with suppress(records.RecordError, OSError):  # a folder that cannot be read; a file deleted meanwhile
        ours = [path for path in records.saved() if f"-{game}" in os.path.basename(path)]
        return [path for path in ours if os.path.getmtime(path) >= dawn]
    return []


def settle(diary: Diary, day: date, progress: Work | None = None) -> Result | None:
    """Store the first finished duel of this day and return its result; None if it was stored before."""
    done = diary.days.get(day)
    if done is not None and done.duel is not None:
        return None
    for path, match in _of_day(day):
        if match.ended() is not None:
            result = judge(match, progress)
            diary.duelled(day, result.accuracy, result.won, os.path.basename(path))
            return result
    return None


def judge(match: Match, progress: Work | None = None) -> Result:
    """Review the match: accuracy and the share of luck."""
    found = review(match, lambda state: analyse(state, progress=progress))
    outcome = match.ended()
    won = outcome is not None and outcome.winner == 1
    return Result(found.accuracy[1], won, _told(found))


def _told(found: Review) -> list[str]:
    score, swing = found.accuracy[1], found.swings[1]
    if score is None:
        return ["Your choices: nothing was at stake."]
    return [
        f"Your choices: {whole_percent(score)} of 100.",
        f"Your winning chance: luck {signed(swing.luck)} %, your choices {signed(swing.choices)} %.",
    ]
