"""Environments for Gymnasium: one seat of a game, against a player of the house.

Importing this module registers every installed game, as in `primeparlor/GameName-v0`.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any

try:
    import gymnasium
    from gymnasium import spaces
except ModuleNotFoundError as error:
    if error.name != "gymnasium":
        raise
    raise ModuleNotFoundError(
        "Gymnasium is missing. Install it with: pip install 'primeparlor[rl]'", name="gymnasium"
    ) from None
import numpy as np

from primeparlor.adapters.indexed_game import HORIZON, LOSE, RAISE, RENDER_MODES, IndexedGame
from primeparlor.coach.grades import grade_choice
from primeparlor.core import PLAYERS, IllegalMove, Move, Player, State
from primeparlor.games import GAMES
from primeparlor.players import SEATS, MoveChooser, View, create_player
from primeparlor.solve import find_solvable, outline
from primeparlor.tables.agents.options import OptionError, check_choice

if TYPE_CHECKING:
    from numpy.typing import NDArray

RESULT, REGRET = "result", "regret"  # what is rewarded
EITHER = "random"  # a seat: drawn for each game
DRAWS = 2**63  # seeds of an opponent's choices


class GameEnv(gymnasium.Env["NDArray[np.float32]", np.int64]):
    """One seat of a game. A step is your move, the opponent's answer and all that chance brings meanwhile.

    game      the name of a game, or a part of it
    rules     the numbers of a variant, as in {"target": 21}
    opponent  random, a level of the house, or anything with `choose(view) -> Chosen`
    seat      1, 2 or "random", which is drawn for each game
    reward    "result": 1 for a win, −1 for a loss; "regret": minus the winning chance a move gives away
    illegal   "lose": an illegal action loses the game; "raise": it raises `IllegalMove` and changes nothing
    horizon   moves of both players, after which the game is truncated
    """

    metadata = {"render_modes": [*RENDER_MODES[1:]], "render_fps": 1}

    def __init__(
        self,
        game: str,
        rules: Mapping[str, int] | None = None,
        opponent: str | MoveChooser = "random",
        seat: int | str = 1,
        reward: str = RESULT,
        illegal: str = LOSE,
        horizon: int = HORIZON,
        render_mode: str | None = None,
    ) -> None:
        self.game = IndexedGame.find(game, rules, horizon)
        check_choice("seat", seat, (1, 2, EITHER))
        check_choice("reward", reward, (RESULT, REGRET))
        check_choice("illegal", illegal, (LOSE, RAISE))
        check_choice("render_mode", render_mode, RENDER_MODES)
        if reward == REGRET and not find_solvable(self.game.start):
            title = self.game.start.title
            raise OptionError(f"reward is {REGRET!r}, but {title} with these rules is too large to solve.")
        self.opponent = find_opponent(opponent, self.game.start)
        self.seat, self.reward, self.illegal, self.render_mode = seat, reward, illegal, render_mode
        self.observation_space = spaces.Box(0.0, 1.0, (self.game.size,), np.float32)
        self.action_space = spaces.Discrete(len(self.game.actions))
        self.state = self.game.start
        self.player: Player = 2 if seat == 2 else 1

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin a game, and play it up to your first move.

        If the game is over before that, the mask is all 0, and any action ends the episode.
        """
        super().reset(seed=seed)
        if self.seat == EITHER:
            self.player = PLAYERS[int(self.np_random.integers(2))]
        self._random = Random(int(self.np_random.integers(DRAWS)))
        self._moves, self._forfeited = 0, False
        self.state = self.game.draw(self.game.start, self.np_random)
        self._let_opponent_play()
        return self._observe(), self._inform()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play this move, and go on to your next one."""
        if self._is_over():  # before your first move: you gave nothing away
            return self._finish_step(self._score() if self.reward == RESULT else 0.0)
        move, before = self.game.read_action(action), self.state
        if (refusal := self.game.explain_illegal(before, move)) is not None:
            if self.illegal == RAISE:
                raise IllegalMove(refusal)
            self._forfeited = True
            return self._observe(), -1.0, True, False, self._inform() | {"illegal": True, "refusal": refusal}
        assert move is not None
        self._play(move)
        self._let_opponent_play()
        return self._finish_step(self._score() if self.reward == RESULT else -_find_loss(before, move))

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, as sb3-contrib asks for them."""
        return self._make_mask().astype(np.bool_)

    def render(self) -> str | None:  # type: ignore[override]
        """Return the position as text."""
        return self.game.describe(self.state) if self.render_mode else None

    def close(self) -> None:
        """Release the opponent; may be called again."""
        if callable(close := getattr(self.opponent, "close", None)):
            close()

    def _play(self, move: Move) -> None:
        self.state = self.game.draw(self.state.play(move), self.np_random)
        self._moves += 1

    def _let_opponent_play(self) -> None:
        while self.state.turn != self.player and not self._is_over():
            view = View(
                state=self.state,
                seat=self.state.turn,
                moves=self.state.moves(),
                history=(),
                time_left=None,
                random=self._random,
            )
            self._play(self.opponent.choose(view).move)

    def _is_over(self) -> bool:
        return self._forfeited or self._moves >= self.game.horizon or self.state.ending() is not None

    def _score(self) -> float:
        return -1.0 if self._forfeited else self.game.score(self.state)[self.player]

    def _finish_step(self, reward: float) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        terminated = self._forfeited or self.state.ending() is not None
        truncated = not terminated and self._is_over()
        return self._observe(), reward, terminated, truncated, self._inform() | {"illegal": False}

    def _make_mask(self) -> NDArray[np.int8]:
        return self.game.make_mask(None if self._is_over() else self.state)

    def _observe(self) -> NDArray[np.float32]:
        return self.game.encode(self.state, self.player)

    def _inform(self) -> dict[str, Any]:
        return {"action_mask": self._make_mask(), "seat": self.player}


def find_opponent(opponent: str | MoveChooser, start: State) -> MoveChooser:
    """Return the player of the house of this name, or the object itself if it can choose."""
    if not isinstance(opponent, str):
        if not callable(getattr(opponent, "choose", None)):
            raise OptionError("opponent must be a name or have a method choose(view).")
        return opponent
    check_choice("opponent", opponent, SEATS)
    player = create_player(opponent, start=start)
    assert player is not None
    return player


def _find_loss(state: State, move: Move) -> float:
    """Return the winning chance that this move gives away, with perfect play on both sides."""
    return grade_choice(outline(state), move).loss


def name_environment(game: str) -> str:
    """Return the name of a game's environment: "GameName-v0" for game-name."""
    return f"primeparlor/{game.title().replace('-', '')}-v0"


def register_games() -> None:
    """Register every installed game that is not registered yet; none is loaded."""
    for game in GAMES.names:
        if (name := name_environment(game)) not in gymnasium.registry:
            gymnasium.register(name, f"{__name__}:GameEnv", kwargs={"game": game})


register_games()
