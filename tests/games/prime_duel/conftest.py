"""A sweep that several tests look at, made once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from primeparlor.games.prime_duel.rules import DuelRules

if TYPE_CHECKING:
    from primeparlor.games.prime_duel.solver.sweep import Swept


@pytest.fixture(scope="session")
def at_the_end() -> Swept:
    """The standard game at 49:49."""
    pytest.importorskip("numba")
    from primeparlor.games.prime_duel.solver.sweep import sweep  # which the tests of the rules need not load

    return sweep(DuelRules(), least=(49, 49))
