"""Models of the API: what clients send, and what they get.

FastAPI checks requests against these models and describes both in /api/openapi.json, from which the types of
the page are generated. Answers are not checked again when they are sent: tests compare them with the models.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, RootModel

from primeparlor.coach.grades import Kind
from primeparlor.players import LEVELS
from primeparlor.web.config import (
    LONGEST_MOVE,
    LONGEST_POSITION,
    MOST_CHANGES,
    MOST_GAMES,
    MOST_SEEN,
    MOST_TRIED,
)
from primeparlor.web.errors import KINDS
from primeparlor.web.json_encoder import EXACT
from primeparlor.web.tables.seats import FRIEND, SAME_SCREEN

MANY = 10**9
LATEST = 253_000_000_000  # seconds since 1970: the last year of the calendar

# Values ---------------------------------------------------------------------------------------------------


def drop_point(value: Any) -> Any:
    """Return a whole number without its decimal point: 3.0 is 3."""
    return int(value) if type(value) is float and value.is_integer() else value


def refuse_other_numbers(value: Any) -> Any:
    """Return the value unless it is equal to a whole number but none, such as True or 1.0."""
    if type(value) in (bool, float):
        raise ValueError
    return value


def read_digits(text: Any) -> Any:
    """Return the whole number in a query parameter; any other text is left for the check to refuse."""
    digits = isinstance(text, str) and text.isascii() and text.isdecimal() and len(text) < 16
    return int(text) if digits else text


WHOLE = BeforeValidator(drop_point)  # after the limits of a field, or the description would not show them
DIGITS = BeforeValidator(read_digits)
ONE_OF = BeforeValidator(refuse_other_numbers)

if TYPE_CHECKING:
    Opponent: TypeAlias = str
    ErrorKind: TypeAlias = str
else:
    Opponent = Literal[(FRIEND, SAME_SCREEN, *LEVELS)]
    ErrorKind = Literal[KINDS]

Player = Literal[1, 2]
Move = int | str
Numbers = dict[str, int]
Data = dict[str, Any]
GameName = Annotated[str, Field(max_length=100)]
Position = Annotated[str, Field(max_length=LONGEST_POSITION)]
MoveText = Annotated[str, Field(max_length=LONGEST_MOVE)]
PuzzleName = Annotated[str, Field(max_length=8_000)]
Date = Annotated[str, Field(max_length=10)]
Seconds = Annotated[float, Field(ge=0, le=LATEST), AfterValidator(drop_point)]
PlayerName = Annotated[
    str,
    Field(
        max_length=40,
        description="Shown to everybody at the table; may be empty, but not 'you' or 'the house'.",
    ),
]
JoinKey = Annotated[
    str,
    Field(
        min_length=16,
        max_length=100,
        description="Random text of your own. If the answer is lost, Join again with it: nobody else can.",
    ),
]
Number = Annotated[
    int, Field(ge=0, le=EXACT, description="The `number` of the view that this answers to."), WHOLE
]
HintStep = Annotated[int, Field(ge=1, le=5), WHOLE]
HintCount = Annotated[int, Field(ge=0, le=5), WHOLE]


def drop_titles(schema: dict[str, Any]) -> None:
    """Remove the titles that Pydantic makes of the names of fields."""
    for field in schema.get("properties", {}).values():
        field.pop("title", None)


# What clients send ----------------------------------------------------------------------------------------


class Body(BaseModel):
    """A request body: an object with these keys and no others."""

    model_config = ConfigDict(strict=True, extra="forbid", json_schema_extra=drop_titles)


class EmptyBody(Body):
    """Nothing but an empty object."""


class NumberBody(Body):
    """An act at a table."""

    number: Number


class MoveBody(NumberBody):
    """A move."""

    move: MoveText


class AnswerBody(NumberBody):
    """An answer to an offer."""

    allow: bool


class JoinBody(Body):
    """Who takes the free seat."""

    name: PlayerName = ""
    key: JoinKey | None = None


class SettingsBody(Body):
    """What the players of a new table agree on."""

    clock: Annotated[float, Field(ge=1, le=86_400), AfterValidator(drop_point)] | None = Field(
        default=None, description="Seconds for each move."
    )
    undo: bool = True
    hints: bool = True
    limit: Annotated[int, Field(ge=1, le=MANY), WHOLE] | None = Field(default=None, description="Moves.")
    strikes: Annotated[int, Field(ge=1, le=MANY), WHOLE] | None = Field(
        default=None, description="Invalid inputs in a row that lose."
    )


class TableBody(Body):
    """A table to open."""

    game: GameName
    rules: dict[str, Annotated[int, Field(ge=-EXACT, le=EXACT), WHOLE]] = Field(default={}, max_length=20)
    opponent: Opponent = FRIEND
    side: Annotated[Literal[1, 2, "toss"], ONE_OF] = 1
    name: PlayerName = ""
    settings: SettingsBody = SettingsBody()
    position: Position | None = Field(default=None, description="Begin here instead of at the start.")
    daily: Date | None = Field(default=None, description="The daily duel of this date, such as 2026-11-17.")


class PuzzleBody(Body):
    """A puzzle to ask for."""

    game: GameName | None = None
    ratings: Data | None = Field(
        default=None, description="Those of your progress: the puzzle is one you can solve."
    )
    position: Position | None = Field(default=None, description="A puzzle here, one that comes back.")
    mistake: bool = Field(default=False, description="The position is one where you made a mistake.")
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


class PuzzleHintBody(Body):
    """Which hint of a puzzle is asked for."""

    step: HintStep
    tried: list[MoveText] = Field(
        default=[],
        max_length=MOST_TRIED,
        description="Moves that were tried and are wrong: no hint names them again.",
    )


class JudgeBody(Body):
    """A move to be judged."""

    position: Position
    move: MoveText


# Changes of progress --------------------------------------------------------------------------------------

Mark = Literal["+", "-", "?"]


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
    hints: HintCount


class DailyTried(Change):
    """A puzzle of the day was tried."""

    do: Literal["tried"]
    game: GameName
    mark: Mark


class DailyHinted(Change):
    """Hints of a puzzle of the day were opened."""

    do: Literal["hinted"]
    game: GameName
    hints: HintStep


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
    table: Annotated[str, Field(max_length=40)]
    game: Annotated[int, Field(ge=1, le=MOST_GAMES), WHOLE]
    seat: Annotated[Player, ONE_OF]


class ProgressJoined(Change):
    """Progress from elsewhere is added."""

    do: Literal["join"]
    progress: Data


AnyChange = Annotated[
    PuzzleAnswered | DailyTried | DailyHinted | RushSlipped | RushEnded | GamePlayed | ProgressJoined,
    Field(discriminator="do"),
]


class ProgressBody(Body):
    """Progress that a browser keeps, and what has changed."""

    progress: Data = Field(description="What this browser keeps: progress.json of the terminal.")
    day: Date = Field(description="The date where the reader is.")
    now: Seconds = Field(description="Seconds since 1970.")
    minutes: Annotated[int, Field(ge=-1_440, le=1_440), WHOLE] = Field(
        description="How far the reader's clock is ahead of UTC."
    )
    changes: list[AnyChange] = Field(default=[], max_length=MOST_CHANGES)


# What clients get: a table --------------------------------------------------------------------------------


class Answer(BaseModel):
    """An answer: an object with at least these keys. Keys may be added later; those here stay."""

    # Its check is never run, so it is not built at the start.
    model_config = ConfigDict(json_schema_extra=drop_titles, defer_build=True)


class ErrorDetails(Answer):
    """What is wrong."""

    kind: ErrorKind = Field(description="For programs; never changes.")
    message: str = Field(description="A sentence for people.")


class Error(Answer):
    """The one form of an error."""

    error: ErrorDetails


class Facts(Answer):
    """What anybody at the table may see; each game adds its own."""

    model_config = ConfigDict(extra="allow")

    game: str
    rules: Numbers
    turn: Player
    winner: Player | None


class Outcome(Answer):
    """How a game ended: `how` is what the player `by` did to end it."""

    winner: Player | None
    reason: str
    how: str = Field(default_factory=str)
    by: Player | None = None


class Step(Answer):
    """A move or what chance brought, as it stands in the line of play."""

    seq: int | None
    number: int
    who: Player | None = Field(description="null: chance.")
    move: Move
    forced: bool
    by_hand: bool
    facts: Facts | None = Field(description="The facts after it; null where a long game leaves them out.")
    turn: Player = Field(description="Whose turn it is after it.")


class SeatView(Answer):
    """A seat as everybody sees it."""

    player: Player
    label: str
    name: str
    taken: bool
    here: bool
    house: bool


class SettingsView(Answer):
    """What the players agreed on."""

    clock: float | None
    undo: bool
    hints: bool
    limit: int | None
    strikes: int | None
    consent: bool


class ClockView(Answer):
    """The time left for this move, in seconds."""

    left: float
    running: bool


class OfferView(Answer):
    """What one player asks of the other."""

    who: Player
    kind: str


class Presence(Answer):
    """What changes when somebody comes or goes."""

    seats: tuple[SeatView, SeatView]
    watching: int
    thinking: bool


class TableState(Presence):
    """What may change at a table."""

    game_number: int
    position: str = Field(description="The position in its text form.")
    seq: int
    number: int = Field(description="What a move is sent against.")
    turn: Player
    steps: list[Step]
    you: Player | None
    holds: list[Player]
    waiting: bool = Field(description="Whether a friend is still to join.")
    outcome: Outcome | None
    clock: ClockView | None
    offer: OfferView | None
    hints: list[str] = Field(description="Those open for your current decision.")
    ladder: int = Field(description="How many hints there are.")
    moves: list[Move] | None = Field(description="The legal ones, if you asked for them as a hint.")
    every: list[Move] | None = Field(description="With them: all that there may ever be by these rules.")
    tried: list[Move] = Field(description="What was refused in your current decision.")
    marks: list[str]


class View(TableState):
    """A table as you may see it."""

    table: str
    game: str
    title: str
    rules: Numbers
    variant: Numbers
    facts: Facts = Field(description="What anybody at the table may see.")
    first: Facts = Field(description="The facts at the start.")
    settings: SettingsView
    actions: list[Move] | None = Field(description="Every move under these rules, where they are few.")
    daily: str | None = Field(description="The date whose duel this is.")


class Update(TableState):
    """What is new at a table: a view without what cannot change, and with the new steps only."""

    after: int = Field(description="The `seq` that you must have: something was missed if yours is lower.")
    kept: int = Field(description="How many of the steps you have stand; `steps` are those after them.")
    facts: Facts | None = Field(description="The facts of the position, after an undo without new steps.")


class StreamEvent(Answer):
    """An event of a table's stream, as server-sent events name its parts."""

    event: Literal["view", "update", "presence", "entry", "bye"]
    id: int | None = Field(
        default=None, description="The `seq` of the table then: `Last-Event-ID` goes on behind it."
    )
    data: View | Update | Presence | Data


