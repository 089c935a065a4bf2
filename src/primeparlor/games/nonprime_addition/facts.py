"""What everyone at the table may see of Nonprime Addition: of the primes, only those already passed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from primeparlor.games.nonprime_addition.rules import NonprimeAddition
from primeparlor.primes import factors, is_prime

if TYPE_CHECKING:
    from primeparlor.core import Played

BEHIND = 200  # numbers behind the total whose primes are listed: no board is wider


def facts(state: NonprimeAddition, line: Sequence[Played]) -> dict[str, Any]:
    """The total, its factors, the totals that were made on the way, and the primes just passed."""
    total = state.total
    been = [total]
    for _, number in reversed(line):
        been.append(been[-1] - int(number))
    behind = range(max(state.rules.start, total - BEHIND), total)
    return {
        "total": total,
        "factors": factors(total),
        "been": been[::-1],
        "primes_passed": [n for n in behind if is_prime(n)],
    }
