"""Random draws, for chance and for players: each has a generator of its own."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from primeparlor.core import Move

if TYPE_CHECKING:
    from random import Random


class Fate:
    """The source of chance: fixed by a seed, for experiments, otherwise unpredictable.

    Each draw has a generator of its own. So no draw reveals anything about another, an undo draws afresh, and
    a match resumed with its seed goes on as it would have. Draws are counted, not moves: two matches of one
    seed see the same outcomes in the same order, whoever plays.
    """

    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed

    def draw(self, chances: Sequence[Move], earlier: int) -> Move:
        """Draw the next outcome of a match in which there were so many, taken back or not."""
        if self.seed is None:
            return chances[_draw_below(len(chances))]
        return self.make_stream("fate", earlier).choice(chances)

    def make_stream(self, name: str, number: int) -> Random:
        """Return the generator for one draw. The seed is hashed, so that the generator does not reveal it."""
        from random import Random

        if self.seed is None:
            return Random(os.urandom(32))
        from hashlib import sha512

        return Random(sha512(f"{self.seed}/{name}/{number}".encode()).digest())


def _draw_below(most: int) -> int:
    """Return a random whole number below this one; importing `random` would delay the first card.

    Bytes beyond the last multiple of `most` would favour small numbers, and are not used.
    """
    size = (most.bit_length() + 7) // 8
    even = 256**size - 256**size % most
    while (number := int.from_bytes(os.urandom(size))) >= even:
        pass
    return number % most
