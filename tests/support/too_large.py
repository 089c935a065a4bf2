"""A game too large to solve at its start, but not near its end: Twenty-One, with a low limit."""

from __future__ import annotations

import pytest

from primeparlor.solve import memory, retrograde, solver

LIMIT = 20  # positions: the last ten totals can be solved


def limit_positions(monkeypatch: pytest.MonkeyPatch, limit: int = LIMIT) -> None:
    """Let the generic solver refuse what more positions follow, and forget what it has found before."""
    monkeypatch.setattr(retrograde, "LIMIT", limit)
    monkeypatch.setattr(retrograde, "STEP", 1)
    retrograde._tables.clear()
    memory._refused.clear()
    solver.counted.clear()
