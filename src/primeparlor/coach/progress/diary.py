"""The diary: everything the parlor remembers of a player, in one file on this computer.

Each change is made to what the file holds by then, so that two processes lose nothing of each other's. A
change that cannot be saved stays in memory and is saved with the next one; the player is told once. Threads
may share a diary: what one of them reads is never changed, only replaced.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date, tzinfo
from typing import Protocol

from primeparlor import notation, records
from primeparlor.coach.progress import merge, updates
from primeparlor.coach.progress.document import (
    ALL,
    Card,
    Data,
    Day,
    Pages,
    Rated,
    Reply,
    Score,
    Taken,
    read_scores,
)
from primeparlor.coach.progress.file import VERSION, Change, DiaryFile, Later, Tell, parsed, written
from primeparlor.coach.progress.merge import EMPTY, is_empty, read_export
from primeparlor.coach.progress.values import section
from primeparlor.coach.puzzles.puzzle import Puzzle
from primeparlor.coach.taking_over import take_over
from primeparlor.core import Move, ParlorError
from primeparlor.files import shown
from primeparlor.games import GAMES

NAME = "progress.json"


def path() -> str:
    """Where the diary is kept: beside the saved games."""
    return os.path.join(records.folder(), NAME)


def ignored(sentence: str) -> None:
    """Tell nobody."""


class Keeps(Protocol):
    """Where a diary is kept."""

    def read(self) -> Data:
        """Everything that is kept there."""

    def change(self, changes: Sequence[Change]) -> Data:
        """Make these changes; returns all of it once it is safe."""


class Diary:
    """What was solved, played and learned, as far as the file can be read; changes are saved at once."""

    def __init__(
        self, path: str, tell: Tell = ignored, file: Keeps | None = None, zone: tzinfo | None = None
    ) -> None:
        """The diary in this file, or one kept elsewhere; days are those of the zone, or of this computer."""
        self.path, self._tell, self.zone = path, tell, zone
        self._file = file or DiaryFile(path, tell)
        self._pages = Pages({})
        self._pending: list[Change] = []
        self._in_trouble = False
        self._lock = threading.RLock()  # for what is pending, and for replacing the pages
        self._readable: dict[str, bool] = {}  # whether a position is one here
        try:
            self._pages = Pages(self._file.read())
        except OSError as error:
            self._say_trouble(f"Your progress cannot be read from {shown(path)}: {error.strerror}.")
        if file is None:
            take_over(os.path.dirname(path), self._change, tell)

    # What it holds -------------------------------------------------------------------------------------

    @property
    def data(self) -> Data:
        """Everything as JSON data, with what is not understood here."""
        return self._pages.data

    @property
    def days(self) -> dict[date, Day]:
        return self._pages.days

    @property
    def ratings(self) -> dict[str, Rated]:
        return self._pages.ratings

    @property
    def cards(self) -> dict[str, Card]:
        return self._pages.cards

    @property
    def rush(self) -> dict[str, tuple[Score, ...]]:
        return self._pages.rush

    @property
    def openings(self) -> dict[str, dict[str, Reply]]:
        return self._pages.openings

    @property
    def games(self) -> dict[str, Taken]:
        """What was learned from saved games; one that is still on the table does not count yet."""
        return {name: taken for name, taken in self._pages.games.items() if taken.over}

    @property
    def looked_through(self) -> dict[str, int]:
        """The sizes that saved games had when they were looked through.

        An entry that does not say whether the game was over is older than that question: it is made anew.
        """
        entries = section(self.data, "games")
        return {name: taken.size for name, taken in self._pages.games.items() if "over" in entries[name]}

    def rated(self, game: str) -> Rated:
        """The player's rating for the puzzles of this game; a beginner's before the first."""
        return self.ratings.get(game, updates.NEW)

    def due(self, game: str | None, now: float | None = None) -> list[str]:
        """The positions whose time has come, the longest waiting first."""
        return self._coming(game, now, due=True)

    def later(self, game: str | None, now: float | None = None) -> list[str]:
        """The positions whose time has not come yet, the next first."""
        return self._coming(game, now, due=False)

    def _coming(self, game: str | None, now: float | None, due: bool) -> list[str]:
        now = time.time() if now is None else now
        cards = self.cards.items()
        found = sorted((card.due, at) for at, card in cards if updates.is_due(card, now) is due)
        of_game = [at for _, at in found if game in (None, at.split(" ")[0])]
        return [position for position in of_game if self._is_readable(position)]

    def _is_readable(self, position: str) -> bool:
        """Whether it can be posed here: other games may not be installed, and the file may be edited."""
        if position not in self._readable:
            try:
                self._readable[position] = position.split(" ")[0] in GAMES and bool(
                    notation.read_position(position)
                )
            except ParlorError:
                self._readable[position] = False
        return self._readable[position]

    def look_again(self) -> None:
        """Read what others have written meanwhile; what is still to be saved here stays."""
        with self._lock, suppress(OSError):
            if not self._pending:
                self._pages = Pages(self._file.read())

    # What changes it -----------------------------------------------------------------------------------

    def answered(self, puzzle: Puzzle, right: bool, *, first: bool = True, now: float | None = None) -> None:
        """Keep an answer: what was failed comes back another day. Only the first answer changes the rating.

        A right answer that is not the first, or comes after a hint, only puts off to tomorrow what was due.
        """
        now, card = time.time() if now is None else now, self.cards.get(puzzle.position)
        if first or not right or (card is not None and updates.is_due(card, now)):
            game, rating = puzzle.state.name, puzzle.rating
            when = updates.When(now, self.zone)
            self._change(lambda data: updates.answer(data, game, puzzle.position, rating, right, first, when))

    def tried_today(self, day: date, game: str, mark: str, main: bool) -> None:
        """Keep a try at a puzzle of this day; after the right one, or the answer, no more are."""
        self._change(lambda data: updates.attempt(data, day, game, mark, main))

    def hinted_today(self, day: date, game: str, hints: int) -> None:
        """Keep how many hints are open on a puzzle of this day."""
        self._change(lambda data: updates.open_hints(data, day, game, hints))

    def duelled(self, day: date, accuracy: float | None, won: bool, record: str) -> None:
        """Keep the daily duel; only the first of a day counts, as the cards are known after it."""
        self._change(lambda data: updates.duel(data, day, accuracy, won, record))

    def rushed(self, game: str | None, day: date, right: int, slips: int) -> bool:
        """Keep the score of a rush if it is among the best; returns whether it beats all before it."""
        score, key = Score(day, right, slips), game or ALL
        before = read_scores(self.data, key)
        self._change(lambda data: updates.rush(data, key, score))
        return right > 0 and (not before or score.rank[:2] < before[0].rank[:2])

    def replied(self, game: str, position: str, reply: Move, right: bool) -> None:
        """Keep a reply in the openings trainer."""
        self._change(lambda data: updates.reply(data, game, position, str(reply), right))

    def took_in(self, games: Mapping[str, Taken], mistakes: Iterable[str]) -> list[str]:
        """Keep what was learned from these games at once; returns the positions that are new cards."""
        positions, known = list(dict.fromkeys(mistakes)), self.cards
        self._change(lambda data: updates.take_in(data, games, positions))
        return [position for position in positions if position not in known]

    def _change(self, change: Change) -> bool:
        """Save the change, with those that could not be saved before; returns whether it is safe."""
        with self._lock:
            self._pending.append(change)
            try:
                data = self._file.change(self._pending)
            except (OSError, Later) as error:
                data = parsed(written(self.data))  # a copy: another thread may be reading
                change(data)
                self._say_trouble(self._why(error))
            else:
                self._pending, self._in_trouble = [], False
            self._pages = Pages(data)
            return not self._pending

    def _why(self, error: OSError | Later) -> str:
        if isinstance(error, OSError):
            return f"Your progress cannot be saved in {shown(self.path)}: {error.strerror}."
        newer = f"{shown(self.path)} was written by a newer Prime Parlor"
        return f"{newer}. You can go on, but nothing new is saved."

    def _say_trouble(self, sentence: str) -> None:
        if not self._in_trouble:
            self._tell(sentence)
        self._in_trouble = True

    # To another computer and back ----------------------------------------------------------------------

    def export(self) -> str:
        """Everything as text, to be kept elsewhere or taken in on another computer."""
        return written({"version": VERSION} | self.data)

    def take(self, text: str) -> str:
        """Take in what was exported elsewhere; returns a sentence. Raises if it is no progress."""
        if is_empty(read_export(text)):
            return EMPTY
        told = ""

        def join(data: Data) -> None:
            nonlocal told
            told = merge.take(data, read_export(text))

        if not self._change(join):
            raise ParlorError("The progress was read but cannot be saved here yet.")
        return told
