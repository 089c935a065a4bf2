"""`parlor puzzle`: a position to find the right move in; what was failed comes back."""

from __future__ import annotations

import json
import os
import sys
from random import Random, SystemRandom

from primeparlor import notation, records, solve
from primeparlor.coach.boxes import Boxes
from primeparlor.coach.grades import grade
from primeparlor.coach.hints import STEPS
from primeparlor.coach.puzzles import Puzzle, clue, from_mistakes, generate, practice_at, puzzle_at
from primeparlor.core import ParlorError
from primeparlor.games import GAMES
from primeparlor.match import Match
from primeparlor.terminal.keyboard import Keyboard
from primeparlor.terminal.progress import Progress
from primeparlor.terminal.quiz import QUIT, Quiz
from primeparlor.terminal.screen import Screen


class Practice(Boxes):
    """The boxes beside the saved games; where they cannot be kept, that is said and practice goes on."""

    def __init__(self) -> None:
        self.keeps = True
        try:
            super().__init__(os.path.join(records.folder(), "puzzles.json"))
        except ParlorError as error:
            raise records.RecordError(str(error)) from None

    def save(self) -> None:
        try:
            super().save()
        except ParlorError as error:
            if self.keeps:
                print(error, file=sys.stderr)
            self.keeps = False


def run(game: str | None, seed: int | None, mistakes: bool, as_json: bool, plain: bool) -> int:
    """Pose one puzzle."""
    boxes = Practice()
    if mistakes:
        _take_in_mistakes(boxes, game)
    with Progress("a puzzle", "Looking for", live=not as_json) as progress:
        puzzle = _next(boxes, game, seed, progress)
    if as_json:
        data = {
            "game": puzzle.state.name,
            "position": puzzle.position,
            "question": puzzle.question,
            "difficulty": puzzle.difficulty,
            "answers": puzzle.answers,
        }
        Screen(plain=True).say(json.dumps(data, indent=2))
        return 0
    return _pose(puzzle, boxes, Screen(plain), Keyboard())


def _take_in_mistakes(boxes: Boxes, game: str | None) -> None:
    """Look through the records that are new or have grown since they were looked through."""
    sizes = {path: os.path.getsize(path) for path in records.saved()}
    unseen = [path for path, size in sizes.items() if boxes.records.get(os.path.basename(path)) != size]
    new = 0
    with Progress("your games", "Looking through") as progress:
        for done, path in enumerate(unseen):
            progress(done, len(unseen))
            try:
                match = records.load(path).match
            except records.RecordError:
                continue  # `parlor games` shows what is wrong with it
            if game in (None, match.start.name):
                found = _mistakes(match)
                new += len(boxes.take_in(os.path.basename(path), sizes[path], found))
    waiting = sum(boxes.cards[position].mistake for position in boxes.due(game))
    print(f"Mistakes in your games: {new} new, {waiting} to practise now.", file=sys.stderr)


def _mistakes(match: Match) -> list[str]:
    """The positions in which people erred; none of a game that is too large to know."""
    try:
        return [puzzle.position for puzzle in from_mistakes(match)]
    except solve.TooLarge:
        return []


def _next(boxes: Boxes, game: str | None, seed: int | None, progress: Progress) -> Puzzle:
    """One whose time has come, else a fresh one; with a seed always the fresh one it fixes."""
    if seed is None:
        for position in boxes.due(game):
            if (found := _again(position, boxes.cards[position].mistake, progress)) is not None:
                return found
    random = SystemRandom() if seed is None else Random(f"{seed}/puzzle")
    if game is not None:
        return generate(GAMES[game], random, progress)
    games = list(GAMES)
    while True:  # our own have puzzles
        try:
            return generate(GAMES[chosen := random.choice(games)], random, progress)
        except ParlorError:  # too large, or nothing to ask there
            games.remove(chosen)


def _again(position: str, mistake: bool, progress: Progress) -> Puzzle | None:
    """What was failed, asked as before; what is no puzzle any more can still be practised."""
    state = notation.read_position(position)
    try:
        asked = None if mistake else puzzle_at(state, progress)
        return asked or practice_at(state, progress)
    except solve.TooLarge:  # the file was edited by hand
        return None


def _pose(puzzle: Puzzle, boxes: Boxes, screen: Screen, keyboard: Keyboard) -> int:
    state, analysis = puzzle.state, solve.analyse(puzzle.state)
    variant = "".join(f" {key}={value}" for key, value in state.rules.changed().items())
    named = f"{state.title}{variant}, difficulty {'*' * puzzle.difficulty}."
    screen.say(f"{named} You are Player {state.turn}. {puzzle.question}", "")
    quiz = Quiz(state, analysis, screen, keyboard)
    quiz.draw()
    step, first_try, right = 0, True, False
    while not right and (answer := quiz.ask("Your move (hint, quit): ", ["hint"])) != QUIT:
        if answer == "hint":
            step = min(step + 1, STEPS)
            screen.say(clue(puzzle, analysis, step))
        else:
            right = answer in puzzle.answers
            if first_try or not right:
                boxes.answered(puzzle.position, right)
            quiz.judge(answer, right)
            if not right and grade(analysis, answer).loss == 0:
                screen.say(f"That is not what is asked for. {puzzle.question}")
        first_try = False
    return 0
