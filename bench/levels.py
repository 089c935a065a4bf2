"""How strong the levels are: mean regret on decisions that matter, and games against their neighbours.

python bench/levels.py regret [DECISIONS [GAME]]    a row a game (default 400 decisions)
python bench/levels.py games [GAMES [GAME]]         neighbours, seats swapped (default 1000 a pair)

Both print the tables of docs/explanation/levels.md.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from functools import cache
from math import sqrt
from random import Random

from primeparlor.coach.grades import grade
from primeparlor.core import State
from primeparlor.games import GAMES
from primeparlor.match import Match, Settings
from primeparlor.players import LEVELS, SEATS, View, chooser, view
from primeparlor.solve import analyse

AGAIN = 20  # a level that errs is asked so often in each position
analysed = cache(analyse)  # each position once for all players
GAMES_HEADS = ["game", "stronger", "weaker", "won", "lost", "unfinished", "share won"]


def decisions(game: type[State], number: int, seed: int = 1) -> list[State]:
    """Positions of games at random, kept going while they can be, in which some moves are better."""
    random = Random(f"{seed}/{game.name}")
    found: list[State] = []
    while len(found) < number:
        state = game.start()
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
    return grade(analysis, analysis.moves[0].move).weight > 0


def regret(level: str, states: list[State], again: int = AGAIN) -> float:
    """What this level gives away on average in these positions."""
    player, lost = chooser(level), 0.0
    assert player is not None
    again = 1 if level == "perfect" else again
    for at, state in enumerate(states):
        analysis = analysed(state)
        for time in range(again):
            stream = Random(f"{level}/{at}/{time}")
            move = player.choose(View(state, state.turn, state.moves(), (), None, stream))
            lost += grade(analysis, move).loss
    return lost / len(states) / again


def games(game: type[State], stronger: str, weaker: str, number: int) -> tuple[int, int, int]:
    """Wins of each, and unfinished games; seats are swapped, and each seed is used for both."""
    won = {stronger: 0, weaker: 0}
    unfinished = 0
    players = {label: chooser(label) for label in (stronger, weaker)}
    for at in range(number):
        seats = (stronger, weaker) if at % 2 == 0 else (weaker, stronger)
        match = Match(game.start(), seats, Settings(limit=200), seed=at // 2)
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


def regret_row(game: type[State], number: int) -> str:
    """A game's row of the first table."""
    states = decisions(game, number)
    return " | ".join([game.title, *(f"{regret(player, states):.4f}" for player in SEATS)])


def games_rows(game: type[State], number: int) -> Iterator[str]:
    """A game's rows of the second table."""
    for weaker, stronger in itertools.pairwise(LEVELS):
        wins, losses, unfinished = games(game, stronger, weaker, number)
        share = wins / max(1, wins + losses)
        error = 1.96 * sqrt(share * (1 - share) / max(1, wins + losses))
        row = (game.title, stronger, weaker, wins, losses, unfinished, f"{share:.3f} ± {error:.3f}")
        yield " | ".join(map(str, row))


def main(kind: str, number: int, chosen: list[type[State]]) -> None:
    """Print one of the tables."""
    heads = ["game", *SEATS] if kind == "regret" else GAMES_HEADS
    print(f"| {' | '.join(heads)} |", "|---" * len(heads) + "|", sep="\n")
    for game in chosen:
        for row in [regret_row(game, number)] if kind == "regret" else games_rows(game, number):
            print(f"| {row} |", flush=True)


if __name__ == "__main__":
    kind, number, *names = [*sys.argv[1:], *["regret", ""][len(sys.argv) - 1 :]]
    default = {"regret": 400, "games": 1000}[kind]
    main(kind, int(number or default), [GAMES[name] for name in names or GAMES])
