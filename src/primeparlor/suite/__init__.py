"""The suite: positions with the exact value of every move, as JSON lines.

row              a row, and what an answer to it is worth
edition          the suite that is shipped; fresh ones of the same kind, and files
maker            makes rows of every difficulty, from
decision_finder  decisions that matter, found in
sampler          games that are drawn
"""

from __future__ import annotations

from primeparlor.suite.edition import FILE, FOLDER, VERSION, SuiteError, compute_digest, read_rows
from primeparlor.suite.row import CANARY, DIFFICULTIES, Difficulty, MoveRow, Row, find_move, regret

__all__ = [
    "CANARY",
    "DIFFICULTIES",
    "FILE",
    "FOLDER",
    "VERSION",
    "Difficulty",
    "MoveRow",
    "Row",
    "SuiteError",
    "compute_digest",
    "find_move",
    "read_rows",
    "regret",
]
