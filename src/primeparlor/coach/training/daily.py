"""Daily puzzles and the daily duel: the same for everyone on a date, computed from the date alone.

Each game of the rota has one puzzle a day, and one of them in turn has the puzzle of the day. One game with
chance has the daily duel: a match with the day's cards, in which only the choices count. The puzzles are
easiest on Mondays and hardest on Sundays.

A date must always give the same puzzles. Any change to how they are made, or to what they are made from,
needs a new VERSION; the tests store the results for ten dates.
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
    """The contents of a date: its puzzles and its duel."""

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


class DailyDuel(NamedTuple):
    """The set-up of the daily duel: its day, the opponent's level, and the outcomes of chance."""

    day: date
    game: str
    level: str
    seed: int
    dealt: tuple[Move, ...]


def check_day(day: date) -> date:
    """Return the day if it has puzzles; raise otherwise."""
    if not FIRST <= day <= LAST:
        raise ParlorError(f"Choose a day from {FIRST} to {LAST}.")
    return day


def build_today(day: date) -> Today:
    """Return the contents of this date."""
    main = ROTA[day.toordinal() % len(ROTA)]
    others = tuple(game for game in ROTA if game != main)
    duel = next(game for game in ROTA if words_of(GAMES[game]).daily_level)
    return Today(day, day.timetuple().tm_yday, main, others, duel)


def build_puzzle(day: date, game: str, progress: Progress | None = None) -> Puzzle:
    """Return the puzzle of this date for this game."""
    wanted = GENTLE + HARDER * day.weekday()
    return generate(GAMES[game], _make_random(day, game), progress, wanted)


def build_duel(day: date) -> DailyDuel:
    """Return the duel of this date."""
    game = build_today(day).duel
    words = words_of(GAMES[game])
    dealt = words.daily_cards(_make_random(day, "duel"))
    return DailyDuel(day, game, words.daily_level, int(day.strftime("%Y%m%d")), dealt)


def _make_random(day: date, what: str) -> Random:
    return Random(f"primeparlor today {VERSION} {day.isoformat()} {what}")
