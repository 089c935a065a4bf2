"""What everyone at the table may see of Prime Duel: how many of each card are left, not their order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from primeparlor.games.prime_duel.rules import PrimeDuel

if TYPE_CHECKING:
    from primeparlor.core import Played


def facts(state: PrimeDuel, line: Sequence[Played]) -> dict[str, Any]:
    """Both scores, the card on the table, how many of each card are left, and which scores are prime.

    `last_card` is the one drawn last, wherever it lies now; None where the moves do not tell.
    """
    rules = state.rules
    drawn = (move for who, move in reversed(line) if who is None)
    return {
        "scores": list(state.scores),
        "card": state.card,
        "last_card": state.card or next(drawn, None),
        "second_draw": state.second,
        "deck": [state.deck.count(card) for card in range(1, rules.largest + 1)],
        "prime_scores": [score for score in range(rules.target + 1) if rules.is_prime_score[score]],
    }
