"""The board of a game on the screen: the one it brings, else the one that does for any game."""

from __future__ import annotations

from typing import Any

from primeparlor.core import State
from primeparlor.games import game_of
from primeparlor.terminal.drawing.board import Board


def board_of(state: State | type[State]) -> Board[Any]:
    """What draws this state's board and says what happens on it."""
    game = game_of(state)
    board: Board[Any] = game.part("screen", Board)
    board.facts, board.lines = game.facts, game.brings("terminal", "board")
    return board
