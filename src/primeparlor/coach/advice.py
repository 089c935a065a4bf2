"""The move to advise: a best move, or the hardest to answer if no win can be forced; the longest defence."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from primeparlor.coach.grades import find_instant_wins, find_keeping_moves
from primeparlor.coach.language.phrases import find_quickest
from primeparlor.coach.reasons import words_of
from primeparlor.core import Move, Player, State
from primeparlor.solve.answers import Analysis, Choice

LOSES_AT_ONCE = "loses at once"  # instead of the grade, where another move would have held out longer
LOOKS = 100  # positions searched for traps, the longest defences first


class Defence(NamedTuple):
    """The moves of a lost position that hold out longer than the one that was made."""

    moves: tuple[Move, ...]
    longest: bool  # False where the distance to the end is unknown: they only do not lose at once
    at_once: bool  # the move that was made loses at once, and these do not


def find_defence(state: State, analysis: Analysis, move: Move) -> Defence | None:
    """Return the moves that hold out longer than this one where every move loses; None if there are none."""
    if analysis.verdict != "loss":
        return None
    made = next(choice for choice in analysis.moves if choice.move == move)
    at_once = _loses_at_once(state, made)
    known = [choice.plies for choice in analysis.moves if choice.plies is not None]
    if made.plies is None or len(known) < len(analysis.moves):
        better = [choice for choice in analysis.moves if at_once and not _loses_at_once(state, choice)]
    else:
        longest = max(known)
        better = [choice for choice in analysis.moves if made.plies < longest == choice.plies]
    if not better:
        return None
    at_once = at_once and not any(_loses_at_once(state, choice) for choice in better)
    return Defence(tuple(choice.move for choice in better), made.plies is not None, at_once)


def _loses_at_once(state: State, choice: Choice) -> bool:
    """Return True if the game is over before the player's next turn, as the opponent can win it at once."""
    after, player = state.after(choice.move), state.turn
    if after.ending() or (after.turn != player and find_instant_wins(after)):
        return True
    answered = after.turn != player
    for move in choice.line[1:]:
        if answered and after.turn == player:
            return False
        after = after.after(move)
        answered = answered or after.turn != player
    return after.ending() is not None


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
