"""Nonprime Addition: add to a running total, and never make it prime.

Rulings
- N1  Play may never end: of the totals within reach some are even and at least 4, so a safe number
      always exists. A match may have a move limit; the rules have none.
- N2  Whoever makes the total prime loses at once, and the turn still passes on: a finished game
      shows the winner to move. 1 is not prime. The starting total ends nothing.
- N3  Totals stay below 2^64 and are tested by a deterministic method. A match starts below 2^63, from
      where no play can reach the limit.
"""

from __future__ import annotations

from typing import NamedTuple, Self

from primeparlor.core import OTHER, Ending, Move, Player, Range, Rules, RulesError, State
from primeparlor.primes import is_prime

new = tuple.__new__  # makes a NamedTuple directly, which is faster than its constructor


class NonprimeRules(Rules):
    """Components: the starting total and the numbers that may be added, without limit."""

    numbers = {"start": Range(1, 1, 10**6), "smallest": Range(2, 1, 98), "largest": Range(9, 2, 99)}
    start: int
    smallest: int
    largest: int

    def prepare(self) -> None:
        if self.smallest >= self.largest:
            low, high = self.smallest, self.largest
            given = f"both are {low}" if low == high else f"{low} is not less than {high}"
            raise RulesError(f"smallest must be less than largest ({given}).")
        self.choices = tuple(range(self.smallest, self.largest + 1))
        self.actions, self.outcomes = self.choices, ()


class _Fields(NamedTuple):
    rules: NonprimeRules
    total: int
    turn: Player


class NonprimeAddition(_Fields, State):
    """A running total and whose turn it is."""

    __slots__ = ()
    name, title = "nonprime-addition", "Nonprime Addition"
    aim = "add, and never make the total prime"
    favoured = {"": "Nobody is favoured: a safe number always exists, so the first to slip loses."}
    Rules = NonprimeRules

    @classmethod
    def start(cls, rules: NonprimeRules | None = None) -> Self:
        rules = rules or NonprimeRules()
        return cls(rules, rules.start, 1)

    def too_large_to_play(self) -> str | None:
        return "A match must start with a total below 2^63." if self.total >= 2**63 else None

    def moves(self) -> tuple[int, ...]:
        rules, total, _ = self
        return () if total != rules.start and is_prime(total) else rules.choices

    def after(self, number: int) -> Self:
        rules, total, turn = self
        return new(type(self), (rules, total + number, OTHER[turn]))

    def ending(self) -> Ending | None:
        rules, total, turn = self
        if total != rules.start and is_prime(total):
            return Ending(turn, "made a prime", OTHER[turn])
        return None

    def refusal(self, move: Move) -> str:
        return f"Choose a whole number from {self.rules.smallest} to {self.rules.largest}."
