"""What tests of players share: asking a level, and letting two players meet."""

from __future__ import annotations

from random import Random

from primeparlor.core import Move, State
from primeparlor.players import LEVELS, View, chooser

WEAKER = LEVELS[:-1]  # those that err


def choice(level: str, state: State, seed: int) -> Move:
    player = chooser(level)
    assert player is not None
    return player.choose(View(state, state.turn, state.moves(), (), None, Random(seed)))


def winner(start: State, seats: tuple[str, str], seed: int) -> str:
    """The label of the seat that wins; every random stream hangs on the seed."""
    state, streams = start, [Random(f"{seed}/{who}") for who in ("fate", *seats)]
    players = [chooser(label) for label in seats]
    while (ending := state.ending()) is None:
        if chances := state.chances():
            state = state.after(streams[0].choice(chances))
            continue
        player, stream = players[state.turn - 1], streams[state.turn]
        assert player is not None
        state = state.after(player.choose(View(state, state.turn, state.moves(), (), None, stream)))
    return seats[ending.winner - 1]
