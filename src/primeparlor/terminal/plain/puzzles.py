"""`parlor puzzle`: one puzzle after the other; missed puzzles are asked again later."""

from __future__ import annotations

import json

from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.progress.import_games import import_saved
from primeparlor.coach.puzzles.puzzle import Puzzle
from primeparlor.coach.training.practice import Attempt, next_puzzle
from primeparlor.terminal.plain.input import Keyboard
from primeparlor.terminal.plain.output import Output, print_notice
from primeparlor.terminal.plain.posing import PuzzleEnd, PuzzlePrompt
from primeparlor.terminal.plain.quiz import ask_to_continue
from primeparlor.terminal.practice import open_diary
from primeparlor.terminal.progress_bar import ProgressBar

ON = "Enter for the next puzzle, quit to leave: "
NEXT = ("next", "n", "skip", "s")


def run(
    game: str | None, seed: int | None, mistakes: bool, as_json: bool, keyboard: Keyboard | None = None
) -> int:
    """Ask puzzles until the player leaves; with a seed, or as JSON, only one."""
    kept = open_diary(print_notice)
    if mistakes:
        with ProgressBar("your games", "Looking through") as progress:
            found = import_saved(kept, progress, game)
        others = "" if found.waiting else " So here are other puzzles."
        print_notice(f"Mistakes in your games: {found.new} new, {found.waiting} to practise now.{others}")
    if not as_json and seed is None:
        PuzzleSession(game, kept, keyboard or Keyboard()).play()
        return 0
    with ProgressBar("a puzzle", "Looking for", live=not as_json) as progress:
        puzzle = next_puzzle(kept, game, progress, seed)
    if as_json:
        Output().say(json.dumps(as_data(puzzle), indent=2))
    else:
        PuzzlePrompt(Attempt(puzzle, kept), Output(), keyboard or Keyboard()).ask()
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

    def __init__(self, game: str | None, kept: Diary, keyboard: Keyboard) -> None:
        self.game, self.kept, self.keyboard, self.output = game, kept, keyboard, Output()
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
            puzzle = next_puzzle(self.kept, self.game, progress, seen=self.seen)
        self.seen = (*self.seen, puzzle.position)
        attempt = Attempt(puzzle, self.kept)
        end = PuzzlePrompt(attempt, self.output, self.keyboard).ask(may_skip=True)
        if attempt.tries:
            self._count_result(end, attempt)
        return end

    def _count_result(self, end: PuzzleEnd, attempt: Attempt) -> None:
        """Count a puzzle that was tried, and print a row of solved ones."""
        self.asked, self.solved = self.asked + 1, self.solved + (end is PuzzleEnd.SOLVED)
        self.row = self.row + 1 if attempt.is_flawless else 0
        if self.row > 1:
            self.output.say(f"{self.row} in a row.")
