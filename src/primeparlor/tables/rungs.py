"""The table of a rung: its start, seats, settings and command, and for which rung a match counts."""

from __future__ import annotations

from typing import NamedTuple

from primeparlor.coach.training.ladder import Ladder, Rung, find_rung_at_stake
from primeparlor.core import State, capital
from primeparlor.files import find_command
from primeparlor.games import GAMES
from primeparlor.match import HUMAN, Match, Settings
from primeparlor.tables.sentences import list_offered_help
from primeparlor.tables.setup import set_up_variant
from primeparlor.wording import join_words


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


def format_stake(match: Match, ladder: Ladder) -> str:
    """Say for which rung of the ladder this match counts, and what would end that; empty if for none."""
    if (rung := find_rung_at_stake(match, ladder)) is None:
        return ""
    offered = list_offered_help(match)
    ends = f"{capital(join_words(offered, 'or'))} would end that." if offered else ""
    return f"This game counts for {ladder.name_rung(rung)}: {rung.task}. {ends}".strip()
