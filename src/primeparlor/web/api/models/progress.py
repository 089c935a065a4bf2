"""Models of progress: what a browser keeps and how it changes, and what it amounts to."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from primeparlor.web.api.models.common import (
    ONE_OF,
    WHOLE,
    Answer,
    Body,
    Data,
    Date,
    GameName,
    Player,
    Seconds,
)
from primeparlor.web.config import MOST_CHANGES, MOST_GAMES, MOST_HINTS

Mark = Literal["+", "-", "?"]  # RIGHT, WRONG and SHOWN of the coach
PuzzleName = Annotated[str, Field(max_length=8_000)]
TableName = Annotated[str, Field(max_length=40)]
GameNumber = Annotated[int, Field(ge=1, le=MOST_GAMES), WHOLE]

# What clients send ----------------------------------------------------------------------------------------


class Change(Body):
    """A change of progress; its own time where it is not that of the request."""

    day: Date | None = None
    now: Seconds | None = None


class PuzzleAnswered(Change):
    """A puzzle was answered."""

    do: Literal["answered"]
    puzzle: PuzzleName
    mark: Mark
    tries: Annotated[str, Field(max_length=10_000)]
    daily: bool = Field(default=False, description="It was the puzzle of the day.")
    hints: Annotated[int, Field(ge=0, le=MOST_HINTS), WHOLE] = Field(
        description="Over all decisions of a line."
    )


class DailyTried(Change):
    """A puzzle of the day was tried."""

    do: Literal["tried"]
    game: GameName
    mark: Mark


class DailyHinted(Change):
    """Hints of a puzzle of the day were opened."""

    do: Literal["hinted"]
    game: GameName
    hints: Annotated[int, Field(ge=1, le=MOST_HINTS), WHOLE]


class RushSlipped(Change):
    """A mistake was made in a rush."""

    do: Literal["slipped"]
    puzzle: PuzzleName


class RushEnded(Change):
    """A rush is over; without a game, one of all games."""

    do: Literal["rushed"]
    game: GameName | None
    right: Annotated[int, Field(ge=0, le=10_000), WHOLE]
    slips: Annotated[int, Field(ge=0, le=3), WHOLE]


class GamePlayed(Change):
    """A game at a table is over."""

    do: Literal["played"]
    table: TableName
    game: GameNumber
    seat: Annotated[Player, ONE_OF]


class ProgressJoined(Change):
    """Progress from elsewhere is added."""

    do: Literal["join"]
    progress: Data


AnyChange = Annotated[
    PuzzleAnswered | DailyTried | DailyHinted | RushSlipped | RushEnded | GamePlayed | ProgressJoined,
    Field(discriminator="do"),
]


class GameAtTable(Body):
    """A game at a table that is being played."""

    table: TableName
    game: GameNumber


class ProgressBody(Body):
    """Progress that a browser keeps, and what has changed."""

    progress: Data = Field(description="What this browser keeps: progress.json of the terminal.")
    day: Date = Field(description="The date where the reader is.")
    now: Seconds = Field(description="Seconds since 1970.")
    minutes: Annotated[int, Field(ge=-1_440, le=1_440), WHOLE] = Field(
        description="How far the reader's clock is ahead of UTC."
    )
    changes: list[AnyChange] = Field(default=[], max_length=MOST_CHANGES)
    playing: GameAtTable | None = Field(
        default=None, description="The game of which to say what is at stake."
    )


# What clients get -----------------------------------------------------------------------------------------


class Streak(Answer):
    """Days in a row on which the puzzle of the day was solved."""

    now: int
    best: int
    words: str = Field(description="What follows the number, as in: days in a row.")
    in_a_row: str
    best_text: str


class Square(Answer):
    """A day in the calendar."""

    day: str
    sign: Literal["solved", "missed", "open", "played", "rest", "ahead"]


class Score(Answer):
    """A rush among the best."""

    day: str
    right: int
    slips: int


class Accuracy(Answer):
    """How well a game was played, in percent."""

    day: str
    accuracy: int


class Luck(Answer):
    """What fate and choices were worth over all games."""

    games: int
    luck: int
    choices: int


class Mistake(Answer):
    """A mistake that was made more than once."""

    what: str
    times: int
    text: str = Field(description="Both in words.")


class Labelled(Answer):
    """A figure as people read it, with its label."""

    label: str
    text: str


class Rating(Answer):
    """How strong a player is at the puzzles of a game."""

    rating: float
    deviation: float
    volatility: float
    asked: int
    right: int


class Openings(Answer):
    """How many openings are known."""

    known: int
    all: int


class Rung(Answer):
    """A rung of a ladder, and how far the player is with it."""

    number: int = Field(description="From 1; 0 for a badge, which is no part of the ladder.")
    variant: str = Field(description="The rules that differ from the book's, as words.")
    rules: dict[str, int] = Field(description="The same as numbers.")
    side: Player
    level: str
    kind: Literal["win", "survive", "choices"]
    need: int = Field(description="Wins, own moves, or the accuracy of 100.")
    games: int = Field(description="How many games in a row are looked at together.")
    clock: float | None = Field(description="The most seconds for each decision.")
    limit: int | None = Field(description="The moves of both players after which its table stops.")
    name: str = Field(description="Of a badge; else empty.")
    passed: bool
    task: str = Field(description="What to do, in words.")
    text: str = Field(description="The same with the number of the rung.")
    standing: str = Field(description="What counts so far, in a sentence; may be empty.")


class Ladder(Answer):
    """The rungs of a game, and how far the player is."""

    passed: int
    of: int
    count_text: str
    next: Rung | None
    next_text: str = Field(description="The next rung in a sentence, or that all are passed.")


class RungCount(Answer):
    """How many rungs are passed in all games, and how many there are."""

    passed: int
    of: int


class OfGame(Answer):
    """What progress amounts to in one game."""

    games: int
    won: int
    ladder: Ladder
    accuracy: list[Accuracy]
    luck: Luck | None
    mistakes: list[Mistake]
    counts: str = Field(description="How often it was played and won, in words.")
    due_text: str = Field(description="How many puzzles come back now or another day.")
    values: list[Labelled]
    rating_text: list[Labelled] = Field(description="Empty before the first answer.")
    rating: Rating
    openings: Openings | None


class RushRules(Answer):
    """What a rush is."""

    seconds: int
    slips: int = Field(description="The one that ends it.")
    about: list[str] = Field(description="Its rules, in a few paragraphs.")
    ties: str = Field(description="Which of two equal scores is better.")
    no_score: str = Field(description="What stands where there is no score yet.")


class DuePuzzle(Answer):
    """A position whose time has come."""

    position: str
    mistake: bool = Field(description="Whether it was the player's own mistake.")
    line: bool = Field(description="Whether it is played to its end, one decision after another.")
    origin: str = Field(description="Where it is from, in a sentence.")


class DuelResult(Answer):
    """What came of the duel of the day."""

    accuracy: int | None
    won: bool
    text: str


class DayDone(Answer):
    """What was done today."""

    tries: dict[str, str]
    hints: dict[str, int]
    duel: DuelResult | None
    price: str = Field(description="What it costs to see the answer to the puzzle of the day, in a sentence.")


class Summary(Answer):
    """What progress amounts to: as `parlor progress --json` has it, without the rungs, and what pages ask."""

    day: str
    streak: Streak
    calendar: list[list[Square]]
    puzzles: int
    games: int
    won: int
    accuracy: list[Accuracy]
    accuracy_games: str
    accuracy_average: str
    totals: list[str] = Field(description="What was solved and played, and what is due, in words.")
    due_text: str
    rush_bests: list[Labelled]
    accuracy_explained: str = Field(description="For whom a low accuracy surprises, or empty.")
    waiting: int
    rush: dict[str, list[Score]]
    rungs: RungCount
    next: str | None = Field(description="The game whose next rung to try; null if every rung is passed.")
    by_game: dict[str, OfGame]
    due: list[DuePuzzle] = Field(description="The longest waiting first.")
    today: DayDone
    share: list[str] = Field(description="Three lines that give no answer away.")
    rush_rules: RushRules


class Progress(Answer):
    """Progress after the changes, and what it amounts to."""

    progress: Data
    summary: Summary
    told: list[str] = Field(description="A sentence about each change, empty where there is nothing to say.")
    stake: str = Field(description="For which rung the game being played counts; empty if for none.")
