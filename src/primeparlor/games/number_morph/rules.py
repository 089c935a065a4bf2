"""Number Morph: change one digit to make an unused prime; whoever cannot loses.

Rulings
- M1  The first number is a uniformly random prime of the right length, or one given. It is fate's
      move and counts as used.
- M2  A move replaces one digit by another; no leading zero; the result is prime and unused. The new
      number names the move.
- M3  Only the rules end the game: a player loses when no unused prime is one digit away.
- M4  A refusal gives the first reason that applies: no change, a leading zero, not one digit away,
      already used, not prime (with its factors).
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple, Self

from primeparlor.core import OTHER, Ending, Move, Player, Range, Rules, State, named
from primeparlor.primes import as_product, sieve

new = tuple.__new__


class _Near(dict[int, tuple[int, tuple[tuple[int, int], ...]]]):
    """For a prime, the primes one digit away: all of them as a mask, and each with its bit.

    Filled on demand: large variants have many primes, and a game visits few of them.
    """

    def __init__(self, index: dict[int, int], digits: int) -> None:
        self.index, self.units = index, [10**place for place in range(digits)]

    def __missing__(self, number: int) -> tuple[int, tuple[tuple[int, int], ...]]:
        bits = {}
        for unit in self.units:
            bare = number - number // unit % 10 * unit
            for n in range(bare, bare + 10 * unit, unit):
                if n in self.index and n != number:
                    bits[n] = 1 << self.index[n]
        self[number] = sum(bits.values()), tuple(sorted(bits.items()))
        return self[number]


class MorphRules(Rules):
    """Components: the number of digits, and so the primes and which of them are one digit apart.

    A set of primes is kept as an integer, a *mask*: `index[prime]` is the prime's place in it.
    """

    numbers = {"digits": Range(3, 2, 7, most_to_play=5)}
    digits: int

    def prepare(self) -> None:
        self.least, self.beyond = 10 ** (self.digits - 1), 10**self.digits

    @cached_property
    def primes(self) -> tuple[int, ...]:
        """Every prime with this many digits, in rising order; made on demand, as there may be many."""
        table = sieve(self.beyond)
        return tuple(n for n in range(self.least, self.beyond) if table[n])

    @cached_property
    def actions(self) -> tuple[Move, ...]:
        return self.primes

    @cached_property
    def outcomes(self) -> tuple[Move, ...]:
        return self.primes

    @cached_property
    def index(self) -> dict[int, int]:
        return {prime: i for i, prime in enumerate(self.primes)}

    @cached_property
    def near(self) -> _Near:
        return _Near(self.index, self.digits)

    def places_changed(self, one: int, two: int) -> int:
        """In how many places the digits of two numbers differ."""
        return sum(a != b for a, b in zip(str(one), str(two), strict=True))


class _Fields(NamedTuple):
    rules: MorphRules
    number: int | None  # None before fate has chosen the first one
    used: int  # the history as a mask, including the current number
    turn: Player


class NumberMorph(_Fields, State):
    """The current number, the primes used so far and whose turn it is."""

    __slots__ = ()
    name, title = "number-morph", "Number Morph"
    aim = "change one digit, prime to prime"
    house_variants = {
        "digits=2": "only 21 primes, few enough to think through to the end",
        "digits=4": "a thousand primes to wander through",
    }
    favoured = {
        "": "Player 2 wins from every first number.",
        "digits=2": "Player 2 wins from every first number.",
        "digits=4": "Player 2 wins from every first number but one.",
    }
    winning_side = {"": 2, "digits=2": 2, "digits=4": 2}
    may_attempt = True
    Rules = MorphRules

    @classmethod
    def start(cls, rules: MorphRules | None = None) -> Self:
        return cls(rules or MorphRules(), None, 0, 1)

    @property
    def history(self) -> tuple[int, ...]:
        """The primes used so far, in rising order."""
        used = f"{self.used:b}"[::-1]  # shifting the mask for each prime would take long
        return tuple(prime for prime, bit in zip(self.rules.primes, used, strict=False) if bit == "1")

    def chances(self) -> tuple[int, ...]:
        return self.rules.primes if self.number is None else ()

    def moves(self) -> tuple[int, ...]:
        rules, number, used, _ = self
        if number is None:
            return ()
        return tuple([prime for prime, bit in rules.near[number][1] if not used & bit])

    def after(self, number: int) -> Self:
        rules, before, used, turn = self
        if before is not None:
            turn = OTHER[turn]
        return new(type(self), (rules, number, used | 1 << rules.index[number], turn))

    def ending(self) -> Ending | None:
        rules, number, used, turn = self
        if number is None or rules.near[number][0] & ~used:
            return None
        return Ending(OTHER[turn], "no prime left", OTHER[turn])

    def is_attempt(self, move: Move) -> bool:
        """Whether the new number is one digit away: a person may try it without penalty."""
        rules, number = self.rules, self.number
        return (
            isinstance(move, int)
            and number is not None
            and rules.least <= move < rules.beyond
            and rules.places_changed(number, move) == 1
        )

    def refusal(self, move: Move) -> str:
        rules, number = self.rules, self.number
        if number is None or not isinstance(move, int):
            return "Name a place and a digit, or the new number."
        if move == number:
            return f"That is already {number}: choose a different digit."
        if 0 <= move < rules.least:
            return "The first digit cannot be 0."
        if not self.is_attempt(move):
            return f"{named(move).capitalize()} is not {number} with one digit changed."
        if move in rules.index:
            return f"{move} has already been used."
        return f"{move} is not a prime number: {as_product(move)}."
