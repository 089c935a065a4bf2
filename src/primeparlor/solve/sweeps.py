"""Sweeps: all positions of a game solved at once, in a faster way of its own, and kept for later."""

from __future__ import annotations

from typing import Any, Protocol

from primeparlor.core import Rules
from primeparlor.solve.cache import Recent

LARGE = 25_000  # positions; for fewer, backward induction in Python is as quick as importing numpy


class Sweep(Protocol):
    """The numbers of all positions under some rules, in the scale of `retrograde`."""

    def __getitem__(self, state: Any, /) -> int: ...

    @property
    def size(self) -> int:
        """Bytes in memory."""

    def count_positions(self) -> int:
        """Return how many positions can arise from the start, the finished ones included."""


kept: Recent[Rules, Sweep] = Recent(lambda sweep: sweep.size)
large: Recent[Rules, bool] = Recent(lambda known: 1)  # whether many positions can follow the start
