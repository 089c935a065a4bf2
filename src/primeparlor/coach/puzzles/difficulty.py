"""How hard a puzzle is: measured by how often each level answers it.

The levels answer it a few times each, and its rating is the strength at which, by the usual curve, they
would have made as many points together. A game may name what a person has to keep in mind besides, and no
level has, as a rating of its own: the odds to fail at the one and at the other add up.
"""

from __future__ import annotations

from math import log10

from primeparlor import notation
from primeparlor.coach.language.phrases import Asked
from primeparlor.coach.levels import WEAKER, Habits, Level
from primeparlor.coach.puzzles.glicko import expected
from primeparlor.coach.random_choice import Steady
from primeparlor.coach.reasons import words_of
from primeparlor.core import State
from primeparlor.games import game_of
from primeparlor.solve.answers import Progress

ANSWERS = 12  # of each level
STRENGTHS = (800, 1100, 1400, 1700)  # of the levels
SUREST = 0.96  # no level is known to be always right, or always wrong, after so few answers
LOWEST, HIGHEST = -1000.0, 4000.0  # beyond any rating


def rating(state: State, asked: Asked, progress: Progress | None = None) -> float:
    """The rating of a question about this position, always the same; a whole number."""
    shares = list[float]()
    for level in WEAKER:
        plain = shares[-2:] == [1.0, 1.0]  # two levels never missed it: nor will the stronger ones
        shares.append(1.0 if plain else _share(level, state, asked, progress))
    points = sum(min(SUREST, max(1 - SUREST, share)) for share in shares)
    low, high = LOWEST, HIGHEST
    while high - low > 0.1:
        middle = (low + high) / 2
        if sum(expected(strength, middle) for strength in STRENGTHS) > points:
            low = middle
        else:
            high = middle
    odds = 10 ** (low / 400) + 10 ** (words_of(state).burden(state) / 400)
    return float(round(400 * log10(odds)))


def _share(level: Level, state: State, asked: Asked, progress: Progress | None) -> float:
    """How often this level answers right."""
    habits = game_of(state).part("habits", Habits)
    random = Steady(f"{notation.position(state)}/{level.name}")
    if progress:
        habits.prepare(level, state, progress)
    right = [habits.answer(level, state, asked, random) in asked.answers for _ in range(ANSWERS)]
    return sum(right) / ANSWERS
