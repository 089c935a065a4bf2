"""The screen of a puzzle session: puzzles of fitting difficulty, with failed ones repeated."""

from __future__ import annotations

import time
from datetime import datetime
from typing import Any, ClassVar, NamedTuple

from primeparlor.core import ParlorError, State
from primeparlor.games import GAMES
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.base import Items
from primeparlor.terminal.tui.jobs import JobProgress, Search
from primeparlor.terminal.tui.screens.puzzle.screen import LOOKING, POSED, PuzzleScreen
from primeparlor.terminal.tui.widgets.chrome import TurnLine

ROWS = 3  # games listed by name


class DuePuzzles(NamedTuple):
    """The number of puzzles due for repetition: today by game, and later in total."""

    today: tuple[tuple[str, int], ...] = ()  # titles and counts, largest count first
    later: int = 0
    when: str = ""  # when the next of the later ones is due

    @property
    def due(self) -> int:
        return sum(many for _, many in self.today)

    def paint(self, c: Canvas, y: int) -> int:
        """Draw the heading and a few rows; return the row after them."""
        c.put(2, y, "What comes back", "ink", "", "bold")
        if not self.today:
            c.put(2, y + 1, "Nothing today.", "ink2")
            if self.later:
                c.put(2, y + 2, f"{self.later:,} later, the next {self.when}", "ink2")
            return y + 2 + bool(self.later)
        for row, (title, many) in enumerate(self.today[:ROWS], y + 1):
            c.put(2, row, title, "ink2")
            c.right(c.w - 2, row, f"{many:,} today", "ink", "bold")
        y += 1 + min(ROWS, len(self.today))
        more = sum(many for _, many in self.today[ROWS:])
        if more or self.later:
            told = [f"{more:,} more today"] * bool(more) + [f"{self.later:,} later"] * bool(self.later)
            c.put(2, y, ", ".join(told), "ink2")
            y += 1
        return y


def count_due_puzzles(diary: Any, game: str | None = None) -> DuePuzzles:
    """Count the due puzzles in the diary, for this game or for all games."""
    if diary is None:
        return DuePuzzles()
    counts, now = dict[str, int](), time.time()
    for position in diary.find_due(game, now):
        title = GAMES[position.split(" ")[0]].title
        counts[title] = counts.get(title, 0) + 1
    later = diary.find_later(game, now)
    when = _format_day(diary.cards[later[0]].due, now) if later else ""
    return DuePuzzles(tuple(sorted(counts.items(), key=lambda item: -item[1])), len(later), when)


def _format_day(due: float, now: float) -> str:
    """Describe a due date in a word or two."""
    day, today = datetime.fromtimestamp(due).date(), datetime.fromtimestamp(now).date()
    if (days := (day - today).days) < 2:
        return "tomorrow"
    return f"{day:%A}" if days < 7 else f"in {days:,} days"


