"""The new-game dialog: opponent, level, side and variant; then it opens the table."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Key
from textual.widgets import Input

from primeparlor.core import ParlorError, State
from primeparlor.tables.setup import open_table
from primeparlor.terminal.drawing.board import Said
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.open_table import NOT_RECORDED, start_record
from primeparlor.terminal.preferences import GameSetup
from primeparlor.terminal.tui.base import ParlorModal
from primeparlor.terminal.tui.ready import TablePreparer
from primeparlor.terminal.tui.screens.options import AGAINST, CUSTOM, ROWS, VARIANT, GameOptions
from primeparlor.terminal.tui.screens.options_face import draw_options
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget

if TYPE_CHECKING:
    from primeparlor.solve import Progress
    from primeparlor.tables.table import Table

LONGEST = 120  # characters of a variant
QUIET = Said("")


class NewGameModal(ParlorModal):
    """A dialog with rows of options: ↑ ↓ select a row, ← → choose in it, Enter starts the game."""

    def __init__(self, game: type[State], again: bool = False, prepared: GameSetup | None = None) -> None:
        super().__init__()
        self.game, self.row, self.again, self.prepared = game, AGAINST, again, prepared
        self.said, self.readying, self.note = QUIET, TablePreparer(), ""

    def compose(self) -> ComposeResult:
        self.options = GameOptions(self.game, self.prepared or self.app.choices.games.get(self.game.name))
        with Vertical(id="new"):
            yield PaintedWidget(self._paint, "face")

    def on_mount(self) -> None:
        if self.again:
            self._start_game()

    def _paint(self, c: Canvas) -> None:
        draw_options(c, self.options, self.row, self.said, bool(self.query(Input)))

    def _show_message(self, said: Said) -> None:
        self.said = said
        self.repaint()

    # Keys ---------------------------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        if self.query(Input) and event.key == "escape":
            event.stop()
            event.prevent_default()
            self._close_line()
        else:
            super().on_key(event)

    def press(self, key: str) -> None:
        if key in ("enter", "escape") and self.query(Input):  # a click: while open, the input takes all keys
            self._apply_variant(self.query_one("#typed", Input).value if key == "enter" else "")
        elif key in ("escape", "q", "ctrl+c"):
            self.readying.stop()
            self.dismiss()
        elif self.readying.busy or self.query(Input):
            return
        elif key == "enter":
            self._start_game()
        elif key == "?":
            self.app.open_help()
        elif key == "t":
            self.app.toggle_theme()
        elif key == "b":
            self.app.open_rules(self.options.start)
        else:
            self._choose(key)

    def _choose(self, key: str) -> None:
        """Select another row, or another option in it; a click does both."""
        options = self.options
        if key in ("up", "down"):
            self.row = options.find_next_row(self.row, 1 if key == "down" else -1)
        elif key in ("left", "right"):
            options.shift_choice(self.row, 1 if key == "right" else -1)
        elif key.startswith("option "):
            row, at = map(int, key.split()[1:])
            self.row = ROWS[row]
            options.choose(self.row, at)
            if options.find_choice(self.row) == CUSTOM:
                self._open_line()
                return
        else:
            return
        self._show_message(QUIET)

    def _start_game(self) -> None:
        if self.options.find_choice(VARIANT) == CUSTOM:
            self._open_line()
        elif not self.readying.busy and self.app.screen is self:  # Enter may come after the table was opened
            self.readying.busy = True  # set now, as the worker starts later
            self.run_worker(self._open_table(), group="ready")

    # A custom variant ---------------------------------------------------------------------------------

    def _open_line(self) -> None:
        """Open a text input for the rules of a variant."""
        if not self.query(Input):
            line = Input(id="typed", max_length=LONGEST, compact=True)
            self.query_one("#new").mount(line)
            line.focus()
            self._show_message(Said(self.options.example, "", "·"))

    def _close_line(self) -> None:
        self.run_worker(self._remove_line(), group="line")

    async def _remove_line(self) -> None:
        for line in self.query(Input):
            await line.remove()
        self._show_message(QUIET)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._apply_variant(event.value)

    def _apply_variant(self, text: str) -> None:
        """Choose the typed variant, or show what is wrong with it; close the input if the text is empty."""
        if not text.strip():
            self._close_line()
            return
        try:
            self.options.add_variant(text)
        except ParlorError as error:
            self._show_message(Said(str(error), "", "✕", "bad"))
        else:
            self._close_line()

    # Opening the table --------------------------------------------------------------------------------

    async def _open_table(self) -> None:
        self._show_message(self.readying.message)
        told = self.set_interval(0.25, self._show_progress)
        seats, self.note = self.options.assign_seats()
        try:
            table = await self.readying.prepare_table(partial(self._build_table, seats))
        except ParlorError as error:  # usually a variant that is too large
            told.stop()
            self._show_message(Said(str(error), "", "✕", "bad"))
            return
        finally:
            told.stop()
        if table is not None:
            self.app.choices.remember_game(self.game.name, self.options.setting)
            self.app.choices.save()
            self.app.open_table(table, self.note, instead_of=self)

    def _show_progress(self) -> None:
        if self.readying.busy:  # else the table is ready, and this timer fired late
            self._show_message(self.readying.message)

    def _build_table(self, seats: tuple[str, str], progress: Progress) -> Table:
        """Open the table with its players and its record; called in a worker thread."""
        table = open_table(self.options.start, seats, progress=progress)
        if trouble := start_record(table):
            self.note = f"{NOT_RECORDED} {trouble}"
        return table
