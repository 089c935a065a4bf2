"""Whether sessions fit the player: each level answers one, and the puzzles follow its rating.

python bench/sessions.py [SESSIONS [GAME …]]    a row a game, and one of all games mixed

SESSIONS are the numbers of the first session and the last, by default 0-4; each number is a seed. Prints, for
each level, the share of right answers after the first twenty puzzles and the rating reached, and how long a
puzzle takes to make. `perfect` is not asked: it is always right.
"""

from __future__ import annotations

import sys
import time
from random import Random

from primeparlor.coach.glicko import Rating
from primeparlor.coach.habits import WEAKER, Habits, Level
from primeparlor.coach.puzzles import Puzzle, generate
from primeparlor.coach.session import NEW, after, fitting
from primeparlor.games import GAMES, game_of

FIRST, LAST = 20, 60  # the puzzles that count come after the first and end with the last
LEAST, MOST = 0.40, 0.85


def is_right(level: Level, puzzle: Puzzle, random: Random) -> bool:
    """Whether this level answers the puzzle, by its own chance."""
    habits = game_of(puzzle.state).part("habits", Habits)
    return habits.answer(level, puzzle.state, puzzle.asked, random) in puzzle.answers


def session(level: Level, games: list[str], seed: str) -> tuple[list[bool], list[float], float]:
    """The answers to a session, the ratings reached in each game, and the seconds the puzzles took."""
    drawing, answering = Random(f"{seed}/puzzles"), Random(f"{seed}/answers")
    ratings: dict[str, Rating] = {}
    answers, seconds = list[bool](), 0.0
    for number in range(LAST):
        game = games[number % len(games)]
        begun = time.perf_counter()
        puzzle = generate(GAMES[game], drawing, None, fitting(ratings, game, drawing))
        seconds += time.perf_counter() - begun
        answers.append(is_right(level, puzzle, answering))
        ratings[game] = after(ratings.get(game, NEW), puzzle.rating, answers[-1])
    return answers, [rating.rating for rating in ratings.values()], seconds


def row(games: list[str], sessions: range) -> str:
    """A line of the table."""
    cells, seconds = list[str](), 0.0
    for level in WEAKER:
        right, ratings = list[bool](), list[float]()
        for number in sessions:
            answers, reached, took = session(level, games, f"{number}/{level.name}/{games}")
            right += answers[FIRST:]
            ratings += reached
            seconds += took
        share = sum(right) / len(right)
        outside = "" if LEAST <= share <= MOST else " !"
        cells.append(f"{100 * share:.0f} %{outside} ({sum(ratings) / len(ratings):.0f})")
    each = 1000 * seconds / (len(sessions) * LAST * len(WEAKER))
    return f"| {games[0] if len(games) == 1 else 'all games'} | {' | '.join(cells)} | {each:.0f} ms |"


def main() -> None:
    first, last = map(int, (sys.argv[1] if len(sys.argv) > 1 else "0-4").split("-"))
    sessions = range(first, last + 1)
    games = sys.argv[2:] or list(GAMES)
    print(f"| game | {' | '.join(level.name for level in WEAKER)} | a puzzle takes |")
    for chosen in [*([game] for game in games), *([games] if len(games) > 1 else [])]:
        print(row(chosen, sessions), flush=True)


if __name__ == "__main__":
    main()
