"""All moves that the rules of a game allow, whatever the position."""

from __future__ import annotations

from functools import lru_cache

from primeparlor.core import Move, ParlorError, Rules, State

MOST_ACTIONS = 40  # the most for which a board shows buttons
MOST_RULES = 100  # whose moves are cached


def list_actions(start: State) -> list[Move] | None:
    """Return all moves of these rules if they are few and no secret; else None. Call it from a thread."""
    if start.may_attempt:  # in these games, finding a legal move is part of the game
        return None
    moves = find_all_moves(start.rules)
    return list(moves) if moves is not None and len(moves) <= MOST_ACTIONS else None


@lru_cache(MOST_RULES)
def find_all_moves(rules: Rules) -> tuple[Move, ...] | None:
    """Return all moves of these rules; None if there are too many positions to find them in.

    For a game that does not list them this takes long: call it from a thread.
    """
    try:
        return rules.actions
    except ParlorError:
        return None
