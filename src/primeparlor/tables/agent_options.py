"""What a program may wish for when it opens a game; what cannot be is refused in one sentence."""

from __future__ import annotations

from collections.abc import Mapping

from primeparlor.core import PLAYERS, ParlorError, Player, State
from primeparlor.games import GAMES
from primeparlor.notation import find_game
from primeparlor.notation.blocks import shown
from primeparlor.players import SEATS
from primeparlor.tables.setup import set_up_variant

LARGEST_SEED = 10**18 - 1  # as on the command line
RANDOM = "random"  # a seat that is drawn


def set_up_game(game: object, rules: object) -> State:
    """Return the first state of this game under these rules."""
    if not isinstance(game, str):
        raise ParlorError(f"game must be the name of a game: {', '.join(GAMES)}.")
    found = find_game(game)
    if isinstance(rules, str):
        return set_up_variant(found, rules.split())
    if isinstance(rules, Mapping):
        return set_up_variant(found, [f"{key}={value}" for key, value in rules.items()])
    if rules is not None:
        raise ParlorError(f"rules must be numbers by name. The rules are: {', '.join(found.Rules.numbers)}.")
    return found.start()


def check_opponent(opponent: object) -> str:
    """Return the level of the house with this name."""
    if opponent not in SEATS:
        raise ParlorError(f"There is no opponent {shown(str(opponent))}. Choose from: {', '.join(SEATS)}.")
    return str(opponent)


def check_seed(seed: object) -> None:
    """Refuse what is no seed; without one, chance is free."""
    if seed is not None and not (type(seed) is int and 0 <= seed <= LARGEST_SEED):
        raise ParlorError(f"seed must be a whole number from 0 to {LARGEST_SEED}.")


def check_seat(seat: object) -> Player | None:
    """Return the seat; None if it is to be drawn."""
    if seat == RANDOM:
        return None
    if type(seat) is not int or seat not in PLAYERS:
        raise ParlorError(f'seat must be 1, 2 or "{RANDOM}".')
    return seat
