"""The board of a game and the names of its players, as the screen shows them; imports nothing of Textual."""

from __future__ import annotations

from typing import Any

from primeparlor.core import PLAYERS, Player, State
from primeparlor.games import game_of
from primeparlor.match import HUMAN, Match, comes_in, find_agent_name, is_program
from primeparlor.terminal.drawing.board import Board, Seats


def board_of(state: State | type[State]) -> Board[Any]:
    """Return the object that draws this state's board and describes its moves."""
    game = game_of(state)
    board: Board[Any] = game.part("screen", Board)
    board.facts, board.lines = game.facts, game.brings("terminal", "board")
    return board


def seats_of(match: Match) -> Seats:
    """Return the seats' names: "You" and "The house" where one person plays it, else names or numbers."""
    people = [player for player in PLAYERS if match.seats[player - 1] == HUMAN]
    you: Player | None = people[0] if len(people) == 1 else None
    hosted = any(map(comes_in, match.seats))
    own = _find_own_names(match) if any(match.names) or any(map(find_agent_name, match.seats)) else ("", "")

    def name(player: Player) -> str:
        label = match.seats[player - 1]
        if player == you:
            return "You"
        if hosted and not comes_in(label):
            return "The program" if is_program(label) else "The house"
        return own[player - 1] or f"Player {player}"

    return Seats((name(1), name(2)), you)


def _find_own_names(match: Match) -> tuple[str, str]:
    """Return the players' own names, without those that are ours: a record may come from anywhere."""
    from primeparlor.tables.names import is_reserved  # the first paint needs no names

    given = (name or find_agent_name(label) for name, label in zip(match.names, match.seats, strict=True))
    one, two = ("" if is_reserved(name) else name for name in given)
    return (one, two) if one != two else ("", "")
