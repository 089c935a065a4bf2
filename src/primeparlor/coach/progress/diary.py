"""The diary: a player's stored progress, in one file on this computer.

Each change is applied to the current content of the file, so that two processes lose nothing of each other's.
A change that cannot be saved stays in memory and is saved with the next one; the player gets one message.
Threads may share a diary: data that one of them reads is never changed, only replaced.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Mapping, Sequence
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
    GameSummary,
    OpeningReply,
    PlayerRating,
    ProgressDocument,
    RushScore,
)
from primeparlor.coach.progress.file import (
    VERSION,
    Change,
    DiaryFile,
    NewerVersion,
    Tell,
    format_data,
    parse_data,
)
from primeparlor.coach.progress.merge import EMPTY, is_empty, read_export
from primeparlor.coach.puzzles.puzzle import Puzzle
from primeparlor.core import Move, ParlorError
from primeparlor.files import escape_text
from primeparlor.games import GAMES

NAME = "progress.json"


def diary_path() -> str:
    """Return the path of the diary, in the folder of the saved games."""
    return os.path.join(records.find_folder(), NAME)


def ignore_message(sentence: str) -> None:
    """Ignore the message."""


def open_diary(tell: Tell = ignore_message) -> Diary:
    """Open the diary of the player at this computer; `tell` receives sentences about faults of its file."""
    return Diary(diary_path(), tell)


class DiaryStorage(Protocol):
    """Storage of a diary."""

    def read(self) -> Data:
        """Return all stored data."""

    def change(self, changes: Sequence[Change]) -> Data:
        """Apply these changes; return all data once it is stored."""


class Diary:
    """A player's progress: puzzles, games and openings. Changes are saved at once."""

    def __init__(
        self,
        path: str,
        tell: Tell = ignore_message,
        file: DiaryStorage | None = None,
        zone: tzinfo | None = None,
    ) -> None:
        """Open the diary in this file or storage; days are those of the zone, or of this computer."""
        self.path, self._tell, self.zone = path, tell, zone
        self._file = file or DiaryFile(path, tell)
        self._pages = ProgressDocument({})
        self._pending: list[Change] = []
        self._in_trouble = False
        self._lock = threading.RLock()  # for what is pending, and for replacing the pages
        self._readable: dict[str, bool] = {}  # whether a position is one here
        try:
            self._pages = ProgressDocument(self._file.read())
        except OSError as error:
            self._report_trouble(f"Your progress cannot be read from {escape_text(path)}: {error.strerror}.")

    # What it holds -------------------------------------------------------------------------------------

    @property
    def data(self) -> Data:
        """All progress as JSON data, including entries that this version does not understand."""
        return self._pages.data

    @property
    def days(self) -> dict[date, Day]:
        return self._pages.days

    @property
    def ratings(self) -> dict[str, PlayerRating]:
        return self._pages.ratings

    @property
    def cards(self) -> dict[str, Card]:
        return self._pages.cards

    @property
    def rush(self) -> dict[str, tuple[RushScore, ...]]:
        return self._pages.rush

    @property
    def openings(self) -> dict[str, dict[str, OpeningReply]]:
        return self._pages.openings

    @property
    def games(self) -> dict[str, GameSummary]:
        """Summaries of saved games; a game that is still being played does not count yet."""
        return {name: summary for name, summary in self._pages.games.items() if summary.over}

    @property
    def own_games(self) -> list[GameSummary]:
        """The games that one person played, the earliest first; those of two people belong to neither."""
        return [summary for summary in self.games.values() if summary.side is not None]

    @property
    def imported_sizes(self) -> dict[str, int]:
        """File sizes of the saved games when they were imported, by name."""
        return {name: summary.size for name, summary in self._pages.games.items()}

    def find_rating(self, game: str) -> PlayerRating:
        """Return the player's rating for the puzzles of this game; before the first, that of a beginner."""
        return self.ratings.get(game, updates.NEW)

    def find_due(self, game: str | None, now: float | None = None) -> list[str]:
        """Return the positions that are due, the longest waiting first."""
        return self._find_cards(game, now, due=True)

    def find_later(self, game: str | None, now: float | None = None) -> list[str]:
        """Return the positions that are not due yet, the next first."""
        return self._find_cards(game, now, due=False)

    def _find_cards(self, game: str | None, now: float | None, due: bool) -> list[str]:
        now = time.time() if now is None else now
        cards = self.cards.items()
        found = sorted((card.due, at) for at, card in cards if updates.is_due(card, now) is due)
        of_game = [at for _, at in found if game in (None, at.split(" ")[0])]
        return [position for position in of_game if self._is_readable(position)]

    def _is_readable(self, position: str) -> bool:
        """Return True if the position can be posed: its game is installed and its text is valid."""
        if position not in self._readable:
            try:
                self._readable[position] = position.split(" ")[0] in GAMES and bool(
                    notation.read_position(position)
                )
            except ParlorError:
                self._readable[position] = False
        return self._readable[position]

    def reload(self) -> None:
        """Read what other processes have written; changes that are not saved yet stay."""
        with self._lock, suppress(OSError):
            if not self._pending:
                self._pages = ProgressDocument(self._file.read())

    # What changes it -----------------------------------------------------------------------------------

    def store_answer(
        self,
        puzzle: Puzzle,
        right: bool,
        *,
        first: bool = True,
        now: float | None = None,
        daily: date | None = None,
    ) -> None:
        """Store an answer: a failed puzzle comes back another day. Only the first answer changes the rating.

        A right answer that is not the first, or comes after a hint, only postpones a puzzle that was due
        until tomorrow. `daily` is the day of a puzzle of the day.
        """
        now, card = time.time() if now is None else now, self.cards.get(puzzle.position)
        if first or not right or (card is not None and updates.is_due(card, now)):
            when = updates.Moment(now, self.zone)
            self._save_change(lambda data: updates.store_answer(data, puzzle, right, first, when, daily))

    def store_try(self, day: date, game: str, mark: str, main: bool) -> None:
        """Store a try at a puzzle of this day; none is stored after the right one or the shown answer."""
        self._save_change(lambda data: updates.store_attempt(data, day, game, mark, main))

    def store_hints(self, day: date, game: str, hints: int) -> None:
        """Store how many hints are open on a puzzle of this day."""
        self._save_change(lambda data: updates.store_hints(data, day, game, hints))

    def store_duel(self, day: date, accuracy: float | None, won: bool, record: str) -> None:
        """Store the daily duel; only the first of a day counts, because the cards are known after it."""
        self._save_change(lambda data: updates.store_duel(data, day, accuracy, won, record))

    def store_rush(self, game: str | None, day: date, right: int, slips: int) -> None:
        """Store the score of a rush if it is among the best."""
        score = RushScore(day, right, slips)
        self._save_change(lambda data: updates.store_rush(data, game or ALL, score))

    def store_reply(self, game: str, position: str, reply: Move, right: bool) -> None:
        """Store a reply in the openings trainer."""
        self._save_change(lambda data: updates.store_reply(data, game, position, str(reply), right))

    def store_games(self, games: Mapping[str, GameSummary], mistakes: Mapping[str, date]) -> list[str]:
        """Store the summaries of these games in one change; return the positions that are new cards.

        The mistakes are positions, each with the day of its game.
        """
        known = self.cards
        self._save_change(lambda data: updates.store_games(data, games, mistakes))
        return [position for position in mistakes if position not in known]

    def _save_change(self, change: Change) -> bool:
        """Save the change with those that could not be saved before; return True if all are saved."""
        with self._lock:
            self._pending.append(change)
            try:
                data = self._file.change(self._pending)
            except (OSError, NewerVersion) as error:
                data = parse_data(format_data(self.data))  # a copy: another thread may be reading
                change(data)
                self._report_trouble(self._explain_failure(error))
            else:
                self._pending, self._in_trouble = [], False
            self._pages = ProgressDocument(data)
            return not self._pending

    def _explain_failure(self, error: OSError | NewerVersion) -> str:
        if isinstance(error, OSError):
            return f"Your progress cannot be saved in {escape_text(self.path)}: {error.strerror}."
        newer = f"{escape_text(self.path)} was written by a newer Prime Parlor"
        return f"{newer}. You can go on, but nothing new is saved."

    def _report_trouble(self, sentence: str) -> None:
        if not self._in_trouble:
            self._tell(sentence)
        self._in_trouble = True

    # To another computer and back ----------------------------------------------------------------------

    def export(self) -> str:
        """Return all progress as text, for a backup or for import on another computer."""
        return format_data({"version": VERSION} | self.data)

    def import_progress(self, text: str) -> str:
        """Import progress exported elsewhere; return a sentence. Raise if the text is no progress."""
        if is_empty(read_export(text)):
            return EMPTY
        sentence = ""

        def join(data: Data) -> None:
            nonlocal sentence
            sentence = merge.merge_progress(data, read_export(text))

        if not self._save_change(join):
            raise ParlorError("The progress was read but cannot be saved here yet.")
        return sentence
