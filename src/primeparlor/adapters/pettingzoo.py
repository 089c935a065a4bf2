"""Environments for PettingZoo: both seats of a game, by turns, as an AEC environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

try:
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ModuleNotFoundError as error:
    if error.name != "pettingzoo":
        raise
    raise ModuleNotFoundError(
        "PettingZoo is missing. Install it with: pip install 'primeparlor[rl]'", name="pettingzoo"
    ) from None
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding

from primeparlor.adapters.indexed_game import HORIZON, LOSE, RAISE, RENDER_MODES, IndexedGame
from primeparlor.core import OTHER, PLAYERS, IllegalMove, Player
from primeparlor.tables.agents.options import check_choice

if TYPE_CHECKING:
    from numpy.typing import NDArray

AGENTS: Mapping[Player, str] = {player: f"player_{player}" for player in PLAYERS}
PLAYER_OF: Mapping[str, Player] = {agent: player for player, agent in AGENTS.items()}
OBSERVATION, INFO = "observation", "info"  # where the mask is

Observation: TypeAlias = "NDArray[np.float32] | dict[str, NDArray[Any]]"


class GameAEC(AECEnv[str, Observation, "int | None"]):
    """A game between `player_1` and `player_2`. Chance acts within a step; extra turns keep the same agent.

    game      the name of a game, or a part of it
    rules     the numbers of a variant, as in {"target": 21}
    horizon   moves of both players, after which the game is truncated
    mask      "observation": {"observation", "action_mask"} is observed; "info": the mask is in `infos`
    illegal   "lose": an illegal action loses the game; "raise": it raises `IllegalMove` and changes nothing
    """

    def __init__(
        self,
        game: str,
        rules: Mapping[str, int] | None = None,
        horizon: int = HORIZON,
        mask: str = OBSERVATION,
        illegal: str = LOSE,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = IndexedGame.find(game, rules, horizon)
        check_choice("mask", mask, (OBSERVATION, INFO))
        check_choice("illegal", illegal, (LOSE, RAISE))
        check_choice("render_mode", render_mode, RENDER_MODES)
        self.mask, self.illegal, self.render_mode = mask, illegal, render_mode
        self.metadata = {
            "name": f"primeparlor/{self.game.start.name}",
            "render_modes": [*RENDER_MODES[1:]],
            "render_fps": 1,
            "is_parallelizable": False,  # a player may have several turns in a row
        }
        self.possible_agents = list(PLAYER_OF)
        self.action_spaces = {agent: spaces.Discrete(len(self.game.actions)) for agent in PLAYER_OF}
        self.observation_spaces = {agent: self._make_space() for agent in PLAYER_OF}

    def _make_space(self) -> spaces.Space[Any]:
        numbers = spaces.Box(0.0, 1.0, (self.game.size,), np.float32)
        if self.mask == INFO:
            return numbers
        bits = spaces.Box(0, 1, (len(self.game.actions),), np.int8)
        return spaces.Dict({"observation": numbers, "action_mask": bits})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what this agent observes, always the same one."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of its actions, always the same one."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game."""
        if seed is not None or not hasattr(self, "np_random"):
            self.np_random, _ = seeding.np_random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._moves, self._over = 0, False
        self.state = self.game.draw(self.game.start, self.np_random)
        self.agent_selection = AGENTS[self.state.turn]
        self._inform()

    def observe(self, agent: str) -> Observation:
        """Return the position as this agent sees it; a mask of all 0 unless it is to move."""
        numbers = self.game.encode(self.state, PLAYER_OF[agent])
        if self.mask == INFO:
            return numbers
        return {"observation": numbers, "action_mask": self._make_mask(agent)}

    def step(self, action: int | None) -> None:
        """Play a move of the selected agent, and all that chance brings then."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        player = PLAYER_OF[agent]
        move = self.game.read_action(action)
        refusal = self.game.explain_illegal(self.state, move)
        if refusal is not None and self.illegal == RAISE:
            raise IllegalMove(refusal)
        self._cumulative_rewards[agent] = 0.0
        if refusal is not None:
            self._finish({player: -1.0, OTHER[player]: 1.0})
        else:
            assert move is not None
            self._play(move)
        self._accumulate_rewards()
        self._inform()
        if refusal is not None:
            self.infos[agent] |= {"illegal": True, "refusal": refusal}

    def _play(self, move: int | str) -> None:
        self.state = self.game.draw(self.state.after(move), self.np_random)
        self._moves += 1
        self.agent_selection = AGENTS[self.state.turn]
        if self.state.ending() is not None:
            self._finish(self.game.score(self.state))
        elif self._moves >= self.game.horizon:
            self._over, self.truncations = True, dict.fromkeys(self.agents, True)

    def _finish(self, scores: Mapping[Player, float]) -> None:
        self._over, self.terminations = True, dict.fromkeys(self.agents, True)
        self.rewards = {AGENTS[player]: score for player, score in scores.items()}

    def _make_mask(self, agent: str) -> NDArray[np.int8]:
        moves = not self._over and PLAYER_OF[agent] == self.state.turn
        return self.game.make_mask(self.state if moves else None)

    def _inform(self) -> None:
        """Fill `infos`."""
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": self._make_mask(agent)} if self.mask == INFO else {}
            for agent in self.agents
        }

    def render(self) -> str | None:  # type: ignore[override]
        """Return the position as text."""
        return self.game.describe(self.state) if self.render_mode else None

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


def raw_env(game: str, **options: Any) -> GameAEC:
    """Return the environment without a wrapper; the options are those of `GameAEC`."""
    return GameAEC(game, **options)


def env(game: str, **options: Any) -> OrderEnforcingWrapper[str, Observation, int | None]:
    """Return the environment, which says so if it is used in the wrong order."""
    return OrderEnforcingWrapper(raw_env(game, **options))
