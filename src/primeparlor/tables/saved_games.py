"""The saved games: listing them as data, finding one by name, and resuming."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any

from primeparlor import records
from primeparlor.coach.reasons import describe_variant
from primeparlor.core import PLAYERS, ParlorError, Player
from primeparlor.files import escape_text, find_command, quote_argument
from primeparlor.match import HUMAN, Match, Sit, comes_in, is_program
from primeparlor.notation import whole_number
from primeparlor.notation.blocks import shown
from primeparlor.players import SEATS, check_seat
from primeparlor.tables.names import find_reader, name_seats
from primeparlor.tables.saved_game_cache import find_group, format_fault, format_whom, group_games
from primeparlor.tables.sentences import format_how, format_standing
from primeparlor.tables.table import Table, create_players, has_substitute

if TYPE_CHECKING:
    from primeparlor.solve import Progress


# The list ------------------------------------------------------------------------------------------


def format_none_saved() -> str:
    """Say that nothing is saved, and how to begin a game."""
    return f"You have no saved games yet. {_format_start()}"


def _format_start() -> str:
    return f"Start one with '{find_command()} play GAME'."


def list_games() -> list[dict[str, Any]]:
    """Return the saved games as data, the newest first, those of one match together."""
    return [_build_row(at, path, read) for at, (path, read) in enumerate(_read_saved(), 1)]


def _read_saved() -> list[tuple[str, Match | records.RecordError]]:
    """Return the path of each saved game with its match, or with why it cannot be read, in this order."""
    read = [(path, _read(path)) for path in reversed(records.list_saved())]
    return group_games(read, lambda game: find_group(game[0], game[1]))


def _read(path: str) -> Match | records.RecordError:
    try:
        return records.load(path).match
    except records.RecordError as error:
        return error


def _build_row(number: int, path: str, match: Match | records.RecordError) -> dict[str, object]:
    """Return one row of the list; for a broken record it contains the error."""
    name = os.path.basename(path).removesuffix(records.SUFFIX)
    listed: dict[str, object] = {"number": number, "name": name, "path": path}
    if isinstance(match, records.RecordError):
        fault = f"cannot be read: {format_fault(path, match)}"
        return listed | {"players": "", "how": fault, "standing": fault}
    outcome = match.find_outcome()
    return listed | {
        "game": match.start.name,
        "rules": match.start.rules.changed(),
        "seats": list(match.seats),
        "names": list(match.names),
        "series": match.series and match.series._asdict(),
        "players": format_whom(match),
        "how": _format_how(match),
        "standing": format_standing(match),
        "result": None if outcome is None else outcome._asdict(),
    }


def _format_how(match: Match) -> str:
    """Say how the game stands to the only person who plays, with the variant in words."""
    how = format_how(match, name_seats(match, find_reader(match)).inside)
    variant = describe_variant(match.start)
    return f"{how} [{variant}]" if variant else how


def find_record(name: str | None) -> str:
    """Return the path of a record by its path, name or number in the list; without any, the last."""
    saved = records.list_saved()
    if name is None and saved:
        return saved[-1]
    if name is None:
        raise records.RecordError(format_none_saved())
    if os.path.exists(name):
        return name
    number = whole_number(name)
    if number is not None and 1 <= number <= len(saved):
        return _read_saved()[number - 1][0]
    for path in saved:
        if os.path.basename(path) in (name, name + records.SUFFIX):
            return path
    raise records.RecordError(f"There is no saved game {name!r}. '{find_command()} games' lists them all.")


def find_saved(name: str) -> str:
    """Return the path of a saved game by its name, its number in the list, or its path; of no other file."""
    saved = {os.path.realpath(path): path for path in records.list_saved()}
    path = saved.get(os.path.realpath(find_record(name)))
    if path is None:
        raise records.RecordError(
            f"{shown(name)} is not one of your saved games. '{find_command()} games' lists them all."
        )
    return path


def delete_saved(path: str) -> None:
    """Delete a saved game for good; what it meant for the player's progress is kept."""
    from primeparlor.coach.progress.diary import open_diary  # imported here: lists of games need neither
    from primeparlor.coach.progress.import_games import import_game

    with suppress(Exception):  # it cannot be read or judged, so it meant nothing
        import_game(open_diary(), path)
    records.delete(path)


