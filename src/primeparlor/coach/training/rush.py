"""Rush: as many right answers as you can in three minutes; the third slip ends it.

The puzzles grow harder one by one. The clock runs only while a puzzle is visible: not while the next one is
being generated, nor while something else covers the board.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from random import Random

from primeparlor import notation
from primeparlor.coach.progress.document import RushScore
from primeparlor.coach.puzzles.puzzle import Puzzle, generate_another, strip_turn
from primeparlor.coach.training.daily import ROTA
from primeparlor.coach.training.rush_rules import SECONDS, SLIPS
from primeparlor.core import Move, capital
from primeparlor.games import GAMES
from primeparlor.solve import Progress
from primeparlor.wording import format_figures, join_words

EASIEST, HARDER, HARDEST = 750.0, 40.0, 2000.0  # the rating of the first puzzle, of the next ones, the last
RIGHT, WRONG, PASSED = "+", "-", " "
THREE_SLIPS, TIME, STOPPED, NEW_BEST = "Three slips.", "Time.", "Stopped.", "A new best!"


class Rush:
    """One rush, through one game or, without one, through all games of the rota.

    The positions in `waiting` come back another day, so they are not posed here.
    """

    def __init__(
        self,
        game: str | None,
        random: Random,
        now: Callable[[], float] = time.monotonic,
        waiting: Iterable[str] = (),
    ) -> None:
        self.game, self._random, self._now = game, random, now
        self.marks = ""  # the result of each puzzle
        self.puzzle: Puzzle | None = None  # now shown
        self.is_stopped = self._is_paused = False
        self._used = 0.0  # seconds, before the clock was last started
        self._since: float | None = None  # when it was last started; None while it is stopped
        self._made, self._posed = 0, set(map(strip_turn, waiting))

    @property
    def right(self) -> int:
        return self.marks.count(RIGHT)

    @property
    def slips(self) -> int:
        return self.marks.count(WRONG)

    @property
    def seconds_left(self) -> float:
        """Seconds left."""
        running = 0.0 if self._since is None else self._now() - self._since
        return max(0.0, SECONDS - self._used - running)

    @property
    def over(self) -> bool:
        return self.is_stopped or self.slips == SLIPS or self.seconds_left == 0

    @property
    def end(self) -> str:
        """How the rush ended, in a word or two."""
        return THREE_SLIPS if self.slips == SLIPS else TIME if self.seconds_left == 0 else STOPPED

    # The puzzles ----------------------------------------------------------------------------------------

    def generate_next(self, progress: Progress | None = None) -> Puzzle:
        """Generate the next puzzle, a little harder than the last; it may be made before it is shown.

        It has not been posed in this rush, unless no such puzzle is found quickly.
        """
        self._made += 1
        puzzle = generate_puzzle(self.game, self._made - 1, self._random, progress, self._posed)
        self._posed.add(strip_turn(puzzle.position))
        return puzzle

    # The course -----------------------------------------------------------------------------------------

    def show_puzzle(self, puzzle: Puzzle) -> None:
        """Show a puzzle: from now on the clock runs, unless it is paused."""
        self.puzzle = puzzle
        self._start_clock()

    def answer(self, move: Move) -> bool | None:
        """Return True if the move is right; None if it came too late to count."""
        assert self.puzzle is not None
        if self.over:
            return None
        right = move in self.puzzle.answers
        self._note_mark(RIGHT if right else WRONG)
        return right

    def skip(self) -> None:
        """Skip this puzzle; that costs only the time."""
        if not self.over:
            self._note_mark(PASSED)

    def stop(self) -> None:
        """End the rush before its time is up."""
        self._stop_clock()
        self.is_stopped = True

    def pause(self) -> None:
        """Stop the clock while the board is covered."""
        self._stop_clock()
        self._is_paused = True

    def resume(self) -> None:
        """Start the clock again, if a puzzle is shown."""
        self._is_paused = False
        self._start_clock()

    def _note_mark(self, mark: str) -> None:
        self._stop_clock()
        self.marks += mark
        self.puzzle = None

    def _start_clock(self) -> None:
        if self._since is None and self.puzzle is not None and not self._is_paused:
            self._since = self._now()

    def _stop_clock(self) -> None:
        self._used, self._since = SECONDS - self.seconds_left, None


def generate_puzzle(
    game: str | None, at: int, random: Random, progress: Progress | None, posed: Container[str]
) -> Puzzle:
    """Generate puzzle number `at` of a rush, a little harder than those before and on another board.

    Without a game those of the rota take turns.
    """
    chosen = GAMES[game or ROTA[at % len(ROTA)]]
    return generate_another(chosen, random, progress, min(HARDEST, EASIEST + HARDER * at), posed)


# In words -------------------------------------------------------------------------------------------


def format_try(puzzle: Puzzle, move: Move | None) -> str:
    """Say what became of a puzzle: "6 is right.", "5 was a slip: 6 was right."; None if it was skipped."""
    shown = None if move is None else notation.format_move(puzzle.state, move)
    if move in puzzle.answers:
        return capital(f"{shown} is right.")
    answers = [notation.format_move(puzzle.state, answer) for answer in puzzle.answers]
    was_right = f"{join_words(answers, 'or')} was right."
    return capital(was_right if shown is None else f"{shown} was a slip: {was_right}")


def format_best(scores: Sequence[RushScore]) -> str:
    """Say what the best score was before a rush."""
    return f"Your best: {scores[0].right:,} solved." if scores else "No score yet."


def format_result(right: int, slips: int, before: Sequence[RushScore], end: str = "") -> tuple[str, str]:
    """Return a heading and a text about a rush: its score, how it ended, and the best score before."""
    end = THREE_SLIPS if slips >= SLIPS else end
    counted = "" if slips >= SLIPS else f", {format_figures(slips, 'slip')}"
    result = " ".join(filter(None, (end, f"{right:,} solved{counted}")))
    if not before:
        return (NEW_BEST, f"{result}.") if right else (f"{result}.", "")
    best = before[0]
    if right == best.right and slips < best.slips:
        return NEW_BEST, f"{result}: as many as before, with fewer slips."
    if right > best.right:
        return NEW_BEST, f"{result}; the best before was {best.right:,}."
    return f"{result}; best {best.right:,}.", ""


def list_best_scores(scores: Mapping[str, Sequence[RushScore]]) -> dict[str, list[dict[str, object]]]:
    """Return the best scores by game as JSON data, the best first."""
    return {
        name: [{**score._asdict(), "day": score.day.isoformat()} for score in best]
        for name, best in scores.items()
    }
