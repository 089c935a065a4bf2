"""The rules of a game as a page; the page of a variant begins with its differences."""

from __future__ import annotations

from primeparlor.core import State
from primeparlor.games import game_of
from primeparlor.tables.prompt_words import WORDS


def page_for(state: State) -> str:
    """Return the rules page of this state's game, with the differences of its variant first."""
    return f"{_difference(state)}{page(state)}"


def page(game: State | type[State]) -> str:
    """Return the rules in our words and the commands of the prompt, as Markdown that also reads well raw."""
    return game_of(game).text + WORDS


def _difference(state: State) -> str:
    """List the numbers that differ from the page's; "" for the standard game."""
    changed, book = state.rules.changed(), state.rules.numbers
    if not changed:
        return ""
    here = _listed([f"{key}={value}" for key, value in changed.items()])
    there = _listed([str(book[key].standard) for key in changed])
    return (
        f"This game is played with {here}, where the rules below say {there}.\n"
        "What is counted or listed in them, and their short game, are the standard game's.\n\n"
    )


def _listed(words: list[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
