"""Exact values of positions: a method per game, loaded when it is asked for.

A method is a module with `analyse(state) -> Analysis` and `solve(rules, progress) -> Solution`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from primeparlor.core import ParlorError, State
from primeparlor.solve.answers import Analysis, Choice, Solution

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


def analyse(state: State, exact: bool = False) -> Analysis:
    """The answer to a position that is not over; `exact` takes its time where chance decides."""
    if state.ending():
        raise ParlorError("The game is over: there is nothing left to analyse.")
    options = {"exact": True} if exact and METHODS[state.name] == "duel" else {}
    answer: Analysis = method(state.name).analyse(state, **options)
    return answer


__all__ = ["METHODS", "Analysis", "Choice", "Solution", "analyse", "method"]
