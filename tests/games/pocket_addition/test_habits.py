"""How the levels play Pocket Addition."""

from __future__ import annotations

from primeparlor.games import PocketAddition
from primeparlor.players import LEVELS
from support.games import at
from support.players import choice


def test_an_open_threat_is_never_left() -> None:
    state = at(PocketAddition, "one=6,8 two=9 turn=2")  # 6 + 8 + 1 = 15
    assert {choice(level, state, seed) for level in LEVELS for seed in range(20)} == {1}
