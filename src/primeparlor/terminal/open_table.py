"""Opening of tables, new or saved, before anything is drawn; long preparations report progress."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from primeparlor.core import State
from primeparlor.match import HUMAN, Settings
from primeparlor.records import StoreError
from primeparlor.tables.setup import open_table
from primeparlor.tables.table import Table
from primeparlor.terminal.progress_bar import ProgressBar

if TYPE_CHECKING:
    from primeparlor.solve import Progress as Work

NOT_RECORDED = "This game will not be kept."


class NewTableOptions(NamedTuple):
    """Options of a new table besides its seats and settings."""

    toss: bool = False  # toss a coin for the first move
    seed: int | None = None
    fate: str = ""  # chance outcomes that come first
    record: str | None = None  # a file for the record, instead of the saved games


class OpenedTable(NamedTuple):
    """An open table, and what to say before the game begins."""

    table: Table
    tossed: str = ""  # the result of the coin toss
    unkept: str = ""  # the reason if no record is written


def open_new_table(
    start: State,
    seats: tuple[str, str] = (HUMAN, HUMAN),
    settings: Settings = Settings(),  # noqa: B008 – immutable
    terms: NewTableOptions = NewTableOptions(),  # noqa: B008 – immutable
    *,
    progress: ProgressBar,
) -> OpenedTable:
    """Open a new table with its record; raises StoreError if `terms.record` cannot be written."""
    told = ""
    if terms.toss:
        from primeparlor.tables.setup import toss_seats

        fallen = toss_seats(seats, seed=terms.seed, turn=start.turn)
        seats, told = fallen.seats, fallen.sentence
    with progress:
        table = open_table(start, seats, settings, seed=terms.seed, fate=terms.fate, progress=progress)
    return OpenedTable(table, told, start_record(table, terms.record))


def open_saved_table(
    name: str | None, seats: Sequence[str | None], seed: int | None
) -> tuple[Table, ProgressBar]:
    """Reopen a saved game with these players; return the table, and the progress callback of its players."""
    from primeparlor.tables import saved_games

    table = saved_games.reopen_table(name)
    with ProgressBar(table.match.start.title) as progress:
        saved_games.take_seats(table, seats, seed, progress)
    if seed is None:
        deal_duel_cards(table)
    return table, progress


def reopen_table(name: str | None = None, progress: Work | None = None) -> Table:
    """Reopen a saved game with the players of its record."""
    from primeparlor.tables import saved_games

    table = saved_games.reopen_table(name)
    saved_games.take_seats(table, progress=progress)
    deal_duel_cards(table)
    return table


def deal_duel_cards(table: Table) -> None:
    """Deal the rest of the day's cards if the reopened table is a daily duel."""
    if table.match.day is not None:
        from primeparlor.terminal.daily_duel import restore_deal

        restore_deal(table.match, table.match.day)


def start_record(table: Table, path: str | None = None) -> str:
    """Start the record and return "", or a sentence if that failed; raises StoreError if `path` was given."""
    try:
        table.create_record(path)
    except StoreError as error:
        if path:
            table.close()
            raise
        return str(error)
    return ""
