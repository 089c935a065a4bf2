"""Who chooses: seats by their labels. A person's seat is `human`; the terminal or page asks them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from primeparlor.core import Move, ParlorError, Player, State
from primeparlor.match import HUMAN, Event, Match

if TYPE_CHECKING:
    from random import Random

    from primeparlor.solve import Progress


class View(NamedTuple):
    """What a player is shown when asked to choose."""

    state: State
    seat: Player
    moves: Sequence[Move]
    history: Sequence[Event]
    time_left: float | None
    random: Random  # the player's own stream


class Chooser(Protocol):
    """Anyone who can be asked for a move."""

    def choose(self, view: View) -> Move: ...


class RandomPlayer:
    """Any legal move, each as likely as the others."""

    def choose(self, view: View) -> Move:
        return view.random.choice(view.moves)


LEVELS = ("beginner", "casual", "club", "expert", "perfect")
SEATS = ("random", *LEVELS)


def check_seat(label: str) -> str:
    """The label, if somebody can sit there."""
    if label != HUMAN and label not in SEATS:
        raise ParlorError(f"There is no player {label!r}. Seats are: {', '.join([HUMAN, *SEATS])}.")
    return label


def chooser(label: str, progress: Progress | None = None) -> Chooser | None:
    """Who sits behind this label, fetched only now, and tells how far long thought is; None for a person."""
    check_seat(label)
    if label == HUMAN:
        return None
    if label == "random":
        return RandomPlayer()
    if label == "perfect":
        from primeparlor.players.perfect import Perfect

        return Perfect(progress)
    from primeparlor.players import levels

    return levels.WEAKER[label]


def view(match: Match) -> View:
    """What the player to move is shown."""
    state = match.state
    stream = match.stream(f"player {state.turn}")
    return View(state, state.turn, state.moves(), match.history, match.time_left, stream)
