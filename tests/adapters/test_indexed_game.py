"""A game as numbers, without any host: which options are refused, and how moves and outcomes are numbered."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import numpy as np
import pytest

from primeparlor.adapters.indexed_game import IndexedGame
from primeparlor.core import GameError
from primeparlor.games import GAMES, game
from primeparlor.games.game import Brought
from primeparlor.tables.agents.options import OptionError
from support.game_folders import make
from support.games import walk
from support.indexed_games import EVERY, NAMES, install_guests, refusal, refused

every = pytest.mark.parametrize(("name", "rules"), EVERY, ids=NAMES)


@pytest.fixture(autouse=True)
def _guests(monkeypatch: pytest.MonkeyPatch) -> None:
    install_guests(monkeypatch)


@refused()
def test_an_option_that_cannot_be_used_is_refused_in_one_sentence(
    options: dict[str, Any], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert refusal(IndexedGame.find, options, monkeypatch) == sentence


def test_what_the_options_refuse_is_a_value_error_too() -> None:
    with pytest.raises(ValueError, match="horizon must be"):
        IndexedGame.find("prime-climb", horizon=0)


@every
def test_actions_and_outcomes_are_places_in_the_lists_of_the_rules(name: str, rules: dict[str, int]) -> None:
    indexed = IndexedGame.find(name, rules)
    for state in walk(indexed.start, Random(5), 60):
        legal = indexed.list_legal(state)
        assert legal == sorted(legal)
        assert {indexed.actions[action] for action in legal} == set(state.moves())
        assert np.flatnonzero(indexed.make_mask(state)).tolist() == legal
        odds = indexed.list_odds(state)
        assert [place for place, _ in odds] == sorted(
            {indexed.outcomes.index(move) for move in state.chances()}
        )
        assert sum(chance for _, chance in odds) == pytest.approx(1.0 if state.chances() else 0.0)


@every
def test_copies_and_pickles_are_the_same_game(name: str, rules: dict[str, int]) -> None:
    indexed = IndexedGame.find(name, rules, 7)
    assert copy.deepcopy(indexed) is indexed
    again = pickle.loads(pickle.dumps(indexed))
    assert (again.rules, again.horizon, again.size) == (indexed.rules, 7, indexed.size)


def test_an_action_is_a_whole_number() -> None:
    indexed = IndexedGame.find("prime-climb")
    assert [indexed.read_action(action) for action in (0, np.int64(9), 10, -1)] == [1, "pass", None, None]
    for action in ("4", 1.5, None, [3]):
        with pytest.raises(OptionError) as caught:
            indexed.read_action(action)
        assert str(caught.value) == "An action is a whole number from 0 to 9."
    assert indexed.explain_illegal(indexed.start, None) == "There are 10 actions: choose from 0 to 9."
    assert indexed.explain_illegal(indexed.start, "pass") == "You may pass only when you cannot move."


def test_a_game_that_is_too_large_for_numbers_is_told_what_to_bring(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path / "somebodys_pig", "pig")
    monkeypatch.setattr(game, "_folders", {})
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(GAMES, "_others", [Brought("pig", "somebodys_pig")])
    with pytest.raises(GameError) as caught:
        IndexedGame.find("pig", {"target": 100, "sides": 20})
    told = (
        "Pig has too many positions to find the ranges of its fields by visiting them all: add a tensor.py."
    )
    assert str(caught.value) == told
    assert IndexedGame.find("pig").size == 7


def test_chance_is_drawn_with_its_odds() -> None:
    """Two cards of a kind come twice as often as one; the draws are those of the generator given."""
    duel = GAMES["prime-duel"]
    state = duel(duel.Rules(), 0, 0, (1, 1, 5), None, False, 1)  # type: ignore[call-arg]
    indexed = IndexedGame.find("prime-duel")
    drawn = [indexed.draw(state, np.random.default_rng(seed)) for seed in range(900)]
    ones = sum(after.card == 1 for after in drawn)  # type: ignore[attr-defined]
    assert 540 < ones < 660
    assert indexed.list_odds(state) == [(0, 2 / 3), (4, 1 / 3)]
