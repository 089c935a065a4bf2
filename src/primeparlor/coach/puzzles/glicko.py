"""Glicko-2 ratings: strength, how certain it is, and how steady it is.

By Mark Glickman, "Example of the Glicko-2 system" (2012, http://www.glicko.net/glicko/glicko2.pdf), whose
numbered steps are named here. Puzzles are rated on the same scale: to answer one is to win against it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE, MIDDLE = 173.7178, 1500.0  # between Glicko's numbers and those of Glicko-2
CLOSE = 1e-6  # precision of the volatility
TAU = 0.5  # how much the volatility may change


class Rating(NamedTuple):
    """The strength of a player or the difficulty of a puzzle."""

    rating: float = MIDDLE
    deviation: float = 350.0
    volatility: float = 0.06


def expected_score(rating: float, opponent: float) -> float:
    """Return the share of points that a player of this rating makes against this opponent."""
    return 1 / (1 + 10 ** ((opponent - rating) / 400))


def rate(player: Rating, results: Sequence[tuple[Rating, float]], tau: float = TAU) -> Rating:
    """Return the player's rating after one period with these opponents and scores: 1 won, 0 lost."""
    mu, phi = (player.rating - MIDDLE) / SCALE, player.deviation / SCALE  # step 2
    information = pull = 0.0
    for opponent, score in results:  # steps 3 and 4
        g = 1 / sqrt(1 + 3 * (opponent.deviation / SCALE / pi) ** 2)
        share = 1 / (1 + exp(-g * (mu - (opponent.rating - MIDDLE) / SCALE)))
        information += g * g * share * (1 - share)
        pull += g * (score - share)
    if not results:
        return player._replace(deviation=SCALE * sqrt(phi**2 + player.volatility**2))
    variance = 1 / information
    volatility = _compute_volatility(player.volatility, phi, variance, variance * pull, tau)
    phi = 1 / sqrt(1 / (phi**2 + volatility**2) + information)  # steps 6 and 7
    return Rating(MIDDLE + SCALE * (mu + phi**2 * pull), SCALE * phi, volatility)  # step 8


def _compute_volatility(volatility: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Return the new volatility: step 5, by the Illinois method."""
    a = log(volatility**2)

    def f(x: float) -> float:
        grown = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - grown) / (2 * grown**2) - (x - a) / tau**2

    low = a
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        k = 1
        while f(a - k * tau) < 0:
            k += 1
        high = a - k * tau
    at_low, at_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        between = low + (low - high) * at_low / (at_high - at_low)
        at_between = f(between)
        if at_between * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, at_between
    return exp(low / 2)
