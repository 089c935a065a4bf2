"""Helpers for tests of games: playing a transcript, being refused, walking and counting the tree."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import wraps
from random import Random
from typing import Any, TypeVar

import pytest

from primeparlor.core import IllegalMove, Move, RulesError, State
from primeparlor.notation import NotationError, parse, read_position

S = TypeVar("S", bound=State)


def play(game: type[S], *moves: Move, **numbers: int) -> S:
    """The state after these moves from the start, each of them legal."""
    return play_on(game.start(game.Rules(**numbers)), *moves)


def play_on(state: S, *moves: Move) -> S:
    """The state after these moves, each of them legal."""
    for move in moves:
        state = state.play(move)
    return state


def at(game: type[S], words: str = "") -> S:
    """The position of this game that the words describe."""
    state = read_position(f"{game.name} {words}")
    assert isinstance(state, game)
    return state


def refused(state: State, move: Any) -> str:
    """The sentence that refuses the move; the state stays as it was."""
    before = repr(state)
    with pytest.raises(IllegalMove) as caught:
        state.play(move)
    assert repr(state) == before
    assert state.why_not(move) == str(caught.value)
    return str(caught.value)


def text_refused(state: State, text: str) -> str:
    """The sentence that refuses the text as a move."""
    with pytest.raises(NotationError) as caught:
        parse(state, text)
    return str(caught.value)


def position_refused(text: str) -> str:
    """The sentence that refuses the text as a position."""
    with pytest.raises(NotationError) as caught:
        read_position(text)
    return str(caught.value)


def rules_refused(game: type[State], **numbers: Any) -> str:
    """The sentence that refuses these numbers as rules of the game."""
    with pytest.raises(RulesError) as caught:
        game.Rules(**numbers)
    return str(caught.value)


def for_seeds(count: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Call the test several times, each time with a `random` of its own, the same in every run.

    A failure names the seed. Hypothesis would not do more: a walk cannot be simplified by a smaller seed.
    """

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def run(**given: Any) -> None:
            for seed in range(count):
                try:
                    test(**given, random=Random(seed))
                except BaseException as error:
                    error.add_note(f"random=Random({seed})")
                    raise

        signature = inspect.signature(test)
        others = [given for name, given in signature.parameters.items() if name != "random"]
        run.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
        return run

    return decorate


def options(state: State) -> list[Move]:
    """What may happen next, by a player's choice or by fate, each only once."""
    return list(dict.fromkeys([*state.moves(), *state.chances()]))


def first_decision(state: S) -> S:
    """The first state in which a player chooses, with the fewest events of fate before it.

    The first outcome each time might never lead there: a 1 may end the turn of whoever rolls it.
    """
    reached = {state: None}  # in order
    while not (found := [each for each in reached if each.moves()]):
        reached = {each.after(outcome): None for each in reached for outcome in each.chances()}
    return found[0]


def walk(state: S, random: Random, longest: int = 200) -> Iterator[S]:
    """The states of a random game from this one on, itself included."""
    yield state
    for _ in range(longest):
        if not (choices := options(state)):
            return
        state = state.after(random.choice(choices))
        yield state


def reachable(state: S) -> set[S]:
    """Every state that can follow this one, itself included."""
    seen, waiting = {state}, [state]
    while waiting:
        here = waiting.pop()
        new = {here.after(move) for move in options(here)} - seen
        seen |= new
        waiting += new
    return seen


def fields(state: Any) -> tuple[Any, ...]:
    """What tells the positions of one variant apart: numbers to sort them by."""
    return tuple(state[1:])


def levels(state: S, depth: int) -> Iterator[dict[S, int]]:
    """For each depth from 0: the states there, each with the number of ways that lead to it."""
    level = {state: 1}
    yield level
    for _ in range(depth):
        below: dict[S, int] = {}
        for here, ways in level.items():
            for move in options(here):
                there = here.after(move)
                below[there] = below.get(there, 0) + ways
        level = below
        yield level
