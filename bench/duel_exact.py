"""How much of Prime Duel is exact within a tenth of a second, two, ten and sixty, by the way it is computed.

    python bench/duel_exact.py [DECISIONS]       writes results/duel_exact.txt (default 100 decisions)
    python bench/duel_exact.py reviews [GAMES]   writes results/duel_reviews.txt (default 10 games)

apart: numpy alone, every card by itself. alike: cards that fit neither player are counted together. compiled:
the same with Numba. What would take far longer than two seconds is not tried: its time is reckoned from the
number of positions, at the lowest speed met in decks that were large. Times are of the processor; those of
reviews by the clock.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from itertools import islice, product
from pathlib import Path
from time import process_time

from duel_choice import RULES, met
from primeparlor.coach.levels import WEAKER
from primeparlor.coach.review.refinement import RefinedReview
from primeparlor.games.prime_duel.rules import PrimeDuel
from primeparlor.games.prime_duel.solver import at_the_table
from primeparlor.games.prime_duel.solver.at_the_table import Look
from primeparlor.games.prime_duel.solver.table import full_deck_table
from primeparlor.match import Match
from primeparlor.players import create_player, play_match
from primeparlor.solve import Effort

TIMES = {"apart": (0.1, 2.0), "alike": (0.1, 2.0), "compiled": (0.1, 2.0, 10.0, 60.0)}
TOO_MANY = {"numpy": 15_000_000, "compiled": 120_000_000}  # positions
LARGE = 20_000_000  # positions of a deck by which the speed is measured
REVIEWS = (2, 10, 30)  # seconds for each game
SIZES = (20, 24, 28, 32, 39)  # cards left, at most
LARGEST = PrimeDuel(RULES, 0, 0, tuple(sorted([*range(1, 11)] * 2)), 10, False, 1)
NEVER = float("inf")


def seconds(state: PrimeDuel, compiled: bool) -> float:
    """How long an exact answer takes."""
    look, table = Look.at(state), full_deck_table(RULES)
    work = look.size.positions if compiled else look.work()[-1]
    if work > TOO_MANY["compiled" if compiled else "numpy"]:
        return NEVER
    began = process_time()
    if compiled:
        look.compiled_worth(table, None)
    else:
        look.worth(table, sum(look.counts))
    return process_time() - began


def reckon(spent: Sequence[float], states: Sequence[PrimeDuel]) -> tuple[list[float], float]:
    """The times with those that were not tried reckoned, and the speed, in positions a second."""
    sizes = [Look.at(state).size.positions for state in states]
    timed = [
        size / one for size, one in zip(sizes, spent, strict=True) if LARGE < size <= TOO_MANY["compiled"]
    ]
    speed = min(timed)
    return [size / speed if one == NEVER else one for size, one in zip(sizes, spent, strict=True)], speed


def shares(spent: Sequence[float], times: Sequence[float]) -> str:
    """Which share took at most each of the times."""
    return ", ".join(f"{sum(one <= most for one in spent) / len(spent):.1%} in {most:g} s" for most in times)


def review_games(number: int) -> None:
    """Review games between levels in so many seconds each, and write how many choices are exact then."""
    levels = [level.name for level in WEAKER]
    labels = list(product(levels, levels))
    lines = [f"{number} games between levels, with Numba and without"]
    kernels = at_the_table.recursion_kernels
    for name, found in (("fast", kernels), ("numpy", lambda: None)):
        setattr(at_the_table, "recursion_kernels", found)  # noqa: B010
        for seconds in REVIEWS:
            choices = at_once = exact = 0
            for seed in range(number):
                match = Match(PrimeDuel.start(RULES), labels[seed % len(labels)], seed=seed)
                play_match(match, [player for label in match.seats if (player := create_player(label))])
                refined = RefinedReview(match)
                review = refined.estimate()
                choices, at_once = choices + review.choices, at_once + review.exact_choices
                review = [review, *refined.refine(Effort.within(seconds))][-1]
                exact += review.exact_choices
            lines.append(
                f"{name:6}{seconds:3} s: {exact} of {choices} choices exact ({exact / choices:.1%}),"
                f" {at_once} at once ({at_once / choices:.1%})"
            )
            print(lines[-1], flush=True)
    (Path(__file__).parent / "results/duel_reviews.txt").write_text("\n".join(lines) + "\n")


def main() -> None:
    if sys.argv[1:2] == ["reviews"]:
        review_games(int(sys.argv[2]) if len(sys.argv) > 2 else 10)
        return
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    games = islice(met(RULES, list(product(WEAKER, WEAKER))), 0, 20 * number, 20)
    states = list(games)
    seconds(LARGEST._replace(deck=(1, 2, 3)), compiled=True)  # compile first
    apart, smallest_unfit = RULES.target, at_the_table.smallest_unfit
    lines = [f"{number} decisions of games between levels, one in 20"]
    ways: dict[str, tuple[bool, Callable[[PrimeDuel], int]]] = {
        "apart": (False, lambda state: apart),
        "alike": (False, smallest_unfit),
        "compiled": (True, smallest_unfit),
    }
    for name, (compiled, unfit) in ways.items():
        setattr(at_the_table, "smallest_unfit", unfit)  # noqa: B010  # to compare with how it was
        spent = [seconds(state, compiled) for state in states]
        if compiled:
            spent, speed = reckon(spent, states)
        lines.append(f"{name:12}{shares(spent, TIMES[name])}")
        print(lines[-1], flush=True)
    low = 0
    for most in SIZES:
        some = [one for one, state in zip(spent, states, strict=True) if low < len(state.deck) <= most]
        lines.append(
            f"  {low + 1} to {most} cards left: {len(some)} decisions, {shares(some, TIMES['compiled'])}"
        )
        low = most
    lines.append(f"beyond {TOO_MANY['compiled']:,} positions reckoned at {speed / 1e6:.0f} million a second")
    late = max(one for one, state in zip(spent, states, strict=True) if len(state.deck) <= SIZES[0])
    lines.append(f"at most {SIZES[0]} cards left: {late:.1f} s at most")
    size, took = Look.at(LARGEST).size, seconds(LARGEST, compiled=True)
    lines.append(
        f"the largest deck of {SIZES[0]} cards, at 0:0: {size.positions:,} positions, {took:.1f} s,"
        f" {size.memory >> 20} MiB"
    )
    text = "\n".join(lines) + "\n"
    print(text, end="")
    (Path(__file__).parent / "results/duel_exact.txt").write_text(text)


if __name__ == "__main__":
    main()
