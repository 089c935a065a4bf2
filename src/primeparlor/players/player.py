"""What a player is: somebody who is shown the table, chooses a move, and is closed at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from primeparlor.core import Move, ParlorError, Player, State
from primeparlor.match import Event, Match

if TYPE_CHECKING:
    from random import Random


class PlayerFailed(ParlorError):
    """A player cannot go on, and so forfeits the match (ruling A4); the text says why."""


class View(NamedTuple):
    """What a player is shown when asked to choose."""

    state: State
    seat: Player
    moves: Sequence[Move]
    history: Sequence[Event]
    time_left: float | None  # seconds to choose in
    random: Random  # the player's own stream


class Chosen(NamedTuple):
    """A move, and usually empty notes about it for whoever runs the player."""

    move: Move
    notes: str = ""


class Chooser(Protocol):
    """Anyone who can be asked for a move."""

    @property
    def own(self) -> bool:
        """Whether this is a house player: the clock stops while it thinks."""

    def choose(self, view: View) -> Chosen:
        """A move, within the time left; raises `PlayerFailed` if it cannot give one."""

    def close(self) -> None:
        """Release any resources; may be called again."""


class HousePlayer:
    """What all house players have in common."""

    own = True

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


def view(match: Match) -> View:
    """What the player to move is shown."""
    state = match.state
    stream = match.stream(f"player {state.turn}")
    return View(state, state.turn, state.moves(), match.history_for(state.turn), match.time_left, stream)
