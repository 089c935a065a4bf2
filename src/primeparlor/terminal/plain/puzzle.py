"""`parlor puzzle`: a position to find the right move in; puzzles you miss come back."""

from __future__ import annotations

import json
import sys

from primeparlor import solve
from primeparlor.coach.boxes import Boxes
from primeparlor.coach.grades import grade
from primeparlor.coach.hints import STEPS
from primeparlor.coach.puzzles import Puzzle, clue
from primeparlor.terminal.plain.keyboard import Keyboard
from primeparlor.terminal.plain.output import Output
from primeparlor.terminal.plain.quiz import QUIT, Quiz
from primeparlor.terminal.practice import Practice, next_puzzle, take_in_mistakes
from primeparlor.terminal.progress import Progress


def run(game: str | None, seed: int | None, mistakes: bool, as_json: bool) -> int:
    """Pose one puzzle."""
    boxes = Practice(_tell)
    if mistakes:
        with Progress("your games", "Looking through") as progress:
            found = take_in_mistakes(boxes, game, progress)
        _tell(f"Mistakes in your games: {found.new} new, {found.waiting} to practise now.")
    with Progress("a puzzle", "Looking for", live=not as_json) as progress:
        puzzle = next_puzzle(boxes, game, progress, seed)
    if as_json:
        data = {
            "game": puzzle.state.name,
            "position": puzzle.position,
            "question": puzzle.question,
            "difficulty": puzzle.difficulty,
            "answers": puzzle.answers,
        }
        Output().say(json.dumps(data, indent=2))
        return 0
    return _pose(puzzle, boxes, Output(), Keyboard())


def _tell(sentence: str) -> None:
    print(sentence, file=sys.stderr)


def _pose(puzzle: Puzzle, boxes: Boxes, output: Output, keyboard: Keyboard) -> int:
    state, analysis = puzzle.state, solve.analyse(puzzle.state)
    variant = "".join(f" {key}={value}" for key, value in state.rules.changed().items())
    named = f"{state.title}{variant}, difficulty {'*' * puzzle.difficulty}."
    output.say(f"{named} You are Player {state.turn}. {puzzle.question}", "")
    quiz = Quiz(state, analysis, output, keyboard)
    quiz.draw()
    step, first_try, right = 0, True, False
    while not right and (answer := quiz.ask("Your move (hint, quit): ", ["hint"])) != QUIT:
        if answer == "hint":
            step = min(step + 1, STEPS)
            output.say(clue(puzzle, analysis, step))
        else:
            right = answer in puzzle.answers
            if first_try or not right:
                boxes.answered(puzzle.position, right)
            quiz.judge(answer, right)
            if not right and grade(analysis, answer).loss == 0:
                output.say(f"That is not what is asked for. {puzzle.question}")
        first_try = False
    return 0
