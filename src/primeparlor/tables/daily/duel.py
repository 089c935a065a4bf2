"""The daily duel: its match, dealt from its date and never rated; its saved games; its review.

A duel is saved like every game. Its record names the day, so that the duel can be resumed with the cards that
are left of that day, from any command that resumes a game.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from datetime import date, datetime, timedelta
from time import monotonic
from typing import NamedTuple

from primeparlor import records
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.progress.document import read_date
from primeparlor.coach.review.review import Review, review
from primeparlor.coach.training import daily
from primeparlor.games import GAMES
from primeparlor.match import HUMAN, Match, Settings
from primeparlor.solve import Progress, analyse
from primeparlor.wording import format_signed, round_percent

AGREED = Settings(undo=False, hints=False)
PRACTISED = Settings(undo=False)  # unlike AGREED, so that practice is never taken for the duel of its day
ONE_DAY = timedelta(days=1)


class DuelReview(NamedTuple):
    """The result of a duel."""

    accuracy: float | None  # of the player's choices, from 0 to 100; None if nothing was at stake
    won: bool
    sentences: list[str]


def build_match(
    duel: daily.DailyDuel,
    name: str = "",
    now: Callable[[], float] = monotonic,
    settings: Settings = AGREED,
) -> Match:
    """Build the match of this duel before its first event, for a player of this name."""
    start, seats = GAMES[duel.game].start(), (HUMAN, duel.level)
    day = duel.day.isoformat()
    match = Match(start, seats, settings, names=(name, ""), seed=duel.seed, day=day, now=now)
    match.dealt = list(duel.dealt)  # more than one game needs, so not checked as outcomes given by hand are
    return match


def deal_remaining(match: Match, duel: daily.DailyDuel) -> None:
    """Deal the remaining outcomes of this duel in its match, which was read back from a record."""
    drawn = sum(event.who is None for event in match.history)
    match.dealt = list(duel.dealt[drawn:])
    match.reseed(duel.seed)


def restore_deal(match: Match, named: str) -> None:
    """Deal the rest of the named day's cards if this match is its duel; otherwise cards come at random."""
    day = read_date(named)
    if day is None or not daily.FIRST <= day <= daily.LAST:
        return
    duel = daily.build_duel(day)
    if is_duel(match, duel):
        deal_remaining(match, duel)


def is_duel(match: Match, duel: daily.DailyDuel) -> bool:
    """Return True if this match is that duel, for practice or not: its chance events are the day's cards."""
    seats = (HUMAN, duel.level)
    agreed = (match.start, match.first_seats, match.seats, match.seeded)
    if agreed != (GAMES[duel.game].start(), seats, seats, True):
        return False
    fate = [event for event in match.history if event.who is None]
    return all(event.by_hand and event.move == card for event, card in zip(fate, duel.dealt, strict=False))


def find_unfinished(day: date) -> str | None:
    """Return the path of this day's unfinished duel, or None."""
    return next((path for path, match in _find_duels(day) if match.find_outcome() is None), None)


def _find_duels(day: date) -> list[tuple[str, Match]]:
    """Return the paths and matches of this day's duel, the first to be finished first."""
    duel = daily.build_duel(day)
    before = day - ONE_DAY  # in another time zone it was this day already
    found = []
    for path in _find_saved(datetime(before.year, before.month, before.day).timestamp(), duel.game):
        with suppress(records.RecordError):  # `parlor games` shows what is wrong with it
            match = records.load(path).match
            if match.day == day.isoformat() and match.settings == AGREED and is_duel(match, duel):
                found.append((path, match))
    return found


def _find_saved(dawn: float, game: str) -> list[str]:
    """Return the paths of this game's records that were written since then."""
    with suppress(records.RecordError, OSError):  # a folder that cannot be read; a file deleted meanwhile
        ours = [path for path in records.list_saved() if f"-{game}" in os.path.basename(path)]
        return [path for path in ours if os.path.getmtime(path) >= dawn]
    return []


def store_duel(diary: Diary, day: date, progress: Progress | None = None) -> DuelReview | None:
    """Store the first finished duel of this day and return its result; None if it was stored before."""
    done = diary.days.get(day)
    if done is not None and done.duel is not None:
        return None
    for path, match in _find_duels(day):
        if match.find_outcome() is not None:
            result = review_duel(match, progress)
            diary.store_duel(day, result.accuracy, result.won, os.path.basename(path))
            return result
    return None


def review_duel(match: Match, progress: Progress | None = None) -> DuelReview:
    """Review the match: accuracy and the share of luck."""
    found = review(match, lambda state: analyse(state, progress=progress))
    outcome = match.find_outcome()
    won = outcome is not None and outcome.winner == 1
    return DuelReview(found.accuracy[1], won, _format_review(found))


def _format_review(found: Review) -> list[str]:
    score, swing = found.accuracy[1], found.swings[1]
    if score is None:
        return ["Your choices: nothing was at stake."]
    about = "" if found.exact else "about "
    choices = f"{about if swing.choices else ''}{format_signed(swing.choices)} %"
    return [
        f"Your choices: {round_percent(score)} of 100.",
        f"Your winning chance: luck {about}{format_signed(swing.luck)} %, your choices {choices}.",
    ]
