"""How the levels play Number Morph."""

from __future__ import annotations

from random import Random

import pytest

from primeparlor.coach.grades import find_instant_wins
from primeparlor.games import NumberMorph
from support.games import walk
from support.players import WEAKER, choice


@pytest.mark.parametrize("level", WEAKER)
def test_a_win_at_once_is_never_missed(level: str) -> None:
    random, seen = Random(2), 0
    for _ in range(6):
        for state in walk(NumberMorph.start(), random):
            if winning := find_instant_wins(state):
                seen += 1
                assert choice(level, state, seen) in winning
    assert seen > 3
