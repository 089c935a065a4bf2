"""The daily duel at a table: opened or resumed with the day's cards, and kept in the diary when it is over.

It is saved like every game. A record of it is known by what was agreed and dealt, so that it can be resumed
with the cards of its day, wherever that is asked for.
"""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from primeparlor import records
from primeparlor.coach import daily
from primeparlor.coach.diary import Diary
from primeparlor.coach.numbers import signed, whole_percent
from primeparlor.coach.review import Review, review
from primeparlor.games import GAMES
from primeparlor.match import HUMAN, Match, Settings
from primeparlor.solve import Progress as Work
from primeparlor.solve import analyse
from primeparlor.tables.table import Table
from primeparlor.terminal.progress import Progress
from primeparlor.terminal.seating import Seated, Terms, new_table, saved_table

AGREED = Settings(undo=False, hints=False)
PRACTISED = Settings(undo=False)  # so that what is only practice is never taken for the duel of its day
ONE = timedelta(days=1)


class Result(NamedTuple):
    """How a duel went."""

    accuracy: float | None  # of the player's choices, from 0 to 100; None if nothing was at stake
    won: bool
    sentences: list[str]


def sit(day: date, progress: Progress, counts: bool = True) -> Seated:
    """The table of this day's duel: the one that was left, else a new one; practice is always new."""
    if counts and (path := unfinished(day)) is not None:
        table, _ = saved_table(path, (None, None), None)
        return Seated(table)
    duel = daily.duel(day)
    start, seats = GAMES[duel.game].start(), (HUMAN, duel.level)
    agreed = AGREED if counts else PRACTISED
    seated = new_table(start, seats, agreed, Terms(seed=duel.seed), progress=progress)
    seated.table.match.dealt = list(duel.dealt)  # more than one game needs, so not checked as --fate is
    return seated


def restore(table: Table, began: str) -> None:
    """Where this is a daily duel, deal the cards that are left of its day."""
    day = _dealt_for(table.match, began)
    if day is not None:
        duel = daily.duel(day)
        table.match.dealt = list(duel.dealt[_dealt(table.match) :])
        table.match.reseed(duel.seed)


def is_duel(match: Match, duel: daily.Duel) -> bool:
    """Whether this is, as far as it was played, that duel."""
    seats = (HUMAN, duel.level)
    agreed = (match.start, match.first_seats, match.seats, match.settings, match.seeded)
    if agreed != (GAMES[duel.game].start(), seats, seats, AGREED, True):
        return False
    fate = [event for event in match.history if event.who is None]
    return all(event.by_hand and event.move == card for event, card in zip(fate, duel.dealt, strict=False))


def _dealt(match: Match) -> int:
    return sum(event.who is None for event in match.history)


def _dealt_for(match: Match, began: str) -> date | None:
    """The day whose duel this is; None if it is none.

    The cards tell. It may have begun a day later, as midnight may pass between coming in and sitting down, or
    a day earlier, as the calendar here is back a day after a flight to the west.
    """
    day = _day(began)
    if day is None or not daily.FIRST <= day <= daily.LAST:
        return None
    return next((near for near in (day, day - ONE, day + ONE) if is_duel(match, daily.duel(near))), None)


def _day(began: str) -> date | None:
    """The local day on which this moment in UTC was; None if a calendar does not go that far."""
    try:
        return datetime.strptime(began, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC).astimezone().date()
    except (ValueError, OverflowError, OSError):
        return None


# The records of a day ------------------------------------------------------------------------------


def unfinished(day: date) -> str | None:
    """The record of this day's duel if it was left."""
    return next((path for path, match in _of_day(day) if match.ended() is None), None)


def _of_day(day: date) -> list[tuple[str, Match]]:
    """The records of this day's duel, the first to be finished first."""
    game = daily.duel(day).game
    before = day - ONE  # somewhere it was this day already
    found = []
    for path in _saved_since(datetime(before.year, before.month, before.day).timestamp(), game):
        with suppress(records.RecordError):  # `parlor games` shows what is wrong with it
            record = records.load(path)
            if _dealt_for(record.match, record.began) == day:
                found.append((path, record.match))
    return found


def _saved_since(dawn: float, game: str) -> list[str]:
    """The records of this game that were written since then."""
    with suppress(records.RecordError, OSError):  # a folder that cannot be read; a file deleted meanwhile
        ours = [path for path in records.saved() if f"-{game}" in os.path.basename(path)]
        return [path for path in ours if os.path.getmtime(path) >= dawn]
    return []


def settle(kept: Diary, day: date, progress: Work | None = None) -> Result | None:
    """Keep the first finished duel of this day, unless that is done; how it went, if it is new."""
    done = kept.days.get(day)
    if done is not None and done.duel is not None:
        return None
    for path, match in _of_day(day):
        if match.ended() is not None:
            result = judge(match, progress)
            kept.duelled(day, result.accuracy, result.won, os.path.basename(path))
            return result
    return None


def judge(match: Match, progress: Work | None = None) -> Result:
    """How well the player chose, apart from luck."""
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
