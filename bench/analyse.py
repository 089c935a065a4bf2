"""Processor time of one answer of `analyse`, with nothing remembered: the slowest answer in each game.

python bench/analyse.py [GAME …]

It asks about every standard position of Prime Climb and Pocket Addition; every start of Number Morph, and
games from some; small totals of Nonprime Addition and the largest; decks of all sizes of Prime Duel, at low
and high scores. An answer that takes longer than its limit is tried again, as other work on the machine may
slow any one try. Its time is scaled down if a reference loop is slower here than on the machine for which
the limits were set. The exit code says whether every answer came within its limit.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from time import process_time

import numpy as np

from primeparlor.coach.review.analysis_json import as_data
from primeparlor.core import State
from primeparlor.games import NonprimeAddition, NumberMorph, PocketAddition, PrimeClimb, PrimeDuel
from primeparlor.games.number_morph import solver as number_morph
from primeparlor.solve import analyse, retrograde

TRIES = 20
REFERENCE = 0.010  # seconds of the reference loop on the machine for which the limits were set


def reachable(start: State) -> Iterator[State]:
    """Every position of a game without chance in which there is a choice."""
    found, seen = [start], {start}
    for state in found:
        new = {state.after(move) for move in state.moves()} - seen
        seen |= new
        found += new
        if state.moves():
            yield state


def from_every_start() -> Iterator[State]:
    """Number Morph: later in a game fewer primes are open, and answers are quicker."""
    start = NumberMorph.start()
    yield start
    yield from map(start.after, start.chances())
    rng = Random(2)
    for number in rng.sample(start.chances(), 10):
        state = start.after(number)
        while moves := state.moves():
            yield state
            state = state.after(rng.choice(moves))


def at_totals() -> Iterator[State]:
    """Nonprime Addition: the largest lies just below a product of two large primes."""
    for total in (1, 1000, 10**12 - 5, 4294967291 * 4294967279 - 5):
        yield NonprimeAddition(NonprimeAddition.start().rules, total, 1)


def with_decks() -> Iterator[State]:
    """Prime Duel: decks from full to empty at low and high scores, with a decision or a draw due."""
    start = PrimeDuel.start()
    yield start
    rng, full = Random(7), start.rules.full_deck
    scores = (0, 13, 30, 40, 46, 49)
    for mine, theirs, size in product(scores, scores, range(0, 40, 3)):
        deck = tuple(sorted(rng.sample(full, size)))
        out = [card for card in range(1, 11) if deck.count(card) < 4]
        for card in (None, rng.choice(out)):
            yield PrimeDuel(start.rules, mine, theirs, deck, card, False, 1)


GAMES: dict[str, tuple[Callable[[], Iterator[State]], float]] = {
    "nonprime-addition": (at_totals, 0.050),
    "number-morph": (from_every_start, 0.050),
    "prime-climb": (lambda: reachable(PrimeClimb.start()), 0.050),
    "pocket-addition": (lambda: reachable(PocketAddition.start()), 0.050),
    "prime-duel": (with_decks, 0.100),
}


def own_work(state: State) -> float:
    """Processor seconds for one answer."""
    retrograde._tables.clear()
    number_morph._searches.clear()
    began = process_time()
    as_data(state, analyse(state))
    return process_time() - began


def reference() -> float:
    """Processor seconds for a loop of Python and numpy, the best of ten."""
    values, taken = np.arange(40_000.0), []
    for _ in range(10):
        began = process_time()
        sum(n * n % 7 for n in range(100_000))
        for _ in range(100):
            np.maximum(values, 1.0)
        taken.append(process_time() - began)
    return min(taken)


def quickest(state: State, limit: float) -> float:
    """The first try within the limit, or the best of all; slow tries are scaled by the reference."""
    tries = []
    for _ in range(TRIES):
        tries.append(own_work(state))
        if tries[-1] >= limit:
            tries[-1] /= max(1, reference() / REFERENCE)
        if tries[-1] < limit:
            break
    return min(tries)


def main(names: list[str]) -> int:
    """Print the slowest answer of each game."""
    slow = 0
    here, there = 1000 * reference(), 1000 * REFERENCE
    print(f"The loop of reference takes {here:.1f} ms here, and {there:.1f} where the limits hold.")
    for name in names or GAMES:
        positions, limit = GAMES[name]
        own_work(next(positions()))  # modules and tables are read once
        taken = [quickest(state, limit) for state in positions()]
        slow += sum(seconds >= limit for seconds in taken)
        words = f"{1000 * max(taken):5.1f} ms, on average {1000 * sum(taken) / len(taken):5.2f} ms"
        print(f"{name:<18} {len(taken):5,} positions, slowest {words}; at most {1000 * limit:.0f}")
    return int(slow > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
