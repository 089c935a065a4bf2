"""Model of a review: what each move of a game was worth, and why."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from fastapi import Query
from pydantic import Field

from primeparlor.coach.grades import Kind
from primeparlor.web.api.models.common import Answer, Data, Facts, Move, Numbers, Player
from primeparlor.web.api.models.tables import Outcome, Step
from primeparlor.web.config import REFINE_SECONDS

STEPS = (
    "0 answers at once, with estimates; 1, 2 and 3 replace them by exact values for up to "
    "{:g}, {:g} and {:g} seconds.".format(*REFINE_SECONDS)
)
ReviewStep: TypeAlias = Annotated[Literal["0", "1", "2", "3"], Query(description=STEPS)]


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
    better_words: str = Field(description="The better moves as people read them; empty if there are none.")
    folded: bool
    at_stake: bool
    exact: bool = Field(description="False if the grade rests on estimates.")


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
    better_words: str = Field(description="The better moves as people read them; empty if there are none.")


class Side(Answer):
    """Luck and choices of one player in tenths of a percent, and the accuracy in percent."""

    player: Player
    luck: int | None
    choices: int
    accuracy: int | None
    explained: str
    about: bool = Field(description="Whether luck rests on estimates.")
    swing: str = Field(description="Luck and choices in words; empty where luck had no say.")
    about_choices: bool = Field(description="Whether the own choices do.")


class Review(Answer):
    """What each move of a game was worth, and why."""

    table: str | None
    game: str
    title: str
    rules: Numbers
    variant: Numbers
    seats: tuple[str, str]
    names: tuple[str, str]
    names_inside: tuple[str, str] = Field(description="The same within a sentence.")
    you: Player | None
    headline: str
    closing: str
    what_decided: str = Field(description="The turning point, else what decided the game; never empty.")
    label: str = Field(description="What that is, in a word or two.")
    mistakes: str = Field(description="How many there were, in words.")
    chart_title: str
    chart_words: str = Field(description="The chart for those who do not see it.")
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
    exact: bool = Field(description="Whether no value is an estimate.")
    choices: int = Field(description="Moves chosen among several.")
    exact_choices: int = Field(description="Those of them that are graded by exact values.")
    exactness: str = Field(description="The same in a sentence; empty if all are.")
    step: int = Field(description="The step of exact values that was asked for.")
    more: bool = Field(description="Whether a further step may find more exact values.")
    rows: list[GradedRow]
    slips: list[str]
    turning: Turning | None
    sides: tuple[Side, Side]
