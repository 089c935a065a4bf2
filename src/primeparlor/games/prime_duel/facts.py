"""What anybody at the table may see of Prime Duel: how many of each card are left, not their order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from primeparlor.games.prime_duel.rules import PrimeDuel

if TYPE_CHECKING:
    from primeparlor.core import Played


def facts(state: PrimeDuel, line: Sequence[Played]) -> dict[str, Any]:
    """Both scores, the card on the table, how many of each card are left, and which scores are prime."""
    rules = state.rules
    return {
        "scores": list(state.scores),
        "card": state.card,
        "second_draw": state.second,
        "deck": [state.deck.count(card) for card in range(1, rules.largest + 1)],
        "prime_scores": [score for score in range(rules.target + 1) if rules.is_prime_score[score]],
    }
