"""How people play Nonprime Addition: a large prime is not always recognised."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from primeparlor.coach.language.phrases import Asked
from primeparlor.coach.levels import WELL_KNOWN, Level, overlooks
from primeparlor.coach.levels import Habits as Default
from primeparlor.core import Move
from primeparlor.games.nonprime_addition.rules import NonprimeAddition
from primeparlor.games.nonprime_addition.words import TEMPTING
from primeparlor.primes import is_prime


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
        safe = [move for move in moves if not _seems_prime(level, state.total + int(move), random)]
        return random.choice(safe or list(moves))

    def answer(self, level: Level, state: NonprimeAddition, asked: Asked, random: Random) -> Move:
        """A number that seems safe, or the best trap, by the primes seen: of large ones fewer."""
        numbers = state.moves()
        primes = filter(is_prime, range(state.total, state.total + 2 * max(numbers) + 1))
        seen = {n for n in primes if n < WELL_KNOWN or random.random() >= overlooks(level, n)}
        safe = [n for n in asked.among or numbers if state.total + int(n) not in seen]
        if asked.question == TEMPTING:
            counts = {n: sum(state.total + int(n) + answer in seen for answer in numbers) for n in safe}
            safe = [n for n in safe if counts[n] == max(counts.values())]
        return random.choice(safe or asked.among or numbers)


def _seems_prime(level: Level, total: int, random: Random) -> bool:
    """Whether this level takes the total for a prime; no other number is taken for one."""
    return is_prime(total) and (total < WELL_KNOWN or random.random() >= level.overlooks)
