"""Exact values of positions, from each game's own solver or the default for any small game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from primeparlor.core import ParlorError, Rules, State, TooLarge
from primeparlor.games.game import game_of
from primeparlor.solve.answers import Analysis, Chance, Choice, Effort, Progress, Solution
from primeparlor.solve.solver import Solver


def solver_of(game: Rules | State | type[State]) -> Solver[Any]:
    """The solver of the game of these rules, this position or this class."""
    return game_of(game.game if isinstance(game, Rules) else game).part("solver", Solver)


def analyse(state: State, exact: bool = False, progress: Progress | None = None) -> Analysis:
    """The answer to a position that is not over; with `exact`, never an estimate, however long it takes."""
    if state.ending():
        raise ParlorError("The game is over: there is nothing left to analyse.")
    return solver_of(state).analyse(state, progress, exact)


def outline(state: State, progress: Progress | None = None) -> Analysis:
    """The answer to a position that is not over, without spending time on a proof and lines of play."""
    if state.ending():
        raise ParlorError("The game is over: there is nothing left to analyse.")
    return solver_of(state).outline(state, progress)


def analyse_exactly(states: Iterable[State], progress: Progress | None = None) -> dict[State, Analysis]:
    """The exact answers to positions that are not over; positions with the same rules are solved together."""
    answers: dict[State, Analysis] = {}
    by_rules: dict[Rules, list[State]] = {}
    for state in states:
        by_rules.setdefault(state.rules, []).append(state)
    for group in by_rules.values():
        answers |= zip(group, solver_of(group[0]).analyse_all(group, progress), strict=True)
    return answers


def refine(
    states: Sequence[State], effort: Effort, progress: Progress | None = None
) -> Iterator[tuple[State, Analysis]]:
    """Exact answers to estimated positions of one match, easy ones first, as far as the effort goes."""
    if states:
        yield from solver_of(states[0]).refine(states, effort, progress)


def choices(state: State) -> tuple[Choice, ...]:
    """The moves of a position and what each is worth, without a proof or lines of play."""
    return solver_of(state).choices(state)


def solve(rules: Rules, progress: Progress | None = None, memory: str | None = None) -> Solution:
    """The whole game under these rules; `memory` is "full" or "small" where the game has that choice."""
    return solver_of(rules).solve(rules, progress, memory)


def memory_needed(
    game: Rules | State, memory: str | None = None, choice: bool = False, progress: Progress | None = None
) -> int:
    """About how many bytes solving takes, for a game or one position; raises if that many are not free.

    If the caller offers a `choice` of memory, the refusal suggests the smaller one when it would be enough.
    If the size is not known in advance, this counts the positions and keeps them for the answer.
    """
    return solver_of(game).memory_needed(game, memory, choice, progress)


def is_solvable(state: State) -> bool | None:
    """Whether this position can be solved exactly, or closely estimated; None before anybody has counted."""
    return solver_of(state).is_solvable(state)


def find_solvable(state: State, progress: Progress | None = None) -> bool:
    """The same, after counting what can follow if need be."""
    return solver_of(state).find_solvable(state, progress)


def check(state: State, proof: Any) -> bool:
    """Whether the proof of an answer holds for this position, checked by the rules alone."""
    return solver_of(state).check(state, proof)


__all__ = [
    "Analysis",
    "Chance",
    "Choice",
    "Effort",
    "Progress",
    "Solution",
    "Solver",
    "TooLarge",
    "analyse",
    "analyse_exactly",
    "check",
    "choices",
    "find_solvable",
    "is_solvable",
    "memory_needed",
    "outline",
    "refine",
    "solve",
    "solver_of",
]
