"""What everyone at the table may see of Nonprime Addition: of the primes, only those already passed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from primeparlor.games.nonprime_addition.rules import NonprimeAddition
from primeparlor.primes import factors, is_prime

if TYPE_CHECKING:
    from primeparlor.core import Played

BEHIND = 200  # numbers behind the total that are told of: no board is wider


def facts(state: NonprimeAddition, line: Sequence[Played]) -> dict[str, Any]:
    """The total, its factors, and what lies just behind: the totals made on the way, the primes passed.

    The first total that is told of may lie further behind: a hop leads from there into the picture.
    """
    total = state.total
    been = [total]
    for _, number in reversed(line):
        if been[-1] < total - BEHIND:
            break
        been.append(been[-1] - int(number))
    behind = range(max(state.rules.start, total - BEHIND), total)
    return {
        "total": total,
        "factors": factors(total),
        "been": been[::-1],
        "primes_passed": [n for n in behind if is_prime(n)],
    }
