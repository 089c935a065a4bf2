"""The Textual application: its window and look, the screens it opens, and an orderly shutdown."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar

from textual import work
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.scrollbar import ScrollBar

from primeparlor.core import ParlorError
from primeparlor.games import GAMES
from primeparlor.messages import Said
from primeparlor.terminal.drawing.palette import LOOKS
from primeparlor.terminal.mode import SMALLEST
from primeparlor.terminal.preferences import Preferences
from primeparlor.terminal.tui.driver import TerminalDriver
from primeparlor.terminal.tui.jobs import run_in_thread
from primeparlor.terminal.tui.key_items import HELP, LEAVE
from primeparlor.terminal.tui.lazy_screens import SCREENS
from primeparlor.terminal.tui.theme import STOCK_COLOURS, LateAnswerFilter, TerminalLook
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget
from primeparlor.terminal.tui.widgets.scroll_bar import SignScrollBar

if TYPE_CHECKING:
    from textual.screen import Screen

    from primeparlor.tables.saved_game_cache import SavedGameCache
    from primeparlor.tables.table import Table
    from primeparlor.terminal.tui.base import ParlorModal, ParlorScreen
    from primeparlor.terminal.tui.screens.table.screen import TableScreen

PLAIN_DARK = TerminalLook(LOOKS["dark"], ascii_only=False, late_answers=LateAnswerFilter(owed=False))
ROOMY = (92, 30)  # columns and rows from which on the side panel and frames are shown


class ParlorApp(App[int]):
    """The application: it opens every screen, and prints `farewell` after the terminal is restored."""

    pace: float  # factor on the delays of what is shown step by step
    SMALLEST = SMALLEST
    TITLE = "Prime Parlor"
    CSS_PATH = "parlor.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-small"), (ROOMY[0], "-normal"), (128, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (ROOMY[1], "-high"), (38, "-tall")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave", priority=True, show=False),
        Binding("ctrl+z", "suspend_process", priority=True, show=False),
        Binding("t", "toggle_theme", "light or dark", show=False, tooltip="light or dark"),
        Binding("o", "push_screen('settings')", "settings", show=False, tooltip="settings"),
        Binding("ctrl+p", "command_palette", "commands", show=False, priority=True, tooltip="all you can do"),
        Binding("question_mark", "open_help", "help", tooltip="help on this screen", id=HELP),
        Binding("q", "leave", "leave", tooltip="back", id=LEAVE),
    ]
    SCREENS = SCREENS

    def __init__(
        self,
        first: Callable[[], ParlorScreen],
        found: TerminalLook = PLAIN_DARK,
        preferences: Preferences | None = None,
        pace: float = 1.0,
    ) -> None:
        self.look, self.ascii_only, self.late_answers = found
        super().__init__(driver_class=TerminalDriver, ansi_color=self.look.ansi)
        self._update_look_filter()
        self.first, self.pace = first, pace
        self.preferences = preferences or Preferences.load()
        self.saved_games: SavedGameCache | None = None  # the saved games; None until first needed
        self.farewell: list[str] = []
        self.warnings: list[str] = []  # about games from installed packages
        self.last_table_screen: ParlorScreen | None = None  # the screen of the table opened last
        self._broken = False

    def on_mount(self) -> None:
        self._warn, GAMES.warn = GAMES.warn, self.warnings.append  # a printed warning would garble the screen
        if not self.is_headless:
            self._add_signal_handlers()
        ScrollBar.renderer = SignScrollBar
        self.push_screen(self.first())

    def on_unmount(self) -> None:
        GAMES.warn = self._warn

    def _add_signal_handlers(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) != signal.SIG_IGN:  # nohup ignores SIGHUP
                with suppress(NotImplementedError, RuntimeError, ValueError):  # not in the main thread
                    loop.add_signal_handler(number, self.exit_on_signal, number)

    # The window and its look --------------------------------------------------------------------------

    def get_css_variables(self) -> dict[str, str]:
        look = getattr(self, "look", PLAIN_DARK.look)  # Textual calls this before __init__ has set it
        inks = dict(look.css_colours)
        stock = {name: inks[token] for token, names in STOCK_COLOURS.items() for name in names.split()}
        return super().get_css_variables() | stock | inks

    @property
    def roomy(self) -> bool:
        """True if the window has room for frames and a side panel."""
        return self.size.width >= ROOMY[0] and self.size.height >= ROOMY[1]

    @property
    def too_small(self) -> bool:
        """True if the window is too small for any screen."""
        return self.size.width < self.SMALLEST[0] or self.size.height < self.SMALLEST[1]

    def check_window_size(self) -> None:
        """Show the too-small screen over all others while the window is too small, and remove it after."""
        from primeparlor.terminal.tui.screens.dialogs import TooSmallScreen

        covered = isinstance(self.screen, TooSmallScreen)
        if self.too_small and not covered:
            self.push_screen(TooSmallScreen())
        elif covered and not self.too_small:
            self.pop_screen()

    def action_toggle_theme(self) -> None:
        """Switch between light and dark and save the choice; do nothing if the look has no counterpart."""
        other = {"dark": "light", "light": "dark", "dark-256": "light-256", "light-256": "dark-256"}
        if self.look.name not in other:
            return
        self.look = LOOKS[other[self.look.name]]
        self._update_look_filter()
        self.preferences.theme = self.look.name.removesuffix("-256")
        self.preferences.save()
        self.refresh_css()
        for screen in self.screen_stack:
            for picture in screen.query(PaintedWidget):
                picture.repaint()

    def _update_look_filter(self) -> None:
        """Filter what Textual's own widgets show on terminals with few colours or without Unicode."""
        if self.ascii_only or self.look.ansi:
            from primeparlor.terminal.tui.widgets.look_filter import LookFilter

            others = [each for each in self._filters if not isinstance(each, LookFilter)]
            self._filters = [LookFilter(self.look, self.ascii_only), *others]

    def set_pace(self, factor: float) -> None:
        """Set how fast moves of the computer are shown, here and on every open screen."""
        self.pace = factor
        for screen in self.screen_stack:
            if (pace := getattr(screen, "pace", None)) is not None:
                pace.factor = factor

    # Screens ------------------------------------------------------------------------------------------

    def get_screen(self, screen: Any, screen_class: Any = None) -> Any:
        """Return a new screen for a name in SCREENS: Textual itself would show the first one again."""
        return self.SCREENS[screen]() if screen in self.SCREENS else super().get_screen(screen, screen_class)

    def open(self, name: str, *arguments: Any, **options: Any) -> None:
        """Open the screen of this name in SCREENS with these arguments."""
        self.push_screen(self.SCREENS[name](*arguments, **options))

    def action_open_help(self) -> None:
        """Open the help on the current screen: its keys, the marks, and the aim of the game."""
        from primeparlor.terminal.tui.screens.help import HelpModal, build_help

        self.push_screen(HelpModal(build_help(self.screen)))

    def go_back(self) -> None:
        """Close the current screen, or exit if it is the last one."""
        if len(self.screen_stack) > 2:  # the first is Textual's default screen
            self.pop_screen()
        else:
            self.exit(0)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Return what the command palette lists: the keys of the screen, and every screen to open."""
        from primeparlor.terminal.tui.palette_commands import list_commands

        return list_commands(self, screen)

    # Tables -------------------------------------------------------------------------------------------

    def open_table(self, table: Table, note: str = "", instead_of: ParlorModal | None = None) -> None:
        """Open a table with `note` as its first message, and close the dialog that led there."""
        from primeparlor.terminal.tui.screens.table.screen import TableScreen

        while instead_of is not None and instead_of in self.screen_stack:
            self.pop_screen()  # and any screen above it, such as the one for small windows
        self.push_screen(TableScreen(table, self.pace, note))

    def switch_table(self, screen: TableScreen, opened: Callable[[], Table], note: str = "") -> None:
        """Replace a table by the one that `opened` returns, with `note` as its first message.

        Opening may be slow. It runs in a thread, and the screen ignores keys meanwhile.
        """
        screen.switching = True
        self._switch_table(screen, opened, note)

    @work(group="tables")
    async def _switch_table(self, screen: TableScreen, opened: Callable[[], Table], note: str) -> None:
        from primeparlor.terminal.open_table import NOT_RECORDED, start_record
        from primeparlor.terminal.tui.screens.table.screen import TableScreen

        try:
            table = await run_in_thread(opened)
        except ParlorError as error:
            screen.switching = False
            screen.show_message(Said(str(error), "", "✕", "bad"))
            return
        while self.screen is not screen and screen in self.screen_stack:
            await asyncio.sleep(0.05)  # wait while the too-small screen is on top
        if self.screen is screen:
            screen.left, trouble = True, start_record(table)
            first = f"{NOT_RECORDED} {trouble}" if trouble else note
            self.switch_screen(TableScreen(table, self.pace, first))
        else:
            table.close()

    def leave_table(self, table: Table) -> None:
        """Suspend the game, note for the farewell where it was saved, and close its screen."""
        self._suspend_table(table)
        self.go_back()

    def go_home(self, screen: TableScreen) -> None:
        """Leave a finished game for the home screen, even if the game was not opened from there."""
        from primeparlor.terminal.tui.screens.home import HomeScreen

        screen.left = True
        self._suspend_table(screen.table)
        if not any(isinstance(screen, HomeScreen) for screen in self.screen_stack):
            self.switch_screen(HomeScreen())
            return
        while not isinstance(self.screen, HomeScreen):
            self.pop_screen()

    def suspend_all(self) -> None:
        """Suspend every game that is still open."""
        # the last table too, as Textual may have closed its screens already
        screens: list[Any] = [*self.screen_stack, self.last_table_screen]
        for screen in reversed(screens):
            if (table := getattr(screen, "table", None)) is not None and not screen.left:
                screen.left = True
                self._suspend_table(table)

    def _suspend_table(self, table: Table) -> None:
        from primeparlor.terminal.tui.shutdown import suspend_match

        self.farewell = suspend_match(table)
        table.close()

    # The end ------------------------------------------------------------------------------------------

    async def action_leave(self) -> None:
        """Leave the current screen: q where it has no other meaning, and Ctrl+C everywhere."""
        from primeparlor.terminal.tui.base import BaseScreen

        if isinstance(self.screen, BaseScreen):
            self.screen.action_leave()
        else:  # the command palette
            self.screen.dismiss()

    def exit_on_signal(self, number: int) -> None:
        """Suspend all games and exit on a signal, with the usual exit code 128 + number."""
        self.suspend_all()
        self.exit(128 + number)

    def _fatal_error(self) -> None:
        """Handle an uncaught exception; called by Textual."""
        self.handle_crash(sys.exc_info()[1] or self._exception)

    def panic(self, *renderables: object) -> None:
        """Replace Textual's own error output; called by Textual."""
        self._fatal_error()

    def handle_crash(self, error: BaseException | None) -> None:
        """Save the games, close the application and report the error; ignore errors while saving."""
        from primeparlor.terminal.tui.shutdown import report_crash

        if not self._broken:
            self._broken = True
            with suppress(Exception):
                self.suspend_all()
            self.farewell = [*report_crash(error), *self.farewell]
            self._return_code = 1
        self._close_messages_no_wait()

    def run_safely(self) -> int:
        """Run the application and return the exit code. The terminal is restored in any case."""
        streams = sys.stdout, sys.stderr
        try:
            code = self.run()
        except Exception as error:
            code = None
            self.handle_crash(error)
        except BaseException:  # a signal before the first paint, or a game that calls sys.exit
            with suppress(Exception):
                self.suspend_all()
            raise
        finally:
            sys.stdout, sys.stderr = streams  # Textual leaves them redirected if it is interrupted
            if isinstance(self._driver, TerminalDriver):
                self._driver.restore()
            for line in self.farewell:
                print(line)
        return self.return_code or 0 if code is None else code
