"""What a Prime Duel position is worth, and the answer made from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from primeparlor.core import Move
from primeparlor.games.prime_duel.rules import KEEP, PrimeDuel
from primeparlor.games.prime_duel.solver.choice_error import error_of_choice
from primeparlor.solve.answers import Analysis, Chance, Choice, Verdict

TIE = 1e-12  # choices nearer than this are equally good: double precision tells no more


class Worth(NamedTuple):
    """The winning chance of the player to move: now, and after each move or outcome of fate."""

    value: float
    outcomes: Mapping[Move, float]


def verdict(value: float, exact: bool = True) -> Verdict:
    """A chance, unless it is certain."""
    if exact and value in (0.0, 1.0):
        return "win" if value else "loss"
    return "chance"


def analysis(state: PrimeDuel, worth: Worth, error: float | None) -> Analysis:
    """The answer for a position of this worth; `error` is None if it is exact."""
    exact = error is None
    moves, chances = state.moves(), state.odds()
    best = max(worth.outcomes[move] for move in moves) if moves else 0.0
    wins_at_once = state.card is not None and state.mine + state.card == state.rules.target
    apart = best - min(worth.outcomes[move] for move in moves) if len(moves) > 1 else 0.0
    return Analysis(
        verdict=verdict(worth.value, exact or wins_at_once),
        value=worth.value,
        exact=exact,
        error=0.0 if error and wins_at_once else error,
        plies=None,
        moves=tuple(
            Choice(
                move,
                verdict(worth.outcomes[move], exact or (wins_at_once and move == KEEP)),
                worth.outcomes[move],
                worth.outcomes[move] >= best - TIE,
                None,
                (move,),  # fate acts next, or the game is over
            )
            for move in moves
        ),
        chances=tuple(Chance(card, float(share), worth.outcomes[card]) for card, share in chances.items()),
        proof=None,
        line=tuple(move for move in moves if worth.outcomes[move] >= best - TIE)[:1],
        error_of_choice=None if exact or not moves else error_of_choice(state, apart),
    )
