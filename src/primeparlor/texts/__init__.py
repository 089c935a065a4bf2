"""The rules in our words: one page a game, for the terminal and the docs."""

from __future__ import annotations

import os


def rules(game_name: str) -> str:
    """The page of the game of that name, as Markdown that also reads well raw."""
    path = os.path.join(os.path.dirname(__file__), f"{game_name}.md")
    with open(path, encoding="utf-8") as page:
        return page.read()
