"""What everyone at the table may see of Number Morph: which primes are open is for the players to find."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from primeparlor.games.number_morph.rules import NumberMorph

if TYPE_CHECKING:
    from primeparlor.core import Played


FOR_BOARDS = ("made_by",)  # a prompt for a program tells it in the history


def facts(state: NumberMorph, line: Sequence[Played]) -> dict[str, Any]:
    """The number and the primes used: those set up rising, as nobody knows their order, then those played.

    `in_order` is how many at the end of `used` stand in the order played, `ordered` whether all do; `primes`
    is how many there are of this length. `made_by` is who made each used one; None for the first, which was
    drawn, and for those that were set up.
    """
    played = [move for _, move in line]
    set_up = sorted({*state.history}.difference(played))
    return {
        "number": state.number,
        "used": [*set_up, *played],
        "made_by": [*([None] * len(set_up)), *(who for who, _ in line)],
        "ordered": not set_up,
        "in_order": len(played),
        "primes": len(state.rules.primes),
    }