class SeatGrant(Answer):
    """A seat, and the token that holds it."""

    table: str
    seat: Player
    token: str
    view: View


class Opened(SeatGrant):
    """A new table, and your seat there."""

    url: str


class Joined(SeatGrant):
    """Your seat at a friend's table."""


class Token(Answer):
    """Another token for your seat."""

    token: str


class Hints(Answer):
    """The hints that are open."""

    step: int
    hints: list[str]
    all: bool
    update: Update | View


class Moves(Answer):
    """The legal moves, and every move of the rules."""

    moves: list[Move]
    every: list[Move] | None
    update: Update | View


class Why(Answer):
    """What the last moves were worth."""

    lines: list[str]
    update: Update | View


# What clients get: a review -------------------------------------------------------------------------------


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


# What clients get: puzzles --------------------------------------------------------------------------------


class Puzzle(Answer):
    """A puzzle, without its answer."""

    puzzle: str
    game: str
    rules: Numbers
    position: str
    turn: Player
    facts: Facts
    question: str
    among: list[Move]
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
    name: str
    puzzle: Puzzle
    more: list[Puzzle]
    duel: Duel


class Verdict(Answer):
    """What the answer to a puzzle was worth; the solution only if it was found or asked for."""

    right: bool
    why: str
    move: str = Field(default_factory=str, description="What was tried, in the game's own notation.")
    line: list[Move] = Field(default_factory=list)
    answer: list[str] = Field(default_factory=list)


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


