"""Import of saved games: a summary of each game, and its mistakes as puzzles that come back."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime, tzinfo
from typing import NamedTuple

from primeparlor import notation, records, solve
from primeparlor.coach.grades import grade_choice
from primeparlor.coach.language.phrases import AT_STAKE, stake
from primeparlor.coach.levels import WEAKER
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.progress.document import GameSummary
from primeparlor.coach.reasons import words_of
from primeparlor.coach.review.review import Review, review
from primeparlor.core import OTHER, PLAYERS, Player, State
from primeparlor.match import HUMAN, TAKEN_BACK, Event, Hint, Match
from primeparlor.solve import Analysis, Progress
from primeparlor.wording import round_percent

LEVELS = (*(level.name for level in WEAKER), "perfect")
BATCH = 50  # games saved together: each time the whole diary is written


class ImportResult(NamedTuple):
    """The number of puzzles made from the player's own mistakes."""

    new: int
    waiting: int  # to practise now


class _ImportBatch:
    """Summaries and mistakes that are not in the diary yet."""

    def __init__(self, diary: Diary) -> None:
        self.diary, self.new = diary, 0
        self.games, self.mistakes = dict[str, GameSummary](), list[str]()

    def add(self, name: str, summary: GameSummary, mistakes: list[str]) -> None:
        self.games[name] = summary
        self.mistakes += mistakes
        if len(self.games) >= BATCH:
            self.save()

    def save(self) -> None:
        games, mistakes, self.games, self.mistakes = self.games, self.mistakes, {}, []
        if games:
            self.new += len(self.diary.store_games(games, mistakes))


def import_saved(
    diary: Diary, progress: Progress | None = None, game: str | None = None, now: float | None = None
) -> ImportResult:
    """Import the saved games that are new or have grown since the last import.

    A summary stays when its file is deleted; a game that is not over is only noted. With a game, files of
    other games are left for later. If the import is stopped, everything found until then is stored.
    """
    sizes = dict(_list_sizes())
    known = diary.imported_sizes
    unseen = [path for path, size in sizes.items() if known.get(os.path.basename(path)) != size]
    found = _ImportBatch(diary)
    try:
        for done, path in enumerate(unseen):
            if progress:
                progress(done, len(unseen))
            try:
                record = records.load(path)
            except records.RecordError:
                continue  # `parlor games` shows what is wrong with it
            if game in (None, record.match.start.name):
                found.add(os.path.basename(path), *summarize_game(record, sizes[path]))
    finally:
        found.save()
    return ImportResult(
        found.new, sum(diary.cards[position].mistake for position in diary.find_due(game, now))
    )


def _list_sizes() -> Iterator[tuple[str, int]]:
    for path in records.list_saved():
        try:
            yield path, os.path.getsize(path)
        except OSError:  # deleted meanwhile
            continue


def summarize_game(
    record: records.Record, size: int, seat: Player | None = None, zone: tzinfo | None = None
) -> tuple[GameSummary, list[str]]:
    """Return the summary of a game and the positions of a person's mistakes: of this seat, or of any.

    A game that is still being played is not judged: a hint from here would be help, and the result is open.
    Once it is over, even by resignation or at its move limit, all of it counts. Its day is that of the zone,
    or of this computer.
    """
    match = record.match
    side, outcome = seat or _find_side(match), match.find_outcome()
    summary = GameSummary(
        size,
        _find_day(record.began, zone),
        match.start.name,
        not match.start.rules.changed() and not set(match.marks) - {TAKEN_BACK},
        _find_level(match, side),
        side,
        None if side is None or outcome is None or outcome.winner is None else outcome.winner == side,
        _is_helped(match, side),
        over=outcome is not None,
    )
    if not summary.over:
        return summary, []
    answers: dict[State, Analysis] = {}
    try:
        found = review(
            match, lambda state: answers.setdefault(state, answers.get(state) or solve.analyse(state))
        )
    except solve.TooLarge:
        return summary, []
    if found.unsolved:  # half a game says nothing about the player
        return summary, []
    positions, kinds = _find_mistakes(match, answers, seat)
    return _add_review(summary, found)._replace(mistakes=kinds), positions


def _find_side(match: Match) -> Player | None:
    """Return the side of the one person; None if there are two or none."""
    people = [player for player in PLAYERS if match.seats[player - 1] == HUMAN]
    return people[0] if len(people) == 1 else None


def _find_level(match: Match, side: Player | None) -> str | None:
    label = match.seats[OTHER[side] - 1] if side else None
    return label if label in LEVELS else None


def _is_helped(match: Match, side: Player | None) -> bool:
    """Return True if the person had hints or took moves back; of two people, if either did."""
    hints = any(isinstance(entry, Hint) and side in (None, entry.who) for entry in match.journal)
    return hints or any(event.undo is not None and side in (None, event.who) for event in match.events)


def _find_day(began: str, zone: tzinfo | None) -> date:
    """Return the day of this moment in UTC, in the zone or in that of this computer."""
    return datetime.strptime(began, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC).astimezone(zone).date()


def _add_review(summary: GameSummary, found: Review) -> GameSummary:
    """Add the one person's accuracy, luck and choices to the summary."""
    if summary.side is None:
        return summary
    side: Player = 1 if summary.side == 1 else 2
    score, swing = found.accuracy[side], found.swings[side]
    return summary._replace(
        accuracy=None if score is None else round_percent(score),
        luck=swing.luck if any(found.luck.values()) else None,
        choices=swing.choices,
    )


def _find_mistakes(
    match: Match, answers: dict[State, Analysis], seat: Player | None
) -> tuple[list[str], dict[str, int]]:
    """Return the positions to practise and the count of each kind of mistake, by people or this seat."""
    positions, kinds = dict[str, None](), Counter[str]()
    for event, state in match.line:
        if _is_chosen(match, event) and seat in (None, event.who):
            analysis = answers[state]
            assert event.move is not None
            if grade_choice(analysis, event.move).loss and stake(analysis) > AT_STAKE:
                positions[notation.position(state)] = None
                kinds[words_of(state).mistake(state, analysis, event.move)] += 1
    return list(positions), dict(kinds)


def _is_chosen(match: Match, event: Event) -> bool:
    """Return True if a person chose this move."""
    return (
        event.who is not None and not event.forced and match.find_seats(event.number)[event.who - 1] == HUMAN
    )
