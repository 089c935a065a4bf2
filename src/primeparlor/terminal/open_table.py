"""Opening of tables (new, saved, the daily duel) before anything is drawn; long work reports its progress."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from primeparlor.core import ParlorError, State
from primeparlor.match import HUMAN, Settings, find_agent_name
from primeparlor.records import StoreError
from primeparlor.tables.setup import open_table
from primeparlor.tables.table import Table, create_players
from primeparlor.terminal.progress_bar import ProgressBar

if TYPE_CHECKING:
    from datetime import date

    from primeparlor.solve import Progress as Work

NOT_RECORDED = "This game will not be kept."
NOT_SAVED = "This game was not saved."


class NewTableOptions(NamedTuple):
    """Options of a new table besides its seats and settings."""

    toss: bool = False  # toss a coin for the first move
    seed: int | None = None
    fate: str = ""  # chance outcomes that come first
    record: str | None = None  # a file for the record, instead of the saved games
    names: tuple[str, str] = ("", "")  # of people, for Player 1 and Player 2
    first_to: int | None = None  # games to be won, if several are played


class OpenedTable(NamedTuple):
    """An open table, and what to say before the game begins."""

    table: Table
    tossed: str = ""  # the result of the coin toss
    unkept: str = ""  # the reason if no record is written


def open_new_table(
    start: State,
    seats: tuple[str, str] = (HUMAN, HUMAN),
    settings: Settings = Settings(),  # noqa: B008 – immutable
    options: NewTableOptions = NewTableOptions(),  # noqa: B008 – immutable
    *,
    progress: ProgressBar,
) -> OpenedTable:
    """Open a new table with its record; raises StoreError if `terms.record` cannot be written."""
    _check_seats(seats)
    sentence, names = "", options.names
    if options.toss:
        from primeparlor.tables.setup import toss_seats

        toss = toss_seats(seats, names, seed=options.seed, turn=start.turn)
        seats, names, sentence = toss.seats, toss.names, toss.sentence
    with progress:
        table = open_table(
            start,
            seats,
            settings,
            names=names,
            seed=options.seed,
            fate=options.fate,
            first_to=options.first_to,
            progress=progress,
        )
    return OpenedTable(table, sentence, start_record(table, options.record))


def _check_seats(seats: Sequence[str | None]) -> None:
    """Raise if a seat is for a program that comes in: nothing can come in here."""
    for label in seats:
        if label and find_agent_name(label):
            raise ParlorError(
                f"{label!r} comes in by itself, through 'parlor mcp', an adapter or Python, and not here: "
                "choose human, a level, random, cmd:PROGRAM or llm:MODEL@BASE_URL."
            )


def open_duel(day: date, progress: ProgressBar, counts: bool = True) -> OpenedTable:
    """Open the table of this day's duel: the unfinished one if there is one. Practice is always new."""
    from primeparlor.coach.training.daily import build_duel
    from primeparlor.tables.daily import duel as daily_duel

    if counts and (path := daily_duel.find_unfinished(day)) is not None:
        table, _ = open_saved_table(path, (None, None), None)
        return OpenedTable(table)
    settings = daily_duel.AGREED if counts else daily_duel.PRACTISED
    match = daily_duel.build_match(build_duel(day), settings=settings)
    with progress:
        table = Table(match, create_players(match, match.seats, progress))
    return OpenedTable(table, unkept=start_record(table))


def open_saved_table(
    name: str | None, seats: Sequence[str | None], seed: int | None
) -> tuple[Table, ProgressBar]:
    """Reopen a saved game with these players; return the table, and the progress callback of its players."""
    from primeparlor.tables import saved_games

    _check_seats(seats)
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
        from primeparlor.tables.daily.duel import restore_deal

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