# What clients get: progress -------------------------------------------------------------------------------


class Streak(Answer):
    """Days in a row on which the puzzle of the day was solved."""

    now: int
    best: int


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


class OfGame(Answer):
    """What progress amounts to in one game."""

    games: int
    won: int
    beaten: dict[str, list[Player]]
    accuracy: list[Accuracy]
    luck: Luck | None
    mistakes: list[Mistake]
    rating: Rating
    openings: Openings | None


class NextStep(Answer):
    """What to play next."""

    game: str
    level: str
    side: Player | None
    sentence: str


class DuePuzzle(Answer):
    """A position whose time has come."""

    position: str
    mistake: bool = Field(description="Whether it was the player's own mistake.")


class DuelResult(Answer):
    """What came of the duel of the day."""

    accuracy: int | None
    won: bool


class DayDone(Answer):
    """What was done today."""

    tries: dict[str, str]
    hints: dict[str, int]
    duel: DuelResult | None


class Summary(Answer):
    """What progress amounts to: as `parlor progress --json` has it, and what the pages ask besides."""

    day: str
    streak: Streak
    calendar: list[list[Square]]
    puzzles: int
    games: int
    won: int
    accuracy: list[Accuracy]
    waiting: int
    rush: dict[str, list[Score]]
    next: NextStep | None
    by_game: dict[str, OfGame]
    due: list[DuePuzzle] = Field(description="The longest waiting first.")
    today: DayDone
    share: list[str] = Field(description="Three lines that give no answer away.")


