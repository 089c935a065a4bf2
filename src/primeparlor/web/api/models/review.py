"""Model of a review: what each move of a game was worth, and why."""

from __future__ import annotations

from pydantic import Field

from primeparlor.coach.grades import Kind
from primeparlor.web.api.models.common import Answer, Data, Facts, Move, Numbers, Player
from primeparlor.web.api.models.tables import Outcome, Step


class GradedRow(Answer):
    """A move in a review."""

    number: int
    place: int = Field(description="Of the step among the steps.")
    move_number: int
    player: Player
    name: str
    move: Move
    did: str
    brief: str
    glyph: str
    word: str
    kind: Kind
    points: int | None
    cost: str = Field(description="The same with its sign, or empty.")
    only: bool
    saving: str = Field(description='How many moves kept what there was: "2 of 8 moves keep the win".')
    hints: int
    position: str = Field(description="The position before the move.")
    why: str
    reason: str = Field(description="What would have been better, only where it was asked for.")
    better: list[Move]
    folded: bool
    at_stake: bool


class Turning(Answer):
    """The moment a game turned on."""

    title: str
    decided: bool
    number: int
    place: int
    move_number: int
    player: Player
    position: str
    move: Move
    why: str
    sentences: list[str]
    better: list[Move]


class Side(Answer):
    """Luck and choices of one player in tenths of a percent, and the accuracy in percent."""

    player: Player
    luck: int | None
    choices: int
    accuracy: int | None
    explained: str
    about: bool


class Review(Answer):
    """What each move of a game was worth, and why."""

    table: str | None
    game: str
    title: str
    rules: Numbers
    variant: Numbers
    seats: tuple[str, str]
    names: tuple[str, str]
    you: Player | None
    headline: str
    closing: str
    outcome: Outcome | None
    position: str
    actions: list[Move] | None = Field(
        description="Every move of the game, where they are few and no secret."
    )
    settings: Data = Field(description="Those of its table, for another try.")
    first: Facts
    steps: list[Step]
    values: list[float | None] = Field(
        description="Player 1's winning chance at the start and after each step; null in endless play."
    )
    exact: bool
    rows: list[GradedRow]
    slips: list[str]
    turning: Turning | None
    sides: tuple[Side, Side]
