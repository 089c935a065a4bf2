"""What can be chosen before a game: its house variants, who is favoured in them, and the levels."""

from __future__ import annotations

from typing import NamedTuple

from primeparlor import notation
from primeparlor.core import State
from primeparlor.games import GAMES
from primeparlor.players import LEVELS, described, habits_of
from primeparlor.tables.words import variant


class Levels(NamedTuple):
    """The levels in words, as they play one game."""

    described: dict[str, str]
    in_brackets: str = ""  # what the figures stand for, if there are any


def favoured(state: State) -> str | None:
    """Who is favoured in this variant, and why, as far as the game says so."""
    here = set(variant(state).split())
    return next((who for words, who in state.favoured.items() if set(words.split()) == here), None)


def house_variants() -> list[tuple[State, str]]:
    """The variants that the games recommend, and what they are like."""
    found = []
    for game in GAMES.values():
        try:
            variants = [
                (notation.set_up(game, words.split()), like) for words, like in game.house_variants.items()
            ]
        except Exception as error:  # a package may bring anything; `parlor check-game` tells its author
            GAMES.warn(f"The variants of {game.title} are left out: {str(error).rstrip('.')}.")
        else:
            found += variants
    return found


def levels(state: State) -> Levels:
    """The levels as they play this game, each with what it gives away as far as that was measured."""
    habits, words = habits_of(state), described(state)
    if not habits.regret or state.rules.changed():
        return Levels(words)
    weaker = [level for level in LEVELS if level != "perfect"]
    measured = {level: f"{words[level]} ({100 * habits.regret[level]:.1f} %)" for level in weaker}
    return Levels(words | measured, f"In brackets: {habits.regret_means}.")
