"""What fate and the players draw by: a generator of its own for each draw."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from primeparlor.core import Move

if TYPE_CHECKING:
    from random import Random


def draw(chances: Sequence[Move], seed: int | None, number: int) -> Move:
    """What fate brings after the event of this number."""
    return stream(seed, "fate", number).choice(chances)


def stream(seed: int | None, name: str, number: int) -> Random:
    """The generator for one draw. A seed is hashed, so that a generator does not give it away."""
    from random import Random

    if seed is None:
        return Random(os.urandom(32))
    from hashlib import sha512

    return Random(sha512(f"{seed}/{name}/{number}".encode()).digest())
