"""Something new every day: the same for everyone on a date, made from the date alone.

The games of the rota take turns with the puzzle of the day, and each of the others adds one more. One game
with chance brings the daily duel: a match with the day's cards, in which only the choices count. Mondays are
gentle, Sundays are not.

A date must always bring the same. Any change to what is made here, or to what it is made from, needs a new
VERSION; the tests keep what ten dates bring.
"""

from __future__ import annotations

from datetime import date
from random import Random
from typing import NamedTuple

from primeparlor.coach.puzzles.puzzle import Puzzle, generate
from primeparlor.coach.reasons import words_of
from primeparlor.core import Move, ParlorError
from primeparlor.games import GAMES, ROTAS
from primeparlor.primes import as_product, is_prime
from primeparlor.solve import Progress

VERSION = 1
ROTA = ROTAS[VERSION]  # the games that take turns
GENTLE, HARDER = 950.0, 80.0  # the rating wanted on a Monday, and how much it grows each day until Sunday
FIRST, LAST = date(2000, 1, 1), date(2999, 12, 31)  # the days that can be asked for


class Today(NamedTuple):
    """What a date brings."""

    day: date
    number: int  # of the day in its year: its name
    main: str  # the game of the puzzle of the day, which carries the streak
    others: tuple[str, ...]  # the games that bring one more puzzle each
    duel: str  # the game of the daily duel

    @property
    def is_prime(self) -> bool:
        return is_prime(self.number)

    @property
    def name(self) -> str:
        """The number with its factors: "№ 316 = 2 × 2 × 79"; a prime day has none."""
        return f"№ {as_product(self.number)}"


class Duel(NamedTuple):
    """How the daily duel is set up: of which day, against whom, and with what chance brings."""

    day: date
    game: str
    level: str
    seed: int
    dealt: tuple[Move, ...]


def in_range(day: date) -> date:
    """The day, if it is one that brings something; else raises."""
    if not FIRST <= day <= LAST:
        raise ParlorError(f"Choose a day from {FIRST} to {LAST}.")
    return day


def today(day: date) -> Today:
    """What this date brings."""
    main = ROTA[day.toordinal() % len(ROTA)]
    others = tuple(game for game in ROTA if game != main)
    duel = next(game for game in ROTA if words_of(GAMES[game]).daily_level)
    return Today(day, day.timetuple().tm_yday, main, others, duel)


def puzzle(day: date, game: str, progress: Progress | None = None) -> Puzzle:
    """The puzzle that this date brings for this game."""
    wanted = GENTLE + HARDER * day.weekday()
    return generate(GAMES[game], _random(day, game), progress, wanted)


def duel(day: date) -> Duel:
    """The duel of this date."""
    game = today(day).duel
    words = words_of(GAMES[game])
    dealt = words.daily_cards(_random(day, "duel"))
    return Duel(day, game, words.daily_level, int(day.strftime("%Y%m%d")), dealt)


def _random(day: date, what: str) -> Random:
    return Random(f"primeparlor today {VERSION} {day.isoformat()} {what}")
