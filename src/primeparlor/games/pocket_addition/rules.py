"""Pocket Addition: take numbers from a shared pool and be the first with a total of exactly 15.

Rulings
- P1  There is one of each number.
- P2  A total may not exceed the target; reaching it exactly wins at once.
- P3  A number that fits must be taken: a pass is legal only when none fits.
- P4  The game ends when the pool is empty or both players pass in a row. The higher total wins;
      on equal totals the player who last took a number does.
"""

from __future__ import annotations

from typing import NamedTuple, Self

from primeparlor.core import OTHER, PASS, Ending, Move, Player, Range, Rules, State

new = tuple.__new__
PASSING: tuple[Move, ...] = (PASS,)


class PocketRules(Rules):
    """Components: the target and the numbers 1 to `largest`.

    A set of numbers is kept as an integer, a *mask*: number n is the bit 1 << (n - 1).
    """

    numbers = {"target": Range(15, 1, 200), "largest": Range(9, 1, 14)}
    target: int
    largest: int

    def prepare(self) -> None:
        self.actions, self.outcomes = (*range(1, self.largest + 1), PASS), ()
        self.all = (1 << self.largest) - 1
        self.listed: list[tuple[Move, ...]] = [()]
        for number in range(1, self.largest + 1):
            self.listed += [(*numbers, number) for numbers in self.listed]
        self.total = [sum(map(int, numbers)) for numbers in self.listed]
        # numbers that fit when this much room is left below the target
        self.fitting = [(1 << min(room, self.largest)) - 1 for room in range(self.target + 1)]


class _Fields(NamedTuple):
    rules: PocketRules
    mine: int  # the pocket of the player to move, as a mask
    theirs: int
    passes: int  # in a row
    turn: Player


class PocketAddition(_Fields, State):
    """Both pockets, the passes in a row and whose turn it is."""

    __slots__ = ()
    name, title = "pocket-addition", "Pocket Addition"
    aim = "take numbers, make exactly 15"
    house_variants = {"target=21": "a longer race with the same nine numbers"}
    favoured = {
        "": "Player 1 wins with three of the nine openings.",
        "target=21": "Player 1 wins with one of the nine openings.",
    }
    winning_side = {"": 1, "target=21": 1}
    Rules = PocketRules

    @classmethod
    def start(cls, rules: PocketRules | None = None) -> Self:
        return cls(rules or PocketRules(), 0, 0, 0, 1)

    @property
    def pockets(self) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
        """The numbers Player 1 and Player 2 have taken, in rising order."""
        mine, theirs = self.rules.listed[self.mine], self.rules.listed[self.theirs]
        return (mine, theirs) if self.turn == 1 else (theirs, mine)

    @property
    def totals(self) -> tuple[int, int]:
        """The totals of Player 1 and Player 2."""
        mine, theirs = self.rules.total[self.mine], self.rules.total[self.theirs]
        return (mine, theirs) if self.turn == 1 else (theirs, mine)

    @property
    def pool(self) -> tuple[Move, ...]:
        """The numbers still available."""
        return self.rules.listed[self.rules.all & ~(self.mine | self.theirs)]

    @property
    def last_taker(self) -> Player:
        """Who took a number last: after one pass the player now to move, else the other one."""
        return self.turn if self.passes == 1 else OTHER[self.turn]

    def moves(self) -> tuple[Move, ...]:
        rules, mine, theirs, passes, _ = self
        pool = rules.all & ~(mine | theirs)
        if not pool or passes == 2 or rules.total[theirs] == rules.target:
            return ()
        return rules.listed[pool & rules.fitting[rules.target - rules.total[mine]]] or PASSING

    def after(self, move: Move) -> Self:
        rules, mine, theirs, passes, turn = self
        if isinstance(move, int):
            return new(type(self), (rules, theirs, mine | 1 << (move - 1), 0, OTHER[turn]))
        return new(type(self), (rules, theirs, mine, passes + 1, OTHER[turn]))

    def ending(self) -> Ending | None:
        rules, mine, theirs, passes, turn = self
        my_total, their_total = rules.total[mine], rules.total[theirs]
        if their_total == rules.target:
            return Ending(OTHER[turn], f"reached {rules.target}", OTHER[turn])
        if passes < 2 and mine | theirs != rules.all:
            return None
        if my_total == their_total:
            return Ending(self.last_taker, "last to take", self.last_taker)
        winner = turn if my_total > their_total else OTHER[turn]
        return Ending(winner, "higher total", winner)

    def refusal(self, move: Move) -> str:
        rules, pool = self.rules, self.pool
        if self.moves() == PASSING:
            return f"No number fits within {rules.target}: you must pass."
        if move == PASS:
            return "You may pass only when no number fits."
        if not isinstance(move, int) or not 1 <= move <= rules.largest:
            return f"Choose a whole number from 1 to {rules.largest}."
        if move not in pool:
            return f"{move} has already been taken."
        total = rules.total[self.mine]
        return f"{total} + {move} = {total + move} exceeds {rules.target}."
