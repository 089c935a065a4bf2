"""A game as numbers: what Gymnasium, PettingZoo and OpenSpiel share, without any of them.

A move is its place in `rules.actions`, an outcome of chance its place in `rules.outcomes`, and a position a
list of numbers from 0 to 1. A forced move stays an action, with a mask that allows nothing else (ruling A3).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from primeparlor.core import Move, Player, Rules, State
from primeparlor.notation import position
from primeparlor.tables.agents.options import OptionError, check_whole, read_game, read_rules
from primeparlor.tensors import tensor_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from primeparlor.tensors import Block

HORIZON = 200  # moves of both players, after which a game ends unfinished (ruling N1)
LONGEST = 1_000_000
LOSE, RAISE = "lose", "raise"  # what an illegal action does
RENDER_MODES = (None, "ansi")


class IndexedGame:
    """A game under some rules, with its moves, outcomes and positions as numbers; never changes."""

    def __init__(self, game: type[State], rules: Rules, horizon: int) -> None:
        self.rules, self.horizon = rules, horizon
        self.start: State = game.start(rules)
        if refusal := self.start.too_large_to_play():
            raise OptionError(refusal)
        self.actions, self.outcomes = rules.actions, rules.outcomes
        self._places = {move: place for place, move in enumerate(self.actions)}
        self._outcome_places = {move: place for place, move in enumerate(self.outcomes)}
        self._tensor = tensor_of(game)
        self.blocks: tuple[Block, ...] = self._tensor.blocks(rules)
        self.size = sum(len(block.labels) for block in self.blocks)

    @classmethod
    def find(cls, game: str, rules: Mapping[str, int] | None = None, horizon: int = HORIZON) -> Self:
        """Return the game of this name with these numbers of its rules; refuse what is out of range."""
        found = read_game(game)
        return cls(found, read_rules(found, rules), check_whole("horizon", horizon, 1, LONGEST))

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (type(self.start), self.rules, self.horizon)

    # Moves

    def list_legal(self, state: State) -> list[int]:
        """Return the numbers of the legal moves, rising."""
        return sorted(self._places[move] for move in state.moves())

    def make_mask(self, state: State | None) -> NDArray[np.int8]:
        """Return a new array with 1 for each legal move; all 0 without a state."""
        mask = np.zeros(len(self.actions), np.int8)
        if state is not None:
            mask[[self._places[move] for move in state.moves()]] = 1
        return mask

    def read_action(self, action: object) -> Move | None:
        """Return the move of this number; None if there is no such number."""
        try:
            place = action.__index__()  # type: ignore[attr-defined]
        except (AttributeError, TypeError):
            raise OptionError(f"An action is a whole number from 0 to {len(self.actions) - 1}.") from None
        return self.actions[place] if 0 <= place < len(self.actions) else None

    def explain_illegal(self, state: State, move: Move | None) -> str | None:
        """Return None for a legal move, else the sentence that refuses it."""
        if move is None:
            return f"There are {len(self.actions)} actions: choose from 0 to {len(self.actions) - 1}."
        return state.why_not(move)

    # Chance

    def draw(self, state: State, random: np.random.Generator) -> State:
        """Return the state after everything that chance brings now."""
        while chances := state.chances():
            state = state.after(chances[int(random.integers(len(chances)))])
        return state

    def list_odds(self, state: State) -> list[tuple[int, float]]:
        """Return the numbers of the outcomes that may be drawn, rising, with their probabilities."""
        odds = state.odds()
        return sorted((self._outcome_places[move], float(chance)) for move, chance in odds.items())

    # Positions

    def encode(self, state: State, player: Player) -> NDArray[np.float32]:
        """Return the position as this player sees it, in a new array."""
        return np.array(self._tensor.encode(state, player), np.float32)

    def score(self, state: State) -> dict[Player, float]:
        """Return what each player has at the end: 1, −1, or 0 while nobody has won."""
        ending = state.ending()
        if ending is None:
            return {1: 0.0, 2: 0.0}
        return {1: 1.0, 2: -1.0} if ending.winner == 1 else {1: -1.0, 2: 1.0}

    def describe(self, state: State) -> str:
        """Return the position as text, as `parlor analyse` takes it."""
        return position(state)
