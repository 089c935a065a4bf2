"""Games for tests of what every game has by default: the examples' rules, and fields of every kind."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, Self

import parlor_pig.rules
from parlor_pig.rules import HOLD, ROLL, PigRules
from parlor_twenty_one.rules import TwentyOne, TwentyOneRules
from primeparlor.core import Ending, Move, Player, Rules, State

__all__ = [
    "HOLD",
    "ROLL",
    "Kinds",
    "NoRules",
    "Pig",
    "PigRules",
    "Shown",
    "ShownRules",
    "TwentyOne",
    "TwentyOneRules",
    "UnlistedPig",
]


class Pig(parlor_pig.rules.Pig):
    """Pig with its rules alone: every other part is the default."""

    __slots__ = ()


class UnlistedPigRules(PigRules):
    """Rules that do not list what may be played and rolled."""

    def prepare(self) -> None: ...


class UnlistedPig(Pig):
    """Pig whose moves and outcomes must be found by walking through its positions."""

    __slots__ = ()
    Rules = UnlistedPigRules

    def chances(self) -> tuple[int, ...]:
        return tuple(range(1, self.rules.sides + 1)) if self.rolling and not self.ending() else ()


class NoRules(Rules):
    """Nothing may be changed."""

    numbers = {}


class _Kinds(NamedTuple):
    rules: NoRules
    number: int
    known: int | None  # nothing at the start
    left: int | None  # something at the start
    leader: Player | None
    open: bool
    pile: tuple[int, ...]
    pair: tuple[int, int]
    word: str
    suit: Literal["red", "black"]
    turn: Player


class Kinds(_Kinds, State):
    """A field of every kind that can be written."""

    __slots__ = ()
    name, title = "kinds", "Kinds"
    Rules = NoRules

    @classmethod
    def start(cls, rules: Any = None) -> Self:
        return cls(rules or NoRules(), 0, None, 7, None, False, (), (0, 0), "", "red", 1)

    def moves(self) -> tuple[Move, ...]:
        """Looked up in a table too small for most numbers: rules may fail at positions set up by hand."""
        table: list[tuple[Move, ...]] = [("go",), ()]
        return table[self.number] if self.number < 9 else ("go",)

    def after(self, move: Move) -> Self:
        return self

    def ending(self) -> Ending | None:
        return None


class ShownRules(TwentyOneRules):
    """The same numbers."""


class Shown(TwentyOne):
    """Twenty-One, where anybody may see what is legal."""

    __slots__ = ()
    shows_moves = True
    Rules = ShownRules
