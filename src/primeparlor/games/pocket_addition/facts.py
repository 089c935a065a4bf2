"""What everyone at the table may see of Pocket Addition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from primeparlor.games.pocket_addition.rules import PocketAddition

if TYPE_CHECKING:
    from primeparlor.core import Played


def facts(state: PocketAddition, line: Sequence[Played]) -> dict[str, Any]:
    """The pool, both pockets with their totals, and the passes in a row."""
    return {
        "pool": list(state.pool),
        "pockets": [list(pocket) for pocket in state.pockets],
        "totals": list(state.totals),
        "passes": state.passes,
    }
