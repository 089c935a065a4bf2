"""A table of Prime Parlor as an OpenEnv environment: `uvicorn parlor_environment:app`.

The text of a table is the observation, a move is the action. At the end the reward is 1 for a win and -1 for
a loss; before that it is 0. What each move gave away is in the metadata: a reward for every single move.
"""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, EnvironmentMetadata, Observation, State
from pydantic import Field

from primeparlor import __version__
from primeparlor.adapters.text import TextTable


class ParlorAction(Action):
    """A move, as the text of the table tells how to write it."""

    move: int | str = Field(description="The move to play, such as 7.")


class ParlorObservation(Observation):
    """What the player is told."""

    text: str = Field(description="The rules and the position at first, then what happened.")


class ParlorEnvironment(Environment[ParlorAction, ParlorObservation, State]):
    """A table against the house; `reset` takes what `TextTable.reset` takes."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._table = TextTable()
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> ParlorObservation:
        """Open a new table: `game`, `rules`, `opponent` and `seat` may be given."""
        self._table = TextTable()
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._observe(self._table.reset(**{"game": "prime-climb", "seed": seed, **options}))

    def step(self, action: ParlorAction, timeout_s: float | None = None, **options: Any) -> ParlorObservation:
        """Play a move and let the house answer; over plain HTTP every call has a table of its own."""
        if self._state.episode_id is None:
            self.reset()
        self._state.step_count += 1
        return self._observe(self._table.play(str(action.move)))

    def _observe(self, text: str) -> ParlorObservation:
        table = self._table
        return ParlorObservation(
            text=text, reward=table.reward, done=table.done, metadata={"losses": list(table.losses)}
        )

    @property
    def state(self) -> State:
        """The episode, and how many moves were tried."""
        return self._state

    def get_metadata(self) -> EnvironmentMetadata:
        """Return what the server tells about the environment."""
        return EnvironmentMetadata(
            name="prime-parlor",
            description="Two-player number games against proven perfect play.",
            version=__version__,
        )


app = create_app(
    ParlorEnvironment, ParlorAction, ParlorObservation, env_name="prime-parlor", max_concurrent_envs=64
)
