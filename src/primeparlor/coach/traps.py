"""The move to advise: of best value; where nothing can be won by force, the one hardest to answer."""

from __future__ import annotations

from collections.abc import Sequence

from primeparlor.coach.at_once import wins_at_once
from primeparlor.coach.grades import keeping
from primeparlor.core import Move, Player, State
from primeparlor.games import NonprimeAddition
from primeparlor.solve import Analysis, Choice, method, parity

LOOKS = 100  # positions it looks for traps in, the most lasting defences first


def advised(state: State, analysis: Analysis) -> Move:
    """The best move of the position that was analysed, or the best trap."""
    if analysis.verdict in ("loss", "endless"):
        lasting = sorted(keeping(analysis), key=lambda choice: -(choice.plies or 0))
        traps = _Traps(state.turn)
        return max(lasting, key=lambda choice: traps.share(state.after(choice.move))).move
    best = [choice.move for choice in analysis.moves if choice.best]
    return next((move for move in best if state.after(move).ending()), best[0])


class _Traps:
    """How likely the opponent of this player errs, each position looked at once."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.known: dict[State, float] = {}

    def share(self, state: State) -> float:
        """The share of the opponent's answers that give the position away; after extra turns, the best.

        Where an answer wins at once there is no trap: nobody overlooks that.
        """
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
        if wins_at_once(state):
            return 0.0
        answers: Sequence[Choice] = method(state.name).choices(state)
        return sum(answer.verdict == "loss" for answer in answers) / len(answers)
