"""The painters of the screen of the day: the date, its puzzle, and the panel beside it."""

from __future__ import annotations

from datetime import date
from typing import Any, ClassVar

from primeparlor.games import GAMES
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.board_room import Items
from primeparlor.terminal.tui.screens import today_panel
from primeparlor.terminal.tui.screens.puzzle.coming_back import DuePuzzles
from primeparlor.terminal.tui.screens.puzzle.screen import PosedRoom
from primeparlor.terminal.tui.widgets.chrome import TurnLine
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget

NTH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


class TodayFace(PosedRoom):
    """The painted widgets of one day."""

    called = "today"

    unsolved_keys: ClassVar[Items] = [
        ("h", "hint"),
        ("a", "answer"),
        ("Space", "later"),
        ("z", "practise"),
        ("/", "type"),
    ]

    told_keys: ClassVar[Items] = [
        ("Space", "later; n: one more; p: duel"),
        ("c", "copy the result; z: practise"),
    ]

    def __init__(self, day: date, counts: bool) -> None:
        super().__init__()
        self.day, self.counts = day, counts
        self.round: Any = None  # the coach is imported in a thread
        self.game = ""  # name of the game whose puzzle is on the board
        self.back = DuePuzzles()

    def build_title(self) -> tuple[str, str]:
        name = "Today" if self.counts else f"{self.day.day} {self.day:%B %Y}"
        if self.round is None:
            return name, ""
        today, title = self.round.today, GAMES[self.game or self.round.today.main].title
        heading = f"{name} № {today.number}{' ◆' * today.is_prime}"
        if self.game not in ("", today.main):
            return heading, f"one more: {title}"
        return heading, f"{'a prime day' if today.is_prime else today.name}: {title}"

    def build_turn_line(self) -> TurnLine:
        state = self.puzzle.state
        aside = f"{self.day.day} {self.day:%B}"
        if self.given:
            return TurnLine(state.turn, "Answer shown", "It comes back another day.", aside)
        if self.solved:
            return TurnLine(state.turn, "Solved", self._format_try(), aside, lit=True)
        text = self.puzzle.question if self._fits_in_line() else state.title
        title = "Have another go" if "-" in self.attempt.tries else f"You are Player {state.turn}"
        return TurnLine(state.turn, title, text, aside)

    def _format_try(self) -> str:
        tries = self.attempt.tries.count("-")
        return f"on the {NTH[tries]} try." if tries < len(NTH) else f"on try {tries + 1:,}."

    def _fits_in_line(self) -> bool:
        """Return True if the question fits in the turn line above the board."""
        width = self.query_one("#board", PaintedWidget).size.width - 2
        return self.app.roomy and len("■ You are Player 2") + len(self.puzzle.question) + 4 < width

    def build_strip_text(self) -> str:
        if not self.solved:
            return super().build_strip_text()
        signs = "".join(map(self.round.get_sign, self.round.today.others))
        duel = self.round.duel_result if self.round.duel_played else "·"
        first = self.round.share[-1].split(",")[0] if self.counts else "Practice"
        return f"{first}   more {signs}   duel {duel}"

    def _draw_side(self, c: Canvas) -> None:
        c.panel()
        if self.puzzle is None or self.round is None:
            return
        y = 1
        if not self.solved and not self._fits_in_line():
            y = c.para(2, y, c.w - 4, self.puzzle.question, "ink")
            c.rule(y)
            y += 1
        if (self.hints or self.count_verdict_rows(c)) and not self.solved:
            if self.counts:
                y = today_panel.draw_streak_row(c, y, self.round) + 1
                c.rule(y - 1)
            self.draw_details(c, y)
        else:
            today_panel.draw_day(c, self.round, self.game, self.back, y)

    @property
    def solved_keys(self) -> Items:  # type: ignore[override]
        """The footer's keys when the puzzle is over."""
        leads = self.round.find_next(self.game) is not None
        shared = self.counts and self.round.is_over(self.round.today.main)
        return [
            *([("n", "more")] if leads else []),
            *([] if self.round.duel_played else [("p", "duel")]),
            *([("c", "copy")] if shared else []),
            *(("w", "why"), ("z", "practise")),
        ]
