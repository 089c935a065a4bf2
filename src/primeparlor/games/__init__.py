"""The games. A new one is a folder and a line in this list; `parlor check-game` says what it still needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from primeparlor.core import GameError
from primeparlor.games.game import Game, Games, game_of

GAMES = Games(
    "primeparlor.games.nonprime_addition",
    "primeparlor.games.number_morph",
    "primeparlor.games.prime_climb",
    "primeparlor.games.pocket_addition",
    "primeparlor.games.prime_duel",
)

# The games that a date or a seed chooses from, in this order, by version. What a date or a seed brings must
# never change: a list stays as it is when a game is added above, and a longer one is a new version.
ROTAS = {1: ("nonprime-addition", "number-morph", "prime-climb", "pocket-addition", "prime-duel")}

if TYPE_CHECKING:  # what `__getattr__` finds
    from primeparlor.games.nonprime_addition.rules import NonprimeAddition
    from primeparlor.games.number_morph.rules import NumberMorph
    from primeparlor.games.pocket_addition.rules import PocketAddition
    from primeparlor.games.prime_climb.rules import PrimeClimb
    from primeparlor.games.prime_duel.rules import PrimeDuel


def __getattr__(name: str) -> Any:
    """A game's State class, as in `from primeparlor.games import PrimeClimb`, loaded only now."""
    for game in GAMES.ours:
        if game.title().replace("-", "") == name:
            return GAMES[game]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "GAMES",
    "ROTAS",
    "Game",
    "GameError",
    "Games",
    "NonprimeAddition",
    "NumberMorph",
    "PocketAddition",
    "PrimeClimb",
    "PrimeDuel",
    "game_of",
]
