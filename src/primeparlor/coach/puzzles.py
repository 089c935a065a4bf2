"""Puzzles: made from the solver, with exactly one right answer, or from a player's own mistakes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from primeparlor import notation
from primeparlor.coach.at_once import wins_at_once
from primeparlor.coach.blocks import AT_STAKE, capital, stake
from primeparlor.coach.grades import grade, keeping
from primeparlor.coach.hints import hint
from primeparlor.coach.reasons import reason, words_of
from primeparlor.core import Move, ParlorError, State
from primeparlor.match import HUMAN, Match
from primeparlor.solve import Analysis, Progress, analyse

TRIES = 2_000
LONGEST_WALK = 100  # moves


class Puzzle(NamedTuple):
    """A position, what is asked for in it, and what is right."""

    state: State
    question: str
    answers: tuple[Move, ...]  # one; after a mistake, every move that would not have been one
    difficulty: int  # 1 to 5

    @property
    def position(self) -> str:
        return notation.position(self.state)


def clue(puzzle: Puzzle, analysis: Analysis, step: int) -> str:
    """A hint step towards this puzzle's own answer."""
    state, answers = puzzle.state, puzzle.answers
    if step == 1:
        return hint(state, analysis, 1)
    if step == 2:
        right = "One" if len(answers) == 1 else str(len(answers))
        verb = "is" if len(answers) == 1 else "are"
        return f"{right} of {len(analysis.moves)} moves {verb} right. {puzzle.question}"
    if step == 3:
        return words_of(state).clue(state, analysis, answers)
    if step == 4:
        return words_of(state).instruction(state, answers[0])
    return f"{capital(str(answers[0]))}: {reason(state, analysis, answers[0]).sentence}"


def puzzle_at(state: State, progress: Progress | None = None) -> Puzzle | None:
    """The position as a puzzle, if it has several moves and exactly one right answer; else None.

    A win at once does not make a puzzle: nobody misses it.
    """
    if state.ending() or len(state.moves()) < 2 or wins_at_once(state):
        return None
    analysis, words = analyse(state, progress=progress), words_of(state)
    if (asked := words.puzzle(state, analysis)) is None:
        return None
    return Puzzle(state, *asked, words.difficulty(state, analysis, len(asked.answers)))


def practice_at(state: State, progress: Progress | None = None) -> Puzzle | None:
    """A puzzle from a mistake made here; every move that would not have been a mistake is right."""
    return _practice(state, analyse(state, progress=progress)) if state.moves() else None


def _practice(state: State, analysis: Analysis) -> Puzzle | None:
    if stake(analysis) <= AT_STAKE:
        return None
    right, words = tuple(choice.move for choice in keeping(analysis)), words_of(state)
    question = words.question(state, analysis, len(right))
    return Puzzle(state, question, right, words.difficulty(state, analysis, len(right)))


def generate(game: type[State], random: Random, progress: Progress | None = None) -> Puzzle:
    """A fresh puzzle, from somewhere in a game played at random."""
    variant = words_of(game).puzzle_start
    start = notation.set_up(game, variant.split())
    for _ in range(TRIES):
        if progress:
            progress(0, None)
        state = start
        for _ in range(random.randrange(LONGEST_WALK)):
            options = [move for move in state.chances() or state.moves() if not state.after(move).ending()]
            if not options:
                break
            state = state.after(random.choice(options))
        while state.chances():
            state = state.after(random.choice(state.chances()))
        if (found := puzzle_at(state, progress)) is not None:
            return found
    raise ParlorError(f"No puzzle was found in {TRIES} tries.")


def from_mistakes(match: Match) -> Iterator[Puzzle]:
    """Puzzles from the mistakes that people made in this match and did not take back."""
    for event, state in match.line:
        if (
            event.who is None
            or event.move is None
            or event.forced
            or match.seats_at(event.number)[event.who - 1] != HUMAN
        ):
            continue
        analysis = analyse(state)
        if grade(analysis, event.move).loss and (found := _practice(state, analysis)) is not None:
            yield found
