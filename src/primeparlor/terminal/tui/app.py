"""The parlor on the screen: its window, how it looks, and how it is left."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType

from primeparlor.games import GAMES
from primeparlor.terminal.drawing.palette import LOOKS
from primeparlor.terminal.mode import SMALLEST
from primeparlor.terminal.preferences import Choices
from primeparlor.terminal.tui.background import Late
from primeparlor.terminal.tui.doors import Doors
from primeparlor.terminal.tui.driver import TerminalDriver
from primeparlor.terminal.tui.theme import Found
from primeparlor.terminal.tui.widgets.painted_widget import Picture

if TYPE_CHECKING:
    from primeparlor.tables.table import Table
    from primeparlor.terminal.tui.base import Room
    from primeparlor.terminal.tui.screens.library import Library
    from primeparlor.terminal.tui.screens.table.screen import TableRoom

PLAIN_DARK = Found(LOOKS["dark"], ascii_only=False, late=Late(owed=False))
ROOMY = (92, 30)  # columns and rows from which on there is a side and a frame


class Parlor(Doors):
    """One screen at a time; `farewell` is printed when the terminal is as it was."""

    SMALLEST = SMALLEST
    TITLE = "Prime Parlor"
    ENABLE_COMMAND_PALETTE = False
    CSS_PATH = "parlor.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-small"), (ROOMY[0], "-normal"), (128, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (ROOMY[1], "-high"), (38, "-tall")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave", priority=True, show=False),
        Binding("ctrl+q", "leave", priority=True, show=False),
        Binding("ctrl+z", "suspend_process", priority=True, show=False),
    ]

    def __init__(
        self,
        first: Callable[[], Room],
        found: Found = PLAIN_DARK,
        choices: Choices | None = None,
        pace: float = 1.0,
    ) -> None:
        self.look, self.ascii_only, self.late = found
        super().__init__(driver_class=TerminalDriver, ansi_color=self.look.ansi)
        self.first, self.pace = first, pace
        self.choices = choices or Choices.load()
        self.library: Library | None = None  # the saved games, as far as they have been looked at
        self.farewell: list[str] = []
        self.warnings: list[str] = []  # about games that packages bring
        self.at_table: Room | None = None  # the table sat down at last
        self._broken = False

    def on_mount(self) -> None:
        self._warn, GAMES.warn = GAMES.warn, self.warnings.append  # nothing is printed over the screen
        if not self.is_headless:
            self._hear_signals()
        self.push_screen(self.first())

    def _hear_signals(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) != signal.SIG_IGN:  # as nohup has it
                with suppress(NotImplementedError, RuntimeError, ValueError):  # not in the main thread
                    loop.add_signal_handler(number, self.told_to_end, number)

    # The window ---------------------------------------------------------------------------------------

    @property
    def roomy(self) -> bool:
        """Whether there is room for frames and a side."""
        return self.size.width >= ROOMY[0] and self.size.height >= ROOMY[1]

    @property
    def too_small(self) -> bool:
        """Whether nothing can be shown but that the window is too small."""
        return self.size.width < self.SMALLEST[0] or self.size.height < self.SMALLEST[1]

    def cover(self) -> None:
        """Lay a cover over everything while the window is too small, and take it away again."""
        from primeparlor.terminal.tui.screens.cover import Cover

        covered = isinstance(self.screen, Cover)
        if self.too_small and not covered:
            self.push_screen(Cover())
        elif covered and not self.too_small:
            self.pop_screen()

    # The look -----------------------------------------------------------------------------------------

    def get_css_variables(self) -> dict[str, str]:
        look = getattr(self, "look", PLAIN_DARK.look)  # asked before anything is set
        inks = {token: _for_css(colour) for token, colour in look.colours.items()}
        return super().get_css_variables() | inks | {"wall": look.wall}

    def toggle_theme(self) -> None:
        """Light or dark, kept for next time; there is but one of each where colours are few."""
        other = {"dark": "light", "light": "dark", "dark-256": "light-256", "light-256": "dark-256"}
        if self.look.name not in other:
            return
        self.look = LOOKS[other[self.look.name]]
        self.choices.theme = self.look.name.removesuffix("-256")
        self.choices.save()
        self.refresh_css()
        for screen in self.screen_stack:
            for picture in screen.query(Picture):
                picture.repaint()

    def set_pace(self, factor: float) -> None:
        """Let the house move so fast from now on."""
        self.pace = factor
        for room in self.screen_stack:
            if (pace := getattr(room, "pace", None)) is not None:
                pace.factor = factor

    # The end ------------------------------------------------------------------------------------------

    def back(self) -> None:
        """Leave the room: to the one before, or out of the house."""
        if len(self.screen_stack) > 2:  # the first is Textual's own
            self.pop_screen()
        else:
            self.exit(0)

    async def action_leave(self) -> None:
        """Ctrl+C is the same as q."""
        from primeparlor.terminal.tui.base import Painted

        if isinstance(self.screen, Painted):
            self.screen.press("ctrl+c")

    def leave_table(self, table: Table) -> None:
        """Suspend the game, say where it is, and go back."""
        self._say_farewell(table)
        self.back()

    def go_home(self, room: TableRoom) -> None:
        """Leave a table whose game is over for home, whether or not one came from there."""
        from primeparlor.terminal.tui.screens.home import Home

        room.left = True
        self._say_farewell(room.table)
        if not any(isinstance(screen, Home) for screen in self.screen_stack):
            self.switch_screen(Home())
            return
        while not isinstance(self.screen, Home):
            self.pop_screen()

    def _say_farewell(self, table: Table) -> None:
        from primeparlor.terminal.tui.shutdown import farewell

        self.farewell = farewell(table)
        table.close()

    def leave_all(self) -> None:
        """Suspend the games that are still on the table."""
        rooms: list[Any] = [*self.screen_stack, self.at_table]  # Textual may have closed its screens already
        for room in reversed(rooms):
            if (table := getattr(room, "table", None)) is not None and not room.left:
                room.left = True
                self._say_farewell(table)

    def on_unmount(self) -> None:
        GAMES.warn = self._warn

    def told_to_end(self, number: int) -> None:
        """Leave in order when the system says so."""
        self.leave_all()
        self.exit(128 + number)

    def _fatal_error(self) -> None:
        """Called by Textual for what nobody has caught."""
        self.broke(sys.exc_info()[1] or self._exception)

    def panic(self, *renderables: object) -> None:
        """Called by Textual for what it would rather say itself."""
        self._fatal_error()

    def broke(self, error: BaseException | None) -> None:
        """Restore the terminal, save the games, and say so; what breaks on the way out is not told."""
        from primeparlor.terminal.tui.broken import told

        if not self._broken:
            self._broken = True
            with suppress(Exception):
                self.leave_all()
            self.farewell = [*told(error), *self.farewell]
            self._return_code = 1
        self._close_messages_no_wait()

    def run_in_order(self) -> int:
        """Show the first room until the last is left; the exit code. The terminal is restored in any case."""
        streams = sys.stdout, sys.stderr
        try:
            code = self.run()
        except Exception as error:
            code = None
            self.broke(error)
        except BaseException:  # told to end before anything is shown, or a game that calls sys.exit
            with suppress(Exception):
                self.leave_all()
            raise
        finally:
            sys.stdout, sys.stderr = streams  # which Textual keeps to itself if it is torn away
            if isinstance(self._driver, TerminalDriver):
                self._driver.restore()
            for line in self.farewell:
                print(line)
        return self.return_code or 0 if code is None else code


def _for_css(colour: str) -> str:
    """A colour of the palette as Textual's stylesheets name it."""
    if colour.startswith("color("):
        return "ansi_default"
    return colour if colour.startswith("#") else f"ansi_{colour}"
