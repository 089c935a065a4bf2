"""Navigation between screens; each screen is imported when it is first opened."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING

from textual.app import App

from primeparlor.core import ParlorError
from primeparlor.terminal.drawing.board import Said
from primeparlor.terminal.tui.jobs import run_in_thread

if TYPE_CHECKING:
    from primeparlor.core import State
    from primeparlor.match import Match
    from primeparlor.tables.table import Table
    from primeparlor.terminal.preferences import GameSetup
    from primeparlor.terminal.tui.base import ParlorModal
    from primeparlor.terminal.tui.screens.table.screen import TableRoom


class Doors(App[int]):
    """The part of the application that pushes screens and dialogs on the stack."""

    pace: float  # factor on the delays of what is shown step by step

    def open_new_game(
        self, game: type[State], again: bool = False, prepared: GameSetup | None = None
    ) -> None:
        """Open the new-game dialog with the `prepared` or last settings; `again` starts the game at once."""
        from primeparlor.terminal.tui.screens.new_game import NewGameModal

        self.push_screen(NewGameModal(game, again, prepared))

    def open_table(self, table: Table, note: str = "", instead_of: ParlorModal | None = None) -> None:
        """Open a table with `note` as its first message, and close the dialog that led there."""
        from primeparlor.terminal.tui.screens.table.screen import TableRoom

        while instead_of is not None and instead_of in self.screen_stack:
            self.pop_screen()  # and any screen above it, such as the one for small windows
        self.push_screen(TableRoom(table, self.pace, note))

    def open_saved_games(self) -> None:
        """Show the saved games."""
        from primeparlor.terminal.tui.screens.saved_games import SavedGamesScreen

        self.push_screen(SavedGamesScreen())

    def open_replay(self, path: str) -> None:
        """Show a saved game move by move."""
        from primeparlor.terminal.tui.screens.replay import ReplayScreen

        self.push_screen(ReplayScreen(path))

    def open_review(self, match: Match) -> None:
        """Show the review of a game."""
        from primeparlor.terminal.tui.screens.review.screen import ReviewScreen

        self.push_screen(ReviewScreen(match))

    def open_puzzles(self, game: type[State] | None = None) -> None:
        """Open the puzzles of this game, or of all games."""
        from primeparlor.terminal.tui.screens.puzzle.session import PuzzleSessionScreen

        self.push_screen(PuzzleSessionScreen(game.name if game else None))

    def open_today(self, day: date | None = None) -> None:
        """Open the daily puzzles and duel of this day, by default today."""
        from primeparlor.terminal.tui.screens.today import TodayRoom

        self.push_screen(TodayRoom(day))

    def open_rush(self, game: type[State] | None = None) -> None:
        """Open the rush, three minutes of puzzles, for this game or for all games."""
        from primeparlor.terminal.tui.screens.rush.screen import RushRoom

        self.push_screen(RushRoom(game.name if game else None))

    def open_progress(self) -> None:
        """Open the player's progress."""
        from primeparlor.terminal.tui.screens.progress.screen import ProgressScreen

        self.push_screen(ProgressScreen())

    def open_openings(self, game: type[State]) -> None:
        """Open the openings trainer of this game."""
        from primeparlor.terminal.tui.screens.puzzle.openings import OpeningsScreen

        self.push_screen(OpeningsScreen(game.name))

    def open_rules(self, state: State) -> None:
        """Open the rules of this state's game."""
        from primeparlor.terminal.tui.screens.rules import RulesScreen

        self.push_screen(RulesScreen(state))

    def open_help(self) -> None:
        """Open the help on the current screen: its keys, the marks, and the aim of the game."""
        from primeparlor.terminal.tui.screens.help import HelpModal, build_help

        self.push_screen(HelpModal(build_help(self.screen)))

    def open_settings(self) -> None:
        """Open the settings dialog."""
        from primeparlor.terminal.tui.screens.settings import SettingsModal

        self.push_screen(SettingsModal())

    def switch_table(self, room: TableRoom, opened: Callable[[], Table]) -> None:
        """Replace a table by the one that `opened` returns.

        Opening may be slow. It runs in a thread, and the screen ignores keys meanwhile.
        """
        room.moving = True
        self.run_worker(self._switch_table(room, opened), group="tables")

    async def _switch_table(self, room: TableRoom, opened: Callable[[], Table]) -> None:
        from primeparlor.terminal.open_table import NOT_RECORDED, start_record
        from primeparlor.terminal.tui.screens.table.screen import TableRoom

        try:
            table = await run_in_thread(opened)
        except ParlorError as error:
            room.moving = False
            room.show_message(Said(str(error), "", "✕", "bad"))
            return
        while self.screen is not room and room in self.screen_stack:
            await asyncio.sleep(0.05)  # wait while the too-small screen is on top
        if self.screen is room:
            room.left, trouble = True, start_record(table)
            self.switch_screen(TableRoom(table, self.pace, trouble and f"{NOT_RECORDED} {trouble}"))
        else:
            table.close()
