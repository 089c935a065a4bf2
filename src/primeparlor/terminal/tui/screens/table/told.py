"""Seat names and messages about events, in the words of the game's board."""

from __future__ import annotations

from typing import Any

from primeparlor.core import OTHER, PLAYERS, Player, State
from primeparlor.match import EARLY_ENDS, HUMAN, Event, Match, Outcome
from primeparlor.terminal.drawing.board import Board, Said, Seats


def seats_of(match: Match) -> Seats:
    """Return the seats' names: "You" and "The house" where one person plays it, else names or numbers."""
    people = [player for player in PLAYERS if match.seats[player - 1] == HUMAN]
    you: Player | None = people[0] if len(people) == 1 else None
    called = ["You" if player == you else "The house" if you else "" for player in PLAYERS]
    one, two = (called[player - 1] or match.names[player - 1] or f"Player {player}" for player in PLAYERS)
    return Seats((one, two), you)


def describe_event(board: Board[Any], event: Event, before: State, after: State, seats: Seats) -> Said:
    """Describe one event: a move, by choice or not, or a chance outcome."""
    assert event.move is not None, "what was taken back is told elsewhere"
    if event.who is None:
        return board.drawn(before, after, event.move, seats)
    tell = board.forced if event.forced else board.moved
    return tell(before, after, event.move, seats)


def describe_end(board: Board[Any], state: State, outcome: Outcome, seats: Seats) -> Said:
    """Describe how a match ended, in two lines; only your own loss is marked as a loss."""
    if outcome.winner is None:
        return Said("Nobody won.", "The game stopped at its move limit.", "=", "ink2")
    lost = seats.you is not None and outcome.winner != seats.you
    glyph, kind = ("✕", "bad") if lost else ("✓", "good")
    if outcome.reason in EARLY_ENDS:
        then = f"{seats.name(OTHER[outcome.winner])} {EARLY_ENDS[outcome.reason].then}."
        return Said(f"{seats.name(outcome.winner)} won.", then, glyph, kind)
    return board.result(state, outcome, seats)._replace(glyph=glyph, kind=kind)
