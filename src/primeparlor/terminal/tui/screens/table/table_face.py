"""The painters of the table screen: the players, the board, its keys, the last message, and the result."""

from __future__ import annotations

from contextlib import suppress
from typing import ClassVar

from textual.app import ComposeResult
from textual.css.query import NoMatches

from primeparlor.tables.table import Table
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.board_room import BoardScreen, Items
from primeparlor.terminal.tui.screens.table import game_over, side_panel
from primeparlor.terminal.tui.screens.table.pace import Pace
from primeparlor.terminal.tui.screens.table.playback import Playback
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget

FOOTER_KEYS = [
    *(("h", "hint"), ("w", "why"), ("u", "undo"), ("m", "moves"), ("/", "type")),
    *(("?", "help"), ("q", "leave")),
]


class TableFace(BoardScreen):
    """The painted widgets of one match, showing its playback."""

    called = "the table"

    after_keys: ClassVar[Items] = game_over.FOOTER_KEYS  # the keys of a game that is over

    def __init__(self, table: Table, pace: float = 1.0, note: str = "") -> None:
        super().__init__()
        self.table, self.match, self.sitting = table, table.match, Playback(table, note)
        self.pace = Pace(pace)
        self.thinking = False  # whether the house is
        self.turning = ""  # what the game turned on, once that is known

    def compose_game_over(self) -> ComposeResult:
        yield PaintedWidget(self._draw_end, "end")

    def _arrange_widgets(self) -> None:
        """Show the widgets of a game in play, or those of a finished one."""
        sitting, over = self.sitting, self.sitting.outcome is not None
        has_keys = not over and bool(sitting.board.keys(sitting.facts, sitting.build_view()))
        with suppress(NoMatches):  # Textual may be taking the room down already
            self.query_one("#keys").display = has_keys
            self.query_one("#below").display = not over
            self.query_one("#end").display = over
            self.query_one("#left").set_class(not has_keys, "alone")
            if over:
                self.close_line()

    # Painters ---------------------------------------------------------------------------------------

    def _draw_header(self, c: Canvas) -> None:
        sitting = self.sitting
        limit = sitting.board.rail(sitting.facts)
        chrome.draw_header(c, sitting.match.start.title, self._format_time() or sitting.level, limit)

    def _format_time(self) -> str:
        """Return the time left for this move; "" without a clock."""
        left = self.match.time_left
        if left is None or self.sitting.outcome is not None or not self.table.is_person_to_move():
            return ""
        seconds = max(0, int(left))
        return f"{seconds // 60}:{seconds % 60:02} left for this move"

    def _draw_strip(self, c: Canvas) -> None:
        side_panel.draw_strip(c, self.sitting)

    def _draw_board(self, c: Canvas) -> None:
        sitting, hover = self.sitting, self.query_one("#board", PaintedWidget).hover
        turn = sitting.build_turn_line(self.thinking)
        chrome.draw_board(
            c,
            turn,
            sitting.board,
            sitting.facts,
            sitting.build_view(hover, self._is_your_turn()),
            self.app.roomy,
        )

    def _draw_keys(self, c: Canvas) -> None:
        hover = self.query_one("#keys", PaintedWidget).hover
        view = self.sitting.build_view(hover, self._is_your_turn())
        chrome.draw_keys(c, self.sitting.board.keys(self.sitting.facts, view), hover)

    def _draw_message(self, c: Canvas) -> None:
        chrome.draw_message(c, self.sitting.said)

    def _draw_side(self, c: Canvas) -> None:
        side_panel.draw_side(c, self.sitting, self._is_your_turn())

    def _draw_end(self, c: Canvas) -> None:
        if self.sitting.outcome is not None:
            game_over.draw_game_over(c, self.sitting, self.turning)

    def _draw_footer(self, c: Canvas) -> None:
        if self.sitting.outcome is not None:
            chrome.draw_footer(c, self.after_keys)
        else:
            sitting = self.sitting
            self.draw_board_foot(c, sitting.board, sitting.facts, sitting.build_view(), self._list_keys())

    def _list_keys(self) -> Items:
        """Return the footer's keys of every game that this table allows."""
        settings = self.match.settings
        off = {"u": not settings.undo, "h": not settings.hints, "w": not settings.hints}
        return [(key, word) for key, word in FOOTER_KEYS if not off.get(key)]

    def _is_your_turn(self) -> bool:
        """Return True if a person here is to move, and all earlier events have been shown."""
        busy = self.thinking or self.pace.waiting or bool(self.sitting.news)
        return self.match.outcome is None and self.table.is_person_to_move() and not busy
