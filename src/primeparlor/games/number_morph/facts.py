"""What everyone at the table may see of Number Morph: which primes are open is for the players to find."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from primeparlor.games.number_morph.rules import NumberMorph

if TYPE_CHECKING:
    from primeparlor.core import Played


def facts(state: NumberMorph, line: Sequence[Played]) -> dict[str, Any]:
    """The number and the primes used: those set up rising, as nobody knows their order, then those played.

    `in_order` is how many at the end of `used` stand in the order played, `ordered` whether all do; `primes`
    is how many there are of this length.
    """
    played = [move for _, move in line]
    set_up = sorted({*state.history}.difference(played))
    return {
        "number": state.number,
        "used": [*set_up, *played],
        "ordered": not set_up,
        "in_order": len(played),
        "primes": len(state.rules.primes),
    }
