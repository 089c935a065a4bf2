"""Entry points that start the app on a given screen, and restore the terminal with a few lines below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import TYPE_CHECKING

from primeparlor import records
from primeparlor.tables.saved_games import find
from primeparlor.terminal.mode import Wishes
from primeparlor.terminal.open_table import UNKEPT, Terms, new_table, saved_table
from primeparlor.terminal.preferences import Choices
from primeparlor.terminal.progress_bar import Progress
from primeparlor.terminal.signals import ends_in_order
from primeparlor.terminal.tui.theme import finding

if TYPE_CHECKING:
    from primeparlor.core import State
    from primeparlor.match import Settings
    from primeparlor.tables.table import Table
    from primeparlor.terminal.tui.app import Parlor
    from primeparlor.terminal.tui.base import Room


def play(start: State, seats: tuple[str, str], settings: Settings, terms: Terms, wishes: Wishes) -> int:
    """Play a new game; return the exit code."""
    progress = Progress(start.title)
    seated = new_table(start, seats, settings, terms, progress=progress)
    progress.quiet = True  # from here on the screen shows progress
    note = f"{UNKEPT} {seated.unkept}" if seated.unkept else seated.tossed  # the screen cuts a long reason
    return _sit_down(seated.table, wishes, note)


def resume(name: str | None, seats: Sequence[str | None], seed: int | None, wishes: Wishes) -> int:
    """Resume a saved game; return the exit code."""
    table, progress = saved_table(name, seats, seed)
    progress.quiet = True
    return _sit_down(table, wishes)


def home(wishes: Wishes) -> int:
    """Open the home screen; return the exit code."""

    def first(app: Parlor) -> Room:
        from primeparlor.terminal.tui.screens.home import Home

        return Home()

    return _run(first, wishes)


def puzzle(game: str | None, wishes: Wishes) -> int:
    """Open the puzzle screen; return the exit code."""

    def first(app: Parlor) -> Room:
        from primeparlor.terminal.tui.screens.puzzle.session import PuzzleRoom

        return PuzzleRoom(game)

    return _run(first, wishes)


def today(wishes: Wishes, day: date | None = None) -> int:
    """Open the screen of this day, or of today; return the exit code."""

    def first(app: Parlor) -> Room:
        from primeparlor.terminal.tui.screens.today import TodayRoom

        return TodayRoom(day)

    return _run(first, wishes)


def rush(game: str | None, wishes: Wishes) -> int:
    """Open the rush screen; return the exit code."""

    def first(app: Parlor) -> Room:
        from primeparlor.terminal.tui.screens.rush.screen import RushRoom

        return RushRoom(game)

    return _run(first, wishes)


def progress(wishes: Wishes) -> int:
    """Open the progress screen; return the exit code."""

    def first(app: Parlor) -> Room:
        from primeparlor.terminal.tui.screens.progress.screen import ProgressRoom

        return ProgressRoom()

    return _run(first, wishes)


def openings(game: str | None, wishes: Wishes) -> int:
    """Open the training of this game's openings; return the exit code."""

    def first(app: Parlor) -> Room:
        from primeparlor.terminal.tui.screens.puzzle.openings import OpeningsRoom

        return OpeningsRoom(game)

    return _run(first, wishes)


def review(name: str | None, wishes: Wishes) -> int:
    """Review a saved game; return the exit code."""
    match = records.load(find(name)).match

    def first(app: Parlor) -> Room:
        from primeparlor.terminal.tui.screens.review.screen import ReviewRoom

        return ReviewRoom(match)

    return _run(first, wishes)


def replay(name: str | None, wishes: Wishes) -> int:
    """Replay a saved game; return the exit code."""
    path = find(name)
    records.load(path)  # an unreadable record is reported in the shell

    def first(app: Parlor) -> Room:
        from primeparlor.terminal.tui.screens.replay import ReplayRoom

        return ReplayRoom(path)

    return _run(first, wishes)


def _sit_down(table: Table, wishes: Wishes, note: str = "") -> int:
    def first(app: Parlor) -> Room:
        from primeparlor.terminal.tui.screens.table.screen import TableRoom

        return TableRoom(table, app.pace, note)

    try:
        return _run(first, wishes)
    finally:
        table.close()


def _run(first: Callable[[Parlor], Room], wishes: Wishes) -> int:
    """Run the app with this first screen; return the exit code. Textual loads during the terminal query."""
    choices = Choices.load()
    with ends_in_order():
        with finding(wishes, choices.theme) as found:
            from primeparlor.terminal.tui.app import Parlor

            suits = found()
        app = Parlor(lambda: first(app), suits, choices, choices.pace if wishes.pace is None else wishes.pace)
        return app.run_in_order()
