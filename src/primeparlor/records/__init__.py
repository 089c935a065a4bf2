"""A match as JSON lines ⇄ Match: a header, then one event or note a line, then the result.

Each line is on disk before anyone is told of it. A record cut at any byte loads up to its last
whole event; an illegal or inconsistent one is refused with the line and the reason. Seats are
labels: reading a record never starts a program or opens a connection.

    RecordError        the record cannot be read; names the line
    StoreError         the record cannot be written; says what is safe
    └── RecordExists   a new record would overwrite an old one
"""

from primeparlor.records.file import RecordExists, RecordFile, StoreError, load
from primeparlor.records.lines import LONGEST_LINE, VERSION, Record, RecordError, entry_line, lines, read
from primeparlor.records.saved import SUFFIX, folder, keep, saved

__all__ = [
    "LONGEST_LINE",
    "SUFFIX",
    "VERSION",
    "Record",
    "RecordError",
    "RecordExists",
    "RecordFile",
    "StoreError",
    "entry_line",
    "folder",
    "keep",
    "lines",
    "load",
    "read",
    "saved",
]
