"""The facts of every game: plain JSON data, true of the state, and enough to draw its board."""

from __future__ import annotations

import json

import pytest

from primeparlor.games import game_of
from primeparlor.terminal.drawing import lines
from support.terminal.boards import lines_of_play
from support.variants import NAMES, first_state

SEEDS = range(3)


@pytest.mark.parametrize("name", NAMES)
def test_facts_are_plain_json(name: str) -> None:
    for seed in SEEDS:
        for state, line in lines_of_play(first_state(name), seed):
            facts = game_of(state).facts(state, line)
            assert json.loads(json.dumps(facts)) == facts
            assert facts["game"] == state.name
            assert facts["rules"] == state.rules.values()
            assert facts["turn"] == state.turn
            ending = state.ending()
            assert facts["winner"] == (ending.winner if ending else None)


@pytest.mark.parametrize("name", NAMES)
def test_a_board_is_drawn_from_the_facts_alone(name: str) -> None:
    state, line = list(lines_of_play(first_state(name), 0))[-1]
    facts = game_of(state).facts(state, line)
    board = game_of(state).brings("terminal", "board")
    assert board is not None, (
        f"{state.name} needs a terminal.py with board(facts, width), as a game of the house"
    )
    assert board(json.loads(json.dumps(facts)), 76) == board(facts, 76)
    assert list(map(lines.text_of, lines.board(facts, 76))) != []  # and a table of them could be drawn too


@pytest.mark.parametrize("name", NAMES)
def test_facts_need_no_line_of_play(name: str) -> None:
    for state, line in lines_of_play(first_state(name), 1, longest=10):
        without, given = (game_of(state).facts(state, played) for played in ((), line))
        assert without.keys() == given.keys()