class PuzzleSessionScreen(PuzzleScreen):
    """A screen of puzzles from one game or all; it searches for the next one in the background."""

    told_keys: ClassVar[Items] = [("Space", "skip; n: the next puzzle; g: all games")]

    def __init__(self, game: str | None = None) -> None:
        super().__init__()
        self.game = self.one = (
            game  # `game` is None for all games; `one` is the game that the key g returns to
        )
        self.seen = tuple[str, ...]()
        self.count = self.streak = 0  # puzzles solved, and the streak at first try
        self.ahead: Search[tuple[Any, Any]] | None = None  # the search for the next puzzle
        self.back = DuePuzzles()

    def on_mount(self) -> None:
        self.show_next()

    def on_unmount(self) -> None:
        super().on_unmount()
        if self.ahead is not None:
            self.ahead.stop()

    # Painters -----------------------------------------------------------------------------------------

    def build_title(self) -> tuple[str, str]:
        return f"{self.room}: {GAMES[self.game].title if self.game else 'all games'}", ""

    @property
    def unsolved_keys(self) -> Items:  # type: ignore[override]
        """The keys of a puzzle that is not solved."""
        return [*super().unsolved_keys, self._build_switch_key()]

    @property
    def solved_keys(self) -> Items:  # type: ignore[override]
        """The keys of a puzzle that is over."""
        return [*super().solved_keys, self._build_switch_key()]

    def _build_switch_key(self) -> tuple[str, str]:
        return "g", "all games" if self.game else "one game"

    def _find_single_game(self) -> str:
        """Return the game that the key g switches to: the one given at the start, else that on the board."""
        return self.one or str(self.puzzle.state.name)

    def build_turn_line(self) -> TurnLine:
        return super().build_turn_line()._replace(aside=self._format_difficulty())

    def _format_difficulty(self) -> str:
        return f"{'◆' * self.puzzle.difficulty}{'◇' * (5 - self.puzzle.difficulty)}"

    def _draw_side(self, c: Canvas) -> None:
        c.panel()
        if self.puzzle is None:
            return
        y = c.para(2, 1, c.w - 4, self.puzzle.question, "ink") + 1
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
        c.put(2, y + 1, f"{self.count} puzzle{'s' * (self.count != 1)} solved", "ink2")
        c.rule(y + 3)
        y, rows = y + 4, self.count_verdict_rows(c)
        if y + 5 + rows > c.h:
            return y
        y = self._draw_ratings(c, y)
        c.rule(y + 1)
        return y + 2 if rows else self.back.paint(c, y + 2)

    def _draw_ratings(self, c: Canvas, y: int) -> int:
        """Draw the ratings of the puzzle and of the player at this game; return the row after them."""
        rated = self.diary.find_rating(self.puzzle.state.name) if self.diary else None
        c.put(2, y, "This puzzle", "ink2")
        c.right(c.w - 2, y, f"{self.puzzle.rating:,.0f}", "ink", "bold")
        if rated is not None and rated.asked:
            c.put(2, y + 1, "Your rating here", "ink2")
            c.right(c.w - 2, y + 1, f"{rated.rating.rating:,.0f}", "ink", "bold")
            c.put(2, y + 2, "Right at once", "ink2")
            c.right(c.w - 2, y + 2, f"{rated.right:,} of {rated.asked:,}", "ink", "bold")
            return y + 3
        c.put(2, y + 1, "Your rating comes with", "ink2")
        c.put(2, y + 2, "your first answer.", "ink2")
        return y + 3

    # The session ----------------------------------------------------------------------------------------

    def show_next(self) -> None:
        ahead, self.ahead = self.ahead, None
        self.show_search_result(self._start_search() if ahead is None or ahead.failed else ahead)

    def run_key(self, key: str) -> bool:
        return super().run_key(key) or (key == "g" and self.switch_games())

    def switch_games(self) -> bool:
        """Switch between puzzles of all games and of one; return False if this screen cannot."""
        self.game = None if self.game else self._find_single_game()
        if self.ahead is not None:
            self.ahead.stop()
            self.ahead = None
        self.show_search_result(self._start_search())
        return True

    def _start_search(self) -> Search[tuple[Any, Any]]:
        return Search(LOOKING, self._find_puzzle, self.show_progress)

    def _find_puzzle(self, working: JobProgress) -> tuple[Any, Any]:
        from primeparlor.coach.training import practice
        from primeparlor.solve import analyse
        from primeparlor.terminal.practice import open_diary

        self.diary = self.diary or open_diary(self.troubles.append)
        puzzle = practice.next_puzzle(self.diary, self.game, working, seen=self.seen)
        return puzzle, analyse(puzzle.state, progress=working)

    def show_puzzle(self, puzzle: Any, analysis: Any) -> None:
        super().show_puzzle(puzzle, analysis)
        self.seen = (*self.seen, puzzle.position)
        self.search_next()

    def search_next(self) -> None:
        """Start searching for the next puzzle; restart after an answer, which may change the choice."""
        if self.ahead is not None:
            self.ahead.stop()
        self.ahead = self._start_search()
        self.back = count_due_puzzles(self.diary, self.game)

    # Answers --------------------------------------------------------------------------------------------

    def judge_answer(self, text: str) -> None:
        first, tries = self.attempt.is_untouched, self.attempt.tries
        super().judge_answer(text)
        if self.solved:
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


class TryScreen(PuzzleSessionScreen):
    """One position of a finished game as a puzzle: what would have been better?"""

    room, called = "Try it yourself", "your try"
    unsolved_keys: ClassVar[Items] = [("h", "hint"), ("a", "answer"), ("/", "type")]
    solved_keys: ClassVar[Items] = [("Enter", "back to the review"), ("w", "why")]
    told_keys: ClassVar[Items] = []

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state

    def _find_puzzle(self, working: JobProgress) -> tuple[Any, Any]:
        from primeparlor.coach.puzzles.puzzle import build_practice_at
        from primeparlor.solve import analyse

        if (puzzle := build_practice_at(self.state, working)) is None:
            raise ParlorError("Nothing was at stake here. Every move is as good as another.")
        return puzzle, analyse(puzzle.state, progress=working)

    def show_puzzle(self, puzzle: Any, analysis: Any) -> None:
        super().show_puzzle(puzzle, analysis)
        if small := _format_small_stake(analysis):
            self.show_message(POSED._replace(bold=small))

    def build_title(self) -> tuple[str, str]:
        return self.room, self.state.title

    def _draw_score(self, c: Canvas, y: int) -> int:
        """Return `y` unchanged: nothing is counted here."""
        return y

    def show_next(self) -> None:
        """Return to the review: there is only this puzzle. Restart the search if it failed."""
        if self.puzzle is None:
            self.show_search_result(self._start_search())
        elif self.solved:
            self.leave()

    def skip(self) -> bool:
        """Return False: there is no other puzzle."""
        return False

    def switch_games(self) -> bool:
        """Return False: there is no other game."""
        return False

    def search_next(self) -> None:
        """Do nothing: there is no other puzzle."""


def _format_small_stake(analysis: Any) -> str:
    """Return a message where no choice costs much, else ""."""
    from primeparlor.coach.grades import rank_choice
    from primeparlor.coach.language.phrases import AT_STAKE, stake
    from primeparlor.wording import format_points, in_percentage_points, subtract_chances

    if stake(analysis) > AT_STAKE:
        return ""
    values = [rank_choice(analysis, choice) for choice in analysis.moves]
    points = subtract_chances(max(values), min(values))
    difference = in_percentage_points(format_points(points) if points else "less than 0.1")
    return f"The difference is small: {difference}."
