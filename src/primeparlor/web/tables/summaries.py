"""Summaries of many tables at once: those not in memory are read from the database, and not opened."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from primeparlor import records
from primeparlor.core import OTHER, Player
from primeparlor.match import Match
from primeparlor.records.reader import rebuild
from primeparlor.tables.table_rows import build_table_row
from primeparlor.web.tables.seats import is_table_name
from primeparlor.web.tables.view import Data

if TYPE_CHECKING:
    from primeparlor.web.storage.store import StoredSummary
    from primeparlor.web.tables.registry import TableRegistry

log = logging.getLogger(__name__)


class Summaries(NamedTuple):
    """The tables that were asked for: a row for each, and the names of those that are gone."""

    rows: list[Data]
    gone: list[str]


async def summarize_tables(
    registry: TableRegistry, asked: Sequence[tuple[str, Player | None]], charge: Callable[[int], None]
) -> Summaries:
    """Return a row for each of these tables, the unfinished ones first, then the latest.

    With each table comes the seat of the reader in its first game; None for two who share a screen.
    `charge` is called with the number of entries that are to be read, before they are.
    """
    readers, store = {name.lower(): seat for name, seat in asked}, registry.store
    names = [name for name in readers if is_table_name(name)]
    live = {name: registry.live_tables[name] for name in names if name in registry.live_tables}
    stored = await store.run_in_thread(store.load_summaries, names)
    charge(sum(each.last - each.first for each in stored if each.table not in live))
    rows = list[Data]()
    for each in stored:  # one after the other: the matches of long games take much memory
        you, table = readers[each.table], live.get(each.table)
        if table is not None:
            rows.append(_build_row(each, table.match, table.game, you))
            continue
        lines = await store.run_in_thread(store.load_lines, each.table, each.first, each.last)
        row = await asyncio.to_thread(_read_row, each, lines, you)
        rows += [] if row is None else [row]
    rows.sort(key=lambda row: (row["over"], not row["yours"], -row["touched"]))
    found = {each.table for each in stored}
    return Summaries(rows, [name for name in readers if name not in found])


def _read_row(stored: StoredSummary, lines: Sequence[str], you: Player | None) -> Data | None:
    """Return the row of a table from the record of its last game; a damaged table is logged and has none."""
    try:
        record: list[records.Line] = [json.loads(line) for line in (stored.header, *lines)]
        return _build_row(stored, rebuild(record).match, stored.game, you)
    except Exception as error:
        log.error("a table is damaged", exc_info=error, extra={"fields": {"table": stored.table}})
        return None  # it cannot be opened either


def _build_row(stored: StoredSummary, match: Match, game: int, you: Player | None) -> Data:
    """Return the row of a table for who had this seat in its first game."""
    you = OTHER[you] if you is not None and game % 2 == 0 else you
    row = {"table": stored.table, "games": game, "touched": int(stored.touched)}
    return row | build_table_row(match, you, stored.waiting)
