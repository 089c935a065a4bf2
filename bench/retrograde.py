"""Backward induction: the largest variants, swept and position by position, and OpenSpiel on the same game.

python bench/retrograde.py [--generic] [--peer PYTHON]

--generic also solves them position by position, in Python alone; the widest takes minutes. PYTHON is an
interpreter that has OpenSpiel: it and our solver take turns solving Nim, and the least of three times counts.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from time import perf_counter, process_time
from typing import ClassVar, NamedTuple, Self

from primeparlor import notation
from primeparlor.core import OTHER, Ending, Player, Rules, State
from primeparlor.solve import memory_needed, outline, retrograde, solve, solver_of

LARGE = [
    "prime-climb top=1000",
    "prime-climb top=1000 largest=99",
    "pocket-addition target=52 largest=14",
    "pocket-addition target=106 largest=14",  # the most positions
]
PILES = (5, 7, 9, 11)


def large(position: str, generic: bool) -> None:
    """Print the time and peak memory of one variant; needs a process of its own.

    The first answer about the first position, the import of numpy included, is what somebody waits for.
    """
    start = notation.read_position(position)
    needed = memory_needed(start)
    begin, working = perf_counter(), process_time()
    answer = retrograde.outline(start, size=solver_of(start).positions) if generic else outline(start)
    seconds, work = perf_counter() - begin, process_time() - working
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
    way = "position by position" if generic else "swept"
    print(f"{position}, {way}: {answer.verdict} for Player 1 in {answer.plies} moves")
    print(f"  answered in {seconds:.2f} s, of them {work:.2f} s of the processor")
    foreseen = "" if generic else f"; foreseen at most {needed / 2**20:.0f} MiB for the sweep"
    print(f"  peak {peak:.0f} MiB resident, the interpreter included{foreseen}")
    if not generic:
        print(f"  {solve(start.rules).positions:,} positions")


class NimRules(Rules):
    numbers: ClassVar = {}


class _Nim(NamedTuple):
    rules: NimRules
    piles: tuple[int, ...]
    turn: Player


class Nim(_Nim, State):
    """Take any number from one pile; taking the last one wins. A move is 100 × the pile + how many."""

    __slots__ = ()
    name, title = "nim", "Nim"
    Rules = NimRules

    def moves(self) -> tuple[int, ...]:
        return tuple([100 * i + n for i, left in enumerate(self.piles) for n in range(1, left + 1)])

    def after(self, move: int) -> Self:
        pile, number = divmod(move, 100)
        piles = self.piles
        piles = (*piles[:pile], piles[pile] - number, *piles[pile + 1 :])
        return type(self)(self.rules, piles, OTHER[self.turn])

    def ending(self) -> Ending | None:
        return None if any(self.piles) else Ending(OTHER[self.turn], "took the last one", OTHER[self.turn])


OPEN_SPIEL = f"""
from time import process_time
from open_spiel.python.algorithms.minimax_solver import MinimaxSolver
solver = MinimaxSolver("nim(pile_sizes={";".join(map(str, PILES))},is_misere=false)")
begin = process_time()
table = solver.solve()
print(len(table), process_time() - begin)
"""


def peer(python: str) -> None:
    """Nim solved by us, with the game in Python, and by OpenSpiel, with the game in C++."""
    ours, theirs = [], []
    for _ in range(3):
        begin = process_time()
        positions = retrograde.solve(Nim(NimRules(), PILES, 1)).positions
        ours.append(positions / (process_time() - begin))
        answer = subprocess.run([python, "-c", OPEN_SPIEL], check=True, capture_output=True, text=True)
        states, seconds = answer.stdout.split()
        theirs.append(int(states) / float(seconds))
    print(f"Nim {PILES}, positions/s: ours {max(ours):,.0f} ({positions:,} positions, distances too),")
    print(f"  OpenSpiel MinimaxSolver {max(theirs):,.0f} ({states} positions, values only)")
    print(f"  ratio {max(ours) / max(theirs):.1f}")


def main(words: list[str]) -> None:
    if words[:1] == ["--large"]:
        large(words[1], words[2:] == ["--generic"])
        return
    for generic in [[], ["--generic"]] if "--generic" in words else [[]]:
        for position in LARGE:
            subprocess.run([sys.executable, __file__, "--large", position, *generic], check=True)
    if "--peer" in words:
        peer(words[words.index("--peer") + 1])


if __name__ == "__main__":
    main(sys.argv[1:])
