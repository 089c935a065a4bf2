"""What a player is: somebody who is shown the table, chooses a move, and is sent home in the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from primeparlor.core import Move, ParlorError, Player, State
from primeparlor.match import Event, Match

if TYPE_CHECKING:
    from random import Random


class PlayerFailed(ParlorError):
    """A player that cannot go on, and why: it forfeits the match (ruling A4)."""


class View(NamedTuple):
    """What a player is shown when asked to choose."""

    state: State
    seat: Player
    moves: Sequence[Move]
    history: Sequence[Event]
    time_left: float | None  # seconds to choose in
    random: Random  # the player's own stream


class Chosen(NamedTuple):
    """A move, and what whoever runs the player may want to know about it, mostly nothing."""

    move: Move
    notes: str = ""


class Chooser(Protocol):
    """Anyone who can be asked for a move."""

    @property
    def own(self) -> bool:
        """Whether this is a player of the house: the clock stands still while it thinks."""

    def choose(self, view: View) -> Chosen:
        """A move, within the time there is; raises `PlayerFailed` if none will come any more."""

    def close(self) -> None:
        """Let go of whatever was held; may be called again."""


class HousePlayer:
    """What all players of the house have in common."""

    own = True

    def close(self) -> None:
        """Nothing is held."""


def view(match: Match) -> View:
    """What the player to move is shown."""
    state = match.state
    stream = match.stream(f"player {state.turn}")
    return View(state, state.turn, state.moves(), match.history_for(state.turn), match.time_left, stream)
