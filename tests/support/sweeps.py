"""Helpers for tests of sweeps: each value against the generic solver, or against the rules alone."""

from __future__ import annotations

from collections.abc import Iterable

from primeparlor.core import State
from primeparlor.solve import retrograde
from primeparlor.solve.sweeps import Sweep


def assert_same_values(sweep: Sweep | None, start: State) -> None:
    """Compare all positions that can arise, and how many they are, with the generic solver."""
    assert sweep is not None
    table: retrograde.Table = {}
    retrograde._fill(start, table, None, lambda state: 1)  # a known size has no limit
    assert {state: sweep[state] for state in table} == table
    assert sweep.count_positions() == len(table)


def assert_values_follow(sweep: Sweep | None, states: Iterable[State]) -> None:
    """Compare each value with those of the positions one move on: if all of them follow, all are right."""
    assert sweep is not None
    for state in states:
        if ending := state.ending():
            assert sweep[state] == (retrograde.END if ending.winner == state.turn else -retrograde.END)
            continue
        after = [state.after(move) for move in state.moves()]
        best = max(sweep[each] if each.turn == state.turn else -sweep[each] for each in after)
        assert sweep[state] == (best - 1 if best > 0 else best + 1), state
