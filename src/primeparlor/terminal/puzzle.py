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
from primeparlor.coach.puzzles import Puzzle, clue, from_mistakes, generate, practice_at
from primeparlor.coach.reasons import reason
from primeparlor.games import GAMES
from primeparlor.match import Match
from primeparlor.terminal.boards import BOARDS
from primeparlor.terminal.keyboard import Keyboard
from primeparlor.terminal.screen import Screen


def run(game: str | None, seed: int | None, mistakes: bool, as_json: bool, plain: bool) -> int:
    """Pose one puzzle."""
    boxes = Boxes(os.path.join(records.folder(), "puzzles.json"))
    if mistakes:
        added = [found.position for found in from_mistakes(_saved_matches())]
        for position in added:
            boxes.add(position)
        print(f"Mistakes of your games to practise: {len(added)}.", file=sys.stderr)
    puzzle = _next(boxes, game, seed)
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


def _saved_matches() -> list[Match]:
    matches = []
    for path in records.saved():
        try:
            matches.append(records.load(path).match)
        except records.RecordError:
            continue  # `parlor games` shows what is wrong with it
    return matches


def _next(boxes: Boxes, game: str | None, seed: int | None) -> Puzzle:
    """One whose time has come, else a fresh one; with a seed always the fresh one it fixes."""
    if seed is None:
        for position in boxes.due(game):
            if (found := practice_at(notation.read_position(position))) is not None:
                return found
    random = SystemRandom() if seed is None else Random(f"{seed}/puzzle")
    return generate(GAMES[game or random.choice(list(GAMES))], random)


def _pose(puzzle: Puzzle, boxes: Boxes, screen: Screen, keyboard: Keyboard) -> int:
    state = puzzle.state
    analysis = solve.analyse(state)
    variant = "".join(f" {key}={value}" for key, value in state.rules.changed().items())
    named = f"{state.title}{variant}, difficulty {'*' * puzzle.difficulty}."
    screen.say(f"{named} You are Player {state.turn}. {puzzle.question}", "")
    screen.draw(f"Player {state.turn} to move", BOARDS[state.name](state, [], screen.width - 4))
    step, first_try = 0, True
    while True:
        screen.prompt("Your move (hint, quit): ")
        try:
            text = keyboard.line()
        except EOFError:
            screen.say("")
            return 0
        if not keyboard.is_terminal:
            screen.echo(text)
        word = notation.word(text)
        if word in ("quit", "q"):
            return 0
        if word == "hint":
            step, first_try = min(step + 1, STEPS), False
            screen.say(clue(puzzle, analysis, step))
            continue
        try:
            move = notation.parse(state, text)
        except notation.NotationError as error:
            screen.say(str(error))
            continue
        if refusal := state.why_not(move):
            screen.say(refusal)
            continue
        right = move in puzzle.answers
        if first_try or not right:
            boxes.answered(puzzle.position, right)
        first_try = False
        judged = grade(analysis, move)
        screen.say(f"{'Right' if right else 'No'}: {judged.word}. {reason(state, analysis, move).sentence}")
        if right:
            return 0
        if judged.loss == 0:
            screen.say(f"That is not what is asked for. {puzzle.question}")
