"""Choice of difficulty: the next puzzle is one that the player answers about six times in ten."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import log10
from random import Random

from primeparlor.coach.puzzles.glicko import Rating, rate

NEW = Rating(900.0, 350.0, 0.09)  # a new player: the first puzzle is easy
SHARE = 0.60  # of the puzzles that a player shall answer
VARIETY = 50.0  # points by which the wanted rating may be off, so that not all puzzles are alike
MEASURED = 60.0  # deviation of a puzzle's rating, which comes from few answers

ELSEWHERE = 175.0  # how far somebody's strength in one game may be from that in the others


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


def choose_puzzle_rating(ratings: Mapping[str, Rating], game: str, random: Random) -> float:
    """Return the rating of the next puzzle of this game, for a player of these ratings by game."""
    others = [rating for other, rating in ratings.items() if other != game]
    return choose_rating(combine_ratings(ratings.get(game, NEW), others), random)


def choose_rating(player: Rating, random: Random) -> float:
    """Return the rating of the next puzzle for this player."""
    easier = 400 * log10(SHARE / (1 - SHARE))
    return player.rating - easier + VARIETY * (2 * random.random() - 1)


def rate_answer(player: Rating, puzzle: float, right: bool) -> Rating:
    """Return the player's rating after the first answer to a puzzle of this rating."""
    return rate(player, [(Rating(puzzle, MEASURED), float(right))])
