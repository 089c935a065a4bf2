"""The answer of `parlor analyse --json`, in its documented shape."""

from __future__ import annotations

import json
import time
from random import Random

import pytest

from helpers import reachable, walk
from primeparlor.coach.answer import as_data
from primeparlor.core import State
from primeparlor.games import GAMES, NonprimeAddition, NumberMorph, PocketAddition, PrimeClimb
from primeparlor.notation import read_position
from primeparlor.solve import analyse, matching, retrograde

KEYS = ["game", "rules", "position", "turn", "verdict", "value", "exact", "error", "plies"]
KEYS += ["moves", "chances", "why", "proof"]
MOVE_KEYS = ["move", "verdict", "value", "best", "plies", "why"]
OWN_WORK = 0.050  # seconds


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_answer_has_the_documented_keys(game: type[State]) -> None:
    for state in list(walk(game.start(), Random(1), 5)):
        if state.ending():
            continue
        data = json.loads(json.dumps(as_data(state, analyse(state))))
        assert list(data) == KEYS
        assert read_position(data["position"]) == state
        assert [row["move"] for row in data["moves"]] == list(state.moves())
        assert all(list(row) == MOVE_KEYS for row in data["moves"])
        assert {row["move"] for row in data["chances"]} == set(state.chances())
        assert bool(data["moves"]) != bool(data["chances"])


def seconds(state: State) -> float:
    """Own work on one answer, nothing known before: the quicker of two tries, as other work slows any one."""
    tries = []
    for _ in range(2):
        retrograde._tables.clear()
        matching._searches.clear()
        began = time.process_time()
        as_data(state, analyse(state))
        tries.append(time.process_time() - began)
    return min(tries)


@pytest.mark.parametrize("game", [PrimeClimb, PocketAddition])
def test_every_standard_position_is_answered_in_time(game: type[State]) -> None:
    states = [state for state in reachable(game.start()) if state.moves()]
    assert len(states) > 300
    assert max(map(seconds, states)) < OWN_WORK


def test_number_morph_is_answered_in_time() -> None:
    assert seconds(NumberMorph.start()) < OWN_WORK
    for start in NumberMorph.start().chances():  # later in a game there are fewer primes, and it is quicker
        assert seconds(NumberMorph.start().after(start)) < OWN_WORK
    for start in Random(2).sample(NumberMorph.start().chances(), 2):
        states = walk(NumberMorph.start().after(start), Random(start))
        assert max(seconds(state) for state in states if state.moves()) < OWN_WORK


def test_nonprime_addition_is_answered_in_time_up_to_its_largest_totals() -> None:
    for total in (1, 1000, 10**12 - 5, 4294967291 * 4294967279 - 5):
        assert seconds(NonprimeAddition(NonprimeAddition.start().rules, total, 1)) < OWN_WORK
