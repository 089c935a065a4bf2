"""How the levels play Nonprime Addition."""

from __future__ import annotations

import pytest

from primeparlor.coach.levels import WELL_KNOWN
from primeparlor.games import NonprimeAddition
from primeparlor.primes import is_prime
from support.games import at
from support.players import WEAKER, choice


@pytest.mark.parametrize("level", WEAKER)
def test_everybody_knows_the_small_primes(level: str) -> None:
    for total in range(1, WELL_KNOWN):
        state = at(NonprimeAddition, f"total={total}")
        if state.ending():
            continue
        for seed in range(10):
            made = total + int(choice(level, state, seed))
            assert made >= WELL_KNOWN or not is_prime(made)
