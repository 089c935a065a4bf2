"""Helpers for tests of players: asking a level, letting two players meet, and scripted players."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from primeparlor.core import Move, State
from primeparlor.match import Match, Settings
from primeparlor.players import LEVELS, Chooser, Chosen, View, create_player, play_match
from support.matches import Clock

WEAKER = LEVELS[:-1]  # those that err


def player(label: str) -> Chooser:
    """The player with this label, which must not be a person."""
    found = create_player(label)
    assert found is not None
    return found


def shown(state: State, seed: int = 1, time_left: float | None = None) -> View:
    """What a player sees in this position; its random numbers follow the seed."""
    return View(state, state.turn, state.moves(), (), time_left, Random(seed))


def choice(level: str, state: State, seed: int) -> Move:
    return player(level).choose(shown(state, seed)).move


def winner(start: State, seats: tuple[str, str], seed: int, limit: int | None = None) -> str | None:
    """The label of the seat that wins; every random stream depends on the seed."""
    match = Match(start, seats, Settings(limit=limit), seed=seed)
    outcome = play_match(match, [player(label) for label in seats])
    return seats[outcome.winner - 1] if outcome and outcome.winner else None


class Stranger:
    """A player from outside that follows a script step by step and repeats the last step for ever.

    A step is an answer to give as it is, a move or not, an error to raise, or a function of the view to call.
    """

    own = False

    def __init__(self, *does: Any, clock: Clock | None = None, takes: float = 0.0) -> None:
        self.does, self.clock, self.takes = list(does), clock, takes
        self.views: list[View] = []
        self.closed = 0

    def choose(self, view: View) -> Chosen:
        self.views.append(view)
        if self.clock is not None:
            self.clock.seconds += self.takes
        does: Any = self.does[0] if len(self.does) == 1 else self.does.pop(0)
        if isinstance(does, BaseException):
            raise does
        if callable(does):
            does = does(view)
        return Chosen(does) if type(does) in (int, str) else does

    def close(self) -> None:
        self.closed += 1


def fair(**options: Any) -> Stranger:
    """A player who always makes the first legal move."""
    return Stranger(lambda view: view.moves[0], **options)


def seated(*labels: str) -> Sequence[Chooser]:
    """The players with these labels."""
    return [player(label) for label in labels]
