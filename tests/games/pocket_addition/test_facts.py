"""The facts of Pocket Addition."""

from __future__ import annotations

from primeparlor.games import PocketAddition
from primeparlor.games.pocket_addition.facts import facts
from support.games import at


def test_the_pool_and_both_pockets() -> None:
    assert facts(at(PocketAddition, "one=6,8 two=9 turn=2"), ()) == {
        "pool": [1, 2, 3, 4, 5, 7],
        "pockets": [[6, 8], [9]],
        "totals": [14, 9],
        "passes": 0,
    }


def test_a_pass_is_seen() -> None:
    state = at(PocketAddition, "target=10 largest=5 one=4,5 two=1,3 turn=1")
    assert facts(state.play("pass"), ())["passes"] == 1
