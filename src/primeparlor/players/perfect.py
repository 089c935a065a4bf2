"""`perfect`: asks the solver; where all is lost, sets the trap that most answers fall into."""

from __future__ import annotations

from typing import TYPE_CHECKING

from primeparlor.coach.grades import keeping
from primeparlor.core import Move, State
from primeparlor.games import NonprimeAddition
from primeparlor.solve import analyse

if TYPE_CHECKING:
    from primeparlor.players import View


class Perfect:
    """Never gives a won position away."""

    def choose(self, view: View) -> Move:
        """A move of best value; among those, the hardest one to answer."""
        state = view.state
        if len(view.moves) == 1:
            return view.moves[0]
        analysis = analyse(state)
        if analysis.verdict == "loss":
            return max(view.moves, key=lambda move: trap(state.after(move), state))
        best = [choice.move for choice in analysis.moves if choice.best]
        if analysis.verdict == "endless":
            return max(best, key=lambda move: trap(state.after(move), state))
        return best[0]


def trap(after: State, before: State) -> float:
    """The share of the opponent's answers that give the position away; after extra turns, the best."""
    if after.ending():
        return 0.0
    if after.turn == before.turn:
        return max(trap(after.after(move), before) for move in after.moves())
    if isinstance(after, NonprimeAddition):
        return sum(after.after(move).ending() is not None for move in after.moves()) / len(after.moves())
    return 1 - len(keeping(analyse(after))) / len(after.moves())
