"""How far off the difference between keeping and discarding may be where it is an estimate.

Most of an error is the same for both choices, so their difference is known better than either. The bounds are
measured, not proven: bench/duel_choice.py compares estimates with exact values, and each bound is the largest
error it met in decisions of that kind, rounded up. Where more is at stake, errors are larger, but never as
large as the stake.
"""

from __future__ import annotations

from bisect import bisect_left

from primeparlor.games.prime_duel.rules import PrimeDuel

SMALL = 0.1  # a larger difference was never off by as much as this
CARDS = (15, 20, 25, 30)  # cards left, at most
TO_TARGET = (5, 10, 20)  # points that the player to move still needs, at most
BOUNDS = (  # of a small difference, by cards left, then by points needed; the last are those of more
    (0.061, 0.061, 0.061, 0.061),
    (0.044, 0.043, 0.039, 0.027),
    (0.042, 0.042, 0.033, 0.018),
    (0.034, 0.034, 0.029, 0.014),
    (0.028, 0.028, 0.018, 0.007),
)
IN_VARIANTS = 0.047  # whatever the position


def error_of_choice(state: PrimeDuel, difference: float) -> float:
    """The largest error met in decisions like this one; 0 if the card wins at once: nothing can be better."""
    needed = state.rules.target - state.mine
    if state.card == needed:
        return 0.0
    if state.rules.changed():
        return IN_VARIANTS
    if difference > SMALL:
        return SMALL
    return BOUNDS[bisect_left(CARDS, len(state.deck))][bisect_left(TO_TARGET, needed)]
