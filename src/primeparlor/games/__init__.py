"""The five games. A new one joins by being listed here; the conformance suite names what it lacks."""

from __future__ import annotations

from primeparlor.core import State
from primeparlor.games.nonprime_addition import NonprimeAddition
from primeparlor.games.number_morph import NumberMorph
from primeparlor.games.pocket_addition import PocketAddition
from primeparlor.games.prime_climb import PrimeClimb
from primeparlor.games.prime_duel import PrimeDuel

GAMES: dict[str, type[State]] = {
    game.name: game for game in (NonprimeAddition, NumberMorph, PrimeClimb, PocketAddition, PrimeDuel)
}

__all__ = ["GAMES", "NonprimeAddition", "NumberMorph", "PocketAddition", "PrimeClimb", "PrimeDuel"]
