"""The rules of a game as a page; the page of a variant begins with its differences."""

from __future__ import annotations

from primeparlor.core import State
from primeparlor.games import game_of
from primeparlor.tables.prompt_words import WORDS
from primeparlor.wording import join_words


def build_variant_page(state: State) -> str:
    """Return the rules page of this state's game, with the differences of its variant first."""
    return f"{_format_difference(state)}{build_page(state)}"


def build_page(game: State | type[State]) -> str:
    """Return the rules in our words and the commands of the prompt, as Markdown that also reads well raw."""
    return game_of(game).text + WORDS


def _format_difference(state: State) -> str:
    """List the numbers that differ from the page's; "" for the standard game."""
    changed, book = state.rules.changed(), state.rules.numbers
    if not changed:
        return ""
    played_with = join_words([f"{key}={value}" for key, value in changed.items()])
    there = join_words([str(book[key].standard) for key in changed])
    return (
        f"This game is played with {played_with}, where the rules below say {there}.\n"
        "What is counted or listed in them, and their short game, are the standard game's.\n\n"
    )
