"""`parlor puzzle`: one puzzle after the other; missed puzzles are asked again later.

`PuzzlePrompt` asks one puzzle, `Quiz` one position: other commands use them too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from enum import Enum
from typing import TYPE_CHECKING

from primeparlor import notation, solve
from primeparlor.coach.progress.diary import Diary, open_diary
from primeparlor.coach.progress.import_games import import_saved
from primeparlor.coach.puzzles.header import build_header
from primeparlor.coach.puzzles.puzzle import Puzzle, explain_refusal
from primeparlor.coach.puzzles.verdict import describe_next, judge_answer
from primeparlor.coach.training.practice import Attempt, describe_origin, next_puzzle
from primeparlor.core import Move, State
from primeparlor.solve import Analysis
from primeparlor.tables.prompt_words import COMMANDS as EVERYWHERE
from primeparlor.tables.prompt_words import read_line
from primeparlor.terminal import calendar_signs
from primeparlor.terminal.plain.input import Keyboard
from primeparlor.terminal.plain.output import Output, print_notice
from primeparlor.terminal.plain_board import draw_lines
from primeparlor.terminal.progress_bar import ProgressBar
from primeparlor.terminal.rules_text import build_variant_page
from primeparlor.wording import name_side

if TYPE_CHECKING:
    from primeparlor.core import Played


QUIT, MOVES = "quit", "moves"
HINT, ANSWER, SKIP = "hint", "answer", "skip"
LEAVE = (QUIT, "q", "exit", "leave", "no", "n")
COMMANDS = {
    "?": "this list",
    HINT: EVERYWHERE["hint"],
    "": "show the answer",
    ANSWER: "show the answer",
    SKIP: "go on to the next one",
    MOVES: "every legal move",
    "board": "the position as it stands",
    "rules": EVERYWHERE["rules"],
    QUIT: "leave",
}
SHORT = {"a": ANSWER, "s": SKIP}  # unless the game has a move of that name
QUIZ_COMMANDS = ("?", MOVES, "board", "rules", QUIT)  # the other commands are handled by the caller
ON = "Enter for the next puzzle, quit to leave: "
NEXT = ("next", "n", "skip", "s")


class PuzzleEnd(Enum):
    """The ways in which a puzzle ends."""

    SOLVED = "solved"
    SHOWN = "shown"
    SKIPPED = "skipped"
    LEFT = "left"


def run(
    game: str | None, seed: int | None, mistakes: bool, as_json: bool, keyboard: Keyboard | None = None
) -> int:
    """Ask puzzles until the player leaves; with a seed, or as JSON, only one."""
    diary = open_diary(print_notice)
    if mistakes:
        with ProgressBar("your games", "Looking through") as progress:
            found = import_saved(diary, progress, game)
        others = "" if found.waiting else " So here are other puzzles."
        print_notice(f"Mistakes in your games: {found.new} new, {found.waiting} to practise now.{others}")
    if not as_json and seed is None:
        PuzzleSession(game, diary, keyboard or Keyboard()).play()
        return 0
    with ProgressBar("a puzzle", "Looking for", live=not as_json) as progress:
        puzzle = next_puzzle(diary, game, progress, seed)
    if as_json:
        Output().say(json.dumps(as_data(puzzle), indent=2))
    else:
        PuzzlePrompt(Attempt(puzzle, diary), Output(), keyboard or Keyboard()).ask()
    return 0


def as_data(puzzle: Puzzle) -> dict[str, object]:
    """Return the puzzle with its answers as JSON data."""
    return {
        "game": puzzle.state.name,
        "position": puzzle.position,
        "question": puzzle.question,
        "difficulty": puzzle.difficulty,
        "rating": puzzle.rating,
        "answers": puzzle.answers,
        **({"among": puzzle.among} if puzzle.among else {}),
    }


class PuzzleSession:
    """A sequence of puzzles, each matched to the player's rating."""

    def __init__(self, game: str | None, diary: Diary, keyboard: Keyboard) -> None:
        self.game, self.diary, self.keyboard, self.output = game, diary, keyboard, Output()
        self.seen: tuple[str, ...] = ()
        self.asked = self.solved = self.row = 0  # row counts consecutive puzzles solved at the first try

    def play(self) -> None:
        """Ask puzzles until the player leaves or the input ends."""
        while (end := self._ask_puzzle()) is not PuzzleEnd.LEFT:
            if end is not PuzzleEnd.SKIPPED and not ask_to_continue(ON, self.output, self.keyboard, NEXT):
                break
            self.output.say("")
        if self.asked > 1:
            self.output.say(f"You solved {self.solved} of {self.asked} puzzles.")

    def _ask_puzzle(self) -> PuzzleEnd:
        with ProgressBar("a puzzle", "Looking for") as progress:
            puzzle = next_puzzle(self.diary, self.game, progress, seen=self.seen)
        self.seen = (*self.seen, puzzle.position)
        origin = describe_origin(self.diary.cards.get(puzzle.position), calendar_signs.get_today())
        introduction = format_introduction(puzzle, f"{origin} " if origin else "")
        attempt = Attempt(puzzle, self.diary)
        end = PuzzlePrompt(attempt, self.output, self.keyboard, introduction).ask(may_skip=True)
        if attempt.tries:
            self._count_result(end, attempt)
        return end

    def _count_result(self, end: PuzzleEnd, attempt: Attempt) -> None:
        """Count a puzzle that was tried, and print a row of solved ones."""
        self.asked, self.solved = self.asked + 1, self.solved + (end is PuzzleEnd.SOLVED)
        self.row = self.row + 1 if attempt.is_flawless else 0
        if self.row > 1:
            self.output.say(f"{self.row} in a row.")


