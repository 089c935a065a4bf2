"""Lookup of a game's board: its own, or the default one."""

from __future__ import annotations

from typing import Any

from primeparlor.core import State
from primeparlor.games import game_of
from primeparlor.terminal.drawing.board import Board


def board_of(state: State | type[State]) -> Board[Any]:
    """Return the object that draws this state's board and describes its moves."""
    game = game_of(state)
    board: Board[Any] = game.part("screen", Board)
    board.facts, board.lines = game.facts, game.brings("terminal", "board")
    return board
