"""Moves that win immediately. They make no puzzle, because nobody misses them."""

from __future__ import annotations

from primeparlor.core import Move, State


def wins_at_once(state: State) -> list[Move]:
    """Return the moves that win immediately."""
    endings = {move: state.after(move).ending() for move in state.moves()}
    return [move for move, ending in endings.items() if ending and ending.winner == state.turn]
