"""Summaries of many tables at once: those not in memory are read from the database, and not opened."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
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


async def summarize_tables(registry: TableRegistry, asked: Sequence[tuple[str, Player | None]]) -> Summaries:
    """Return a row for each of these tables, the unfinished ones first, then the latest.

    With each table comes the seat of the reader in its first game; None for two who share a screen.
    """
    readers = {name.lower(): seat for name, seat in asked}
    names = [name for name in readers if is_table_name(name)]
    live = {name: registry.live_tables[name] for name in names if name in registry.live_tables}
    stored = await registry.store.run_in_thread(registry.store.load_summaries, names, live.keys())
    matches = await asyncio.to_thread(_read_matches, [each for each in stored if each.table not in live])
    rows = list[Data]()
    for each in stored:
        table = live.get(each.table)
        match, game = (matches.get(each.table), each.game) if table is None else (table.match, table.game)
        if match is None:
            continue  # damaged: it cannot be opened either
        you = readers[each.table]
        you = OTHER[you] if you is not None and game % 2 == 0 else you
        row = {"table": each.table, "games": game, "touched": int(each.touched)}
        rows.append(row | build_table_row(match, you, each.waiting))
    rows.sort(key=lambda row: (row["over"], not row["yours"], -row["touched"]))
    found = {each.table for each in stored}
    return Summaries(rows, [name for name in readers if name not in found])


def _read_matches(stored: Sequence[StoredSummary]) -> dict[str, Match]:
    """Return the last match of each table; one that cannot be read is logged and left out."""
    matches = {}
    for each in stored:
        try:
            lines: list[records.Line] = [json.loads(line) for line in each.lines]
            matches[each.table] = rebuild(lines).match
        except Exception as error:
            log.error("a table is damaged", exc_info=error, extra={"fields": {"table": each.table}})
    return matches
