"""The search for a better move in a position of a reviewed game."""

from __future__ import annotations

from typing import Any, ClassVar

from primeparlor.core import ParlorError, State
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.board_room import Items
from primeparlor.terminal.tui.screens.puzzle.screen import POSED
from primeparlor.terminal.tui.screens.puzzle.session import PuzzleRoom
from primeparlor.terminal.tui.working import Working


class TryRoom(PuzzleRoom):
    """One position of a finished game as a puzzle: what would have been better?"""

    room, called = "Try it yourself", "your try"
    asked: ClassVar[Items] = [("h", "hint"), ("a", "answer"), ("/", "type")]
    after: ClassVar[Items] = [("Enter", "back to the review"), ("w", "why")]
    told_keys: ClassVar[Items] = []

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state

    def _found(self, working: Working) -> tuple[Any, Any]:
        from primeparlor.coach.puzzles.puzzle import practice_at
        from primeparlor.solve import analyse

        if (puzzle := practice_at(self.state, working)) is None:
            raise ParlorError("Nothing was at stake here. Every move is as good as another.")
        return puzzle, analyse(puzzle.state, progress=working)

    def pose(self, puzzle: Any, analysis: Any) -> None:
        super().pose(puzzle, analysis)
        if small := _small(analysis):
            self.tell(POSED._replace(bold=small))

    def head(self) -> tuple[str, str]:
        return self.room, self.state.title

    def _score(self, c: Canvas, y: int) -> int:
        """Return `y` unchanged: nothing is counted here."""
        return y

    def next(self) -> None:
        """Return to the review: there is only this puzzle. Restart the search if it failed."""
        if self.puzzle is None:
            self.searched(self._searching())
        elif self.solved:
            self.leave()

    def skip(self) -> bool:
        """Return False: there is no other puzzle."""
        return False

    def switch(self) -> bool:
        """Return False: there is no other game."""
        return False

    def look_ahead(self) -> None:
        """Do nothing: there is no other puzzle."""


def _small(analysis: Any) -> str:
    """Return a message where no choice costs much, else ""."""
    from primeparlor.coach.grades import worth
    from primeparlor.coach.language.phrases import AT_STAKE, stake
    from primeparlor.wording import in_percentage_points, in_points, points_between

    if stake(analysis) > AT_STAKE:
        return ""
    values = [worth(analysis, choice) for choice in analysis.moves]
    points = points_between(max(values), min(values))
    difference = in_percentage_points(in_points(points) if points else "less than 0.1")
    return f"The difference is small: {difference}."
