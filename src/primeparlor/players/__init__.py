"""Who chooses: seats by their labels. A person's seat is `human`; the terminal or page asks them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from primeparlor.core import Move, ParlorError, Player, State
from primeparlor.games import game_of
from primeparlor.match import HUMAN, Event, Match

if TYPE_CHECKING:
    from random import Random

    from primeparlor.coach.habits import Habits
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


DESCRIBED = {
    "beginner": "sees what wins or loses at once, misses much",
    "casual": "sees a little ahead, misses some",
    "club": "careful, now and then mistaken",
    "expert": "rarely wrong",
    "perfect": "never wrong",
}
LEVELS = tuple(DESCRIBED)
SEATS = ("random", *LEVELS)


def check_seat(label: str) -> str:
    """The label, if somebody can sit there."""
    if label != HUMAN and label not in SEATS:
        raise ParlorError(f"There is no player {label!r}. Seats are: {', '.join([HUMAN, *SEATS])}.")
    return label


def habits_of(game: State | type[State]) -> Habits[Any]:
    """How the levels play this game, and what they give away in it."""
    from primeparlor.coach.habits import Habits

    return game_of(game).part("habits", Habits)


def described(game: State | type[State]) -> dict[str, str]:
    """Each level in a few words, as it plays this game."""
    return DESCRIBED | dict(habits_of(game).described)


def chooser(label: str, progress: Progress | None = None, start: State | None = None) -> Chooser | None:
    """The player for this seat label, imported on demand; None for a person.

    It reports progress while it thinks. With the `start` of the match it refuses, before the first move, a
    game that it cannot play.
    """
    check_seat(label)
    if label == HUMAN:
        return None
    if label == "random":
        return RandomPlayer()
    if label == "perfect":
        from primeparlor.players.perfect import Perfect

        perfect = Perfect(progress)
        if start is not None:
            perfect.sit_down(start)
        return perfect
    from primeparlor.players import levels

    return levels.WEAKER[label]


def view(match: Match) -> View:
    """What the player to move is shown."""
    state = match.state
    stream = match.stream(f"player {state.turn}")
    return View(state, state.turn, state.moves(), match.history, match.time_left, stream)
