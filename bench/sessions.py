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

from primeparlor.coach.levels import WEAKER, Habits, Level
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.progress.file import MemoryStorage
from primeparlor.coach.puzzles.puzzle import Puzzle
from primeparlor.coach.training.practice import Attempt, next_puzzle
from primeparlor.core import Move
from primeparlor.games import GAMES, game_of

FIRST, LAST = 20, 60  # the puzzles that count come after the first and end with the last
LEAST, MOST = 0.40, 0.85


def answer(level: Level, puzzle: Puzzle, random: Random) -> Move:
    """What this level answers, by its own chance."""
    return game_of(puzzle.state).part("habits", Habits).answer(level, puzzle.state, puzzle.asked, random)


def session(level: Level, games: list[str], seed: str) -> tuple[list[bool], list[float], float]:
    """The answers to a session, the ratings reached in each game, and the seconds the puzzles took."""
    drawing, answering = Random(f"{seed}/puzzles"), Random(f"{seed}/answers")
    kept, seen = Diary("", file=MemoryStorage({})), list[str]()
    answers, seconds = list[bool](), 0.0
    for number in range(LAST):
        begun = time.perf_counter()
        puzzle = next_puzzle(kept, games[number % len(games)], None, seen=seen, random=drawing)
        seconds += time.perf_counter() - begun
        seen.append(puzzle.position)
        answers.append(Attempt(puzzle, kept).answer(answer(level, puzzle, answering)))
    return answers, [rated.rating.rating for rated in kept.ratings.values()], seconds


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