def confirm_always() -> bool:
    """Return True."""
    return True


class PuzzlePrompt:
    """One puzzle asked at a keyboard; the constructor prints its introduction."""

    def __init__(self, attempt: Attempt, output: Output, keyboard: Keyboard, introduction: str = "") -> None:
        self.attempt, self.output = attempt, output
        self.analysis: Analysis = solve.analyse(attempt.puzzle.state)
        output.say(introduction or format_introduction(attempt.puzzle), "")
        self.quiz = self._pose(keyboard)
        for number, hint in enumerate(attempt.list_hints(self.analysis), 1):
            output.say(f"Hint {number}: {hint}")
        self.is_shown = False  # True if the answer was shown

    def _pose(self, keyboard: Keyboard) -> Quiz:
        """Draw the board of the decision that is asked for, and return its prompt."""
        quiz = Quiz(self.attempt.puzzle.state, self.analysis, self.output, keyboard)
        quiz.on_moves_listed = self.attempt.list_moves
        quiz.draw_board()
        return quiz

    def _pose_next(self) -> None:
        """Go on to the next decision of a line: say what happened and draw its board."""
        puzzle = self.attempt.puzzle
        self.analysis = solve.analyse(puzzle.state)
        self.output.say("", describe_next(puzzle), "")
        self.quiz = self._pose(self.quiz.keyboard)

    def ask(self, may_skip: bool = False, is_sure: Callable[[], bool] = confirm_always) -> PuzzleEnd:
        """Ask until the puzzle is over; `is_sure` is called before the answer is shown."""
        words = [HINT, ANSWER, *[SKIP] * may_skip]
        prompt = f"Your move ({', '.join([*words, QUIT])}): "
        while True:
            answer = self.quiz.ask_move(prompt, words)
            if answer == HINT:
                self.output.say(self.attempt.give_hint(self.analysis))
            elif answer == ANSWER:
                if (self.is_shown or is_sure()) and self._show_answer():
                    return PuzzleEnd.SHOWN
            elif answer == SKIP:
                return PuzzleEnd.SHOWN if self.is_shown else PuzzleEnd.SKIPPED
            elif answer == QUIT:
                return PuzzleEnd.LEFT
            elif self._judge_move(answer):
                return PuzzleEnd.SHOWN if self.is_shown else PuzzleEnd.SOLVED

    def _show_answer(self) -> bool:
        """Show the answer; return True if it ends the puzzle, else go on to the next decision of the line."""
        shown = self.attempt.show_answer(self.analysis)
        self.output.say(f"{shown.heading} {shown.text}")
        self.is_shown = True
        if not self.attempt.is_over:
            self._pose_next()
        return self.attempt.is_over

    def _judge_move(self, move: Move) -> bool:
        """Judge this move; return True if it ends the puzzle: it is right, or the last try was missed."""
        puzzle = self.attempt.puzzle
        if (refusal := explain_refusal(puzzle, move)) is not None:
            self.output.say(refusal)
            return False
        right = self.attempt.answer(move)
        verdict = judge_answer(puzzle, self.analysis, move)
        self.output.say(verdict.sentence)
        if verdict.is_fine:
            self.output.say(puzzle.question)
        if self.attempt.tries_text:
            self.output.say(self.attempt.tries_text)
        if self.attempt.is_out:
            return self._show_answer()
        if right and not self.attempt.is_over:
            self._pose_next()
        return right and self.attempt.is_over


