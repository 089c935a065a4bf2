"""Sitting down at a table, new or saved, before anything is drawn; long preparations are told of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from primeparlor.core import State
from primeparlor.match import HUMAN, Settings
from primeparlor.records import StoreError
from primeparlor.tables.setup import open_table
from primeparlor.tables.table import Table
from primeparlor.terminal.progress_bar import Progress

if TYPE_CHECKING:
    from primeparlor.solve import Progress as Work

UNKEPT = "This game will not be kept."


class Terms(NamedTuple):
    """How a new table is laid, beside who sits there and what is agreed."""

    toss: bool = False  # for who begins
    seed: int | None = None
    fate: str = ""  # outcomes that come first
    record: str | None = None  # a file to keep the game in, instead of the saved games


class Seated(NamedTuple):
    """A table to play at, and what is to be told first."""

    table: Table
    tossed: str = ""  # how the coin fell
    unkept: str = ""  # why no record is kept


def new_table(
    start: State,
    seats: tuple[str, str] = (HUMAN, HUMAN),
    settings: Settings = Settings(),  # noqa: B008 – immutable
    terms: Terms = Terms(),  # noqa: B008 – immutable
    *,
    progress: Progress,
) -> Seated:
    """A table as asked for, with its record; a file that was asked for must be there."""
    told = ""
    if terms.toss:
        from primeparlor.tables.chance import tossed

        fallen = tossed(seats, seed=terms.seed, turn=start.turn)
        seats, told = fallen.seats, fallen.told
    with progress:
        table = open_table(start, seats, settings, seed=terms.seed, fate=terms.fate, progress=progress)
    return Seated(table, told, kept(table, terms.record))


def saved_table(name: str | None, seats: Sequence[str | None], seed: int | None) -> tuple[Table, Progress]:
    """The table of a saved game with its players, and what tells how far their thoughts are."""
    from primeparlor.tables import saved_games

    table = saved_games.reopen(name)
    with Progress(table.match.start.title) as progress:
        saved_games.take_seats(table, seats, seed, progress)
    if seed is None:
        deal_again(table)
    return table, progress


def reseated(name: str | None = None, progress: Work | None = None) -> Table:
    """The table of a saved game with the players of its record."""
    from primeparlor.tables import saved_games

    table = saved_games.reopen(name)
    saved_games.take_seats(table, progress=progress)
    deal_again(table)
    return table


def deal_again(table: Table) -> None:
    """Deal the cards that are left of its day, where a reopened table is a daily duel."""
    if table.match.day is not None:
        from primeparlor.terminal.daily_duel import restore

        restore(table.match, table.match.day)


def kept(table: Table, path: str | None = None) -> str:
    """Record the game; a sentence if it cannot be, unless a file was asked for."""
    try:
        table.keep(path)
    except StoreError as error:
        if path:
            table.close()
            raise
        return str(error)
    return ""
