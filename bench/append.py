"""How much of the processor the append of a turn takes, beside the same rows through sqlite3 alone."""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Callable
from contextlib import closing

from primeparlor.games import GAMES
from primeparlor.match import Event, Match, Turn
from primeparlor.records.writer import encode_lines, format_entry
from primeparlor.web.storage.store import Store, StoredOptions
from primeparlor.web.storage.turn_writer import ADD_ENTRY

TURNS = 3000
OPTIONS, BEGAN = StoredOptions("friend", 1), "2026-01-31T18:00:00Z"


def build_turn(seq: int) -> Turn:
    """Build a turn of one move."""
    return Turn(seq, (Event(seq + 1, 1, 6),))


def measure(act: Callable[[], None]) -> float:
    """Return the microseconds of the processor that each turn takes."""
    began = time.process_time()
    act()
    return (time.process_time() - began) / TURNS * 1e6


def append_alone(store: Store, table: str) -> None:
    """Commit turn after turn through the driver, without a check."""
    connection = store.writer.connection
    for seq in range(TURNS):
        connection.execute("BEGIN IMMEDIATE")
        [entry] = build_turn(seq).entries
        line = encode_lines([format_entry(entry)]).decode().rstrip()
        connection.execute(ADD_ENTRY, (table, seq + 1, line, False))
        connection.commit()


def append_together(store: Store, tables: list[str]) -> None:
    """Append the turns at many tables, one after the other at each."""

    async def play(table: str) -> None:
        kept = store.for_table(table, time.time)
        for seq in range(TURNS // len(tables)):
            await kept.append(build_turn(seq))

    async def play_all() -> None:
        await asyncio.gather(*map(play, tables))

    asyncio.run(play_all())


def main() -> None:
    """Print one line for each number of tables."""
    with tempfile.TemporaryDirectory() as folder, closing(Store(f"sqlite:///{folder}/t.db")) as store:
        for number in range(112):
            match = Match(GAMES["pocket-addition"].start())
            store.add_table(str(number), OPTIONS, match, BEGAN, str(number), 0.0)
        names = iter(map(str, range(112)))
        alone = measure(lambda: append_alone(store, next(names)))
        print(f"sqlite3 alone: {alone:.0f} µs of the processor a turn (in {os.path.dirname(folder)})")
        for count in (1, 10, 100):
            tables = [next(names) for _ in range(count)]
            took = measure(lambda tables=tables: append_together(store, tables))  # type: ignore[misc]
            print(f"{count:3} tables at once: {took:.0f} µs, {took / alone:.2f} times as much")


if __name__ == "__main__":
    main()
