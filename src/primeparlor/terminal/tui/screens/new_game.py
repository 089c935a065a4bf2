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
from primeparlor.terminal.open_table import UNKEPT, kept
from primeparlor.terminal.preferences import Setting
from primeparlor.terminal.tui.base import Sheet
from primeparlor.terminal.tui.ready import Readying
from primeparlor.terminal.tui.screens.options import AGAINST, CUSTOM, ROWS, VARIANT, Options
from primeparlor.terminal.tui.screens.options_face import face
from primeparlor.terminal.tui.widgets.painted_widget import Picture

if TYPE_CHECKING:
    from primeparlor.solve import Progress
    from primeparlor.tables.table import Table

LONGEST = 120  # characters of a variant
QUIET = Said("")


class NewGame(Sheet):
    """A dialog with rows of options: ↑ ↓ select a row, ← → choose in it, Enter starts the game."""

    def __init__(self, game: type[State], again: bool = False, prepared: Setting | None = None) -> None:
        super().__init__()
        self.game, self.row, self.again, self.prepared = game, AGAINST, again, prepared
        self.said, self.readying, self.note = QUIET, Readying(), ""

    def compose(self) -> ComposeResult:
        self.options = Options(self.game, self.prepared or self.app.choices.games.get(self.game.name))
        with Vertical(id="new"):
            yield Picture(self._paint, "face")

    def on_mount(self) -> None:
        if self.again:
            self._enter()

    def _paint(self, c: Canvas) -> None:
        face(c, self.options, self.row, self.said, bool(self.query(Input)))

    def _say(self, said: Said) -> None:
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
            self._typed(self.query_one("#typed", Input).value if key == "enter" else "")
        elif key in ("escape", "q", "ctrl+c"):
            self.readying.stop()
            self.dismiss()
        elif self.readying.busy or self.query(Input):
            return
        elif key == "enter":
            self._enter()
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
            self.row = options.next_row(self.row, 1 if key == "down" else -1)
        elif key in ("left", "right"):
            options.turn(self.row, 1 if key == "right" else -1)
        elif key.startswith("option "):
            row, at = map(int, key.split()[1:])
            self.row = ROWS[row]
            options.choose(self.row, at)
            if options.chosen(self.row) == CUSTOM:
                self._type()
                return
        else:
            return
        self._say(QUIET)

    def _enter(self) -> None:
        if self.options.chosen(VARIANT) == CUSTOM:
            self._type()
        elif not self.readying.busy and self.app.screen is self:  # Enter may come after the table was opened
            self.readying.busy = True  # set now, as the worker starts later
            self.run_worker(self._sit_down(), group="ready")

    # A custom variant ---------------------------------------------------------------------------------

    def _type(self) -> None:
        """Open a text input for the rules of a variant."""
        if not self.query(Input):
            line = Input(id="typed", max_length=LONGEST, compact=True)
            self.query_one("#new").mount(line)
            line.focus()
            self._say(Said(self.options.example, "", "·"))

    def _close_line(self) -> None:
        self.run_worker(self._put_away(), group="line")

    async def _put_away(self) -> None:
        for line in self.query(Input):
            await line.remove()
        self._say(QUIET)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._typed(event.value)

    def _typed(self, text: str) -> None:
        """Choose the typed variant, or show what is wrong with it; close the input if the text is empty."""
        if not text.strip():
            self._close_line()
            return
        try:
            self.options.add_variant(text)
        except ParlorError as error:
            self._say(Said(str(error), "", "✕", "bad"))
        else:
            self._close_line()

    # Opening the table --------------------------------------------------------------------------------

    async def _sit_down(self) -> None:
        self._say(self.readying.said)
        told = self.set_interval(0.25, self._say_how_far)
        seats, self.note = self.options.seats()
        try:
            table = await self.readying.ready(partial(self._laid, seats))
        except ParlorError as error:  # usually a variant that is too large
            told.stop()
            self._say(Said(str(error), "", "✕", "bad"))
            return
        finally:
            told.stop()
        if table is not None:
            self.app.choices.begun(self.game.name, self.options.setting)
            self.app.choices.save()
            self.app.sit(table, self.note, instead_of=self)

    def _say_how_far(self) -> None:
        if self.readying.busy:  # else the table is ready, and this timer fired late
            self._say(self.readying.said)

    def _laid(self, seats: tuple[str, str], progress: Progress) -> Table:
        """Open the table with its players and its record; called in a worker thread."""
        table = open_table(self.options.start, seats, progress=progress)
        if trouble := kept(table):
            self.note = f"{UNKEPT} {trouble}"
        return table
