"""Options of tables and environments for programs, refused everywhere with the same sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from primeparlor import notation
from primeparlor.core import ParlorError, Rules, State

LARGEST_SEED = 10**18 - 1  # so many nines, as the command line counts digits


class OptionError(ParlorError, ValueError):
    """An option that cannot be used; the text lists what can."""


def check_choice(name: str, value: object, choices: Sequence[object]) -> None:
    """Raise unless the option has one of these values."""
    if not any(type(value) is type(choice) and value == choice for choice in choices):
        listed = ", ".join(map(repr, choices))
        raise OptionError(f"{name} is {_shorten(value)}, but must be one of: {listed}.")


def check_whole(name: str, value: object, least: int, most: int) -> int:
    """Return the option if it is a whole number of this range; raise otherwise."""
    if type(value) is not int or not least <= value <= most:
        raise OptionError(f"{name} must be a whole number from {least:,} to {most:,}.")
    return value


def check_seed(seed: object) -> int | None:
    """Return the seed, None for none; raise if it cannot be one."""
    return None if seed is None else check_whole("seed", seed, 0, LARGEST_SEED)


def read_game(game: object) -> type[State]:
    """Return the game of this name, or of a part of it; raise if there is none."""
    if not isinstance(game, str):
        raise OptionError("game must be the name of a game, as in 'game-name'.")
    return notation.find_game(game)


def read_rules(game: type[State], rules: Mapping[str, int] | str | None) -> Rules:
    """Return the rules of a variant, given as numbers by name or in words; without any, the book's."""
    if rules is None:
        return game.Rules()
    if isinstance(rules, str):
        words = notation.Words(rules.split(), (), tuple(game.Rules.numbers))
        return notation.read_rules(game, words.values)
    if not isinstance(rules, Mapping) or not all(isinstance(name, str) for name in rules):
        numbers = {name: number.standard for name, number in game.Rules.numbers.items()}
        raise OptionError(f"rules must be a dictionary of numbers, as in {numbers}.")
    # no number is none, and refused with the range; else it would stand for the book's
    return game.Rules(**{name: -1 if number is None else number for name, number in rules.items()})


def _shorten(value: object) -> str:
    """Return how a value is written, unless that is long."""
    written = repr(value) if isinstance(value, str | bool | float) or _is_short(value) else "of another kind"
    return written if len(written) <= 50 else f"{written[:50]}…"


def _is_short(value: object) -> bool:
    return value is None or (isinstance(value, int) and abs(value) < 10**20)
