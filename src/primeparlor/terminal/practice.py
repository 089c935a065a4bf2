"""Puzzles to practise: those whose time has come, those made of one's own mistakes, and fresh ones."""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random, SystemRandom
from typing import NamedTuple

from primeparlor import notation, records, solve
from primeparlor.coach.boxes import Boxes
from primeparlor.coach.puzzles import Puzzle, from_mistakes, generate, practice_at, puzzle_at
from primeparlor.core import ParlorError
from primeparlor.games import GAMES
from primeparlor.match import Match
from primeparlor.solve import Progress


class Practice(Boxes):
    """The boxes beside the saved games; where they cannot be kept, that is told once and practice goes on."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell, self._keeps = tell, True
        try:
            super().__init__(os.path.join(records.folder(), "puzzles.json"))
        except ParlorError as error:
            raise records.RecordError(str(error)) from None

    def save(self) -> None:
        try:
            super().save()
        except ParlorError as error:
            if self._keeps:
                self._tell(str(error))
            self._keeps = False


class Mistakes(NamedTuple):
    """What one's own games have to teach."""

    new: int
    waiting: int  # to practise now


def take_in_mistakes(boxes: Boxes, game: str | None, progress: Progress) -> Mistakes:
    """Look through the records that are new or have grown since they were last looked through."""
    sizes = {path: os.path.getsize(path) for path in records.saved()}
    unseen = [path for path, size in sizes.items() if boxes.records.get(os.path.basename(path)) != size]
    new = 0
    for done, path in enumerate(unseen):
        progress(done, len(unseen))
        try:
            match = records.load(path).match
        except records.RecordError:
            continue  # `parlor games` shows what is wrong with it
        if game in (None, match.start.name):
            new += len(boxes.take_in(os.path.basename(path), sizes[path], _mistakes(match)))
    return Mistakes(new, sum(boxes.cards[position].mistake for position in boxes.due(game)))


def _mistakes(match: Match) -> list[str]:
    """The positions in which people erred; none of a game that is too large to know."""
    try:
        return [puzzle.position for puzzle in from_mistakes(match)]
    except solve.TooLarge:
        return []


def next_puzzle(
    boxes: Boxes, game: str | None, progress: Progress, seed: int | None = None, seen: tuple[str, ...] = ()
) -> Puzzle:
    """One whose time has come, but for those just seen; else a fresh one. A seed always fixes a fresh one."""
    if seed is None:
        for position in boxes.due(game):
            again = position not in seen and _again(position, boxes.cards[position].mistake, progress)
            if again:
                return again
    random = SystemRandom() if seed is None else Random(f"{seed}/puzzle")
    if game is not None:
        return generate(GAMES[game], random, progress)
    games = list(GAMES)
    while True:  # our own have puzzles
        try:
            return generate(GAMES[chosen := random.choice(games)], random, progress)
        except ParlorError:  # too large, or nothing to ask there
            games.remove(chosen)


def _again(position: str, mistake: bool, progress: Progress) -> Puzzle | None:
    """What was failed, asked as before; what is no puzzle any more can still be practised."""
    state = notation.read_position(position)
    try:
        asked = None if mistake else puzzle_at(state, progress)
        return asked or practice_at(state, progress)
    except solve.TooLarge:  # the file was edited by hand
        return None
