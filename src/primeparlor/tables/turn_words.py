"""Whose turn it is, in words: for the turn line of the screen and of the page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from primeparlor.core import PLAYERS, Player, State
from primeparlor.match import OUT_OF_TIME, Event
from primeparlor.messages import Messages, Seats
from primeparlor.wording import name_side

WAITING = ("Waiting for a friend.", "The game begins when both seats are taken.")
WATCHING = "You are watching."
FREE = "A free seat"
AWAY = "away"  # beside the name of a person whose page is closed
FORCED = "Forced"  # above a move that nobody chooses


class TurnWords(NamedTuple):
    """Whose turn it is, as each reader is told."""

    extra: bool  # whether the player to move earned this turn with the one before
    yours: str  # for the player to move
    keyboard: str  # for two players at one keyboard
    screen: str  # for two players who pass a phone from hand to hand
    theirs: str  # for everybody else
    note: str  # for everybody else, what there is to add
    aside: str = ""  # at the end of the line, where the game has nothing of its own to say there


def word_turn(
    line: Sequence[tuple[Event, State]], state: State, messages: Messages[Any], seats: Seats
) -> TurnWords:
    """Return whose turn it is in words.

    `line` holds each event that led to the state, with the state before it.
    """
    at, begun = len(line), state
    while at > 0 and not messages.begins_turn(begun):
        at -= 1
        begun = line[at][1]
    moved = any(event.who is not None for event, _ in line[:at])  # otherwise only chance has acted so far
    extra = moved and line[at - 1][1].turn == state.turn
    chose = next((event.who for event, _ in reversed(line) if event.who and not event.forced), None)
    made = sum(event.who is not None for event, _ in line)
    return _word(state.turn, extra, chose, seats)._replace(aside=f"move {made + 1}")


@lru_cache(maxsize=64, typed=True)  # there are few ways to say it for each pair of names
def _word(player: Player, extra: bool, chose: Player | None, seats: Seats) -> TurnWords:
    """Return whose turn it is in words; `chose` is who made the last move that was a choice."""
    name = seats.name(player)
    thinks = f"{name} {seats.verb(player, 'are', 'is')} thinking."
    if extra:
        shared = f"Extra turn for {seats.inside(player)}"
        return TurnWords(True, "Extra turn", shared, shared, thinks, "An extra turn.")
    again = f"{name} moves again." if chose == player else f"Pass it to {seats.inside(player)}."
    return TurnWords(False, "Your turn", f"{name}'s turn", again if chose else f"{name} begins.", thinks, "")


def list_turn_notes(seats: Seats) -> dict[str, Any]:
    """Return what is said where nobody can move, or where the player to move is away, as JSON data."""
    away = [
        (f"{seats.name(player)} {seats.verb(player, 'are', 'is')} away.", "The table waits; nothing is lost.")
        for player in PLAYERS
    ]
    to_move = [f"{seats.name(player)} {seats.verb(player, 'are', 'is')} to move." for player in PLAYERS]
    return {
        "waiting": WAITING,
        "watching": WATCHING,
        "forced": FORCED,
        "free": FREE,
        "absent": AWAY,
        "fallen": OUT_OF_TIME,
        "away": away,
        "sides": [name_side(player) for player in PLAYERS],
        "to_move": to_move,
    }
