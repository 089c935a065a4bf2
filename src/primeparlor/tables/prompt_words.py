"""Input at a prompt: the words that work in every game, and the meaning of a line."""

from __future__ import annotations

from typing import Any, NamedTuple

from primeparlor import notation
from primeparlor.core import Move, State
from primeparlor.match import Settings
from primeparlor.notation.blocks import FEW, either

COMMANDS = {
    "?": "this list",
    "moves": "every legal move (counts as a hint)",
    "hint": "a small hint, and a bigger one each time you ask",
    "why": "what the last moves were worth (counts as a hint)",
    "board": "the board as it stands",
    "rules": "the rules of this game",
    "undo": "take back the last move made at this keyboard",
    "resign": "give the game to your opponent",
    "quit": "leave; the game is saved and can be resumed",
}
SHORT = {"h": "hint", "w": "why", "u": "undo", "q": "quit"}  # unless a game has such a move
ALIASES = {"help": "?", "exit": "quit", "leave": "quit"} | SHORT
RESIGN = "Resign this game?"
HELP = ("moves", "hint", "why")  # missing at a table without hints

PROMPT = "## At the prompt"  # heading of the last part of every page of rules, which ends with these words
WORDS = f"""
These words work in every game; `?` tells what they do at your table:

    {"  ".join(COMMANDS)}
"""


class ParsedLine(NamedTuple):
    """The meaning of a line: at most one field is set; none if the line is not understood."""

    command: str | None = None
    begun: str | None = None  # the first half of a move, in its normal form
    move: Move | None = None  # not checked for legality here


def list_allowed(settings: Settings) -> dict[str, str]:
    """Return the commands of a table with their meanings, without those its settings forbid."""
    off = {"undo": not settings.undo} | dict.fromkeys(HELP, not settings.hints)
    return {word: meaning for word, meaning in COMMANDS.items() if not off.get(word)}


def format_commands(settings: Settings) -> list[str]:
    """Format a line for each command of a table: the word, its letter and its meaning."""
    letters = {word: letter for letter, word in SHORT.items()}
    return [
        f"  {word:<7} {letters.get(word, ''):<2} {meaning}"
        for word, meaning in list_allowed(settings).items()
    ]


def describe_input(state: State) -> str:
    """Say what to type here: the legal moves, if they are few and no secret, else the form of a move."""
    moves = state.moves() if state.shows_moves else ()
    return either(moves) if 0 < len(moves) <= FEW else notation.form(state)


def read_line(
    state: State, text: str, begun: str | None = None, form: notation.Form[Any] | None = None
) -> ParsedLine:
    """Parse a line typed here, once, in the game's form; it may be the second half of a move `begun`."""
    form = form or notation.form_of(state)
    move = form.parse(state, text if begun is None else form.completed(state, begun, text))
    if not isinstance(move, int) and (command := _find_command(text, move)):
        return ParsedLine(command=command)
    return ParsedLine(begun=form.begun(state, text)) if move is None else ParsedLine(move=move)


def _find_command(text: str, move: Move | None) -> str | None:
    """Return the command that the text names; where it is a move too, only a command's full name counts."""
    word = notation.word(text)
    return word if word in COMMANDS else ALIASES.get(word) if move is None else None
