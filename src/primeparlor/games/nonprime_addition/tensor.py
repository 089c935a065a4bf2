"""Nonprime Addition as numbers: the total in binary, which has room for every total there can be (N3)."""

from __future__ import annotations

from primeparlor.core import Player
from primeparlor.games.nonprime_addition.rules import NonprimeAddition, NonprimeRules
from primeparlor.tensors import tensor
from primeparlor.tensors.tensor import TURN, Block, encode_turn, list_bits

BITS = 64


class Tensor(tensor.Tensor[NonprimeAddition]):
    """The total and the turn."""

    def blocks(self, rules: NonprimeRules) -> tuple[Block, ...]:
        return (TURN, Block("total bit", range(BITS), "the binary digits of the total, the lowest first"))

    def encode(self, state: NonprimeAddition, player: Player) -> list[float]:
        return [*encode_turn(state, player), *list_bits(state.total, BITS)]
