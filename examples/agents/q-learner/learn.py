"""Learn Pocket Addition with OpenSpiel's Q-learner, and measure it against perfect play."""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.algorithms.tabular_qlearner import QLearner

from primeparlor.adapters import open_spiel
from primeparlor.coach.grades import grade_choice
from primeparlor.solve import outline

GAME = open_spiel.name_game("pocket-addition")
MEASURED = 200  # games against a random player, in which regret is measured


def learn(env: Any, agents: list[QLearner], games: int) -> None:
    """Play games of self-play; both agents learn."""
    for _ in range(games):
        step = env.reset()
        while not step.last():
            step = env.step([agents[step.observations["current_player"]].step(step).action])
        for agent in agents:
            agent.step(step)


def measure_regret(env: Any, agents: list[QLearner]) -> tuple[float, int]:
    """Return the mean regret of the decisions that matter, and how many there were."""
    random, losses = np.random.default_rng(0), []
    for game in range(MEASURED):
        learner, step = game % 2, env.reset()
        while not step.last():
            player, state = step.observations["current_player"], env.get_state
            action = int(random.choice(state.legal_actions()))
            if player == learner:
                action = agents[learner].step(step, is_evaluation=True).action
                position = state.position
                grade = grade_choice(outline(position), state.indexed.actions[action])
                losses += [grade.loss] * (grade.weight > 0)
            step = env.step([action])
    return float(np.mean(losses)), len(losses)


def main() -> int:
    """Learn, and print the regret before and after."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60_000, help="games of self-play (default: 60000)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    np.random.seed(args.seed)  # what the learner draws from
    env = rl_environment.Environment(pyspiel.load_game(GAME))
    size = env.action_spec()["num_actions"]
    agents = [QLearner(player, size, step_size=0.5) for player in range(2)]
    began = time.process_time()
    for stage, games in (("before", 0), (f"after {args.games:,} games", args.games)):
        learn(env, agents, games)
        seconds = time.process_time() - began
        regret, decisions = measure_regret(env, agents)
        print(f"{stage}: regret {regret:.3f} in {decisions} decisions that mattered, {seconds:.1f} s")
    return 0 if regret == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
