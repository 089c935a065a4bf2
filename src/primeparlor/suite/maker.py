"""Makes a suite: rows of every difficulty, from decisions as they are found.

The difficulty is a rating, measured as for puzzles: by how often the levels choose right. Games differ, so
each has bounds of its own. Those of our games were measured for the version that is shipped, and are kept
with it: every suite of that version has the same classes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TypeAlias

from primeparlor.coach.random_choice import StableRandom, pick
from primeparlor.core import GameError, State
from primeparlor.suite.decision_finder import DecisionFinder
from primeparlor.suite.row import DIFFICULTIES, Decision, Difficulty, Label, Row, build_row
from primeparlor.suite.sampler import PositionSampler

ROWS = 200  # of a game and a difficulty
WANTED: dict[Difficulty, float] = {"easy": 800.0, "medium": 1100.0, "hard": 1500.0}  # ratings to draw for
FROM_ONE_GAME = 3  # rows at most
ESTIMATES = 0.25  # the largest share of rows that are estimates
PATIENCE = 200  # games in a row without a new row, after which there are hardly any more
MEASURED = 300  # decisions whose ratings are divided into thirds
LEAST_SHARE = 0.15  # of the decisions below a bound

Bounds: TypeAlias = tuple[int, int]  # the ratings from which a decision is medium, and hard


class SuiteMaker:
    """Makes the rows of one game. They depend on the label and the game alone."""

    def __init__(self, game: type[State], label: Label, bounds: Bounds, rows: int = ROWS) -> None:
        self.label, self.bounds, self.rows = label, bounds, rows
        self.random = StableRandom(f"suite {label.version} {label.seed} {game.name}")
        self.finder = DecisionFinder(PositionSampler(game, self.random))
        self.counts: Counter[Difficulty] = Counter()
        self.estimates: Counter[Difficulty] = Counter()

    def make_rows(self) -> Iterator[Row]:
        """Yield the rows as they are found, fewer than asked for if the game has no more."""
        idle = 0
        while (lacking := self.list_lacking()) and idle < PATIENCE:
            found = 0
            for decision in self.finder.find_decisions(
                WANTED[pick(self.random, lacking)], self._has_room(lacking)
            ):
                if found < FROM_ONE_GAME and (row := self._make_row(decision)) is not None:
                    yield row
                    found += 1
            idle = 0 if found else idle + 1

    @property
    def wanted(self) -> int:
        """The number of rows when all are found."""
        return self.rows * len(DIFFICULTIES)

    def list_lacking(self) -> list[Difficulty]:
        """Return the difficulties that still lack rows."""
        return [difficulty for difficulty in DIFFICULTIES if self.counts[difficulty] < self.rows]

    def _make_row(self, decision: Decision) -> Row | None:
        """Return the row of this decision; None if its difficulty has enough rows."""
        difficulty = DIFFICULTIES[sum(decision.rating >= bound for bound in self.bounds)]
        is_exact = decision.worth["exact"]
        if self.counts[difficulty] == self.rows or not (is_exact or self._has_room([difficulty])):
            return None
        self.counts[difficulty] += 1
        self.estimates[difficulty] += not is_exact
        return build_row(decision, self.label, difficulty, self.counts[difficulty])

    def _has_room(self, difficulties: list[Difficulty]) -> bool:
        """Return True if one of these difficulties has room for an estimate."""
        return any(self.estimates[difficulty] < ESTIMATES * self.rows for difficulty in difficulties)


def measure_bounds(game: type[State]) -> Bounds:
    """Return the ratings that divide the decisions of a game into three classes, always the same.

    They are thirds as far as equal ratings allow.
    """
    finder = DecisionFinder(PositionSampler(game, StableRandom(f"suite {game.name}")))
    ratings: list[int] = []
    idle = 0
    while len(ratings) < MEASURED and idle < PATIENCE:
        found = [decision.rating for decision in finder.find_decisions(WANTED["medium"], True)]
        ratings += found[:FROM_ONE_GAME]
        idle = 0 if found else idle + 1
    if not ratings:
        raise GameError(f"{game.title} has no suite: no decision that matters was found in it.")
    ratings.sort()
    low = _divide(ratings, len(ratings) // 3)
    harder = [rating for rating in ratings if rating >= low]
    return low, _divide(harder, len(harder) // 2) if harder else low + 1


def _divide(ratings: list[int], at: int) -> int:
    """Return the rating at this place, or the next one above it if hardly any are below."""
    bound = ratings[at]
    if sum(rating < bound for rating in ratings) >= LEAST_SHARE * len(ratings):
        return bound
    return next((rating for rating in ratings if rating > bound), bound + 1)
