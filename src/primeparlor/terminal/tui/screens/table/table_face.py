"""The painters of the table screen: the players, the board, its keys, the last message, and the result."""

from __future__ import annotations

from contextlib import suppress
from typing import ClassVar

from textual.app import ComposeResult
from textual.css.query import NoMatches

from primeparlor.tables.table import Table
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.board_room import BoardRoom, Items
from primeparlor.terminal.tui.screens.table import game_over, side_panel
from primeparlor.terminal.tui.screens.table.pace import Pace
from primeparlor.terminal.tui.screens.table.playback import Sitting
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.painted_widget import Picture

FEET = [
    *(("h", "hint"), ("w", "why"), ("u", "undo"), ("m", "moves"), ("/", "type")),
    *(("?", "help"), ("q", "leave")),
]


class TableFace(BoardRoom):
    """The painted widgets of one match, showing its playback."""

    called = "the table"

    after_feet: ClassVar[Items] = game_over.FEET  # the keys of a game that is over

    def __init__(self, table: Table, pace: float = 1.0, note: str = "") -> None:
        super().__init__()
        self.table, self.match, self.sitting = table, table.match, Sitting(table, note)
        self.pace = Pace(pace)
        self.thinking = False  # whether the house is
        self.turning = ""  # what the game turned on, once that is known

    def in_the_end(self) -> ComposeResult:
        yield Picture(self._end, "end")

    def _arrange(self) -> None:
        """Show the widgets of a game in play, or those of a finished one."""
        sitting, over = self.sitting, self.sitting.outcome is not None
        has_keys = not over and bool(sitting.board.keys(sitting.facts, sitting.view()))
        with suppress(NoMatches):  # Textual may be taking the room down already
            self.query_one("#keys").display = has_keys
            self.query_one("#below").display = not over
            self.query_one("#end").display = over
            self.query_one("#left").set_class(not has_keys, "alone")
            if over:
                self.close_line()

    # Painters ---------------------------------------------------------------------------------------

    def _head(self, c: Canvas) -> None:
        sitting = self.sitting
        limit = sitting.board.rail(sitting.facts)
        chrome.head(c, sitting.match.start.title, self._time() or sitting.level, limit)

    def _time(self) -> str:
        """Return the time left for this move; "" without a clock."""
        left = self.match.time_left
        if left is None or self.sitting.outcome is not None or not self.table.person_to_move():
            return ""
        seconds = max(0, int(left))
        return f"{seconds // 60}:{seconds % 60:02} left for this move"

    def _strip(self, c: Canvas) -> None:
        side_panel.strip(c, self.sitting)

    def _board(self, c: Canvas) -> None:
        sitting, hover = self.sitting, self.query_one("#board", Picture).hover
        turn = sitting.turn_line(self.thinking)
        chrome.board(
            c, turn, sitting.board, sitting.facts, sitting.view(hover, self._yours()), self.app.roomy
        )

    def _keys(self, c: Canvas) -> None:
        hover = self.query_one("#keys", Picture).hover
        view = self.sitting.view(hover, self._yours())
        chrome.keys(c, self.sitting.board.keys(self.sitting.facts, view), hover)

    def _say(self, c: Canvas) -> None:
        chrome.message(c, self.sitting.said)

    def _side(self, c: Canvas) -> None:
        side_panel.side(c, self.sitting, self._yours())

    def _end(self, c: Canvas) -> None:
        if self.sitting.outcome is not None:
            game_over.end(c, self.sitting, self.turning)

    def _foot(self, c: Canvas) -> None:
        if self.sitting.outcome is not None:
            chrome.foot(c, self.after_feet)
        else:
            sitting = self.sitting
            self.foot(c, sitting.board, sitting.facts, sitting.view(), self._feet())

    def _feet(self) -> Items:
        """Return the footer's keys of every game that this table allows."""
        settings = self.match.settings
        off = {"u": not settings.undo, "h": not settings.hints, "w": not settings.hints}
        return [(key, word) for key, word in FEET if not off.get(key)]

    def _yours(self) -> bool:
        """Return True if a person here is to move, and all earlier events have been shown."""
        busy = self.thinking or self.pace.waiting or bool(self.sitting.news)
        return self.match.outcome is None and self.table.person_to_move() and not busy
