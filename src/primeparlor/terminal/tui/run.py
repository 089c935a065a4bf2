"""Entry points that start the app on a given screen, and restore the terminal with a few lines below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import TYPE_CHECKING

from primeparlor import records
from primeparlor.tables.saved_games import find_record
from primeparlor.terminal.mode import TerminalOptions
from primeparlor.terminal.open_table import NOT_RECORDED, NewTableOptions, open_new_table, open_saved_table
from primeparlor.terminal.preferences import Preferences
from primeparlor.terminal.progress_bar import ProgressBar, handle_end_signals
from primeparlor.terminal.tui.theme import detect_look

if TYPE_CHECKING:
    from primeparlor.core import State
    from primeparlor.match import Settings
    from primeparlor.tables.table import Table
    from primeparlor.terminal.tui.app import ParlorApp
    from primeparlor.terminal.tui.base import ParlorScreen


def play(
    start: State, seats: tuple[str, str], settings: Settings, terms: NewTableOptions, options: TerminalOptions
) -> int:
    """Play a new game; return the exit code."""
    progress = ProgressBar(start.title)
    seated = open_new_table(start, seats, settings, terms, progress=progress)
    progress.quiet = True  # from here on the screen shows progress
    note = (
        f"{NOT_RECORDED} {seated.unkept}" if seated.unkept else seated.tossed
    )  # the screen cuts a long reason
    return _run_table(seated.table, options, note)


def resume(name: str | None, seats: Sequence[str | None], seed: int | None, options: TerminalOptions) -> int:
    """Resume a saved game; return the exit code."""
    table, progress = open_saved_table(name, seats, seed)
    progress.quiet = True
    return _run_table(table, options)


def home(options: TerminalOptions) -> int:
    """Open the home screen; return the exit code."""

    def first(app: ParlorApp) -> ParlorScreen:
        from primeparlor.terminal.tui.screens.home import HomeScreen

        return HomeScreen()

    return _run_app(first, options)


def puzzle(game: str | None, options: TerminalOptions) -> int:
    """Open the puzzle screen; return the exit code."""

    def first(app: ParlorApp) -> ParlorScreen:
        from primeparlor.terminal.tui.screens.puzzle.session import PuzzleSessionScreen

        return PuzzleSessionScreen(game)

    return _run_app(first, options)


def today(options: TerminalOptions, day: date | None = None) -> int:
    """Open the screen of this day, or of today; return the exit code."""

    def first(app: ParlorApp) -> ParlorScreen:
        from primeparlor.terminal.tui.screens.today import TodayScreen

        return TodayScreen(day)

    return _run_app(first, options)


def rush(game: str | None, options: TerminalOptions) -> int:
    """Open the rush screen; return the exit code."""

    def first(app: ParlorApp) -> ParlorScreen:
        from primeparlor.terminal.tui.screens.rush.screen import RushScreen

        return RushScreen(game)

    return _run_app(first, options)


def progress(options: TerminalOptions) -> int:
    """Open the progress screen; return the exit code."""

    def first(app: ParlorApp) -> ParlorScreen:
        from primeparlor.terminal.tui.screens.progress.screen import ProgressScreen

        return ProgressScreen()

    return _run_app(first, options)


def openings(game: str | None, options: TerminalOptions) -> int:
    """Open the training of this game's openings; return the exit code."""

    def first(app: ParlorApp) -> ParlorScreen:
        from primeparlor.terminal.tui.screens.puzzle.openings import OpeningsScreen

        return OpeningsScreen(game)

    return _run_app(first, options)


def review(name: str | None, options: TerminalOptions) -> int:
    """Review a saved game; return the exit code."""
    match = records.load(find_record(name)).match

    def first(app: ParlorApp) -> ParlorScreen:
        from primeparlor.terminal.tui.screens.review.screen import ReviewScreen

        return ReviewScreen(match)

    return _run_app(first, options)


def replay(name: str | None, options: TerminalOptions) -> int:
    """Replay a saved game; return the exit code."""
    path = find_record(name)
    records.load(path)  # an unreadable record is reported in the shell

    def first(app: ParlorApp) -> ParlorScreen:
        from primeparlor.terminal.tui.screens.replay import ReplayScreen

        return ReplayScreen(path)

    return _run_app(first, options)


def _run_table(table: Table, options: TerminalOptions, note: str = "") -> int:
    def first(app: ParlorApp) -> ParlorScreen:
        from primeparlor.terminal.tui.screens.table.screen import TableScreen

        return TableScreen(table, app.pace, note)

    try:
        return _run_app(first, options)
    finally:
        table.close()


def _run_app(first: Callable[[ParlorApp], ParlorScreen], options: TerminalOptions) -> int:
    """Run the app with this first screen; return the exit code. Textual loads during the terminal query."""
    preferences = Preferences.load()
    with handle_end_signals():
        with detect_look(options, preferences.theme) as found:
            from primeparlor.terminal.tui.app import ParlorApp

            suits = found()
        app = ParlorApp(
            lambda: first(app), suits, preferences, preferences.pace if options.pace is None else options.pace
        )
        return app.run_safely()
