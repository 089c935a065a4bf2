"""Models of tables: what players send, and what they and spectators get."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field

from primeparlor.coach.training.ladder import MOST_RUNGS
from primeparlor.match.series import FEWEST, MOST
from primeparlor.players import LEVELS
from primeparlor.web.api.models.common import (
    ONE_OF,
    WHOLE,
    Answer,
    Body,
    Data,
    Date,
    Facts,
    GameName,
    Message,
    Move,
    MoveText,
    Numbers,
    Player,
    Position,
    drop_point,
)
from primeparlor.web.config import MOST_LISTED, MOST_STRIKES
from primeparlor.web.json_encoder import EXACT
from primeparlor.web.storage.store import FRIEND, SAME_SCREEN

MANY = 10**9

if TYPE_CHECKING:
    Opponent: TypeAlias = str
else:
    Opponent = Literal[(FRIEND, SAME_SCREEN, *LEVELS)]

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

# What clients send ----------------------------------------------------------------------------------------


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
    hints: bool | None = Field(
        default=None,
        description="Off against a friend unless true; else on unless false. Joining is agreeing.",
    )
    limit: Annotated[int, Field(ge=1, le=MANY), WHOLE] | None = Field(default=None, description="Moves.")
    strikes: Annotated[int, Field(ge=1, le=MOST_STRIKES), WHOLE] | None = Field(
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
    other_name: PlayerName = Field(
        default="", description="Of the second player, where both share one screen."
    )
    first_to: Annotated[int, Field(ge=FEWEST, le=MOST), WHOLE] | None = Field(
        default=None, description="Games to be won: a match of several games, with seats swapped after each."
    )
    rung: Annotated[int, Field(ge=1, le=MOST_RUNGS), WHOLE] | None = Field(
        default=None, description="The table of this rung of the game's ladder: then only the name counts."
    )


class ListedTable(Body):
    """A table of a list."""

    table: Annotated[str, Field(max_length=100)]
    seat: Player | None = Field(
        default=None,
        description="Yours in its first game: its words are for you. null: for both on one screen.",
    )


class SummariesBody(Body):
    """The tables to be listed."""

    tables: Annotated[list[ListedTable], Field(max_length=MOST_LISTED)]


# What clients get -----------------------------------------------------------------------------------------


class Outcome(Answer):
    """How a game ended: `how` is what the player `by` did to end it."""

    winner: Player | None
    reason: str
    how: str
    by: Player | None
    said: Message = Field(description="How it ended, for people.")


class Row(Answer):
    """A row of the move list."""

    move: str
    what: str
    short: str = Field(description="The result, where the whole has no room.")
    prime: bool
    struck: bool
    pending: bool = Field(
        description="Whether it stands only until the next event, which tells what came of it."
    )


class Step(Answer):
    """A move or what chance brought, as it stands in the line of play."""

    number: int
    who: Player | None = Field(description="null: chance.")
    move: Move
    forced: bool
    by_hand: bool
    facts: Facts | None = Field(description="The facts after it; null where a long game leaves them out.")
    turn: Player = Field(description="Whose turn it is after it.")
    said: Message
    row: Row | None = Field(description="null: the move list has none for it.")


class SeatView(Answer):
    """A seat as everybody sees it."""

    player: Player
    label: str
    name: str
    taken: bool
    here: bool
    house: bool
    note: str = Field(
        description="What the level is here, or was at its last move, where weaker than its name says."
    )


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
    about: str = Field(description="The move to take back, in words.")
    asks: str = Field(description="The offer in a sentence for the other player; names are left open.")
    asked: str = Field(description="The same for the player who made it,")
    waits: str = Field(description="and what follows it.")
    declined: str = Field(description="What the player who made it is told if it is declined.")


class SeriesView(Answer):
    """The score of several games in a row, in figures and in words."""

    first_to: int | None = Field(description="Games to be won; null: as many as the players like.")
    game: int = Field(description="The number of this game in the match.")
    score: tuple[int, int] = Field(description="Games won by Player 1 and Player 2 of this game.")
    wins: tuple[str, str] = Field(description="The same in words.")
    winner: Player | None = Field(description="Who has won the whole match with this game.")
    undecided: bool = Field(description="Whether games are to be won that nobody has won yet.")
    goal: str = Field(description="Which game this is, and how many are to be won.")
    result: str = Field(description="The score in a sentence, once the game is over.")


class Presence(Answer):
    """What changes when somebody comes or goes."""

    seats: tuple[SeatView, SeatView]
    watching: int
    thinking: bool


class TableState(Presence):
    """What may change at a table."""

    game_number: int
    seq: int
    number: int = Field(description="What a move is sent against.")
    turn: Player
    steps: list[Step]
    you: Player | None
    holds: list[Player]
    names: tuple[str, str] = Field(
        description="What you call the players: You, The house, a name or Player 2."
    )
    names_inside: tuple[str, str] = Field(description="The same within a sentence: you, the house.")
    waiting: bool = Field(description="Whether a friend is still to join.")
    outcome: Outcome | None
    clock: ClockView | None
    offer: OfferView | None
    series: SeriesView | None = Field(description="null: this game is played alone.")
    again: str = Field(description="What `rematch` begins, as the label of a button; empty during a game.")
    hints: list[str] = Field(description="Those open for your current decision.")
    help_used: Annotated[list[int], Field(min_length=2, max_length=2)] | None = Field(
        description="How often each player had help in this game; null where hints are off or you watch."
    )
    help_words: tuple[str, str] = Field(description="The same in words; empty for none.")
    help_price: str = Field(
        description="What your first hint or undo costs, in a sentence; empty if nothing."
    )
    climbs: bool = Field(description="Whether this game counts for the ladder so far.")
    ladder: int = Field(description="How many hints there are.")
    moves: list[Move] | None = Field(description="The legal ones, if you asked for them as a hint.")
    every: list[Move] | None = Field(description="With them: all that there may ever be by these rules.")
    tried: list[Move] = Field(description="What was refused in your current decision.")
    marks: list[str]


class TurnNotes(Answer):
    """What is said where nobody can move, or where the player to move is away; names are left open."""

    waiting: tuple[str, str]
    watching: str
    forced: str
    free: str = Field(description="Instead of the name of a seat that nobody has taken.")
    absent: str = Field(description="Beside the name of a person whose page is closed.")
    fallen: str = Field(description="Beside the name of a player whose time is up; the reason of that end.")
    away: list[tuple[str, str]] = Field(description="Of each player.")
    to_move: tuple[str, str]
    sides: tuple[str, str] = Field(description="To each player: which one you are.")


class HintNotes(Answer):
    """What stands around the hints."""

    questions: list[str] = Field(description="What each step answers.")
    taken: list[str] = Field(description="By how many hints are open.")
    agreement: str = Field(description="Whether there are hints at this table, for who is invited.")


class TableTerms(Answer):
    """What is special at a table, in a few words each."""

    player: list[str] = Field(description="For who plays here,")
    one_screen: list[str] = Field(description="for two who play on one screen,")
    spectator: list[str] = Field(description="and for who watches.")


class Tips(Answer):
    """What explains a first game as it goes on, each when it first matters; empty for nothing."""

    turn: str = Field(description="At your first decision.")
    again: str = Field(description="At an extra turn.")
    forced: str = Field(description="After a move without a choice.")
    drawn: str = Field(description="After a chance outcome.")
    refused: str = Field(description="After a refused move.")


class View(TableState):
    """A table as you may see it."""

    table: str
    game: str
    title: str
    rules: Numbers
    variant: Numbers
    variant_words: str = Field(description="The same in the game's words; empty for the book's rules.")
    how_to_play: list[str] = Field(description="These rules in a few sentences.")
    tips: Tips
    position: str = Field(description="The position in its text form.")
    facts: Facts = Field(description="What anybody at the table may see.")
    first: Facts = Field(description="The facts at the start.")
    settings: SettingsView
    actions: list[Move] | None = Field(description="Every move under these rules, where they are few.")
    daily: str | None = Field(description="The date whose duel this is.")
    turn_notes: TurnNotes
    hint_notes: HintNotes
    terms: TableTerms


class Update(TableState):
    """What is new at a table: a view without what cannot change, and with the new steps only."""

    after: int = Field(description="The `seq` that you must have: something was missed if yours is lower.")
    kept: int = Field(description="How many of the steps you have stand; `steps` are those after them.")
    facts: Facts | None = Field(description="The facts of the position, after an undo without new steps.")


class TableSummary(Answer):
    """A table as a row of a list."""

    table: str
    game: str
    title: str
    variant_words: str = Field(description="The rules in the game's words; empty for the book's rules.")
    opponent: str = Field(description="Whom you play.")
    status: str = Field(description="How the game stands.")
    score: str = Field(description="Of several games; empty for a game played alone.")
    over: bool = Field(description="Whether there is nothing to go on with; a match ends with its last game.")
    yours: bool = Field(description="Whether it is your turn.")
    games: int = Field(description="How many were begun at this table.")
    touched: int = Field(description="When something last happened there, in seconds since 1970.")


class Summaries(Answer):
    """Tables as a list: unfinished ones first, then the latest."""

    tables: list[TableSummary]
    gone: list[str] = Field(description="The names of tables that do not exist.")


class TableGame(Answer):
    """One of the games at a table."""

    game: int = Field(description="Its number at this table, by which its record and review are asked for.")
    place: str = Field(description="Which game of a match it is, and how many are to be won.")
    status: str = Field(description="How it stands, or how it ended.")
    result: str = Field(description="The score after it in a sentence; empty for a game played alone.")
    over: bool


class TableGames(Answer):
    """The games at a table, in their order."""

    games: list[TableGame]


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
