"""The board of a game and the names of its players, as the screen shows them; imports nothing of Textual."""

from __future__ import annotations

from functools import partial
from typing import Any

from primeparlor.core import PLAYERS, Player, State
from primeparlor.games import game_of
from primeparlor.match import HUMAN, Match
from primeparlor.messages import Messages, Seats
from primeparlor.terminal.drawing.board import Board


def board_of(state: State | type[State]) -> Board[Any]:
    """Return the object that draws this state's board and describes its moves."""
    game = game_of(state)
    board: Board[Any] = game.part("screen", Board)
    board.lines, board.find_messages = game.brings("terminal", "board"), partial(_find_messages, game.state)
    return board


def _find_messages(state: type[State]) -> Messages[Any]:
    from primeparlor.tables.messages import messages_of  # the first paint of home says nothing

    return messages_of(state)


def seats_of(match: Match) -> Seats:
    """Return the seats' names: "You" and "The house" where one person plays it, else names or numbers."""
    people = [player for player in PLAYERS if match.seats[player - 1] == HUMAN]
    you: Player | None = people[0] if len(people) == 1 else None
    names = ["You" if player == you else "The house" if you else "" for player in PLAYERS]
    chosen = _find_chosen_names(match) if any(match.names) else match.names
    one, two = (names[player - 1] or chosen[player - 1] or f"Player {player}" for player in PLAYERS)
    return Seats((one, two), you)


def _find_chosen_names(match: Match) -> tuple[str, str]:
    """Return the names the players chose, without those that are ours: a record may come from anywhere."""
    from primeparlor.tables.names import is_reserved  # the first paint needs no names

    one, two = ("" if is_reserved(name) else name for name in match.names)
    return one, two
