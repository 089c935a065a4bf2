"""Games for OpenSpiel, with explicit chance.

Importing this module registers every installed game, as in `parlor_game_name(target=21,horizon=200)`.
Its players 0 and 1 are Player 1 and Player 2.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

try:
    import pyspiel
except ModuleNotFoundError as error:
    if error.name != "pyspiel":
        raise
    raise ModuleNotFoundError(
        "OpenSpiel is missing. Install it with: pip install 'primeparlor[open-spiel]'", name="pyspiel"
    ) from None
import numpy as np
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from primeparlor.adapters.indexed_game import HORIZON, IndexedGame
from primeparlor.core import PLAYERS, RulesError, State
from primeparlor.core import Rules as ParlorRules
from primeparlor.games import GAMES

PREFIX = "parlor_"


def describe_type(game: type[State]) -> pyspiel.GameType:
    """Return what OpenSpiel asks about this game before one is loaded."""
    modes = pyspiel.GameType.ChanceMode
    numbers = {name: number.standard for name, number in game.Rules.numbers.items()}
    return pyspiel.GameType(
        short_name=name_game(game.name),
        long_name=f"{game.title} (Prime Parlor)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if _has_chance(game.Rules()) else modes.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"horizon": HORIZON, **numbers},
    )


def _has_chance(rules: ParlorRules) -> bool:
    try:
        return bool(rules.outcomes)
    except RulesError:  # too large to find out; loading it says so
        return True


class ParlorGame(pyspiel.Game):
    """A game under some rules. Each game has a class of its own, derived from this one."""

    state_class: ClassVar[type[State]]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        kind = describe_type(self.state_class)
        given = {**kind.parameter_specification, **(params or {})}
        rules = {name: given[name] for name in self.state_class.Rules.numbers}
        self.indexed = IndexedGame.find(self.state_class.name, rules, given["horizon"])
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.indexed.actions),
            max_chance_outcomes=len(self.indexed.outcomes),
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.indexed.horizon,
        )
        super().__init__(kind, info, dict(params or {}))

    def new_initial_state(self, state: None = None) -> ParlorState:
        """Return the start of a game."""
        return ParlorState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return what turns positions into numbers and text."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return ParlorObserver(self.indexed, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class ParlorState(pyspiel.State):
    """A position, and how many moves led to it.

    It keeps no reference to its game: OpenSpiel copies everything that a state keeps.
    """

    def __init__(self, game: ParlorGame) -> None:
        super().__init__(game)
        self.indexed = game.indexed
        self.position = self.indexed.start
        self.moves_left = self.indexed.horizon

    def current_player(self) -> int:
        """Return who acts: 0 or 1, chance, or nobody."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.position.chances() else self.position.turn - 1

    def _legal_actions(self, player: int) -> list[int]:
        return self.indexed.list_legal(self.position)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance and their probabilities."""
        return self.indexed.list_odds(self.position)

    def _apply_action(self, action: int) -> None:
        by_chance = bool(self.position.chances())
        moves = self.indexed.outcomes if by_chance else self.indexed.actions
        self.position = self.position.after(moves[action])
        self.moves_left -= not by_chance

    def _action_to_string(self, player: int, action: int) -> str:
        moves = self.indexed.outcomes if player == pyspiel.PlayerId.CHANCE else self.indexed.actions
        return str(moves[action])

    def is_terminal(self) -> bool:
        """Return whether somebody has won, or no moves are left."""
        if self.position.ending() is not None:
            return True
        return self.moves_left == 0 and not self.position.chances()

    def returns(self) -> list[float]:
        """Return 1 for the winner and −1 for the loser; 0 for both if nobody has won."""
        scores = self.indexed.score(self.position)
        return [scores[player] for player in PLAYERS]

    def __str__(self) -> str:
        text = self.indexed.describe(self.position)
        unfinished = self.is_terminal() and self.position.ending() is None
        return f"{text} (unfinished)" if unfinished else text


class ParlorObserver:
    """The position as numbers, a piece of the tensor for each block of the encoding, and as text."""

    def __init__(self, indexed: IndexedGame, params: Any) -> None:
        if params:
            raise ValueError(f"There are no parameters of observations, such as {params}.")
        self.indexed = indexed
        self.tensor = np.zeros(indexed.size, np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for block in indexed.blocks:
            after = at + len(block.labels)
            self.dict[block.name] = self.tensor[at:after]
            at = after

    def set_from(self, state: ParlorState, player: int) -> None:
        """Write the position as this player sees it into the tensor."""
        self.tensor[:] = self.indexed.encode(state.position, PLAYERS[player])

    def string_from(self, state: ParlorState, player: int) -> str:
        """Return the position as text, which is the same for both."""
        return str(state)


def name_game(game: str) -> str:
    """Return the name of a game in OpenSpiel: parlor_game_name for game-name."""
    return f"{PREFIX}{game.replace('-', '_')}"


def register_games() -> None:
    """Register every installed game that is not registered yet.

    Each gets a class, which pickle finds here by its name. A function would not do: OpenSpiel releases what
    is registered after Python has ended, and only a class survives that.
    """
    known = set(pyspiel.registered_names())
    for game in GAMES.values():
        if name_game(game.name) not in known:
            own = type(f"{game.__name__}Game", (ParlorGame,), {"state_class": game})
            globals()[own.__name__] = own
            pyspiel.register_game(describe_type(game), own)


register_games()
