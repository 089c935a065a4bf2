"""What everyone at the table may see of Prime Climb."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from primeparlor.games.prime_climb.rules import ClimbRules, PrimeClimb

if TYPE_CHECKING:
    from primeparlor.core import Played


FOR_BOARDS = ("reach",)  # a prompt for a program lists legal moves only if asked to


def facts(state: PrimeClimb, line: Sequence[Played]) -> dict[str, Any]:
    """Where both players stand, the steps that each could climb to, and the steps that give another turn."""
    prime, (one, two) = state.rules.is_prime_step, state.steps
    return {
        "steps": [one, two],
        "reach": [_find_reach(state.rules, one, two), _find_reach(state.rules, two, one)],
        "prime_steps": [step for step in range(state.rules.top + 1) if prime[step]],
    }


def _find_reach(rules: ClimbRules, mine: int, theirs: int) -> list[int]:
    """Return the steps that a player on one step can climb to: not the other player's."""
    return [mine + number for number in rules.within_reach[mine] if mine + number != theirs]
