"""Daily puzzles and the daily duel: the same for everyone on a date, computed from the date alone.

Each game of the rota has one puzzle a day, and one of them has the puzzle of the day. One game with chance
has the daily duel: a match with the day's cards, in which only the choices count. The puzzles are easiest on
Mondays and hardest on Sundays.

A date must always give the same puzzles. Any change to how they are made, or to what they are made from,
needs a new version, which begins on a date of its own; the tests store what some dates of each bring.

version 1  the games take turns; any puzzle of about the wanted rating
version 2  the games come in shuffled blocks, none on two days in a row; a line, or a puzzle that offers at
           least four answers; and every board belongs to one block of a cycle of two years, so that none of
           this version comes back before
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from random import Random
from typing import NamedTuple
from zlib import crc32

from primeparlor import notation
from primeparlor.coach.progress.document import TRIES
from primeparlor.coach.puzzles.line_puzzle import LinePuzzle, build_line_at
from primeparlor.coach.puzzles.puzzle import NEAR, Puzzle, build_puzzle_at, generate, strip_turn
from primeparlor.coach.random_choice import StableRandom
from primeparlor.coach.reasons import words_of
from primeparlor.core import Move, ParlorError, State
from primeparlor.games import GAMES, ROTAS
from primeparlor.primes import as_product, is_prime
from primeparlor.solve import Progress

ROTA = ROTAS[1]  # the games of a day
FIRST, LAST = date(2000, 1, 1), date(2999, 12, 31)  # the days that can be asked for
BEGINNINGS = {1: FIRST, 2: date(2026, 11, 19)}  # the first day of each version
RATINGS = {1: (950.0, 80.0), 2: (950.0, 100.0)}  # wanted on a Monday, and how much more on each day after it
CYCLE = 149  # blocks, with one day for each game: 745 days, more than two years
GUESSED = 0.75  # the highest chance of guessing: one of four answers in three tries
LINES = 0.5  # share of the boards at which a line is looked for before a puzzle
CANDIDATES = 6  # puzzles of which the one nearest to the wanted rating is posed
DRAWS = 30_000  # random games, or positions, that are drawn for a puzzle


class Today(NamedTuple):
    """The contents of a date: its puzzles and its duel."""

    day: date
    number: int  # of the day in its year: its name
    main: str  # the game of the puzzle of the day, which carries the streak
    others: tuple[str, ...]  # the games that bring one more puzzle each
    duel: str  # the game of the daily duel

    @property
    def version(self) -> int:
        """The version of the generator that makes this day."""
        return find_version(self.day)

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


def find_version(day: date) -> int:
    """Return the version of the generator that makes this date; a clock may stand before the first."""
    return max((version for version, first in BEGINNINGS.items() if first <= day), default=1)


def build_today(day: date) -> Today:
    """Return the contents of this date."""
    if find_version(day) == 1:
        main = ROTA[day.toordinal() % len(ROTA)]
    else:
        block, at = _find_block(day)
        main = _order_games(block)[at]
    others = tuple(game for game in ROTA if game != main)
    duel = next(game for game in ROTA if words_of(GAMES[game]).daily_level)
    return Today(day, day.timetuple().tm_yday, main, others, duel)


def build_puzzle(day: date, game: str, progress: Progress | None = None) -> Puzzle:
    """Return the puzzle of this date for this game."""
    version, random = find_version(day), _make_random(day, game)
    gentle, harder = RATINGS[version]
    wanted = gentle + harder * day.weekday()
    if version == 1:
        return generate(GAMES[game], random, progress, wanted)
    return _generate_in_block(GAMES[game], random, progress, wanted, _find_block(day)[0])


def build_duel(day: date) -> DailyDuel:
    """Return the duel of this date."""
    game = build_today(day).duel
    words = words_of(GAMES[game])
    dealt = words.daily_cards(_make_random(day, "duel"))
    return DailyDuel(day, game, words.daily_level, int(day.strftime("%Y%m%d")), dealt)


def _make_random(day: date, what: str) -> Random:
    return Random(f"primeparlor today {find_version(day)} {day.isoformat()} {what}")


# Version 2 ------------------------------------------------------------------------------------------------


def _find_block(day: date) -> tuple[int, int]:
    """Return the block of this day, and the number of the day in it, from 0."""
    return divmod((day - BEGINNINGS[2]).days, len(ROTA))


def _order_games(block: int) -> list[str]:
    """Return the games of this block in order, each once, and not first what the last block ended with."""
    games, before = _shuffle_games(block), _shuffle_games(block - 1)
    if games[0] == before[-1]:
        games[:2] = games[1], games[0]  # the last one stays, so that the next block need not know
    return games


def _shuffle_games(block: int) -> list[str]:
    games = list(ROTA)
    StableRandom(f"primeparlor games 2 {block}").shuffle(games)
    return games


def is_of_block(state: State, block: int) -> bool:
    """Return True if the puzzle at this board may come in this block, and in no other of the cycle."""
    board = strip_turn(notation.position(state))
    return crc32(board.encode()) % CYCLE == block % CYCLE


def compute_guess_chance(puzzle: Puzzle) -> float:
    """Return the chance of solving the puzzle with the tries of a day if every answer is a guess.

    No answer is tried twice. In a line, the misses at all its decisions count together.
    """
    misses = [1.0]  # the chance of so many misses so far, by their number
    for step in puzzle.list_steps() if isinstance(puzzle, LinePuzzle) else [puzzle]:
        here, open_chance = list[float](), 1.0
        right, offered = len(step.answers), len(step.among or step.state.moves())
        for missed in range(min(TRIES, offered - right + 1)):
            hit = right / (offered - missed)
            here.append(open_chance * hit)
            open_chance *= 1 - hit
        misses = [
            sum(misses[k] * here[n - k] for k in range(n + 1) if k < len(misses) and n - k < len(here))
            for n in range(TRIES)
        ]
    return sum(misses)


def _generate_in_block(
    game: type[State], random: Random, progress: Progress | None, wanted: float, block: int
) -> Puzzle:
    """Generate a puzzle for this block: of a few candidates the one nearest to the wanted rating."""
    found = list[Puzzle]()
    for state in _draw_boards(game, random, wanted, block):
        if progress:
            progress(0, None)
        puzzle = _build_at(state, random, progress)
        if puzzle is None:
            continue
        found.append(puzzle.rate(progress))
        if len(found) == CANDIDATES or abs(puzzle.rating - wanted) <= NEAR:
            break
    if not found:
        raise ParlorError("No puzzle was found for this day.")
    return min(found, key=lambda puzzle: abs(puzzle.rating - wanted))


def _draw_boards(game: type[State], random: Random, wanted: float, block: int) -> Iterator[State]:
    """Draw different positions of this block from games played at random."""
    words, seen = words_of(game), set[State]()
    for _ in range(DRAWS):
        for state in words.draw_daily_positions(random, wanted):
            if is_of_block(state, block) and state not in seen:
                seen.add(state)
                yield state


def _build_at(state: State, random: Random, progress: Progress | None) -> Puzzle | None:
    """Return a line or a puzzle at this position that is hard to guess; None if there is neither."""
    builders = (
        [build_line_at, build_puzzle_at] if random.random() < LINES else [build_puzzle_at, build_line_at]
    )
    made = (build(state, progress) for build in builders)
    return next((puzzle for puzzle in made if puzzle and compute_guess_chance(puzzle) <= GUESSED), None)
