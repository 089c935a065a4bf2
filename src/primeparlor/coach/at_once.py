"""Moves that win at once, which nobody misses."""

from __future__ import annotations

from primeparlor.core import Move, State


def wins_at_once(state: State) -> list[Move]:
    """The moves that win on the spot."""
    endings = {move: state.after(move).ending() for move in state.moves()}
    return [move for move, ending in endings.items() if ending and ending.winner == state.turn]
