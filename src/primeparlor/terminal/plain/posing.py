"""One puzzle in plain lines: its position and question, then tries, hints and the answer until it is over."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from primeparlor import solve
from primeparlor.coach.grades import grade
from primeparlor.coach.puzzles.puzzle import Puzzle, explain_refusal
from primeparlor.coach.training.practice import Attempt
from primeparlor.core import Move
from primeparlor.solve import Analysis
from primeparlor.terminal.plain.input import Keyboard
from primeparlor.terminal.plain.output import Output
from primeparlor.terminal.plain.quiz import QUIT, Quiz
from primeparlor.terminal.plain_board import describe_variant

HINT, ANSWER, SKIP = "hint", "answer", "skip"


class PuzzleEnd(Enum):
    """The ways in which a puzzle ends."""

    SOLVED = "solved"
    SHOWN = "shown"
    SKIPPED = "skipped"
    LEFT = "left"


def always_sure() -> bool:
    """Return True."""
    return True


def format_introduction(puzzle: Puzzle, heading: str = "") -> str:
    """Introduce the puzzle and say what is asked for."""
    state = puzzle.state
    variant = f" ({words})" if (words := describe_variant(state)) else ""
    named = f"{heading}{state.title}{variant}, difficulty {'*' * puzzle.difficulty}."
    return f"{named} {format_question(puzzle)}"


def format_question(puzzle: Puzzle) -> str:
    """Say which player you are and what is asked for."""
    return f"You are Player {puzzle.state.turn}. {puzzle.question}"


class PuzzlePrompt:
    """One puzzle asked at a keyboard; the constructor prints its introduction."""

    def __init__(self, attempt: Attempt, output: Output, keyboard: Keyboard, said: str = "") -> None:
        self.attempt, self.output = attempt, output
        self.analysis: Analysis = solve.analyse(attempt.puzzle.state)
        output.say(said or format_introduction(attempt.puzzle), "")
        self.quiz = Quiz(attempt.puzzle.state, self.analysis, output, keyboard)
        self.quiz.listed = attempt.list_moves
        self.quiz.draw_board()
        for number, hint in enumerate(attempt.list_hints(self.analysis), 1):
            output.say(f"Hint {number}: {hint}")
        self.again = ""  # printed after a wrong answer

    def ask(self, may_skip: bool = False, is_sure: Callable[[], bool] = always_sure) -> PuzzleEnd:
        """Ask until the puzzle is over; `is_sure` is called before the answer is shown."""
        words = [HINT, ANSWER, *[SKIP] * may_skip]
        prompt = f"Your move ({', '.join([*words, QUIT])}): "
        while True:
            said = self.quiz.ask_move(prompt, words)
            if said == HINT:
                self.output.say(self.attempt.give_hint(self.analysis))
            elif said == ANSWER:
                if is_sure():
                    self.output.say(self.attempt.show_answer(self.analysis))
                    return PuzzleEnd.SHOWN
            elif said in (SKIP, QUIT):
                return PuzzleEnd.SKIPPED if said == SKIP else PuzzleEnd.LEFT
            elif self._judge_move(said):
                return PuzzleEnd.SOLVED

    def _judge_move(self, move: Move) -> bool:
        """Judge this move; return True if it is right."""
        puzzle = self.attempt.puzzle
        if (refusal := explain_refusal(puzzle, move)) is not None:
            self.output.say(refusal)
            return False
        right = self.attempt.answer(move)
        self.quiz.print_verdict(move, right)
        if not right and grade(self.analysis, move).loss == 0:
            self.output.say(f"That is not what is asked for. {puzzle.question}")
        if not right and self.again:
            self.output.say(self.again)
        return right
