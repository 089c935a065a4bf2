"""A table as text: one class without dependencies, for any loop around a language model.

    from primeparlor.adapters.text import TextTable

    table = TextTable()
    text = table.reset(opponent="casual", seat="random", seed=7)
    while not table.done:
        text = table.play(ask_model(text))
    print(table.reward, table.losses)

TRL takes the class as its `environment_factory`: `reset` gets a row of the dataset, `play` is the only tool,
and a reward function reads `reward` and `losses`.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from primeparlor.core import ParlorError
from primeparlor.games import GAMES
from primeparlor.players.prompt import (
    VERSION,
    describe_form,
    describe_position,
    format_history,
    format_legal_moves,
    introduce_game,
)
from primeparlor.tables.agents.agent_table import (
    DEFAULT_OPPONENT,
    AgentTable,
    InvalidInput,
    Loss,
    open_agent_table,
)
from primeparlor.tables.agents.options import check_choice

WISHES = ("game", "rules", "opponent", "seat", "seed")


class TextTable:
    """A table where a program reads text and plays one seat against a level of the house."""

    version = VERSION  # of the words in its text, to be kept with results

    def __init__(
        self, *, show_moves: bool = False, strikes: int | None = None, limit: int | None = None
    ) -> None:
        """Create a table; `show_moves` lists the legal moves, which by default the program must know.

        So many `strikes`, invalid moves in a row, lose the game, 3 by default. After `limit` moves it stops,
        200 by default.
        """
        check_choice("show_moves", show_moves, (True, False))
        self._show_moves, self._strikes, self._limit = show_moves, strikes, limit
        self.table: AgentTable | None = None  # the table behind the text: its match, its record

    def reset(
        self,
        game: str = GAMES.ours[0],
        rules: Mapping[str, int] | str | None = None,
        opponent: str = DEFAULT_OPPONENT,
        seat: int | str = 1,
        seed: int | None = None,
        **columns: object,
    ) -> str:
        """Open a new table and return its rules, its position, and whatever the opponent has played.

        Args:
            game: The name of a game, such as its first one.
            rules: The numbers of a variant, by name; none for the standard game.
            opponent: A level of the house, or "random".
            seat: 1 to move first, 2 to move second, "random" to draw.
            seed: A whole number that fixes the seat that is drawn, all chance, and the opponent.
            columns: Other columns of a dataset's row, which mean nothing here.
        """
        _check_columns(columns)
        table = open_agent_table(game, rules, opponent, seat, seed, strikes=self._strikes, limit=self._limit)
        table.play_house()
        self.table = table
        state = table.match.start
        return "\n\n".join(
            [
                introduce_game(state),
                "## The terms",
                " ".join(table.describe_terms()),
                "## The game so far",
                *self._describe(table, 0),
            ]
        )

    def play(self, move: str) -> str:
        """Play a move, and return what happened since, or why the move was refused.

        Args:
            move: The move, as a number or a word.
        """
        if (table := self.table) is None:
            raise ParlorError("No game is open. Call reset first.")
        if self.done:
            raise ParlorError("The game is over. Call reset to play another.")
        number = table.match.number
        try:
            table.play(move)
        except InvalidInput as error:
            refusal = f"Your move was refused: {error}"
            if self.done:
                return refusal
            return "\n\n".join([f"{refusal} The position has not changed.", self._describe_form(table)])
        return "\n\n".join(self._describe(table, number))

    @property
    def done(self) -> bool:
        """True once the game is over."""
        return self.table is not None and self.table.match.outcome is not None

    @property
    def reward(self) -> float:
        """1 for a win, -1 for a loss, else 0: while the game goes on, and if nobody has won."""
        return 0.0 if self.table is None else self.table.reward

    @property
    def losses(self) -> list[float | None]:
        """The winning chance that each move of the program gave away against perfect play.

        None where play is endless, or the position too large to solve.
        """
        return [decision.loss for decision in self.decisions]

    @property
    def decisions(self) -> list[Loss]:
        """The same with event number, move, error and grade of each."""
        return [] if self.table is None else self.table.find_losses()

    def _describe(self, table: AgentTable, number: int) -> list[str]:
        """Return what happened since this number, and the position or the result."""
        match = table.match
        events = match.list_history(table.seat)
        parts = [format_history([e for e in events if e.number > number], match.start.drawn)]
        if match.outcome is not None:
            return [*parts, table.describe_result()]
        position = describe_position(match.state, table.seat, events)
        return [*parts, "## The position now", position, self._describe_form(table)]

    def _describe_form(self, table: AgentTable) -> str:
        state = table.match.state
        lines = [f"Your move: {describe_form(state)}."]
        if self._show_moves:
            lines.append(format_legal_moves(state))
        return "\n".join(lines)


def _check_columns(columns: Mapping[str, object]) -> None:
    """Raise if a column looks like a wish of another name, which would be dropped."""
    for name in columns:
        if meant := get_close_matches(name, WISHES, 1, 0.7):
            raise ParlorError(f"reset has no {name!r}. Did you mean {meant[0]}?")
