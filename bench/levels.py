"""How strong the levels are: mean regret on decisions that matter, and games against their neighbours.

python bench/levels.py regret [DECISIONS [GAME …]]    a row a game (default 400 decisions)
python bench/levels.py games [GAMES [GAME …]]         neighbours, seats swapped (default 1000 a pair)

A GAME may be a variant: "prime-climb top=35 largest=4".

Both print the tables of docs/explanation/levels.md.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from functools import cache
from math import sqrt
from random import Random
from typing import NamedTuple

from primeparlor.coach.grades import grade_choice
from primeparlor.core import State
from primeparlor.games import GAMES
from primeparlor.match import Match, Settings
from primeparlor.notation import read_position
from primeparlor.players import LEVELS, SEATS, View, create_player, play_match
from primeparlor.solve import Analysis, outline

HELD_OUT = 2  # the levels were tuned on the decisions of seed 1, and are measured on others
AGAIN = 20  # how often a level that errs is asked in each position
GAMES_HEADS = ["game", "stronger", "weaker", "won", "lost", "unfinished", "share won"]


@cache  # each position once for all players
def analysed(state: State) -> Analysis:
    """The answer; on average a loss is known well, even where a single one is too close to call."""
    return outline(state)._replace(error_of_choice=None)


def decisions(start: State, number: int, seed: int = HELD_OUT) -> list[State]:
    """Positions in which some moves are better, from random games kept going as long as possible."""
    random = Random(f"{seed}/{start.name}")
    found: list[State] = []
    while len(found) < number:
        state = start
        for _ in range(200):
            if not state.chances() and random.random() < 0.2 and _matters(state):
                found.append(state)
            options = state.chances() or state.moves()
            going_on = [move for move in options if not state.after(move).ending()]
            if not going_on:
                break
            state = state.after(random.choice(going_on))
    return found[:number]


def _matters(state: State) -> bool:
    if len(state.moves()) < 2:
        return False
    analysis = analysed(state)
    return grade_choice(analysis, analysis.moves[0].move).weight > 0


def regret(level: str, states: list[State], again: int = AGAIN) -> float:
    """What this level gives away on average in these positions."""
    player, lost = create_player(level), 0.0
    assert player is not None
    again = 1 if level == "perfect" else again
    for at, state in enumerate(states):
        analysis = analysed(state)
        for time in range(again):
            stream = Random(f"{level}/{at}/{time}")
            move = player.choose(View(state, state.turn, state.moves(), (), None, stream)).move
            lost += grade_choice(analysis, move).loss
    return lost / len(states) / again


class Score(NamedTuple):
    """How one level did against another."""

    won: int
    lost: int
    unfinished: int
    share: float  # of the finished games
    margin: float  # of the share, at 95 %


def games(start: State, stronger: str, weaker: str, number: int) -> Score:
    """The stronger one's score; each seed is played twice, with the seats swapped."""
    pairs = []
    for seed in range(number // 2):
        winners = [_winner(start, seats, seed) for seats in ((stronger, weaker), (weaker, stronger))]
        pairs.append((winners.count(stronger), winners.count(weaker)))
    won, lost = (sum(column) for column in zip(*pairs, strict=True))
    share = won / max(1, won + lost)
    # The seat decides much, so only the score of a whole pair varies by chance alone.
    spread = sqrt(sum((wins - share * (wins + losses)) ** 2 for wins, losses in pairs))
    return Score(won, lost, number - won - lost, share, 1.96 * spread / max(1, won + lost))


def _winner(start: State, seats: tuple[str, str], seed: int) -> str | None:
    match = Match(start, seats, Settings(limit=200), seed=seed)
    outcome = play_match(match, [player for label in seats if (player := create_player(label))])
    return seats[outcome.winner - 1] if outcome and outcome.winner else None


def titled(start: State) -> str:
    """The game, with what is changed in a variant."""
    return " ".join([start.title, *(f"{key}={value}" for key, value in start.rules.changed().items())])


def regret_row(start: State, number: int) -> str:
    """A game's row of the first table."""
    states = decisions(start, number)
    return " | ".join([titled(start), *(f"{regret(player, states):.4f}" for player in SEATS)])


def games_rows(start: State, number: int) -> Iterator[str]:
    """A game's rows of the second table."""
    for weaker, stronger in itertools.pairwise(LEVELS):
        score = games(start, stronger, weaker, number)
        cells = [titled(start), stronger, weaker, *score[:3], f"{score.share:.3f} ± {score.margin:.3f}"]
        yield " | ".join(map(str, cells))


def main(kind: str, number: int, chosen: list[State]) -> None:
    """Print one of the tables."""
    heads = ["game", *SEATS] if kind == "regret" else GAMES_HEADS
    print(f"| {' | '.join(heads)} |", "|---" * len(heads) + "|", sep="\n")
    for start in chosen:
        for row in [regret_row(start, number)] if kind == "regret" else games_rows(start, number):
            print(f"| {row} |", flush=True)


if __name__ == "__main__":
    kind, number, *names = [*sys.argv[1:], *["regret", ""][len(sys.argv) - 1 :]]
    default = {"regret": 400, "games": 1000}[kind]
    main(kind, int(number or default), [read_position(name) for name in names or GAMES])
