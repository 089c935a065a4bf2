"""Pig: roll a die as often as you dare; a 1 costs you the points of this turn. First to hold 20 wins.

A turn begins with a roll. Whoever has enough points to win holds: there is nothing left to roll for.
"""

from __future__ import annotations

from typing import NamedTuple, Self

from primeparlor.core import OTHER, Ending, Move, Player, Range, Rules, State

ROLL, HOLD = "roll", "hold"


class PigRules(Rules):
    """The score that wins, and the sides of the die."""

    numbers = {"target": Range(20, 2, 100), "sides": Range(6, 2, 20)}
    target: int
    sides: int

    def prepare(self) -> None:
        self.outcomes = tuple(range(1, self.sides + 1))
        self.actions = (ROLL, HOLD)


class _Fields(NamedTuple):
    rules: PigRules
    one: int  # Player 1's score
    two: int
    points: int  # of this turn, not safe yet
    rolling: bool  # whether the die is in the air
    turn: Player


class Pig(_Fields, State):
    """Both scores, the points at risk and whose turn it is."""

    __slots__ = ()
    name, title = "pig", "Pig"
    aim = "roll, and hold in time; a 1 ends your turn"
    drawn = "rolled"
    house_variants = {"target=10 sides=2": "a coin instead of a die: when do you hold?"}
    Rules = PigRules

    @classmethod
    def start(cls, rules: PigRules | None = None) -> Self:
        return cls(rules or PigRules(), 0, 0, 0, True, 1)

    @property
    def score(self) -> int:
        """The score of the player to move, without the points at risk."""
        return self.one if self.turn == 1 else self.two

    def chances(self) -> tuple[Move, ...]:
        return self.rules.outcomes if self.rolling and not self.ending() else ()

    def moves(self) -> tuple[Move, ...]:
        if self.rolling:
            return ()
        return (ROLL, HOLD) if self.score + self.points < self.rules.target else (HOLD,)

    def after(self, move: Move) -> Self:
        if move == ROLL:
            return self._replace(rolling=True)
        if move == HOLD:
            held = self.score + self.points
            one, two = (held, self.two) if self.turn == 1 else (self.one, held)
            return type(self)(self.rules, one, two, 0, True, OTHER[self.turn])
        if move == 1:
            return self._replace(points=0, turn=OTHER[self.turn])
        return self._replace(points=self.points + int(move), rolling=False)

    def ending(self) -> Ending | None:
        winner = OTHER[self.turn]  # a game ends when somebody holds, and then the turn has passed
        if (self.one if winner == 1 else self.two) < self.rules.target:
            return None
        return Ending(winner, f"reached {self.rules.target}", winner)

    def refusal(self, move: Move) -> str:
        if move == ROLL:
            return f"You have the {self.rules.target} you need: hold."
        return "You may roll again or hold."
