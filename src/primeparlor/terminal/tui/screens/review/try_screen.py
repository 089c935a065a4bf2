"""The screen to try a position of a reviewed game again."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.binding import Binding, BindingType

from primeparlor.core import ParlorError, State
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.jobs import JobProgress
from primeparlor.terminal.tui.screens.puzzle.screen import QUESTION
from primeparlor.terminal.tui.screens.puzzle.session import PuzzleSessionScreen


class TryScreen(PuzzleSessionScreen):
    """One position of a finished game as a puzzle: what would have been better?"""

    heading, back_label = "Try it yourself", "your try"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("n", "next", "back to the review", key_display="Enter")]

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state

    def _find_puzzle(self, working: JobProgress) -> tuple[Any, Any]:
        from primeparlor.coach.puzzles.puzzle import NOTHING_AT_STAKE, build_practice_at
        from primeparlor.solve import analyse

        if (puzzle := build_practice_at(self.state, working)) is None:
            raise ParlorError(NOTHING_AT_STAKE)
        return puzzle.rate(working), analyse(puzzle.state, progress=working)

    def show_puzzle(self, puzzle: Any, analysis: Any) -> None:
        super().show_puzzle(puzzle, analysis)
        if small := _format_small_stake(analysis):
            self.show_message(QUESTION._replace(bold=small))

    def build_title(self) -> tuple[str, str]:
        return self.heading, self.state.title

    def _draw_score(self, c: Canvas, y: int) -> int:
        """Return `y` unchanged: nothing is counted here."""
        return y

    def show_next(self) -> None:
        """Return to the review: there is only this puzzle. Restart the search if it failed."""
        if self.puzzle is None:
            self.show_search_result(self._start_search())
        elif self.solved:
            self.leave()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return False for other puzzles too: there are none."""
        return action not in ("skip", "switch_games") and super().check_action(action, parameters)

    def search_next(self) -> None:
        """Do nothing: there is no other puzzle."""


def _format_small_stake(analysis: Any) -> str:
    """Return a message where no choice costs much, else ""."""
    from primeparlor.coach.grades import rank_choice
    from primeparlor.coach.language.phrases import AT_STAKE, stake
    from primeparlor.wording import format_loss, in_percentage_points, subtract_chances

    if stake(analysis) > AT_STAKE:
        return ""
    values = [rank_choice(analysis, choice) for choice in analysis.moves]
    points = subtract_chances(max(values), min(values))
    return f"The difference is small: {in_percentage_points(format_loss(points))}."
