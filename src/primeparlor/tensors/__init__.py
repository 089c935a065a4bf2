"""Positions as numbers, for programs that learn: a game's `tensor.py`, or the default in `tensor`.

tensor     the base of a game's encoding, and its default
fields     the fields of a state as numbers, for games that bring no `tensor.py`
"""

from __future__ import annotations

from typing import Any

from primeparlor.core import State
from primeparlor.games.game import game_of
from primeparlor.tensors.tensor import Block, Tensor


def tensor_of(game: State | type[State]) -> Tensor[Any]:
    """Return how positions of this game are written as numbers."""
    return game_of(game).part("tensor", Tensor)


__all__ = ["Block", "Tensor", "tensor_of"]
