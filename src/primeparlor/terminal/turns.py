"""What a line of play says about the turn at hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from primeparlor.core import State
from primeparlor.match import Event
from primeparlor.terminal.dialogue import dialogue_of

if TYPE_CHECKING:
    from primeparlor.core import Played


def played(events: Iterable[Event]) -> list[Played]:
    """Who moved, None for fate, and what: the events that stand, as facts take them."""
    return [(event.who, event.move) for event in events if event.move is not None]


def is_extra_turn(line: Sequence[tuple[Event, State]], state: State) -> bool:
    """Whether the player to move in this state earned that turn with the one before.

    Each event of the line that led here comes with the state before it.
    """
    at, player, dialogue = len(line), state.turn, dialogue_of(state)
    while at > 0 and not dialogue.begins_turn(state):
        at -= 1
        state = line[at][1]
    moved = any(event.who is not None for event, _ in line[:at])  # else chance alone has acted so far
    return moved and line[at - 1][1].turn == player
