"""What the sweep of the book's game has found, for whoever cannot sweep it here."""

from __future__ import annotations

from primeparlor.games.prime_duel.rules import DuelRules

SHARE, POSITIONS = 0.5440852354, 24_414_062_500  # bench/results/duel_sweep_32.txt


def known_result(rules: DuelRules) -> str:
    """A sentence with the result of the whole game, to stand behind another; none for a variant."""
    if rules.changed():
        return ""
    return (
        f" The standard game has been solved: Player 1 wins {100 * SHARE:.5f} % of the games that both play"
        f" perfectly ({POSITIONS:,} positions)."
    )
