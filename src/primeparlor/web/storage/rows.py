"""Conversion of tables to database rows, and of rows to the lines of records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from primeparlor import records
from primeparlor.match import Match, Turn
from primeparlor.records.writer import encode_lines, format_header


def build_match_row(table: str, game: int, match: Match, began: str) -> dict[str, object]:
    """Build the row of the n-th game at a table."""
    header = encode_lines([format_header(match, began)]).decode().rstrip()
    return {"table": table, "game": game, "first": match.first_seq, "header": header}


def build_seat_row(hash: str, table: str, person: int, nth: int, key: str | None = None) -> dict[str, object]:
    """Build the row of a person's n-th token."""
    return {"hash": hash, "table": table, "person": person, "nth": nth, "key": key}


def build_entry_rows(table: str, turn: Turn) -> Iterator[dict[str, object]]:
    """Yield the rows of a turn."""
    for at, entry in enumerate(turn.entries, 1):
        line = encode_lines([records.format_entry(entry)]).decode().rstrip()
        yield {"table": table, "seq": turn.seq + at, "line": line, "more": at < len(turn.entries)}


def split_games(games: list[tuple[int, str]], lines: list[Any]) -> list[list[bytes]]:
    """Split the entries of a table into one record per game: its header, and the entries up to the next."""
    found = []
    ends = [first for first, _ in games[1:]] + [float("inf")]
    for (first, header), end in zip(games, ends, strict=True):
        own = [_format_line(line, more) for seq, line, more in lines if first < seq <= end]
        found.append([header.encode() + b"\n", *own])
    return found


def _format_line(line: str, more: bool) -> bytes:
    text = f'{line[:-1]},"more":true}}' if more else line
    return text.encode() + b"\n"
