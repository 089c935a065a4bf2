"""The rules in our words: one page a game, for the terminal and the docs."""

from __future__ import annotations

import os

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

# Ends the last part of every page, "At the prompt".
WORDS = f"""
These words work in every game; `?` tells what they do at your table:

    {"  ".join(COMMANDS)}
"""


def rules(game_name: str) -> str:
    """The page of the game of that name, as Markdown that also reads well raw."""
    path = os.path.join(os.path.dirname(__file__), f"{game_name}.md")
    with open(path, encoding="utf-8") as page:
        return page.read() + WORDS
