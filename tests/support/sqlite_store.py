"""Matches in a database that several processes share: shows that `Store` is all that this needs."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator

from primeparlor import records
from primeparlor.match import Conflict, Match, Turn
from primeparlor.records.entries import read_entry
from primeparlor.records.line import JsonLine

BEGAN = "2026-01-31T18:00:00Z"
SCHEMA = """
    CREATE TABLE IF NOT EXISTS matches (name TEXT PRIMARY KEY, first INTEGER NOT NULL, header TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS entries (
        match TEXT NOT NULL REFERENCES matches, seq INTEGER NOT NULL,
        line TEXT NOT NULL, more INTEGER NOT NULL,
        PRIMARY KEY (match, seq)
    );
"""
LAST = "SELECT COALESCE(MAX(seq), first) FROM matches LEFT JOIN entries ON match = name WHERE name = ?"


class SqliteStore:
    """The turns of one match. One transaction keeps a turn, and the key lets only one turn follow another."""

    def __init__(self, database: sqlite3.Connection, name: str) -> None:
        self.database, self.name = database, name

    @classmethod
    def create(cls, database: sqlite3.Connection, name: str, match: Match) -> None:
        """Keep a new match from here on."""
        [header] = records.format_record(match, BEGAN)
        with database:
            row = (name, match.first_seq, json.dumps(header))
            database.execute("INSERT INTO matches VALUES (?, ?, ?)", row)
        match.store = cls(database, name)

    @classmethod
    def load(cls, database: sqlite3.Connection, name: str) -> Match:
        """The match of this name as far as it was kept, ready to go on."""
        [[header]] = database.execute("SELECT header FROM matches WHERE name = ?", (name,))
        kept = database.execute("SELECT line, more FROM entries WHERE match = ? ORDER BY seq", (name,))
        entries = [json.loads(line) | ({"more": True} if more else {}) for line, more in kept]
        lines = [json.loads(header), *entries]
        match = records.read(json.dumps(line).encode() + b"\n" for line in lines).match
        match.store = cls(database, name)
        return match

    def append(self, turn: Turn) -> None:
        database = self.database
        database.execute("BEGIN IMMEDIATE")  # from here on nobody else writes
        with database:
            [[last]] = database.execute(LAST, (self.name,))
            if last != turn.seq:
                raise Conflict(f"The last entry saved is {last}, but this turn follows entry {turn.seq}.")
            database.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", self._rows(turn))

    def _rows(self, turn: Turn) -> Iterator[tuple[str, int, str, bool]]:
        for at, entry in enumerate(turn.entries, 1):
            line = json.dumps(records.format_entry(entry))
            yield self.name, turn.seq + at, line, at < len(turn.entries)

    def since(self, seq: int) -> list[Turn]:
        kept = self.database.execute(
            "SELECT seq, line, more FROM entries WHERE match = ? AND seq > ? ORDER BY seq", (self.name, seq)
        )
        turns, goes_on = list[Turn](), False
        for number, line, more in kept:
            entry = read_entry(JsonLine.parse(line.encode()))
            if goes_on:
                turns[-1] = turns[-1]._replace(entries=(*turns[-1].entries, entry))
            else:
                turns.append(Turn(number - 1, (entry,)))
            goes_on = bool(more)
        return turns


def opened(path: str) -> sqlite3.Connection:
    """The database in this file. It waits for others but not for the disk: no test cuts the power."""
    database = sqlite3.connect(path, timeout=60, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = OFF")
    database.executescript(SCHEMA)
    return database
