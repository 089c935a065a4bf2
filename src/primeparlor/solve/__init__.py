"""Exact values of positions: a method per game, loaded when it is asked for.

A method is a module with `analyse(state, progress) -> Analysis`, `solve(rules, progress) -> Solution`
and `memory_needed(rules or state) -> int`; where a position can be lost also `choices(state)`, its moves.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from primeparlor.core import ParlorError, Rules, State
from primeparlor.solve.answers import Analysis, Choice, Progress, Solution

METHODS = {
    "nonprime-addition": "parity",
    "number-morph": "matching",
    "prime-climb": "retrograde",
    "pocket-addition": "retrograde",
    "prime-duel": "duel",
}


def method(name: str) -> Any:
    """The module that solves the game of that name."""
    return import_module(f"primeparlor.solve.{METHODS[name]}")


def analyse(state: State, exact: bool = False, progress: Progress | None = None) -> Analysis:
    """The answer to a position that is not over; `exact` takes its time where chance decides."""
    if state.ending():
        raise ParlorError("The game is over: there is nothing left to analyse.")
    options = {"exact": True} if exact and METHODS[state.name] == "duel" else {}
    answer: Analysis = method(state.name).analyse(state, progress, **options)
    return answer


def analyse_exactly(states: Iterable[State], progress: Progress | None = None) -> dict[State, Analysis]:
    """The exact answers to positions that are not over, those of Prime Duel by one sweep for each variant."""
    answers: dict[State, Analysis] = {}
    by_rules: dict[Rules, list[State]] = {}
    for state in states:
        by_rules.setdefault(state.rules, []).append(state)
    for group in by_rules.values():
        module = method(group[0].name)
        if METHODS[group[0].name] == "duel":
            answers |= zip(group, module.analyse_all(group, progress), strict=True)
        else:
            answers |= {state: module.analyse(state, progress) for state in group}
    return answers


def solve(name: str, rules: Rules, progress: Progress | None = None, memory: str | None = None) -> Solution:
    """The whole game of that name under these rules; `memory` is "full" or "small", for Prime Duel."""
    answer: Solution = method(name).solve(rules, progress, **_options(name, memory))
    return answer


def memory_needed(name: str, game: Rules | State, memory: str | None = None, choice: bool = False) -> int:
    """About how many bytes that takes, or the exact answer to a position; refused if they are not there.

    With a `choice` of memory the refusal names the smaller one where that would do.
    """
    options = _options(name, memory) | ({"choice": True} if choice and METHODS[name] == "duel" else {})
    return int(method(name).memory_needed(game, **options) or 0)


def _options(name: str, memory: str | None) -> dict[str, Any]:
    if memory is None:
        return {}
    if METHODS[name] != "duel":
        raise ParlorError("Only Prime Duel is solved with a choice of memory: leave out --memory.")
    return {"bits": {"full": 32, "small": 16}[memory]}


__all__ = [
    "METHODS",
    "Analysis",
    "Choice",
    "Progress",
    "Solution",
    "analyse",
    "analyse_exactly",
    "memory_needed",
    "method",
    "solve",
]
