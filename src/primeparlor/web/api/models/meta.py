"""Models of the games that can be played here, and of the server itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field, RootModel

from primeparlor.web.api.models.common import Answer, Numbers, Player


class Level(Answer):
    """A level of the house."""

    name: str
    told: str


class Variant(Answer):
    """A variant to choose before a game: the usual game, or one that the house suggests."""

    rules: Numbers = Field(description="The numbers that differ from the book's; none in the usual game.")
    words: str = Field(description="The variant in the game's words.")
    told: str = Field(description="What it is like, in a sentence.")
    favoured: str | None
    winning_side: Player | None


class FirstRung(Answer):
    """Where the ladder begins for somebody who has not played yet."""

    next: int | None = Field(description="The number of the rung; null where there is none.")
    next_text: str = Field(description="The rung in a sentence.")


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
    variants: list[Variant] = Field(description="In the order to offer them: a newcomer gets the first.")
    ladder: FirstRung
    favoured: str | None = Field(description="Who is favoured by the book's rules, and why.")
    winning_side: Player | None = Field(
        description="Who wins by the book's rules with perfect play; null if nobody does or nobody knows."
    )
    levels: list[Level]
    other_levels: list[Level] = Field(description="The levels as they play under any other rules.")
    rules: dict[str, RuleRange]
    shows_moves: bool = Field(description="Whether its facts list the moves that are legal, as `moves`.")
    page: str | None = Field(description="Where its page.js is; null where it brings none.")
    style: str | None = Field(description="Where its page.css is; null where it brings none.")
    art: str | None = Field(description="Where its art.js is; null where it brings none.")
    ours: bool


class Games(RootModel[list[GameInfo]]):
    """Every game that can be played here."""


class Description(RootModel[Mapping[str, Any]]):
    """An OpenAPI description."""


class Health(Answer):
    """Whether the server is well."""

    status: Literal["ok"]
