"""The screen of a puzzle session: puzzles of fitting difficulty, with failed ones repeated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType

from primeparlor.games import GAMES
from primeparlor.messages import Said
from primeparlor.terminal import calendar_signs
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.jobs import Job, JobProgress
from primeparlor.terminal.tui.screens.puzzle.due_puzzles import DuePuzzles, count_due_puzzles
from primeparlor.terminal.tui.screens.puzzle.screen import LOOKING, QUESTION, PuzzleScreen
from primeparlor.terminal.tui.widgets.painted_widget import Values
from primeparlor.wording import format_figures

if TYPE_CHECKING:
    from primeparlor.coach.progress.document import PlayerRating
    from primeparlor.coach.puzzles.puzzle import Puzzle


class PuzzleSessionScreen(PuzzleScreen):
    """A screen of puzzles from one game or all; it searches for the next one in the background."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g", "switch_games", "all games", tooltip="all games, or one")
    ]

    def __init__(self, game: str | None = None) -> None:
        super().__init__()
        self.game = game  # None for puzzles of all games
        self.single_game = game  # the one that the key g returns to
        self.seen = tuple[str, ...]()
        self.count = self.streak = 0  # puzzles solved, and the streak at first try
        self.next_search: Job[tuple[Any, Any]] | None = None  # the search for the next puzzle
        self.due_puzzles = DuePuzzles()
        self.origin = ""  # where a puzzle that comes back is from

    def on_mount(self) -> None:
        self.show_next()

    def on_unmount(self) -> None:
        super().on_unmount()
        if self.next_search is not None:
            self.next_search.stop()

    # The session --------------------------------------------------------------------------------------

    def show_next(self) -> None:
        search, self.next_search = self.next_search, None
        self.show_search_result(self._start_search() if search is None or search.failed else search)

    def _start_search(self) -> Job[tuple[Any, Any]]:
        return Job(LOOKING, self._find_puzzle, self.show_progress)

    def _find_puzzle(self, working: JobProgress) -> tuple[Any, Any]:
        from primeparlor.coach.progress.diary import open_diary
        from primeparlor.coach.training import practice
        from primeparlor.solve import analyse

        self.diary = self.diary or open_diary(self.troubles.append)
        puzzle = practice.next_puzzle(self.diary, self.game, working, seen=self.seen)
        return puzzle, analyse(puzzle.state, progress=working)

    def show_puzzle(self, puzzle: Any, analysis: Any) -> None:
        from primeparlor.coach.training.practice import describe_origin

        card = self.diary.cards.get(puzzle.position) if self.diary else None
        self.origin = describe_origin(card, calendar_signs.get_today())
        super().show_puzzle(puzzle, analysis)
        self.seen = (*self.seen, puzzle.position)
        self.search_next()

    def search_next(self) -> None:
        """Start searching for the next puzzle; restart after an answer, which may change the choice."""
        if self.next_search is not None:
            self.next_search.stop()
        self.next_search = self._start_search()
        self.due_puzzles = count_due_puzzles(self.diary, self.game)

    # Keys ---------------------------------------------------------------------------------------------

    def get_binding_word(self, binding: Binding) -> str:
        if binding.action == "switch_games" and not self.game:
            return "one game"
        return super().get_binding_word(binding)

    def action_switch_games(self) -> None:
        """Switch between puzzles of all games and of one."""
        self.game = None if self.game else self._find_single_game()
        if self.next_search is not None:
            self.next_search.stop()
            self.next_search = None
        self.show_search_result(self._start_search())

    def _find_single_game(self) -> str:
        """Return the game that the key g switches to: the one given at the start, else that on the board."""
        return self.single_game or str(self.puzzle.state.name)

    # Answers ------------------------------------------------------------------------------------------

    def judge_answer(self, text: str) -> None:
        first, tries = self.attempt.is_untouched, self.attempt.tries
        super().judge_answer(text)
        if self.solved and not self.answer_shown:
            self.count, self.streak = self.count + 1, self.streak + 1 if first else 0
        elif self.attempt.tries != tries:
            self.streak = 0
        if not tries and self.attempt.tries:
            self.search_next()
        self.repaint()

    def show_answer(self) -> None:
        self.streak = 0
        super().show_answer()
        self.search_next()
        self.repaint()

    # Painters -----------------------------------------------------------------------------------------

    def build_title(self) -> tuple[str, str]:
        asked = "" if self.game else "all games"
        if self.puzzle is None:
            return f"{self.heading}: {GAMES[self.game].title if self.game else asked}", ""
        return f"{self.heading}: {self.about.game}", self.origin or asked

    def build_introduction(self) -> Said:
        if not self.origin:
            return super().build_introduction()
        return Said(self.origin, QUESTION.text, "◆", "brass")

    def list_values(self) -> dict[str, Values]:
        listed = super().list_values()
        if self.puzzle is None:
            return listed
        score = self.count, self.streak, self.due_puzzles, self._find_rating()
        return listed | {"side": (*listed["side"], *score)}

    def _find_rating(self) -> PlayerRating | None:
        """Return the player's rating at the game on the board."""
        return self.diary.find_rating(self.puzzle.state.name) if self.diary else None

    def _draw_side(self, c: Canvas, puzzle: Puzzle | None, *values: Any) -> None:
        c.panel()
        if puzzle is None:
            return
        y = c.para(2, 1, c.w - 4, puzzle.question, "ink") + 1
        c.rule(y)
        y = self._draw_score(c, y + 1)
        self.draw_details(c, y)

    def _draw_score(self, c: Canvas, y: int) -> int:
        """Draw streak, count, ratings and due puzzles; return the next free row."""
        if self.hints:  # they need the space
            c.put(2, y, f"{self.streak} right in a row", "ink", "", "bold")
            c.rule(y + 1)
            return y + 2
        c.number(2, y, str(self.streak), "M")
        y += 6
        c.put(2, y, "right in a row", "ink", "", "bold")
        c.put(2, y + 1, f"{format_figures(self.count, 'puzzle')} solved", "ink2")
        c.rule(y + 3)
        y, rows = y + 4, self.count_verdict_rows(c)
        if y + 5 + rows > c.h:
            return y
        y = self._draw_ratings(c, y)
        c.rule(y + 1)
        return y + 2 if rows else self.due_puzzles.paint(c, y + 2)

    def _draw_ratings(self, c: Canvas, y: int) -> int:
        """Draw the ratings of the puzzle and of the player at this game; return the row after them."""
        from primeparlor.coach.summary import format_rating

        rated = self._find_rating()
        c.put(2, y, "This puzzle", "ink2")
        c.right(c.w - 2, y, f"{self.puzzle.rating:,.0f}", "ink", "bold")
        if rated is not None and rated.asked:
            for row, (label, text) in enumerate(format_rating(rated), y + 1):
                c.put(2, row, label, "ink2")
                c.right(c.w - 2, row, text, "ink", "bold")
            return y + 3
        c.put(2, y + 1, "Your rating comes with", "ink2")
        c.put(2, y + 2, "your first answer.", "ink2")
        return y + 3