class Progress(Answer):
    """Progress after the changes, and what it amounts to."""

    progress: Data
    summary: Summary
    told: list[str]


# What clients get: the server -----------------------------------------------------------------------------


class Level(Answer):
    """A level of the house."""

    name: str
    told: str


class Variant(Answer):
    """A variant that the house suggests: the numbers that differ from the book's."""

    rules: Numbers
    told: str
    favoured: str | None
    winning_side: Player | None


class RuleRange(Answer):
    """The values of a rule."""

    standard: int
    least: int
    most: int


class GameInfo(Answer):
    """A game that can be played here."""

    name: str
    title: str
    aim: str
    variants: list[Variant]
    favoured: str | None = Field(description="Who is favoured by the book's rules, and why.")
    winning_side: Player | None = Field(
        description="Who wins by the book's rules with perfect play; null if nobody does or nobody knows."
    )
    levels: list[Level]
    rules: dict[str, RuleRange]
    page: str | None = Field(description="Where its page.js is; null where it brings none.")
    art: str | None = Field(description="Where its art.js is; null where it brings none.")
    ours: bool


class Games(RootModel[list[GameInfo]]):
    """Every game that can be played here."""


class Description(RootModel[Mapping[str, Any]]):
    """An OpenAPI description."""


class Health(Answer):
    """Whether the server is well."""

    status: Literal["ok"]
