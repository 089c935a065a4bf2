"""A new table: who plays there, and what they agree on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from primeparlor import notation
from primeparlor.core import Move, State
from primeparlor.match import HUMAN, Match, Settings
from primeparlor.notation import NotationError
from primeparlor.tables.table import Table, players_for

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
    """A table as asked for, if those who shall play can play it and what is dealt by hand can come."""
    match = Match(start, seats, settings, names=names, seed=seed, fate=_dealt(start, fate))
    return Table(match, players_for(match, seats, progress))


def set_up(game: type[State], words: Iterable[str]) -> State:
    """The start that these words of a variant or position describe, if there is something left to play."""
    start = notation.set_up(game, words)
    if start.ending():
        raise NotationError("The game is over: there is nothing left to play.")
    return start


def _dealt(start: State, text: str) -> Sequence[Move]:
    if not text:
        return ()
    from primeparlor.tables.chance import read_fate

    return read_fate(start, text)
