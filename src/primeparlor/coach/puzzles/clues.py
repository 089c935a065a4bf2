"""Hints of a puzzle, given one by one on request, each more specific than the one before.

They differ from the hints at a table: the question has already said that there is a right move, and only one.

1  if several moves are right, their number
2  the kind of move, and two candidates, or how often each of two wins
3  the move
4  the reason

Moves that were tried are not named again. The number of hints and their order do not depend on them.
"""

from __future__ import annotations

from collections.abc import Collection

from primeparlor import notation
from primeparlor.coach.grades import rank_choice
from primeparlor.coach.hints import format_hint
from primeparlor.coach.language.phrases import capital, has_chance
from primeparlor.coach.puzzles.puzzle import Puzzle
from primeparlor.coach.random_choice import StableRandom, pick
from primeparlor.coach.reasons import explain_move, words_of
from primeparlor.core import Move
from primeparlor.solve import Analysis, Choice
from primeparlor.wording import join_words

ALL_TRIED = "You have tried all the others."


def build_clues(puzzle: Puzzle, analysis: Analysis, tried: Collection[Move] = ()) -> list[str]:
    """Return all hints towards the answer of this puzzle; the last one is the answer with its reason."""
    state, answer = puzzle.state, puzzle.answers[0]
    because = explain_move(state, analysis, answer).sentence
    many = _is_one_of_many(puzzle, analysis)
    clues = _narrow_down(puzzle, analysis, tried) if many else _describe_kind(puzzle, analysis)
    return [
        *clues,
        words_of(state).instruction(state, answer),
        f"{capital(notation.format_move(state, answer))}: {because}",
    ]


def _is_one_of_many(puzzle: Puzzle, analysis: Analysis) -> bool:
    return len(puzzle.answers) == 1 and len(puzzle.among or analysis.moves) > 2


def _describe_kind(puzzle: Puzzle, analysis: Analysis) -> list[str]:
    """Return the number of right moves, if several, and their kind; with chance also how often they win."""
    answers, moves = len(puzzle.answers), len(analysis.moves)
    how_many = [f"{answers} of {moves} moves are right."] if answers > 1 else []
    how_often = [format_hint(puzzle.state, analysis, 2)] if has_chance(analysis) else []
    return [*how_many, words_of(puzzle.state).clue(puzzle.state, analysis, puzzle.asked), *how_often]


def _narrow_down(puzzle: Puzzle, analysis: Analysis, tried: Collection[Move]) -> list[str]:
    """Return the kind of move and two candidates.

    If no wrong move is of that kind, the kind gives the answer away, so it comes last.
    """
    state, asked, answer = puzzle.state, puzzle.asked, puzzle.answers[0]
    words, offered = words_of(state), asked.among or tuple(choice.move for choice in analysis.moves)
    kind = words.clue(state, analysis, asked)
    wrong = [choice for choice in analysis.moves if choice.move in offered and choice.move != answer]
    alike = [
        choice
        for choice in wrong
        if words.clue(state, analysis, asked._replace(answers=(choice.move,))) == kind
    ]
    open_ones = _drop_tried(alike, tried) or _drop_tried(wrong, tried)
    two = ALL_TRIED
    if open_ones:
        other = _find_tempting(puzzle, analysis, open_ones)
        pair = [notation.format_move(state, move) for move in offered if move in (answer, other)]
        two = f"It is {join_words(pair, 'or')}."
    return [kind, two] if alike else [two, kind]


def _drop_tried(choices: list[Choice], tried: Collection[Move]) -> list[Choice]:
    return [choice for choice in choices if choice.move not in tried]


def _find_tempting(puzzle: Puzzle, analysis: Analysis, wrong: list[Choice]) -> Move:
    """Return the wrong move that looks best: it costs least and holds out longest. Always the same one."""
    looks = [(rank_choice(analysis, choice), choice.plies or 0) for choice in wrong]
    best = [choice.move for choice, look in zip(wrong, looks, strict=True) if look == max(looks)]
    return pick(StableRandom(puzzle.position), best)
