"""Index of the positions on tables where hints are off: what a move there is worth is told nobody."""

from __future__ import annotations

from primeparlor.core import State
from primeparlor.match import Match


class PositionIndex:
    """The current positions of games without hints, from the first move on: the start is no secret."""

    def __init__(self) -> None:
        self._positions = dict[str, State]()  # by the names of the tables

    def __contains__(self, state: State) -> bool:
        return state in self._positions.values()

    def knows_game(self, name: str) -> bool:
        """Return True if there is any position of this game."""
        return any(state.name == name for state in self._positions.values())

    def update(self, table: str, match: Match) -> None:
        """Replace the position of this table by the current one, if hints are off and the game is on."""
        self._positions.pop(table, None)
        if not match.settings.hints and match.outcome is None and match.moves_made:
            self._positions[table] = match.state

    def discard(self, table: str) -> None:
        """Remove the position of this table, if there is one."""
        self._positions.pop(table, None)
