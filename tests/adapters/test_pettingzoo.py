"""PettingZoo: its own tests of every game, at fifty seeds each, and what we promise beside them."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils.wrappers import BaseWrapper, TerminateIllegalWrapper

from primeparlor.adapters.pettingzoo import GameAEC, env, raw_env
from primeparlor.core import IllegalMove, ParlorError
from support.indexed_games import (
    EVERY,
    NAMES,
    install_guests,
    refusal,
    refused,
    run_guide,
    run_shown,
    told_without,
)

SEEDS = 50
# What PettingZoo says of every game with a mask whose name is not in a list of its own.
KNOWN = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
)
every = pytest.mark.parametrize(("name", "rules"), EVERY, ids=NAMES)
both_masks = pytest.mark.parametrize("mask", ["observation", "info"])


@pytest.fixture(autouse=True)
def _guests(monkeypatch: pytest.MonkeyPatch) -> None:
    install_guests(monkeypatch)


@contextmanager
def expect_warnings(mask: str) -> Iterator[None]:
    """Let the two known warnings pass where the mask is in the observation; any other is an error."""
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        yield
    assert {str(each.message) for each in given} == (set(KNOWN) if mask == "observation" else set())


class Reseeded(BaseWrapper[Any, Any, Any]):
    """The same environment with other seeds: PettingZoo's tests always use the same ones."""

    def __init__(self, inner: Any, shift: int) -> None:
        super().__init__(inner)
        self.shift = shift
        self.shifted = {
            agent: ShiftedSpace(inner.action_space(agent).n, shift) for agent in inner.possible_agents
        }

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(None if seed is None else seed + self.shift, options)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.shifted[agent]


class ShiftedSpace(spaces.Discrete):
    """Actions that are sampled with other seeds."""

    def __init__(self, size: int, shift: int) -> None:
        super().__init__(size)
        self.shift = shift
        super().seed(shift)  # where a test does not seed, it shall do the same in every run

    def seed(self, seed: Any = None) -> Any:
        return super().seed(None if seed is None else seed + self.shift)


# The host's own tests ------------------------------------------------------------------------------


@every
@both_masks
@pytest.mark.parametrize("horizon", [3, 200])
def test_pettingzoo_finds_no_fault(name: str, rules: dict[str, int], horizon: int, mask: str) -> None:
    with expect_warnings(mask):
        for seed in range(SEEDS):
            api_test(Reseeded(env(name, rules=rules, horizon=horizon, mask=mask), seed))


@every
@both_masks
@pytest.mark.parametrize("horizon", [3, 200])
def test_a_seed_fixes_a_game(name: str, rules: dict[str, int], horizon: int, mask: str) -> None:
    for seed in range(SEEDS):
        seed_test(lambda shift=seed: Reseeded(env(name, rules=rules, horizon=horizon, mask=mask), shift))


# Games ---------------------------------------------------------------------------------------------


def step_by_name(aec: GameAEC, *moves: int | str) -> None:
    for move in moves:
        aec.step(aec.game.actions.index(move))


def test_extra_turns_keep_the_agent() -> None:
    aec = raw_env("prime-climb", render_mode="ansi")
    assert aec.metadata["is_parallelizable"] is False
    aec.reset(seed=1)
    turns = [aec.agent_selection]
    for move in (3, 4, 1, 6):
        step_by_name(aec, move)
        turns.append(aec.agent_selection)
    assert turns == ["player_1", "player_1", "player_1", "player_2", "player_1"]
    assert aec.render() == "prime-climb steps=8,6 turn=1"


def test_the_winner_gets_what_the_loser_gives() -> None:
    aec = raw_env("prime-climb")
    aec.reset(seed=1)
    step_by_name(aec, 7, 6, 6, 1)
    assert aec.rewards == {"player_1": 1.0, "player_2": -1.0}
    assert aec.terminations == {"player_1": True, "player_2": True}
    assert aec.truncations == {"player_1": False, "player_2": False}


def test_each_agent_sees_its_own_things_first_and_only_the_mover_may_act() -> None:
    aec = raw_env("prime-climb")
    aec.reset(seed=1)
    step_by_name(aec, 4)
    seen: dict[str, Any] = {agent: aec.observe(agent) for agent in aec.agents}
    one, two = (seen[agent]["observation"] for agent in aec.agents)
    assert (np.flatnonzero(one).tolist(), np.flatnonzero(two).tolist()) == ([1, 6, 23], [0, 2, 27])
    assert [int(seen[agent]["action_mask"].sum()) for agent in aec.agents] == [0, 8]
    seen["player_2"]["observation"][:] = 7
    again: Any = aec.observe("player_2")
    assert again["observation"].max() == 1.0, "each time a new array"


def test_at_the_horizon_both_are_truncated_without_a_reward() -> None:
    aec = raw_env("nonprime-addition", horizon=2)
    aec.reset(seed=1)
    step_by_name(aec, 5)
    assert not any(aec.truncations.values())
    step_by_name(aec, 2)
    assert aec.truncations == {"player_1": True, "player_2": True}
    assert not any(aec.terminations.values())
    assert set(aec.rewards.values()) == {0.0}


def test_an_illegal_action_loses_and_the_other_wins() -> None:
    aec = raw_env("prime-climb")
    aec.reset(seed=1)
    step_by_name(aec, 4)
    aec.step(3)
    assert aec.rewards == {"player_1": 1.0, "player_2": -1.0}
    assert aec.terminations == {"player_1": True, "player_2": True}
    assert aec.infos["player_2"] == {"illegal": True, "refusal": "Step 4 is taken by your opponent."}
    assert aec.infos["player_1"] == {}


def test_an_illegal_action_may_raise_instead() -> None:
    aec = raw_env("prime-climb", illegal="raise")
    aec.reset(seed=1)
    with pytest.raises(IllegalMove, match=r"^You may pass only when you cannot move\.$"):
        aec.step(9)
    with pytest.raises(ParlorError, match=r"^An action is a whole number from 0 to 9\.$"):
        aec.step(None)
    assert aec.agent_selection == "player_1"
    assert not any(aec.terminations.values())


@both_masks
def test_the_wrapper_of_pettingzoo_finds_the_mask(mask: str) -> None:
    aec: Any = TerminateIllegalWrapper(env("prime-climb", mask=mask), illegal_reward=-1)
    aec.reset(seed=1)
    aec.step(9)
    assert aec.unwrapped.rewards == {"player_1": -1.0, "player_2": 0}, "its opponent gets nothing"


@refused(
    ({"mask": "both"}, "mask is 'both', but must be one of: 'observation', 'info'."),
    ({"illegal": "warn"}, "illegal is 'warn', but must be one of: 'lose', 'raise'."),
    ({"render_mode": "human"}, "render_mode is 'human', but must be one of: None, 'ansi'."),
)
def test_an_option_that_cannot_be_used_is_refused_in_one_sentence(
    options: dict[str, Any], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert refusal(env, options, monkeypatch) == sentence


def test_without_pettingzoo_the_way_to_install_it_is_told() -> None:
    assert told_without("pettingzoo").endswith(
        "ModuleNotFoundError: PettingZoo is missing. Install it with: pip install 'primeparlor[rl]'\n"
    )


def test_the_readme_makes_an_environment() -> None:
    assert isinstance(run_shown("primeparlor.adapters.pettingzoo.env").unwrapped, GameAEC)


def test_the_guide_runs_as_shown() -> None:
    printed = run_guide("Both seats")
    assert sorted(printed.splitlines()) in (
        ["player_1 -1.0", "player_2 1.0"],
        ["player_1 1.0", "player_2 -1.0"],
    )
