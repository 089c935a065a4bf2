"""Number Morph as numbers: the digits of the current number, and which primes are used."""

from __future__ import annotations

from primeparlor.core import Player
from primeparlor.games.number_morph.rules import MorphRules, NumberMorph
from primeparlor.tensors import tensor
from primeparlor.tensors.tensor import TURN, Block, encode_turn, list_bits, one_hot


class Tensor(tensor.Tensor[NumberMorph]):
    """A place for each digit in each place of the number, the used primes, and the turn."""

    def blocks(self, rules: MorphRules) -> tuple[Block, ...]:
        digits = (
            Block(
                f"digit {place + 1}",
                range(10),
                "1 for this digit of the number; all 0 before the first number",
            )
            for place in range(rules.digits)
        )
        return (TURN, *digits, Block("used", rules.primes, "1 for each prime that has been used"))

    def encode(self, state: NumberMorph, player: Player) -> list[float]:
        rules, number, used, _ = state
        digits = [None] * rules.digits if number is None else map(int, str(number))
        places = [bit for digit in digits for bit in one_hot(digit, 10)]
        return [*encode_turn(state, player), *places, *list_bits(used, len(rules.primes))]
