"""Ratings of players and puzzles by Glicko-2: the rating after an answer, and that of the next puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp, log, log10, pi, sqrt
from random import Random
from typing import NamedTuple

SCALE, MIDDLE = 173.7178, 1500.0  # between Glicko's numbers and those of Glicko-2
CLOSE = 1e-6  # precision of the volatility
TAU = 0.5  # how much the volatility may change
SHARE = 0.60  # of the puzzles that a player shall answer
VARIETY = 50.0  # points by which the wanted rating may be off, so that not all puzzles are alike
MEASURED = 60.0  # deviation of a puzzle's rating, which comes from few answers
ELSEWHERE = 175.0  # how far somebody's strength in one game may be from that in the others


class Rating(NamedTuple):
    """The strength of a player or the difficulty of a puzzle."""

    rating: float = MIDDLE
    deviation: float = 350.0
    volatility: float = 0.06


NEW = Rating(900.0, 350.0, 0.09)  # a new player: the first puzzle is easy


# Glicko-2 ------------------------------------------------------------------------------------------


def compute_expected_score(rating: float, opponent: float) -> float:
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


# Puzzles -------------------------------------------------------------------------------------------


def rate_answer(player: Rating, puzzle: float, right: bool) -> Rating:
    """Return the player's rating after the first answer to a puzzle of this rating."""
    return rate(player, [(Rating(puzzle, MEASURED), float(right))])


def choose_puzzle_rating(ratings: Mapping[str, Rating], game: str, random: Random) -> float:
    """Return the rating of the next puzzle of this game, for a player of these ratings by game."""
    others = [rating for other, rating in ratings.items() if other != game]
    return choose_rating(combine_ratings(ratings.get(game, NEW), others), random)


def choose_rating(player: Rating, random: Random) -> float:
    """Return the rating of the next puzzle for this player."""
    easier = 400 * log10(SHARE / (1 - SHARE))
    return player.rating - easier + VARIETY * (2 * random.random() - 1)


def combine_ratings(player: Rating, others: Iterable[Rating]) -> Rating:
    """Return the rating in one game, combined with the ratings in the other games.

    A player who is strong in other games is no beginner in this one.
    """
    games = [(other.rating, other.deviation**-2) for other in others]
    known = [(player.rating, player.deviation**-2)]
    if games:
        rating, sure = _weigh_ratings(games)
        known.append((rating, 1 / (1 / sure + ELSEWHERE**2)))
    rating, sure = _weigh_ratings(known)
    return Rating(rating, sure**-0.5, player.volatility)


def _weigh_ratings(known: list[tuple[float, float]]) -> tuple[float, float]:
    """Return the mean of ratings weighted by their certainty, and its own certainty."""
    sure = sum(weight for _, weight in known)
    return sum(rating * weight for rating, weight in known) / sure, sure
