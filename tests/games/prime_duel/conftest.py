"""A sweep that several tests look at, made once."""

from __future__ import annotations

import pytest

from primeparlor.games.prime_duel.rules import DuelRules
from primeparlor.games.prime_duel.solver.sweep import Swept, sweep


@pytest.fixture(scope="session")
def at_the_end() -> Swept:
    """The standard game at 49:49."""
    pytest.importorskip("numba")
    return sweep(DuelRules(), least=(49, 49))
