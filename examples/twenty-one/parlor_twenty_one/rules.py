"""Twenty-One: add 1, 2 or 3 to a shared total, and be the one who makes it 21."""

from __future__ import annotations

from typing import NamedTuple, Self

from primeparlor.core import OTHER, Ending, Player, Range, Rules, State


class TwentyOneRules(Rules):
    """The total that wins, and the numbers 1 to `largest` that may be added."""

    numbers = {"target": Range(21, 1, 1000), "largest": Range(3, 1, 99)}
    target: int
    largest: int


class _Fields(NamedTuple):
    rules: TwentyOneRules
    total: int
    turn: Player


class TwentyOne(_Fields, State):
    """The total and whose turn it is."""

    __slots__ = ()
    name, title = "twenty-one", "Twenty-One"
    aim = "add 1, 2 or 3; make the total 21"
    favoured = {"": "Player 1 adds 1, then always makes four with what Player 2 adds."}
    winning_side = {"": 1}
    Rules = TwentyOneRules

    @classmethod
    def start(cls, rules: TwentyOneRules | None = None) -> Self:
        return cls(rules or TwentyOneRules(), 0, 1)

    def moves(self) -> tuple[int, ...]:
        room = self.rules.target - self.total
        return tuple(range(1, min(self.rules.largest, room) + 1))

    def after(self, number: int) -> Self:
        return type(self)(self.rules, self.total + number, OTHER[self.turn])

    def ending(self) -> Ending | None:
        if self.total != self.rules.target:
            return None
        winner = OTHER[self.turn]
        return Ending(winner, f"reached {self.rules.target}", winner)
