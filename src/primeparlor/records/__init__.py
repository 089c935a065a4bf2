"""A match as JSON lines ⇄ Match: a header, then one event, note or result per line.

Each turn is on disk before observers are notified. A record cut at any byte loads up to its last whole turn;
an illegal or inconsistent one is refused with the line and the reason. Seats are labels: reading a record
never starts a program or opens a connection.

    RecordError        the record cannot be read; names the line
    StoreError         the record cannot be written; says what is safe
    ├── RecordExists   a new record would overwrite an old one
    ├── RecordBusy     the record is being played elsewhere
    └── RecordGone     the record was moved, deleted or replaced during the game
"""

from typing import TYPE_CHECKING

from primeparlor.records.file import (
    RecordBusy,
    RecordExists,
    RecordFile,
    RecordGone,
    StoreError,
    delete,
    load,
)
from primeparlor.records.library import SUFFIX, create_saved, find_folder, list_saved, list_unfinished
from primeparlor.records.line import LONGEST_LINE, RecordError
from primeparlor.records.writer import VERSION, Line, format_entry, format_record

if TYPE_CHECKING:
    from primeparlor.records.reader import Record, read, rebuild

__all__ = [
    "LONGEST_LINE",
    "SUFFIX",
    "VERSION",
    "Line",
    "Record",
    "RecordBusy",
    "RecordError",
    "RecordExists",
    "RecordFile",
    "RecordGone",
    "StoreError",
    "create_saved",
    "delete",
    "find_folder",
    "format_entry",
    "format_record",
    "list_saved",
    "list_unfinished",
    "load",
    "read",
    "rebuild",
]


def __getattr__(name: str) -> object:
    """Import the reader on demand: a new game reads nothing before its first prompt."""
    if name not in ("Record", "read", "rebuild"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from primeparlor.records import reader

    return getattr(reader, name)
