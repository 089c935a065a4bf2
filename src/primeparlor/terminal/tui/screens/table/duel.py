"""The screen of the daily duel: a table that ends with a judgement and leads back to the day."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType

from primeparlor.core import ParlorError
from primeparlor.match import Match
from primeparlor.tables.table import Table
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.jobs import run_in_thread
from primeparlor.terminal.tui.screens.table.screen import TableScreen
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.painted_widget import Values

NAME, ABOUT = "Today's duel", "everybody is dealt the same"
NOTE = f"{NAME}: {ABOUT}."
Judge = Callable[[Match, str | None], list[str]]


class DuelScreen(TableScreen):
    """The table screen of one duel; it offers no rematch."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "back_to_day", "back to the day", tooltip="back to the day"),
        Binding("enter", "play_held", show=False, tooltip="play or try what is chosen"),
    ]

    def __init__(self, table: Table, pace: float, note: str, judge: Judge) -> None:
        super().__init__(table, pace, note)
        self._judge = judge

    def _draw_header(self, c: Canvas, time: str = "", *changes: object) -> None:
        chrome.draw_header(c, NAME, ABOUT, self.playback.board.rail(self.playback.facts))

    async def _show_result(self) -> None:
        self._arrange_widgets()
        self.repaint()
        record = self.table.record.path if self.table.record else None
        try:
            lines = await run_in_thread(lambda: self._judge(self.match, record))
        except ParlorError as error:
            lines = [str(error)]
        self.turning_point = " ".join(lines)
        self.repaint()

    def list_values(self) -> dict[str, Values]:
        listed = super().list_values()
        return listed | {"end": (*listed["end"], [("r", "Review"), ("Enter", "Back to the day")])}

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("rematch", "play_next"):  # no rematch with the same cards
            return False
        if action == "back_to_day":
            return self.playback.outcome is not None
        return super().check_action(action, parameters)

    def action_back_to_day(self) -> None:
        """Leave the finished duel."""
        self.leave()
