"""Text ⇄ moves and positions: the only reader of human text.

A move is a number or a word. A position is the game's name and `key=value` words in any order; a key
left out keeps its value from the start, and rule keys in the same place make a variant. The words of a
game are defined by its form: `form.py` in the game's folder, or the default in `blocks`.

Anything else is refused with a `NotationError` that says what to type.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from primeparlor.core import Move, Rules, State
from primeparlor.games import GAMES, game_of
from primeparlor.notation.blocks import (
    BLANKS,
    Form,
    NotationError,
    Words,
    either,
    shown,
    whole_number,
    word,
)

INSTALL = "If it comes in a separate package, install that first."


def form_of(game: State | type[State]) -> Form[Any]:
    """How moves and positions of this game are written."""
    return game_of(game).part("form", Form)


# Moves ---------------------------------------------------------------------------------------


def form(state: State) -> str:
    """What to type here, in words: the second half of every refusal of bad text (A2)."""
    return form_of(state).asked(state)


def parse(state: State, text: str) -> Move:
    """The move, or outcome of fate, that the text names, legal or not."""
    move = form_of(state).parse(state, text)
    if move is None:
        raise build_error(state)
    return move


def why_not(state: State, move: Move) -> str | None:
    """None if the move, or outcome of fate, is legal now; else what people are told."""
    reason = state.why_not(move)
    return reason and form_of(state).refused(state, move, reason)


def format_move(state: State, move: Move) -> str:
    """The move, or outcome of fate, as people read it."""
    return form_of(state).shown(state, move)


def format_typed(state: State, move: Move) -> str:
    """The move as it is typed; a code is followed by what people read: "14 (1 + 4)"."""
    shown = format_move(state, move)
    return shown if shown == str(move) else f"{move} ({shown})"


def list_moves(state: State) -> str:
    """Every legal move as it is typed."""
    moves = [format_typed(state, move) for move in state.moves()]
    return (", " if any(" " in move for move in moves) else " ").join(moves)


def build_error(state: State) -> NotationError:
    """The error for text that names no move."""
    return NotationError(f"Please type {form(state)}.")


# Games ---------------------------------------------------------------------------------------


def game(name: str) -> type[State]:
    """The game of exactly that name, as records and positions give it."""
    if name not in GAMES:
        raise NotationError(
            f"There is no game {shown(name)} here. {INSTALL} The installed games are: {', '.join(GAMES)}."
        )
    return GAMES[name]


def find_game(text: str) -> type[State]:
    """The game asked for by its name, or by any part that only one name has, with or without hyphens."""
    found = named(text)
    if len(found) == 1:
        return GAMES[found[0]]
    if found:
        raise NotationError(f"{shown(text)} could be {either(found)}: type more of the name.")
    listed = f"The games are: {', '.join(GAMES)}."
    raise NotationError(f"There is no game {shown(text)}. {listed} {INSTALL}")


def named(text: str) -> list[str]:
    """The names that contain the text; installed packages are searched unless exactly one of ours does."""
    name = word(text)
    found = _matching(name, GAMES.ours)
    return found if len(found) == 1 else _matching(name, GAMES.names)


def _matching(name: str, names: tuple[str, ...]) -> list[str]:
    part = _bare(name)
    return [name] if name in names else [each for each in names if part and part in _bare(each)]


def _bare(name: str) -> str:
    """The name without the characters that join its words."""
    return name.replace("-", "").replace("_", "").replace(" ", "")


# Positions -----------------------------------------------------------------------------------


def position(state: State) -> str:
    """The state as text; `read_position` reads it back."""
    fields = state.rules.changed() | form_of(state).write(state)
    return " ".join([state.name, *(f"{key}={value}" for key, value in fields.items())])


def read_position(text: str) -> State:
    """The state that a whole position text describes, the game's name first."""
    name, *words = [word for word in text.strip(BLANKS).split(" ") if word] or [""]
    return set_up(game(name), words)


def set_up(game: type[State], words: Iterable[str]) -> State:
    """The state of this game that the words describe; without words, the start."""
    rule_keys, its = game.Rules.numbers, form_of(game)
    given = Words(words, tuple(its.keys), tuple(rule_keys))
    rules = read_rules(game, {key: text for key, text in given.values.items() if key in rule_keys})
    state: State = its.read(rules, given)
    return state


def read_rules(game: type[State], texts: Mapping[str, str]) -> Rules:
    """The rules with these numbers changed; refused with the range if they are outside it."""
    numbers = {key: whole_number(text) for key, text in texts.items()}
    # text that is not a number becomes -1, which is outside every range
    return game.Rules(**{key: -1 if n is None else n for key, n in numbers.items()})


__all__ = [
    "Form",
    "NotationError",
    "Words",
    "find_game",
    "form",
    "form_of",
    "format_move",
    "game",
    "named",
    "parse",
    "position",
    "read_position",
    "read_rules",
    "set_up",
    "whole_number",
    "word",
]
