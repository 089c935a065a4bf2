"""What is printed after the terminal is restored: where a game was saved, and what crashed."""

from __future__ import annotations

import os
import traceback

from primeparlor import records
from primeparlor.files import escape_text, make_folders
from primeparlor.games.game import blame
from primeparlor.records import StoreError
from primeparlor.tables.saved_games import format_reopen
from primeparlor.tables.sentences import UNMOVED, format_standing
from primeparlor.tables.table import Table
from primeparlor.terminal.open_table import NOT_SAVED
from primeparlor.terminal.tui.boards import seats_of

LOG = "broken.log"


def suspend_match(table: Table) -> list[str]:
    """Suspend the match; return the lines to print after the terminal is restored.

    The record of a game without a person's move is deleted.
    """
    match = table.match
    lines = [f"{match.start.title}: {format_standing(match, seats_of(match).inside)}."]
    try:
        trouble = table.leave()
        if trouble is not None:
            lines.append(trouble)
            table.create_record()
            table.leave()
    except StoreError as error:
        return [*lines, str(error), NOT_SAVED]
    if table.delete_unmoved():
        return [f"{match.start.title}: {UNMOVED}"]
    if table.record is None:
        return [*lines, NOT_SAVED]
    return [*lines, f"Saved. {format_reopen(table, table.record.path)}"]


def report_crash(error: BaseException | None) -> list[str]:
    """Write the traceback to the log file; return the lines to print, with the path of that file."""
    cause = error.__cause__ or error if error is not None else None
    if cause is not None and (sentence := blame(cause)) is not None:
        return [sentence]
    lines = ["Something broke."]
    try:
        folder = records.find_folder()
        make_folders(folder)
        path = os.path.join(folder, LOG)
        with open(path, "w", encoding="utf-8") as log:
            log.writelines(traceback.format_exception(error))
    except (OSError, records.RecordError):
        return lines
    return [*lines, f"What happened is in {escape_text(path)}."]