def describe_game(path: str) -> str:
    """Return the game of this record with who plays it; the name of the file if it cannot be read."""
    try:
        match = records.load(path).match
    except records.RecordError:
        return escape_text(os.path.basename(path))
    return ", ".join(filter(None, (match.start.title, describe_variant(match.start), format_whom(match))))


def format_reopen(table: Table, path: str, named: bool = False) -> str:
    """Format the command that opens the saved game again; the last one played need not be `named`."""
    if table.match.outcome is not None:
        return f"Replay it with: {find_command()} replay {quote_argument(path)}"
    file = f" {quote_argument(path)}" if named or not _is_newest(path) else ""
    return f"Resume it with: {find_command()} resume{file}{_format_called(table.match)}"


def _format_called(match: Match) -> str:
    """Format the options that seat the programs and models again: a record never calls them by itself."""
    called = (
        (player, label)
        for player, label in zip(PLAYERS, match.seats, strict=True)
        if is_program(label) and not comes_in(label)
    )
    return "".join(f" --p{player} {quote_argument(label)}" for player, label in called)


def _is_newest(path: str) -> bool:
    try:
        return records.list_saved()[-1:] == [path]
    except records.RecordError:
        return False


# Resuming ------------------------------------------------------------------------------------------


def reopen_table(name: str | None = None) -> Table:
    """Open the table of a saved game, without players yet.

    Without a name it is the newest unfinished game that is not being played elsewhere.
    """
    record, match = _open_record(name)
    table = Table(match, [None, None])
    table.record = record
    if match.outcome is None:
        return table
    table.close()
    look = f"Replay it with: {find_command()} replay {quote_argument(record.path)}"
    raise records.RecordError(f"{escape_text(record.path)} is finished. {look}")


def _open_record(name: str | None) -> tuple[records.RecordFile, Match]:
    busy: records.RecordBusy | None = None
    for path in records.list_unfinished() if name is None else [find_record(name)]:
        try:
            record, read = records.RecordFile.reopen(path)
        except records.RecordBusy as error:
            busy = busy or error
        else:
            return record, read.match
    raise busy or records.RecordError(f"You have no unfinished game. {_format_start()}")


def take_seats(
    table: Table,
    seats: Sequence[str | None] = (None, None),
    seed: int | None = None,
    progress: Progress | None = None,
) -> None:
    """Seat these players, or those of the record, at a reopened table; close it if that fails."""
    match = table.match
    with ExitStack() as undone:
        undone.callback(table.close)
        if seed is not None and not match.seeded:
            raise ParlorError("This game did not start with a seed: leave out --seed.")
        one, two = map(_choose_label, PLAYERS, seats, match.seats)
        if seed is not None:
            match.reseed(seed)
        table.players = create_players(match, (one, two), progress)
        substituted = has_substitute(table.players)
        match.perform(Sit((one, two), _keep_names(match, one, two), substituted))
        undone.pop_all()


def _keep_names(match: Match, *seats: str) -> tuple[str, str]:
    """Return the names that people chose, for the seats where people still play."""
    one, two = (name if seat == HUMAN else "" for seat, name in zip(seats, match.names, strict=True))
    return one, two


def _choose_label(player: Player, given: str | None, recorded: str) -> str:
    """Return the label of the seat now. A record may name house players, but never starts a program."""
    if given:
        return check_seat(given)
    if recorded in (HUMAN, *SEATS):
        return recorded
    why = "and a record starts no program" if is_program(recorded) else "which this parlor does not know"
    raise records.RecordError(
        f"Player {player} in this game is {recorded!r}, {why}. "
        f"Say who plays there now, for example --p{player} human."
    )
