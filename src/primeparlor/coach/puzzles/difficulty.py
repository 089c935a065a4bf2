"""The difficulty of a puzzle, measured by how often each level answers it.

Each level answers the puzzle a few times. Its rating is the strength at which, by the usual curve, they would
have scored as many points together. A game may add a rating for what a person, but no level, has to keep in
mind: the odds of failing at the one and at the other add up.
"""

from __future__ import annotations

from math import log10

from primeparlor import notation
from primeparlor.coach.language.phrases import Asked
from primeparlor.coach.levels import WEAKER, Habits, Level
from primeparlor.coach.puzzles.ratings import compute_expected_score
from primeparlor.coach.random_choice import StableRandom
from primeparlor.coach.reasons import words_of
from primeparlor.core import State
from primeparlor.games import game_of
from primeparlor.solve.answers import Progress

ANSWERS = 12  # of each level
STRENGTHS = (800, 1100, 1400, 1700)  # of the levels
SUREST = 0.96  # the highest share assumed for a level: so few answers do not prove that it is always right
LOWEST, HIGHEST = -1000.0, 4000.0  # beyond any rating


def rate_puzzle(state: State, asked: Asked, progress: Progress | None = None) -> float:
    """Return the rating of a question about this position, a whole number and always the same."""
    shares = list[float]()
    for level in WEAKER:
        plain = shares[-2:] == [1.0, 1.0]  # two levels never missed it, so the stronger ones will not either
        shares.append(1.0 if plain else _measure_share(level, state, asked, progress))
    points = sum(min(SUREST, max(1 - SUREST, share)) for share in shares)
    low, high = LOWEST, HIGHEST
    while high - low > 0.1:
        middle = (low + high) / 2
        if sum(compute_expected_score(strength, middle) for strength in STRENGTHS) > points:
            low = middle
        else:
            high = middle
    odds = 10 ** (low / 400) + 10 ** (words_of(state).burden(state) / 400)
    return float(round(400 * log10(odds)))


def _measure_share(level: Level, state: State, asked: Asked, progress: Progress | None) -> float:
    """Return how often this level answers right."""
    habits = game_of(state).part("habits", Habits)
    random = StableRandom(f"{notation.position(state)}/{level.name}")
    if progress:
        habits.prepare(level, state, progress)
    right = [habits.answer(level, state, asked, random) in asked.answers for _ in range(ANSWERS)]
    return sum(right) / ANSWERS
