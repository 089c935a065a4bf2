"""Rungs at a table: the table of a rung, the rung for which a game counts, and what the game meant for it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from primeparlor.coach.progress.diary import Diary, open_diary
from primeparlor.coach.training.ladder import (
    Ladder,
    Rung,
    build_ladder,
    counts_for_ladder,
    find_rung_at_stake,
    format_outcome,
)
from primeparlor.core import State, capital
from primeparlor.files import find_command
from primeparlor.games import GAMES
from primeparlor.match import HUMAN, Match, Settings
from primeparlor.records import find_folder
from primeparlor.tables.setup import open_table, set_up_variant

if TYPE_CHECKING:
    from primeparlor.solve import Progress
    from primeparlor.tables.table import Table

LOST = "With help, this game can no longer pass it."


# The table of a rung -------------------------------------------------------------------------------


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


def open_rung(rung: Rung, name: str = "") -> Table:
    """Open a table for this rung, at which the player has this name."""
    start, seats, settings = prepare_rung(rung)
    return open_table(start, seats, settings, names=(name, "") if rung.side == 1 else ("", name))


# The rung of a table -------------------------------------------------------------------------------


class Stake(NamedTuple):
    """The rung for which a game counts, as long as nobody helps the player."""

    ladder: Ladder
    rung: Rung

    @property
    def name(self) -> str:
        """The name of the rung: "Rung 4 of 10"."""
        return capital(self.ladder.name_rung(self.rung))

    @property
    def lost(self) -> str:
        """What to say instead of the name once somebody has helped: "no longer for rung 4 of 10"."""
        return f"no longer for {self.ladder.name_rung(self.rung)}"

    def explain(self, helped: bool) -> str:
        """Say what the player is to do for the rung, or that the game no longer counts for it."""
        return LOST if helped else f"{capital(self.rung.task)}."

    @property
    def task(self) -> str:
        """What the player is to do for the rung, with its name."""
        return self.ladder.format_rung(self.rung)

    @property
    def opening(self) -> str:
        """The same without the terms, for a table that shows them: "Rung 4 of 10: win."."""
        return f"{self.name}: {self.rung.act}."


def find_next_stake(ladder: Ladder) -> Stake | None:
    """Return the rung to try next; None at the top of the ladder."""
    return None if ladder.next is None else Stake(ladder, ladder.next.rung)


def find_stake(match: Match) -> Stake | None:
    """Return the rung for which this game counts; None if it counts for none. This reads the diary."""
    if not counts_for_ladder(match):
        return None
    ladder = build_ladder(type(match.start), open_diary().own_games)
    rung = find_rung_at_stake(match, ladder)
    return None if rung is None else Stake(ladder, rung)


def format_stake(match: Match, ladder: Ladder) -> str:
    """Say for which rung of the ladder this match counts; empty if for none."""
    rung = find_rung_at_stake(match, ladder)
    return "" if rung is None else f"This game counts for {ladder.name_rung(rung)}: {rung.task}."


class RungResult(NamedTuple):
    """What a game that is over meant for the ladder."""

    text: str = ""  # in sentences; empty if it counted for nothing new
    next: Stake | None = None  # the rung to play now
    label: str = ""  # of a key that opens it


def compare_ladders(diary: Diary, game: type[State], name: str) -> tuple[Ladder, Ladder]:
    """Return the ladder of a game without what is kept under this name, and with it."""
    others = [each for key, each in diary.games.items() if key != name and each.side is not None]
    return build_ladder(game, others), build_ladder(game, diary.own_games)


def judge_game(table: Table, progress: Progress | None = None) -> RungResult:
    """Add the saved games to the diary; return what the one of this table meant. This may be slow."""
    from primeparlor.coach.progress.import_games import import_saved

    match, record = table.match, table.record
    if record is None or os.path.dirname(record.path) != find_folder() or not counts_for_ladder(match):
        return RungResult()
    diary, game, name = open_diary(), type(match.start), os.path.basename(record.path)
    import_saved(diary, progress, match.start.name)
    summary = diary.games.get(name)
    if summary is None:
        return RungResult()
    before, after = compare_ladders(diary, game, name)
    text, ahead = format_outcome(before, after, summary), find_next_stake(after)
    if not text or ahead is None:
        return RungResult(text)
    number, same = ahead.rung.number, before.next is not None and before.next.rung == ahead.rung
    return RungResult(text, ahead, f"Rung {number} again" if same else f"Next: rung {number}")