def format_introduction(puzzle: Puzzle, heading: str = "") -> str:
    """Introduce the puzzle and say what is asked for."""
    return f"{heading}{build_header(puzzle).sentence} {format_question(puzzle)}"


def format_question(puzzle: Puzzle) -> str:
    """Say which player you are and what is asked for."""
    return f"{name_side(puzzle.state.turn)}. {puzzle.question}"


class Quiz:
    """Shows a position and asks for a move until the move is legal."""

    def __init__(self, state: State, analysis: Analysis, output: Output, keyboard: Keyboard) -> None:
        self.state, self.analysis, self.output, self.keyboard = state, analysis, output, keyboard
        self.line: Sequence[Played] = ()
        self.seconds: Callable[[], float] | None = None  # time left for an answer, where there is a clock
        self.commands: tuple[str, ...] = QUIZ_COMMANDS
        self.on_moves_listed: Callable[[], None] | None = (
            None  # called on `moves`, where the list counts as a hint
        )

    def draw_board(self, line: Sequence[Played] = ()) -> None:
        """Draw the board, with the moves that led there where they are known."""
        self.line = line
        self.output.draw(draw_lines(self.state, line, self.output.width - 4))

    def ask_move(self, prompt: str, words: Sequence[str] = ()) -> Move:
        """Return a legal move or one of these words; "quit" at the end of input. Raises TimeUp when late."""
        while True:
            text = self._read_line(prompt)
            typed, word = read_line(self.state, text), notation.word(text)
            word = typed.command or (SHORT.get(word, word) if typed.move is None else word)
            if word in words or word == QUIT:
                return word
            if word in self.commands:
                self._execute_command(word, words)
            elif typed.move is None:
                self.output.say(_format_refusal(word, f"Please type {notation.form(self.state)}."))
            elif (refusal := notation.why_not(self.state, typed.move)) is None:
                return typed.move
            else:
                self.output.say(refusal)

    def _execute_command(self, word: str, words: Sequence[str]) -> None:
        if word == "?":
            listed = {word: meaning for word, meaning in COMMANDS.items() if word in (*self.commands, *words)}
            if self.on_moves_listed is not None:
                listed[MOVES] += "; this counts as a hint"
            self.output.say(f"Type {notation.form(self.state)}. Or:")
            self.output.say(*(f"  {word or 'Enter':<7} {meaning}" for word, meaning in listed.items()))
        elif word == MOVES:
            if self.on_moves_listed is not None:
                self.on_moves_listed()
            self.output.say(f"Moves: {notation.list_moves(self.state)}")
        elif word == "rules":
            self.output.write_page(build_variant_page(self.state))
        else:
            self.draw_board(self.line)

    def _read_line(self, prompt: str) -> str:
        try:
            return self.output.ask(prompt, self.keyboard, self.seconds and self.seconds())
        except EOFError:
            self.output.say("")
            return QUIT


def _format_refusal(word: str, why: str) -> str:
    """Say what to do instead; a word that works at other prompts is not treated as a misspelt move."""
    if word and word in {**COMMANDS, **EVERYWHERE}:
        return f"'{word}' does not work here. For what does, type ?."
    return f"{why} For help type ?."


def ask_to_continue(prompt: str, output: Output, keyboard: Keyboard, also: Sequence[str] = ()) -> bool:
    """Ask until the answer is clear; return True for Enter, yes or one of these words."""
    while True:
        try:
            word = notation.word(output.ask(prompt, keyboard))
        except EOFError:
            output.say("")
            return False
        if word in ("", "yes", "y", *also):
            return True
        if word in LEAVE:
            return False
        output.say("Just press Enter, or type quit.")
