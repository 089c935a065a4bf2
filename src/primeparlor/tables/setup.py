"""A new table: its players and settings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from primeparlor import notation
from primeparlor.core import Move, State
from primeparlor.match import HUMAN, Match, Settings
from primeparlor.notation import NotationError
from primeparlor.tables.table import Table, create_players

if TYPE_CHECKING:
    from primeparlor.solve import Progress


def open_table(
    start: State,
    seats: tuple[str, str] = (HUMAN, HUMAN),
    settings: Settings = Settings(),  # noqa: B008 – immutable
    *,
    names: tuple[str, str] = ("", ""),
    seed: int | None = None,
    fate: str = "",
    progress: Progress | None = None,
) -> Table:
    """Open a new table; raise if a player cannot play this game or an outcome dealt by hand is impossible."""
    match = Match(start, seats, settings, names=names, seed=seed, fate=_read_dealt(start, fate))
    return Table(match, create_players(match, seats, progress))


def set_up(game: type[State], words: Iterable[str]) -> State:
    """Return the starting state that these words describe; raise if the game is already over."""
    start = notation.set_up(game, words)
    if start.ending():
        raise NotationError("This game is already over: there is nothing left to play.")
    return start


def set_up_variant(game: type[State], words: Iterable[str]) -> State:
    """Return the start of the variant with these rules; raise if a word describes a position."""
    given = list(words)
    notation.Words(given, (), tuple(game.Rules.numbers))
    return set_up(game, given)


def _read_dealt(start: State, text: str) -> Sequence[Move]:
    if not text:
        return ()
    from primeparlor.tables.chance import read_fate

    return read_fate(start, text)
