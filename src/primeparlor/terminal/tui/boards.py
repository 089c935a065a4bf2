"""The board of a game and the names of its players, as the screen shows them; imports nothing of Textual."""

from __future__ import annotations

from functools import partial
from typing import Any

from primeparlor.core import PLAYERS, Player, State
from primeparlor.fact_words import Facts
from primeparlor.games import game_of
from primeparlor.match import HUMAN, Match, comes_in, find_agent_name, is_program
from primeparlor.messages import Seats
from primeparlor.terminal.drawing.board import Board


def board_of(state: State | type[State]) -> Board[Any]:
    """Return the object that draws this state's board and describes its moves."""
    game = game_of(state)
    board: Board[Any] = game.part("screen", Board)
    board.lines, board.caption = game.brings("terminal", "board"), partial(_caption, game.state)
    return board


def _caption(state: type[State], facts: Facts, seats: Seats) -> str:
    from primeparlor.tables.messages import messages_of  # the first paint of home says nothing

    return messages_of(state).caption(facts, seats)


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
