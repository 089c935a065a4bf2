"""The screen of the daily duel: a table that ends with a judgement and leads back to the day."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from primeparlor.core import ParlorError
from primeparlor.match import Match
from primeparlor.tables.table import Table
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.base import Items
from primeparlor.terminal.tui.jobs import run_in_thread
from primeparlor.terminal.tui.screens.table import game_over
from primeparlor.terminal.tui.screens.table.screen import TableScreen
from primeparlor.terminal.tui.widgets import chrome

NAME, ABOUT = "Today's duel", "everybody is dealt the same"
NOTE = f"{NAME}: {ABOUT}."
Judge = Callable[[Match, str | None], list[str]]


class DuelScreen(TableScreen):
    """The table screen of one duel; it offers no rematch."""

    after_keys: ClassVar[Items] = [
        *(("r", "review"), ("Enter", "back to the day"), ("w", "why")),
        *(("t", "light or dark"), ("?", "help"), ("q", "leave")),
    ]

    def __init__(self, table: Table, pace: float, note: str, judge: Judge) -> None:
        super().__init__(table, pace, note)
        self._judge = judge

    def _draw_header(self, c: Canvas) -> None:
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

    def _draw_end(self, c: Canvas) -> None:
        if self.playback.outcome is not None:
            game_over.draw_game_over(
                c, self.playback, self.turning_point, [("r", "Review"), ("Enter", "Back to the day")]
            )

    def press(self, key: str) -> None:
        over = self.playback.outcome is not None and not self.pace.waiting
        if over and key in ("enter", "m"):
            self.leave()
        elif not over or key not in ("a", "n"):  # no rematch with the same cards
            super().press(key)
