"""What can be chosen before a game: its house variants, who is favoured in them, and the levels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from primeparlor import notation
from primeparlor.core import Player, State, capital
from primeparlor.games import GAMES
from primeparlor.tables.sentences import variant

T = TypeVar("T")


class Levels(NamedTuple):
    """The levels in words, as they play one game."""

    described: dict[str, str]
    sentences: dict[str, str]  # the same, each with what it gives away in a sentence of its own
    in_brackets: str = ""  # what the figures mean, if there are any


def favoured(state: State) -> str | None:
    """Who is favoured in this variant, and why; None if the game does not say."""
    return _of_variant(state, state.favoured)


def winning_side(state: State) -> Player | None:
    """Who wins this variant with perfect play, if the game says so; None if nobody does or nobody knows."""
    return _of_variant(state, state.winning_side)


def _of_variant(state: State, told: Mapping[str, T]) -> T | None:
    """What is told of this variant, whatever the order of its words."""
    here = set(variant(state).split())
    return next((what for words, what in told.items() if set(words.split()) == here), None)


def house_variants() -> list[tuple[State, str]]:
    """The variants that the games recommend, each with a few words about it."""
    found = []
    for game in GAMES.values():
        try:
            variants = [
                (notation.set_up(game, words.split()), like) for words, like in game.house_variants.items()
            ]
        except Exception as error:  # packages may contain anything; `parlor check-game` reports it
            GAMES.warn(f"The variants of {game.title} are left out: {str(error).rstrip('.')}.")
        else:
            found += variants
    return found


def levels(state: State) -> Levels:
    """The levels in this game, each with what it gives away if that was measured."""
    from primeparlor.players import LEVELS, described, habits_of  # imported here: home is painted before

    habits, words = habits_of(state), described(state)
    sentences = {level: f"{capital(told).rstrip('.')}." for level, told in words.items()}
    if not habits.regret or state.rules.changed():
        return Levels(words, sentences)
    weaker = [level for level in LEVELS if level != "perfect"]
    measured = {level: f"{words[level]} ({100 * habits.regret[level]:.1f} %)" for level in weaker}
    for level in weaker:
        sentences[level] += f" {habits.regret_told.format(f'{100 * habits.regret[level]:.1f} %')}"
    return Levels(words | measured, sentences, f"The percentage says {habits.regret_means}.")
