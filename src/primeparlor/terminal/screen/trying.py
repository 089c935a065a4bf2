"""A better move looked for in a position of a game that is being reviewed."""

from __future__ import annotations

from typing import Any, ClassVar

from primeparlor.core import ParlorError, State
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.screen.board_room import Items
from primeparlor.terminal.screen.puzzle import PuzzleRoom


class TryRoom(PuzzleRoom):
    """One position of a game that was played: what would have been better?"""

    room, left_for = "Try it yourself", "back to the review"
    asked: ClassVar[Items] = [item for item in PuzzleRoom.asked if item[0] != "n"]
    after: ClassVar[Items] = [("Enter", "back to the review")]

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state

    def _found(self) -> tuple[Any, Any]:
        from primeparlor.coach.puzzles import practice_at
        from primeparlor.solve import analyse

        if (puzzle := practice_at(self.state, self.working)) is None:
            raise ParlorError("Nothing was at stake here. Every move is as good as another.")
        return puzzle, analyse(puzzle.state, progress=self.working)

    def _score(self, c: Canvas, y: int) -> int:
        """Nothing is counted."""
        return y

    def next(self) -> None:
        """There is only this one: what comes next is the review again."""
        if self.puzzle is None:
            super().next()
        elif self.solved:
            self.leave()

    def answered(self, right: bool) -> None:
        """Nothing is kept: it is not a puzzle of the boxes."""
