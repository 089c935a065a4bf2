"""What everyone at the table may see of Prime Climb."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from primeparlor.games.prime_climb.rules import PrimeClimb

if TYPE_CHECKING:
    from primeparlor.core import Played


def facts(state: PrimeClimb, line: Sequence[Played]) -> dict[str, Any]:
    """Where both players stand, and the steps that give another turn."""
    prime = state.rules.is_prime_step
    return {
        "steps": list(state.steps),
        "prime_steps": [step for step in range(state.rules.top + 1) if prime[step]],
    }
