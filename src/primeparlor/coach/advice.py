"""The move to advise: a best move, or the hardest to answer if no win can be forced."""

from __future__ import annotations

from collections.abc import Callable

from primeparlor.coach.grades import find_keeping_moves
from primeparlor.coach.language.phrases import find_quickest
from primeparlor.coach.reasons import words_of
from primeparlor.core import Move, Player, State
from primeparlor.solve.answers import Analysis

LOOKS = 100  # positions searched for traps, the longest defences first


def return_true() -> bool:
    """Return True: there is no time limit."""
    return True


def advise_move(state: State, analysis: Analysis, goes_on: Callable[[], bool] = return_true) -> Move:
    """Return the best move of the analysed position, or the best trap found while `goes_on` is true."""
    if analysis.verdict in ("loss", "endless") and not analysis.guarantees[0]:
        lasting = sorted(find_keeping_moves(analysis), key=lambda choice: -(choice.plies or 0))
        traps = _TrapFinder(state.turn, goes_on)
        return max(lasting, key=lambda choice: traps.find_share(state.after(choice.move))).move
    return find_quickest(state, analysis)


class _TrapFinder:
    """Estimates of how likely this player's opponent is to go wrong; each position is examined once."""

    def __init__(self, player: Player, goes_on: Callable[[], bool]) -> None:
        self.player, self.goes_on = player, goes_on
        self.known: dict[State, float] = {}

    def find_share(self, state: State) -> float:
        """Return the share of the opponent's answers that are mistakes; after extra turns, the best."""
        if state not in self.known:
            self.known[state] = 0.0  # stays 0 if there is no time left
            if len(self.known) <= LOOKS and state.moves() and self.goes_on():
                self.known[state] = self._compute_share(state)
        return self.known[state]

    def _compute_share(self, state: State) -> float:
        if state.turn == self.player:
            return max(self.find_share(state.after(move)) for move in state.moves())
        return words_of(state).risk(state)
