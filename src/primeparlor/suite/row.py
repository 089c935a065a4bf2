"""A row of the suite: a position whose decision matters, and what every move of it is worth.

Values are seen from the player to move. A `best` move keeps the value of the position, and `regret` is what
a move gives away: winning chance or, in endless play, the chance not to lose. So nobody needs a solver to
score an answer.
"""

from __future__ import annotations

from math import ceil
from typing import Any, Literal, NamedTuple, TypeAlias, TypedDict, cast

from primeparlor import notation
from primeparlor.coach.grades import find_keeping_moves, rank_choice
from primeparlor.core import Move, Player, State
from primeparlor.solve.answers import Analysis, Choice, Verdict
from primeparlor.wording import join_words

Difficulty: TypeAlias = Literal["easy", "medium", "hard"]

DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "medium", "hard")
CANARY = "5f2c7d1e-9b64-4c0a-8e37-d1a6f0b3c982"  # in every row of every suite
# Decimal places: exact values are the same on every machine to so many; the error of an estimate leaves few.
EXACT_PLACES, ESTIMATE_PLACES, ERROR_PLACES = 9, 3, 6


class MoveRow(TypedDict):
    """A move and what it is worth."""

    move: Move
    verdict: Verdict
    value: float | None  # None when play is endless
    best: bool  # keeps the value of the position
    regret: float


class Row(TypedDict):
    """A line of a suite."""

    id: str
    version: str
    seed: int | None  # None in a suite that is shipped
    game: str
    rules: dict[str, int]
    position: str
    turn: Player
    verdict: Verdict
    value: float | None
    exact: bool
    error: float | None  # of a value that is an estimate
    error_of_choice: float | None  # of the difference between two estimates
    moves: list[MoveRow]
    difficulty: Difficulty
    rating: int
    canary: str


class Label(NamedTuple):
    """The name of a suite: its version, and the seed of a fresh one."""

    version: str
    seed: int | None = None

    @property
    def prefix(self) -> str:
        """The beginning of every id."""
        return self.version if self.seed is None else f"seed{self.seed}"

    def build_id(self, game: str, difficulty: Difficulty, number: int) -> str:
        """Return the id of a row."""
        return f"{self.prefix}-{game}-{difficulty}-{number:03d}"


class Worth(TypedDict):
    """What the solver says, as a row has it."""

    verdict: Verdict
    value: float | None
    exact: bool
    error: float | None
    error_of_choice: float | None
    moves: list[MoveRow]


class Decision(NamedTuple):
    """A position, what its moves are worth, and how hard the choice is."""

    state: State
    worth: Worth
    rating: int


def build_row(decision: Decision, label: Label, difficulty: Difficulty, number: int) -> Row:
    """Return the row of a decision."""
    state, worth, rating = decision
    return Row(
        id=label.build_id(state.name, difficulty, number),
        version=label.version,
        seed=label.seed,
        game=state.name,
        rules=state.rules.values(),
        position=notation.position(state),
        turn=state.turn,
        **worth,
        difficulty=difficulty,
        rating=rating,
        canary=CANARY,
    )


def build_worth(analysis: Analysis) -> Worth:
    """Return what a position and its moves are worth, rounded to what every machine agrees on."""
    places = EXACT_PLACES if analysis.exact else ESTIMATE_PLACES
    keeping = {choice.move for choice in find_keeping_moves(analysis)}
    ranks = {choice.move: round(rank_choice(analysis, choice), places) for choice in analysis.moves}
    best = max(ranks.values())
    return Worth(
        verdict=analysis.verdict,
        value=_round_value(analysis, places),
        exact=analysis.exact,
        error=None if analysis.exact else _round_up(analysis.error),
        error_of_choice=None if analysis.exact else _round_up(analysis.error_of_choice),
        moves=[
            MoveRow(
                move=choice.move,
                verdict=choice.verdict,
                value=_round_value(choice, places),
                best=choice.move in keeping,
                regret=0.0 if choice.move in keeping else round(best - ranks[choice.move], places),
            )
            for choice in analysis.moves
        ],
    )


def _round_value(answer: Analysis | Choice, places: int) -> float | None:
    """Return the value of a position or a move; None when play is endless."""
    return None if answer.value is None else round(float(answer.value), places)


def _round_up(error: float | None) -> float | None:
    """Return the error, never a smaller one."""
    return None if error is None else ceil(round(error * 10**ERROR_PLACES, 3)) / 10**ERROR_PLACES


# Answers -----------------------------------------------------------------------------------------


def find_move(row: Row, move: object) -> MoveRow | None:
    """Return the row of this move, given as it is or as text; None if it is not legal."""
    return next((found for found in row["moves"] if str(found["move"]) == str(move)), None)


def regret(row: Row, move: object) -> float:
    """Return what this move gives away, from 0 to 1.

    Whatever is not a legal move counts as losing the game: it gives away all that the position is worth.
    """
    if found := find_move(row, move):
        return found["regret"]
    return 1.0 if row["value"] is None else row["value"]


def as_row(data: Any) -> Row:
    """Return JSON data as a row; raise ValueError if it cannot be one."""
    if not isinstance(data, dict):
        raise ValueError("it is no JSON object")
    if missing := sorted(Row.__annotations__.keys() - data.keys()):
        raise ValueError(f"it lacks {join_words(missing)}")
    return cast(Row, data)
