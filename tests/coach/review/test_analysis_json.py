"""The answer of `parlor analyse --json`, in its documented shape."""

from __future__ import annotations

import json
from random import Random

import pytest

from primeparlor.coach.review.analysis_json import as_data
from primeparlor.core import State
from primeparlor.games import GAMES
from primeparlor.notation import read_position
from primeparlor.solve import analyse
from support.games import walk

KEYS = ["game", "rules", "position", "turn", "verdict", "value", "exact", "error", "error_of_choice", "plies"]
KEYS += ["moves", "chances", "why", "proof"]
MOVE_KEYS = ["move", "verdict", "value", "best", "plies", "grade", "why", "line"]


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
