"""How strong the levels are: mean regret on decisions that matter, and games against their neighbours.

python bench/levels.py regret [DECISIONS]    the table of the docs (default 400 a game)
python bench/levels.py games [GAMES]         neighbours, seats swapped (default 1000 a pair)
"""

from __future__ import annotations

import itertools
import sys
from math import sqrt
from random import Random

from primeparlor.coach.grades import grade
from primeparlor.core import State
from primeparlor.games import GAMES
from primeparlor.match import Match, Settings
from primeparlor.players import LEVELS, View, chooser, view
from primeparlor.solve import analyse

AGAIN = 20  # a level that errs is asked so often in each position


def decisions(game: type[State], number: int, seed: int = 1) -> list[State]:
    """Positions of games at random in which some moves are better than others."""
    random, found = Random(f"{seed}/{game.name}"), []
    while len(found) < number:
        state = game.start()
        for _ in range(200):
            if state.ending():
                break
            if not state.chances() and random.random() < 0.2 and _matters(state):
                found.append(state)
            state = state.after(random.choice(state.chances() or state.moves()))
    return found[:number]


def _matters(state: State) -> bool:
    if len(state.moves()) < 2:
        return False
    analysis = analyse(state)
    return grade(analysis, analysis.moves[0].move).weight > 0


def regret(level: str, states: list[State], seed: int = 1) -> float:
    """What this level gives away on average in these positions."""
    player, lost = chooser(level), 0.0
    assert player is not None
    for at, state in enumerate(states):
        analysis = analyse(state)
        for again in range(1 if level == "perfect" else AGAIN):
            stream = Random(f"{seed}/{level}/{at}/{again}")
            move = player.choose(View(state, state.turn, state.moves(), (), None, stream))
            lost += grade(analysis, move).loss
    return lost / len(states) / (1 if level == "perfect" else AGAIN)


def games(game: type[State], stronger: str, weaker: str, number: int) -> tuple[int, int, int]:
    """Wins of each, and unfinished games; seats are swapped after every game."""
    won = {stronger: 0, weaker: 0}
    unfinished = 0
    players = {label: chooser(label) for label in (stronger, weaker)}
    for at in range(number):
        seats = (stronger, weaker) if at % 2 == 0 else (weaker, stronger)
        match = Match(game.start(), seats, Settings(limit=200), seed=at)
        match.begin()
        while match.outcome is None:
            player = players[seats[match.state.turn - 1]]
            assert player is not None
            match.submit(match.state.turn, player.choose(view(match)), match.number)
        if match.outcome.winner is None:
            unfinished += 1
        else:
            won[seats[match.outcome.winner - 1]] += 1
    return won[stronger], won[weaker], unfinished


def main(kind: str, number: int) -> None:
    """Print one of the tables."""
    for game in GAMES.values():
        if kind == "regret":
            states = decisions(game, number)
            row = "  ".join(f"{level} {regret(level, states):.4f}" for level in LEVELS)
            print(f"{game.name:<18} {row}", flush=True)
            continue
        for weaker, stronger in itertools.pairwise(LEVELS):
            wins, losses, unfinished = games(game, stronger, weaker, number)
            share = wins / max(1, wins + losses)
            error = 1.96 * sqrt(max(share * (1 - share), 1e-9) / max(1, wins + losses))
            result = f"{wins}:{losses} ({unfinished} unfinished) {share:.3f} ± {error:.3f}"
            print(f"{game.name:<18} {stronger} beats {weaker}: {result}", flush=True)


if __name__ == "__main__":
    kind = sys.argv[1] if len(sys.argv) > 1 else "regret"
    main(kind, int(sys.argv[2]) if len(sys.argv) > 2 else {"regret": 400, "games": 1000}[kind])
