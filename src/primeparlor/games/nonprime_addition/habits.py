"""How people play Nonprime Addition: a large prime is not always recognised."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from primeparlor.coach.habits import Habits as Default
from primeparlor.coach.habits import Level
from primeparlor.core import Move
from primeparlor.games.nonprime_addition.rules import NonprimeAddition

WELL_KNOWN = 20  # primes below are in plain sight


class Habits(Default[NonprimeAddition]):
    """Any number that seems safe."""

    regret = {
        "random": 0.1934,
        "beginner": 0.0956,
        "casual": 0.0574,
        "club": 0.0341,
        "expert": 0.0090,
        "perfect": 0.0,
    }
    described = {
        "beginner": "overlooks every second prime above 20",
        "casual": "overlooks three in ten primes above 20",
        "club": "overlooks one in seven primes above 20",
        "expert": "overlooks one in twenty primes above 20",
        "perfect": "never makes a prime",
    }

    def choose(self, level: Level, state: NonprimeAddition, moves: Sequence[Move], random: Random) -> Move:
        def seems_deadly(move: Move) -> bool:
            total = state.total + int(move)
            prime = state.after(int(move)).ending() is not None
            return prime and (total < WELL_KNOWN or random.random() >= level.overlooks)

        safe = [move for move in moves if not seems_deadly(move)]
        return random.choice(safe or list(moves))
