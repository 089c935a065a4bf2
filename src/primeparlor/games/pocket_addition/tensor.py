"""Pocket Addition as numbers: who has taken each number, and the passes in a row."""

from __future__ import annotations

from primeparlor.core import Player
from primeparlor.games.pocket_addition.rules import PocketAddition, PocketRules
from primeparlor.tensors import tensor
from primeparlor.tensors.tensor import TURN, Block, encode_turn, list_bits, one_hot


class Tensor(tensor.Tensor[PocketAddition]):
    """Both pockets, the passes and the turn."""

    def blocks(self, rules: PocketRules) -> tuple[Block, ...]:
        numbers = range(1, rules.largest + 1)
        return (
            TURN,
            Block("your pocket", numbers, "1 for each number that you have taken"),
            Block("their pocket", numbers, "1 for each number that your opponent has taken"),
            Block("passes", (0, 1, 2), "1 for how many passes there were in a row"),
        )

    def encode(self, state: PocketAddition, player: Player) -> list[float]:
        rules, mine, theirs, passes, turn = state
        yours, other = (mine, theirs) if turn == player else (theirs, mine)
        pockets = [*list_bits(yours, rules.largest), *list_bits(other, rules.largest)]
        return [*encode_turn(state, player), *pockets, *one_hot(passes, 3)]
