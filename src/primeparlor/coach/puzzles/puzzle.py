"""Puzzles: made with the solver, with exactly one right answer, or from a player's own mistakes."""

from __future__ import annotations

from collections.abc import Container
from functools import cached_property
from random import Random
from typing import Self

from primeparlor import notation
from primeparlor.coach.advice import advise_move
from primeparlor.coach.grades import find_instant_wins, find_keeping_moves
from primeparlor.coach.language.phrases import Asked
from primeparlor.coach.puzzles.difficulty import rate_puzzle
from primeparlor.coach.reasons import words_of
from primeparlor.core import Move, ParlorError, State
from primeparlor.solve import Analysis, Progress, analyse, outline
from primeparlor.wording import join_words

NOTHING_AT_STAKE = "Nothing is at stake here. Every move is as good as another."
TRIES = 2_000
CANDIDATES = 5  # puzzles of which the one nearest to the wanted rating is posed
NEAR = 75.0  # points: near enough to look no further
EASIEST, HARDEST = 700.0, 1800.0  # ratings to draw from where none is wanted
STARS = (900, 1150, 1400, 1650)  # the least ratings of two stars to five
ANOTHER, HARDER = 10, 40.0  # tries at a puzzle that is not known yet, and points by which each is harder


class Puzzle:
    """A position, a question about it, and its right answers: one, or all moves that are no mistake."""

    def __init__(self, state: State, asked: Asked) -> None:
        self.state, self.asked = state, asked
        self.question, self.answers, self.among = asked

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Puzzle) and (self.state, self.asked) == (other.state, other.asked)

    def __hash__(self) -> int:
        return hash((self.state, self.asked))

    @cached_property
    def rating(self) -> float:
        """How hard it is, on the scale of Glicko-2: computed when first asked for."""
        return rate_puzzle(self.state, self.asked)

    def rate(self, progress: Progress | None) -> Self:
        """Compute the rating now, where it will be shown and somebody can watch the progress."""
        self.rating = rate_puzzle(self.state, self.asked, progress)
        return self

    @property
    def difficulty(self) -> int:
        """The number of stars, from one to five."""
        return 1 + sum(self.rating >= least for least in STARS)

    @property
    def position(self) -> str:
        return notation.position(self.state)

    @property
    def is_line(self) -> bool:
        """True if several decisions follow one another."""
        return False

    def judge(self, move: Move) -> bool:
        """Return True if this legal move is right."""
        return move in self.answers

    def follow(self, move: Move) -> Puzzle | None:
        """Return the next decision after this right move; None if the puzzle is solved."""
        return None


def explain_refusal(puzzle: Puzzle, move: Move) -> str | None:
    """Return the reason why this legal move is no answer; None if it may be chosen.

    Such a move does not count as a try.
    """
    if not puzzle.among or move in puzzle.among:
        return None
    options = [notation.format_move(puzzle.state, option) for option in puzzle.among]
    return f"Choose one of {join_words(options)}."


def strip_turn(position: str) -> str:
    """Return the position without the player to move: with either player it would be the same puzzle."""
    return " ".join(word for word in position.split() if not word.startswith("turn="))


def build_puzzle_at(state: State, progress: Progress | None = None) -> Puzzle | None:
    """Return the position as a puzzle, if it has several moves and one right answer; else None.

    A win at once does not make a puzzle: nobody misses it.
    """
    if state.ending() or len(state.moves()) < 2 or find_instant_wins(state):
        return None
    analysis = outline(state, progress)
    if (asked := words_of(state).puzzle(state, analysis)) is None:
        return None
    return Puzzle(state, asked)


def build_practice_at(state: State, progress: Progress | None = None) -> Puzzle | None:
    """Return a puzzle from a mistake made here; every move that would not have been a mistake is right."""
    return _build_practice(state, analyse(state, progress=progress)) if state.moves() else None


def _build_practice(state: State, analysis: Analysis) -> Puzzle | None:
    if len(find_keeping_moves(analysis)) == len(analysis.moves):
        return None
    first = advise_move(state, analysis)  # the one that the last hints name
    right = tuple(
        sorted((choice.move for choice in find_keeping_moves(analysis)), key=lambda move: move != first)
    )
    return Puzzle(state, Asked(words_of(state).question(state, analysis, len(right)), right))


def generate(
    game: type[State], random: Random, progress: Progress | None = None, wanted: float | None = None
) -> Puzzle:
    """Generate a puzzle: of a few candidates the nearest to the wanted rating, else to a random one."""
    words, found = words_of(game), list[Puzzle]()
    near = EASIEST + (HARDEST - EASIEST) * random.random() if wanted is None else wanted
    for _ in range(TRIES):
        if progress:
            progress(0, None)
        state = words.draw_position(random, near)
        puzzle = None if state is None else build_puzzle_at(state, progress)
        if puzzle is not None:
            found.append(puzzle.rate(progress))
            if len(found) == CANDIDATES or abs(puzzle.rating - near) <= NEAR:
                break
    if not found:
        raise ParlorError(f"No puzzle was found in {TRIES} tries.")
    return min(found, key=lambda puzzle: abs(puzzle.rating - near))


def generate_another(
    game: type[State], random: Random, progress: Progress | None, wanted: float, boards: Container[str]
) -> Puzzle:
    """Generate a puzzle of about the wanted rating on none of these boards, unless none is found quickly.

    Each try is a little harder than the last puzzle found: some games have few easy puzzles, and the wanted
    rating may be out of reach.
    """
    for _ in range(ANOTHER):
        puzzle = generate(game, random, progress, wanted)
        if strip_turn(puzzle.position) not in boards:
            break
        wanted = puzzle.rating + HARDER
    return puzzle
