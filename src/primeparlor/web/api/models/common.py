"""What the models of all subjects share: values, and the classes that they derive from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from primeparlor.web.config import LONGEST_MOVE, LONGEST_POSITION
from primeparlor.web.errors import KINDS

LATEST = 253_000_000_000  # seconds since 1970: the last year of the calendar


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
    ErrorKind: TypeAlias = str
else:
    ErrorKind = Literal[KINDS]

Player = Literal[1, 2]
Move = int | str
Numbers = dict[str, int]
Data = dict[str, Any]
GameName = Annotated[str, Field(max_length=100)]
Position = Annotated[str, Field(max_length=LONGEST_POSITION)]
MoveText = Annotated[str, Field(max_length=LONGEST_MOVE)]
Date = Annotated[str, Field(max_length=10)]
Seconds = Annotated[float, Field(ge=0, le=LATEST), AfterValidator(drop_point)]


def drop_titles(schema: dict[str, Any]) -> None:
    """Remove the titles that Pydantic makes of the names of fields."""
    for field in schema.get("properties", {}).values():
        field.pop("title", None)


class Body(BaseModel):
    """A request body: an object with these keys and no others."""

    model_config = ConfigDict(strict=True, extra="forbid", json_schema_extra=drop_titles)


class Answer(BaseModel):
    """An answer: an object with at least these keys. Keys may be added later; those here stay."""

    # Its check is never run, so it is not built at the start.
    model_config = ConfigDict(json_schema_extra=drop_titles, defer_build=True)


class Message(Answer):
    """What people are told, with names left open.

    "{1}" is a name, "{1,}" one within a sentence, and "{1:were|was}" the form of a verb.
    """

    bold: str
    text: str
    glyph: str
    kind: Literal["brass", "good", "bad", "ink2"]


class ErrorDetails(Answer):
    """What is wrong."""

    kind: ErrorKind = Field(description="For programs; never changes.")
    message: str = Field(description="A sentence for people.")
    said: Message | None = Field(default=None, description="The game's message about a refused move.")


class Error(Answer):
    """The one form of an error."""

    error: ErrorDetails


class KeyText(Answer):
    """What stands on the key of a move; what is as usual is left out."""

    name: str = Field(description="What the move is called.")
    word: str = Field(default="", description="Where it leads, or why it cannot be made.")
    said: str = Field(default="", description="Both in words, for those who hear it.")
    ink: Literal["ink2", "brass", "good", "bad"] = "ink2"
    off: bool = Field(default=False, description="Whether the move cannot be made.")
    makes: int | None = Field(default=None, description="The number that is drawn for it.")


class TurnWords(Answer):
    """Whose turn it is, as each reader is told."""

    extra: bool = Field(description="Whether the player to move earned this turn with the one before.")
    yours: str = Field(description="For the player to move.")
    keyboard: str = Field(description="For two players at one keyboard.")
    screen: str = Field(description="For two players who pass a phone from hand to hand.")
    theirs: str = Field(description="For everybody else.")
    note: str = Field(description="For everybody else, what there is to add.")
    aside: str = Field(description="At the end of the line, where the labels have no `aside`.")


class TypingWords(Answer):
    """What is said of the keys of a game that has no texts for them, and where moves are typed."""

    play: str = Field(description="Before a move.")
    asked: str = Field(description="What to type and to press.")
    held: str = Field(description="What to press when a move is chosen.")


class BoardWords(Answer):
    """The facts as a board without a picture of its own shows them; names are left open."""

    pair: tuple[int, int] | None = Field(description="The number of each player.")
    target: int | None = Field(description="How far those go.")
    numbers: list[tuple[str, int]] = Field(description="Each after its name.")
    rows: list[tuple[str, str]] = Field(description="All else in words, after its name.")


class PositionWords(Answer):
    """The sentences about a position; names are left open as in a message."""

    task: str
    turn: TurnWords
    standings: tuple[str, str]
    labels: dict[str, str] = Field(
        description="Texts on the board and around it, by names of the game's own."
    )
    keys: list[dict[str, KeyText]] = Field(
        description="What stands on the keys of both players, or of each, by what they hold or play."
    )
    board: BoardWords
    tried: str = Field(description="On the key of a move that was refused before.")
    shown: dict[str, str] = Field(description="Moves as people read them, where they are typed otherwise.")
    typed: TypingWords | None = Field(default=None, description="Left out where the game words its keys.")


class Facts(Answer):
    """What anybody at the table may see; each game adds its own."""

    model_config = ConfigDict(extra="allow")

    game: str
    rules: Numbers
    turn: Player
    winner: Player | None
    words: PositionWords
