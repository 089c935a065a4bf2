"""The games as data for the page: what can be chosen before a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from primeparlor.coach.training.ladder import build_ladder
from primeparlor.core import State
from primeparlor.games import GAMES, game_of
from primeparlor.tables.variants import (
    Levels,
    Variant,
    build_levels,
    find_favoured,
    find_winning_side,
    list_variants,
)

T = TypeVar("T")
FileOf: TypeAlias = Callable[[str, str], str | None]  # returns the URL of a file of a game's folder, or None


def map_games(make: Callable[[type[State]], T]) -> dict[str, T]:
    """Make something of every game, by name; leave out a third-party game that fails, with a warning."""
    built = {}
    for name, state in GAMES.items():
        try:
            built[name] = make(state)
        except Exception as error:
            if game_of(state).ours:
                raise
            reason = str(error).rstrip(".")
            GAMES.warn(f"The game {name!r} is left out: {reason}. Run 'parlor check-game {name}' for more.")
    return built


def list_games(file_of: FileOf) -> list[dict[str, Any]]:
    """Return the data of every game that can be used."""
    return list(map_games(lambda state: _format_game(state, file_of)).values())


def find_largest(numbers: Any) -> int:
    """Return the largest value of a rule that can be played."""
    largest: int = numbers.most if numbers.most_to_play is None else numbers.most_to_play
    return largest


def _format_game(state: type[State], file_of: FileOf) -> dict[str, Any]:
    start, ladder = state.start(), build_ladder(state, ())
    ahead = ladder.next
    return {
        "name": state.name,
        "title": state.title,
        "aim": state.aim,
        "variants": [_format_variant(variant) for variant in list_variants(state)],
        "favoured": find_favoured(start),
        "winning_side": find_winning_side(start),
        "ladder": {"next": ahead and ahead.rung.number, "next_text": ladder.next_text},
        "levels": _format_levels(build_levels(start)),
        "other_levels": _format_levels(build_levels(start, variant=True)),
        "rules": {
            key: {"standard": numbers.standard, "least": numbers.least, "most": find_largest(numbers)}
            for key, numbers in state.Rules.numbers.items()
        },
        "shows_moves": state.shows_moves,
        "page": file_of(state.name, "page.js"),
        "style": file_of(state.name, "page.css"),
        "art": file_of(state.name, "art.js"),
        "ours": game_of(state).ours,
    }


def _format_levels(levels: Levels) -> list[dict[str, str]]:
    return [{"name": level, "told": sentence} for level, sentence in levels.sentences.items()]


def _format_variant(variant: Variant) -> dict[str, Any]:
    start = variant.start
    return {
        "rules": start.rules.changed(),
        "words": variant.name,
        "told": variant.line,
        "favoured": find_favoured(start),
        "winning_side": find_winning_side(start),
    }
