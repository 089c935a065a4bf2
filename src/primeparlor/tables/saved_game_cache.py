"""The saved games in words, read again only where they have changed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from threading import Lock
from typing import NamedTuple, Protocol, TypeVar

from primeparlor import records
from primeparlor.coach.reasons import describe_variant
from primeparlor.core import Player
from primeparlor.files import escape_text
from primeparlor.match import Match, find_agent_name
from primeparlor.tables.sentences import format_help_used, format_how, format_players
from primeparlor.tables.series_words import format_goal

T = TypeVar("T")


class SeatNames(Protocol):
    """The players' names for one reader, such as "you" and "the house"."""

    @property
    def you(self) -> Player | None:
        """The only person at the table; None without exactly one."""

    def inside(self, player: Player) -> str:
        """Return the player's name within a sentence."""


class SavedGame(NamedTuple):
    """A saved game, described in words."""

    path: str
    when: float  # last played, in seconds since the epoch
    title: str
    variant: str = ""  # in words of the game, "" for the standard rules
    whom: str = ""  # who played: "against the house, club", "two players"
    how: str = ""  # whose turn it is, or how the game ended
    finished: bool = False
    won: bool | None = None  # by the only person; None if nobody has won yet, or without exactly one person
    fault: str = ""  # why the file cannot be read
    moves: int = 0  # made by players, chance not counted
    helped: str = ""  # how many hints and undos were used, in words
    under_way: bool = False  # a later game of a match
    visited: bool = False  # by a program that came in, which cannot be called back
    group: str = ""  # the same for all games of one match
    game: int = 0  # which game of a match this is; 0 for one that was played alone

    @property
    def resumable(self) -> bool:
        """True if the game can be resumed."""
        return not self.finished and not self.fault

    @property
    def waiting(self) -> bool:
        """True if the game can be resumed by those who played it, and something was played before."""
        return self.resumable and not self.visited and (self.moves > 0 or self.under_way)

    @property
    def brief(self) -> str:
        """A short description: title, variant, players and move number."""
        whom = self.whom.removeprefix("against ").removeprefix("the house, ")
        return ", ".join(filter(None, (self.title, self.variant, whom, f"move {self.moves + 1}")))


class SavedGameCache:
    """A cache of the saved games, keyed by path and time of modification."""

    def __init__(self, name_seats: Callable[[Match], SeatNames]) -> None:
        self._name_seats = name_seats
        self._known: dict[tuple[str, int], SavedGame] = {}
        self._looking = Lock()  # a second thread waits and then finds the files cached

    def load_games(self) -> list[SavedGame]:
        """Return the saved games, newest first. This is slow if there are many new ones."""
        with self._looking:
            return self._load_games()

    def _load_games(self) -> list[SavedGame]:
        try:
            paths = records.list_saved()
        except records.RecordError as error:
            return [SavedGame("", 0, "Your games", fault=str(error))]
        known, self._known = self._known, {}
        for path in reversed(paths):
            try:
                key = path, os.stat(path).st_mtime_ns
            except OSError:
                continue  # deleted meanwhile
            self._known[key] = known.get(key) or self._read_game(path, key[1] / 1e9)
        return group_games(list(self._known.values()), lambda game: game.group)

    def _read_game(self, path: str, when: float) -> SavedGame:
        try:
            match = records.load(path).match
        except records.RecordError as error:
            name, fault = os.path.basename(path).removesuffix(records.SUFFIX), format_fault(path, error)
            return SavedGame(path, when, escape_text(name), fault=fault, group=name)
        outcome, seats = match.find_outcome(), self._name_seats(match)
        winner = outcome.winner if outcome is not None else None
        return SavedGame(
            path,
            when,
            match.start.title,
            describe_variant(match.start),
            format_whom(match),
            format_how(match, seats.inside),
            outcome is not None,
            None if winner is None or seats.you is None else winner == seats.you,
            moves=match.moves_made,
            helped=format_help_used(match),
            under_way=match.series is not None and match.series.is_under_way,
            visited=any(map(find_agent_name, match.seats)),
            group=find_group(path, match),
            game=match.series.game if match.series else 0,
        )


def find_group(path: str, match: Match | records.RecordError) -> str:
    """Return the name of the record with which the match of this one began: its own if it stands alone."""
    first = match.series.first if isinstance(match, Match) and match.series is not None else ""
    return first or os.path.basename(path).removesuffix(records.SUFFIX)


def group_games(games: Iterable[T], find_group: Callable[[T], str]) -> list[T]:
    """Return the games in their order, but those of one match together, where the first of them stands."""
    groups: dict[str, list[T]] = {}
    for game in games:
        groups.setdefault(find_group(game), []).append(game)
    return [game for group in groups.values() for game in group]


def format_fault(path: str, error: records.RecordError) -> str:
    """Say why this record cannot be read, where its path is known."""
    return str(error).removeprefix(f"{escape_text(path)}, ")


def format_whom(match: Match) -> str:
    """Describe the players in a few words, and which of several games it is."""
    players, goal = format_players(match), format_goal(match.series)
    return f"{players} ({goal[0].lower()}{goal[1:]})" if goal else players
