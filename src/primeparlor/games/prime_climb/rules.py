"""Prime Climb: be the first to land exactly on the top of the staircase.

A prime step gives another turn. Nobody passes the top or steps onto the other's step.

Rulings
- C1  Both start on step 0, off the staircase, and may share it.
- C2  Landing on the top wins at once, whether or not the top is prime.
- C3  A prime step gives another turn to the same player, without limit.
- C4  A pass is legal only when no number is; that needs `largest=1` and the opponent one step ahead.
"""

from __future__ import annotations

from typing import NamedTuple, Self

from primeparlor.core import OTHER, PASS, Ending, Move, Player, Range, Rules, State
from primeparlor.primes import sieve

new = tuple.__new__
PASSING: tuple[Move, ...] = (PASS,)


class ClimbRules(Rules):
    """Components: a staircase up to `top` and the numbers 1 to `largest`, without limit."""

    numbers = {"top": Range(20, 2, 1000), "largest": Range(9, 1, 99)}
    top: int
    largest: int

    def prepare(self) -> None:
        self.actions, self.outcomes = (*range(1, self.largest + 1), PASS), ()
        self.is_prime_step = sieve(self.top + 1)
        self.within_reach = [
            tuple(range(1, min(self.largest, self.top - step) + 1)) for step in range(self.top + 1)
        ]


class _Fields(NamedTuple):
    rules: ClimbRules
    mine: int  # the step of the player to move
    theirs: int
    turn: Player


class PrimeClimb(_Fields, State):
    """Where the player to move and the opponent stand, and whose turn it is."""

    __slots__ = ()
    name, title = "prime-climb", "Prime Climb"
    aim = "first on the top; primes go again"
    house_variants = {
        "top=35 largest=4": "small steps, a fight of twenty moves",
        "top=100 largest=5": "small steps up a long staircase",
    }
    favoured = {
        "": "Player 1 can reach the top in the first turn.",
        "top=35 largest=4": "Player 1 wins, but it takes 20 moves of perfect play.",
        "top=100 largest=5": "Player 1 wins, but it takes 57 moves of perfect play.",
    }
    winning_side = {"": 1, "top=35 largest=4": 1, "top=100 largest=5": 1}
    Rules = ClimbRules

    @classmethod
    def start(cls, rules: ClimbRules | None = None) -> Self:
        return cls(rules or ClimbRules(), 0, 0, 1)

    @property
    def steps(self) -> tuple[int, int]:
        """The steps of Player 1 and Player 2."""
        return (self.mine, self.theirs) if self.turn == 1 else (self.theirs, self.mine)

    def moves(self) -> tuple[Move, ...]:
        rules, mine, theirs, _ = self
        if theirs == rules.top:
            return ()
        numbers: tuple[Move, ...] = rules.within_reach[mine]
        ahead = theirs - mine
        if 0 < ahead <= len(numbers):  # the opponent's step is taken
            numbers = numbers[: ahead - 1] + numbers[ahead:]
        return numbers or PASSING

    def after(self, move: Move) -> Self:
        rules, mine, theirs, turn = self
        if isinstance(move, int):
            mine += move
            if rules.is_prime_step[mine] and mine != rules.top:
                return new(type(self), (rules, mine, theirs, turn))
        return new(type(self), (rules, theirs, mine, OTHER[turn]))

    def ending(self) -> Ending | None:
        rules, _, theirs, turn = self
        if theirs != rules.top:
            return None
        return Ending(OTHER[turn], f"reached {rules.top}", OTHER[turn])

    def refusal(self, move: Move) -> str:
        rules, mine, theirs, _ = self
        if self.moves() == PASSING:
            return "You cannot move: you must pass."
        if isinstance(move, int) and 1 <= move <= rules.largest:
            if mine + move > rules.top:
                return f"{mine} + {move} = {mine + move} is beyond Step {rules.top}."
            return f"Step {theirs} is taken by your opponent."
        if move == PASS:
            return "You may pass only when you cannot move."
        return f"Choose a whole number from 1 to {rules.largest}."
