"""Models of puzzles, of what a day brings, and of single moves that are judged."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from primeparlor.coach.progress.document import TRIES
from primeparlor.web.api.models.common import (
    WHOLE,
    Answer,
    Body,
    Data,
    Facts,
    GameName,
    Move,
    MoveText,
    Numbers,
    Player,
    Position,
)
from primeparlor.web.config import MOST_LINE_MOVES, MOST_SEEN, MOST_TRIED

LINE_MOVES: list[str] = Field(
    default=[], max_length=MOST_LINE_MOVES, description="In a line: your right moves so far, in order."
)

# What clients send ----------------------------------------------------------------------------------------


class PuzzleBody(Body):
    """A puzzle to ask for."""

    game: GameName | None = None
    ratings: Data | None = Field(
        default=None, description="Those of your progress: the puzzle is one you can solve."
    )
    position: Position | None = Field(default=None, description="A puzzle here, one that comes back.")
    mistake: bool = Field(default=False, description="The position is one where you made a mistake.")
    line: bool = Field(default=False, description="The puzzle here is a line.")
    rush: Annotated[int, Field(ge=0, le=10_000), WHOLE] | None = Field(
        default=None, description="Which puzzle of a rush this is, from 0 on."
    )
    seen: list[Position] = Field(
        default=[],
        max_length=MOST_SEEN,
        description="Positions that are not asked again, whoever is to move: just seen, or waiting.",
    )


class PuzzleAnswerBody(Body):
    """An answer to a puzzle, or the wish to see the solution."""

    move: MoveText | None = None
    show: bool = False
    moves: list[MoveText] = LINE_MOVES
    rush: bool = Field(default=False, description="In a rush: one try ends the puzzle.")
    left: Annotated[int, Field(ge=1, le=TRIES), WHOLE] | None = Field(
        default=None,
        description="At a puzzle of a day: the tries left. If the last is wrong, the answer is told.",
    )
    tried: list[MoveText] = Field(
        default=[], max_length=MOST_TRIED, description="What was tried before, which does not count again."
    )


class PuzzleHintBody(Body):
    """Which hint of a puzzle is asked for."""

    step: Annotated[int, Field(ge=1, le=5), WHOLE]
    moves: list[MoveText] = LINE_MOVES
    tried: list[MoveText] = Field(
        default=[],
        max_length=MOST_TRIED,
        description="Moves that were tried and are wrong: no hint names them again.",
    )


class JudgeBody(Body):
    """A move to be judged."""

    position: Position
    move: MoveText


# What clients get -----------------------------------------------------------------------------------------


class PuzzleHeader(Answer):
    """What stands above a puzzle, in words."""

    game: str
    variant: str = Field(description="How its rules differ from the book's, in the game's words.")
    stars: str
    difficulty: str = Field(description="The stars in words.")


class Puzzle(Answer):
    """A puzzle, without its answer."""

    puzzle: str
    game: str
    rules: Numbers
    heading: PuzzleHeader
    position: str
    turn: Player
    side: str = Field(description="Which player you are, in words.")
    names: tuple[str, str] = Field(description="What the players are called: You and Your opponent.")
    names_inside: tuple[str, str] = Field(description="The same within a sentence.")
    facts: Facts
    question: str
    among: list[Move]
    line: bool = Field(description="Whether several decisions follow one another.")
    actions: list[Move] | None = Field(description="Every move under these rules, where they are few.")
    difficulty: int
    rating: float


class Duel(Answer):
    """The duel of a day."""

    game: str
    level: str


class Today(Answer):
    """What a date brings."""

    day: str
    version: int
    number: int
    prime: bool
    most_tries: int = Field(description="The tries at each puzzle.")
    rule: str = Field(description="How many tries there are, and what keeps the streak, in words.")
    name: str
    puzzle: Puzzle
    more: list[Puzzle]
    duel: Duel


class Sheet(Answer):
    """A sheet of puzzles to print."""

    puzzles: list[Puzzle]
    solutions: list[str] = Field(description="The right move of each, and the reason.")


class Verdict(Answer):
    """What the answer to a puzzle was worth; the solution only if found, asked for, or finally missed."""

    right: bool
    why: str = Field(description="Heading and text together.")
    heading: str = Field(description="Whether it is right, or what the answer is, in a sentence.")
    text: str = Field(description="The reason.")
    move: str = Field(default_factory=str, description="What was tried, in the game's own notation.")
    line: list[Move] = Field(default_factory=list)
    answer: list[str] = Field(default_factory=list)
    facts: Facts | None = Field(default=None, description="The position after the answer.")
    next: Puzzle | None = Field(default=None, description="The next decision of a line.")


class Clue(Answer):
    """A hint of a puzzle."""

    text: str
    all: bool


class Judged(Answer):
    """What a move is worth."""

    grade: str
    glyph: str
    kind: str
    why: str
    right: bool
