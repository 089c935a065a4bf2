"""Prime Climb as numbers: a place for each step, for both players."""

from __future__ import annotations

from primeparlor.core import Player
from primeparlor.games.prime_climb.rules import ClimbRules, PrimeClimb
from primeparlor.tensors import tensor
from primeparlor.tensors.tensor import TURN, Block, encode_turn, one_hot


class Tensor(tensor.Tensor[PrimeClimb]):
    """Both steps and the turn."""

    def blocks(self, rules: ClimbRules) -> tuple[Block, ...]:
        steps = range(rules.top + 1)
        return (
            TURN,
            Block("your step", steps, "1 where you stand"),
            Block("their step", steps, "1 where your opponent stands"),
        )

    def encode(self, state: PrimeClimb, player: Player) -> list[float]:
        rules, mine, theirs, turn = state
        yours, other = (mine, theirs) if turn == player else (theirs, mine)
        size = rules.top + 1
        return [*encode_turn(state, player), *one_hot(yours, size), *one_hot(other, size)]
