"""`perfect`: asks the solver; where all is lost, sets the trap that most answers fall into."""

from __future__ import annotations

from typing import TYPE_CHECKING

from primeparlor.coach.grades import keeping
from primeparlor.core import Move, Player, State
from primeparlor.games import NonprimeAddition
from primeparlor.solve import analyse, parity

if TYPE_CHECKING:
    from primeparlor.players import View

LOOKS = 100  # positions it looks for traps in, the most lasting defences first


class Perfect:
    """Never gives a won position away."""

    def choose(self, view: View) -> Move:
        """A move of best value; where nothing can be won by force, the one most likely answered wrongly."""
        state = view.state
        if len(view.moves) == 1:
            return view.moves[0]
        analysis = analyse(state)
        if analysis.verdict in ("loss", "endless"):
            lasting = sorted(keeping(analysis), key=lambda choice: -(choice.plies or 0))
            traps = _Traps(state.turn)
            return max(lasting, key=lambda choice: traps.share(state.after(choice.move))).move
        return next(choice.move for choice in analysis.moves if choice.best)


class _Traps:
    """How likely the opponent of this player errs, each position looked at once."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.known: dict[State, float] = {}

    def share(self, state: State) -> float:
        """The share of the opponent's answers that give the position away; after extra turns, the best."""
        if state not in self.known:
            self.known[state] = 0.0  # also for those that there is no time to look at
            if len(self.known) <= LOOKS and state.moves():
                self.known[state] = self._share(state)
        return self.known[state]

    def _share(self, state: State) -> float:
        if state.turn == self.player:
            return max(self.share(state.after(move)) for move in state.moves())
        if isinstance(state, NonprimeAddition):
            return parity.risk(state)
        return 1 - len(keeping(analyse(state))) / len(state.moves())
