"""Import of saved games: a summary of each game, and its mistakes as puzzles that come back."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, tzinfo
from typing import NamedTuple

from primeparlor import records, solve
from primeparlor.coach.grades import accuracy
from primeparlor.coach.language.phrases import AT_STAKE, stake
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.progress.document import GameSummary
from primeparlor.coach.progress.own_game import (
    count_own_moves,
    find_level,
    find_own_side,
    is_helped,
    is_regular,
)
from primeparlor.coach.reasons import words_of
from primeparlor.coach.review.review import JudgedMove, Review, review
from primeparlor.core import Player, State
from primeparlor.match import HUMAN, Match
from primeparlor.solve import Analysis, Progress
from primeparlor.wording import round_percent

BATCH = 50  # games saved together: each time the whole diary is written


class ImportResult(NamedTuple):
    """The number of puzzles made from the player's own mistakes."""

    new: int
    waiting: int  # to practise now


class _ImportBatch:
    """Summaries and mistakes that are not in the diary yet."""

    def __init__(self, diary: Diary) -> None:
        self.diary, self.new = diary, 0
        self.games, self.mistakes = dict[str, GameSummary](), dict[str, date]()

    def add(self, name: str, summary: GameSummary, mistakes: list[str]) -> None:
        self.games[name] = summary
        self.mistakes |= dict.fromkeys(mistakes, summary.day)
        if len(self.games) >= BATCH:
            self.save()

    def save(self) -> None:
        games, mistakes, self.games, self.mistakes = self.games, self.mistakes, {}, {}
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


def import_game(diary: Diary, path: str) -> None:
    """Import one saved game, unless the diary has it as it stands."""
    name, size = os.path.basename(path), os.path.getsize(path)
    if diary.imported_sizes.get(name) != size:
        summary, mistakes = summarize_game(records.load(path), size)
        diary.store_games({name: summary}, dict.fromkeys(mistakes, summary.day))


def _list_sizes() -> Iterator[tuple[str, int]]:
    for path in records.list_saved():
        try:
            yield path, os.path.getsize(path)
        except OSError:  # deleted meanwhile
            continue


def summarize_game(
    record: records.Record, size: int, seat: Player | None = None, zone: tzinfo | None = None
) -> tuple[GameSummary, list[str]]:
    """Return the summary of a game and the positions of mistakes: of this seat's person, or of the only one.

    A game of two people at one keyboard belongs to neither, and is not judged. Nor is a game that is still
    being played: a hint from here would be help, and the result is open. Once it is over, even by resignation
    or at its move limit, all of it counts. Its day is that of the zone, or of this computer.
    """
    match = record.match
    side, outcome = seat or find_own_side(match), match.find_outcome()
    summary = GameSummary(
        size,
        _find_day(record.began, zone),
        match.start.name,
        is_regular(match),
        find_level(match, side),
        side,
        None if side is None or outcome is None or outcome.winner is None else outcome.winner == side,
        is_helped(match, side),
        over=outcome is not None,
        variant=match.start.rules.words,
        clock=match.settings.clock,
        moves=count_own_moves(match, side),
        played_out=match.state.ending() is not None,
    )
    if side is None or not summary.over:
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
    own = [judged for judged in found.decisions if judged.player == side and _is_chosen(match, judged)]
    positions, kinds = _find_mistakes(match, answers, own)
    return _add_review(summary, found, side, own)._replace(mistakes=kinds), positions


def _find_day(began: str, zone: tzinfo | None) -> date:
    """Return the day of this moment in UTC, in the zone or in that of this computer."""
    return datetime.strptime(began, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC).astimezone(zone).date()


def _add_review(summary: GameSummary, found: Review, side: Player, own: Sequence[JudgedMove]) -> GameSummary:
    """Add the person's accuracy, luck and choices to the summary, made of their own decisions."""
    score = accuracy(judged.grade for judged in own)
    return summary._replace(
        accuracy=None if score is None else round_percent(score),
        luck=found.swings[side].luck if any(found.luck.values()) else None,
        choices=-sum(judged.grade.points for judged in own),
    )


def _find_mistakes(
    match: Match, answers: dict[State, Analysis], own: Iterable[JudgedMove]
) -> tuple[list[str], dict[str, int]]:
    """Return the positions to practise and the count of each kind of mistake; small slips are none."""
    positions, kinds = dict[str, None](), Counter[str]()
    states = {event.number: state for event, state in match.line}
    for judged in own:
        if judged.is_mistake:
            state = states[judged.number]
            kinds[words_of(state).mistake(state, answers[state], judged.grade.move)] += 1
            if stake(answers[state]) > AT_STAKE:
                positions[judged.position] = None
    return list(positions), dict(kinds)


def _is_chosen(match: Match, judged: JudgedMove) -> bool:
    """Return True if a person made this move, not somebody who sat there before or after them."""
    return match.find_seats(judged.number)[judged.player - 1] == HUMAN
