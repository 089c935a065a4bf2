"""How people play Prime Climb: they string steps together, over those they believe prime."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from primeparlor.coach.language.phrases import Asked
from primeparlor.coach.levels import Habits as Default
from primeparlor.coach.levels import Level, overlooks
from primeparlor.core import Move
from primeparlor.games.prime_climb.rules import PrimeClimb

CHAIN = (1, 2, 2, 3)  # steps that each level can string together in one turn


class Habits(Default[PrimeClimb]):
    """The first step of the chain to the top, or farthest up."""

    regret = {
        "random": 0.5443,
        "beginner": 0.2871,
        "casual": 0.1210,
        "club": 0.0532,
        "expert": 0.0075,
        "perfect": 0.0,
    }
    described = {
        "beginner": "takes the top in reach, and is wrong about every second odd number",
        "casual": "plans two steps, and is wrong about three in ten odd numbers",
        "club": "plans two steps, and is wrong about one in seven odd numbers",
        "expert": "plans three steps, and is wrong about one in twenty odd numbers",
    }

    def choose(self, level: Level, state: PrimeClimb, moves: Sequence[Move], random: Random) -> Move:
        return _climb(level, state, moves, random, [level.overlooks] * state.rules.top)

    def answer(self, level: Level, state: PrimeClimb, asked: Asked, random: Random) -> Move:
        """The same, but wrong more often about the steps high up."""
        return _climb(level, state, state.moves(), random, _overlooked(level, state.rules.top))


@lru_cache(maxsize=16)  # of each level, for a few variants
def _overlooked(level: Level, top: int) -> tuple[float, ...]:
    """How often a level is wrong about each step below the top."""
    return (0.0, *(overlooks(level, step) for step in range(1, top)))


def _climb(
    level: Level, state: PrimeClimb, moves: Sequence[Move], random: Random, wrong: Sequence[float]
) -> Move:
    """The first step of the best chain, for a player who is wrong so often about each step."""
    rules, longest, chance = state.rules, CHAIN[level.rank], random.random
    believed = {
        step
        for step in range(1, rules.top)
        if (chance() < wrong[step]) != rules.is_prime_step[step] and (step % 2 or rules.is_prime_step[step])
    }  # a prime may not be recognised, and an odd number such as 9 or 1 taken for one
    chains = [[move] for move in moves if isinstance(move, int)]
    random.shuffle(chains)
    for chain in chains:  # grows while it is walked: shorter chains come first
        step = state.mine + sum(chain)
        if step == rules.top:
            return chain[0]
        if step in believed and len(chain) < longest:
            further = [n for n in rules.within_reach[step] if step + n != state.theirs]
            chains += [[*chain, int(n)] for n in further]
    if not chains:
        return moves[0]  # a pass
    return max(chains, key=lambda chain: (state.mine + sum(chain) in believed, sum(chain)))[0]
