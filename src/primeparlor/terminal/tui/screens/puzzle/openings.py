"""The openings trainer: find the winning reply in each position until all are learned."""

from __future__ import annotations

from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType

from primeparlor.core import Move
from primeparlor.games import GAMES
from primeparlor.messages import Said
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.jobs import Job, JobProgress
from primeparlor.terminal.tui.screens.puzzle.screen import PuzzleScreen
from primeparlor.terminal.tui.widgets.painted_widget import Values

if TYPE_CHECKING:
    from primeparlor.coach.puzzles.puzzle import Puzzle
    from primeparlor.coach.training.openings import Openings

LOOKING = "Looking for a position"
ANY = "Any move that wins is right."
AGAIN = "They come again, the longest not asked first."


class OpeningsScreen(PuzzleScreen):
    """A screen that asks for one opening position after another and records each reply."""

    heading, back_label = "Openings", "the openings"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "next", "next position", tooltip="the next position")
    ]

    def __init__(self, game: str | None = None, random: Random | None = None) -> None:
        super().__init__()
        self.game, self.random = game, random or SystemRandom()
        self.openings: Openings | None = None  # as of the last count of learned positions
        self.seen, self.streak = tuple[str, ...](), 0
        self.all_known_shown = False  # True once the message that all are learned was shown

    @property
    def known(self) -> str:
        """The number of learned positions, in words."""
        return "" if self.openings is None else self.openings.known_text

    # Painters -----------------------------------------------------------------------------------------

    def build_title(self) -> tuple[str, str]:
        return self.heading, self.known

    def list_values(self) -> dict[str, Values]:
        listed = super().list_values()
        if self.puzzle is None:
            return listed
        return listed | {"side": (*listed["side"], self.known, self.streak, self.attempt.row)}

    def _draw_side(self, c: Canvas, puzzle: Puzzle | None, *values: Any) -> None:
        from primeparlor.coach.training.openings import format_row

        c.panel()
        if puzzle is None or self.openings is None:
            return
        y = c.para(2, 1, c.w - 4, puzzle.question, "ink") + 1
        c.rule(y)
        if self.hints or self.count_verdict_rows(c):  # they need the space
            c.put(2, y + 1, self.known, "ink", "", "bold")
            c.put(2, y + 2, f"{self.streak} right in a row", "ink", "", "bold")
            c.rule(y + 3)
            self.draw_details(c, y + 4)
            return
        c.number(2, y + 1, str(self.openings.known), "M")
        c.put(2, y + 7, self.known, "ink", "", "bold")
        c.fill(2, y + 8, c.w - 4, 1, "sunk")
        c.fill(2, y + 8, int((c.w - 4) * self.openings.share), 1, "coin")
        c.rule(y + 10)
        y = c.para(2, y + 11, c.w - 4, format_row(self.attempt.row))
        c.put(2, y, f"{self.streak} right in a row", "ink", "", "bold")

    # The positions ------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        self.show_next()

    def show_next(self) -> None:
        """Search for the next position; skipping the current one keeps the streak."""
        self.show_search_result(Job(LOOKING, self._find_position, self.show_progress))

    def _find_position(self, working: JobProgress) -> tuple[Any, Any]:
        from primeparlor.coach.progress.diary import open_diary
        from primeparlor.coach.training.openings import build_puzzle, find_first_game
        from primeparlor.solve import analyse

        self.diary = self.diary or open_diary(self.troubles.append)
        self.game = self.game or find_first_game()
        self.openings = now = self._count_openings(working)
        state = now.choose_next(self.random, self.seen) or now.choose_repeat(self.seen)
        return build_puzzle(state, working).rate(working), analyse(state, progress=working)

    def _count_openings(self, working: JobProgress | None = None) -> Openings:
        """Return the openings with the positions learned so far."""
        from primeparlor.coach.training.openings import Openings

        assert self.game is not None
        return Openings(GAMES[self.game], self.diary.openings.get(self.game, {}), working)

    def show_puzzle(self, puzzle: Any, analysis: Any) -> None:
        super().show_puzzle(puzzle, analysis)
        self.seen = (*self.seen, puzzle.position)
        self.show_message(self._build_message())

    def _build_message(self) -> Said:
        """Return the message for a new position."""
        from primeparlor.coach.training.openings import ALL_KNOWN, HOW_TO_LEARN, format_row

        all_known = self.openings is not None and not self.openings.unknown
        news, self.all_known_shown = all_known and not self.all_known_shown, all_known
        if news:
            return Said(ALL_KNOWN, AGAIN, "◆", "good")
        text = HOW_TO_LEARN if len(self.seen) == 1 else format_row(self.attempt.row)
        return Said(text, ANY, "◆", "brass")

    # The replies --------------------------------------------------------------------------------------

    def build_attempt(self, puzzle: Any) -> Any:
        from primeparlor.coach.training.practice import OpeningAttempt

        return OpeningAttempt(puzzle, self.diary)

    def accept_answer(self, move: Move) -> None:
        self.streak = self.streak + 1 if self.attempt.is_flawless else 0
        super().accept_answer(move)

    def reject_answer(self, move: Move) -> None:
        self.streak = 0
        super().reject_answer(move)

    def show_answer(self) -> None:
        self.streak = 0
        super().show_answer()

    def show_verdict(self, verdict: Said) -> None:
        """Count the learned positions again, then show the verdict on the reply."""
        self.openings = self._count_openings()
        super().show_verdict(verdict)
