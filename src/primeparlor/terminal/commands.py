"""The words that work at every prompt of a game."""

from __future__ import annotations

COMMANDS = {
    "?": "this list",
    "moves": "every legal move (counts as a hint)",
    "hint": "a little help, and more each time you ask",
    "why": "what the last move was worth, and why",
    "board": "the board as it stands",
    "rules": "the rules of this game",
    "undo": "take back the last move made at this keyboard",
    "resign": "give the game to your opponent",
    "quit": "leave; the game is saved and can be resumed",
}

# Ends the last part of every page of rules, "At the prompt".
WORDS = f"""
These words work in every game; `?` tells what they do at your table:

    {"  ".join(COMMANDS)}
"""
