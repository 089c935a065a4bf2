"""The board of a game and the names of its players, as the screen shows them; imports nothing of Textual."""

from __future__ import annotations

from functools import partial
from typing import Any

from primeparlor.core import State
from primeparlor.games import game_of
from primeparlor.match import Match
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
    """Return what the person here calls the players."""
    from primeparlor.tables.names import find_reader, name_seats  # the first paint needs no names

    return name_seats(match, find_reader(match))
