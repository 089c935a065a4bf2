"""The interface of a player: it gets a view of the match, chooses a move, and is closed at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from primeparlor.core import Move, ParlorError, Player, State
from primeparlor.match import Event, Match

if TYPE_CHECKING:
    from random import Random


class PlayerFailed(ParlorError):
    """Raised when a player cannot go on, and so forfeits the match (ruling A4); the text says why."""


class NoAnswer(ParlorError):
    """Raised when an answer names no move: a strike, and the text, which the player is told, says why."""


class EndpointFailed(ParlorError):
    """Raised when the service behind a player is at fault, and not the player: nobody loses by that."""


class View(NamedTuple):
    """The data that a player gets when it has to choose."""

    state: State
    seat: Player
    moves: Sequence[Move]
    history: Sequence[Event]
    time_left: float | None  # seconds to choose in
    random: Random  # the player's own stream
    refusal: str = ""  # why the last answer for this decision was refused


class Chosen(NamedTuple):
    """A move, and notes about it for the program that runs the player; usually there are none."""

    move: Move
    notes: str = ""


class MoveChooser(Protocol):
    """Anything that can be asked for a move: all that a player in Python needs."""

    def choose(self, view: View, /) -> Chosen:
        """Choose a move within the time left.

        Raise `NoAnswer` for an answer that names no move, `PlayerFailed` if this player cannot go on, and
        `EndpointFailed` if the service behind it is at fault.
        """


class Chooser(Protocol):
    """A player of a seat label: it also says whose it is, and can be released."""

    @property
    def own(self) -> bool:
        """True for a house player: the clock stops while it thinks."""

    def choose(self, view: View, /) -> Chosen:
        """Choose a move as any `MoveChooser` does."""

    def close(self) -> None:
        """Release any resources; may be called again."""


class BuiltInPlayer:
    """Base class of all house players."""

    own = True
    too_large = False  # True if it cannot solve the game it was made for, and so plays as a weaker level

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


def build_view(match: Match, refusal: str = "") -> View:
    """Build the view of the player to move, with the reason why its last answer was refused."""
    state = match.state
    stream = match.make_stream(f"player {state.turn}")
    return View(
        state, state.turn, state.moves(), match.list_history(state.turn), match.time_left, stream, refusal
    )
