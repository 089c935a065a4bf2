"""What anybody at the table may see of Number Morph: which primes are open is for the players to find."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from primeparlor.games.number_morph.rules import NumberMorph

if TYPE_CHECKING:
    from primeparlor.core import Played


def facts(state: NumberMorph, line: Sequence[Played]) -> dict[str, Any]:
    """The number and the primes used: in the order played if that is known, else rising."""
    used = state.history
    ordered = len(line) == len(used)  # a set-up position has a history without an order
    return {
        "number": state.number,
        "used": [move for _, move in line] if ordered else list(used),
        "ordered": ordered,
    }
