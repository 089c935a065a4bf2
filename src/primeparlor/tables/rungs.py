"""The table of a rung: its start, seats and settings, and the command that opens the same."""

from __future__ import annotations

from typing import NamedTuple

from primeparlor.coach.training.ladder import Rung
from primeparlor.core import State
from primeparlor.files import find_command
from primeparlor.games import GAMES
from primeparlor.match import HUMAN, Settings
from primeparlor.tables.setup import set_up_variant


class RungTable(NamedTuple):
    """What a table for a rung is opened with."""

    start: State
    seats: tuple[str, str]
    settings: Settings


def prepare_rung(rung: Rung) -> RungTable:
    """Return what to open a table for this rung with: no hints, no undo, and its clock and limit."""
    seats = (HUMAN, rung.level) if rung.side == 1 else (rung.level, HUMAN)
    settings = Settings(limit=rung.limit, clock=rung.clock, undo=False, hints=False)
    return RungTable(set_up_variant(GAMES[rung.game], rung.words), seats, settings)


def format_command(rung: Rung) -> str:
    """Format the command that opens a table for this rung, as it is typed."""
    options = [f"--p{3 - rung.side} {rung.level}"]
    if rung.clock is not None:
        options.append(f"--clock {rung.clock:g}")
    if rung.limit is not None:
        options.append(f"--limit {rung.limit}")
    return " ".join([find_command(), "play", rung.game, *rung.words, *options, "--no-undo", "--no-hints"])
